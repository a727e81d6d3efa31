// Magma and GOST 28147-89 bit-sliced: ECB and CTR [RFC 5830 section 5]. Included inside a kernel's
// anonymous namespace, after `using namespace` of the ISA.
//
// A batch is 8 kWidth blocks, eight groups of eight vectors; with L = kWidth / 16 lanes they become
// 64 planes, plane i bit i of the number N1 + 2^32 N2 of every block. Bit g of byte 16 l + 2 v + b
// of a plane belongs to block g kWidth + v kWidth / 8 + 2 l + b:
//
//     in:     group 0: block 0 | block 1 | ...         group 1: block kWidth | ...
//     then:   groups' bytes i: group 0: blocks 0 1, kWidth / 8, ... | 2 3 ...      16 bytes a lane
//     then:   planes 8 i .. 8 i + 7
//
// The key is added by rippling a carry over the planes; S-boxes are circuits; the rotation by 11
// only names planes. No bit of a key or a block is ever looked at but by these gates.
#pragma once

constexpr int kBatchBlocks = 8 * kWidth;
constexpr int kBatchBytes = kBlockBytes * kBatchBlocks;

// Each bit of a key word as 64 equal bits; two-input gates take other words (add_key).
struct KeyWord {
  std::uint64_t bit[32];
#ifndef HR_VEC_TERNARY
  std::uint64_t carry[32];
#endif
};
struct alignas(64) Key {
  KeyWord word[8];
};
struct alignas(64) Planes {
  Vec bit[8 * kBlockBytes];
};

// 64 times each bit of x.
HR_INLINE void spread(std::uint32_t x, std::uint64_t* bits) {
  const std::uint64_t v = opaque(x);
  for (std::uint64_t i = 0; i < 32; i++) bits[i] = 0 - (v >> i & 1);
}

// Bit 4 i + j is set where the S-box of row i + 1 takes bit j of its argument inverted.
consteval std::uint32_t inverted_arguments(const Circuits& circuits) {
  std::uint32_t r = 0;
  for (int row = 0; row < kBoxes && !kTernary; row++)
    r |= (std::uint32_t)circuits.row[row].zero << (4 * row);
  return r;
}

template <Order kOrder>
HR_INLINE void prepare_words(const std::uint8_t* round_keys, Key& key,
                             [[maybe_unused]] std::uint32_t inverted) {
  for (int w = 0; w < 8; w++) {
    const std::uint32_t k = load_word<kOrder>(round_keys + 4 * w);
    spread(k, key.word[w].bit);
#ifndef HR_VEC_TERNARY
    spread(k ^ k << 1 ^ inverted, key.word[w].carry);
#endif
  }
}

// Gives what the S-boxes take of x + k, bit by bit from below. Ternary gates: x + k + carry.
//
// Two-input gates carry e = carry ^ k instead. The sum's bit is x ^ e, and as the next carry is
// k ^ ((x ^ k) & e), the next e takes but two gates more and a word, k ^ (the next k), which also
// inverts e, and with it the sum's bit, where the S-box wants that.
struct Sum {
#ifdef HR_VEC_TERNARY
  Vec carry;
  template <std::uint32_t kInverted, int kBit>
  HR_LAMBDA Vec next(const KeyWord& key, Vec x) {
    const Vec k = load_splat64(key.bit + kBit);
    if constexpr (kBit == 0) {
      carry = and2(x, k);
      return xor2(x, k);
    } else {
      x = in_register(x);
      const Vec sum = xor3(x, k, carry);
      if constexpr (kBit < 31) carry = ternary<0xe8>(carry, x, k);
      return sum;
    }
  }
#else
  Vec e;
  template <std::uint32_t kInverted, int kBit>
  HR_LAMBDA Vec next(const KeyWord& key, Vec x) {
    constexpr bool kIsInverted = kInverted >> kBit & 1;
    const Vec k = load_splat64(key.bit + kBit);
    Vec sum, term;
    if constexpr (kBit == 0) {
      sum = xor2(x, load_splat64(key.carry));
      term = andnot(x, k);
    } else {
      const Vec different = xor2(x, k);
      sum = xor2(x, e);
      term = kIsInverted ? andnot(e, different) : and2(e, different);
    }
    if constexpr (kBit < 31) e = xor2(term, load_splat64(key.carry + kBit + 1));
    return sum;
  }
#endif
};

