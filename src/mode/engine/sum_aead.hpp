// The engine of AEADs that combine CTR with a polynomial sum over AAD and ciphertext, namely GCM and MGM:
//
//   nonce --start--> counter;   AAD, 0-pad, ciphertext, 0-pad --absorb--> sum --tag--> tag
//
// Data is processed in chunks that stay in the L1 cache. A chunk is encrypted and absorbed (or absorbed and decrypted)
// before the next one is touched.
//
// A Scheme holds the differences between the modes, as static noexcept functions. `extra` is the memory after the
// state:
//   FieldProduct kProduct                          the multiplication of the field
//   struct Own                                     more state of this mode; may be empty
//   std::size_t behind_bytes(const FieldOps&)      size of `extra`
//   void set_key(ModeContext&, SumState&, Own&, extra)
//   void start(ModeContext&, SumState&, Own&, extra, nonce, nonce_bytes)
//   void absorb(ModeContext&, SumState&, Own&, extra, in, blocks)
//   void tag(ModeContext&, SumState&, Own&, extra, std::uint8_t* tag)
//   void clear(Own&, extra)                        wipes the secrets of the message
//   std::uint8_t end_mark(const ModeContext&, SumState&, waiting)    optional, see SumAead::end_mark
#pragma once

#include <string.h>

#include "isa/cpu.hpp"
#include "mode/engine/block_feed.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/ctr_stream.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

struct SumState {
  const FieldOps* field;
  CtrStream ctr;
  std::uint8_t sum[kMaxBlockBytes];
  BlockFeed<LastBlock::kConsume> feed;
  std::uint64_t aad_bytes, data_bytes;
};

template <class Scheme>
struct SumAead {
  struct State {
    SumState base;
    typename Scheme::Own own;
  };

  static const FieldOps& field_of(const Variant& v) noexcept {
    return *select_field(v.block_bytes, cpu_features(), Scheme::kProduct)->ops;
  }
  static std::size_t state_bytes(const Variant& v, const Parameters&) noexcept {
    return bytes_with<State>(Scheme::behind_bytes(field_of(v)));
  }

  static void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
    State& s = c.state<State>();
    clear(c);
    s.base.field = &field_of(c.variant());
    c.key().set(user_key);
    Scheme::set_key(c, s.base, s.own, c.behind<State>());
  }

  static void start(ModeContext& c, Direction, const std::uint8_t* nonce,
                    std::size_t nonce_bytes) noexcept {
    State& s = c.state<State>();
    clear(c);
    Scheme::start(c, s.base, s.own, c.behind<State>(), nonce, nonce_bytes);
  }

  static void aad(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
    c.state<State>().base.aad_bytes += bytes;
    feed(c, in, bytes);
  }

  static void absorb(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
    SumState& s = c.state<State>().base;
    if (s.data_bytes == 0) pad(c);
    s.data_bytes += bytes;
    feed(c, in, bytes);
  }

  static void decrypt_only(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                           std::size_t bytes) noexcept {
    c.state<State>().base.ctr.crypt(c.key(), in, out, bytes);
  }

  static void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t bytes) noexcept {
    for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
      decrypt_only(c, in + at, out + at, n);
      absorb(c, out + at, n);
    });
  }

  static void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t bytes) noexcept {
    for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
      absorb(c, in + at, n);
      decrypt_only(c, in + at, out + at, n);
    });
  }

  // decrypt_only may follow, because the counter stays valid until the next start.
  static void tag(ModeContext& c, std::uint8_t* tag) noexcept {
    State& s = c.state<State>();
    pad(c, end_mark(c, s.base, s.base.feed.waiting_bytes()));
    Scheme::tag(c, s.base, s.own, c.behind<State>(), tag);
    clear_sum(c);
  }

  // The first padding byte after the data. `waiting` is the number of bytes in the incomplete last block.
  static std::uint8_t end_mark(const ModeContext& c, SumState& s, std::size_t waiting) noexcept {
    if constexpr (requires { Scheme::end_mark(c, s, waiting); })
      return Scheme::end_mark(c, s, waiting);
    else
      return 0;
  }

  static constexpr AeadMode mode(CounterOrder nonce_order,
                                 std::uint64_t (*max_bytes)(const Variant&) noexcept) {
    AeadMode m{};
    m.base.state_bytes = state_bytes;
    m.base.set_key = set_key;
    m.base.max_message_bytes = max_bytes;
    m.nonce_order = nonce_order;
    m.start = start;
    m.aad = aad;
    m.encrypt = encrypt;
    m.decrypt = decrypt;
    m.tag = tag;
    m.absorb = absorb;
    m.decrypt_only = decrypt_only;
    return m;
  }

 private:
  static void feed(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
    State& s = c.state<State>();
    s.base.feed.feed(c.block(), in, bytes, [&](const std::uint8_t* p, std::size_t blocks) {
      Scheme::absorb(c, s.base, s.own, c.behind<State>(), p, blocks);
    });
  }

  static void pad(ModeContext& c, std::uint8_t first = 0) noexcept {
    State& s = c.state<State>();
    const auto absorb = [&](const std::uint8_t* p, std::size_t blocks) {
      Scheme::absorb(c, s.base, s.own, c.behind<State>(), p, blocks);
    };
    s.base.feed.pad_zero(c.block(), absorb, first);
  }

  static void clear_sum(ModeContext& c) noexcept {
    State& s = c.state<State>();
    s.base.feed.clear();
    wipe(s.base.sum, sizeof s.base.sum);
    Scheme::clear(s.own, c.behind<State>());
    s.base.aad_bytes = s.base.data_bytes = 0;
  }

  static void clear(ModeContext& c) noexcept {
    clear_sum(c);
    c.state<State>().base.ctr.clear();
  }
};

}  // namespace hedgerow
