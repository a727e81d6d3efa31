// The skeleton of bit slicing for 16-byte blocks: batches of bit planes. Included inside a kernel's
// anonymous namespace, after planes_vectors.hpp or planes_scalar.hpp, which say how a group of
// blocks is sliced into bytes.
//
// A batch is eight groups. Each byte position of the block has eight planes, in an array of the
// kernel's: bit g of byte i of plane b is bit b of that byte of the block that slicing puts at
// place i of group g.
#pragma once

constexpr int kGroups = 8;
constexpr int kPlanesBlocks = kGroups * kGroupBlocks;
constexpr int kPlanesBytes = 16 * kPlanesBlocks;

// All ones or zero for each bit of kBytes bytes, one after the other.
template <int kBytes>
struct alignas(64) KeyPlanes {
  std::uint32_t bit[kBytes][8];
};
#ifdef HR_VEC_SCALAR
HR_INLINE Vec key_plane(const std::uint32_t* p) { return {(std::uint64_t)(std::int32_t)*p}; }
#else
HR_INLINE Vec key_plane(const std::uint32_t* p) { return load_splat32(p); }
#endif
// The planes of a byte, two bits in a word at a time.
HR_INLINE void spread(std::uint8_t byte, std::uint32_t* planes) {
  const std::uint64_t pairs = byte | (std::uint64_t)byte << 31;
  unroll<4>([&](auto i) HR_LAMBDA {
    const std::uint64_t bits = (pairs >> (2 * i)) & 0x100000001;
    planes[2 * i] = 0u - (std::uint32_t)bits;
    planes[2 * i + 1] = 0u - (std::uint32_t)(bits >> 32);
  });
}
HR_INLINE void add_planes(Vec* to, const std::uint32_t* key) {
  unroll<8>([&](auto b) HR_LAMBDA { to[b] = xor2(to[b], key_plane(key + b)); });
}

// The first `groups` groups of a batch; place(i) are the planes of byte i.
template <class Place>
HR_INLINE void load_planes(const std::uint8_t* in, Place place, int groups = kGroups) {
  for (int g = 0; g < groups; g++, in += kGroupBytes) {
    Vec r[16];
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(in + kWidth * i); });
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { place(byte_of(i))[g] = r[i]; });
  }
  for (int i = 0; i < 16; i++) transpose_bits(place(i));
}
// The planes become bytes; store_vector(at, v): v belongs to offset `at` of the batch.
template <class Place, class Store>
HR_INLINE void store_planes(Place place, Store store_vector, int groups = kGroups) {
  for (int i = 0; i < 16; i++) transpose_bits(place(i));
  for (int g = 0; g < groups; g++) {
    Vec r[16];
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = place(byte_of(i))[g]; });
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { store_vector(g * kGroupBytes + kWidth * i, r[i]); });
  }
}
