// The code that all ARX kernels share: interleaved groups of blocks through the steps of a cipher,
// encryption, decryption, fused CTR, incomplete groups, prepared keys.
//
// A cipher is a class C derived from Cipher<shape> with
//
//     steps() step_words() period()    step i uses the key words from i * step_words() on, and
//                                      has the number i % period(), because words change places
//                                      by renaming
//     step<number, groups>(x, key)     one step of `groups` groups; x[g] are the words of group g
//     inverse_step<number, groups>(x, key)
//     schedule(user_key, round_keys)
//
// It may replace these defaults: final_words(), finish, begin_inverse, prepared_word, groups(),
// inverse_groups(), good_for(), asks_evenly(), runs_whole() with run_whole,
// schedule_lanes(user_key, key words as Arx::Key has them).
#pragma once

#include "cipher/common/arx_word.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/prefetch.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/common/arx_words.hpp"
#else
#include "cipher/common/arx_lanes.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

// The calls that vectors are good for. Calls of fewer blocks are faster one by one in general
// registers. A word of 64 bits takes two of these, and more instructions, where they have 32.
consteval BlockRange vectors_from([[maybe_unused]] std::uint32_t blocks) {
#ifdef HR_VEC_SCALAR
  return kAllCalls;
#else
  return sizeof(void*) == 8 ? calls_from(blocks) : kAllCalls;
#endif
}

template <arx::Shape kS>
struct Cipher {
  static consteval arx::Shape shape() { return kS; }
  // The number of interleaved groups. It leaves half of the registers to keys and intermediate
  // values, and is at most four because four groups hide any latency. A KERNEL line may give
  // another number.
  static consteval int groups() {
#ifdef HR_ARX_GROUPS
    return HR_ARX_GROUPS;
#else
    const int fit = HR_VEC_REGISTERS / 2 / kS.words;
    return fit > 4 ? 4 : fit;
#endif
  }
  // Returns true if run_whole(x, key, step, ahead) can run all steps of this number of groups.
  // `key` points to the keys of the first step, and those of each next step are `step` bytes
  // further. In decryption `key` points to the last ones and `step` is negative.
  static consteval bool runs_whole(int) { return false; }
  static consteval BlockRange good_for() { return vectors_from(2); }
  // True if prefetches of a turn are spread evenly over the lines; false if each prefetch takes one
  // whole line.
  static consteval bool asks_evenly() { return false; }
  // The number of key words after the last step, which finish() uses; decryption begins with its
  // inverse.
  static consteval int final_words() { return 0; }
  template <int kGroups>
  HR_INLINE void finish(Vec (&)[kGroups][kS.words], const std::uint8_t*) {}
  template <int kGroups>
  HR_INLINE void begin_inverse(Vec (&)[kGroups][kS.words], const std::uint8_t*) {}
  // The value that the prepared key stores for word i of the round keys.
  HR_INLINE std::uint64_t prepared_word(int, std::uint64_t word) { return word; }

  HR_INLINE Vec key_word(const std::uint8_t* key, int i) {
    return load_key<kS.word_bits>(key + i * kS.key_word_bytes());
  }
};

// The bytes of a step's key words in the prepared key.
template <class C>
consteval int step_bytes() {
  return C::step_words() * C::shape().key_word_bytes();
}

// Runs the steps on groups, and between the steps `ahead` prefetches memory for a later turn.
template <class C, int kGroups, class Ahead = NothingAhead>
HR_INLINE void encrypt_groups(const std::uint8_t* key, Vec (&x)[kGroups][C::shape().words],
                              Ahead ahead = {}) {
  constexpr int kPeriod = C::period(), kStep = step_bytes<C>();
  if constexpr (C::runs_whole(kGroups)) return C::run_whole(x, key, kStep, ahead);
  for (int i = 0; i < C::steps() / kPeriod; i++, key += kPeriod * kStep) {
    ahead.fetch();
    unroll<kPeriod>([&](auto n) HR_LAMBDA { C::template step<n, kGroups>(x, key + n * kStep); });
  }
  unroll<C::steps() % kPeriod>([&](auto n)
                                   HR_LAMBDA { C::template step<n, kGroups>(x, key + n * kStep); });
  C::template finish<kGroups>(x, key + C::steps() % kPeriod * kStep);
}

