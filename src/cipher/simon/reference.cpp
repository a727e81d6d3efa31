// SIMON as the paper writes it, over the words of common/reference_words.hpp [ePrint 2013/404
// section 3]. Every other kernel is compared with it, so it has its own key schedule, which keeps
// all round keys.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/common/reference_words.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace simon;

template <int kIndex>
struct Literal {
  using W = LiteralWords<kVariant[kIndex].word_bits>;
  static consteval Variant v() { return kVariant[kIndex]; }

  // f, R_k(x, y) and its inverse [section 3.1].
  static Word f(Word x) { return (W::left(x, 1) & W::left(x, 8)) ^ W::left(x, 2); }
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

  // k_i+m = c ^ (z_j)_i ^ k_i ^ (I ^ S^-1)(S^-3 k_i+m-1 ^ k_i+1) [section 3.2]. Only m = 4 has the
  // last term. c = 2^n - 4.
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    constexpr int kM = v().key_words;
    const Word c = W::modulo(~(Word)3);
    Word k[v().rounds];
    for (int i = 0; i < kM; i++) k[i] = W::read(user_key, i);
    for (int i = 0; i < v().rounds - kM; i++) {
      Word t = W::right(k[i + kM - 1], 3);
      if (kM == 4) t ^= k[i + 1];
      k[i + kM] = c ^ kSequences.z[v().sequence][i % kPeriod] ^ k[i] ^ t ^ W::right(t, 1);
    }
    for (int i = 0; i < v().rounds; i++) W::write(round_keys, i, k[i]);
    wipe(k, sizeof k);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                              \
  Reference<LiteralBlocks<Literal<identifier>, kVariant[identifier].word_bits, \
                          kVariant[identifier].rounds>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
