// Key wrap of RFC 3394 for blocks of 128 bits. The first half block is the IV, and unwrapping checks it. The default is
// A6 A6 .. The wrapped key has at least two half blocks.
#include "mode/engine/half_block_wrap.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kHalf = 8;
constexpr WrapRule kRule{true, false};
constexpr std::uint8_t kUsualIv[kHalf] = {0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6};

std::size_t wrapped_bytes(const Variant&, std::size_t bytes) noexcept {
  return bytes >= 2 * kHalf && bytes % kHalf == 0 ? bytes + kHalf : 0;
}
std::size_t unwrapped_bytes(const Variant&, std::size_t bytes) noexcept {
  return bytes >= 3 * kHalf && bytes % kHalf == 0 ? bytes - kHalf : 0;
}

void wrap(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes, const std::uint8_t* in,
          std::size_t bytes, std::uint8_t* out) noexcept {
  memmove(out + kHalf, in, bytes);
  memcpy(out, iv_bytes ? iv : kUsualIv, kHalf);
  wrap_halves(
      c.key(), kRule, out, [out](std::size_t i) { return out + kHalf * (i + 1); }, bytes / kHalf);
}

// The first register has a separate block, so that `out` needs no room for it.
bool unwrap(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes, const std::uint8_t* in,
            std::size_t bytes, std::uint8_t* out, std::size_t* out_bytes) noexcept {
  std::uint8_t a[kHalf];
  memcpy(a, in, kHalf);
  memmove(out, in + kHalf, bytes - kHalf);
  unwrap_halves(
      c.key(), kRule, a, [out](std::size_t i) { return out + kHalf * i; }, bytes / kHalf - 1);
  const bool equal = equal_ct(a, iv_bytes ? iv : kUsualIv, kHalf);
  wipe(a, sizeof a);
  *out_bytes = bytes - kHalf;
  return equal;
}

}  // namespace

extern constexpr WrapMode hedgerow_mode_kw = {.base = {.state_bytes = nullptr},
                                              .wrapped_bytes = wrapped_bytes,
                                              .unwrapped_bytes = unwrapped_bytes,
                                              .wrap = wrap,
                                              .unwrap = unwrap};

}  // namespace hedgerow