template <class C, int kGroups, class Ahead = NothingAhead>
HR_INLINE void decrypt_groups(const std::uint8_t* key, Vec (&x)[kGroups][C::shape().words],
                              Ahead ahead = {}) {
  constexpr int kPeriod = C::period(), kStep = step_bytes<C>(), kRest = C::steps() % kPeriod;
  if constexpr (C::runs_whole(kGroups))
    return C::run_whole(x, key + (C::steps() - 1) * kStep, -kStep, ahead);
  key += C::steps() * kStep;
  C::template begin_inverse<kGroups>(x, key);
  key -= kRest * kStep;
  unroll<kRest>([&](auto i) HR_LAMBDA {
    constexpr int kNumber = kRest - 1 - i;
    C::template inverse_step<kNumber, kGroups>(x, key + kNumber * kStep);
  });
  for (int i = 0; i < C::steps() / kPeriod; i++) {
    key -= kPeriod * kStep;
    ahead.fetch();
    unroll<kPeriod>([&](auto j) HR_LAMBDA {
      constexpr int kNumber = kPeriod - 1 - j;
      C::template inverse_step<kNumber, kGroups>(x, key + kNumber * kStep);
    });
  }
}

template <class C>
struct Arx {
  using Groups = Layout<C::shape()>;
  static constexpr arx::Shape shape() { return C::shape(); }
  static consteval std::size_t group_bytes() {
    return (std::size_t)Groups::group_blocks() * shape().block_bytes();
  }
  static consteval int key_words() { return C::steps() * C::step_words() + C::final_words(); }

