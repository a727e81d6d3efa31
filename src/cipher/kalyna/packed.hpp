// The round on 64 bytes of message in one register, in memory order. It is the shortest form for
// one or two registers, and for keys. The round on one block of 16 bytes, the key schedule and
// prepared keys follow below.
//
//   register   | column 0 of block 0: row 0 .. 7 | column 1 | ... | column 0 of block 1 | ...
//
// A look-up for each row applies its S-box, and MixColumns is eight byte permutations. Each moves
// "row r + j" to row r, moves columns as ShiftRows does, and is multiplied by a coefficient. For
// keys, which have no ShiftRows, "row r + j" is a rotation of 64-bit words. Round keys are in
// memory order too. Those of decryption are multiplied by N * M (spec.hpp) and moved by the inverse
// of ShiftRows.
//
// This form needs vpermb and 64-byte registers. The functions also take registers of 32 bytes
// (HalfVec), which look up in both halves of a table and select. With HR_KALYNA_HALVES, 64-byte
// registers do the same.
// Source: [DSTU 7624:2014].
#pragma once

#include <type_traits>

#include "base/secret.hpp"
#include "cipher/kalyna/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

struct alignas(64) PackedIndex {
  std::uint8_t b[64];
};
consteval PackedIndex make_shift_index(int columns, bool inverse) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int right = row_shift(i % 8, columns), column = i / 8 % columns, block = i / 8 - column;
    const int from = (column + (inverse ? right : columns - right)) % columns;
    r.b[i] = (std::uint8_t)(8 * (block + from) + i % 8);
  }
  return r;
}
template <int kColumns, bool kInverse>
constexpr PackedIndex kShiftIndex = make_shift_index(kColumns, kInverse);

// Index j: the bytes that MixColumns multiplies by c_j. There is one for each byte of its result,
// which in decryption includes the inverse of ShiftRows.
consteval PackedIndex make_term_index(int columns, int j, bool inverse) {
  const PackedIndex shift = make_shift_index(columns, inverse);
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int turned = i / 8 * 8 + (i + j) % 8;
    r.b[i] = (std::uint8_t)(inverse ? shift.b[i] / 8 * 8 + (i + j) % 8 : shift.b[turned]);
  }
  return r;
}
template <int kColumns, int kTerm, bool kInverse>
constexpr PackedIndex kTermIndex = make_term_index(kColumns, kTerm, kInverse);

// Computes every column of x times a circulant matrix, plus key.
template <Row kRow>
HR_KALYNA_STEP Vec packed_multiply(Vec x, Vec key) {
  Vec term[8];
  term[0] = multiply<kRow.c[0]>(x);
  unroll<7>([&](auto i)
                HR_LAMBDA { term[i + 1] = multiply<kRow.c[i + 1]>(rotl64<56 - 8 * i>(x)); });
  return xor3(xor3(key, term[0], term[1]), xor3(term[2], term[3], term[4]),
              xor3(term[5], term[6], term[7]));
}

#ifdef HR_KALYNA_HALVES
constexpr bool kHalves = true;
#else
constexpr bool kHalves = false;
#endif

// Loads as many bytes from p as V has.
template <class V>
HR_INLINE V load_as(const std::uint8_t* p) {
  if constexpr (std::is_same_v<V, Vec>)
    return load(p);
  else
    return load_half(p);
}

// MixColumns and ShiftRows with a key, where coefficients of 1 come last because they need no
// multiplication. Two columns are a lane of 16 bytes, and moving bytes within a lane is faster.
template <Row kRow, int kColumns, bool kInverse, class V>
HR_KALYNA_STEP V packed_mix(V x, V key) {
  const auto term = [&](auto j) HR_LAMBDA {
    const V index = load_as<V>(kTermIndex<kColumns, j, kInverse>.b);
    return multiply<kRow.c[j]>(kColumns == 2 ? shuffle(x, index) : permute8(index, x));
  };
  const V a = xor3(key, term(Index<4>{}), term(Index<5>{})),
          b = xor3(a, term(Index<6>{}), term(Index<2>{}));
  const V c = term(Index<7>{});
  return xor3(b, c, xor3(term(Index<0>{}), term(Index<1>{}), term(Index<3>{})));
}

template <class V>
HR_INLINE V packed_sub(const Table256* tables, V x) {
  if constexpr (kHalves || !std::is_same_v<V, Vec>)
    return lookup_halves_by_row(tables, x);
  else
    return lookup256_by_row(tables, x);
}
template <int kColumns, class V>
HR_INLINE V packed_round(V x, V key) {
  return packed_mix<kMixRow, kColumns, false>(packed_sub(kSubTable, x), key);
}
template <int kColumns, class V>
HR_INLINE V packed_inverse_round(V x, V key) {
  return packed_sub(kInverseSubTable, packed_mix<kUnscaledInverseRow, kColumns, true>(x, key));
}

