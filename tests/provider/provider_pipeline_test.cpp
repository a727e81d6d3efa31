// Pipelines: records of random lengths side by side, each beside the C ABI, of every cipher and AEAD. Through the dispatch
// tables, which every libcrypto can be compared by, and through EVP_CipherPipelineUpdate where libcrypto has it (3.5).
//
// Seen to turn red: the first record's IV used for all; AAD of an earlier message kept; tags of a decryption not compared;
// a second update let through.
#include "../../provider/pipeline.hpp"

#include "provider_raw.hpp"
#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

using hedgerow_provider::kMaxPipes;

using PipelineInit = int(void*, const unsigned char*, std::size_t, std::size_t,
                         const unsigned char**, std::size_t, const OSSL_PARAM*);
using PipelineUpdate = int(void*, std::size_t, unsigned char**, std::size_t*, const std::size_t*,
                           const unsigned char**, const std::size_t*);
using PipelineFinal = int(void*, std::size_t, unsigned char**, std::size_t*, const std::size_t*);

// A context behind the dispatch table.
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
// A context of EVP's.
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

// Arrays of pointers and lengths over buffers of the test's.
struct Arrays {
  std::vector<unsigned char*> data;
  std::vector<std::size_t> sizes;
  explicit Arrays(std::vector<Bytes>& buffers) {
    for (Bytes& b : buffers) data.push_back(b.data()), sizes.push_back(b.size());
  }
  const unsigned char** inputs() { return (const unsigned char**)data.data(); }
};

// The records of a pipeline, and what the C ABI makes of each.
struct Records {
  Bytes key;
  std::vector<Bytes> ivs, aads, plain, data, tags;
  std::size_t count() const { return plain.size(); }
};

std::vector<Bytes> with_room(const std::vector<Bytes>& buffers, std::size_t more) {
  std::vector<Bytes> r = buffers;
  for (Bytes& b : r) b.resize(b.size() + more);
  return r;
}

std::size_t length_for(const hedgerow_offer_info& o, bool pads) {
  std::size_t n = random_below(400);
  if (o.properties & HEDGEROW_STEALS) n += o.block_bytes;
  if (o.kind == HEDGEROW_BLOCK && !pads && !(o.properties & HEDGEROW_STEALS))
    n -= n % o.block_bytes;
  if (o.properties & HEDGEROW_NO_EMPTY) n++;
  return n;
}

Records make_records(const Subject& s, bool pads) {
  const hedgerow_offer_info& o = s.offer;
  Records r;
  r.key = random_bytes(o.key_bytes);
  hedgerow::Options options;
  options.section_bytes = s.section_bytes;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  options.mask_nonce = o.properties & HEDGEROW_NONCE_TOP_BIT;
  if (pads) options.padding = HEDGEROW_PADDING_PKCS7;
  const std::size_t count = 1 + random_below(random_below(2) ? 6 : kMaxPipes);
  for (std::size_t i = 0; i < count; i++) {
    r.ivs.push_back(random_bytes(o.iv_bytes));
    r.plain.push_back(random_bytes(length_for(o, pads)));
    const std::size_t aad = o.properties & HEDGEROW_NO_AAD ? 0 : 1 + random_below(60);
    r.aads.push_back(random_bytes(o.kind == HEDGEROW_AEAD ? aad : 0));
    r.data.push_back(Bytes(r.plain[i].size() + o.block_bytes));
    r.tags.push_back(Bytes(o.tag_bytes));
    if (o.kind == HEDGEROW_AEAD) {
      r.data[i].resize(r.plain[i].size());
      hedgerow::Aead ours(o.cipher, o.mode, options);
      ours.set_key(r.key);
      ours.seal_with_nonce(r.ivs[i], r.aads[i], r.plain[i], r.data[i], r.tags[i]);
      continue;
    }
    hedgerow::Cipher ours(o.cipher, o.mode, r.key, options);
    if (o.iv_bytes) ours.set_iv(r.ivs[i]);
    ours.begin(HEDGEROW_ENCRYPT);
    Bytes out(r.plain[i].size() + 2 * o.block_bytes);
    std::size_t n = ours.update(r.plain[i], out);
    n += ours.final({out.data() + n, out.size() - n});
    out.resize(n);
    r.data[i] = out;
  }
  return r;
}

