// Runs every operation of operations.def that the vectors of HR_VEC have. It is compiled twice for
// each instruction set: with the instructions, and with the model (-DHR_VEC_MODEL).
#include "isa/operations.hpp"

#include <type_traits>

#include "isa/pinned.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_VBMI
#include "isa/avx2_vbmi.hpp"
#endif
#ifdef HR_VEC_AVX512
#include "isa/unpack_lanes.hpp"
#endif

namespace hedgerow {
namespace {

// An operation that the vectors lack is found here, because names in namespace hedgerow::HR_ISA
// hide these.
struct Absent {};
#define HR_ABSENT(name)      \
  template <class... A>      \
  Absent name(const A&...) { \
    return {};               \
  }
#define HR_ABSENT_N(name)    \
  template <int, class... A> \
  Absent name(const A&...) { \
    return {};               \
  }
#define HR_BITS2(name, e) HR_ABSENT(name)
#define HR_BITS3(name, e) HR_ABSENT(name)
#define HR_BITS3_N(name, e) HR_ABSENT_N(name)
#define HR_WORD1(name, w, e) HR_ABSENT(name)
#define HR_WORD1_N(name, w, e) HR_ABSENT_N(name)
#define HR_WORD2(name, w, e) HR_ABSENT(name)
#define HR_BYTE1(name, e) HR_ABSENT(name)
#define HR_BYTE1_N(name, e) HR_ABSENT_N(name)
#define HR_BYTE2(name, e) HR_ABSENT(name)
#define HR_BYTE2_N(name, e) HR_ABSENT_N(name)
#define HR_BYTE3(name, e) HR_ABSENT(name)
#define HR_SPLAT(name, w) HR_ABSENT(name)
#define HR_LOAD(name, e) HR_ABSENT(name)
#define HR_LOAD_N(name, e) HR_ABSENT_N(name)
#define HR_STORE(name, e) HR_ABSENT(name)
#define HR_STORE_N(name, e) HR_ABSENT_N(name)
#define HR_OTHER(name, text) HR_ABSENT(name)
#include "isa/operations.def"

}  // namespace

namespace HR_ISA {
namespace {

struct Run {
  const Operands& in;
  const Sink& sink;
  Vec a = load(in.a), b = load(in.b), c = load(in.c);

  void give(const char* name, int n, Vec r) const {
    std::uint8_t bytes[kWidth];
    store(bytes, r);
    if (__builtin_strcmp(name, "load_lanes12") == 0)
      for (int i = 0; i < kWidth; i++) bytes[i] = i % 16 < 12 ? bytes[i] : 0;
    sink.take(sink.context, name, n, bytes, kWidth);
  }
  void give(const char* name, int n, std::uint64_t r) const { give(name, n, splat64(r)); }
  void give(const char*, int, Absent) const {}
  template <class F>
  void give_stored(const char* name, int n, F write) const {
    std::uint8_t bytes[kMemoryBytes];
    __builtin_memset(bytes, 0xa5, kMemoryBytes);
    if constexpr (std::is_void_v<decltype(write(bytes))>) {
      write(bytes);
      sink.take(sink.context, name, n, bytes, kMemoryBytes);
    }
  }
  template <int... kN, class F>
  static void each(F f) {
    (f(Index<kN>{}), ...);
  }

