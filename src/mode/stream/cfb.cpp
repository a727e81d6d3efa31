// CFB with units of s bytes [SP 800-38A section 6.3; GOST R 34.13-2015 section 5.5], and the CFB of GOST 28147-89 with
// key meshing [RFC 4357 section 2.3.2].
//
//   register  R = | first block |   ...   |     m bytes, the length of the IV
//   gamma_i = E(first block of R);   C_i = P_i xor first s bytes of gamma_i
//   next R  = R without its first s bytes, followed by C_i
//
// Decryption is parallel. The registers of all units are windows into the row IV || C_1 || C_2 .., one unit apart, and
// the kernel encrypts them together:
//
//   IV || C_1 || C_2 || C_3 ..        m = 2 blocks, s = 1 block
//   [window 1   ]
//         [window 2  ]
#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/batch.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/meshing.hpp"
#include "mode/engine/pool.hpp"
#include "mode/engine/shift_register.hpp"
#include "mode/engine/units.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  ShiftRegister shift;
  std::uint32_t used;                       // number of bytes done of the unit in progress
  std::uint8_t gamma[kMaxBlockBytes];       // of the unit in progress
  std::uint8_t ciphertext[kMaxBlockBytes];  // of the unit in progress
};

// The state for CFB with key meshing.
struct MeshedState {
  State cfb;
  Meshing meshing;
};

void begin(State& s, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  wipe(s.gamma, sizeof s.gamma);
  wipe(s.ciphertext, sizeof s.ciphertext);
  s.shift.set(iv, iv_bytes);
  s.used = 0;
}

void start(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  begin(c.state<State>(), iv, iv_bytes);
}

// Processes bytes up to the end of the unit in progress and returns their number.
std::size_t crypt_part(CipherKey& key, State& s, std::size_t unit, Direction direction,
                       const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  if (s.used == 0) key.encrypt(s.shift.bytes, s.gamma, 1);
  const std::size_t n = bytes < unit - s.used ? bytes : unit - s.used;
  if (direction == Direction::kDecrypt) memcpy(s.ciphertext + s.used, in, n);
  xor_into(out, in, s.gamma + s.used, n);
  if (direction == Direction::kEncrypt) memcpy(s.ciphertext + s.used, out, n);
  s.used += (std::uint32_t)n;
  if (s.used == unit) {
    s.shift.shift_in(s.ciphertext, unit);
    s.used = 0;
  }
  return n;
}

// Writes the first blocks of the registers of `units` units. The first one is the present register.
void write_windows(const State& s, std::size_t unit, std::size_t block, const std::uint8_t* in,
                   std::uint8_t* windows, std::size_t units) noexcept {
  for (std::size_t i = 0; i < units; i++, windows += block) {
    const std::size_t at = i * unit;
    const std::size_t old = at >= s.shift.size          ? 0
                            : s.shift.size - at < block ? s.shift.size - at
                                                        : block;
    if (old) memcpy(windows, s.shift.bytes + at, old);
    if (old < block) memcpy(windows + old, in + at + old - s.shift.size, block - old);
  }
}

void decrypt_units(const ModeContext& c, CipherKey& key, State& s, std::size_t unit,
                   const std::uint8_t* in, std::uint8_t* out, std::size_t units) noexcept {
  const std::size_t block = key.block_bytes(), most = chunk_bytes(key) / block;
  alignas(64) std::uint8_t gammas[kChunkBytes];
  // In this case the windows are adjacent; after the first chunk, they are the ciphertext of the caller.
  const bool contiguous = unit == block && s.shift.size == block, in_place = in == out;
  if (contiguous && key.decrypt_feedback(s.shift.bytes, in, out, units)) return;
  for (std::size_t done = 0; done < units;) {
    const std::size_t n = units - done < most ? units - done : most;
    if (contiguous && done != 0 && !in_place) {
      key.encrypt(in - block, gammas, n);
    } else {
      if (contiguous) {
        memcpy(gammas, s.shift.bytes, block);
        memcpy(gammas + block, in, (n - 1) * block);
      } else {
        write_windows(s, unit, block, in, gammas, n);
      }
      key.encrypt(gammas, gammas, n);
    }
    s.shift.shift_in(in, n * unit);
    if (unit == block)
      c.rows().add(out, in, gammas, n * block);
    else
      for (std::size_t i = 0; i < n; i++)
        xor_into(out + i * unit, in + i * unit, gammas + i * block, unit);
    done += n;
    in += n * unit;
    out += n * unit;
  }
  wipe(gammas, units * block < sizeof gammas ? units * block : sizeof gammas);
}

// Encrypts whole blocks from a register of one block.
void encrypt_chain(CipherKey& key, State& s, const std::uint8_t* in, std::uint8_t* out,
                   std::size_t bytes) noexcept {
  const std::size_t block = s.shift.size;
  const std::uint8_t* before = s.shift.bytes;
  for (std::size_t at = 0; at < bytes; at += block) {
    key.encrypt(before, s.gamma, 1);
    xor_block(out + at, in + at, s.gamma, block);
    before = out + at;
  }
  memcpy(s.shift.bytes, before, block);
}

