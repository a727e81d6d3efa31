// The common part of all contexts of the provider: the algorithm, the options, and the present key and IV. EVP allows
// new options after the key, but a context of the library does not. A library context is therefore replaced when the
// options change.
#pragma once

#include <openssl/core_names.h>
#include <stdlib.h>
#include <string.h>

#include <initializer_list>
#include <new>

#include "algorithms.hpp"
#include "parameters.hpp"

namespace hedgerow_provider {

enum class Phase {
  kWaiting,  // a key or an IV is missing
  kReady,    // ready for the first data of a message
  kMessage,
  kOver
};

struct Context {
  const Provider* provider;
  const Algorithm* algorithm;
  hedgerow_options options;
  bool stale;  // the library context was made with older options
  Phase phase;
  hedgerow_direction direction;
  bool has_key, has_iv;
  bool iv_used;          // a message with `iv` has data or is over
  bool has_aad;          // AAD of a message without data so far, which a new option would drop
  std::size_t iv_bytes;  // required length of an IV
  char tlstree_mode;     // 's' for strong, 'l' for light, else 0
  std::uint8_t key[HEDGEROW_MAX_KEY_BYTES];
  std::uint8_t iv[HEDGEROW_MAX_IV_BYTES];

  const hedgerow_algorithm_info& info() const noexcept { return algorithm->info; }
  const char* name() const noexcept { return algorithm->name; }
  bool takes_iv() const noexcept { return info().max_iv_bytes != 0; }
  bool needs_iv() const noexcept { return info().min_iv_bytes != 0; }
  int check(hedgerow_status status) const noexcept {
    return hedgerow_provider::check(*provider, status, algorithm->name);
  }
};

// Initialises a new context.
void begin_context(Context& c, const Provider& provider, const Algorithm& algorithm) noexcept;
// Stores the key and IV of an init call; a null pointer leaves the old value. Returns 0 and a reason if a length is
// wrong.
int keep_key(Context& c, const std::uint8_t* key, std::size_t bytes) noexcept;
int keep_iv(Context& c, const std::uint8_t* iv, std::size_t bytes) noexcept;
// Checks that everything needed before data is there, and returns 1, or 0 and the reason.
int check_ready(const Context& c) noexcept;

// Handles an entry of the parameters of init or set_ctx_params if it is one that several kinds share. Returns 1 if it
// was set, 0 with a reason if it was rejected, and -1 if it is not such an entry.
int set_shared(Context& c, const OSSL_PARAM& p) noexcept;
int refuse_parameter(const Context& c, const OSSL_PARAM& p, Reason reason) noexcept;

// The parameter `tlstree` is the sequence number of a TLS record (8 bytes). Replaces the master key by the key of the
// record, and in CTR also the IV. `key` has 32 bytes, `iv` has algorithm().iv_bytes.
int tlstree(const Context& c, const OSSL_PARAM& p, std::uint8_t* key, std::uint8_t* iv) noexcept;
bool has_tlstree(const Algorithm& algorithm) noexcept;

// Wipes and frees a T, after T::release has freed the memory that it owns.
template <class T>
void free_context(void* context) noexcept {
  T* c = (T*)context;
  if (!c) return;
  c->release();
  explicit_bzero((void*)c, sizeof *c);
  free(c);
}

// Returns a new T, or null.
template <class T>
T* make_context(const Provider& provider, const Algorithm& algorithm) noexcept {
  void* memory = calloc(1, sizeof(T));
  if (!memory) return nullptr;
  T* c = new (memory) T();
  begin_context(*c, provider, algorithm);
  return c;
}

// Copies a T. T::copy_owned copies the memory that T owns and returns false on failure.
template <class T>
void* copy_context(void* context) noexcept {
  const T* from = (const T*)context;
  void* memory = calloc(1, sizeof(T));
  if (!memory) return nullptr;
  T* to = new (memory) T(*from);
  if (to->copy_owned(*from)) return to;
  free_context<T>(to);
  return nullptr;
}

// Calls set(context, entry) for each entry. Entries with lengths come first, because they decide how key and IV are
// read. Stops at the first failure.
template <class T, class Set>
int set_each(T& c, const OSSL_PARAM* params, Set&& set) noexcept {
  const auto is_length = [](const OSSL_PARAM& p) {
    return strcmp(p.key, OSSL_CIPHER_PARAM_IVLEN) == 0 ||
           strcmp(p.key, OSSL_CIPHER_PARAM_KEYLEN) == 0;
  };
  for (const bool lengths : {true, false})
    for (const OSSL_PARAM* p = params; p && p->key; p++)
      if (is_length(*p) == lengths && !set(c, *p)) return 0;
  return 1;
}

template <class Function>
constexpr OSSL_DISPATCH entry(int id, Function* function) noexcept {
  return {id, (void (*)(void))function};
}

// The cipher functions of libcrypto for contexts of type T. T must have
//   int init(direction, key, key_bytes, iv, iv_bytes, params)
//   int update(out, out_bytes, room, in, bytes), one_shot with the same, final(out, out_bytes, room)
//   int get(params), set(params)
//   static OSSL_PARAM kGettable[], kSettable[]: the parameters that `get` and `set` know
// Each function returns 1, or 0 with a reason on the queue. *out_bytes is 0 when update, one_shot or final is called.
template <class T>
struct CipherFunctions {
  static T& of(void* context) noexcept { return *(T*)context; }

