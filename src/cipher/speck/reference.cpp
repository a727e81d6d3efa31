// SPECK as the paper writes it, over the words of skeleton/literal.hpp: the oracle for every other
// kernel [ePrint 2013/404 section 4]. The key schedule is its own: all words l_i are kept.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/skeleton/literal.hpp"
#include "cipher/skeleton/one_block.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace speck;

template <int kIndex>
struct Literal
    : LiteralWords<Literal<kIndex>, kVariant[kIndex].word_bits, kVariant[kIndex].rounds> {
  using Words = LiteralWords<Literal, kVariant[kIndex].word_bits, kVariant[kIndex].rounds>;
  using typename Words::Word;
  using Words::left, Words::modulo, Words::read, Words::right, Words::write;
  static consteval Variant v() { return kVariant[kIndex]; }

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
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#include "cipher/skeleton/table.inc"
