// The rounds of SIMON over bit planes [ePrint 2013/404 section 3.1]. Rotations only rename planes.
//
// Plane i of a word has bit i of this word in every block. With V_0 = x and V_-1 = y, round s
// computes
//
//     V_s+1[i] = V_s-1[i] ^ (V_s[i - 1] & V_s[i - 8]) ^ V_s[i - 2] ^ k_s[i]
//
// and overwrites V_s-1. Byte b of V_s+1 (its planes 8 b to 8 b + 7) therefore needs bytes b and b -
// 1 of V_s. So a pass over the bytes can run several rounds as a wavefront, with each round one
// byte later than the round before. For example, four rounds over words of eight bytes:
//
//     byte       0  1  2  3  4  5  6  7  0  1  2        time -->
//     round 0    x  x  x  x  x  x  x  x  .  .  .
//     round 1    .  x  x  x  x  x  x  x  x  .  .
//     round 2    .  .  x  x  x  x  x  x  x  x  .
//     round 3    .  .  .  x  x  x  x  x  x  x  x
//
// Each column is one run_byte. The previous byte of each V_s stays in registers (`byte`), so only
// the last two V of each column are stored. With AVX-512 words of 24 and 32 bits use run_step
// instead, where the wavefront never ends between rounds.
#pragma once

#include "cipher/common/key_planes.hpp"
#include "isa/bit_transpose.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/common/scalar_bytes.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

// Computes y ^ (a & b) ^ c ^ *key. This is the last use of a.
HR_INLINE Vec feistel(Vec y, Vec a, Vec b, Vec c, const std::uint32_t* key) {
#ifdef HR_VEC_TERNARY
  return ternary_splat32<0x96>(ternary<0x6a>(a, b, y), c, key);
#else
  return xor2(xor2(xor2(and2(a, b), y), c), key_plane(key));
#endif
}
// The same for run_step, which stores the result. On Zen 4 a store of 64 bytes delays operations of
// three inputs by up to two cycles. There a two-input xor with a broadcast key is faster than
// another operation of three inputs (HR_SIMON_SUMS, the kernel bitslice_sums).
HR_INLINE Vec feistel_of_step(Vec y, Vec a, Vec b, Vec c, const std::uint32_t* key) {
#ifdef HR_SIMON_SUMS
  return xor2(in_register(xor2(ternary<0x6a>(a, b, y), c)), key_plane(key));
#else
  return feistel(y, a, b, c, key);
#endif
}
HR_INLINE Vec load_once(const Vec* p) {
#ifdef HR_VEC_TERNARY
  return in_register(load(p));
#else
  return load(p);
#endif
}

// The key planes of a pass. Those of round s begin at first + s * step.
struct PassKey {
  const std::uint32_t* first;
  std::ptrdiff_t step;
};
// The memory of V_-1 (y), V_0 (from) and the later V. V_1, V_3, .. are written to y, and V_2, V_4,
// .. to x, which is `from` or other memory.
struct PassPlanes {
  const Vec* from;
  Vec *x, *y;

  template <int kRound>
  HR_LAMBDA const Vec* at() const {
    if constexpr (kRound % 2 != 0)
      return y;
    else
      return kRound == 0 ? from : x;
  }
};
// A pass of kRereads rounds reads the first kRereadPlanes planes of each byte of V_0 again when
// they are eight planes back, because there are no registers for them.
#ifdef HR_VEC_TWO_LANES
constexpr int kRereads = 2, kRereadPlanes = 4;
#else
constexpr int kRereads = 4, kRereadPlanes = 3;
#endif
// Computes one byte of V_kFirst+1 .. V_kLast+1. byte[s] is the byte before it of V_s.
template <int kRounds, int kBytes, int kFirst, int kLast>
HR_INLINE void run_byte(PassKey key, PassPlanes planes, int at, Vec (&byte)[kRounds][8]) {
  unroll<8>([&](auto j) HR_LAMBDA {
    const int i = 8 * at + j;
    Vec before = load(planes.at<kFirst - 1>() + i), now;
    unroll<kLast + 1 - kFirst>([&](auto n) HR_LAMBDA {
      constexpr int s = kFirst + n;
      Vec first = byte[s][j];
      if constexpr (kRounds == kRereads && s == 0 && j < kRereadPlanes)
        first = load(planes.from + 8 * ((at + kBytes - 1) % kBytes) + j);
      const Vec next = feistel(before, first, byte[s][(j + 7) & 7], byte[s][(j + 6) & 7],
                               key.first + s * key.step + i);
      if constexpr (s >= kLast - 1) store((s % 2 ? planes.x : planes.y) + i, next);
      // Loads it only now, so that it reuses the register that the last operation freed.
      if constexpr (n == 0) now = load_once(planes.at<kFirst>() + i);
      byte[s][j] = now;
      before = now;
      now = next;
    });
    if constexpr (kLast + 1 < kRounds) byte[kLast + 1][j] = now;
  });
}
// Passes of several rounds are unrolled. In a loop each plane would have to move to the register
// that the next turn expects, and moves of 64 bytes use the same ports as gates.
template <int kRounds, int kBytes>
HR_NOINLINE void run_pass(PassKey key, const Vec* from, Vec* x, Vec* y) {
  const PassPlanes planes = {from, x, y};
  Vec byte[kRounds][8];
  unroll<8>([&](auto j) HR_LAMBDA { byte[0][j] = load(from + 8 * kBytes - 8 + j); });
  unroll<kRounds - 1>([&](auto k)
                          HR_LAMBDA { run_byte<kRounds, kBytes, 0, k>(key, planes, k, byte); });
  if constexpr (kRounds > 1)
    unroll<kBytes - kRounds + 1>([&](auto k) HR_LAMBDA {
      run_byte<kRounds, kBytes, 0, kRounds - 1>(key, planes, kRounds - 1 + k, byte);
    });
  else
    for (int at = 0; at < kBytes; at++) run_byte<1, kBytes, 0, 0>(key, planes, at, byte);
  unroll<kRounds - 1>([&](auto k) HR_LAMBDA {
    run_byte<kRounds, kBytes, k + 1, kRounds - 1>(key, planes, k, byte);
  });
}

