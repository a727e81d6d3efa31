// AES with combined tables of SubBytes and MixColumns, as in fast table implementations: four tables of 256 words for
// each direction, and the plain boxes for the last round. NOT constant time, because the indices are secret. It is a
// lab kernel and the positive control of the leak checks, and it is never selected automatically. A column is a
// little-endian word. Decryption is the equivalent inverse cipher [FIPS 197 section 5.3.5], with InvMixColumns of the
// round keys.
#include "base/bytes.hpp"
#include "cipher/aes/schedule.hpp"
#include "cipher/aes/spec.hpp"
#include "kernels/block_loops.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aes;

struct alignas(64) Tables {
  std::uint32_t of[4][256];
};
struct alignas(64) Key {
  std::uint32_t forward[kMaxRounds + 1][4], backward[kMaxRounds + 1][4];
  int rounds;
};
struct Columns {
  std::uint32_t c[4];
};

// of[r][x]: the contribution of a byte x in row r to its column.
consteval Tables make_tables(const ByteMap& box, const std::uint8_t (&row)[4]) {
  Tables t{};
  for (int r = 0; r < 4; r++)
    for (int x = 0; x < 256; x++)
      for (int i = 0; i < 4; i++)
        t.of[r][x] |= (std::uint32_t)field_product(row[(r - i) & 3], box.of[x], kPolynomial, 8)
                      << (8 * i);
  return t;
}
constexpr Tables kForward = make_tables(kBox, kMixRow);
constexpr Tables kBackward = make_tables(kBoxInverse, kInverseMixRow);

HR_INLINE unsigned byte_of(std::uint32_t w, int i) { return (w >> (8 * i)) & 255; }

// kStep: 1 if ShiftRows rotates left, 3 if it rotates right.
template <int kStep>
HR_INLINE Columns round(const Tables& t, Columns s, const std::uint32_t* k) {
  Columns n;
  unroll<4>([&](auto c) HR_LAMBDA {
    n.c[c] = k[c];
    unroll<4>([&](auto r) HR_LAMBDA { n.c[c] ^= t.of[r][byte_of(s.c[(c + kStep * r) & 3], r)]; });
  });
  return n;
}
template <int kStep>
HR_INLINE Columns last_round(const std::uint8_t (&box)[256], Columns s, const std::uint32_t* k) {
  Columns n;
  unroll<4>([&](auto c) HR_LAMBDA {
    n.c[c] = k[c];
    unroll<4>([&](auto r) HR_LAMBDA {
      n.c[c] ^= (std::uint32_t)box[byte_of(s.c[(c + kStep * r) & 3], r)] << (8 * r);
    });
  });
  return n;
}

HR_INLINE Columns load(const std::uint8_t* p) {
  return {{load_le32(p), load_le32(p + 4), load_le32(p + 8), load_le32(p + 12)}};
}
HR_INLINE void store(std::uint8_t* p, Columns s) {
  for (int c = 0; c < 4; c++) store_le32(p + 4 * c, s.c[c]);
}
HR_INLINE Columns add(Columns s, const std::uint32_t* k) {
  for (int c = 0; c < 4; c++) s.c[c] ^= k[c];
  return s;
}

HR_INLINE Columns encrypt_block(const Key& k, Columns s) {
  s = add(s, k.forward[0]);
  for (int r = 1; r < k.rounds; r++) s = round<1>(kForward, s, k.forward[r]);
  return last_round<1>(kBox.of, s, k.forward[k.rounds]);
}
HR_INLINE Columns decrypt_block(const Key& k, Columns s) {
  s = add(s, k.backward[0]);
  for (int r = 1; r < k.rounds; r++) s = round<3>(kBackward, s, k.backward[r]);
  return last_round<3>(kBoxInverse.of, s, k.backward[k.rounds]);
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  Key& k = blank_key<Key>(key, rounds);
  for (int r = 0; r <= rounds; r++)
    for (int c = 0; c < 4; c++) {
      const std::uint32_t w = load_le32(round_keys + 16 * r + 4 * c);
      k.forward[r][c] = w;
      std::uint32_t mixed = 0;
      for (int i = 0; i < 4; i++) mixed ^= kBackward.of[i][kBox.of[byte_of(w, i)]];
      k.backward[rounds - r][c] = r % rounds ? mixed : w;
    }
}

using Loops = BlockLoops<Key, kBlockBytes, load, store, encrypt_block, decrypt_block>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                             \
  loop_ops<Key, Loops>(kVariant[identifier].round_key_bytes(), schedule_portable<identifier>, \
                       prepare<identifier>)
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
