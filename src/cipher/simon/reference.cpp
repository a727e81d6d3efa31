// SIMON as the paper writes it, words of n bits in 64-bit integers: the oracle for every other
// kernel [ePrint 2013/404 section 3]. The key schedule is its own: all round keys are kept.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/simon/spec.hpp"
#include "cipher/skeleton/one_block.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace simon;

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
  static Word f(Word x) { return (left(x, 1) & left(x, 8)) ^ left(x, 2); }
  static void round(Word k, Word& x, Word& y) {
    const Word old = x;
    x = y ^ f(x) ^ k;
    y = old;
  }
  static void unround(Word k, Word& x, Word& y) {
    const Word old = y;
    y = x ^ f(y) ^ k;
    x = old;
  }

  // k_i+m = c ^ (z_j)_i ^ k_i ^ (I ^ S^-1)(S^-3 k_i+m-1 ^ k_i+1), the last term for m = 4 alone.
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    constexpr int kM = v().key_words;
    const Word c = modulo(~(Word)3);
    Word k[v().rounds];
    for (int i = 0; i < kM; i++) k[i] = read(user_key, i);
    for (int i = 0; i < v().rounds - kM; i++) {
      Word t = right(k[i + kM - 1], 3);
      if (kM == 4) t ^= k[i + 1];
      k[i + kM] = c ^ kSequences.z[v().sequence][i % kPeriod] ^ k[i] ^ t ^ right(t, 1);
    }
    for (int i = 0; i < v().rounds; i++) write(round_keys, i, k[i]);
    wipe(k, sizeof k);
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
