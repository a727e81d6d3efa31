// The skeleton of byte slicing for 16-byte blocks: kWidth blocks at a time, a vector per byte
// position. Included inside a kernel's anonymous namespace, after `using namespace` of the ISA.
//
// A batch is kWidth blocks, sixteen vectors. transpose() turns them into one vector per byte
// position; with V blocks a vector (kWidth / 16), its byte 16 v + j belongs to block V j + v:
//
//     in:   r[i] = block V i | block V i + 1 | ...        16 bytes each
//     then: r[i] = byte i of blocks 0, V, 2 V, ... | byte i of blocks 1, V + 1, ... | ...
#pragma once

constexpr int kBatchBlocks = kWidth;
constexpr int kBatchBytes = 16 * kWidth;
constexpr int kAhead = 4096;  // bytes from the load and store to the prefetch

// A 16 x 16 transpose of bytes within each 16-byte lane; its own inverse.
HR_INLINE void transpose(Vec* r) {
  unroll<4>([&](auto) HR_LAMBDA {
    Vec t[16];
    unroll<8>([&](auto i) HR_LAMBDA {
      t[2 * i] = unpack_lo8(r[i], r[i + 8]);
      t[2 * i + 1] = unpack_hi8(r[i], r[i + 8]);
    });
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = t[i]; });
  });
}

// Only where so much is still to come: no line beyond the message is fetched for writing.
HR_INLINE void prefetch_batch(const std::uint8_t* in, const std::uint8_t* out,
                              std::size_t batches) {
  if (batches <= 1 + kAhead / kBatchBytes) return;
  unroll<kBatchBytes / 64>([&](auto i) HR_LAMBDA {
    prefetch(in + kAhead + 64 * i);
    prefetch_write(out + kAhead + 64 * i);
  });
}

// ECB: rounds(r) turns the sixteen byte positions of a batch into those of the result.
template <class Rounds>
HR_INLINE void ecb_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t batches,
                           Rounds rounds) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    Vec r[16];
    prefetch_batch(in, out, batches);
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(in + kWidth * i); });
    transpose(r);
    rounds(r);
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { store(out + kWidth * i, r[i]); });
  }
}

// The counter blocks of a CTR call: which bytes of the batch that begins at `value` differ, and how
// they stand in the vectors.
struct LaneBlocks {
  std::uint8_t of[kWidth];
};
consteval LaneBlocks make_lane_blocks() {
  LaneBlocks r{};
  for (int i = 0; i < kWidth; i++) r.of[i] = (std::uint8_t)(i % 16 * (kWidth / 16) + i / 16);
  return r;
}
constexpr LaneBlocks kLaneBlocks = make_lane_blocks();

struct BatchCounter {
  const std::uint8_t* counter;
  CounterOrder order;
  std::uint32_t value;  // of the next batch's first block

  HR_LAMBDA std::uint32_t last() const { return value + (kBatchBlocks - 1); }
  // The position in the block of counting byte i.
  HR_LAMBDA int position(int i) const { return kCounterBytes[(int)order][i]; }
};
HR_INLINE BatchCounter make_batch_counter(const std::uint8_t* counter, CounterOrder order) {
  return {counter, order, counter_value(counter, order)};
}
// Counting byte i of each block, by lane.
HR_INLINE Vec counter_lanes(const BatchCounter& c, int i) {
  const int shift = 8 * i;
  if (i == 0) return add8(load(kLaneBlocks.of), splat8((std::uint8_t)c.value));
  if (c.value >> shift == c.last() >> shift) return splat8((std::uint8_t)(c.value >> shift));
  std::uint8_t bytes[kWidth];
  for (int j = 0; j < kWidth; j++)
    bytes[j] = (std::uint8_t)((c.value + kLaneBlocks.of[j]) >> shift);
  return load(bytes);
}

// CTR: stream(r) makes the sixteen byte positions of a batch of keystream and moves the counter on.
template <class Stream>
HR_INLINE void ctr_stream_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t batches,
                                  Stream stream) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    Vec r[16];
    prefetch_batch(in, out, batches);
    stream(r);
    transpose(r);
    unroll<16>([&](auto i)
                   HR_LAMBDA { store(out + kWidth * i, xor2(r[i], load(in + kWidth * i))); });
  }
}