  template <hedgerow_direction kDirection>
  static int init(void* context, const unsigned char* key, size_t key_bytes,
                  const unsigned char* iv, size_t iv_bytes, const OSSL_PARAM params[]) {
    return of(context).init(kDirection, key, key_bytes, iv, iv_bytes, params);
  }
  static int update(void* context, unsigned char* out, size_t* out_bytes, size_t room,
                    const unsigned char* in, size_t bytes) {
    *out_bytes = 0;
    return of(context).update(out, out_bytes, room, in, bytes);
  }
  static int one_shot(void* context, unsigned char* out, size_t* out_bytes, size_t room,
                      const unsigned char* in, size_t bytes) {
    *out_bytes = 0;
    return of(context).one_shot(out, out_bytes, room, in, bytes);
  }
  static int final(void* context, unsigned char* out, size_t* out_bytes, size_t room) {
    *out_bytes = 0;
    return of(context).final(out, out_bytes, room);
  }
  static int get(void* context, OSSL_PARAM params[]) { return of(context).get(params); }
  static int set(void* context, const OSSL_PARAM params[]) { return of(context).set(params); }

  static const OSSL_PARAM* gettable(void*) {
    static constexpr OSSL_PARAM kKnown[] = {number_entry(OSSL_CIPHER_PARAM_MODE),
                                            number_entry(OSSL_CIPHER_PARAM_BLOCK_SIZE),
                                            number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                            number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                            number_entry(OSSL_CIPHER_PARAM_AEAD),
                                            number_entry(OSSL_CIPHER_PARAM_CUSTOM_IV),
                                            kEndOfParams};
    return kKnown;
  }
  static const OSSL_PARAM* context_gettable(void*, void*) { return T::kGettable; }
  static const OSSL_PARAM* context_settable(void*, void*) { return T::kSettable; }

  static const OSSL_DISPATCH kTable[];
};

template <class T>
const OSSL_DISPATCH CipherFunctions<T>::kTable[] = {
    entry(OSSL_FUNC_CIPHER_FREECTX, free_context<T>),
    entry(OSSL_FUNC_CIPHER_DUPCTX, copy_context<T>),
    entry(OSSL_FUNC_CIPHER_ENCRYPT_INIT, init<HEDGEROW_ENCRYPT>),
    entry(OSSL_FUNC_CIPHER_DECRYPT_INIT, init<HEDGEROW_DECRYPT>),
    entry(OSSL_FUNC_CIPHER_UPDATE, update),
    entry(OSSL_FUNC_CIPHER_FINAL, final),
    entry(OSSL_FUNC_CIPHER_CIPHER, one_shot),
    entry(OSSL_FUNC_CIPHER_GETTABLE_PARAMS, gettable),
    entry(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, get),
    entry(OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, context_gettable),
    entry(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, set),
    entry(OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, context_settable),
    {0, nullptr},
};

}  // namespace hedgerow_provider
