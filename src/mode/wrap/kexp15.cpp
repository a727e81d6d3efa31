// KExp15 and KImp15 [R 1323565.1.017-2018; RFC 9189 section 8.2.1]. The user key is K_MAC followed by K_ENC, and the IV
// has half a block.
//
//   CTR(K_ENC; IV; key | OMAC(K_MAC; IV | key))       CTR of GOST R 34.13-2015, untruncated OMAC
#include "mode/algorithms.hpp"
#include "mode/engine/ctr_stream.hpp"
#include "mode/engine/omac.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  Omac mac;
};

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.key(0).set(user_key);
  c.key(1).set(user_key + c.variant().key_bytes);
  c.state<State>().mac.set_key(c.key(0));
}

// A longer wrapped form would carry from the counter into the IV.
std::uint64_t max_bytes(const Variant& v) noexcept {
  const auto most = counter_period_bytes(v.block_bytes / 2, v.block_bytes) - v.block_bytes;
  return most < kMaxWrapBytes ? most : kMaxWrapBytes;
}

std::size_t wrapped_bytes(const Variant& v, std::size_t bytes) noexcept {
  return bytes != 0 && bytes <= max_bytes(v) ? bytes + v.block_bytes : 0;
}
std::size_t unwrapped_bytes(const Variant& v, std::size_t bytes) noexcept {
  return bytes > v.block_bytes && bytes - v.block_bytes <= max_bytes(v) ? bytes - v.block_bytes : 0;
}

void omac(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes, const std::uint8_t* key,
          std::size_t bytes, std::uint8_t* tag) noexcept {
  Omac& mac = c.state<State>().mac;
  mac.update(c.key(0), iv, iv_bytes);
  mac.update(c.key(0), key, bytes);
  mac.tag(c.key(0), tag);
}

void start_ctr(ModeContext& c, CtrStream& ctr, const std::uint8_t* iv,
               std::size_t iv_bytes) noexcept {
  std::uint8_t counter[kMaxBlockBytes] = {};
  memcpy(counter, iv, iv_bytes);
  ctr.start({0, c.block(), CounterOrder::kBigEndian}, counter, c.block());
}

void wrap(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes, const std::uint8_t* in,
          std::size_t bytes, std::uint8_t* out) noexcept {
  CtrStream ctr;
  std::uint8_t tag[kMaxBlockBytes];
  start_ctr(c, ctr, iv, iv_bytes);
  omac(c, iv, iv_bytes, in, bytes, tag);
  ctr.crypt(c.key(1), in, out, bytes);
  ctr.crypt(c.key(1), tag, out + bytes, c.block());
  ctr.clear();
  wipe(tag, sizeof tag);
}

bool unwrap(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes, const std::uint8_t* in,
            std::size_t bytes, std::uint8_t* out, std::size_t* out_bytes) noexcept {
  CtrStream ctr;
  std::uint8_t tag[kMaxBlockBytes], expected[kMaxBlockBytes];
  const std::size_t n = bytes - c.block();
  start_ctr(c, ctr, iv, iv_bytes);
  ctr.crypt(c.key(1), in, out, n);
  ctr.crypt(c.key(1), in + n, tag, c.block());
  omac(c, iv, iv_bytes, out, n, expected);
  const bool equal = equal_ct(tag, expected, c.block());
  ctr.clear();
  wipe(tag, sizeof tag);
  wipe(expected, sizeof expected);
  *out_bytes = n;
  return equal;
}

}  // namespace

extern constexpr WrapMode hedgerow_mode_kexp15 = {.base = {.key_slots = 2,
                                                           .state_bytes = state_bytes_of<State>,
                                                           .set_key = set_key,
                                                           .max_message_bytes = max_bytes},
                                                  .wrapped_bytes = wrapped_bytes,
                                                  .unwrapped_bytes = unwrapped_bytes,
                                                  .wrap = wrap,
                                                  .unwrap = unwrap};

}  // namespace hedgerow
