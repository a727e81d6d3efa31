// CCM [SP 800-38C] for blocks of 128 bits. A nonce of n bytes leaves q = 15 - n for the length:
//
//   first block   flags | nonce | length of the data, q bytes          flags: AAD? tag length, q
//   counters      q - 1 | nonce | 0, 1, 2 ..                           the tag is masked by 0
//   AAD           2, 6 or 10 bytes of length, AAD, zeros; then the data, zeros
#include "mode/engine/ccm.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 16;

std::size_t length_bytes(std::size_t nonce_bytes) noexcept { return kBlock - 1 - nonce_bytes; }

// The length of the AAD as it stands before it: nothing, 2, 6 or 10 bytes [SP 800-38C A.2.2].
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
  static constexpr std::uint8_t kFirstPad = 0;

  static std::size_t start(ModeContext& c, CcmState& s, const std::uint8_t* nonce,
                           std::size_t nonce_bytes, std::uint8_t* head) noexcept {
    const std::size_t q = length_bytes(nonce_bytes);
    const CounterField field{kBlock - (q < 4 ? 4 : q), q < 4 ? 4 : q, CounterOrder::kBigEndian};
    const Parameters& p = c.parameters;
    std::uint8_t counter[kBlock] = {(std::uint8_t)(q - 1)}, first[kBlock];
    memcpy(counter + 1, nonce, nonce_bytes);
    memcpy(first, counter, kBlock);
    first[0] |= (std::uint8_t)((p.aad_bytes ? 0x40 : 0) | (p.tag_bytes - 2) / 2 << 3);
    for (std::size_t i = 0; i < q && i < 8; i++)
      first[kBlock - 1 - i] = (std::uint8_t)(p.data_bytes >> (8 * i));
    Ccm<Nist>::chain(c, first, 1);
    c.key().encrypt(counter, s.mask, 1);
    counter_add(field, counter, 1);
    s.ctr.start(field, counter, kBlock);
    return encode_aad_length(p.aad_bytes, head);
  }

  static void tag(ModeContext&, CcmState& s, std::uint8_t* tag) noexcept {
    xor_into(tag, s.chain, s.mask, kBlock);
  }
};

// As many bytes of data as the length field can tell.
std::uint64_t max_data_bytes(const Variant&, const Parameters&, std::size_t nonce_bytes) noexcept {
  const std::size_t q = length_bytes(nonce_bytes);
  return q >= 8 ? kMaxMessageBytes : (1ull << (8 * q)) - 1;
}

}  // namespace

using Mode = Ccm<Nist>;
extern constexpr AeadMode hedgerow_mode_ccm = {
    .base = {.state_bytes = Mode::state_bytes, .set_key = Mode::set_key},
    .max_data_bytes = max_data_bytes,
    .start = Mode::start,
    .aad = Mode::aad,
    .encrypt = Mode::encrypt,
    .decrypt = Mode::decrypt,
    .tag = Mode::tag};

}  // namespace hedgerow
