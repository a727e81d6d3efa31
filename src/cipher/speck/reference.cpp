// SPECK as the paper writes it, words of n bits in 64-bit integers: the oracle for every other
// kernel [ePrint 2013/404 section 4]. The key schedule is its own: all words l_i are kept.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/skeleton/one_block.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace speck;

template <int kIndex>
struct Literal {
  static consteval Variant v() { return kVariant[kIndex]; }
  static consteval int block_bytes() { return 2 * v().word_bytes(); }
  static consteval int round_key_bytes() { return v().rounds * v().word_bytes(); }

  using Word = std::uint64_t;
  static Word modulo(Word a) { return a & ~0ull >> (64 - v().word_bits); }
  static Word left(Word a, int by) { return modulo(a << by | a >> (v().word_bits - by)); }
  static Word right(Word a, int by) { return left(a, v().word_bits - by); }

  static Word read(const std::uint8_t* p, int i) {
    Word r = 0;
    for (int b = v().word_bytes() - 1; b >= 0; b--) r = r << 8 | p[i * v().word_bytes() + b];
    return r;
  }
  static void write(std::uint8_t* p, int i, Word a) {
    for (int b = 0; b < v().word_bytes(); b++, a >>= 8)
      p[i * v().word_bytes() + b] = (std::uint8_t)a;
  }

  // R_k(x, y) and its inverse.
  static void round(Word k, Word& x, Word& y) {
    x = modulo(right(x, v().alpha()) + y) ^ k;
    y = left(y, v().beta()) ^ x;
  }
  static void unround(Word k, Word& x, Word& y) {
    y = right(x ^ y, v().beta());
    x = left(modulo((x ^ k) - y), v().alpha());
  }

  // l_i+m-1 = (k_i + (l_i >>> alpha)) ^ i,  k_i+1 = (k_i <<< beta) ^ l_i+m-1.
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Word k = read(user_key, 0), l[v().rounds + v().key_words];
    for (int i = 0; i < v().key_words - 1; i++) l[i] = read(user_key, i + 1);
    for (int i = 0; i < v().rounds; i++) {
      write(round_keys, i, k);
      const int next = i + v().key_words - 1;
      l[next] = modulo(k + right(l[i], v().alpha())) ^ (Word)i;
      k = left(k, v().beta()) ^ l[next];
    }
    wipe(l, sizeof l);
  }
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word y = read(block, 0), x = read(block, 1);
    for (int i = 0; i < v().rounds; i++) round(read(round_keys, i), x, y);
    write(block, 0, y);
    write(block, 1, x);
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word y = read(block, 0), x = read(block, 1);
    for (int i = v().rounds - 1; i >= 0; i--) unround(read(round_keys, i), x, y);
    write(block, 0, y);
    write(block, 1, x);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#include "cipher/skeleton/table.inc"
