// The counter mode of GOST 28147-89 ("gamma") [RFC 5830 section 6; RFC 4357 section 2.3.2].
//   (N3, N4) = E(IV); before each block N3 += 01010101 mod 2^32, N4 += 01010104 mod 2^32 - 1;
//   gamma = E(N3 || N4), little-endian words.
// The counter is secret: it starts from a ciphertext. Additions take the same time for every value.
#include <string.h>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/meshing.hpp"
#include "mode/mode.hpp"
#include "mode/offers.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 8;

struct State {
  Meshing meshing;
  std::uint8_t counter[kBlock];
  std::uint8_t gamma[kBlock];  // the last `left` bytes are not used
  std::uint32_t left;
};

std::size_t state_bytes(const Variant&, const Parameters&) noexcept { return sizeof(State); }

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.state<State>().meshing.set_key(c, user_key);
}

void start(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  State& s = c.state<State>();
  s.meshing.start(c);
  s.meshing.key(c).encrypt(iv, s.counter, 1);
  wipe(s.gamma, sizeof s.gamma);
  s.left = 0;
}

// The next `blocks` counters, one behind the other.
void write_counters(State& s, std::uint8_t* out, std::size_t blocks) noexcept {
  std::uint32_t n3 = load_le32(s.counter), n4 = load_le32(s.counter + 4);
  for (std::size_t i = 0; i < blocks; i++) {
    n3 += 0x01010101;
    const std::uint64_t sum = (std::uint64_t)n4 + 0x01010104;
    n4 = (std::uint32_t)sum + (std::uint32_t)(sum >> 32);
    store_le32(out + i * kBlock, n3);
    store_le32(out + i * kBlock + 4, n4);
  }
  store_le32(s.counter, n3);
  store_le32(s.counter + 4, n4);
}

// Data of one section that begins with a block.
void crypt_section(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                   std::size_t bytes) noexcept {
  State& s = c.state<State>();
  alignas(64) std::uint8_t gammas[kChunkBytes];
  for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
    const std::size_t blocks = (n + kBlock - 1) / kBlock;
    write_counters(s, gammas, blocks);
    s.meshing.key(c).encrypt(gammas, gammas, blocks);
    c.rows().add(out + at, in + at, gammas, n);
    s.left = (std::uint32_t)(blocks * kBlock - n);
    memcpy(s.gamma, gammas + (blocks - 1) * kBlock, kBlock);
  });
  wipe(gammas, bytes + kBlock < sizeof gammas ? bytes + kBlock : sizeof gammas);
}

void crypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  State& s = c.state<State>();
  while (bytes != 0) {
    std::size_t n;
    if (s.left != 0) {
      n = bytes < s.left ? bytes : s.left;
      xor_into(out, in, s.gamma + kBlock - s.left, n);
      s.left -= (std::uint32_t)n;
    } else {
      if (s.meshing.section_left == 0) s.meshing.next(c, s.counter);
      n = bytes < s.meshing.section_left ? bytes : s.meshing.section_left;
      crypt_section(c, in, out, n);
    }
    s.meshing.section_left -= n;
    in += n, out += n, bytes -= n;
  }
}

// N3 alone has 2^32 values; with N4 the pair repeats after 2^32 (2^32 - 1) blocks. N3's period is
// kept, as for Magma's CTR.
std::uint64_t max_bytes(const Variant&) noexcept { return counter_period_bytes(4, kBlock); }

}  // namespace

extern constexpr CipherMode hedgerow_mode_cnt = {.base = {.key_slots = Meshing::kKeySlots,
                                                          .state_bytes = state_bytes,
                                                          .set_key = set_key,
                                                          .check = check_sections,
                                                          .max_message_bytes = max_bytes},
                                                 .start = start,
                                                 .encrypt = crypt,
                                                 .decrypt = crypt};

}  // namespace hedgerow
