// Batches of the bitslice kernels: loading, storing, ECB. Included inside a kernel's anonymous
// namespace, after planes.hpp and what says how a group is sliced (shared/byteslice.hpp or the
// scalar kernel): kBatchBlocks and kBatchBytes of a group; transpose(r) turns sixteen vectors in
// the order of memory into one per byte position, r[i] for byte_of(i), and back.
#pragma once

constexpr int kGroups = 8;
constexpr int kPlanesBlocks = kGroups * kBatchBlocks;
constexpr int kPlanesBytes = kGroups * kBatchBytes;

// `groups` groups into sixteen slots from `to` on. kReverse: slot k has byte 15 - k, else k.
template <bool kReverse>
HR_INLINE void load_slots(const std::uint8_t* in, Vec (*to)[8], int groups = kGroups) {
  for (int g = 0; g < groups; g++, in += kBatchBytes) {
    Vec r[16];
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(in + kWidth * i); });
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { to[kReverse ? 15 - byte_of(i) : byte_of(i)][g] = r[i]; });
  }
  for (int k = 0; k < 16; k++) transpose_bits(to[k]);
}
// From sixteen slots; store_vector(at, v): v belongs to offset `at` of the batch.
template <bool kReverse, class Store>
HR_INLINE void store_slots(Vec (*from)[8], Store store_vector, int groups = kGroups) {
  for (int k = 0; k < 16; k++) transpose_bits(from[k]);
  for (int g = 0; g < groups; g++) {
    Vec r[16];
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = from[kReverse ? 15 - byte_of(i) : byte_of(i)][g]; });
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { store_vector(g * kBatchBytes + kWidth * i, r[i]); });
  }
}

// What follows the first key, K_1, or where `substituted` the first pi too, which then stands in
// slots 0..15; else the sum with K_1 stands in slots 16..31, where the result will be.
HR_INLINE void encrypt_rounds(const Key& key, bool substituted, Slots& s) {
  for (int i = 0; i < kRounds; i++) {
    if (i > 0 || !substituted) substitute(s);
    linear(s, key.forward[i]);
  }
}

HR_NOINLINE void encrypt_batches(const Key& key, Slots& s, const std::uint8_t* in,
                                 std::uint8_t* out, std::size_t batches) {
  for (; batches; batches--, in += kPlanesBytes, out += kPlanesBytes) {
    load_slots<true>(in, s.at + 16);
    add_key(s.at + 16, key.first);
    encrypt_rounds(key, false, s);
    store_slots<true>(s.at + 16, [&](int at, Vec v) HR_LAMBDA { store(out + at, v); });
  }
}

HR_NOINLINE void decrypt_batches(const Key& key, Slots& s, const std::uint8_t* in,
                                 std::uint8_t* out, std::size_t batches) {
  for (; batches; batches--, in += kPlanesBytes, out += kPlanesBytes) {
    load_slots<false>(in, s.at);
    for (int i = 0; i < kRounds; i++) {
      linear(s, key.backward[i]);
      substitute_inverse(s);
    }
    add_key(s.at, key.last);
    store_slots<false>(s.at, [&](int at, Vec v) HR_LAMBDA { store(out + at, v); });
  }
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  Slots s;
  for_batches<kPlanesBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    encrypt_batches(*(const Key*)key, s, from, to, n);
  });
  wipe(&s, sizeof s);
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  Slots s;
  for_batches<kPlanesBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    decrypt_batches(*(const Key*)key, s, from, to, n);
  });
  wipe(&s, sizeof s);
}