// Encrypts 32 bytes (one block or two) in half a register, with the key that byteslice_narrow.cpp
// prepares.
template <Variant kV, class Key>
HR_INLINE void encrypt_half(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  HalfVec x = add64(load_half(in), load_half(key.rows.first));
  for (int r = 0; r < kV.rounds; r++) x = packed_round<kV.columns>(x, load_half(key.encrypt[r]));
  store(out, add64(x, load_half(key.rows.last)));
}
template <Variant kV, class Key>
HR_INLINE void decrypt_half(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  HalfVec x = sub64(load_half(in), load_half(key.rows.last));
  for (int r = kV.rounds - 1; r >= 0; r--)
    x = packed_inverse_round<kV.columns>(x, load_half(key.decrypt[r]));
  store(out, sub64(x, load_half(key.rows.first)));
}

// The round on one block of 16 bytes in a register, with each byte of the block in a dword. This
// form has the shortest chain of operations, and no transpositions.
//
//   state      | byte 0 four times | byte 1 four times | ... | byte 15 four times |
//   S-boxes    | S0 S1 S2 S3 of byte 0 | S0 S1 S2 S3 of byte 1 | ...
//   products   | four terms of byte 0 of MixColumns | four of byte 1 | ...            twice
//
// One look-up in a table of dwords gives all four S-boxes of every byte. A byte permutation selects
// the S-box of each row, and moves rows and columns for ShiftRows and MixColumns. GF2P8MULB
// multiplies each byte by its coefficient. The sum of the four bytes of a dword, written to all
// four bytes, is the next state.
//
// GF2P8MULB has only one field, so the bytes of the state are mapped by an isomorphism to it. Bytes
// of messages are not mapped. If the rounds begin or end with S-boxes, separate tables convert
// them. If they begin or end with MixColumns, the map is applied in parallel to the product,
// because on Intel's processors a value that goes from GF2P8AFFINEQB to GF2P8MULB or back arrives
// two cycles earlier than others. Round keys have the layout of the state.

constexpr int kOneColumns = 2;

constexpr ByteMap kOneField = make_isomorphism(kFieldPolynomial, 0x11b);
constexpr ByteMap kFromOneField = make_inverse(kOneField.of);
constexpr std::uint64_t kToOneMatrix = map_matrix(kOneField),
                        kFromOneMatrix = map_matrix(kFromOneField);

// The S-boxes as a table from bytes under the map `in` to bytes under the map `out`.
consteval DwordTable256 make_dword_table(const Boxes& boxes, const ByteMap& in,
                                         const ByteMap& out) {
  DwordTable256 r{};
  for (int x = 0; x < 256; x++)
    for (int s = 0; s < 4; s++)
      r.t[in.of[x]] |= (std::uint32_t)out.of[boxes.box[s].t[x]] << (8 * s);
  return r;
}
constexpr ByteMap kSame = make_identity();
constexpr DwordTable256 kFirstSubDwords = make_dword_table(kSubBoxes, kSame, kOneField),
                        kSubDwords = make_dword_table(kSubBoxes, kOneField, kOneField),
                        kInverseSubDwords =
                            make_dword_table(kInverseSubBoxes, kOneField, kOneField),
                        kLastInverseSubDwords =
                            make_dword_table(kInverseSubBoxes, kOneField, kSame);

// The source column of row r of column c in ShiftRows (or its inverse).
consteval int column_before_shift(int r, int c, bool inverse) {
  const int right = row_shift(r, kOneColumns);
  return (c + (inverse ? right : kOneColumns - right)) % kOneColumns;
}
// Half h: the four bytes that MixColumns multiplies by c_4h ... c_4h+3 to get a byte of its result,
// and these coefficients. In decryption, the result includes the inverse of ShiftRows.
consteval PackedIndex make_mix_index(int half, bool inverse) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int row = i / 4 % 8, from = (row + 4 * half + i % 4) % 8;
    const int column = column_before_shift(inverse ? row : from, i / 32, inverse);
    r.b[i] = (std::uint8_t)(4 * (8 * column + from) + from % 4);
  }
  return r;
}
consteval PackedIndex make_mix_factors(int half, Row row) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = kOneField.of[row.c[4 * half + i % 4]];
  return r;
}
// The shuffle from bytes of a block in memory order to dwords.
consteval PackedIndex make_spread_index() {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)(i / 4);
  return r;
}
// The inverse: takes from each dword the byte of its row's S-box. In a state all four are equal.
consteval PackedIndex make_collect_index() {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)(4 * (i % 16) + i % 4);
  return r;
}
template <int kHalf, bool kInverse>
constexpr PackedIndex kMixIndex = make_mix_index(kHalf, kInverse);
// The same for a block of a message.
consteval PackedIndex make_block_mix_index(int half) {
  PackedIndex r = make_mix_index(half, true);
  for (std::uint8_t& from : r.b) from /= 4;
  return r;
}
template <int kHalf>
constexpr PackedIndex kBlockMixIndex = make_block_mix_index(kHalf);
template <int kHalf, Row kRow>
constexpr PackedIndex kMixFactors = make_mix_factors(kHalf, kRow);
constexpr PackedIndex kSpreadIndex = make_spread_index(), kCollectIndex = make_collect_index();

