// Kuznyechik by tables of every shape that the 2017 paper compares: i powers of R in one step, and indices of s bits
// (subjects "kuznyechik-sweep:sS:iI"; encryption, one block after another in general registers; NOT constant time). A
// table has 128 / s columns of 2^s rows of i bytes. L consists of 16 / i such steps with 128 / s look-ups each. If a
// step is all of L and an index is a whole number of bytes, the table includes S; otherwise S is looked up first. Each
// form is compared with the reference before it is measured.
#include <stdio.h>
#include <string.h>

#include <memory>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "measure/buffer.hpp"
#include "registry/registry.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {

#ifdef __SIZEOF_INT128__
namespace {

using namespace kuznyechik;
__extension__ typedef unsigned __int128 Block;

Block load_block(const std::uint8_t* p) { return (Block)load_le64(p + 8) << 64 | load_le64(p); }
void store_block(std::uint8_t* p, Block x) {
  store_le64(p, (std::uint64_t)x);
  store_le64(p + 8, (std::uint64_t)(x >> 64));
}

std::uint8_t product(unsigned a, unsigned b) {
  unsigned r = 0;
  for (; b; b >>= 1, a = a << 1 ^ (a & 0x80 ? kFieldPolynomial : 0)) r ^= b & 1 ? a : 0;
  return (std::uint8_t)r;
}
// Returns the bytes that `count` steps of the recurrence compute from a block, the newest one lowest [RFC 7801 section
// 4.3].
Block steps(Block x, int count) {
  Block made = 0;
  for (int k = 0; k < count; k++) {
    unsigned next = 0;
    for (int i = 0; i < 16; i++) next ^= product(kCoefficients[i], (unsigned)(x >> (8 * i)) & 255);
    x = x << 8 | next;
    made = made << 8 | next;
  }
  return made;
}

template <int kBytes>
struct Row;
template <>
struct Row<1> {
  using Type = std::uint8_t;
};
template <>
struct Row<2> {
  using Type = std::uint16_t;
};
template <>
struct Row<4> {
  using Type = std::uint32_t;
};
template <>
struct Row<8> {
  using Type = std::uint64_t;
};
template <>
struct Row<16> {
  using Type = Block;
};

template <int kBits, int kSteps>
class Sweep : public Subject {
  using Entry = typename Row<kSteps>::Type;
  static constexpr int kColumns = 128 / kBits, kRows = 1 << kBits;
  static constexpr bool kBoxInTable = kSteps == 16 && kBits >= 8;

 public:
  explicit Sweep(std::size_t bytes)
      : blocks_(bytes < 16 ? 1 : bytes / 16),
        in_(16 * blocks_),
        out_(16 * blocks_),
        table_((std::size_t)kColumns * kRows) {
    for (int c = 0; c < kColumns; c++) fill(&table_[(std::size_t)c * kRows], c);
    std::uint8_t key[kKeyBytes], round_keys[kRoundKeyBytes];
    for (int i = 0; i < kKeyBytes; i++) key[i] = (std::uint8_t)(17 * i + 1);
    find_kernel("kuznyechik.reference.scalar")->ops->schedule(key, round_keys);
    for (int r = 0; r < kRoundKeys; r++) key_[r] = load_block(round_keys + 16 * r);
  }
  void call() override {
    for (std::size_t b = 0; b < blocks_; b++)
      store_block(out_.data() + 16 * b, encrypt(load_block(in_.data() + 16 * b)));
  }
  std::size_t bytes() const override { return 16 * blocks_; }

  bool agrees() {
    const KernelOps& reference = *find_kernel("kuznyechik.reference.scalar")->ops;
    std::vector<std::uint8_t> prepared(reference.key_bytes + 64), expected(16 * blocks_);
    std::uint8_t* const key = prepared.data() + 63 - ((std::uintptr_t)prepared.data() + 63) % 64;
    std::uint8_t round_keys[kRoundKeyBytes];
    for (int r = 0; r < kRoundKeys; r++) store_block(round_keys + 16 * r, key_[r]);
    reference.prepare(round_keys, key);
    const std::size_t some = blocks_ < 16 ? blocks_ : 16;
    reference.encrypt(key, in_.data(), expected.data(), some);
    call();
    return !memcmp(expected.data(), out_.data(), 16 * some);
  }

