// SIV [RFC 5297] for blocks of 128 bits, with a user key of K1 (for OMAC) followed by K2 (for CTR).
//
//   V = S2V(K1; strings, data)         the tag
//   out = CTR(K2; V with the top bits of its last two 32-bit words cleared)
//
// An ordinary message has two strings: the AAD, even if it is empty, and the nonce, unless it has length 0, which makes
// the mode deterministic. A message is read twice, once for V and once for the keystream. In a batch, the strings of
// all messages are chains that run side by side, and one kernel call computes all keystreams.
#include "mode/engine/ctr_stream.hpp"
#include "mode/engine/omac_chains.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 16;

struct State {
  Omac mac;
  std::uint8_t zero_tag[kBlock];  // OMAC of a zero block, the start value of S2V
};

void omac(ModeContext& c, const std::uint8_t* in, std::size_t bytes, std::uint8_t* tag) noexcept {
  Omac& mac = c.state<State>().mac;
  mac.update(c.key(0), in, bytes);
  mac.tag(c.key(0), tag);
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  State& s = c.state<State>();
  const std::uint8_t zero[kBlock] = {};
  c.key(0).set(user_key);
  c.key(1).set(user_key + c.variant().key_bytes);
  s.mac.set_key(c.key(0));
  omac(c, zero, kBlock, s.zero_tag);
}

// d = 2 d xor OMAC(string) [RFC 5297 section 2.4].
void add_string(ModeContext& c, std::uint8_t* d, const AeadString& string) noexcept {
  std::uint8_t tag[kBlock];
  omac(c, string.data, string.bytes, tag);
  double_big_endian(d, kBlock);
  xor_into(d, d, tag, kBlock);
  wipe(tag, sizeof tag);
}

// Processes the data. d is added to the end of the data, or to the padded data if it is shorter than a block.
void finish(ModeContext& c, const std::uint8_t* d, const std::uint8_t* in, std::size_t bytes,
            std::uint8_t* v) noexcept {
  Omac& mac = c.state<State>().mac;
  std::uint8_t end[kBlock] = {};
  if (bytes >= kBlock) {
    mac.update(c.key(0), in, bytes - kBlock);
    xor_into(end, in + bytes - kBlock, d, kBlock);
  } else {
    memcpy(end, d, kBlock);
    double_big_endian(end, kBlock);
    for (std::size_t i = 0; i < bytes; i++) end[i] ^= in[i];
    end[bytes] ^= 0x80;
  }
  omac(c, end, kBlock, v);
  wipe(end, sizeof end);
}

void s2v(ModeContext& c, const AeadString* strings, std::size_t count, const std::uint8_t* data,
         std::size_t bytes, std::uint8_t* v) noexcept {
  std::uint8_t d[kBlock];
  memcpy(d, c.state<State>().zero_tag, kBlock);
  for (std::size_t i = 0; i < count; i++) add_string(c, d, strings[i]);
  finish(c, d, data, bytes, v);
  wipe(d, sizeof d);
}

constexpr CounterField kCounter{0, kBlock, CounterOrder::kBigEndian};

void first_counter(const std::uint8_t* v, std::uint8_t* counter) noexcept {
  memcpy(counter, v, kBlock);
  counter[8] &= 0x7f;
  counter[12] &= 0x7f;
}

void crypt(ModeContext& c, const AeadMessage& m, const std::uint8_t* v) noexcept {
  std::uint8_t counter[kBlock];
  CtrStream ctr;
  first_counter(v, counter);
  ctr.start(kCounter, counter, kBlock);
  ctr.crypt(c.key(1), m.in, m.out, m.bytes);
  ctr.clear();
}

void seal_strings(ModeContext& c, const AeadString* strings, std::size_t count,
                  const AeadMessage& m, std::uint8_t* tag) noexcept {
  s2v(c, strings, count, m.in, m.bytes, tag);
  crypt(c, m, tag);
}

bool open_strings(ModeContext& c, const AeadString* strings, std::size_t count,
                  const AeadMessage& m, const std::uint8_t* tag) noexcept {
  std::uint8_t v[kBlock];
  crypt(c, m, tag);
  s2v(c, strings, count, m.out, m.bytes, v);
  const bool equal = equal_ct(v, tag, kBlock);
  wipe(v, sizeof v);
  return equal;
}

std::size_t count_strings(const AeadMessage& m) noexcept { return m.nonce_bytes ? 2 : 1; }

void seal(ModeContext& c, const AeadMessage& m, std::uint8_t* tag) noexcept {
  const AeadString strings[] = {{m.aad, m.aad_bytes}, {m.nonce, m.nonce_bytes}};
  seal_strings(c, strings, count_strings(m), m, tag);
}

bool open(ModeContext& c, const AeadMessage& m, const std::uint8_t* tag) noexcept {
  const AeadString strings[] = {{m.aad, m.aad_bytes}, {m.nonce, m.nonce_bytes}};
  return open_strings(c, strings, count_strings(m), m, tag);
}

