// ECB and CTR of the bitslice kernels, where CTR over vectors fuses counter, cipher and xor.
#pragma once

#include "cipher/kuznyechik/planes.hpp"
#ifndef HR_VEC_SCALAR
#include "cipher/common/planes.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  run_batches<State>(in, out, blocks, [&](State& s, auto* from, auto* to) {
    encrypt_state(*(const Key*)key, s, from, to);
  });
}
void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  run_batches<State>(in, out, blocks, [&](State& s, auto* from, auto* to) {
    decrypt_state(*(const Key*)key, s, from, to);
  });
}

#ifdef HR_VEC_SCALAR
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  ctr_in_memory<16, kPlanesBlocks>(
      counter, order, in, out, blocks,
      [&](std::uint8_t* stream, std::size_t n) { encrypt(key, stream, stream, n); });
}
#else
// Most bytes of a counter block are the same in all batches of a call; only the counting bytes
// change. So the result of K_1 and pi for the other bytes is computed once and kept.
struct PlanesCounter {
  Vec fixed[16][8];  // by slot
  CountingPlanes counting;
};
HR_INLINE void substitute_first(const Key& key, const Vec* planes, int slot, Vec* to) {
  unroll<8>([&](auto b) HR_LAMBDA { to[b] = xor2(planes[b], key_plane(key.first.bit[slot] + b)); });
  box_kuznyechik(to, to);
}
HR_INLINE void make_fixed(const Key& key, PlanesCounter& c) {
  for (int k = 0; k < 16; k++) {
    splat_planes(c.counting.at.counter[15 - k], c.fixed[k]);
    substitute_first(key, c.fixed[k], k, c.fixed[k]);
  }
  for (int i = 0; i < kSameBytes; i++) {
    const int k = 15 - c.counting.at.position(i);
    substitute_first(key, c.counting.plane[i], k, c.fixed[k]);
  }
}
HR_NOINLINE void ctr_state(const Key& key, PlanesCounter& c, State& s, const std::uint8_t* in,
                           std::uint8_t* out) {
  count_planes(c.counting);
  for (int k = 0; k < 16; k++) unroll<8>([&](auto b) HR_LAMBDA { s.slot[k][b] = c.fixed[k][b]; });
  for (int i = kSameBytes; i < 4; i++) {
    const int k = 15 - c.counting.at.position(i);
    substitute_first(key, c.counting.plane[i], k, s.slot[k]);
  }
  encrypt_rounds(key, s);
  store_planes([&](int i) HR_LAMBDA { return s.slot[31 - i]; },
               [&](int at, Vec v) HR_LAMBDA { store(out + at, xor2(v, load(in + at))); });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  PlanesCounter c;
  start_counting(c.counting, counter, order);
  make_fixed(*(const Key*)key, c);
  run_batches<State>(in, out, blocks, [&](State& s, auto* from, auto* to) {
    ctr_state(*(const Key*)key, c, s, from, to);
  });
  wipe(&c, sizeof c);
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
