// SPECK and SIMON, transcribed from Speck/Specification.cry, Simon/Specification.cry and their instantiations in
// GaloisInc/cryptol-specs (Primitive/Symmetric/Cipher/Block), commit 3cafa987002d. The names are those of the
// specifications. A word [n] is in 64 bits, and a sequence is an array with item 0 first.
#include "specifications.hpp"

namespace hedgerow::proof {
namespace {

using Word = std::uint64_t;

template <int n>
Word modulo(Word x) {
  return x & ~0ull >> (64 - n);
}
// x <<< j and x >>> j
template <int n, int j>
Word S(Word x) {
  return modulo<n>(x << j | x >> (n - j));
}
template <int n, int j>
Word S_Inv(Word x) {
  return S<n, n - j>(x);
}

template <int n_, int m_, int T_>
struct Speck {
  static constexpr int n = n_, m = m_, T = T_;
  static constexpr int alpha = n == 16 ? 7 : 8, beta = n == 16 ? 2 : 3;

  // R k [x, y] = [(Sα_Inv x + y) ^ k, Sβ y ^ (Sα_Inv x + y) ^ k]
  static void R(Word k, Word& x, Word& y) {
    const Word sum = modulo<n>(S_Inv<n, alpha>(x) + y);
    x = sum ^ k;
    y = S<n, beta>(y) ^ sum ^ k;
  }
  // R_Inv k [x, y] = [Sα ((x ^ k) - Sβ_Inv (x ^ y)), Sβ_Inv (x ^ y)]
  static void R_Inv(Word k, Word& x, Word& y) {
    y = S_Inv<n, beta>(x ^ y);
    x = S<n, alpha>(modulo<n>((x ^ k) - y));
  }
  // [k0] # li = K
  // ks = [k0] # [Sβ (ks @ i) ^ (ls @ (i + `m - 1)) | i <- [0..T - 2]]
  // ls = li # [(k + Sα_Inv (ls @ i)) ^ i | k <- ks | i <- [0..T - 2] ]
  static void keySchedule(const Word* K, Word* ks, int wrong) {
    Word ls[m - 1 + T];
    ks[0] = K[0];
    for (int i = 0; i < m - 1; i++) ls[i] = K[i + 1];
    for (int i = 0; i <= T - 2; i++) {
      ls[m - 1 + i] = modulo<n>(ks[i] + S_Inv<n, alpha>(ls[i])) ^ (Word)i ^ (i == wrong);
      ks[1 + i] = S<n, beta>(ks[i]) ^ ls[i + m - 1];
    }
  }
};

template <int n_, int m_, int T_, int j>
struct Simon {
  static constexpr int n = n_, m = m_, T = T_;