// A batch of messages that fit into the pool together.
class Batch {
 public:
  static constexpr std::size_t kMost = 64, kPoolBlocks = kChunkBytes / kBlock;

  // At least one block, because short data is padded.
  static std::size_t blocks(const AeadMessage& m) noexcept {
    return m.bytes <= kBlock ? 1 : m.bytes / kBlock + (m.bytes % kBlock != 0);
  }

  Batch(ModeContext& c, const AeadMessage* messages, std::size_t count) noexcept
      : c_(c), messages_(messages), count_(count) {}

  void seal(std::uint8_t* tags) noexcept {
    for (std::size_t i = 0; i < count_; i++)
      memcpy(d_ + i * kBlock, c_.state<State>().zero_tag, kBlock);
    add_strings([](const AeadMessage& m) { return AeadString{m.aad, m.aad_bytes}; },
                [](const AeadMessage&) { return true; });
    add_strings([](const AeadMessage& m) { return AeadString{m.nonce, m.nonce_bytes}; },
                [](const AeadMessage& m) { return m.nonce_bytes != 0; });
    finish();
    for (std::size_t i = 0; i < count_; i++)
      memcpy(tags + i * kMaxTagBytes, v_ + i * kBlock, kBlock);
    crypt_all();
    wipe(d_, sizeof d_);
    wipe(v_, sizeof v_);
  }

 private:
  void chains(std::size_t n) noexcept {
    run_chains<OmacChain>(c_, parts_, n, c_.state<State>().mac);
  }

  // Processes one string of each message that has it.
  template <class Get, class Has>
  void add_strings(Get get, Has has) noexcept {
    std::size_t n = 0;
    for (std::size_t i = 0; i < count_; i++) {
      const AeadString s = get(messages_[i]);
      if (has(messages_[i])) parts_[n++] = {nullptr, 0, s.data, v_ + i * kBlock, s.bytes};
    }
    chains(n);
    for (std::size_t i = 0; i < count_; i++) {
      if (!has(messages_[i])) continue;
      double_big_endian(d_ + i * kBlock, kBlock);
      xor_block(d_ + i * kBlock, d_ + i * kBlock, v_ + i * kBlock, kBlock);
    }
  }

  void finish() noexcept {
    std::uint8_t* at = pool_;
    for (std::size_t i = 0; i < count_; i++) {
      const AeadMessage& m = messages_[i];
      std::uint8_t* const d = d_ + i * kBlock;
      const std::size_t bytes = m.bytes < kBlock ? kBlock : m.bytes;
      if (m.bytes < kBlock) {
        double_big_endian(d, kBlock);
        memset(at, 0, kBlock);
        at[m.bytes] = 0x80;
      }
      if (m.bytes) memcpy(at, m.in, m.bytes);
      xor_block(at + bytes - kBlock, at + bytes - kBlock, d, kBlock);
      parts_[i] = {nullptr, 0, at, v_ + i * kBlock, bytes};
      at += blocks(m) * kBlock;
    }
    used_ = (std::size_t)(at - pool_) / kBlock;
    chains(count_);
  }

  void crypt_all() noexcept {
    std::uint8_t* at = pool_;
    for (std::size_t i = 0; i < count_; at += blocks(messages_[i++]) * kBlock) {
      std::uint8_t counter[kBlock];
      first_counter(v_ + i * kBlock, counter);
      write_counters(kCounter, kBlock, counter, at, blocks(messages_[i]));
    }
    c_.key(1).encrypt(pool_, pool_, used_);
    at = pool_;
    for (std::size_t i = 0; i < count_; at += blocks(messages_[i++]) * kBlock)
      c_.rows().add(messages_[i].out, messages_[i].in, at, messages_[i].bytes);
    wipe(pool_, used_ * kBlock);
  }

  ModeContext& c_;
  const AeadMessage* messages_;
  std::size_t count_, used_ = 0;
  BatchMessage parts_[kMost];
  std::uint8_t d_[kMost * kBlock], v_[kMost * kBlock];
  alignas(64) std::uint8_t pool_[kPoolBlocks * kBlock];
};

void batch(ModeContext& c, const AeadMessage* messages, std::size_t count,
           std::uint8_t* tags) noexcept {
  for (std::size_t n; count != 0; messages += n, tags += n * kMaxTagBytes, count -= n) {
    std::size_t left = Batch::kPoolBlocks;
    for (n = 0; n < count && n < Batch::kMost && Batch::blocks(messages[n]) <= left; n++)
      left -= Batch::blocks(messages[n]);
    if (n != 0) {
      Batch(c, messages, n).seal(tags);
      continue;
    }
    seal(c, messages[0], tags);
    n = 1;
  }
}

}  // namespace

extern constexpr AeadMode hedgerow_mode_siv = {
    .base = {.key_slots = 2, .state_bytes = state_bytes_of<State>, .set_key = set_key},
    .seal = seal,
    .open = open,
    .seal_strings = seal_strings,
    .open_strings = open_strings,
    .batch = batch};

}  // namespace hedgerow
