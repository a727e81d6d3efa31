// CipherKey is one key of one variant, prepared for the kernels that serve it. Modes encrypt with it.
// Only one thread at a time may use an object.
#pragma once

#include "base/inline.hpp"
#include "registry/access.hpp"
#include "registry/registry.hpp"

namespace hedgerow {

class CipherKey {
 public:
  CipherKey() noexcept = default;
  CipherKey(const CipherKey&) = delete;
  CipherKey& operator=(const CipherKey&) = delete;
  ~CipherKey() noexcept { clear(); }

  // Stores the kernels and allocates all memory. Returns false if there is not enough memory, and is then empty.
  bool bind(const Selection& selection) noexcept;
  // Runs the key schedule and the preparation for calls of one block. The first call that another kernel serves runs
  // the preparation of that kernel. `user_key` has variant().key_bytes bytes. You may call it again at any time. The
  // previous key is then overwritten or wiped.
  void set(const std::uint8_t* user_key) noexcept;
  // Runs all preparations that have not run yet.
  void prepare_all() noexcept;
  // Computes the canonical round keys of a user key (KernelOps::round_key_bytes bytes). It does not use or change the
  // key of this object.
  void write_round_keys(const std::uint8_t* user_key, std::uint8_t* round_keys) const noexcept {
    will_access(user_key, variant().key_bytes);
    will_access(round_keys, kernels_[0].ops->round_key_bytes);
    kernels_[0].ops->schedule(user_key, round_keys);
  }
  // Becomes a copy of `other` with its own memory, and with the same preparations done. Returns false if there is not
  // enough memory, and is then empty.
  bool copy_from(const CipherKey& other) noexcept;
  // Wipes the key but keeps the memory.
  void wipe_key() noexcept;
  // Wipes the key and frees the memory.
  void clear() noexcept;

  const Variant& variant() const noexcept { return *selection_.last().variant; }
  const Selection& selection() const noexcept { return selection_; }
  std::uint32_t block_bytes() const noexcept { return variant().block_bytes; }
  // The number of blocks in a full batch of the kernel for long calls.
  std::size_t batch_blocks() const noexcept { return batch_; }

