// The engine of every AEAD here: CTR plus a sum over AAD and ciphertext that one more encryption
// turns into the tag. What differs between GCM of DSTU 7624 and MGM is an AeadScheme.
//
//   nonce --start--> counter;   AAD, 0-pad, ciphertext, 0-pad --absorb--> sum;   tag =
//   E(finish(sum))
//
// Data runs in chunks that stay in the L1 cache: a chunk is encrypted and absorbed (or absorbed and
// decrypted) before the next one is touched.
#pragma once

#include "mode/block_feed.hpp"
#include "mode/ctr.hpp"
#include "mode/secret_memory.hpp"

namespace hedgerow {

// What a scheme keeps for one key and the message in progress.
struct AeadState {
  const FieldOps* field = nullptr;
  SecretMemory memory;  // GCM: the prepared hash key. MGM: hash blocks H_i made ahead
  CtrStream ctr;
  std::uint8_t sum[kMaxBlockBytes] = {};
  std::uint8_t z[kMaxBlockBytes] = {};      // MGM: the counter of H_i
  std::size_t hash_next = 0, hash_end = 0;  // MGM: the blocks of `memory` not used yet
  std::size_t message_bytes = 0;            // MGM: how much of `memory` is wiped with the message
};

struct AeadScheme {
  const char* name;
  CounterOrder nonce_counter;  // where the API's own nonces count: 8 bytes at that end of the nonce
  bool nonce_top_bit_clear;    // the first bit of a nonce must be 0
  // Everything that depends on the key alone. False when memory is short.
  bool (*set_key)(AeadState& state, const CipherKey& key) noexcept;
  // Begins a message; the sum is zero.
  void (*start)(AeadState& state, const CipherKey& key, const std::uint8_t* nonce) noexcept;
  // Takes whole blocks into the sum.
  void (*absorb)(AeadState& state, const CipherKey& key, const std::uint8_t* in,
                 std::size_t blocks) noexcept;
  // Takes the length block into the sum; its halves are the bit lengths of AAD and data.
  void (*absorb_lengths)(AeadState& state, const CipherKey& key, std::uint64_t aad_bits,
                         std::uint64_t data_bits) noexcept;
};

extern const AeadScheme kGcmScheme;  // DSTU 7624
extern const AeadScheme kMgmScheme;  // RFC 9058

// AAD and data of one message together: their bit lengths must fit in the length block.
constexpr std::uint64_t kMaxMessageBytes = (1ull << 61) - 1;

class AeadEngine {
 public:
  // Both return false when memory is short; then the engine may only be destroyed.
  bool set_key(const AeadScheme& scheme, const CipherKey& key) noexcept;
  bool copy_from(const AeadEngine& other) noexcept;

  // Begins a message; one in progress is dropped. `nonce` may be null for a tag over AAD alone
  // (GMAC).
  void start(const CipherKey& key, const std::uint8_t* nonce) noexcept;
  void aad(const CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept;
  // Encrypts and absorbs; absorbs and decrypts; absorbs ciphertext alone; decrypts alone.
  void encrypt(const CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
               std::size_t bytes) noexcept;
  void decrypt(const CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
               std::size_t bytes) noexcept;
  void absorb_data(const CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept;
  void decrypt_only(const CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
                    std::size_t bytes) noexcept;
  // One block, of which the tag is a prefix. The sum is wiped; decrypt_only may follow.
  void tag(const CipherKey& key, std::uint8_t* block) noexcept;
  // Wipes everything of the message.
  void clear() noexcept;

  std::uint64_t aad_bytes() const noexcept { return aad_bytes_; }
  std::uint64_t data_bytes() const noexcept { return data_bytes_; }

 private:
  void pad(const CipherKey& key) noexcept;
  void clear_sum() noexcept;

  const AeadScheme* scheme_ = nullptr;
  AeadState state_;
  BlockFeed<LastBlock::kConsume> feed_;
  std::uint64_t aad_bytes_ = 0, data_bytes_ = 0;
};

}  // namespace hedgerow
