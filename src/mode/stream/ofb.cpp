// OFB [SP 800-38A section 6.4; DSTU 7624; GOST R 34.13-2015 section 5.3].
//
// The register of GOST has as many blocks as the IV, z: gamma_i = E(gamma_(i-z)). Encrypting the whole register
// therefore gives the next z blocks of keystream. GOST may use only the leading s bytes of each gamma block for data.
// The register always takes the whole block.
#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/batch.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/units.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  std::uint8_t gamma[kMaxIvBytes];   // keystream; `used` of `bytes` are used
  std::uint8_t before[kMaxIvBytes];  // the register before it
  std::uint32_t bytes, used;
};

void start(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  State& s = c.state<State>();
  wipe(s.before, sizeof s.before);
  wipe(s.gamma, sizeof s.gamma);
  memcpy(s.gamma, iv, iv_bytes);
  s.bytes = s.used = (std::uint32_t)iv_bytes;
}

void crypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  State& s = c.state<State>();
  const std::uint32_t block = (std::uint32_t)c.block(), gamma = c.parameters.gamma_bytes;
  while (bytes != 0) {
    if (s.used == block && s.bytes == block && gamma == block && bytes >= block) {
      c.key().encrypt(s.gamma, s.gamma, 1);
      xor_block(out, in, s.gamma, block);
      in += block;
      out += block;
      bytes -= block;
      continue;
    }
    if (s.used == s.bytes) {
      memcpy(s.before, s.gamma, s.bytes);
      c.key().encrypt(s.gamma, s.gamma, s.bytes / c.block());
      s.used = 0;
    }
    const std::size_t left = gamma == block ? s.bytes - s.used : gamma - s.used % block;
    const std::size_t n = bytes < left ? bytes : left;
    xor_into(out, in, s.gamma + s.used, n);
    s.used += (std::uint32_t)n;
    if (gamma != block && s.used % block == gamma) s.used += block - gamma;
    in += n;
    out += n;
    bytes -= n;
  }
}

void updated_iv(const ModeContext& c, std::uint8_t* iv) noexcept {
  const State& s = c.state<State>();
  const std::size_t whole = s.used / c.block() * c.block();
  memcpy(iv, s.before + whole, s.bytes - whole);
  memcpy(iv + s.bytes - whole, s.gamma, whole);
}

template <std::size_t kBlock>
struct OfbChain {
  static constexpr ChainKind kKind = ChainKind::kKeystream;
  static constexpr bool kWrites = true, kLastApart = false;
  static void last(const std::uint8_t* in, std::size_t bytes, std::uint8_t* text) noexcept {
    memset(text, 0, kBlock);
    if (bytes) memcpy(text, in, bytes);
  }
};

void batch(ModeContext& c, Direction, const BatchMessage* messages, std::size_t count) noexcept {
  bool chains = c.parameters.gamma_bytes == c.block();
  for (std::size_t i = 0; i < count; i++) chains = chains && messages[i].iv_bytes == c.block();
  if (chains) return run_chains<OfbChain>(c, messages, count);
  for (std::size_t i = 0; i < count; i++) {
    const BatchMessage& m = messages[i];
    start(c, m.iv, m.iv_bytes);
    crypt(c, m.in, m.out, m.bytes);
  }
}

constexpr CipherMode kOfb = {.base = {.state_bytes = state_bytes_of<State>, .check = check_gamma},
                             .start = start,
                             .encrypt = crypt,
                             .decrypt = crypt,
                             .updated_iv = updated_iv,
                             .batch = batch};

}  // namespace

extern constexpr CipherMode hedgerow_mode_ofb = kOfb;
extern constexpr CipherMode hedgerow_mode_ofb_gost = kOfb;

}  // namespace hedgerow
