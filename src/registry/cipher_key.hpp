// CipherKey: one key of one variant, prepared for the kernels that serve it. What modes work
// with.
#pragma once

#include "registry/registry.hpp"

namespace hedgerow {

// How many blocks the bulk kernel takes of a call that is too long for the single one; the narrow one
// takes the rest: see CipherKey.
inline std::size_t bulk_share(std::size_t blocks, std::size_t bulk_batch,
                              std::size_t narrow_up_to) noexcept {
  if (blocks <= narrow_up_to) return 0;
  const std::size_t rest = blocks % bulk_batch;
  return rest <= narrow_up_to ? blocks - rest : blocks;
}

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
  void set(const std::uint8_t* user_key) noexcept {
    if (!set_up_) return set_each(user_key);
    bulk_.ready = narrow_.ready = single_.ready = true;
    set_up_(user_key, memory_);
  }
  // Runs all preparations that were not run yet.
  void prepare_all() noexcept;
  // The canonical round keys of a user key (KernelOps::round_key_bytes); no state of this object.
  void write_round_keys(const std::uint8_t* user_key, std::uint8_t* round_keys) const noexcept {
    narrow_.ops->schedule(user_key, round_keys);
  }
  // Becomes a copy, with memory of its own, prepared for what `other` is prepared for. False when memory is short; then
  // nothing is kept.
  bool copy_from(const CipherKey& other) noexcept;
  // Wipes the key; the memory stays.
  void wipe_key() noexcept;
  // Wipes and frees.
  void clear() noexcept;

  const Variant& variant() const noexcept { return *selection_.bulk->variant; }
  const Selection& selection() const noexcept { return selection_; }
  std::uint32_t block_bytes() const noexcept { return variant().block_bytes; }
  // Blocks of the bulk kernel's full batch.
  std::size_t batch_blocks() const noexcept { return bulk_batch_; }

  // As KernelOps. A call of a few blocks goes to the single kernel; of longer ones whole batches go
  // to the bulk kernel, a rest to the narrow one where the bulk kernel, for which it is a batch too,
  // would take longer: all by the public block count alone. Not const, for a call may prepare the key for its kernel.
  void encrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    if (blocks <= single_up_to_) return single_.ops->encrypt(key_of(single_), in, out, blocks);
    const std::size_t n = blocks_for_bulk(blocks), bytes = n * block_bytes();
    if (n) bulk_.ops->encrypt(key_of(bulk_), in, out, n);
    if (n < blocks) narrow_.ops->encrypt(key_of(narrow_), in + bytes, out + bytes, blocks - n);
  }
  void decrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    if (blocks <= single_up_to_) return single_.ops->decrypt(key_of(single_), in, out, blocks);
    const std::size_t n = blocks_for_bulk(blocks), bytes = n * block_bytes();
    if (n) bulk_.ops->decrypt(key_of(bulk_), in, out, n);
    if (n < blocks) narrow_.ops->decrypt(key_of(narrow_), in + bytes, out + bytes, blocks - n);
  }
  void ctr(const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
           std::uint8_t* out, std::size_t blocks) noexcept;
  // The same for one block, whose kernel `bind` has chosen and `set` prepares the key for.
  void encrypt_one(const std::uint8_t* in, std::uint8_t* out) const noexcept {
    one_->ops->encrypt(one_->key, in, out, 1);
  }
  void decrypt_one(const std::uint8_t* in, std::uint8_t* out) const noexcept {
    one_->ops->decrypt(one_->key, in, out, 1);
  }

  // As FusedOps, by the bulk kernel. False, and nothing done, where it has no such op.
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
    const KernelOps* ops;
    std::uint8_t* key;  // its place in memory_
    bool ready;         // whether it holds the present key
  };
  const void* key_of(Prepared& prepared) noexcept {
    if (!prepared.ready) prepare(prepared.key);
    return prepared.key;
  }
  void set_each(const std::uint8_t* user_key) noexcept;
  void prepare(const std::uint8_t* key) noexcept;  // one of the three, for all that share it
  template <class Op, class... Arguments>
  bool run_fused(Op FusedOps::* op, Arguments... arguments) noexcept {
    const FusedOps* const fused = selection_.bulk->fused;
    if (!fused || !(fused->*op)) return false;
    (fused->*op)(key_of(bulk_), arguments...);
    return true;
  }
  std::size_t blocks_for_bulk(std::size_t blocks) const noexcept {
    return narrow_up_to_ ? bulk_share(blocks, bulk_batch_, narrow_up_to_) : blocks;
  }

  Selection selection_{};
  Prepared bulk_{}, narrow_{}, single_{};
  // Where one prepared key, which is `memory_`, serves all calls.
  decltype(KernelOps::set_up) set_up_ = nullptr;
  const Prepared* one_ = nullptr;  // that of the three which takes a call of one block
  std::size_t bulk_batch_ = 1, narrow_up_to_ = 0, single_up_to_ = 0;  // 0: no such kernel
  // 64-byte aligned: the keys of bulk, narrow and single, each once where two prepare it alike, and behind them the
  // round keys, from which they are prepared.
  std::uint8_t* memory_ = nullptr;
  std::uint8_t* round_keys_ = nullptr;
  std::size_t memory_bytes_ = 0;
};

}  // namespace hedgerow
