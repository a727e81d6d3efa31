// CCM [SP 800-38C] for blocks of 128 bits. A nonce of n bytes leaves q = 15 - n bytes for the length field:
//
//   first block   flags | nonce | length of the data, q bytes          flags: AAD? tag length, q
//   counters      q - 1 | nonce | 0, 1, 2 ..                           counter 0 masks the tag
//   AAD           2, 6 or 10 bytes of length, AAD, zeros; then the data, zeros
#include "mode/engine/ccm_batch.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 16;

std::size_t length_bytes(std::size_t nonce_bytes) noexcept { return kBlock - 1 - nonce_bytes; }

// Writes the length of the AAD in the form that precedes it: 0, 2, 6 or 10 bytes [SP 800-38C A.2.2].
std::size_t encode_aad_length(std::uint64_t bytes, std::uint8_t* head) noexcept {
  std::uint8_t whole[8];
  store_be64(whole, bytes);
  if (bytes == 0) return 0;
  const std::size_t n = bytes < 0xff00 ? 2 : bytes >> 32 == 0 ? 4 : 8, mark = n == 2 ? 0 : 2;
  head[0] = 0xff;
  head[1] = n == 4 ? 0xfe : 0xff;
  memcpy(head + mark, whole + 8 - n, n);
  return mark + n;
}

struct Nist {
  static std::uint8_t first_pad(const Parameters&) noexcept { return 0; }
  static std::size_t tag_gap(std::size_t, const Parameters&, std::uint64_t) noexcept { return 0; }
  static constexpr bool kTagBehindData = false;
  static constexpr std::size_t kMaskBlocks = 1, kNonceBlocks = 0;

  static void first_block(std::size_t, const Parameters& p, const std::uint8_t* nonce,
                          std::size_t nonce_bytes, std::uint8_t* out) noexcept {
    const std::size_t q = length_bytes(nonce_bytes);
    memset(out, 0, kBlock);
    out[0] = (std::uint8_t)((p.aad_bytes ? 0x40 : 0) | (p.tag_bytes - 2) / 2 << 3 | (q - 1));
    memcpy(out + 1, nonce, nonce_bytes);
    for (std::size_t i = 0; i < q && i < 8; i++)
      out[kBlock - 1 - i] = (std::uint8_t)(p.data_bytes >> (8 * i));
  }

  static std::size_t write_head(std::size_t, const Parameters& p, std::uint8_t* head) noexcept {
    return encode_aad_length(p.aad_bytes, head);
  }

  static CounterField field(std::size_t, std::size_t nonce_bytes) noexcept {
    const std::size_t q = length_bytes(nonce_bytes), counted = q < 4 ? 4 : q;
    return {kBlock - counted, counted, CounterOrder::kBigEndian};
  }

  static void first_counter(std::size_t, const std::uint8_t* nonce, std::size_t nonce_bytes,
                            const std::uint8_t*, std::uint8_t* counter) noexcept {
    memset(counter, 0, kBlock);
    counter[0] = (std::uint8_t)(length_bytes(nonce_bytes) - 1);
    memcpy(counter + 1, nonce, nonce_bytes);
  }
};

// The longest data that the length field can express.
std::uint64_t max_data_bytes(const Variant&, const Parameters&, std::size_t nonce_bytes) noexcept {
  const std::size_t q = length_bytes(nonce_bytes);
  return q >= 8 ? kMaxMessageBytes : (1ull << (8 * q)) - 1;
}

}  // namespace

using Mode = Ccm<Nist>;
extern constexpr AeadMode hedgerow_mode_ccm = {
    .base = {.state_bytes = state_bytes_of<CcmState>, .set_key = Mode::set_key},
    .max_data_bytes = max_data_bytes,
    .start = Mode::start,
    .aad = Mode::aad,
    .encrypt = Mode::encrypt,
    .decrypt = Mode::decrypt,
    .tag = Mode::tag,
    .batch = CcmBatch<Nist>::run};

}  // namespace hedgerow