  static constexpr std::size_t kWordBytes = (std::size_t)key_words() * shape().key_word_bytes();
  struct alignas(64) Key {
    std::uint8_t words[kWordBytes];
  };

  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    std::uint8_t* to = ((Key*)key)->words;
    __builtin_memset(to + kWordBytes, 0, sizeof(Key) - kWordBytes);
    for (int i = 0; i < key_words(); i++, to += shape().key_word_bytes()) {
      const std::uint64_t word = to_lane(
          C::prepared_word(i, load_word(round_keys + i * shape().word_bytes(), shape())), shape());
      if constexpr (shape().lane_bytes() == 8)
        store_le64(to, word);
      else
        store_le32(to, (std::uint32_t)(shape().lane_bytes() == 2 ? word * 0x10001 : word));
    }
  }

  // True if the prepared key has the key words at the same places as the round keys; then the
  // schedule writes them there directly.
  static constexpr bool kAlike =
      shape().lane_bytes() >= 4 && !shape().padding() && !shape().big_endian;
  static constexpr bool kHasLanes = requires { C::schedule_lanes(nullptr, nullptr); };
  static void set_up(const std::uint8_t* user_key, void* key) noexcept {
    std::uint8_t* const to = ((Key*)key)->words;
    __builtin_memset(to + kWordBytes, 0, sizeof(Key) - kWordBytes);
    if constexpr (kHasLanes)
      C::schedule_lanes(user_key, to);
    else
      C::schedule(user_key, to);
  }

  // The number of groups that a direction processes together, which is inverse_groups() in
  // decryption if the cipher has it.
  template <bool kDecrypt>
  static consteval int most_groups() {
    if constexpr (kDecrypt && requires { C::inverse_groups(); })
      return C::inverse_groups();
    else
      return C::groups();
  }
  // Calls run(Index<g>, in, out) on g groups at a time, at most kMost.
  template <int kMost, class Run>
  HR_INLINE void run_all(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Run run) {
    for_groups<shape().block_bytes(), Groups::group_blocks(), kMost>(in, out, blocks, run);
  }

  template <int kGroups>
  HR_INLINE void load_groups(const std::uint8_t* in, Vec (&x)[kGroups][shape().words]) {
    unroll<kGroups>([&](auto g) HR_LAMBDA { Groups::load_group(in + g * group_bytes(), x[g]); });
  }
  template <int kGroups>
  HR_INLINE void store_groups(std::uint8_t* out, Vec (&x)[kGroups][shape().words]) {
    unroll<kGroups>([&](auto g) HR_LAMBDA { Groups::store_group(out + g * group_bytes(), x[g]); });
  }

  // Calls of up to this number of blocks use general registers, one block at a time.
  static constexpr std::size_t kSingles = 3;
  HR_INLINE bool are_singles(std::size_t blocks) {
#ifdef HR_VEC_SCALAR
    return sizeof(void*) == 8 && blocks <= kSingles;
#else
    (void)blocks;
    return false;
#endif
  }

  // `left` is the number of bytes from these groups on. Only turns of kMost groups prefetch,
  // because the last group may be in a buffer.
  template <int kGroups, int kMost>
  HR_INLINE auto ahead_of(const std::uint8_t* in, const std::uint8_t* out, std::size_t left) {
    if constexpr (kGroups > 1 && kGroups == kMost)
      return SteadyAhead<kGroups * group_bytes(), C::steps() / C::period(), kAhead,
                         C::asks_evenly()>::from(in, out, left);
    else
      return NothingAhead{};
  }

  static void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    if (are_singles(blocks)) return crypt_singles<false>(((const Key*)key)->words, in, out, blocks);
    crypt_blocks<false>(((const Key*)key)->words, in, out, blocks);
    wipe_spilled();
  }
  static void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    if (are_singles(blocks)) return crypt_singles<true>(((const Key*)key)->words, in, out, blocks);
    crypt_blocks<true>(((const Key*)key)->words, in, out, blocks);
    wipe_spilled();
  }
  // The fused CTR is for the counter order of the ciphers' own CTR.
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    const std::uint8_t* words = ((const Key*)key)->words;
    if (order == CounterOrder::kBigEndian)
      ctr_blocks(words, counter, in, out, blocks);
    else
      ctr_any_order(words, counter, order, in, out, blocks);
    wipe_spilled();
  }

  // Compilers put some round keys on the stack if these pass through general registers.
  HR_INLINE void wipe_spilled() {
#ifdef HR_VEC_SPILLS_KEYS
    wipe_stack<sizeof(void*) == 8 ? 1024 : 2048>();
#endif
  }

  template <bool kDecrypt, int kGroups, class Ahead = NothingAhead>
  HR_INLINE void crypt_groups(const std::uint8_t* key, Vec (&x)[kGroups][shape().words],
                              Ahead ahead = {}) {
    if constexpr (kDecrypt)
      decrypt_groups<C, kGroups>(key, x, ahead);
    else
      encrypt_groups<C, kGroups>(key, x, ahead);
  }

  // A single block fits in the registers, so nothing is spilled and nothing must be wiped (the
  // residue test checks this), and no stack frame for groups is needed. The barrier makes the
  // compiler load the round keys again for each block, because it would otherwise keep them for the
  // next block on the stack.
  HR_INLINE void load_keys_anew() { __asm__ volatile("" ::: "memory"); }
  template <bool kDecrypt>
  static HR_NOINLINE void crypt_singles(const std::uint8_t* key, const std::uint8_t* in,
                                        std::uint8_t* out, std::size_t blocks) {
    for (; blocks; blocks--, in += shape().block_bytes(), out += shape().block_bytes()) {
      Vec x[1][shape().words];
      Groups::load_group(in, x[0]);
      load_keys_anew();
      crypt_groups<kDecrypt>(key, x);
      Groups::store_group(out, x[0]);
    }
  }
  template <bool kDecrypt>
  static HR_NOINLINE void crypt_blocks(const std::uint8_t* key, const std::uint8_t* in,
                                       std::uint8_t* out, std::size_t blocks) {
    constexpr int kMost = most_groups<kDecrypt>();
    const std::uint8_t* const end = out + blocks * shape().block_bytes();
    run_all<kMost>(in, out, blocks, [&](auto groups, auto* from, auto* to) HR_LAMBDA {
      Vec x[groups][shape().words];
      const auto ahead = ahead_of<groups, kMost>(from, to, (std::size_t)(end - to));
      load_groups<groups>(from, x);
      crypt_groups<kDecrypt>(key, x, ahead);
      store_groups<groups>(to, x);
    });
  }
  static HR_NOINLINE void ctr_blocks(const std::uint8_t* key, const std::uint8_t* counter,
                                     const std::uint8_t* in, std::uint8_t* out,
                                     std::size_t blocks) {
    auto count = Groups::make_counter(counter);
    const std::uint8_t* const end = out + blocks * shape().block_bytes();
    run_all<C::groups()>(in, out, blocks, [&](auto groups, auto* from, auto* to) HR_LAMBDA {
      Vec x[groups][shape().words];
      const auto ahead = ahead_of<groups, C::groups()>(from, to, (std::size_t)(end - to));
      unroll<groups>([&](auto g) HR_LAMBDA { Groups::template counter_group<g>(count, x[g]); });
      Groups::advance(count, groups);
      encrypt_groups<C, groups>(key, x, ahead);
      unroll<groups>([&](auto g) HR_LAMBDA {
        Groups::xor_group(from + g * group_bytes(), to + g * group_bytes(), x[g]);
      });
    });
  }
  static HR_NOINLINE void ctr_any_order(const std::uint8_t* key, const std::uint8_t* counter,
                                        CounterOrder order, const std::uint8_t* in,
                                        std::uint8_t* out, std::size_t blocks) {
    ctr_in_memory<shape().block_bytes(), 1024 / shape().block_bytes()>(
        counter, order, in, out, blocks,
        [&](std::uint8_t* stream, std::size_t n) { crypt_blocks<false>(key, stream, stream, n); });
  }

  static consteval KernelOps ops() {
    return {sizeof(Key),
            (std::uint32_t)(key_words() * shape().word_bytes()),
            (std::uint32_t)(C::groups() * Groups::group_blocks()),
            C::good_for(),
            C::schedule,
            prepare,
            WipeStackAfter<encrypt>::call,
            WipeStackAfter<decrypt>::call,
            WipeStackAfter<ctr>::call,
            KeyLayout::kArxWords,
            kAlike || kHasLanes ? set_up : nullptr};
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
