// The parts of ciphers that the 2018 study of graphics processors measured, here on one core: products in GF(2^8) by
// three methods; S-boxes of 8 and 4 bits; XOR, AND and OR of two arrays and addition of a number to a 128-bit counter,
// in words of 8 to 128 bits; and CLEFIA-128 with the choices that the study found best. A call processes arrays of 16
// bytes one after another in place, as one thread per array did in the study. The operands are those of the study: a
// second array, and a big-endian counter; the thread's number is added to it.
//
// A barrier after each repeat prevents the compiler from removing repeats. Words keep their width because this file is
// compiled without vectorisers and without merging of stores (CMakeLists.txt).
#include <stdio.h>
#include <string.h>

#include <string>

#include "cipher/clefia/spec.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "measure/buffer.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {
namespace {

constexpr int kArray = 16, kProducts = 50, kBoxRounds = 10, kXors = 100, kAdditions = 10;
constexpr int kClefiaRounds = 18,
              kClefiaKeys = clefia::kVariant[clefia::clefia_128].round_key_bytes();

struct Tables {
  // in GF(2^8) modulo x^8 + x^7 + x^6 + x + 1, the field of Kuznyechik
  std::uint8_t product[256][256];
  std::uint8_t by_constant[16][256];
  std::uint8_t nibble[16];
};

std::uint8_t product(std::uint8_t a, std::uint8_t b,
                     unsigned polynomial = kuznyechik::kFieldPolynomial) {
  unsigned r = 0, x = a;
  for (int i = 0; i < 8; i++) {
    if (b >> i & 1) r ^= x;
    x <<= 1;
    if (x & 0x100) x ^= polynomial;
  }
  return (std::uint8_t)r;
}

const Tables& tables() {
  static const Tables made = [] {
    Tables t;
    for (int a = 0; a < 256; a++)
      for (int b = 0; b < 256; b++) t.product[a][b] = product((std::uint8_t)a, (std::uint8_t)b);
    for (int i = 0; i < 16; i++) memcpy(t.by_constant[i], t.product[0x94 ^ i], 256);
    for (int i = 0; i < 16; i++) t.nibble[i] = (std::uint8_t)((i * 7 + 5) & 15);
    return t;
  }();
  return made;
}

void barrier() { __asm__ volatile("" : : : "memory"); }

// Each function receives the operands of a thread: its array, a second array, and its number.

void gf_by_computation(std::uint8_t* a, const std::uint8_t* b, std::uint32_t) {
  for (int n = 0; n < kProducts; n++, barrier())
    for (int i = 0; i < kArray; i++) a[i] = product(a[i], b[i]);
}
void gf_full_table(std::uint8_t* a, const std::uint8_t* b, std::uint32_t) {
  const Tables& table = tables();
  for (int n = 0; n < kProducts; n++, barrier())
    for (int i = 0; i < kArray; i++) a[i] = table.product[a[i]][b[i]];
}
void gf_known_constants(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  const Tables& table = tables();
  for (int n = 0; n < kProducts; n++, barrier())
    for (int i = 0; i < kArray; i++) a[i] = table.by_constant[i][a[i]];
}
void sbox_8bit(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  for (int n = 0; n < kBoxRounds; n++, barrier())
    for (int i = 0; i < kArray; i++) a[i] = kuznyechik::kPi[a[i]];
}
void sbox_4bit(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  const Tables& table = tables();
  for (int n = 0; n < kBoxRounds; n++, barrier())
    for (int i = 0; i < kArray; i++)
      a[i] = (std::uint8_t)(table.nibble[a[i] & 15] | table.nibble[a[i] >> 4] << 4);
}
struct Xor {
  template <class Word>
  static Word of(Word a, Word b) {
    return (Word)(a ^ b);
  }
};
struct And {
  template <class Word>
  static Word of(Word a, Word b) {
    return (Word)(a & b);
  }
};
struct Or {
  template <class Word>
  static Word of(Word a, Word b) {
    return (Word)(a | b);
  }
};
template <class Word>
Word load(const std::uint8_t* p) {
  Word w;
  memcpy(&w, p, sizeof w);
  return w;
}
template <class Operation, class Word>
void logic_words(std::uint8_t* a, const std::uint8_t* b, std::uint32_t) {
  for (int n = 0; n < kXors; n++, barrier())
    for (int i = 0; i < kArray; i += sizeof(Word)) {
      const Word w = Operation::of(load<Word>(a + i), load<Word>(b + i));
      memcpy(a + i, &w, sizeof w);
    }
}

template <class Word>
Word reversed(Word w) {
  if constexpr (sizeof(Word) == 2) return __builtin_bswap16(w);
  if constexpr (sizeof(Word) == 4) return __builtin_bswap32(w);
  if constexpr (sizeof(Word) == 8) return __builtin_bswap64(w);
#ifdef __SIZEOF_INT128__
  if constexpr (sizeof(Word) == 16)
    return (Word)__builtin_bswap64((std::uint64_t)w) << 64 |
           __builtin_bswap64((std::uint64_t)(w >> 64));
#endif
  return w;
}
// Adds the thread's number to the big-endian counter, from its last word to its first.
template <class Word>
void add_words(std::uint8_t* a, const std::uint8_t*, std::uint32_t number) {
  for (int n = 0; n < kAdditions; n++, barrier()) {
    std::uint64_t left = number;
    Word carry = 0;
    for (int at = kArray - (int)sizeof(Word); at >= 0; at -= sizeof(Word)) {
      const Word sum = (Word)(reversed(load<Word>(a + at)) + (Word)left);
      const Word all = (Word)(sum + carry);
      carry = (Word)((sum < (Word)left) | (all < sum));
      const Word w = reversed(all);
      memcpy(a + at, &w, sizeof w);
      left = sizeof(Word) < 8 ? left >> (8 * sizeof(Word) % 64) : 0;
    }
  }
}

// CLEFIA-128, one byte at a time, with an S-box and a table for each constant of its matrices.
struct Clefia {
  std::uint8_t keys[kClefiaKeys];
  std::uint8_t times[5][256];  // by 2, 4, 6, 8, 10
};
const Clefia& clefia_tables() {
  static const Clefia made = [] {
    Clefia c;
    std::uint8_t key[16];
    for (int i = 0; i < 16; i++) key[i] = (std::uint8_t)(0xff - 0x11 * i);
    clefia::schedule_portable<clefia::clefia_128>(key, c.keys);
    for (int k = 0; k < 5; k++)
      for (int x = 0; x < 256; x++)
        c.times[k][x] =
            product((std::uint8_t)x, (std::uint8_t)(2 * k + 2), clefia::kFieldPolynomial);
    return c;
  }();
  return made;
}
// to ^= F0(x) or F1(x). The constants are 1, 2, 4, 6 or 1, 8, 2, 10.
template <int kF>
void clefia_f(const Clefia& c, const std::uint8_t* x, const std::uint8_t* key, std::uint8_t* to) {
  for (int j = 0; j < 4; j++) {
    const std::uint8_t s = (clefia::uses_s1(kF, j) ? clefia::kS1 : clefia::kS0).of[x[j] ^ key[j]];
    to[j] ^= s;
    to[j ^ 1] ^= c.times[kF ? 3 : 0][s];
    to[j ^ 2] ^= c.times[kF ? 0 : 1][s];
    to[j ^ 3] ^= c.times[kF ? 4 : 2][s];
  }
}
void clefia_best(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  const Clefia& c = clefia_tables();
  const std::uint8_t* const keys = c.keys;
  for (int i = 0; i < 4; i++) a[4 + i] ^= keys[i], a[12 + i] ^= keys[4 + i];
  // Word w of the standard's round r is at 4 ((w + r) mod 4).
  for (int r = 0; r < kClefiaRounds; r++) {
    const std::uint8_t* const key = keys + 16 + 8 * r;
    clefia_f<0>(c, a + 4 * (r % 4), key, a + 4 * ((r + 1) % 4));
    clefia_f<1>(c, a + 4 * ((r + 2) % 4), key + 4, a + 4 * ((r + 3) % 4));
  }
  std::uint8_t turned[16];
  for (int i = 0; i < 16; i++) turned[i] = a[(i + 4 * (kClefiaRounds - 1)) % 16];
  memcpy(a, turned, 16);
  for (int i = 0; i < 4; i++) a[4 + i] ^= keys[8 + i], a[12 + i] ^= keys[12 + i];
}

// Checks the example of [RFC 6114 appendix A].
bool clefia_agrees() {
  constexpr std::uint8_t kExpected[16] = {0xde, 0x2b, 0xf2, 0xfd, 0x9b, 0x74, 0xaa, 0xcd,
                                          0xf1, 0x29, 0x85, 0x55, 0x45, 0x94, 0x94, 0xfd};
  std::uint8_t block[16];
  for (int i = 0; i < 16; i++) block[i] = (std::uint8_t)i;
  clefia_best(block, nullptr, 0);
  return !memcmp(block, kExpected, 16);
}

struct Primitive {
  const char* name;
  void (*run)(std::uint8_t* a, const std::uint8_t* b, std::uint32_t number);
};
constexpr Primitive kPrimitives[] = {{"gf_by_computation", gf_by_computation},
                                     {"gf_full_table", gf_full_table},
                                     {"gf_known_constants", gf_known_constants},
                                     {"sbox_8bit", sbox_8bit},
                                     {"sbox_4bit", sbox_4bit},
                                     {"xor_8", logic_words<Xor, std::uint8_t>},
                                     {"xor_16", logic_words<Xor, std::uint16_t>},
                                     {"xor_32", logic_words<Xor, std::uint32_t>},
                                     {"xor_64", logic_words<Xor, std::uint64_t>},
                                     {"and_8", logic_words<And, std::uint8_t>},
                                     {"and_16", logic_words<And, std::uint16_t>},
                                     {"and_32", logic_words<And, std::uint32_t>},
                                     {"and_64", logic_words<And, std::uint64_t>},
                                     {"or_8", logic_words<Or, std::uint8_t>},
                                     {"or_16", logic_words<Or, std::uint16_t>},
                                     {"or_32", logic_words<Or, std::uint32_t>},
                                     {"or_64", logic_words<Or, std::uint64_t>},
#ifdef __SIZEOF_INT128__
                                     {"xor_128", logic_words<Xor, unsigned __int128>},
                                     {"and_128", logic_words<And, unsigned __int128>},
                                     {"or_128", logic_words<Or, unsigned __int128>},
                                     {"add_128", add_words<unsigned __int128>},
#endif
                                     {"add_8", add_words<std::uint8_t>},
                                     {"add_16", add_words<std::uint16_t>},
                                     {"add_32", add_words<std::uint32_t>},
                                     {"add_64", add_words<std::uint64_t>},
                                     {"clefia", clefia_best}};

class PrimitiveSubject : public Subject {
 public:
  PrimitiveSubject(const Primitive& p, Filling filling, std::size_t bytes)
      : run_(p.run), bytes_(bytes / kArray * kArray), data_(bytes_), other_(bytes_) {
    fill(data_.data(), bytes_, filling);
    fill(other_.data(), bytes_, Filling::kRandom, 2);
  }
  void call() override {
    for (std::size_t i = 0; i < bytes_; i += kArray)
      run_(data_.data() + i, other_.data() + i, (std::uint32_t)(i / kArray));
  }
  std::size_t bytes() const override { return bytes_; }

 private:
  void (*run_)(std::uint8_t*, const std::uint8_t*, std::uint32_t);
  std::size_t bytes_;
  bench::Buffer data_, other_;
};

}  // namespace

Subject* make_primitive(const char* name, Filling filling, std::size_t bytes) {
  for (const Primitive& p : kPrimitives)
    if (std::string("gpu:") + p.name == name && bytes >= kArray) {
      if (p.run != clefia_best || clefia_agrees()) return new PrimitiveSubject(p, filling, bytes);
      fprintf(stderr, "%s disagrees with the example of the standard\n", name);
    }
  return nullptr;
}

void list_primitives() {
  for (const Primitive& p : kPrimitives)
    printf("{\"subject\": \"gpu:%s\", \"reason\": \"\"}\n", p.name);
}

}  // namespace hedgerow::lab
