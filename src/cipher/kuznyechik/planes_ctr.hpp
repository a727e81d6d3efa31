// CTR fused with the bitslice rounds over vectors: counter, cipher and xor. Included inside a
// kernel's anonymous namespace, after planes_batches.hpp.
#pragma once

// The counter of a batch: its bytes but the four that count are the same in all batches of a call,
// and so is what pi makes of them and of K_1, which is kept.
struct PlanesCounter {
  Vec fixed[16][8];
  BatchCounter at;
};
HR_INLINE void make_fixed(const Key& key, PlanesCounter& c) {
  for (int k = 0; k < 16; k++) {
    for (int b = 0; b < 8; b++) {
      const std::uint32_t bit = 0u - (std::uint32_t)((c.at.counter[15 - k] >> b) & 1);
      c.fixed[k][b] = xor2(splat32(bit), key_plane(&key.first.bit[k][b]));
    }
    box_kuznyechik(c.fixed[k], c.fixed[k]);
  }
}
// The next batch of counters after K_1 and pi, in slots 0..15.
HR_INLINE void start_batch(const Key& key, PlanesCounter& c, Slots& s) {
  for (int k = 0; k < 16; k++) unroll<8>([&](auto b) HR_LAMBDA { s.at[k][b] = c.fixed[k][b]; });
  Vec* slot[4];
  for (int i = 0; i < 4; i++) slot[i] = s.at[15 - c.at.position(i)];
  for (int g = 0; g < kGroups; g++, c.at.value += kBatchBlocks) {
    Vec bytes[4];
    counting_bytes<4>(c.at.value, load(kLaneNumbers.block), bytes);
    for (int i = 0; i < 4; i++) slot[i][g] = bytes[i];
  }
  for (int i = 0; i < 4; i++) {
    const std::uint32_t* const k = key.first.bit[15 - c.at.position(i)];
    transpose_bits(slot[i]);
    unroll<8>([&](auto b) HR_LAMBDA { slot[i][b] = xor2(slot[i][b], key_plane(k + b)); });
    box_kuznyechik(slot[i], slot[i]);
  }
}

HR_NOINLINE void ctr_batches(const Key& key, PlanesCounter& c, Slots& s, const std::uint8_t* in,
                             std::uint8_t* out, std::size_t batches) {
  for (; batches; batches--, in += kPlanesBytes, out += kPlanesBytes) {
    start_batch(key, c, s);
    encrypt_rounds(key, true, s);
    store_slots<true>(s.at + 16,
                      [&](int at, Vec v) HR_LAMBDA { store(out + at, xor2(v, load(in + at))); });
  }
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  Slots s;
  PlanesCounter c;
  c.at = make_batch_counter(counter, order);
  make_fixed(*(const Key*)key, c);
  for_batches<kPlanesBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    ctr_batches(*(const Key*)key, c, s, from, to, n);
  });
  wipe(&s, sizeof s);
  wipe(&c, sizeof c);
}