std::vector<OSSL_PARAM> tags_param(std::vector<unsigned char*>& tags, unsigned char**& place,
                                   std::size_t bytes) {
  place = tags.data();
  return {
      OSSL_PARAM_construct_octet_ptr(OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG, (void**)&place, bytes),
      OSSL_PARAM_construct_end()};
}

// All records one way; what came out must be `expected`. Tags are set before the data, or behind it.
template <class Context>
void run(Context& c, const Subject& s, Records& r, bool encrypts, bool in_place, bool tags_last) {
  const std::size_t block = s.offer.block_bytes, n = r.count();
  std::vector<Bytes> in = encrypts ? r.plain : r.data, tags = r.tags;
  const std::vector<Bytes>& expected = encrypts ? r.data : r.plain;
  std::vector<Bytes> out = with_room(in, 2 * block), copies = out;
  if (in_place) in = out;  // as long as the output; the true lengths stand in `lengths`
  Arrays aads(r.aads), to(out), from(in_place ? out : in), tag(tags);
  std::vector<std::size_t> lengths, done(n, 99), rest(n, 99);
  for (const Bytes& b : encrypts ? r.plain : r.data) lengths.push_back(b.size());
  unsigned char** place = nullptr;
  const std::vector<OSSL_PARAM> params = tags_param(tag.data, place, s.offer.tag_bytes);
  const bool is_aead = s.offer.kind == HEDGEROW_AEAD;
  const bool gives_tags = is_aead && !encrypts;
  if (gives_tags && !tags_last) {
    ASSERT_EQ(c.set(params.data()), 1) << errors();
  }
  if (is_aead && !r.aads[0].empty()) {
    ASSERT_EQ(c.update(n, nullptr, done.data(), nullptr, aads.inputs(), aads.sizes.data()), 1)
        << errors();
  }
  ASSERT_EQ(
      c.update(n, to.data.data(), done.data(), to.sizes.data(), from.inputs(), lengths.data()), 1)
      << errors();
  if (gives_tags && tags_last) {
    ASSERT_EQ(c.set(params.data()), 1) << errors();
  }
  std::vector<unsigned char*> ends;
  std::vector<std::size_t> rooms;
  for (std::size_t i = 0; i < n; i++)
    ends.push_back(out[i].data() + done[i]), rooms.push_back(out[i].size() - done[i]);
  ASSERT_EQ(c.final(n, ends.data(), rest.data(), rooms.data()), 1) << errors();
  for (std::size_t i = 0; i < n; i++) {
    out[i].resize(done[i] + rest[i]);
    EXPECT_EQ(to_hex(out[i]), to_hex(expected[i])) << "record " << i << " of " << n;
  }
  if (!is_aead || !encrypts) return;
  for (Bytes& t : tags) t.assign(t.size(), 0);
  ASSERT_EQ(c.get((OSSL_PARAM*)params.data()), 1) << errors();
  for (std::size_t i = 0; i < n; i++) EXPECT_EQ(to_hex(tags[i]), to_hex(r.tags[i]));
}

template <class Context>
int start(Context& c, const Subject& s, Records& r, bool encrypts, const Bytes* key) {
  Arrays ivs(r.ivs);
  return c.init(encrypts, key, r.count(), s.offer.iv_bytes ? ivs.inputs() : nullptr,
                s.offer.iv_bytes);
}

// Padding stands where init left it: on.
template <class Context>
void without_padding(Context& c) {
  std::size_t off = 0;
  const OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t("padding", &off),
                               OSSL_PARAM_construct_end()};
  ASSERT_EQ(c.set(params), 1) << errors();
}

// Encrypts, decrypts, and the same again with new IVs, under the same key, in a copy.
template <class Context>
void check(Context& c, const Subject& s) {
  const bool can_pad = s.offer.properties & HEDGEROW_HAS_PADDING;
  const bool at_once = s.offer.properties & (HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST);
  for (const bool pads : {true, false}) {
    if (pads && !can_pad) continue;
    Records r = make_records(s, pads);
    for (const bool encrypts : {true, false}) {
      ASSERT_EQ(start(c, s, r, encrypts, &r.key), 1) << errors();
      if (can_pad && !pads) without_padding(c);
      Context copy(c);
      run(c, s, r, encrypts, false, !at_once);
      run(copy, s, r, encrypts, !encrypts && false, false);
      if (!s.offer.iv_bytes) continue;
      ASSERT_EQ(start(c, s, r, encrypts, nullptr), 1) << errors();
      run(c, s, r, encrypts, true, false);
    }
  }
}