HR_INLINE Vec spread_as_is(Vec block) { return permute8(load(kSpreadIndex.b), block); }
HR_INLINE Vec collect_as_is(Vec dwords) { return permute8(load(kCollectIndex.b), dwords); }
HR_INLINE Vec spread(Vec block) { return affine(spread_as_is(block), kToOneMatrix); }
HR_INLINE Vec collect(Vec dwords) { return affine(collect_as_is(dwords), kFromOneMatrix); }
// MixColumns and ShiftRows with a key, from state to state. In encryption the result may also be a
// block of a message, and in decryption the input may be one.
enum class Ends { kStates, kBlock };
template <Row kRow, bool kInverse, Ends kEnds = Ends::kStates>
HR_KALYNA_STEP Vec one_mix(Vec x, Vec key) {
  const auto half = [&](auto h) HR_LAMBDA {
    const Vec factors = load(kMixFactors<h, kRow>.b);
    if constexpr (kEnds == Ends::kStates)
      return gf_mul(permute8(load(kMixIndex<h, kInverse>.b), x), factors);
    else if constexpr (kInverse)
      return gf_mul(affine(permute8(load(kBlockMixIndex<h>.b), x), kToOneMatrix), factors);
    else
      return affine(gf_mul(permute8(load(kMixIndex<h, false>.b), x), factors), kFromOneMatrix);
  };
  return xor_bytes32(xor2(half(Index<0>{}), half(Index<1>{})), key);
}

// Processes N blocks, interleaved. kEnds: the last round of encryption, the first round of
// decryption.
template <int N, Ends kEnds = Ends::kStates>
HR_INLINE void encrypt_one_round(Vec* x, const DwordTable256& boxes, const std::uint8_t* key) {
  const Vec k = load(key);
  unroll<N>([&](auto n)
                HR_LAMBDA { x[n] = one_mix<kMixRow, false, kEnds>(lookup256(boxes, x[n]), k); });
}
template <int N, Ends kEnds = Ends::kStates>
HR_INLINE void decrypt_one_round(Vec* x, const DwordTable256& boxes, const std::uint8_t* key) {
  const Vec k = load(key);
  unroll<N>([&](auto n) HR_LAMBDA {
    x[n] = lookup256(boxes, one_mix<kUnscaledInverseRow, true, kEnds>(x[n], k));
  });
}

// The key schedule of kernel.hpp on words in registers. Permutations of the user key in a register
// give the inputs of the rounds.
template <Variant kV>
struct Expansion {
  static constexpr int kBytes = kV.block_bytes(), kEvens = kV.rounds / 2 + 1;
  static constexpr int kRegisters = (kEvens * kBytes + 63) / 64;
  // For all even keys: the positions of their words in the user key, and the constants that are
  // added to K_sigma.
  alignas(64) std::uint8_t word[kRegisters][64];
  alignas(64) std::uint64_t number[kRegisters][8];
  // The permutations to the first and the last block of the user key, repeated, and to the odd key
  // that follows an even one.
  PackedIndex low, high, odd;
};
template <Variant kV>
consteval Expansion<kV> make_expansion() {
  using E = Expansion<kV>;
  constexpr int n = kV.columns, left = 2 * n + 3;
  E r{};
  for (int i = 0; i < 8 * E::kRegisters; i++) {
    const int half = i / n, c = i % n;
    const int from =
        kV.key_columns == n ? (c + half) % n : (c + half / 2 + half % 2 * n) % kV.key_columns;
    for (int b = 0; b < 8; b++) r.word[i / 8][i % 8 * 8 + b] = (std::uint8_t)(8 * from + b);
    r.number[i / 8][i % 8] = (std::uint64_t)0x0001000100010001 << half;
  }
  for (int i = 0; i < 64; i++) {
    r.low.b[i] = (std::uint8_t)(i % E::kBytes);
    r.high.b[i] = (std::uint8_t)(8 * (kV.key_columns - n) + i % E::kBytes);
    r.odd.b[i] = (std::uint8_t)(i / E::kBytes * E::kBytes + (i + left) % E::kBytes);
  }
  return r;
}
template <Variant kV>
constexpr Expansion<kV> kExpansion = make_expansion<kV>();

