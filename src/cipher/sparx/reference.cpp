// SPARX as the paper writes it [ePrint 2016/984 section 4]. Every other kernel is compared with it,
// and each variant has its own permutation of the key state, as in the paper. A, L_2, L_4 and
// K_perm are the names of the designers' reference code.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/sparx/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace sparx;

using Word = std::uint16_t;
Word left(Word a, int by) { return (Word)(a << by | a >> (16 - by)); }
void swap(Word& a, Word& b) {
  const Word t = a;
  a = b;
  b = t;
}

// A, a round of SPECK-32 without its key, and its inverse
void round_a(Word* x) {
  x[0] = left(x[0], 9);
  x[0] = (Word)(x[0] + x[1]);
  x[1] = left(x[1], 2);
  x[1] ^= x[0];
}
void round_a_inverse(Word* x) {
  x[1] ^= x[0];
  x[1] = left(x[1], 14);
  x[0] = (Word)(x[0] - x[1]);
  x[0] = left(x[0], 7);
}

// L_2 and L_4 without their exchange of the halves, which is swap_halves. They add the transformed
// left half of the block to the right half.
void linear2(Word* x) {
  const Word t = left(x[0] ^ x[1], 8);
  x[2] ^= x[0] ^ t;
  x[3] ^= x[1] ^ t;
}
void linear4(Word* x) {
  const Word t = left(x[0] ^ x[1] ^ x[2] ^ x[3], 8);
  x[4] ^= x[2] ^ t;
  x[5] ^= x[1] ^ t;
  x[6] ^= x[0] ^ t;
  x[7] ^= x[3] ^ t;
}

void add_to(Word* x, const Word* y) {
  for (int i = 0; i < 2; i++) x[i] = (Word)(x[i] + y[i]);
}
void rotate_words(Word* k, int n, int by) {
  for (int i = 0; i < by; i++) {
    const Word last = k[n - 1];
    for (int j = n - 1; j > 0; j--) k[j] = k[j - 1];
    k[0] = last;
  }
}
// K_perm_64_128, K_perm_128_128 and K_perm_128_256: A of a branch, its addition to the next branch,
// the counter c, and the rotation of the branches
void permute_64_128(Word* k, int c) {
  round_a(k);
  add_to(k + 2, k);
  k[7] = (Word)(k[7] + c);
  rotate_words(k, 8, 2);
}
void permute_128_128(Word* k, int c) {
  round_a(k);
  add_to(k + 2, k);
  round_a(k + 4);
  add_to(k + 6, k + 4);
  k[7] = (Word)(k[7] + c);
  rotate_words(k, 8, 2);
}
void permute_128_256(Word* k, int c) {
  round_a(k);
  add_to(k + 2, k);
  round_a(k + 8);
  add_to(k + 10, k + 8);
  k[11] = (Word)(k[11] + c);
  rotate_words(k, 16, 6);
}

template <int kIndex>
struct Literal {
  static consteval Variant v() { return kVariant[kIndex]; }
  static consteval int block_bytes() { return 2 * v().words(); }
  static consteval int round_key_bytes() { return 2 * v().round_key_words(); }

  static Word read(const std::uint8_t* p, int i) {
    p += 2 * i;
    return (Word)(v().big_endian ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
  }
  static void write(std::uint8_t* p, int i, Word a) {
    p[2 * i + (v().big_endian ? 0 : 1)] = (std::uint8_t)(a >> 8);
    p[2 * i + (v().big_endian ? 1 : 0)] = (std::uint8_t)a;
  }

  // The keys of one branch in one step are the first words of the key state. The last ones are those
  // of the final key addition.
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Word k[v().key_words];
    for (int i = 0; i < v().key_words; i++) k[i] = read(user_key, i);
    int at = 0;
    for (int c = 0; c < v().branches * v().steps; c++) {
      for (int i = 0; i < 2 * v().rounds; i++) write(round_keys, at++, k[i]);
      if (v().branches == 2)
        permute_64_128(k, c + 1);
      else if (v().key_words == 8)
        permute_128_128(k, c + 1);
      else
        permute_128_256(k, c + 1);
    }
    for (int i = 0; i < v().words(); i++) write(round_keys, at++, k[i]);
    wipe(k, sizeof k);
  }

  static void linear(Word* x) { v().branches == 2 ? linear2(x) : linear4(x); }
  static void swap_halves(Word* x) {
    for (int i = 0; i < v().branches; i++) swap(x[i], x[i + v().branches]);
  }
  // A step has `rounds` rounds in every branch, each a key addition and A, and then the linear layer.
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word x[v().words()];
    for (int i = 0; i < v().words(); i++) x[i] = read(block, i);
    int at = 0;
    for (int s = 0; s < v().steps; s++) {
      for (int b = 0; b < v().branches; b++)
        for (int r = 0; r < v().rounds; r++) {
          x[2 * b] ^= read(round_keys, at++);
          x[2 * b + 1] ^= read(round_keys, at++);
          round_a(x + 2 * b);
        }
      linear(x);
      swap_halves(x);
    }
    for (int i = 0; i < v().words(); i++) write(block, i, x[i] ^ read(round_keys, at++));
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word x[v().words()];
    int at = v().round_key_words();
    for (int i = v().words() - 1; i >= 0; i--) x[i] = read(block, i) ^ read(round_keys, --at);
    for (int s = 0; s < v().steps; s++) {
      swap_halves(x);
      linear(x);
      for (int b = v().branches - 1; b >= 0; b--)
        for (int r = 0; r < v().rounds; r++) {
          round_a_inverse(x + 2 * b);
          x[2 * b + 1] ^= read(round_keys, --at);
          x[2 * b] ^= read(round_keys, --at);
        }
    }
    for (int i = 0; i < v().words(); i++) write(block, i, x[i]);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
