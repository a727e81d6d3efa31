// The context of an AEAD, and how modes that take a whole message at once collect it.
#pragma once

#include "pipeline.hpp"

namespace hedgerow_provider {

struct AeadContext : Context {
  hedgerow_aead* aead;
  KeptAad aad;  // for modes that take a message at once
  bool announced;
  std::uint64_t announced_bytes;
  std::size_t tag_bytes;  // of `tag`, or that a tag is to have; 0: nothing said
  bool has_tag;           // to be checked, or computed
  std::uint8_t tag[HEDGEROW_MAX_TAG_BYTES];
  Pipeline pipeline;

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
  // SIV: every call that gives AAD is a string of its own, and the IV, which may be left out, is the last.
  bool takes_strings() const noexcept { return algorithm->has(HEDGEROW_ONE_CALL) && !needs_iv(); }
  bool encrypts() const noexcept { return direction == HEDGEROW_ENCRYPT; }
  std::size_t wanted_tag() const noexcept { return tag_bytes ? tag_bytes : info().tag_bytes; }
};

// A library context with the options as they are, and the key if there is one.
int renew(AeadContext& c) noexcept;
// Begins a message if there is all it needs.
int start(AeadContext& c) noexcept;

// For modes that read a message twice or must know its lengths (CCM, SIV, GCM-SIV): they collect the AAD and take all
// data in one update, as libcrypto's own do.
int collect(AeadContext& c, const unsigned char* in, std::size_t bytes) noexcept;
// 0 and a reason unless a call's AAD is one that a message can keep; then keeps it.
int check_aad(const AeadContext& c, const KeptAad& kept, const unsigned char* in,
              std::size_t bytes) noexcept;
bool keep_aad(const AeadContext& c, KeptAad& kept, const unsigned char* in,
              std::size_t bytes) noexcept;
// Seals or opens `m` under the AAD that was kept for it.
hedgerow_status run_whole(AeadContext& c, const hedgerow_message& m, const KeptAad& kept) noexcept;
// The whole message.
int run_at_once(AeadContext& c, unsigned char* out, const unsigned char* in,
                std::size_t bytes) noexcept;
// The tags of a pipeline: an array of pointers, as long as the pipeline.
int set_pipeline_tags(AeadContext& c, const OSSL_PARAM& p) noexcept;
int get_pipeline_tags(const AeadContext& c, const OSSL_PARAM* p) noexcept;
// The length of the data, which libcrypto's callers may tell CCM first.
int announce(AeadContext& c, std::size_t bytes) noexcept;

}  // namespace hedgerow_provider