const RawProvider& raw() {
  static const RawProvider provider({{"research", "yes"}, {"wide-blocks", "yes"}});
  return provider;
}

std::string first_name(const OSSL_ALGORITHM& a) {
  const std::string names = a.algorithm_names;
  return names.substr(0, names.find(':'));
}

TEST(ProviderPipeline, EveryCipherAndAead) {
  std::size_t tried = 0;
  for (const OSSL_ALGORITHM& a : raw().algorithms(OSSL_OP_CIPHER)) {
    SCOPED_TRACE(a.algorithm_names);
    const bool gost89 = std::string(a.algorithm_names).find("gost89:") == 0;
    const Subject s = subject_of(a.algorithm_description, gost89 ? "gost89" : a.algorithm_names);
    EXPECT_EQ(Raw::can(a), s.offer.kind != HEDGEROW_WRAP);
    if (!Raw::can(a)) continue;
    Raw c(raw(), a);
    check(c, s);
    tried++;
  }
  EXPECT_GT(tried, 250u);
}

const OSSL_ALGORITHM& algorithm(const std::string& name) {
  static const std::vector<OSSL_ALGORITHM> all = raw().algorithms(OSSL_OP_CIPHER);
  for (const OSSL_ALGORITHM& a : all)
    if (first_name(a) == name) return a;
  throw std::runtime_error("no " + name);
}

// Buffers for `n` records of 32 bytes.
struct Buffers {
  std::vector<Bytes> in, out;
  Arrays from, to;
  std::vector<std::size_t> done;
  explicit Buffers(std::size_t n)
      : in(n, Bytes(32, 1)), out(n, Bytes(64, 0xee)), from(in), to(out), done(n, 99) {}
  int update(Raw& c) {
    return c.update(in.size(), to.data.data(), done.data(), to.sizes.data(), from.inputs(),
                    from.sizes.data());
  }
  int final(Raw& c) { return c.final(in.size(), to.data.data(), done.data(), to.sizes.data()); }
  bool untouched() const { return out == std::vector<Bytes>(out.size(), Bytes(64, 0xee)); }
};

TEST(ProviderPipeline, BadCallsOfACipher) {
  using namespace hedgerow_provider;
  const Bytes key(32, 1);
  std::vector<Bytes> ivs(33, Bytes(16, 2));
  Arrays iv(ivs);
  Raw c(raw(), algorithm("kuznyechik-cbc"));
  Buffers b(3), other(2);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kPipes);
  for (const std::size_t count : {std::size_t{0}, kMaxPipes + 1}) {
    EXPECT_EQ(c.init(true, &key, count, iv.inputs(), 16), 0);
    EXPECT_EQ(raw().reason(), kPipes);
  }
  EXPECT_EQ(c.init(true, &key, 3, iv.inputs(), 15), 0);
  EXPECT_EQ(raw().reason(), kIvLength);
  EXPECT_EQ(c.init(true, &key, 3, nullptr, 0), 1);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kNoIv);
  ASSERT_EQ(c.init(true, nullptr, 3, iv.inputs(), 16), 1);
  EXPECT_EQ(other.update(c), 0);
  EXPECT_EQ(raw().reason(), kPipes);
  without_padding(c);
  b.to.sizes[1] = 31;
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kOutputRoom);
  EXPECT_TRUE(b.untouched());
  b.to.sizes[1] = 64;
  EXPECT_EQ(b.update(c), 1);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kOneCall);
  EXPECT_EQ(b.final(c), 1);
  EXPECT_EQ(b.update(c), 0);
  EXPECT_EQ(raw().reason(), kMessageOver);
}

