// The memory and the preparations of a CipherKey.
#include "registry/cipher_key.hpp"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.hpp"
#include "base/counter.hpp"
#include "base/secret.hpp"

namespace hedgerow {

namespace {
// Adds n to the 32 bits of a counter block that `order` selects.
void add_to_counter(std::uint8_t* counter, std::size_t block, CounterOrder order,
                    std::size_t n) noexcept {
  std::uint8_t* const at = counter + counter_place(order, (int)block);
  if (order == CounterOrder::kLittleEndian)
    store_le32(at, load_le32(at) + (std::uint32_t)n);
  else
    store_be32(at, load_be32(at) + (std::uint32_t)n);
}

bool prepare_alike(const KernelOps& a, const KernelOps& b) noexcept {
  return &a == &b || (a.layout != KeyLayout::kOwn && a.layout == b.layout);
}
}  // namespace

bool CipherKey::bind(const Selection& selection) noexcept {
  clear();
  std::size_t bytes = 0, places[Selection::kMost];
  for (std::size_t i = 0; i < selection.count; i++) {
    const KernelOps& ops = *selection.entries[i].kernel->ops;
    places[i] = bytes;
    for (std::size_t j = 0; j < i; j++)
      if (prepare_alike(ops, *selection.entries[j].kernel->ops)) places[i] = places[j];
    if (places[i] == bytes) bytes += ops.key_bytes;
  }
  const KernelOps& last = *selection.last().ops;
  const std::size_t round_keys_at = bytes;
  bytes += last.round_key_bytes;
  memory_ = (std::uint8_t*)aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!memory_) return false;
  memory_bytes_ = bytes;
  memset(memory_, 0, memory_bytes_);
  selection_ = selection;
  round_keys_ = memory_ + round_keys_at;
  for (std::size_t i = 0; i < selection.count; i++) {
    const Selection::Entry& entry = selection.entries[i];
    kernels_[i] = {entry.up_to_blocks, entry.kernel->ops, memory_ + places[i], false};
  }
  batch_ = last.batch_blocks;
  set_up_ = last.key_bytes == round_keys_at ? last.set_up : nullptr;
  const std::size_t n = selection.count;
  const bool shares = n == 1 || kernels_[n - 2].key == kernels_[n - 1].key;
  short_up_to_ = shares ? SIZE_MAX : kernels_[n - 2].up_to_blocks;
  return true;
}

void CipherKey::set(const std::uint8_t* user_key) noexcept {
  will_access(user_key, variant().key_bytes);
  for (Prepared& kernel : *this) {
    // The kernel of this preparation may never be called again, so the previous key is wiped here.
    if (kernel.ready && kernel.key != kernels_[0].key) wipe(kernel.key, kernel.ops->key_bytes);
    kernel.ready = set_up_ != nullptr;
  }
  if (set_up_) return set_up_(user_key, memory_);
  // The schedule of the first kernel is used, because a kernel that is fast for one block has a fast schedule.
  kernels_[0].ops->schedule(user_key, round_keys_);
  prepare(kernels_[0].key);
}

void CipherKey::prepare(const std::uint8_t* key) noexcept {
  bool is_prepared = false;
  // If several kernels share the key, the last one prepares it, because it has the widest instruction set.
  for (std::size_t i = selection_.count; i-- > 0;) {
    Prepared& kernel = kernels_[i];
    if (kernel.key != key) continue;
    if (!is_prepared) kernel.ops->prepare(round_keys_, kernel.key);
    kernel.ready = is_prepared = true;
  }
}

void CipherKey::prepare_all() noexcept {
  for (Prepared& kernel : *this) key_of(kernel);
}

bool CipherKey::copy_from(const CipherKey& other) noexcept {
  if (!other.memory_) {
    clear();
    return true;
  }
  if (!bind(other.selection_)) return false;
  memcpy(memory_, other.memory_, memory_bytes_);
  for (std::size_t i = 0; i < selection_.count; i++) kernels_[i].ready = other.kernels_[i].ready;
  return true;
}

void CipherKey::ctr(const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
                    std::uint8_t* out, std::size_t blocks) noexcept {
  will_access(counter, block_bytes());
  will_run(in, out, blocks);
  share(blocks, [&](Prepared& kernel, std::size_t from, std::size_t n) HR_LAMBDA {
    const std::size_t at = from * block_bytes();
    if (!from) return kernel.ops->ctr(key_of(kernel), counter, order, in, out, n);
    std::uint8_t later[kMaxBlockBytes];
    memcpy(later, counter, block_bytes());
    add_to_counter(later, block_bytes(), order, from);
    kernel.ops->ctr(key_of(kernel), later, order, in + at, out + at, n);
    wipe(later, sizeof later);
  });
}

void CipherKey::wipe_key() noexcept {
  if (memory_) wipe(memory_, memory_bytes_);
}

void CipherKey::clear() noexcept {
  wipe_key();
  free(memory_);
  memory_ = nullptr;
  memory_bytes_ = 0;
}

}  // namespace hedgerow