// `key` is the key of the present section.
void crypt(const ModeContext& c, CipherKey& key, State& s, Direction direction,
           const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  const std::size_t unit = c.parameters.feedback_bytes;
  const bool chain =
      direction == Direction::kEncrypt && unit == key.block_bytes() && s.shift.size == unit;
  while (bytes != 0) {
    std::size_t n;
    if (direction == Direction::kDecrypt && s.used == 0 && bytes >= 2 * unit) {
      n = bytes / unit * unit;
      decrypt_units(c, key, s, unit, in, out, bytes / unit);
    } else if (chain && s.used == 0 && bytes >= unit) {
      n = bytes / unit * unit;
      encrypt_chain(key, s, in, out, n);
    } else {
      n = crypt_part(key, s, unit, direction, in, out, bytes);
    }
    in += n;
    out += n;
    bytes -= n;
  }
}

template <Direction kDirection>
void run(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  crypt(c, c.key(), c.state<State>(), kDirection, in, out, bytes);
}

void updated_iv(const ModeContext& c, std::uint8_t* iv) noexcept {
  const ShiftRegister& s = c.state<State>().shift;
  memcpy(iv, s.bytes, s.size);
}

// Writes the present register. After meshing it belongs to the key of the present section.
void updated_iv_meshed(const ModeContext& c, std::uint8_t* iv) noexcept {
  const ShiftRegister& s = c.state<MeshedState>().cfb.shift;
  memcpy(iv, s.bytes, s.size);
}

template <std::size_t kBlock>
struct CfbChain {
  static constexpr ChainKind kKind = ChainKind::kFeedback;
  static constexpr bool kWrites = true, kLastApart = false;
  static void last(const std::uint8_t* in, std::size_t bytes, std::uint8_t* text) noexcept {
    memset(text, 0, kBlock);
    if (bytes) memcpy(text, in, bytes);
  }
};

// Decrypts short messages together.
struct CfbPool {
  static constexpr Direction kDirection = Direction::kEncrypt;
  static void fill(const BatchMessage& m, std::size_t block, std::uint8_t* pool) noexcept {
    memcpy(pool, m.iv, block);
    memcpy(pool + block, m.in, (m.bytes - 1) / block * block);
  }
  static void finish(const RowOps& rows, const BatchMessage& m, std::uint8_t* pool) noexcept {
    rows.add(m.out, m.in, pool, m.bytes);
  }
};

void batch(ModeContext& c, Direction direction, const BatchMessage* messages,
           std::size_t count) noexcept {
  const bool encrypting = direction == Direction::kEncrypt;
  const auto alone = [&](const BatchMessage& m) {
    start(c, m.iv, m.iv_bytes);
    (encrypting ? run<Direction::kEncrypt> : run<Direction::kDecrypt>)(c, m.in, m.out, m.bytes);
  };
  bool chains = c.parameters.feedback_bytes == c.block();
  for (std::size_t i = 0; i < count; i++) chains = chains && messages[i].iv_bytes == c.block();
  if (chains && !encrypting) return run_pool<CfbPool>(c, messages, count, alone);
  if (chains) return run_chains<CfbChain>(c, messages, count);
  for (std::size_t i = 0; i < count; i++) alone(messages[i]);
}

// The functions below are CFB with key meshing.

std::size_t meshed_bytes(const Variant&, const Parameters&) noexcept { return sizeof(MeshedState); }

ParameterStatus check_meshed(const Variant& v, const Parameters& p) noexcept {
  const ParameterStatus sections = check_sections(v, p);
  if (sections != ParameterStatus::kOk) return sections;
  const bool whole = p.section_bytes == 0 || p.feedback_bytes == v.block_bytes;
  return whole ? check_feedback(v, p) : ParameterStatus::kFeedback;
}

void set_key_meshed(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.state<MeshedState>().meshing.set_key(c, user_key);
}

void start_meshed(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  MeshedState& s = c.state<MeshedState>();
  s.meshing.start(c);
  begin(s.cfb, iv, iv_bytes);
}

template <Direction kDirection>
void run_meshed(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                std::size_t bytes) noexcept {
  MeshedState& s = c.state<MeshedState>();
  while (bytes != 0) {
    if (s.meshing.section_left == 0) s.meshing.next(c, s.cfb.shift.bytes);
    const std::size_t n = bytes < s.meshing.section_left ? bytes : s.meshing.section_left;
    crypt(c, s.meshing.key(c), s.cfb, kDirection, in, out, n);
    s.meshing.section_left -= n;
    in += n;
    out += n;
    bytes -= n;
  }
}

constexpr CipherMode kCfb = {
    .base = {.state_bytes = state_bytes_of<State>, .check = check_feedback},
    .start = start,
    .encrypt = run<Direction::kEncrypt>,
    .decrypt = run<Direction::kDecrypt>,
    .updated_iv = updated_iv,
    .batch = batch};

}  // namespace

extern constexpr CipherMode hedgerow_mode_cfb = kCfb;
extern constexpr CipherMode hedgerow_mode_cfb_gost = kCfb;

extern constexpr CipherMode hedgerow_mode_cfb_meshed = {.base = {.key_slots = Meshing::kKeySlots,
                                                                 .state_bytes = meshed_bytes,
                                                                 .set_key = set_key_meshed,
                                                                 .check = check_meshed},
                                                        .start = start_meshed,
                                                        .encrypt = run_meshed<Direction::kEncrypt>,
                                                        .decrypt = run_meshed<Direction::kDecrypt>,
                                                        .updated_iv = updated_iv_meshed};

}  // namespace hedgerow
