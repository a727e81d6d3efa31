// Magma and GOST 28147-89 bit-sliced: ECB and CTR [RFC 5830 section 5].
//
// A batch is 8 kWidth blocks. They become 64 planes in the layout of common/block_planes.hpp; plane
// i is bit i of the number N1 + 2^32 N2:
//
//     plane[0 .. 31]    bits 0 .. 31 of N1 of every block
//     plane[32 .. 63]   bits 0 .. 31 of N2 of every block
#pragma once

#include "cipher/common/batches.hpp"
#include "cipher/common/block_planes.hpp"
#include "cipher/common/counter_planes.hpp"
#include "cipher/common/key_planes.hpp"
#include "cipher/gost28147/bitslice_rounds.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
constexpr int kBatchBytes = kBlockBytes * kPlanesBlocks;

struct alignas(64) Key {
  KeyWord word[8];
};
struct alignas(64) Planes {
  Vec bit[8 * kBlockBytes];

  // The planes of byte i of a block before the rounds, and after the rounds, which exchange N1 and
  // N2.
  template <Order kOrder>
  HR_LAMBDA auto before() {
    return [this](int i) HR_LAMBDA { return bit + 8 * block_position<kOrder>(i); };
  }
  template <Order kOrder>
  HR_LAMBDA auto after() {
    return [this](int i) HR_LAMBDA { return bit + 8 * (block_position<kOrder>(i) ^ 4); };
  }
};

template <Order kOrder>
HR_NOINLINE void crypt_blocks(const Key& key, Rounds rounds, bool decrypt, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t blocks) {
  Planes planes[kMostBatches];
  std::size_t left = blocks;
  for_groups<kBlockBytes, kPlanesBlocks, kMostBatches, kMostBatches>(
      in, out, blocks, [&](auto batches, const std::uint8_t* from, std::uint8_t* to) HR_LAMBDA {
        for (int n = 0; n < batches; n++)
          load_planes<kBlockBytes>(from + n * kBatchBytes, planes[n].template before<kOrder>());
        rounds_for<batches>(rounds)(
            key.word, decrypt, planes->bit,
            after_batch<kBlockBytes, batches * kPlanesBlocks>(from, to, left));
        for (int n = 0; n < batches; n++)
          store_planes<kBlockBytes>(planes[n].template after<kOrder>(),
                                    storing<kBlockBytes>(to + n * kBatchBytes));
      });
  wipe(planes, sizeof planes);
}

template <Order kOrder, const Circuits& kCircuits, bool kDecrypt>
void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  crypt_blocks<kOrder>(*(const Key*)key, kRoundsOf<kCircuits>, kDecrypt, in, out, blocks);
}

template <Order kOrder>
HR_NOINLINE void ctr_blocks(const Key& key, Rounds rounds, const std::uint8_t* counter,
                            CounterOrder order, const std::uint8_t* in, std::uint8_t* out,
                            std::size_t blocks) {
  PlanesCounter<kBlockBytes> c;
  start_counter(c, counter, order);
  Planes planes[kMostBatches];
  std::size_t left = blocks;
  for_groups<kBlockBytes, kPlanesBlocks, kMostBatches, kMostBatches>(
      in, out, blocks, [&](auto batches, const std::uint8_t* from, std::uint8_t* to) HR_LAMBDA {
        for (int n = 0; n < batches; n++) count_planes(c, planes[n].template before<kOrder>());
        rounds_for<batches>(rounds)(
            key.word, false, planes->bit,
            after_batch<kBlockBytes, batches * kPlanesBlocks>(from, to, left));
        for (int n = 0; n < batches; n++)
          store_planes<kBlockBytes>(
              planes[n].template after<kOrder>(),
              adding<kBlockBytes>(from + n * kBatchBytes, to + n * kBatchBytes));
      });
  wipe(planes, sizeof planes);
  wipe(&c, sizeof c);
}

template <Order kOrder, const Circuits& kCircuits>
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  ctr_blocks<kOrder>(*(const Key*)key, kRoundsOf<kCircuits>, counter, order, in, out, blocks);
}

template <Order kOrder, const Circuits& kCircuits>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  prepare_words<kOrder>(round_keys, ((Key*)key)->word, inverted_arguments(kCircuits));
}

// There are no circuits for the caller's S-boxes.
consteval bool serves(const Circuits& circuits) { return has_circuits(circuits); }

}  // namespace
}  // namespace hedgerow::HR_ISA
