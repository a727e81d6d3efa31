// CCM of DSTU 7624:2014 for blocks of 128, 256 and 512 bits. The nonce is one block, and a length field has Nb bytes,
// little-endian (option length_bytes):
//
//   first block   first (block - Nb - 1) bytes of the nonce | length of the data | flags
//   AAD           length | AAD, in one block if both fit; otherwise the length has a block of its own.
//                 This part is absent without AAD. Incomplete blocks of AAD and data are padded with 80 00 ..
//   keystream     CTR of DSTU 7624 from the whole nonce, over the data and then over the tag
//
// With parameters.zero_fill, the padding is zeros and the tag starts at a new block of the keystream.
//
// The tag that is sent is encrypted, but the vectors of the standard show the MAC before that encryption.
#include "mode/engine/ccm_batch.hpp"

namespace hedgerow {

namespace {

constexpr std::uint32_t kDefaultLengthBytes = 4;

std::size_t length_bytes(const Parameters& p) noexcept {
  return p.length_bytes ? p.length_bytes : kDefaultLengthBytes;
}

void store_length(std::uint8_t* to, std::uint64_t length, std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; i++) to[i] = (std::uint8_t)(length >> (8 * i));
}

struct Dstu {
  static std::uint8_t first_pad(const Parameters& p) noexcept { return p.zero_fill ? 0 : 0x80; }
  static std::size_t tag_gap(std::size_t block, const Parameters& p, std::uint64_t bytes) noexcept {
    return p.zero_fill ? (block - bytes % block) % block : 0;
  }
  static constexpr bool kTagBehindData = true;
  static constexpr std::size_t kMaskBlocks = 0, kNonceBlocks = 1;

  static void first_block(std::size_t block, const Parameters& p, const std::uint8_t* nonce,
                          std::size_t, std::uint8_t* out) noexcept {
    const std::size_t nb = length_bytes(p);
    const std::uint32_t code = p.tag_bytes == 8 ? 2 : p.tag_bytes / 16 + 2;
    memcpy(out, nonce, block);
    store_length(out + block - nb - 1, p.data_bytes, nb);
    out[block - 1] = (std::uint8_t)((p.aad_bytes ? 0x80 : 0) | code << 4 | (nb - 1));
  }

  static std::size_t write_head(std::size_t block, const Parameters& p,
                                std::uint8_t* head) noexcept {
    if (p.aad_bytes == 0) return 0;
    const std::size_t nb = length_bytes(p);
    store_length(head, p.aad_bytes, nb);
    return p.aad_bytes <= block - nb ? nb : block;
  }

  static CounterField field(std::size_t block, std::size_t) noexcept {
    return {0, block, CounterOrder::kLittleEndian};
  }

  static void first_counter(std::size_t block, const std::uint8_t*, std::size_t,
                            const std::uint8_t* encrypted_nonce, std::uint8_t* counter) noexcept {
    memcpy(counter, encrypted_nonce, block);
    counter_add(field(block, block), counter, 1);
  }
};

ParameterStatus check(const Variant&, const Parameters& p) noexcept {
  return length_bytes(p) <= 8 ? ParameterStatus::kOk : ParameterStatus::kLengthField;
}

// The longest data or AAD that the length field can express.
std::uint64_t max_data_bytes(const Variant&, const Parameters& p, std::size_t) noexcept {
  const std::size_t nb = length_bytes(p);
  return nb >= 8 ? kMaxMessageBytes : (1ull << (8 * nb)) - 1;
}

using Mode = Ccm<Dstu>;
constexpr AeadMode kMode = {
    .base = {.state_bytes = state_bytes_of<CcmState>, .set_key = Mode::set_key, .check = check},
    .nonce_order = CounterOrder::kLittleEndian,
    .max_data_bytes = max_data_bytes,
    .max_aad_bytes = max_data_bytes,
    .start = Mode::start,
    .aad = Mode::aad,
    .encrypt = Mode::encrypt,
    .decrypt = Mode::decrypt,
    .tag = Mode::tag,
    .batch = CcmBatch<Dstu>::run};

}  // namespace

// The same mode twice, because the block sizes have different tag lengths: only the smallest allows 8 bytes.
extern constexpr AeadMode hedgerow_mode_ccm_dstu = kMode;
extern constexpr AeadMode hedgerow_mode_ccm_dstu_wide = kMode;

}  // namespace hedgerow
