// A literal implementation of Cypress (EXPERIMENTAL, see spec.hpp). Every other kernel is compared
// with it, and words of either size are integers of their own type. The text of the paper could not
// be had, so the steps have no sections. Where a comment names no difference, A and B agree.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/cypress/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace cypress;

template <class Word, int kIndex>
struct Literal {
  static consteval int block_bytes() { return 8 * sizeof(Word); }
  static consteval int rounds() { return kVariant[kIndex].rounds; }
  static consteval int round_key_bytes() { return rounds() * block_bytes() / 2; }

  struct Half {
    Word w[4];
    Half operator^(const Half& b) const {
      return {{(Word)(w[0] ^ b.w[0]), (Word)(w[1] ^ b.w[1]), (Word)(w[2] ^ b.w[2]),
               (Word)(w[3] ^ b.w[3])}};
    }
    Half operator+(const Half& b) const {
      return {{(Word)(w[0] + b.w[0]), (Word)(w[1] + b.w[1]), (Word)(w[2] + b.w[2]),
               (Word)(w[3] + b.w[3])}};
    }
  };
  static Half read(const std::uint8_t* p) {
    Half r{};
    for (std::size_t i = 0; i < sizeof r; i++) {
      const std::size_t byte = i % sizeof(Word), from = kBigEndian ? byte : sizeof(Word) - 1 - byte;
      Word& word = r.w[i / sizeof(Word)];
      word = (Word)(word << 8 | p[i - byte + from]);
    }
    return r;
  }
  static void write(std::uint8_t* p, const Half& h) {
    for (std::size_t i = 0; i < sizeof h; i++) {
      const std::size_t byte = i % sizeof(Word), up = kBigEndian ? sizeof(Word) - 1 - byte : byte;
      p[i] = (std::uint8_t)(h.w[i / sizeof(Word)] >> (8 * up));
    }
  }

  static Word left(Word a, int by) { return (Word)(a << by | a >> (8 * (int)sizeof(Word) - by)); }
  // ChaCha's quarter round [RFC 8439 section 2.1] with a, b, c, d = p.w[0..3]. Words of 64 bits have
  // other rotations.
  static void quarter_round(Half& p) {
    const auto& r = kVariant[kIndex].rotations;
    p.w[0] += p.w[1];
    p.w[3] = left(p.w[3] ^ p.w[0], r[0]);
    p.w[2] += p.w[3];
    p.w[1] = left(p.w[1] ^ p.w[2], r[1]);
    p.w[0] += p.w[1];
    p.w[3] = left(p.w[3] ^ p.w[0], r[2]);
    p.w[2] += p.w[3];
    p.w[1] = left(p.w[1] ^ p.w[2], r[3]);
  }
  // h, two quarter rounds
  static Half h(Half p) {
    quarter_round(p);
    quarter_round(p);
    return p;
  }

  // K_sigma = h(h(KL ^ 1) + KR) ^ KL
  static Half sigma_of(const Half& kl, const Half& kr) {
    const Half one = {{1, 1, 1, 1}};
    return h(h(kl ^ one) + kr) ^ kl;
  }
  // A rotates the key by a word, and B rotates each word by a bit (kRotateWords).
  static void rotate_key(Half* k) {
    Word* const w = k[0].w;
    Word* const v = k[1].w;
    if (!kRotateWords) {
      for (int i = 0; i < 4; i++) {
        w[i] = left(w[i], 1);
        v[i] = left(v[i], 1);
      }
      return;
    }
    const Word w0 = w[0], v0 = v[0];
    for (int i = 0; i < 3; i++) {
      w[i] = w[i + 1];
      v[i] = v[i + 1];
    }
    w[3] = v0;
    v[3] = w0;
  }
  // RK_2i of KL and RK_2i+1 of KR: h(h(K + KT) ^ KT) + KT with KT = K_sigma + tmv. A computes K_sigma
  // once, and B for each pair of keys (kSigmaOnce).
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Half k[2] = {read(user_key), read(user_key + sizeof(Half))};
    Half sigma = sigma_of(k[0], k[1]);
    Word tmv = (Word)kMask[kIndex];
    for (int i = 0; i < rounds(); i++) {
      if (i % 2 == 0 && i > 0) {
        rotate_key(k);
        if (!kSigmaOnce) sigma = sigma_of(k[0], k[1]);
      }
      const Half kt = sigma + Half{{tmv, tmv, tmv, tmv}};
      write(round_keys + i * (int)sizeof(Half), h(h(k[i % 2] + kt) ^ kt) + kt);
      tmv = (Word)(tmv << 1);
    }
  }
  // L, R = R ^ h(L ^ RK_i), L. A swaps the halves back after the last round, and B does not
  // (kFinalSwap).
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Half l = read(block), r = read(block + sizeof(Half));
    for (int i = 0; i < rounds(); i++) {
      const Half next = r ^ h(l ^ read(round_keys + i * (int)sizeof(Half)));
      r = l;
      l = next;
    }
    write(block, kFinalSwap ? r : l);
    write(block + sizeof(Half), kFinalSwap ? l : r);
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    const Half first = read(block), second = read(block + sizeof(Half));
    Half l = kFinalSwap ? second : first, r = kFinalSwap ? first : second;
    for (int i = rounds() - 1; i >= 0; i--) {
      const Half before = l ^ h(r ^ read(round_keys + i * (int)sizeof(Half)));
      l = r;
      r = before;
    }
    write(block, l);
    write(block + sizeof(Half), r);
  }
};

template <int kIndex>
struct WordOf {
  using Type = std::uint64_t;
};
template <>
struct WordOf<cypress_256> {
  using Type = std::uint32_t;
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<WordOf<identifier>::Type, identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