  // These have the contract of KernelOps, and use the kernels that `share` selects. They are not const, because a call
  // may have to prepare the key for its kernel.
  void encrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    will_run(in, out, blocks);
    share(blocks, [&](Prepared& kernel, std::size_t from, std::size_t n) HR_LAMBDA {
      const std::size_t at = from * block_bytes();
      kernel.ops->encrypt(key_of(kernel), in + at, out + at, n);
    });
  }
  void decrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    will_run(in, out, blocks);
    share(blocks, [&](Prepared& kernel, std::size_t from, std::size_t n) HR_LAMBDA {
      const std::size_t at = from * block_bytes();
      kernel.ops->decrypt(key_of(kernel), in + at, out + at, n);
    });
  }
  void ctr(const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
           std::uint8_t* out, std::size_t blocks) noexcept;
  // These do the same for one block. They can be const, because `set` prepares the key for their kernel.
  void encrypt_one(const std::uint8_t* in, std::uint8_t* out) const noexcept {
    will_run(in, out, 1);
    kernels_[0].ops->encrypt(kernels_[0].key, in, out, 1);
  }
  void decrypt_one(const std::uint8_t* in, std::uint8_t* out) const noexcept {
    will_run(in, out, 1);
    kernels_[0].ops->decrypt(kernels_[0].key, in, out, 1);
  }

  // These have the contract of FusedOps, and use the kernel for long calls. They return false, and do nothing, if that
  // kernel does not have the op.
  bool encrypt_tweaked(std::uint8_t* tweak, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) noexcept {
    return run_fused_blocks(&FusedOps::encrypt_tweaked, tweak, in, out, blocks);
  }
  bool decrypt_tweaked(std::uint8_t* tweak, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) noexcept {
    return run_fused_blocks(&FusedOps::decrypt_tweaked, tweak, in, out, blocks);
  }
  bool decrypt_chained(std::uint8_t* before, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) noexcept {
    return run_fused_blocks(&FusedOps::decrypt_chained, before, in, out, blocks);
  }
  bool decrypt_feedback(std::uint8_t* before, const std::uint8_t* in, std::uint8_t* out,
                        std::size_t blocks) noexcept {
    return run_fused_blocks(&FusedOps::decrypt_feedback, before, in, out, blocks);
  }
  bool run_chains(ChainKind kind, const std::uint8_t* const* in, std::uint8_t* const* out,
                  std::uint8_t* x, std::size_t chains, std::size_t blocks) noexcept {
    will_access(x, chains * block_bytes());
    for (std::size_t i = 0; i < chains; i++) will_run(in[i], out ? out[i] : in[i], blocks);
    return run_fused(&FusedOps::run_chains, kind, in, out, x, chains, blocks);
  }

 private:
  struct Prepared {
    std::size_t up_to_blocks;  // the same as in Selection::Entry
    const KernelOps* ops;
    std::uint8_t* key;  // the place of the prepared key in memory_
    bool ready;         // whether it holds the current key
  };
  void will_run(const std::uint8_t* in, const std::uint8_t* out,
                std::size_t blocks) const noexcept {
    will_access(in, blocks * block_bytes());
    will_access(out, blocks * block_bytes());
  }
  const void* key_of(Prepared& kernel) noexcept {
    if (!kernel.ready) prepare(kernel.key);
    return kernel.key;
  }
  void prepare(const std::uint8_t* key) noexcept;  // prepares all kernels that share this key
  Prepared* begin() noexcept { return kernels_; }
  Prepared* end() noexcept { return kernels_ + selection_.count; }
  Prepared& last() noexcept { return kernels_[selection_.count - 1]; }

  // Runs run(kernel, first block, blocks) for the parts of a call. Usually the whole call goes to the kernel for calls
  // of this length. A long call is split if its rest after the whole batches is short enough for another kernel:
  //
  //   blocks of a call:  | batch | batch | ... | batch | rest |
  //                      \____ the last kernel ________/ \__ another kernel
  //
  // Otherwise the rest would cost the last kernel a full batch. Only the number of blocks decides, which is public.
  template <class Run>
  [[gnu::always_inline]] void share(std::size_t blocks, Run run) noexcept {
    if (blocks <= kernels_[0].up_to_blocks) return run(kernels_[0], 0, blocks);
    const std::size_t rest = blocks > short_up_to_ ? blocks % batch_ : 0;
    const std::size_t n = rest <= short_up_to_ ? blocks - rest : blocks;
    run(kernel_for(n), 0, n);
    if (n < blocks) run(kernel_for(rest), n, rest);
  }
  Prepared& kernel_for(std::size_t blocks) noexcept {
    Prepared* kernel = kernels_;
    while (blocks > kernel->up_to_blocks) kernel++;
    return *kernel;
  }
  template <class Op, class... Arguments>
  bool run_fused(Op FusedOps::* op, Arguments... arguments) noexcept {
    const FusedOps* const fused = selection_.last().fused;
    if (!fused || !(fused->*op)) return false;
    (fused->*op)(key_of(last()), arguments...);
    return true;
  }
  template <class Op>
  bool run_fused_blocks(Op FusedOps::* op, std::uint8_t* state, const std::uint8_t* in,
                        std::uint8_t* out, std::size_t blocks) noexcept {
    will_access(state, block_bytes());
    will_run(in, out, blocks);
    return run_fused(op, state, in, out, blocks);
  }

  Selection selection_;
  Prepared kernels_[Selection::kMost] = {};
  // Does the schedule and the preparation in one step. It is set only if one prepared key, at `memory_`, serves all
  // calls.
  decltype(KernelOps::set_up) set_up_ = nullptr;
  std::size_t batch_ = 1;
  // The longest rest that the last kernel leaves to others. It is SIZE_MAX if the last kernel processes long calls
  // completely: because it is the only one, or because it shares its key with the kernel before it. That kernel runs
  // the same rounds on fewer lanes and would gain little for a rest.
  std::size_t short_up_to_ = SIZE_MAX;
  // The prepared keys, aligned to 64 bytes, followed by the round keys that they are prepared from. Kernels with
  // the same layout share one prepared key.
  std::uint8_t* memory_ = nullptr;
  std::uint8_t* round_keys_ = nullptr;
  std::size_t memory_bytes_ = 0;
};

}  // namespace hedgerow
