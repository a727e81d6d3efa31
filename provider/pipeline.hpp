// Pipelines process several records of one key in one call, with OpenSSL 3.5 and later (EVP_CipherPipelineUpdate). Each
// record has its own IV. Its data comes in one update, so that the records can share kernel calls. The exception is
// decryption with an AEAD that streams, because its data may come in pieces.
#pragma once

#include "context.hpp"

// The headers of old versions, for example OpenSSL 3.0, lack these definitions. A module that was built with them also
// works with later versions.
#ifndef OSSL_FUNC_CIPHER_PIPELINE_ENCRYPT_INIT
#define OSSL_FUNC_CIPHER_PIPELINE_ENCRYPT_INIT 15
#define OSSL_FUNC_CIPHER_PIPELINE_DECRYPT_INIT 16
#define OSSL_FUNC_CIPHER_PIPELINE_UPDATE 17
#define OSSL_FUNC_CIPHER_PIPELINE_FINAL 18
#endif
#ifndef OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG
#define OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG "pipeline-tag"
#endif

namespace hedgerow_provider {

constexpr std::size_t kMaxPipes = 32;  // libcrypto's EVP_MAX_PIPES

// AAD that is kept until the data of its message arrives. For SIV it is a list of strings, each preceded by its length.
struct KeptAad {
  std::uint8_t* data;
  std::size_t bytes, room, strings;

  bool add(const std::uint8_t* more, std::size_t more_bytes) noexcept;
  bool add_string(const std::uint8_t* string, std::size_t string_bytes) noexcept;
  // Removes the AAD but keeps the memory.
  void restart() noexcept { bytes = strings = 0; }
  // Becomes a copy with separate memory, where the old content is dropped but not freed.
  bool copy(const KeptAad& from) noexcept;
  void release() noexcept;
};

struct Pipe {
  std::uint8_t iv[HEDGEROW_MAX_IV_BYTES];
  std::uint8_t tag[HEDGEROW_MAX_TAG_BYTES];
  KeptAad aad;
  hedgerow_aead* aead;  // used by decryption that streams
};

struct Pipeline {
  Pipe* pipe;
  std::size_t count;
  Phase phase;
  bool has_ivs, has_tags;

  // Allocates `wanted` pipes without IVs, tags and AAD.
  bool make(std::size_t wanted) noexcept;
  bool copy(const Pipeline& from) noexcept;
  void free_aeads() noexcept;
  void release() noexcept;
};

// The arrays of one call, with one element per pipe.
struct Records {
  std::size_t count;
  unsigned char** out;
  std::size_t* out_bytes;
  const std::size_t* out_room;
  const unsigned char** in;  // null in a final call
  const std::size_t* in_bytes;

  // If the caller does not pass the room, it is the length of the data.
  std::size_t room(std::size_t i) const noexcept {
    return out_room ? out_room[i] : in_bytes ? in_bytes[i] : 0;
  }
  // Wipes the output of the first `done` records.
  void drop(std::size_t done) const noexcept;
};

// Sets the IVs of an init call. If `ivs` is null, the IVs of the previous init stay. Ends a single message in progress.
int begin_pipeline(Context& c, Pipeline& p, std::size_t count, const unsigned char** ivs,
                   std::size_t iv_bytes) noexcept;
// Checks that a call with this number of pipes is allowed, and returns 1, or 0 and the reason. libcrypto passes 0 if an
// init named a cipher for a context that already had one, because it forgets the number; then the number of that init
// is used.
int check_pipeline(const Context& c, const Pipeline& p, Records& r) noexcept;

// The pipeline functions of libcrypto for contexts of type T. In addition to the members for CipherFunctions, T must
// have
//   Pipeline pipeline
//   int pipeline_begin(new_key): called after an init; pipeline_update(records), pipeline_final(records)
template <class T>
struct PipelineFunctions {
  template <hedgerow_direction kDirection>
  static int init(void* context, const unsigned char* key, size_t key_bytes, size_t count,
                  const unsigned char** ivs, size_t iv_bytes, const OSSL_PARAM params[]) {
    T& c = *(T*)context;
    c.has_iv = false;  // init would start a single message with it
    return c.init(kDirection, key, key_bytes, nullptr, 0, params) &&
           begin_pipeline(c, c.pipeline, count, ivs, iv_bytes) && c.pipeline_begin(key != nullptr);
  }
  static int update(void* context, size_t count, unsigned char** out, size_t* out_bytes,
                    const size_t* out_room, const unsigned char** in, const size_t* in_bytes) {
    T& c = *(T*)context;
    Records r = {count, out, out_bytes, out_room, in, in_bytes};
    return check_pipeline(c, c.pipeline, r) && c.pipeline_update(r);
  }
  static int final(void* context, size_t count, unsigned char** out, size_t* out_bytes,
                   const size_t* out_room) {
    T& c = *(T*)context;
    Records r = {count, out, out_bytes, out_room, nullptr, nullptr};
    return check_pipeline(c, c.pipeline, r) && c.pipeline_final(r);
  }

  static const OSSL_DISPATCH kTable[];
};

template <class T>
const OSSL_DISPATCH PipelineFunctions<T>::kTable[] = {
    entry(OSSL_FUNC_CIPHER_PIPELINE_ENCRYPT_INIT, init<HEDGEROW_ENCRYPT>),
    entry(OSSL_FUNC_CIPHER_PIPELINE_DECRYPT_INIT, init<HEDGEROW_DECRYPT>),
    entry(OSSL_FUNC_CIPHER_PIPELINE_UPDATE, update),
    entry(OSSL_FUNC_CIPHER_PIPELINE_FINAL, final),
    {0, nullptr},
};

}  // namespace hedgerow_provider