  // f x = (S `{1} x && S `{8} x) ^ S `{2} x
  static Word f(Word x) { return (S<n, 1>(x) & S<n, 8>(x)) ^ S<n, 2>(x); }
  // R k [x, y] = [y ^ f x ^ k, x]
  static void R(Word k, Word& x, Word& y) {
    const Word first = y ^ f(x) ^ k;
    y = x;
    x = first;
  }
  // R_Inv k [x, y] = [y, x ^ f y ^ k]
  static void R_Inv(Word k, Word& x, Word& y) {
    const Word second = x ^ f(y) ^ k;
    x = y;
    y = second;
  }
  // Item i of the sequence zj: u, v, u ^ t, v ^ t, w ^ t.
  static Word zj(int i) {
    static constexpr char u[] = "1111101000100101011000011100110",
                          v[] = "1000111011111001001100001011010",
                          w[] = "1000010010110011111000110111010", t[] = "01";
    const char* const of[] = {u, v, u, v, w};
    return (Word)(of[j][i % 31] - '0') ^ (j < 2 ? 0 : (Word)(t[i % 2] - '0'));
  }
  // IS_Inv x = x ^ S_Inv `{1} x
  static Word IS_Inv(Word x) { return x ^ S_Inv<n, 1>(x); }
  // m == 2: k = k0 # [c ^ zji ^ (k @ i) ^ IS_Inv (S_Inv `{3} (k @ (i+1)))
  // m == 3: k = k0 # [c ^ zji ^ (k @ i) ^ IS_Inv (S_Inv `{3} (k @ (i+2)))
  // m == 4: k = k0 # [c ^ zji ^ (k @ i) ^ IS_Inv (S_Inv `{3} (k @ (i+3)) ^ (k @ (i+1)))
  //           | i <- [0..T-m-1] | zji <- zj]
  static void keySchedule(const Word* k0, Word* k, int wrong) {
    const Word c = modulo<n>(0 - (Word)4);  // 2 ^^ n - 4
    for (int i = 0; i < m; i++) k[i] = k0[i];
    for (int i = 0; i <= T - m - 1; i++)
      k[m + i] = c ^ zj(i) ^ (i == wrong) ^ k[i] ^
                 IS_Inv(S_Inv<n, 3>(k[i + m - 1]) ^ (m == 4 ? k[i + 1] : 0));
  }
};

// Item i of a big-endian number that is split into words of n bits, and back.
template <int n>
Word split(const std::uint8_t* p, int i) {
  Word r = 0;
  for (int b = 0; b < n / 8; b++) r = r << 8 | p[i * (n / 8) + b];
  return r;
}
template <int n>
void join(std::uint8_t* p, int i, Word x) {
  for (int b = n / 8; b-- > 0; x >>= 8) p[i * (n / 8) + b] = (std::uint8_t)x;
}

// The composition of R, or of R_Inv in reverse order, for the round keys of keySchedule (reverse (split key)).
template <class Cipher, bool inverse>
void crypt(const std::uint8_t* key, const std::uint8_t* in, std::uint8_t* out, int wrong) {
  constexpr int n = Cipher::n, m = Cipher::m, T = Cipher::T;
  Word K[m], ks[T], x = split<n>(in, 0), y = split<n>(in, 1);
  for (int i = 0; i < m; i++) K[i] = split<n>(key, m - 1 - i);
  Cipher::keySchedule(K, ks, wrong);
  for (int i = 0; i < T; i++) inverse ? Cipher::R_Inv(ks[T - 1 - i], x, y) : Cipher::R(ks[i], x, y);
  join<n>(out, 0, x);
  join<n>(out, 1, y);
}

template <class Cipher>
constexpr Cryptol instance(const char* variant) {
  return {variant, Cipher::T, crypt<Cipher, false>, crypt<Cipher, true>};
}

}  // namespace

const Cryptol kCryptol[kCryptols] = {
    instance<Speck<16, 4, 22>>("speck-32-64"),      instance<Speck<24, 3, 22>>("speck-48-72"),
    instance<Speck<24, 4, 23>>("speck-48-96"),      instance<Speck<32, 3, 26>>("speck-64-96"),
    instance<Speck<32, 4, 27>>("speck-64-128"),     instance<Speck<48, 2, 28>>("speck-96-96"),
    instance<Speck<48, 3, 29>>("speck-96-144"),     instance<Speck<64, 2, 32>>("speck-128-128"),
    instance<Speck<64, 3, 33>>("speck-128-192"),    instance<Speck<64, 4, 34>>("speck-128-256"),
    instance<Simon<16, 4, 32, 0>>("simon-32-64"),   instance<Simon<24, 3, 36, 0>>("simon-48-72"),
    instance<Simon<24, 4, 36, 1>>("simon-48-96"),   instance<Simon<32, 3, 42, 2>>("simon-64-96"),
    instance<Simon<32, 4, 44, 3>>("simon-64-128"),  instance<Simon<48, 2, 52, 2>>("simon-96-96"),
    instance<Simon<48, 3, 54, 3>>("simon-96-144"),  instance<Simon<64, 2, 68, 2>>("simon-128-128"),
    instance<Simon<64, 3, 69, 3>>("simon-128-192"), instance<Simon<64, 4, 72, 4>>("simon-128-256"),
};

}  // namespace hedgerow::proof
