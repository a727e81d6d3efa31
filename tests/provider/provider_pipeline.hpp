// Pipelines for tests: a context of the dispatch table, a context of EVP, and the arrays of a call.
#pragma once

#include "../../provider/pipeline.hpp"

#include "provider_raw.hpp"
#include "provider_support.hpp"

namespace hedgerow_test {

using hedgerow_provider::kMaxPipes;

using PipelineInit = int(void*, const unsigned char*, std::size_t, std::size_t,
                         const unsigned char**, std::size_t, const OSSL_PARAM*);
using PipelineUpdate = int(void*, std::size_t, unsigned char**, std::size_t*, const std::size_t*,
                           const unsigned char**, const std::size_t*);
using PipelineFinal = int(void*, std::size_t, unsigned char**, std::size_t*, const std::size_t*);

// A context of the dispatch table.
class Raw {
 public:
  Raw(const RawProvider& provider, const OSSL_ALGORITHM& a)
      : table_(a.implementation),
        context_(call<OSSL_FUNC_cipher_newctx_fn>(OSSL_FUNC_CIPHER_NEWCTX)(provider.context())) {}
  Raw(const Raw& from)
      : table_(from.table_),
        context_(from.call<OSSL_FUNC_cipher_dupctx_fn>(OSSL_FUNC_CIPHER_DUPCTX)(from.context_)) {}
  Raw& operator=(const Raw&) = delete;
  ~Raw() { call<OSSL_FUNC_cipher_freectx_fn>(OSSL_FUNC_CIPHER_FREECTX)(context_); }
  static bool can(const OSSL_ALGORITHM& a) {
    return RawProvider::find(a.implementation, OSSL_FUNC_CIPHER_PIPELINE_UPDATE);
  }

  int init(bool encrypts, const Bytes* key, std::size_t count, const unsigned char** ivs,
           std::size_t iv_bytes) {
    return call<PipelineInit>(encrypts ? OSSL_FUNC_CIPHER_PIPELINE_ENCRYPT_INIT
                                       : OSSL_FUNC_CIPHER_PIPELINE_DECRYPT_INIT)(
        context_, key ? key->data() : nullptr, key ? key->size() : 0, count, ivs, iv_bytes,
        nullptr);
  }
  int update(std::size_t count, unsigned char** out, std::size_t* out_bytes,
             const std::size_t* room, const unsigned char** in, const std::size_t* in_bytes) {
    return call<PipelineUpdate>(OSSL_FUNC_CIPHER_PIPELINE_UPDATE)(context_, count, out, out_bytes,
                                                                  room, in, in_bytes);
  }
  int final(std::size_t count, unsigned char** out, std::size_t* out_bytes,
            const std::size_t* room) {
    return call<PipelineFinal>(OSSL_FUNC_CIPHER_PIPELINE_FINAL)(context_, count, out, out_bytes,
                                                                room);
  }
  // Begins a single message, outside a pipeline.
  int begin_single(const Bytes& key, const Bytes& iv) {
    return call<OSSL_FUNC_cipher_encrypt_init_fn>(OSSL_FUNC_CIPHER_ENCRYPT_INIT)(
        context_, key.data(), key.size(), iv.data(), iv.size(), nullptr);
  }
  int set(const OSSL_PARAM* params) {
    return call<OSSL_FUNC_cipher_set_ctx_params_fn>(OSSL_FUNC_CIPHER_SET_CTX_PARAMS)(context_,
                                                                                     params);
  }
  int get(OSSL_PARAM* params) {
    return call<OSSL_FUNC_cipher_get_ctx_params_fn>(OSSL_FUNC_CIPHER_GET_CTX_PARAMS)(context_,
                                                                                     params);
  }

 private:
  template <class Function>
  Function* call(int id) const {
    return (Function*)RawProvider::find(table_, id);
  }
  const OSSL_DISPATCH* table_;
  void* context_;
};

#if OPENSSL_VERSION_PREREQ(3, 5)
// A context of EVP.
class Evp {
 public:
  explicit Evp(EVP_CIPHER* cipher) : cipher_(cipher), context_(new_context()) {}
  Evp(const Evp& from) : cipher_(from.cipher_), context_(new_context()) {
    expect_ok(EVP_CIPHER_CTX_copy(context_.get(), from.context_.get()));
  }
  Evp& operator=(const Evp&) = delete;

  int init(bool encrypts, const Bytes* key, std::size_t count, const unsigned char** ivs,
           std::size_t iv_bytes) {
    const auto run = encrypts ? EVP_CipherPipelineEncryptInit : EVP_CipherPipelineDecryptInit;
    return run(context_.get(), key ? cipher_ : nullptr, key ? key->data() : nullptr,
               key ? key->size() : 0, count, ivs, iv_bytes);
  }
  int update(std::size_t, unsigned char** out, std::size_t* out_bytes, const std::size_t* room,
             const unsigned char** in, const std::size_t* in_bytes) {
    return EVP_CipherPipelineUpdate(context_.get(), out, out_bytes, room, in, in_bytes);
  }
  int final(std::size_t, unsigned char** out, std::size_t* out_bytes, const std::size_t* room) {
    return EVP_CipherPipelineFinal(context_.get(), out, out_bytes, room);
  }
  int set(const OSSL_PARAM* params) { return EVP_CIPHER_CTX_set_params(context_.get(), params); }
  int get(OSSL_PARAM* params) { return EVP_CIPHER_CTX_get_params(context_.get(), params); }

 private:
  EVP_CIPHER* cipher_;
  ContextPtr context_;
};
#endif

// Arrays of pointers and lengths over the test's buffers.
struct Arrays {
  std::vector<unsigned char*> data;
  std::vector<std::size_t> sizes;
  explicit Arrays(std::vector<Bytes>& buffers) {
    for (Bytes& b : buffers) data.push_back(b.data()), sizes.push_back(b.size());
  }
  const unsigned char** inputs() { return (const unsigned char**)data.data(); }
};

inline std::vector<OSSL_PARAM> tags_param(std::vector<unsigned char*>& tags, unsigned char**& place,
                                          std::size_t bytes) {
  place = tags.data();
  return {
      OSSL_PARAM_construct_octet_ptr(OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG, (void**)&place, bytes),
      OSSL_PARAM_construct_end()};
}

// Leaves the padding on, which is the default after init.
template <class Context>
void without_padding(Context& c) {
  std::size_t off = 0;
  const OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t("padding", &off),
                               OSSL_PARAM_construct_end()};
  ASSERT_EQ(c.set(params), 1) << errors();
}

inline const RawProvider& raw() {
  static const RawProvider provider({{"research", "yes"}, {"wide-blocks", "yes"}});
  return provider;
}

inline std::string first_name(const OSSL_ALGORITHM& a) {
  const std::string names = a.algorithm_names;
  return names.substr(0, names.find(':'));
}

}  // namespace hedgerow_test