// to ^= t(from + key) <<< 11. The next round begins with the bits that the last three S-boxes give:
// they go first, and the others follow while those bits are on their way.
template <const Circuits& kCircuits>
HR_INLINE void crypt_round(const KeyWord& key, const Vec* from, Vec* to) {
  constexpr std::uint32_t kInverted = inverted_arguments(kCircuits);
  constexpr int kLate = 5;  // boxes
  Sum sum;
  Vec x[32];
  const auto add = [&](auto row) HR_LAMBDA {
    unroll<4>([&](auto i) HR_LAMBDA {
      constexpr int bit = 4 * row + i;
      x[bit] = sum.template next<kInverted, bit>(key, from[bit]);
    });
  };
  const auto substitute = [&](auto row) HR_LAMBDA {
    Vec* onto[4];
    unroll<4>([&](auto i) HR_LAMBDA { onto[i] = to + (4 * row + i + kRotation) % 32; });
    xor_box<kCircuits, row>(x + 4 * row, onto);
  };
  unroll<kLate>([&](auto row) HR_LAMBDA { add(row); });
  unroll<kBoxes - kLate>([&](auto i) HR_LAMBDA {
    add(Index<kLate + i>{});
    substitute(Index<kLate + i>{});
  });
  unroll<kLate>([&](auto row) HR_LAMBDA { substitute(row); });
}

// Compilers would rather keep the last planes of a round in registers, and spill.
HR_INLINE void in_memory() { __asm__ __volatile__("" : : : "memory"); }

// The state of a batch through all rounds; N1 and N2 stand exchanged then.
using Rounds = void (*)(const Key& key, bool decrypt, Vec* plane);
template <const Circuits& kCircuits>
HR_NOINLINE void crypt_planes(const Key& key, bool decrypt, Vec* plane) {
  for (int i = 0; i < kRounds; i += 2) {
    const int first = decrypt ? kRounds - 1 - i : i, second = decrypt ? first - 1 : first + 1;
    crypt_round<kCircuits>(key.word[key_word(first)], plane, plane + 32);
    in_memory();
    crypt_round<kCircuits>(key.word[key_word(second)], plane + 32, plane);
    in_memory();
  }
}

struct alignas(16) LaneOrder {
  std::uint8_t of[16];
};
consteval LaneOrder make_interleaved() {
  LaneOrder r{};
  for (int i = 0; i < 16; i++) r.of[i] = (std::uint8_t)(i % 2 * 8 + i / 2);
  return r;
}
constexpr LaneOrder kInterleaved = make_interleaved();  // two blocks, byte by byte

template <Order kOrder>
HR_INLINE void load_planes(const std::uint8_t* in, Vec* plane) {
  for (int group = 0; group < 8; group++) {
    Vec s[8];
    unroll<8>([&](auto i) HR_LAMBDA {
      s[i] = shuffle(load(in + (8 * group + i) * kWidth), load_splat128(kInterleaved.of));
    });
    unroll<3>([&](auto) HR_LAMBDA {
      Vec t[8];
      unroll<4>([&](auto i) HR_LAMBDA {
        t[2 * i] = unpack_lo16(s[i], s[i + 4]);
        t[2 * i + 1] = unpack_hi16(s[i], s[i + 4]);
      });
      unroll<8>([&](auto i) HR_LAMBDA { s[i] = t[i]; });
    });
    unroll<8>([&](auto i) HR_LAMBDA { plane[8 * block_position<kOrder>(i) + group] = s[i]; });
  }
  for (int byte = 0; byte < 8; byte++) transpose_bits(plane + 8 * byte);
}

// finish(p, v): vector v of the batch, at offset p. N1 and N2 change places.
template <Order kOrder, class Finish>
HR_INLINE void store_planes(Vec* plane, Finish finish) {
  for (int byte = 0; byte < 8; byte++) transpose_bits(plane + 8 * byte);
  for (int group = 0; group < 8; group++) {
    Vec s[8];
    unroll<8>([&](auto i) HR_LAMBDA { s[i] = plane[8 * (block_position<kOrder>(i) ^ 4) + group]; });
    unroll<3>([&](auto) HR_LAMBDA {
      Vec t[8];
      unroll<4>([&](auto i) HR_LAMBDA {
        t[2 * i] = unpack_lo8(s[i], s[i + 4]);
        t[2 * i + 1] = unpack_hi8(s[i], s[i + 4]);
      });
      unroll<8>([&](auto i) HR_LAMBDA { s[i] = t[i]; });
    });
    unroll<8>([&](auto i) HR_LAMBDA { finish((8 * group + i) * kWidth, s[i]); });
  }
}

template <Order kOrder>
HR_NOINLINE void crypt_blocks(const Key& key, Rounds rounds, bool decrypt, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t blocks) {
  Planes planes;
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kBatchBytes, to += kBatchBytes) {
      load_planes<kOrder>(from, planes.bit);
      rounds(key, decrypt, planes.bit);
      store_planes<kOrder>(planes.bit, [&](int at, Vec v) HR_LAMBDA { store(to + at, v); });
    }
  });
  wipe(&planes, sizeof planes);
}

