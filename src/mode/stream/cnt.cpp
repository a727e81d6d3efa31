// The counter mode of GOST 28147-89 ("gamma") [RFC 5830 section 6; RFC 4357 section 2.3.2].
//
//   (N3, N4) = E(IV);   before each block: N3 += 01010101 mod 2^32, N4 += 01010104 mod 2^32 - 1
//   gamma = E(N3 || N4), little-endian words
//
// The counter is secret, because it starts from a ciphertext. Additions take the same time for every value.
#include <string.h>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "mode/algorithms.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/meshing.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 8;

struct State {
  Meshing meshing;
  std::uint8_t counter[kBlock];
  // First counter of the next section, before and after its encryption. Each is followed by room for a whole group of
  // blocks (see meshing.hpp).
  alignas(64) std::uint8_t before[kMeshingRoom], next_counter[kMeshingRoom];
  std::uint8_t gamma[kBlock];  // the last `left` bytes are unused
  std::uint32_t left;
};

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.state<State>().meshing.set_key(c, user_key);
}

void start(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  State& s = c.state<State>();
  s.meshing.start(c);
  s.meshing.key(c).encrypt(iv, s.counter, 1);
  wipe(s.before, sizeof s.before);
  wipe(s.next_counter, sizeof s.next_counter);
  wipe(s.gamma, sizeof s.gamma);
  s.left = 0;
}

// The increments of a counter after 1, 2, .. kSteps blocks, two blocks per vector:
//
//   | N3, block 2i | N4, block 2i | N3, block 2i + 1 | N4, block 2i + 1 |
//
// A sum modulo 2^32 - 1 is never 0 after a step. One addition of several steps therefore gives the same words as single
// steps.
constexpr std::size_t kSteps = 16;
typedef std::uint32_t Words __attribute__((vector_size(2 * kBlock)));
struct alignas(2 * kBlock) Steps {
  std::uint32_t pair[kSteps / 2][4];
};
consteval Steps make_steps() {
  Steps r{};
  for (std::uint64_t i = 0; i < kSteps; i++) {
    r.pair[i / 2][2 * (i % 2)] = (std::uint32_t)((i + 1) * 0x01010101);
    r.pair[i / 2][2 * (i % 2) + 1] = (std::uint32_t)((i + 1) * 0x01010104 % 0xffffffff);
  }
  return r;
}
constexpr Steps kStep = make_steps();
constexpr Words kCarries = {0, 1, 0, 1};  // only the carries of N4 are added back

// The increment of N4 after this number of blocks, modulo 2^32 - 1. It is 0 only for 0 blocks.
std::uint64_t n4_gain(std::uint64_t blocks) noexcept {
  constexpr std::uint64_t kModulus = 0xffffffff;
  const std::uint64_t gain = blocks % kModulus * 0x01010104 % kModulus;
  return gain == 0 && blocks != 0 ? kModulus : gain;
}

// Writes the counter at the end of this section.
void write_before(State& s) noexcept {
  const std::uint64_t blocks = s.meshing.section_left / kBlock;
  const std::uint64_t n4 = load_le32(s.counter + 4) + n4_gain(blocks);
  store_le32(s.before, load_le32(s.counter) + (std::uint32_t)blocks * 0x01010101);
  store_le32(s.before + 4, (std::uint32_t)n4 + (std::uint32_t)(n4 >> 32));
}

// Computes the key and the first counter of the next section before the data of this one. That counter is the last
// counter of this section, encrypted under the next key. If `bytes` of data go beyond the next section, also computes
// the key after it. A chain of rounds makes a processor wait. The two calls under the next key and the processing of
// the data fill that time.
void look_ahead(ModeContext& c, std::size_t bytes) noexcept {
  State& s = c.state<State>();
  Meshing& m = s.meshing;
  m.next_key(c).encrypt(s.before, s.next_counter, kMeshingRoom / kBlock);
  if (bytes > m.section_left && bytes - m.section_left > c.parameters.section_bytes)
    m.make_beyond(c);
}

// Writes the next `blocks` counters, and up to kSteps - 1 more after them.
void write_counters(State& s, std::uint8_t* out, std::size_t blocks) noexcept {
  const std::uint32_t n3 = load_le32(s.counter), n4 = load_le32(s.counter + 4);
  Words last = {n3, n4, n3, n4};
  for (std::size_t done = 0; done < blocks; done += kSteps) {
    const Words base = last;
    for (std::size_t i = 0; i < kSteps / 2; i++) {
      Words step;
      memcpy(&step, kStep.pair[i], sizeof step);
      last = base + step;
      last += (Words)(last < step) & kCarries;
      for (std::size_t lane = 0; lane < 4; lane++)
        store_le32(out + (done + 2 * i) * kBlock + 4 * lane, last[lane]);
    }
    last = Words{last[2], last[3], last[2], last[3]};
  }
  memcpy(s.counter, out + (blocks - 1) * kBlock, kBlock);
}

// Processes data of one section, from the start of a block.
void crypt_section(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes,
                   std::size_t all) noexcept {
  State& s = c.state<State>();
  alignas(64) std::uint8_t gammas[kChunkBytes + kSteps * kBlock];
  for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
    const std::size_t blocks = (n + kBlock - 1) / kBlock;
    const bool ahead = all > s.meshing.section_left && s.meshing.ahead_slot == 0;
    if (ahead) write_before(s);
    write_counters(s, gammas, blocks);
    if (ahead) look_ahead(c, all);
    s.meshing.key(c).encrypt(gammas, gammas, blocks);
    c.rows().add(out + at, in + at, gammas, n);
    s.left = (std::uint32_t)(blocks * kBlock - n);
    memcpy(s.gamma, gammas + (blocks - 1) * kBlock, kBlock);
  });
  // The buffer was written in whole steps, for at most one chunk.
  const std::size_t most = bytes < kChunkBytes ? bytes : kChunkBytes, step = kSteps * kBlock;
  wipe(gammas, (most + step - 1) / step * step);
}

void next_section(ModeContext& c, std::size_t bytes) noexcept {
  State& s = c.state<State>();
  if (s.meshing.ahead_slot == 0) {
    write_before(s);
    look_ahead(c, bytes);
  }
  s.meshing.next(c, nullptr);
  memcpy(s.counter, s.next_counter, kBlock);
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
      if (s.meshing.section_left == 0) next_section(c, bytes);
      n = bytes < s.meshing.section_left ? bytes : s.meshing.section_left;
      crypt_section(c, in, out, n, bytes);
    }
    s.meshing.section_left -= n;
    in += n;
    out += n;
    bytes -= n;
  }
}

// N3 has 2^32 values. The pair repeats only after 2^32 (2^32 - 1) blocks because of N4. The limit is the period of N3,
// as for the CTR mode of Magma.
std::uint64_t max_bytes(const Variant&) noexcept { return counter_period_bytes(4, kBlock); }

}  // namespace

extern constexpr CipherMode hedgerow_mode_cnt = {.base = {.key_slots = Meshing::kKeySlots,
                                                          .state_bytes = state_bytes_of<State>,
                                                          .set_key = set_key,
                                                          .check = check_sections,
                                                          .max_message_bytes = max_bytes},
                                                 .start = start,
                                                 .encrypt = crypt,
                                                 .decrypt = crypt};

}  // namespace hedgerow
