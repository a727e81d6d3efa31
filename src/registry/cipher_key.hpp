// CipherKey: one key of one variant, prepared for the kernels that serve it. What modes work
// with.
#pragma once

#include "base/inline.hpp"
#include "registry/registry.hpp"

namespace hedgerow {

class CipherKey {
 public:
  CipherKey() noexcept = default;
  CipherKey(const CipherKey&) = delete;
  CipherKey& operator=(const CipherKey&) = delete;
  ~CipherKey() noexcept { clear(); }

  // Chooses the kernels and takes all memory. False when memory is short; then nothing is kept.
  bool bind(const Selection& selection) noexcept;
  // Runs the key schedule and the preparation for calls of one block; that of another kernel is run by the first call
  // that it serves. `user_key` has variant().key_bytes bytes. Again at any time; the key before is overwritten
  // or wiped.
  void set(const std::uint8_t* user_key) noexcept;
  // Runs all preparations that were not run yet.
  void prepare_all() noexcept;
  // The canonical round keys of a user key (KernelOps::round_key_bytes); no state of this object.
  void write_round_keys(const std::uint8_t* user_key, std::uint8_t* round_keys) const noexcept {
    kernels_[0].ops->schedule(user_key, round_keys);
  }
  // Becomes a copy, with memory of its own, prepared for what `other` is prepared for. False when memory is short; then
  // nothing is kept.
  bool copy_from(const CipherKey& other) noexcept;
  // Wipes the key; the memory stays.
  void wipe_key() noexcept;
  // Wipes and frees.
  void clear() noexcept;

  const Variant& variant() const noexcept { return *selection_.last().variant; }
  const Selection& selection() const noexcept { return selection_; }
  std::uint32_t block_bytes() const noexcept { return variant().block_bytes; }
  // Blocks of a full batch of the kernel for long calls.
  std::size_t batch_blocks() const noexcept { return batch_; }

  // As KernelOps, by the kernels that `share` says. Not const, for a call may prepare the key for its kernel.
  void encrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    share(blocks, [&](Prepared& kernel, std::size_t from, std::size_t n) HR_LAMBDA {
      const std::size_t at = from * block_bytes();
      kernel.ops->encrypt(key_of(kernel), in + at, out + at, n);
    });
  }
  void decrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    share(blocks, [&](Prepared& kernel, std::size_t from, std::size_t n) HR_LAMBDA {
      const std::size_t at = from * block_bytes();
      kernel.ops->decrypt(key_of(kernel), in + at, out + at, n);
    });
  }
  void ctr(const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
           std::uint8_t* out, std::size_t blocks) noexcept;
  // The same for one block, whose kernel `bind` has chosen and `set` prepares the key for.
  void encrypt_one(const std::uint8_t* in, std::uint8_t* out) const noexcept {
    kernels_[0].ops->encrypt(kernels_[0].key, in, out, 1);
  }
  void decrypt_one(const std::uint8_t* in, std::uint8_t* out) const noexcept {
    kernels_[0].ops->decrypt(kernels_[0].key, in, out, 1);
  }

  // As FusedOps, by the kernel for long calls. False, and nothing done, where it has no such op.
  bool encrypt_tweaked(std::uint8_t* tweak, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) noexcept {
    return run_fused(&FusedOps::encrypt_tweaked, tweak, in, out, blocks);
  }
  bool decrypt_tweaked(std::uint8_t* tweak, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) noexcept {
    return run_fused(&FusedOps::decrypt_tweaked, tweak, in, out, blocks);
  }
  bool decrypt_chained(std::uint8_t* before, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) noexcept {
    return run_fused(&FusedOps::decrypt_chained, before, in, out, blocks);
  }
  bool decrypt_feedback(std::uint8_t* before, const std::uint8_t* in, std::uint8_t* out,
                        std::size_t blocks) noexcept {
    return run_fused(&FusedOps::decrypt_feedback, before, in, out, blocks);
  }
  bool run_chains(ChainKind kind, const std::uint8_t* const* in, std::uint8_t* const* out,
                  std::uint8_t* x, std::size_t chains, std::size_t blocks) noexcept {
    return run_fused(&FusedOps::run_chains, kind, in, out, x, chains, blocks);
  }

 private:
  struct Prepared {
    std::size_t up_to_blocks;  // as Selection::Entry
    const KernelOps* ops;
    std::uint8_t* key;  // its place in memory_
    bool ready;         // whether it holds the present key
  };
  const void* key_of(Prepared& kernel) noexcept {
    if (!kernel.ready) prepare(kernel.key);
    return kernel.key;
  }
  void prepare(const std::uint8_t* key) noexcept;  // for all kernels that share this one
  Prepared* begin() noexcept { return kernels_; }
  Prepared* end() noexcept { return kernels_ + selection_.count; }
  Prepared& last() noexcept { return kernels_[selection_.count - 1]; }

  // Runs run(kernel, first block, blocks) for a call's parts. A call goes to the kernel whose calls are so long, but of
  // a long one the last kernel takes whole batches alone if the rest is as short as the calls of the others: for the
  // last kernel the rest would be another batch. The rest then is a call of its own. By the public block count alone.
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

  Selection selection_;
  Prepared kernels_[Selection::kMost] = {};  // those of the selection
  // Where one prepared key, which is `memory_`, serves all calls.
  decltype(KernelOps::set_up) set_up_ = nullptr;
  std::size_t batch_ = 1;
  // The longest call that the last kernel leaves to others; SIZE_MAX where it takes all of a long call: it is alone, or
  // shares its key with the kernel before, which runs the same rounds on fewer lanes and gains little on a rest.
  std::size_t short_up_to_ = SIZE_MAX;
  // 64-byte aligned: the keys of the kernels, one of those that prepare it alike, and behind them the round keys, from
  // which they are prepared.
  std::uint8_t* memory_ = nullptr;
  std::uint8_t* round_keys_ = nullptr;
  std::size_t memory_bytes_ = 0;
};

}  // namespace hedgerow
