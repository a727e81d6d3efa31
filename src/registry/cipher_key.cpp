// Memory and preparation of a CipherKey.
#include "registry/cipher_key.hpp"

#include <stdlib.h>
#include <string.h>

#include <initializer_list>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/counter.hpp"

namespace hedgerow {

namespace {
// Adds n to the 32 bits of a counter block that `order` names.
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
  const KernelOps* bulk = selection.bulk->ops;
  const KernelOps* narrow = selection.narrow->ops;
  const KernelOps* single = selection.single->ops;
  const std::size_t narrow_at = prepare_alike(*narrow, *bulk) ? 0 : bulk->key_bytes;
  std::size_t bytes = narrow_at ? narrow_at + narrow->key_bytes : bulk->key_bytes,
              single_at = bytes;
  if (prepare_alike(*single, *bulk))
    single_at = 0;
  else if (prepare_alike(*single, *narrow))
    single_at = narrow_at;
  else
    bytes += single->key_bytes;
  set_up_ = bytes == bulk->key_bytes ? bulk->set_up : nullptr;
  const std::size_t round_keys_at = bytes;
  bytes += single->round_key_bytes;
  memory_ = (std::uint8_t*)aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!memory_) return false;
  memory_bytes_ = bytes;
  memset(memory_, 0, memory_bytes_);
  selection_ = selection;
  round_keys_ = memory_ + round_keys_at;
  bulk_ = {bulk, memory_, false};
  narrow_ = {narrow, memory_ + narrow_at, false};
  single_ = {single, memory_ + single_at, false};
  bulk_batch_ = bulk->batch_blocks;
  narrow_up_to_ = narrow != bulk ? narrow->narrow_up_to : 0;
  single_up_to_ = single != narrow ? selection.single->single_up_to : 0;
  one_ = single_up_to_ ? &single_ : narrow_up_to_ ? &narrow_ : &bulk_;
  return true;
}

void CipherKey::set_each(const std::uint8_t* user_key) noexcept {
  for (Prepared* p : {&bulk_, &narrow_, &single_}) {
    // No call may come that overwrites what the key before left there.
    if (p->ready && p->key != one_->key) wipe(p->key, p->ops->key_bytes);
    p->ready = false;
  }
  // The single kernel's: what takes one block in little time does so with a schedule.
  single_.ops->schedule(user_key, round_keys_);
  prepare(one_->key);
}

void CipherKey::prepare(const std::uint8_t* key) noexcept {
  bool is_prepared = false;
  // Of kernels that share the key the bulk one, whose instruction set is the widest, comes first.
  for (Prepared* p : {&bulk_, &narrow_, &single_}) {
    if (p->key != key) continue;
    if (!is_prepared) p->ops->prepare(round_keys_, p->key);
    p->ready = is_prepared = true;
  }
}

void CipherKey::prepare_all() noexcept {
  for (Prepared* p : {&bulk_, &narrow_, &single_}) key_of(*p);
}

bool CipherKey::copy_from(const CipherKey& other) noexcept {
  if (!other.memory_) {
    clear();
    return true;
  }
  if (!bind(other.selection_)) return false;
  memcpy(memory_, other.memory_, memory_bytes_);
  bulk_.ready = other.bulk_.ready;
  narrow_.ready = other.narrow_.ready;
  single_.ready = other.single_.ready;
  return true;
}

void CipherKey::ctr(const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
                    std::uint8_t* out, std::size_t blocks) noexcept {
  if (blocks <= single_up_to_)
    return single_.ops->ctr(key_of(single_), counter, order, in, out, blocks);
  const std::size_t n = blocks_for_bulk(blocks), bytes = n * block_bytes();
  if (n) bulk_.ops->ctr(key_of(bulk_), counter, order, in, out, n);
  if (n == blocks) return;
  std::uint8_t later[kMaxBlockBytes];
  if (n) {
    memcpy(later, counter, block_bytes());
    add_to_counter(later, block_bytes(), order, n);
  }
  narrow_.ops->ctr(key_of(narrow_), n ? later : counter, order, in + bytes, out + bytes,
                   blocks - n);
  if (n) wipe(later, sizeof later);
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
