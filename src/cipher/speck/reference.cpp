// SPECK as the paper writes it, over the words of common/reference_words.hpp [ePrint 2013/404
// section 4]. Every other kernel is compared with it, so it has its own key schedule, which keeps
// all words l_i.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/common/reference_words.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace speck;

template <int kIndex>
struct Literal {
  using W = LiteralWords<kVariant[kIndex].word_bits>;
  static consteval Variant v() { return kVariant[kIndex]; }

  // R_k(x, y) and its inverse [section 4.1].
  static void round(Word k, Word& x, Word& y) {
    x = W::modulo(W::right(x, v().alpha()) + y) ^ k;
    y = W::left(y, v().beta()) ^ x;
  }
  static void unround(Word k, Word& x, Word& y) {
    y = W::right(x ^ y, v().beta());
    x = W::left(W::modulo((x ^ k) - y), v().alpha());
  }

  // l_i+m-1 = (k_i + (l_i >>> alpha)) ^ i,  k_i+1 = (k_i <<< beta) ^ l_i+m-1 [section 4.2]. The key is
  // l_m-2, ..., l_0, k_0 as the paper prints it, so k_0 comes first in memory.
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Word k = W::read(user_key, 0), l[v().rounds + v().key_words];
    for (int i = 0; i < v().key_words - 1; i++) l[i] = W::read(user_key, i + 1);
    for (int i = 0; i < v().rounds; i++) {
      W::write(round_keys, i, k);
      const int next = i + v().key_words - 1;
      l[next] = W::modulo(k + W::right(l[i], v().alpha())) ^ (Word)i;
      k = W::left(k, v().beta()) ^ l[next];
    }
    wipe(l, sizeof l);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                              \
  Reference<LiteralBlocks<Literal<identifier>, kVariant[identifier].word_bits, \
                          kVariant[identifier].rounds>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
