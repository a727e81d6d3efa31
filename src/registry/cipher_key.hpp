// CipherKey: one key of one variant, prepared for the two kernels that serve it. What modes work
// with.
#pragma once

#include "registry/registry.hpp"

namespace hedgerow {

class CipherKey {
 public:
  CipherKey() noexcept = default;
  CipherKey(const CipherKey&) = delete;
  CipherKey& operator=(const CipherKey&) = delete;
  ~CipherKey() noexcept { clear(); }

  // Runs the key schedule and both preparations. `user_key` has variant->key_bytes bytes.
  // Returns false when memory is short; then nothing is kept.
  bool set(const Selection& selection, const std::uint8_t* user_key) noexcept;
  // Becomes a copy. Returns false when memory is short; then nothing is kept.
  bool copy_from(const CipherKey& other) noexcept;
  // Wipes and frees.
  void clear() noexcept;

  const Variant& variant() const noexcept { return *selection_.bulk->variant; }
  const Selection& selection() const noexcept { return selection_; }
  std::uint32_t block_bytes() const noexcept { return variant().block_bytes; }

  // As KernelOps; the kernel is chosen by one comparison on the public block count.
  void encrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) const noexcept {
    const Prepared& p = for_blocks(blocks);
    p.ops->encrypt(p.key, in, out, blocks);
  }
  void decrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) const noexcept {
    const Prepared& p = for_blocks(blocks);
    p.ops->decrypt(p.key, in, out, blocks);
  }
  void ctr(const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
           std::uint8_t* out, std::size_t blocks) const noexcept {
    const Prepared& p = for_blocks(blocks);
    p.ops->ctr(p.key, counter, order, in, out, blocks);
  }

 private:
  struct Prepared {
    const KernelOps* ops;
    const void* key;
  };
  const Prepared& for_blocks(std::size_t blocks) const noexcept {
    return blocks <= narrow_up_to_ ? narrow_ : bulk_;
  }
  bool allocate(const Selection& selection) noexcept;

  Selection selection_{};
  Prepared bulk_{}, narrow_{};
  std::size_t narrow_up_to_ = 0;
  std::uint8_t* memory_ =
      nullptr;  // 64-byte aligned: bulk key, then narrow key when it is another kernel's
  std::size_t memory_bytes_ = 0;
};

}  // namespace hedgerow