  void listed() const;
  void memory() const;
  void other() const;
  void avx512() const;
  void tables() const;
  void pinned_two_lanes() const;
  void halves() const;
};

// On ARM, a byte shuffle's index is below 16, or at least 128. On x86 it is any byte, as in the
// model: kernels of Kalyna for AVX2 use indices of which the low four bits count.
#define HR_TEXT_OF(x) #x
#define HR_TEXT(x) HR_TEXT_OF(x)
constexpr bool kIsArm = __builtin_strncmp(HR_TEXT(HR_ISA), "neon", 4) == 0;
#define HR_SECOND(name) \
  (kIsArm && __builtin_strcmp(name, "shuffle") == 0 ? and2(b, splat8(0x8f)) : b)

void Run::listed() const {
#define HR_BITS2(name, e) give(#name, 0, name(a, b));
#define HR_BITS3(name, e) give(#name, 0, name(a, b, c));
#define HR_BITS3_N(name, e)                             \
  each<0x96, 0x78, 0xea, 0xca, 0xd8, 0xd2, 0x1b, 0x80>( \
      [&](auto i) { give(#name, i, name<i>(a, b, c)); });
#define HR_WORD1(name, w, e) give(#name, 0, name(a));
#define HR_WORD1_N(name, w, e) \
  each<1, 3, 7, 8, w / 2, w - 8, w - 5, w - 1>([&](auto i) { give(#name, i, name<i>(a)); });
#define HR_WORD2(name, w, e) give(#name, 0, name(a, b));
#define HR_BYTE1(name, e) give(#name, 0, name(a));
#define HR_BYTE1_N(name, e) each<1, 2, 3>([&](auto i) { give(#name, i, name<i>(a)); });
#define HR_BYTE2(name, e) give(#name, 0, name(a, HR_SECOND(#name)));
#define HR_BYTE2_N(name, e) \
  each<0, 1, 2, 3, 5, 16, 17, 0x44, 0x1b, 0xee>([&](auto i) { give(#name, i, name<i>(a, b)); });
#define HR_BYTE3(name, e) give(#name, 0, name(a, b, c));
#define HR_SPLAT(name, w)                      \
  {                                            \
    std::uint##w##_t x;                        \
    __builtin_memcpy(&x, in.memory, sizeof x); \
    give(#name, 0, name(x));                   \
  }
#define HR_LOAD(name, e) give(#name, 0, name(in.memory));
#define HR_LOAD_N(name, e) each<16, 24, 41>([&](auto i) { give(#name, i, name<i>(in.memory)); });
#define HR_STORE(name, e) give_stored(#name, 0, [&](std::uint8_t* p) { return name(p, a); });
#define HR_STORE_N(name, e) \
  each<16, 24, 41>(         \
      [&](auto i) { give_stored(#name, i, [&](std::uint8_t* p) { return name<i>(p, a); }); });
#define HR_OTHER(name, text)
#include "isa/operations.def"
}

void Run::memory() const {
  give("zero", 0, zero());
#ifdef HR_VEC_TWO_LANES
  give("load_halves", 0, load_halves(in.memory + 3, in.memory + 70));
  give_stored("store_halves", 0, [&](std::uint8_t* p) { store_halves(p + 70, p + 3, a); });
#endif
  for (int n = 1; n < kWidth / 16; n++) {
    give("load_part", n, load_part(in.memory, (std::size_t)n));
    give_stored("store_part", n, [&](std::uint8_t* p) { return store_part(p, a, (std::size_t)n); });
  }
}

void Run::other() const {
  give("low64", 0, low64(a));
  give("where_positive", 0, where_positive(splat8(in.memory[0]), a));
  give("above8", 0, increment8(c, above8(a, b)));
  give("above8", 1, increment8(c, above8(a, b, above8(b, c))));
#ifdef HR_VEC_CLMUL
  Vec lo = a, hi = a;
  load_pairs64(in.memory, lo, hi);
  give("load_pairs64", 0, lo);
  give("load_pairs64", 1, hi);
#endif
#ifdef HR_VEC_GFNI
  give("affine", 0, affine(a, 0x0123456789abcdef));
  give("affine", 1, affine(a, 0x8040201008040201));
  give("affine_inverse", 0x63, affine_inverse<0x63>(a, 0xf1e3c78f1f3e7cf8));
#endif
}

#ifdef HR_VEC_AVX512
void Run::avx512() const {
  give("in_register", 0, in_register(a));
  give("spread_bits", 0, spread_bits(in.memory));
  std::uint32_t dword;
  __builtin_memcpy(&dword, in.memory, 4);
  give("ternary_splat32", 0x96, ternary_splat32<0x96>(a, b, &dword));
  give("ternary_splat32", 0xd2, ternary_splat32<0xd2>(a, b, &dword));
  give("unpack_lo_lanes", 0, unpack_lo_lanes(a, b));
  give("unpack_hi_lanes", 0, unpack_hi_lanes(a, b));
  each<2, 4>([&](auto bytes) {
    Three of{};
    __builtin_memcpy(&of.third, in.memory + 64, 8);
    __builtin_memcpy(&of.second, in.memory + 72, 8);
    of.second &= ~of.third;
    for (int k = 0; k < 64 / bytes; k++) {
      of.index[k * bytes] = in.memory[k] % (64 / bytes);
      if (of.second >> k & 1) of.index[k * bytes] |= 64 / bytes;
    }
    give("pick_of_three", bytes, pick_of_three<bytes>(a, b, c, of));
  });
}
#endif

#if !defined(__arm__) && (!defined(HR_VEC_AVX512) || defined(HR_VEC_GFNI))
consteval Table256 make_table(unsigned seed) {
  std::uint8_t box[256]{};
  for (unsigned i = 0; i < 256; i++) box[i] = (std::uint8_t)((i * 167 + seed) ^ (i >> 3));
  return make_table256(box);
}
void Run::tables() const {
  static constexpr Table256 kTables[4] = {make_table(1), make_table(77), make_table(150),
                                          make_table(223)};
  Vec x[3] = {a, b, c};
  lookup256<1>(kTables[0], x);
  lookup256<3>(kTables[1], x);
  for (int i = 0; i < 3; i++) give("lookup256", i, x[i]);
#if defined HR_VEC_AVX512 && defined HR_VEC_GFNI
  give("lookup256_by_row", 0, lookup256_by_row(kTables, a));
  give("lookup_halves_by_row", 0, lookup_halves_by_row(kTables, a));
  DwordTable256 dwords;
  for (unsigned i = 0; i < 256; i++) dwords.t[i] = i * 0x9e3779b9u + 1;
  Vec repeated = shuffle(a, splat32(0));
  give("lookup256 of dwords", 0, lookup256(dwords, repeated));
  give("xor_bytes32", 0, xor_bytes32(a, b));
#endif
}
#endif

// Pinned operations, which have the meaning of those without a pin.
#ifdef HR_VEC_TWO_LANES
void Run::pinned_two_lanes() const {
  const At m{in.memory};
#define HR_EACH(name)                           \
  give("pinned " #name, 0, Pinned::name(a, b)); \
  give("pinned " #name, 1, Pinned::name(a, m))
  HR_EACH(xor2);
  HR_EACH(and2);
  HR_EACH(or2);
  HR_EACH(andnot);
  HR_EACH(add32);
  HR_EACH(add64);
#undef HR_EACH
#define HR_EACH(name) give("pinned " #name, 5, Pinned::name<5>(a))
  HR_EACH(shr16);
  HR_EACH(shr32);
  HR_EACH(shl32);
  HR_EACH(shr64);
  HR_EACH(shl64);
#undef HR_EACH
  give("pinned shuffle", 0, Pinned::shuffle(a, and2(b, splat8(0x8f))));
  give("pinned load", 0, Pinned::load(in.memory));
  give("pinned load_splat32", 0, Pinned::load_splat32(in.memory));
  give("pinned load_splat64", 0, Pinned::load_splat64(in.memory));
  give_stored("pinned store", 0, [&](std::uint8_t* p) { Pinned::store(p, a); });
  give("pinned blend_words16", 0, Pinned::blend_words16(a, b));
  give("pinned blend_by_sign", 0, Pinned::blend_by_sign(a, b, c));
#ifdef HR_VEC_AES
  give("pinned aes_enc_last", 0, Pinned::aes_enc_last(a, m));
#endif
}
#endif

// HalfVec: half of a vector, pinned or not. The upper half of a result is not compared.
#if defined HR_VEC_AVX512 && defined HR_VEC_GFNI
void Run::halves() const {
  const auto half = [&](const char* name, HalfVec r) {
    std::uint8_t bytes[32];
    store(bytes, r);
    sink.take(sink.context, name, 0, bytes, 32);
  };
  const HalfVec x = load_half(in.a), y = load_half(in.b), z = load_half(in.c);
  static constexpr Table256 kTables[4] = {make_table(3), make_table(79), make_table(152),
                                          make_table(225)};
  half("half load_splat128", load_half_splat128(in.memory));
  give_stored("half store_lane", 0, [&](std::uint8_t* p) { store_lane(p, x); });
#define HR_EACH(name) half("half " #name, name(x, y))
  HR_EACH(xor2);
  HR_EACH(add64);
  HR_EACH(sub64);
  HR_EACH(permute8);
  HR_EACH(affine_by);
#undef HR_EACH
  half("half affine", affine(x, 0x0123456789abcdef));
  half("half xor3", xor3(x, y, z));
  half("half negative8", negative8(x));
  half("half lookup_halves_by_row", lookup_halves_by_row(kTables, x));
  half("pinned half xor2", Pinned::xor2(x, y));
  half("pinned half affine_by", Pinned::affine_by(x, y));
  half("pinned half swap_lanes", Pinned::swap_lanes(x));
  half("pinned half negative8", Pinned::negative8(x));
  half("pinned half xor3", Pinned::xor3(x, y, At{in.memory}));
  half("pinned half ternary", Pinned::ternary<0xd8>(x, y, z));
  for (int row = 0; row < 4; row++)
    half("pinned half lookup_half_of_row", Pinned::lookup_half_of_row(kTables, row, row & 1, x));
}
#endif

}  // namespace
}  // namespace HR_ISA

void HR_OPERATIONS(const Operands& operands, const Sink& sink) {
  const HR_ISA::Run run{operands, sink};
  run.listed();
  run.memory();
  run.other();
#ifdef HR_VEC_TWO_LANES
  run.pinned_two_lanes();
#endif
#ifdef HR_VEC_AVX512
  run.avx512();
#endif
#if !defined(__arm__) && (!defined(HR_VEC_AVX512) || defined(HR_VEC_GFNI))
  run.tables();
#endif
#if defined HR_VEC_AVX512 && defined HR_VEC_GFNI
  run.halves();
#endif
}

}  // namespace hedgerow
