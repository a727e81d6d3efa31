// The context of an AEAD. Modes that need a whole message in one call collect it there.
#pragma once

#include "pipeline.hpp"

namespace hedgerow_provider {

// The records of TLS 1.2 in GCM (tls_aead.cpp).
struct TlsRecord {
  bool has_fixed, has_aad;
  std::uint64_t count;  // of encrypted records
  std::uint8_t nonce[12], aad[13];
};

struct AeadContext : Context {
  hedgerow_aead* aead;
  KeptAad aad;  // used by modes that need the message in one call
  bool announced;
  std::uint64_t announced_bytes;
  std::size_t tag_bytes;  // length of `tag` or of the tag to compute; 0 if not set
  bool has_tag;           // `tag` is valid, either to be checked or computed
  std::uint8_t tag[HEDGEROW_MAX_TAG_BYTES];
  Pipeline pipeline;
  TlsRecord tls;

  static const OSSL_PARAM kGettable[], kSettable[];
  int init(hedgerow_direction direction, const unsigned char* key, std::size_t key_bytes,
           const unsigned char* iv, std::size_t iv_bytes, const OSSL_PARAM params[]) noexcept;
  int update(unsigned char* out, std::size_t* out_bytes, std::size_t room, const unsigned char* in,
             std::size_t bytes) noexcept;
  int final(unsigned char* out, std::size_t* out_bytes, std::size_t room) noexcept;
  int one_shot(unsigned char* out, std::size_t* out_bytes, std::size_t room,
               const unsigned char* in, std::size_t bytes) noexcept {
    return in || out || bytes ? update(out, out_bytes, room, in, bytes)
                              : final(out, out_bytes, room);
  }
  int get(OSSL_PARAM params[]) noexcept;
  int set(const OSSL_PARAM params[]) noexcept;
  int pipeline_begin(bool new_key) noexcept;
  int pipeline_update(const Records& records) noexcept;
  int pipeline_final(const Records& records) noexcept;

  void release() noexcept {
    hedgerow_aead_free(aead);
    aad.release();
    pipeline.release();
  }
  bool copy_owned(const AeadContext& from) noexcept {
    aead = nullptr;
    pipeline = {};
    return aad.copy(from.aad) && pipeline.copy(from.pipeline) &&
           (!from.aead || hedgerow_aead_copy(&aead, from.aead) == HEDGEROW_OK);
  }
  bool at_once() const noexcept {
    return algorithm->has(HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST);
  }
  // For SIV: every call with AAD is a separate string. The last string is the IV, which is optional.
  bool takes_strings() const noexcept { return algorithm->has(HEDGEROW_ONE_CALL) && !needs_iv(); }
  bool encrypts() const noexcept { return direction == HEDGEROW_ENCRYPT; }
  std::size_t wanted_tag() const noexcept { return tag_bytes ? tag_bytes : info().tag_bytes; }
};

// Makes a new library context with the present options, and sets the key if there is one.
int renew(AeadContext& c) noexcept;
// Starts a message if everything it needs is set.
int start(AeadContext& c) noexcept;

// Collects AAD for modes that read a message twice (SIV, GCM-SIV) or must know its lengths first (CCM). These modes
// take all data in one update, as OpenSSL's own do.
int collect(AeadContext& c, const unsigned char* in, std::size_t bytes) noexcept;
// Checks that the AAD of a call can be stored and stores it, or else returns 0 and adds a reason.
int check_aad(const AeadContext& c, const KeptAad& kept, const unsigned char* in,
              std::size_t bytes) noexcept;
bool keep_aad(const AeadContext& c, KeptAad& kept, const unsigned char* in,
              std::size_t bytes) noexcept;
// Seals or opens `m` under the stored AAD.
hedgerow_status run_whole(AeadContext& c, const hedgerow_message& m, const KeptAad& kept) noexcept;
// Processes the whole message.
int run_at_once(AeadContext& c, unsigned char* out, const unsigned char* in,
                std::size_t bytes) noexcept;
// Sets the tags of a pipeline, where the parameter is an array of pointers, one per record.
int set_pipeline_tags(AeadContext& c, const OSSL_PARAM& p) noexcept;
int get_pipeline_tags(const AeadContext& c, const OSSL_PARAM* p) noexcept;
// The parameters of libssl for records of TLS 1.2: the fixed part of the nonce, and the AAD of the next record.
int set_tls_fixed(AeadContext& c, const OSSL_PARAM& p) noexcept;
int set_tls_aad(AeadContext& c, const OSSL_PARAM& p) noexcept;
// Gives the bytes by which a record is longer than its explicit nonce and its data.
bool get_tls_pad(const AeadContext& c, OSSL_PARAM* p) noexcept;
int run_tls_record(AeadContext& c, unsigned char* out, std::size_t* out_bytes, std::size_t room,
                   const unsigned char* in, std::size_t bytes) noexcept;
// Takes the length of the data, which a caller may announce to CCM.
int announce(AeadContext& c, std::size_t bytes) noexcept;

}  // namespace hedgerow_provider