 private:
  void fill(Entry* column, int c) {
    std::vector<Entry> linear(kRows);
    for (int x = 1; x < kRows; x++) {
      const int low = x & -x, rest = x ^ low;
      linear[x] = rest ? (Entry)(linear[rest] ^ linear[low])
                       : (Entry)steps((Block)x << (kBits * c), kSteps);
    }
    for (int x = 0; x < kRows; x++) {
      int boxed = x;
      if constexpr (kBoxInTable) {
        boxed = kPi[x & 255];
        if constexpr (kBits == 16) boxed |= kPi[x >> 8] << 8;
      }
      column[x] = linear[boxed];
    }
  }
  Entry step(Block x) const {
    Entry sum = 0;
    unroll<kColumns>([&](auto c) HR_LAMBDA {
      sum ^= table_[(std::size_t)c * kRows + ((std::size_t)(x >> (kBits * c)) & (kRows - 1))];
    });
    return sum;
  }
  Block encrypt(Block x) const {
    x ^= key_[0];
    for (int r = 1; r <= kRounds; r++) {
      if constexpr (!kBoxInTable) {
        Block y = 0;
        for (int i = 0; i < 16; i++) y |= (Block)kPi[(std::size_t)(x >> (8 * i)) & 255] << (8 * i);
        x = y;
      }
      if constexpr (kSteps == 16)
        x = step(x);
      else
        for (int k = 0; k < 16 / kSteps; k++) x = x << (8 * kSteps % 128) | step(x);
      x ^= key_[r];
    }
    return x;
  }

  std::size_t blocks_;
  bench::Buffer in_, out_;
  std::vector<Entry> table_;
  Block key_[kRoundKeys];
};

constexpr int kBitsOf[] = {4, 8, 16}, kStepsOf[] = {1, 2, 4, 8, 16};

template <int kBits, int kSteps>
Subject* made(std::size_t bytes) {
  auto subject = std::make_unique<Sweep<kBits, kSteps>>(bytes);
  if (subject->agrees()) return subject.release();
  fprintf(stderr, "tables of %d bits and %d steps do not agree with the reference\n", kBits,
          kSteps);
  return nullptr;
}
template <int kBits>
Subject* made(int step, std::size_t bytes) {
  using Make = Subject* (*)(std::size_t);
  constexpr Make kMake[] = {made<kBits, 1>, made<kBits, 2>, made<kBits, 4>, made<kBits, 8>,
                            made<kBits, 16>};
  return kMake[step](bytes);
}
std::string name_of(int bits, int steps) {
  return "kuznyechik-sweep:s" + std::to_string(bits) + ":i" + std::to_string(steps);
}

}  // namespace

Subject* make_sweep(const char* name, std::size_t bytes) {
  for (int s = 0; s < 3; s++)
    for (int i = 0; i < 5; i++)
      if (name_of(kBitsOf[s], kStepsOf[i]) == name)
        return s == 0 ? made<4>(i, bytes) : s == 1 ? made<8>(i, bytes) : made<16>(i, bytes);
  return nullptr;
}
void list_sweep() {
  for (const int s : kBitsOf)
    for (const int i : kStepsOf)
      printf("{\"subject\": \"%s\", \"reason\": \"\", \"table_bytes\": %d}\n",
             name_of(s, i).c_str(), 128 / s * (1 << s) * i);
}
#else
Subject* make_sweep(const char*, std::size_t) { return nullptr; }
void list_sweep() {
  printf("{\"subject\": \"kuznyechik-sweep:s8:i16\", \"reason\": \"no integers of 128 bits\"}\n");
}
#endif

}  // namespace hedgerow::lab
