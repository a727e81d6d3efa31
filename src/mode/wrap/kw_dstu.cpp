// KW of DSTU 7624:2014 for blocks of 128, 256 and 512 bits. The mode wraps this text, in half blocks:
//
//   key | zero block                                       if the key consists of whole blocks
//   key | its bits, half a block | 80 00 .. | zero block   otherwise; the padding is left out if the part before
//                                                          it ends at a block boundary
//
// Unwrapping checks the zero block. If it finds the length of the key, it also checks the padding. A key of whole
// blocks can end in bytes that look like such a padding. It would be unwrapped as a shorter key, so `takes` rejects it.
// Every step passes through the first half block.
#include "mode/engine/half_block_wrap.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

constexpr WrapRule kRule{false, true};

std::size_t round_up(std::size_t bytes, std::size_t block) noexcept {
  return (bytes + block - 1) / block * block;
}
std::size_t padded_bytes(std::size_t bytes, std::size_t block) noexcept {
  return bytes % block == 0 ? bytes : round_up(bytes + block / 2, block);
}

std::size_t wrapped_bytes(const Variant& v, std::size_t bytes) noexcept {
  return bytes ? padded_bytes(bytes, v.block_bytes) + v.block_bytes : 0;
}
std::size_t unwrapped_bytes(const Variant& v, std::size_t bytes) noexcept {
  return bytes >= 2 * v.block_bytes && bytes % v.block_bytes == 0 ? bytes - v.block_bytes : 0;
}

// Writes the bytes after a key of `bytes` bytes to `end`, which contains zeros.
void end_key(std::uint8_t* end, std::size_t bytes, std::size_t block) noexcept {
  if (bytes % block == 0) return;
  store_le64(end, 8 * (std::uint64_t)bytes);
  if ((bytes + block / 2) % block != 0) end[block / 2] = 0x80;
}

void wrap(ModeContext& c, const std::uint8_t*, std::size_t, const std::uint8_t* in,
          std::size_t bytes, std::uint8_t* out) noexcept {
  const std::size_t block = c.block(), half = block / 2;
  const std::size_t whole = padded_bytes(bytes, block) + block;
  memmove(out, in, bytes);
  memset(out + bytes, 0, whole - bytes);
  end_key(out + bytes, bytes, block);
  wrap_halves(
      c.key(), kRule, out, [=](std::size_t i) { return out + half * (i + 1); }, whole / half - 1);
}

// All ones if the n bytes from p on are the padded end of a key of `key_bytes` bytes, else 0.
std::uint64_t is_padded(const std::uint8_t* p, std::size_t n, std::size_t half,
                        std::size_t key_bytes) noexcept {
  std::uint64_t wrong = load_le64(p) ^ 8 * (std::uint64_t)key_bytes;
  for (std::size_t i = 8; i < n; i++) wrong |= p[i] ^ (i == half ? 0x80u : 0u);
  return opaque(0 - (std::uint64_t)(((wrong | (0 - wrong)) >> 63) ^ 1));
}

// Returns the length of the key in `n` bytes without the zero block. `end` points past them, and at most the last two
// blocks before it are read. Tries every length, so that the time does not depend on the content.
std::size_t key_length(const std::uint8_t* end, std::size_t n, std::size_t block) noexcept {
  const std::size_t half = block / 2;
  std::uint64_t found = n;
  for (std::size_t back = half; back < half + block && back < n; back++) {
    const std::size_t bytes = n - back;
    if (bytes % block == 0) continue;
    const std::uint64_t mask = is_padded(end - back, back, half, bytes);
    found = (found & ~mask) | (bytes & mask);
  }
  return (std::size_t)found;
}

bool takes(const Variant& v, const std::uint8_t* in, std::size_t bytes) noexcept {
  const std::size_t block = v.block_bytes, n = padded_bytes(bytes, block);
  const std::size_t kept = n < 2 * block ? n : 2 * block, own = bytes - (n - kept);
  std::uint8_t tail[2 * kMaxBlockBytes] = {};
  memcpy(tail, in + (bytes - own), own);
  end_key(tail + own, bytes, block);
  const std::uint64_t other = key_length(tail + kept, n, block) ^ bytes;
  wipe(tail, sizeof tail);
  return other == 0;
}

// `out` has room for all registers except the first and the last. These two have separate blocks until the key is
// complete.
bool unwrap(ModeContext& c, const std::uint8_t*, std::size_t, const std::uint8_t* in,
            std::size_t bytes, std::uint8_t* out, std::size_t* out_bytes) noexcept {
  const std::size_t block = c.block(), half = block / 2, kept = bytes - block, n = bytes / half - 1;
  std::uint8_t first[kMaxBlockBytes], last[kMaxBlockBytes], zero[kMaxBlockBytes] = {};
  memcpy(first, in, half);
  memcpy(last + half, in + bytes - half, half);
  memmove(out, in + half, kept);
  unwrap_halves(
      c.key(), kRule, first,
      [&](std::size_t i) { return i + 1 < n ? out + half * i : last + half; }, n);
  memcpy(last, out + kept - half, half);
  memmove(out + half, out, kept - half);
  memcpy(out, first, half);
  *out_bytes = key_length(out + kept, kept, block);
  const bool equal = equal_ct(last, zero, block);
  wipe(first, sizeof first);
  wipe(last, sizeof last);
  return equal;
}

}  // namespace

extern constexpr WrapMode hedgerow_mode_kw_dstu = {.base = {.state_bytes = nullptr},
                                                   .wrapped_bytes = wrapped_bytes,
                                                   .takes = takes,
                                                   .unwrapped_bytes = unwrapped_bytes,
                                                   .wrap = wrap,
                                                   .unwrap = unwrap};

}  // namespace hedgerow