// A round without a key on a register, in which all blocks are equal.
template <Variant kV>
HR_INLINE Vec repeated_round(Vec x) {
  if constexpr (kV.columns == kOneColumns && !kHalves)
    return collect_as_is(
        one_mix<kMixRow, false, Ends::kBlock>(lookup256(kFirstSubDwords, spread_as_is(x)), zero()));
  else
    return packed_round<kV.columns>(x, zero());
}
template <Variant kV>
HR_INLINE Vec expand_sigma(Vec user) {
  alignas(64) constexpr std::uint64_t kSizes[8] = {
      (std::uint64_t)(kV.columns + kV.key_columns + 1)};
  const Vec low = permute8(load(kExpansion<kV>.low.b), user),
            high = permute8(load(kExpansion<kV>.high.b), user);
  Vec x = add64(permute8(load(kExpansion<kV>.low.b), load(kSizes)), low);
  x = xor2(repeated_round<kV>(x), high);
  x = add64(repeated_round<kV>(x), low);
  return repeated_round<kV>(x);
}

// Expands a user key to the canonical round keys.
template <Variant kV>
HR_INLINE void expand_packed(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  using E = Expansion<kV>;
  const E& e = kExpansion<kV>;
  const Vec user =
      kV.key_columns == 8 ? load(user_key) : load_part(user_key, (std::size_t)kV.key_columns / 2);
  const Vec sigma = expand_sigma<kV>(user);
  alignas(64) std::uint8_t even[64 * E::kRegisters], odd[64 * E::kRegisters];
  for (int i = 0; i < E::kRegisters; i++) {
    const Vec added = add64(sigma, load(e.number[i]));
    Vec x = add64(permute8(load(e.word[i]), user), added);
    x = packed_round<kV.columns>(x, added);
    x = add64(packed_round<kV.columns>(x, zero()), added);
    store(even + 64 * i, x);
    store(odd + 64 * i, permute8(load(e.odd.b), x));
  }
  for (int r = 0; r <= kV.rounds; r++)
    __builtin_memcpy(round_keys + r * E::kBytes, (r % 2 ? odd : even) + r / 2 * E::kBytes,
                     (std::size_t)E::kBytes);
  wipe(even, sizeof even);
  wipe(odd, sizeof odd);
}

// The source of the patterns of the first key in a register: half c of a split key, or the whole
// key by rows.
template <Shape kS>
consteval PackedIndex make_pattern_index(int c) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++)
    r.b[i] = (std::uint8_t)(kS.split ? 8 * c + i / 8 : i % 8 % kS.v.columns * 8 + i / 8);
  return r;
}
template <Shape kS, int kHalf>
constexpr PackedIndex kPatternIndex = make_pattern_index<kS>(kHalf);

// Stores the keys in one register as patterns.
template <Shape kS>
HR_INLINE void scatter_keys(Vec keys, int count, std::uint64_t (*to)[kS.key_words()]) {
  for (int k = 0; k < count; k++)
    unroll<kS.key_words() / 8>([&](auto c) HR_LAMBDA {
      const Vec index =
          add8(load(kPatternIndex<kS, c>.b), splat8((std::uint8_t)(k * kS.v.block_bytes())));
      store(to[k] + 8 * c, permute8(index, keys));
    });
}

// Key number k of a register, repeated.
template <Variant kV>
HR_INLINE Vec repeat_key(Vec keys, int k) {
  return permute8(add8(load(kExpansion<kV>.low.b), splat8((std::uint8_t)(k * kV.block_bytes()))),
                  keys);
}

HR_INLINE Vec load_some(const std::uint8_t* p, int bytes) {
  if (bytes >= 64) return load(p);
  alignas(64) std::uint8_t buffer[64] = {};
  __builtin_memcpy(buffer, p, (std::size_t)bytes & 63);  // below 64, which gcc 12 must see
  const Vec r = load(buffer);
  wipe(buffer, sizeof buffer);
  return r;
}

template <Shape kS>
HR_INLINE void prepare_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  constexpr int bytes = kS.v.block_bytes(), middle = kS.v.rounds - 1, per = 64 / bytes;
  for (int i = 0; i < 64; i += bytes) {
    __builtin_memcpy(key.first + i, round_keys, bytes);
    __builtin_memcpy(key.last + i, round_keys + kS.v.rounds * bytes, bytes);
  }
  for (int done = 0; done < middle; done += per) {
    const int count = middle - done < per ? middle - done : per;
    const Vec k = load_some(round_keys + (done + 1) * bytes, count * bytes);
    scatter_keys<kS>(packed_multiply<kEncryptKeyRow>(k, zero()), count, key.encrypt + done);
    scatter_keys<kS>(packed_multiply<kDecryptKeyRow>(k, zero()), count, key.decrypt + done);
  }
  __builtin_memset(key.encrypt[middle], 0, sizeof key.encrypt[middle]);
  __builtin_memset(key.decrypt[middle], 0, sizeof key.decrypt[middle]);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