// A record whose padding is wrong takes the others with it: nothing of any comes out.
TEST(ProviderPipeline, WrongPadding) {
  const Bytes key(32, 1);
  std::vector<Bytes> ivs(2, Bytes(16, 2));
  Arrays iv(ivs);
  Raw c(raw(), algorithm("kuznyechik-cbc"));
  Buffers b(2), back(2);
  ASSERT_EQ(c.init(true, &key, 2, iv.inputs(), 16), 1);
  ASSERT_EQ(b.update(c), 1);
  EXPECT_EQ(b.done, std::vector<std::size_t>(2, 48));
  back.in = b.out;
  back.in[1][47] ^= 1;
  back.from = Arrays(back.in);
  back.from.sizes = {48, 48};
  ASSERT_EQ(c.init(false, nullptr, 2, nullptr, 0), 1);
  EXPECT_EQ(back.update(c), 0);
  EXPECT_EQ(raw().reason(), (std::uint32_t)HEDGEROW_ERR_PADDING);
  EXPECT_EQ(back.done, std::vector<std::size_t>(2, 0));
  EXPECT_EQ(Bytes(back.out[0].begin(), back.out[0].begin() + 32), Bytes(32, 0));
}

TEST(ProviderPipeline, TagsMissingOrWrong) {
  using namespace hedgerow_provider;
  for (const char* name : {"kuznyechik-mgm", "LEA-256-CCM", "LEA-128-SIV"}) {
    SCOPED_TRACE(name);
    Raw c(raw(), algorithm(name));
    const Subject s = subject_of(algorithm(name).algorithm_description, name);
    const bool at_once = s.offer.properties & (HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST);
    const Bytes key(s.offer.key_bytes, 1);
    std::vector<Bytes> ivs(2, Bytes(s.offer.iv_bytes, 2)), tags(2, Bytes(16));
    Arrays iv(ivs), tag(tags);
    unsigned char** place = nullptr;
    const std::vector<OSSL_PARAM> params = tags_param(tag.data, place, 16);
    Buffers b(2);
    ASSERT_EQ(c.init(true, &key, 2, iv.inputs(), s.offer.iv_bytes), 1);
    EXPECT_EQ(c.get((OSSL_PARAM*)params.data()), 0);
    EXPECT_EQ(raw().reason(), kNoTag);
    ASSERT_EQ(b.update(c), 1);
    ASSERT_EQ(b.final(c), 1);
    ASSERT_EQ(c.get((OSSL_PARAM*)params.data()), 1);
    ASSERT_EQ(c.init(true, nullptr, 2, nullptr, 0), 1);  // those nonces are used up
    if (s.offer.min_iv_bytes) {
      EXPECT_EQ(b.update(c), 0);
      EXPECT_EQ(raw().reason(), kNoIv);
    }
    for (const int wrong : {-1, 0, 1}) {
      Buffers back(2);
      for (std::size_t i = 0; i < 2; i++)
        back.in[i].assign(b.out[i].begin(), b.out[i].begin() + 32);
      back.from = Arrays(back.in);
      ASSERT_EQ(c.init(false, &key, 2, iv.inputs(), s.offer.iv_bytes), 1);
      if (wrong == 1) tags[1][5] ^= 1;
      if (wrong >= 0) {
        ASSERT_EQ(c.set(params.data()), 1);
      }
      const bool ok = back.update(c) == 1 && back.final(c) == 1;
      EXPECT_EQ(ok, wrong == 0);
      if (wrong == 0) {
        EXPECT_EQ(Bytes(back.out[1].begin(), back.out[1].begin() + 32), b.in[1]);
      }
      if (wrong == -1) {
        EXPECT_EQ(raw().reason(), kNoTag);
      }
      if (wrong == 1) {
        EXPECT_EQ(raw().reason(), (std::uint32_t)HEDGEROW_ERR_AUTH);
      }
      if (wrong == 1 && at_once) {
        EXPECT_EQ(Bytes(back.out[0].begin(), back.out[0].begin() + 32), Bytes(32, 0));
      }
    }
  }
}

TEST(ProviderPipeline, ThroughEvp) {
#if OPENSSL_VERSION_PREREQ(3, 5)
  for_every_cipher(whole_world(), [](EVP_CIPHER* cipher, const Subject& s) {
    const bool can = s.offer.kind != HEDGEROW_WRAP;
    EXPECT_EQ(EVP_CIPHER_can_pipeline(cipher, 1) && EVP_CIPHER_can_pipeline(cipher, 0), can);
    if (!can) return;
    Evp c(cipher);
    check(c, s);
  });
#else
  GTEST_SKIP()
      << "libcrypto has pipelines from 3.5 on; ./dev test --full runs this under 3.5 and 4.0";
#endif
}

}  // namespace
}  // namespace hedgerow_test
