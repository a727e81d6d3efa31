// Loops that process any number of blocks with code for whole batches or groups of batches: ECB and
// CTR with an incomplete last batch, and the functions of KernelOps for such code. They read and
// write only the blocks of the call.
#pragma once

#include "base/bytes.hpp"
#include "base/counter.hpp"
#include "base/secret.hpp"

namespace hedgerow {

// The barrier keeps compilers from turning the loop into REP MOVS, because its start alone takes as
// long as a few rounds.
template <int kBlockBytes>
HR_INLINE void copy_blocks(std::uint8_t* to, const std::uint8_t* from, std::size_t blocks) {
  const std::size_t bytes = blocks * kBlockBytes;
  std::size_t i = 0;
  for (; i + 64 <= bytes; i += 64) {  // as wide as the vectors that load this memory again
    __builtin_memcpy(to + i, from + i, 64);
    __asm__ __volatile__("" : : : "memory");
  }
  for (; i + 16 <= bytes; i += 16) {
    __builtin_memcpy(to + i, from + i, 16);
    __asm__ __volatile__("" : : : "memory");
  }
  unroll<3>([&](auto size) HR_LAMBDA {
    constexpr std::size_t kBytes = 8 >> size;
    if (kBlockBytes % (2 * kBytes) == 0 || !(bytes & kBytes)) return;
    __builtin_memcpy(to + i, from + i, kBytes);
    i += kBytes;
  });
}

// Calls run(in, out, batches) for the whole batches of kBlocks blocks, and then for the incomplete
// batch in a buffer that is wiped. The code contains only one call, so that compilers may inline
// it.
template <int kBlockBytes, int kBlocks, class Run>
HR_INLINE void for_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Run run) {
  constexpr std::size_t kBytes = (std::size_t)kBlocks * kBlockBytes;
  alignas(64) std::uint8_t buffer[kBlocks > 1 ? kBytes : 1];
  const std::size_t rest = blocks % kBlocks;
  const std::uint8_t* from = in;
  std::uint8_t* to = out;
  for (std::size_t batches = blocks / kBlocks;; batches = 1, from = to = buffer) {
    if (batches) run(from, to, batches);
    if constexpr (kBlocks > 1) {
      if (!rest) return;
      if (from == buffer) break;
      in += batches * kBytes;
      out += batches * kBytes;
      __builtin_memset(buffer, 0, sizeof buffer);
      copy_blocks<kBlockBytes>(buffer, in, rest);
    } else {
      return;
    }
  }
  copy_blocks<kBlockBytes>(out, buffer, rest);
  wipe(buffer, sizeof buffer);
}

// Calls crypt(in, out) on each batch. An incomplete last batch is in a buffer that is wiped. The
// code has one loop with one call; therefore inlined code exists only once and keeps no constants
// in registers between batches.
template <int kBlockBytes, int kBlocks, class Crypt>
HR_INLINE void for_each_batch(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                              Crypt crypt) {
  constexpr std::size_t kBytes = (std::size_t)kBlocks * kBlockBytes;
  alignas(64) std::uint8_t buffer[kBytes];
  while (blocks > 0) {
    const bool whole = blocks >= kBlocks;
    if (!whole) {
      __builtin_memset(buffer, 0, kBytes);
      copy_blocks<kBlockBytes>(buffer, in, blocks);
    }
    crypt(whole ? in : buffer, whole ? out : buffer);
    if (!whole) {
      copy_blocks<kBlockBytes>(out, buffer, blocks);
      wipe(buffer, kBytes);
      return;
    }
    in += kBytes;
    out += kBytes;
    blocks -= kBlocks;
  }
}

// Calls run(Index<n>, in, out) on n groups of kBlocks blocks at a time: first with n = kGroups,
// then with kGroups / kShrink and so on down to one. For example, kGroups = 4 takes 4, then 2, then
// 1 groups. An incomplete group at the end is in a buffer that is wiped.
template <int kBlockBytes, int kBlocks, int kGroups, int kShrink = 2, class Run>
HR_INLINE void for_groups(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Run run) {
  if constexpr (kGroups > 1) {
    constexpr std::size_t kNow = (std::size_t)kGroups * kBlocks;
    constexpr int kNext = kGroups > kShrink ? kGroups / kShrink : 1;
    for (; blocks >= kNow; blocks -= kNow) {
      run(Index<kGroups>{}, in, out);
      in += kNow * kBlockBytes;
      out += kNow * kBlockBytes;
    }
    for_groups<kBlockBytes, kBlocks, kNext, kShrink>(in, out, blocks, run);
  } else {
    for_each_batch<kBlockBytes, kBlocks>(
        in, out, blocks, [&](auto* from, auto* to) HR_LAMBDA { run(Index<1>{}, from, to); });
  }
}

// CTR with counter blocks in memory: encrypt(stream, n) encrypts up to kBlocks blocks in place, and
// leaves the memory after them unchanged [SP 800-38A section 6.5]. base/counter.hpp counts.
template <int kBlockBytes, int kBlocks, class Encrypt>
HR_INLINE void ctr_in_memory(const std::uint8_t* counter, CounterOrder order,
                             const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                             Encrypt encrypt) {
  constexpr std::size_t kLine = 64;
  alignas(64) std::uint8_t stream[(kBlocks * kBlockBytes + kLine - 1) / kLine * kLine];
  const std::size_t used = (blocks < kBlocks ? blocks : (std::size_t)kBlocks) * kBlockBytes;
  std::uint32_t value = counter_value<kBlockBytes>(counter, order);
  while (blocks) {
    const std::size_t now = blocks < kBlocks ? blocks : (std::size_t)kBlocks;
    for (std::size_t i = 0; i < now; i++)
      write_counter<kBlockBytes>(stream + i * kBlockBytes, counter, order, value++);
    encrypt(stream, now);
    if constexpr (kBlockBytes % 8 == 0)
      for (std::size_t i = 0; i < now * kBlockBytes; i += 8)
        store_le64(out + i, load_le64(in + i) ^ load_le64(stream + i));
    else
      for (std::size_t i = 0; i < now * kBlockBytes; i++) out[i] = in[i] ^ stream[i];
    in += now * kBlockBytes;
    out += now * kBlockBytes;
    blocks -= now;
  }
  wipe_lines(stream, (used + kLine - 1) / kLine * kLine);
}

namespace {

// The functions encrypt, decrypt and ctr of KernelOps for a kernel that takes kBlocks blocks at a
// time; references and tables take one. kEncrypt(key, in, out) and kDecrypt process a batch, which
// may be in place.
template <class Key, int kBlockBytes, int kBlocks, auto kEncrypt, auto kDecrypt>
struct Batches {
  static consteval std::uint32_t batch_blocks() { return kBlocks; }
  static void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    for_each_batch<kBlockBytes, kBlocks>(
        in, out, blocks, [&](auto* from, auto* to) { kEncrypt(*(const Key*)key, from, to); });
  }
  static void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    for_each_batch<kBlockBytes, kBlocks>(
        in, out, blocks, [&](auto* from, auto* to) { kDecrypt(*(const Key*)key, from, to); });
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    ctr_in_memory<kBlockBytes, kBlocks>(
        counter, order, in, out, blocks,
        [&](std::uint8_t* stream, std::size_t n) { encrypt(key, stream, stream, n); });
  }
};

}  // namespace
}  // namespace hedgerow
