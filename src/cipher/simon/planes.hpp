// The rounds of SIMON over bit planes [ePrint 2013/404 section 3.1]: rotations only name planes.
//
// Plane i of a word is bit i of it in every block. V_0 = x, V_-1 = y and
//     V_s+1[i] = V_s-1[i] ^ (V_s[i - 1] & V_s[i - 8]) ^ V_s[i - 2] ^ k_s[i]
// overwrites V_s-1. A pass over the planes runs kRounds rounds, round s a byte, which is how far a
// plane reaches back, behind round s - 1; the last byte of each V_s stays in registers, and of the
// V_s between the first and the last two only what the words' turning around needs is stored. With
// AVX-512 words of 24 and 32 bits go in steps, which turn around without that: run_step.
#pragma once

#include "cipher/common/bit_transpose.hpp"
#include "cipher/common/key_planes.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/common/scalar_bytes.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

// y ^ (a & b) ^ c ^ *key, where a is needed no more.
HR_INLINE Vec feistel(Vec y, Vec a, Vec b, Vec c, const std::uint32_t* key) {
#ifdef HR_VEC_TERNARY
  return ternary_splat32<0x96>(ternary<0x6a>(a, b, y), c, key);
#else
  return xor2(xor2(xor2(and2(a, b), y), c), key_plane(key));
#endif
}
// The same in steps, whose results are stored. A store of 64 bytes takes time from operations of three inputs, on Zen 4
// up to two cycles: there one of two inputs beside a broadcast of the key is quicker than another of three
// (HR_SIMON_SUMS, the kernel bitslice_sums).
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

// The key planes of a pass: those of round s begin at first + s * step.
struct PassKey {
  const std::uint32_t* first;
  std::ptrdiff_t step;
};
// Where V_-1, V_0 and V_1 .. stand: y and from; V_1, V_3 .. go to y, V_2, V_4 .. to x, which is `from` or other memory.
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
// The rounds of a pass that reads planes of V_0 again when they are eight planes back: the first ones of each byte, for
// which there are no registers.
#ifdef HR_VEC_TWO_LANES
constexpr int kRereads = 2, kRereadPlanes = 4;
#else
constexpr int kRereads = 4, kRereadPlanes = 3;
#endif
// A byte of V_kFirst+1 .. V_kLast+1. byte[s]: that of V_s before it.
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
      // Only now, into the register of the plane that was needed last.
      if constexpr (n == 0) now = load_once(planes.at<kFirst>() + i);
      byte[s][j] = now;
      before = now, now = next;
    });
    if constexpr (kLast + 1 < kRounds) byte[kLast + 1][j] = now;
  });
}
// Passes of several rounds are unrolled: in a loop each plane would have to move to the register where the next turn
// wants it, and moves of 64 bytes take the ports that gates take.
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
constexpr int kDepth = 2;  // 12 registers hold a byte and half of one, the others what is at work
#else
constexpr int kDepth = 1;
#endif
// Whether x moves to other memory in a pass of kDepth rounds, and back in the next one.
constexpr bool kMoves = kDepth == kRereads;
#ifdef HR_VEC_TERNARY
// Words of few bytes, kBytes, have as many rounds under way at once. Step p runs rounds p - kBytes + 1 .. p on byte
// p % kBytes, each behind the one before, and steps go on from the last byte to the first: unlike passes they neither
// begin nor end, but for the first and the last kBytes - 1 of them, which have fewer rounds.
// The key planes are those of r, the first round of the step; V_r-1 and V_r stand in `before` and `now`, where the last
// two V of the step go, each to the one whose number is as odd or even.
struct StepPlanes {
  PassKey key;
  Vec *before, *now;
};
// byte[s]: the byte before of V_p-kBytes+1+s; afterwards this byte of V_p-kBytes+2+s, which the next step finds there.
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
      before = now, now = next;
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
    planes.before = planes.now, planes.now = before;
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
// On Zen 4 gates of two planes take turns, in the order of the source, which gcc would change. For these rounds alone:
// without gcc's scheduling those of words of 64 bits take up to twice as long.
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
// Two planes whose bits of groups 2 g and 2 g + 1 stand in each other's planes in memory, but where kPairs is true
// (common/block_planes_512.hpp).
template <bool kPairs>
HR_INLINE void load_pair(const Vec* from, Vec& a, Vec& b) {
  a = load(from), b = load(from + 1);
  if constexpr (!kPairs) swap_bits<1>(a, b, splat8(0x55));
  a = in_register(a), b = in_register(b);
}
HR_INLINE void store_pair(Vec* to, Vec a, Vec b) {
  swap_bits<1>(a, b, splat8(0x55));
  store(to, a), store(to + 1, b);
}
// All rounds of words of 16 bits, an even number. kPairs: of the planes that are read; those written are never so.
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

// All rounds. `other`: where x stands after an odd number of passes of kDepth rounds, if kMoves. After an odd number of
// passes of one round x and y have changed places. Calls before_pass() before each pass.
template <int kBytes, class BeforePass>
HR_INLINE void run_rounds(const std::uint32_t* key, int step, int rounds, Vec* x, Vec* y,
                          [[maybe_unused]] Vec* other, BeforePass before_pass) {
  const auto pass = [&](auto depth) HR_LAMBDA {
    before_pass();
    constexpr bool moves = kMoves && depth == kDepth;
    Vec* const to = moves ? other : x;
    run_pass<depth, kBytes>({key, step}, x, to, y);
    rounds -= depth, key += depth * step;
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
