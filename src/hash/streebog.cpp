// Streebog-256 [RFC 6986]. See streebog.hpp. One LPS consists of:
//
//   S   pi on each of 64 bytes, bit-sliced; Streebog and Kuznyechik have the same pi
//   P   byte j of word i <-> byte i of word j
//   L   word * A over GF(2); each of the 64 bits of all eight words selects one row of A by a mask
#include "hash/streebog.hpp"

#include <string.h>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "circuit/kuznyechik/sub_words.hpp"

namespace hedgerow {

namespace {

constexpr int kWords = 8, kRounds = 12;
// Eight lanes of 64 bits. The compiler splits them into the registers that the CPU has, for example two of 32 bytes.
typedef std::uint64_t Lanes __attribute__((vector_size(64)));

// The rows 8i of A [RFC 6986 section 6.4], i = 0..7. Row 8i + j is row 8i + j - 1 with each byte divided by x in
// GF(2^8) modulo x^8+x^4+x^3+x^2+1; the bits of a byte count from the top.
constexpr std::uint64_t kEighthRows[8] = {
    0x8e20faa72ba0b470, 0xa011d380818e8f40, 0x90dab52a387ae76f, 0x9d4df05d5f661451,
    0x86275df09ce8aaa8, 0x456c34887a3805b9, 0xe4fa2054a80b329c, 0x70a6a56e2440598e};

struct Matrix {
  std::uint64_t row[64];  // row[k] belongs to bit k of a word; it is row 63 - k of A
};
consteval Matrix make_matrix() {
  constexpr std::uint64_t kLowBits = 0x0101010101010101;
  Matrix m{};
  for (int i = 0; i < 8; i++) {
    std::uint64_t row = kEighthRows[i];
    for (int j = 0; j < 8; j++) {
      m.row[63 - 8 * i - j] = row;
      row = ((row >> 1) & ~(kLowBits << 7)) ^ (row & kLowBits) * 0x8e;
    }
  }
  return m;
}
constexpr Matrix kA = make_matrix();

// The iteration constants C_1 .. C_12 [RFC 6986 section 6.5], word 0 first.
constexpr std::uint64_t kC[kRounds][kWords] = {
    {0xdd806559f2a64507, 0x05767436cc744d23, 0xa2422a08a460d315, 0x4b7ce09192676901,
     0x714eb88d7585c4fc, 0x2f6a76432e45d016, 0xebcb2f81c0657c1f, 0xb1085bda1ecadae9},
    {0xe679047021b19bb7, 0x55dda21bd7cbcd56, 0x5cb561c2db0aa7ca, 0x9ab5176b12d69958,
     0x61d55e0f16b50131, 0xf3feea720a232b98, 0x4fe39d460f70b5d7, 0x6fa3b58aa99d2f1a},
    {0x991e96f50aba0ab2, 0xc2b6f443867adb31, 0xc1c93a376062db09, 0xd3e20fe490359eb1,
     0xf2ea7514b1297b7b, 0x06f15e5f529c1f8b, 0x0a39fc286a3d8435, 0xf574dcac2bce2fc7},
    {0x220cbebc84e3d12e, 0x3453eaa193e837f1, 0xd8b71333935203be, 0xa9d72c82ed03d675,
     0x9d721cad685e353f, 0x488e857e335c3c7d, 0xf948e1a05d71e4dd, 0xef1fdfb3e81566d2},
    {0x601758fd7c6cfe57, 0x7a56a27ea9ea63f5, 0xdfff00b723271a16, 0xbfcd1747253af5a3,
     0x359e35d7800fffbd, 0x7f151c1f1686104a, 0x9a3f410c6ca92363, 0x4bea6bacad474799},
    {0xfa68407a46647d6e, 0xbf71c57236904f35, 0x0af21f66c2bec6b6, 0xcffaa6b71c9ab7b4,
     0x187f9ab49af08ec6, 0x2d66c4f95142a46c, 0x6fa4c33b7a3039c0, 0xae4faeae1d3ad3d9},
    {0x8886564d3a14d493, 0x3517454ca23c4af3, 0x06476983284a0504, 0x0992abc52d822c37,
     0xd3473e33197a93c9, 0x399ec6c7e6bf87c9, 0x51ac86febf240954, 0xf4c70e16eeaac5ec},
    {0xa47f0dd4bf02e71e, 0x36acc2355951a8d9, 0x69d18d2bd1a5c42f, 0xf4892bcb929b0690,
     0x89b4443b4ddbc49a, 0x4eb7f8719c36de1e, 0x03e7aa020c6e4141, 0x9b1f5b424d93c9a7},
    {0x7261445183235adb, 0x0e38dc92cb1f2a60, 0x7b2b8a9aa6079c54, 0x800a440bdbb2ceb1,
     0x3cd955b7e00d0984, 0x3a7d3a1b25894224, 0x944c9ad8ec165fde, 0x378f5a541631229b},
    {0x74b4c7fb98459ced, 0x3698fad1153bb6c3, 0x7a1e6c303b7652f4, 0x9fe76702af69334b,
     0x1fffe18a1b336103, 0x8941e71cff8a78db, 0x382ae548b2e4f3f3, 0xabbedea680056f52},
    {0x6bcaa4cd81f32d1b, 0xdea2594ac06fd85d, 0xefbacd1d7d476e98, 0x8a1d71efea48b9ca,
     0x2001802114846679, 0xd8fa6bbbebab0761, 0x3002c6cd635afe94, 0x7bcd9ed0efc889fb},
    {0x48bc924af11bd720, 0xfaf417d5d9b21b99, 0xe71da4aa88e12852, 0x5d80ef9d1891cc86,
     0xf82012d430219f9b, 0xcda43c32bcdf1d77, 0xd21380b00449b17a, 0x378ee767f11631ba},
};

void transpose_bytes(std::uint64_t* w) noexcept {
  const auto swap = [w](int i, int j, int bits, std::uint64_t mask) {
    const std::uint64_t t = ((w[i] >> bits) ^ w[j]) & mask;
    w[j] ^= t;
    w[i] ^= t << bits;
  };
  for (int i = 0; i < 4; i++) swap(i, i + 4, 32, 0x00000000ffffffff);
  for (int i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) swap(i, i + 2, 16, 0x0000ffff0000ffff);
  for (int i = 0; i < 8; i += 2) swap(i, i + 1, 8, 0x00ff00ff00ff00ff);
}

// w = LPS(w xor x). A mask has eight different lanes, so a compiler cannot turn it into a branch.
void lps(std::uint64_t* w, const std::uint64_t* x) noexcept {
  for (int i = 0; i < kWords; i++) w[i] ^= x[i];
  kuznyechik::sub_words(w);
  transpose_bytes(w);
  Lanes in, out{};
  memcpy(&in, w, sizeof in);
  for (int k = 0; k < 64; k++) out ^= (0 - ((in >> k) & 1)) & kA.row[k];
  memcpy(w, &out, sizeof out);
}

// h = g_n(h, m) [RFC 6986 section 8]: E(LPS(h xor n), m) xor h xor m.
void compress(std::uint64_t* h, const std::uint64_t* n, const std::uint64_t* m) noexcept {
  std::uint64_t key[kWords], state[kWords];
  memcpy(key, h, sizeof key);
  memcpy(state, m, sizeof state);
  lps(key, n);
  for (const auto& c : kC) {
    lps(state, key);
    lps(key, c);
  }
  for (int i = 0; i < kWords; i++) h[i] ^= state[i] ^ key[i] ^ m[i];
  wipe(key, sizeof key);
  wipe(state, sizeof state);
}

// sum += m modulo 2^512, in constant time.
void add(std::uint64_t* sum, const std::uint64_t* m) noexcept {
  std::uint64_t carry = 0;
  for (int i = 0; i < kWords; i++) {
    const std::uint64_t a = sum[i], b = m[i], s = a + b + carry;
    carry = ((a & b) | ((a | b) & ~s)) >> 63;
    sum[i] = s;
  }
}

}  // namespace

Streebog256::~Streebog256() noexcept { wipe(this, sizeof *this); }

void Streebog256::start() noexcept {
  memset(this, 0, sizeof *this);
  memset(hash_, 1, sizeof hash_);
}

// Absorbs one block. Only `bits` bits of it belong to the message.
void Streebog256::absorb(const std::uint8_t* block, std::uint64_t bits) noexcept {
  const std::uint64_t n[kWords] = {bits_};
  std::uint64_t m[kWords];
  for (int i = 0; i < kWords; i++) m[i] = load_le64(block + 8 * i);
  compress(hash_, n, m);
  bits_ += bits;
  add(sum_, m);
  wipe(m, sizeof m);
}

void Streebog256::update(const std::uint8_t* in, std::size_t bytes) noexcept {
  while (bytes != 0) {
    if (fill_ == 0 && bytes >= kBlockBytes) {
      absorb(in, 8 * kBlockBytes);
      in += kBlockBytes;
      bytes -= kBlockBytes;
      continue;
    }
    const std::size_t room = kBlockBytes - fill_, n = bytes < room ? bytes : room;
    memcpy(waiting_ + fill_, in, n);
    fill_ += n;
    in += n;
    bytes -= n;
    if (fill_ < kBlockBytes) return;
    absorb(waiting_, 8 * kBlockBytes);
    fill_ = 0;
  }
}

void Streebog256::digest(std::uint8_t* out) noexcept {
  constexpr std::uint64_t kZero[kWords] = {};
  memset(waiting_ + fill_, 0, kBlockBytes - fill_);
  waiting_[fill_] = 1;
  absorb(waiting_, 8 * fill_);
  const std::uint64_t n[kWords] = {bits_};
  compress(hash_, kZero, n);
  compress(hash_, kZero, sum_);
  for (int i = 0; i < 4; i++) store_le64(out + 8 * i, hash_[i + 4]);
  wipe(this, sizeof *this);
}

}  // namespace hedgerow