#ifdef HR_VEC_TERNARY
constexpr int kDepth = 4;  // rounds in a pass: 24 registers hold bytes, 5 planes of V_0
#elif HR_VEC_REGISTERS == 32
constexpr int kDepth = 3;  // 24 registers hold bytes
#elif defined HR_VEC_TWO_LANES
constexpr int kDepth = 2;  // 12 registers hold a byte and half of one, the others current values
#else
constexpr int kDepth = 1;
#endif
// True if x moves to other memory in a pass of kDepth rounds, and back in the next pass.
constexpr bool kMoves = kDepth == kRereads;
#ifdef HR_VEC_TERNARY
// Words of few bytes: kBytes rounds are in flight. Step p advances each of the rounds p - kBytes +
// 1 .. p by one byte, and all of them work on byte p % kBytes. For example, words of three bytes:
//
//     step       0  1  2  3  4  5  6
//     byte       0  1  2  0  1  2  0
//     round 0    x  x  x
//     round 1       x  x  x
//     round 2          x  x  x
//     round 3             x  x  x
//     round 4                x  x  x
//
// Only the first and the last kBytes - 1 steps have fewer rounds. Passes, in contrast, begin and
// end with fewer rounds every time.
//
// The key planes are those of r, the first round of the step. `before` and `now` hold V_r-1 and
// V_r. The step writes its last two V there, to the memory of the V with the same parity.
struct StepPlanes {
  PassKey key;
  Vec *before, *now;
};
// byte[s] is the byte before of V_p-kBytes+1+s. Afterwards it is this byte of V_p-kBytes+2+s, which
// the next step needs.
template <int kFirst, int kLast, int kBytes>
HR_INLINE void run_step(StepPlanes planes, int at, Vec (&byte)[kBytes][8]) {
  const std::uint32_t* const key = planes.key.first + 8 * at;
  Vec *const of_before = planes.before + 8 * at, *const of_now = planes.now + 8 * at;
  Vec first[8];
  unroll<8>([&](auto j) HR_LAMBDA {
    Vec before = load(of_before + j), now = first[j] = in_register(load(of_now + j));
    unroll<kLast + 1 - kFirst>([&](auto n) HR_LAMBDA {
      constexpr int s = kFirst + n;
      const auto back = [&](auto by) HR_LAMBDA {
        if constexpr (j < by)
          return byte[s][8 + j - by];
        else if constexpr (n == 0)
          return first[j - by];
        else
          return byte[s - 1][j - by];
      };
      const Vec next = in_register(feistel_of_step(
          before, byte[s][j], back(Index<1>{}), back(Index<2>{}), key + n * planes.key.step + j));
      if constexpr (s >= kLast - 1) store((n % 2 ? of_now : of_before) + j, next);
      byte[s][j] = next;
      before = now;
      now = next;
    });
    if constexpr (kFirst > 0) byte[kFirst - 1][j] = first[j];
  });
}
template <int kBytes, class BeforePass>
HR_NOINLINE void run_steps(PassKey key, int rounds, Vec* x, Vec* y, BeforePass before_pass) {
  Vec byte[kBytes][8];
  StepPlanes planes = {key, y, x};
  unroll<8>([&](auto j) HR_LAMBDA { byte[kBytes - 1][j] = load(x + 8 * kBytes - 8 + j); });
  int at = kBytes - 1;
  const auto go_on = [&]() HR_LAMBDA {
    Vec* const before = planes.before;
    planes.before = planes.now;
    planes.now = before;
    planes.key.first += key.step;
    at = at + 1 < kBytes ? at + 1 : 0;
  };
  unroll<kBytes - 1>([&](auto p)
                         HR_LAMBDA { run_step<kBytes - 1 - p, kBytes - 1>(planes, p, byte); });
  for (int p = kBytes - 1; p < rounds; p++) {
    before_pass();
    run_step<0, kBytes - 1>(planes, at, byte);
    go_on();
  }
  unroll<kBytes - 1>([&](auto p) HR_LAMBDA {
    run_step<0, kBytes - 2 - p>(planes, at, byte);
    go_on();
  });
}
// On Zen 4 the gates of two planes alternate, in the order of the source. gcc would change this
// order. Only these rounds switch gcc's scheduling off, because those of 64-bit words take up to
// twice as long without it.
#ifdef HR_SIMON_SUMS
constexpr int kTogether = 2;
#ifdef __clang__
#define HR_SIMON_ORDER
#else
#define HR_SIMON_ORDER __attribute__((optimize("no-schedule-insns2")))
#endif
#else
constexpr int kTogether = 1;
#define HR_SIMON_ORDER
#endif
// Loads or stores two planes. In memory the bits of the groups 2 g and 2 g + 1 are still exchanged
// between them, unless kPairs is true (common/block_planes_512.hpp).
template <bool kPairs>
HR_INLINE void load_pair(const Vec* from, Vec& a, Vec& b) {
  a = load(from);
  b = load(from + 1);
  if constexpr (!kPairs) swap_bits<1>(a, b, splat8(0x55));
  a = in_register(a);
  b = in_register(b);
}
HR_INLINE void store_pair(Vec* to, Vec a, Vec b) {
  swap_bits<1>(a, b, splat8(0x55));
  store(to, a), store(to + 1, b);
}
// All rounds of words of 16 bits, an even number. kPairs describes the planes that are read; the
// planes that are written always have exchanged bits.
template <bool kPairs, class BeforePass>
HR_SIMON_ORDER HR_NOINLINE void run_in_registers(PassKey key, int rounds, Vec* x, Vec* y,
                                                 BeforePass before_pass) {
  Vec v[2][16];
  unroll<8>([&](auto i) HR_LAMBDA {
    load_pair<kPairs>(x + 2 * i, v[0][2 * i], v[0][2 * i + 1]);
    load_pair<kPairs>(y + 2 * i, v[1][2 * i], v[1][2 * i + 1]);
  });
  for (; rounds > 0; rounds -= 2) {
    before_pass();
    unroll<2>([&](auto s) HR_LAMBDA {
      unroll<16 / kTogether>([&](auto part) HR_LAMBDA {
        unroll<kTogether>([&](auto n) HR_LAMBDA {
          constexpr int i = part * kTogether + n;
          Vec& to = v[1 - s][i];
          to = in_register(ternary<0x78>(to, v[s][(i + 15) % 16], v[s][(i + 8) % 16]));
        });
        unroll<kTogether>([&](auto n) HR_LAMBDA {
          constexpr int i = part * kTogether + n;
          Vec& to = v[1 - s][i];
          to = in_register(ternary_splat32<0x96>(to, v[s][(i + 14) % 16], key.first + i));
        });
      });
      key.first += key.step;
      __asm__("" : "+r"(key.first));  // one register, not sixteen addresses
    });
  }
  unroll<8>([&](auto i) HR_LAMBDA {
    store_pair(x + 2 * i, v[0][2 * i], v[0][2 * i + 1]);
    store_pair(y + 2 * i, v[1][2 * i], v[1][2 * i + 1]);
  });
}
#endif

// Runs all rounds. If kMoves is true, x is in `other` after an odd number of passes of kDepth
// rounds. After an odd number of single rounds x and y have changed places. Calls before_pass()
// before each pass.
template <int kBytes, class BeforePass>
HR_INLINE void run_rounds(const std::uint32_t* key, int step, int rounds, Vec* x, Vec* y,
                          [[maybe_unused]] Vec* other, BeforePass before_pass) {
  const auto pass = [&](auto depth) HR_LAMBDA {
    before_pass();
    constexpr bool moves = kMoves && depth == kDepth;
    Vec* const to = moves ? other : x;
    run_pass<depth, kBytes>({key, step}, x, to, y);
    rounds -= depth;
    key += depth * step;
    if constexpr (moves) other = x;
    x = depth % 2 ? y : to;
    y = depth % 2 ? to : y;
  };
  if constexpr (kBytes >= kDepth - 1)
    while (rounds >= kDepth) pass(Index<kDepth>{});
  while (rounds > 0) pass(Index<1>{});
}

}  // namespace
}  // namespace hedgerow::HR_ISA