template <Order kOrder, const Circuits& kCircuits, bool kDecrypt>
void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  crypt_blocks<kOrder>(*(const Key*)key, crypt_planes<kCircuits>, kDecrypt, in, out, blocks);
}

// Counters.
consteval int log2_of(int n) { return n == 1 ? 0 : 1 + log2_of(n / 2); }
constexpr int kNumberBits = log2_of(kBatchBlocks);
// The bits of the number that a block has in its batch, as planes.
struct alignas(64) BlockNumbers {
  std::uint8_t plane[kNumberBits][kWidth];
};
consteval BlockNumbers make_block_numbers() {
  BlockNumbers r{};
  for (int i = 0; i < kWidth; i++)
    for (int group = 0; group < 8; group++) {
      const int number = group * kWidth + i % 16 / 2 * (kWidth / 8) + i / 16 * 2 + i % 2;
      for (int bit = 0; bit < kNumberBits; bit++)
        r.plane[bit][i] = (std::uint8_t)(r.plane[bit][i] | (number >> bit & 1) << group);
    }
  return r;
}
constexpr BlockNumbers kBlockNumbers = make_block_numbers();

struct Counter {
  std::uint64_t constant[8 * kBlockBytes];  // the bits of a counter block
  int place[4];                             // of the count's bytes in the number N1 + 2^32 N2
  std::uint32_t value;                      // of the batch's first block
};

// The planes of the counter blocks of a batch. What stands above the bits of a block's number takes
// one of two values.
HR_INLINE void count(const Counter& c, Vec* plane) {
  std::uint64_t before[32], change[32];
  spread(c.value, before);
  spread(c.value ^ (c.value + kBatchBlocks), change);
  for (int i = 0; i < 8 * kBlockBytes; i++) plane[i] = load_splat64(c.constant + i);
  Vec carry = zero();
  unroll<4>([&](auto q) HR_LAMBDA {
    Vec* byte = plane + 8 * c.place[q];
    unroll<8>([&](auto b) HR_LAMBDA {
      constexpr int i = 8 * q + b;
      const Vec bit = load_splat64(before + i);
      if constexpr (i < kNumberBits) {
        const Vec number = load(kBlockNumbers.plane[i]), different = xor2(bit, number);
        byte[b] = xor2(different, carry);
        carry = xor_and(and2(bit, number), different, carry);
      } else {
        byte[b] = xor_and(bit, load_splat64(change + i), carry);
      }
    });
  });
}

template <Order kOrder>
HR_NOINLINE void ctr_blocks(const Key& key, Rounds rounds, const std::uint8_t* counter,
                            CounterOrder order, const std::uint8_t* in, std::uint8_t* out,
                            std::size_t blocks) {
  Counter c;
  const std::uint64_t first = load_block<kOrder>(counter);
  spread((std::uint32_t)first, c.constant);
  spread((std::uint32_t)(first >> 32), c.constant + 32);
  for (int q = 0; q < 4; q++)
    c.place[q] = block_position<kOrder>(counter_position<kBlockBytes>(order, q));
  c.value = counter_value<kBlockBytes>(counter, order);
  Planes planes;
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kBatchBytes, to += kBatchBytes, c.value += kBatchBlocks) {
      count(c, planes.bit);
      rounds(key, false, planes.bit);
      store_planes<kOrder>(
          planes.bit, [&](int at, Vec v) HR_LAMBDA { store(to + at, xor2(v, load(from + at))); });
    }
  });
  wipe(&planes, sizeof planes);
  wipe(&c, sizeof c);
}

template <Order kOrder, const Circuits& kCircuits>
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  ctr_blocks<kOrder>(*(const Key*)key, crypt_planes<kCircuits>, counter, order, in, out, blocks);
}

template <Order kOrder, const Circuits& kCircuits>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  prepare_words<kOrder>(round_keys, *(Key*)key, inverted_arguments(kCircuits));
}

template <Order kOrder, const Circuits& kCircuits>
consteval KernelOps serve(void (*schedule)(const std::uint8_t*, std::uint8_t*) noexcept) {
  if constexpr (kCircuits.row[0].gates == 0)
    return {};
  else
    return {sizeof(Key),
            kRoundKeyBytes,
            0,
            schedule,
            Spilling<prepare<kOrder, kCircuits>>::call,
            crypt<kOrder, kCircuits, false>,
            crypt<kOrder, kCircuits, true>,
            ctr<kOrder, kCircuits>};
}
