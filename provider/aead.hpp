// The context of an AEAD, and how modes that take a whole message at once collect it.
#pragma once

#include "context.hpp"

namespace hedgerow_provider {

struct AeadContext : Context {
  hedgerow_aead* aead;
  std::uint8_t* aad;  // collected, for modes that take a message at once
  std::size_t aad_bytes, aad_room;
  int components;  // calls that gave AAD
  std::size_t
      first_component_bytes;  // SIV: AAD, and behind it a nonce that came as a second component
  bool announced;
  std::uint64_t announced_bytes;
  std::size_t tag_bytes;  // of `tag`, or that a tag is to have; 0: nothing said
  bool has_tag;           // to be checked, or computed
  std::uint8_t tag[HEDGEROW_MAX_TAG_BYTES];

  void release() noexcept {
    hedgerow_aead_free(aead);
    if (aad) explicit_bzero(aad, aad_bytes);
    free(aad);
  }
  bool copy_owned(const AeadContext& from) noexcept {
    aead = nullptr;
    aad = nullptr;
    aad_room = aad_bytes;
    if (aad_bytes) {
      aad = (std::uint8_t*)malloc(aad_bytes);
      if (!aad) return aad_bytes = 0, false;
      memcpy(aad, from.aad, aad_bytes);
    }
    return !from.aead || hedgerow_aead_copy(&aead, from.aead) == HEDGEROW_OK;
  }
  bool at_once() const noexcept {
    return algorithm->has(HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST);
  }
  bool encrypts() const noexcept { return direction == HEDGEROW_ENCRYPT; }
  std::size_t wanted_tag() const noexcept { return tag_bytes ? tag_bytes : offer().tag_bytes; }
};

// A library context with the options as they are, and the key if there is one.
int renew(AeadContext& c) noexcept;
// Begins a message if there is all it needs.
int start(AeadContext& c) noexcept;

// For modes that read a message twice or must know its lengths (CCM, SIV, GCM-SIV): they collect the AAD and take all
// data in one update, as libcrypto's own do.
int collect(AeadContext& c, const unsigned char* in, std::size_t bytes) noexcept;
// The whole message.
int run_at_once(AeadContext& c, unsigned char* out, const unsigned char* in,
                std::size_t bytes) noexcept;
// The length of the data, which libcrypto's callers may tell CCM first.
int announce(AeadContext& c, std::size_t bytes) noexcept;

}  // namespace hedgerow_provider
