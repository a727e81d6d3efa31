// What every context of the C ABI begins with: an algorithm, its mode's context, key and IV as they
// were set, and how much data the key may still process. Also making, copying and freeing.
#pragma once

#include <stdlib.h>
#include <string.h>

#include <new>

#include "api/arguments.hpp"
#include "base/secret.hpp"
#include "mode/algorithms.hpp"

namespace hedgerow {

// Blocks left under one key. Copies of a context inherit what is left.
class DataLimit {
 public:
  void set(std::uint64_t blocks) noexcept { left_ = blocks; }
  std::uint64_t left() const noexcept { return left_; }
  // All or nothing.
  hedgerow_status charge(std::uint64_t blocks) noexcept {
    if (left_ == HEDGEROW_NO_LIMIT) return HEDGEROW_OK;
    if (blocks > left_) return HEDGEROW_ERR_LIMIT;
    left_ -= blocks;
    return HEDGEROW_OK;
  }
  // Gives back what a message was charged that turns out forged, since nothing that the cipher made
  // for it leaves the library.
  void refund(std::uint64_t blocks) noexcept {
    if (left_ != HEDGEROW_NO_LIMIT) left_ += blocks;
  }

 private:
  std::uint64_t left_ = 0;
};

// What a batch charges: the blocks of its messages, each of which begins anew.
class BatchCharge {
 public:
  explicit BatchCharge(std::size_t unit) noexcept : unit_(unit) {}
  // False when the sum would pass 2^64.
  bool add(std::uint64_t bytes) noexcept {
    if (bytes != bytes_) {  // a division only where the length changes
      bytes_ = bytes;
      blocks_ = bytes / unit_ + (bytes % unit_ != 0);
    }
    if (blocks_ > UINT64_MAX - sum_) return false;
    sum_ += blocks_;
    return true;
  }
  // The message added last, so many times more.
  bool repeat(std::uint64_t times) noexcept {
    if (blocks_ != 0 && times > (UINT64_MAX - sum_) / blocks_) return false;
    sum_ += times * blocks_;
    return true;
  }
  // Whether the message added last is whole blocks.
  bool is_whole() const noexcept { return bytes_ == blocks_ * unit_; }
  std::uint64_t sum() const noexcept { return sum_; }

 private:
  std::uint64_t unit_, bytes_ = 0, blocks_ = 0, sum_ = 0;
};

// How many blocks begin in bytes done .. done + bytes - 1 of a stream. done + bytes fits in 64
// bits. The first block of a message, the shortest call, waits for no division.
inline std::uint64_t blocks_begun(std::uint64_t done, std::uint64_t bytes,
                                  std::uint64_t block) noexcept {
  if (done == 0 && bytes == block) return 1;
  const auto blocks = [block](std::uint64_t n) { return n / block + (n % block != 0); };
  return blocks(done + bytes) - blocks(done);
}

constexpr std::size_t kMaxSboxBytes = 64;

struct Context {
  const Algorithm* algorithm = nullptr;
  ModeContext mode;
  DataLimit limit;
  std::uint64_t whole_limit = 0;  // of a new key
  std::uint64_t longest_message = 0;
  std::uint32_t flags = 0;      // of the options
  std::uint32_t fixed_tag = 0;  // the length every tag must have, or 0
  hedgerow_padding padding = HEDGEROW_PADDING_NONE;
  bool has_key = false, has_iv = false;
  std::uint32_t iv_bytes = 0;
  std::uint8_t iv[kMaxIvBytes] = {};
  std::uint8_t sbox[kMaxSboxBytes] = {};
  std::uint64_t position = 0;  // bytes of data of the message so far
  hedgerow_direction direction = HEDGEROW_ENCRYPT;

  std::size_t block() const noexcept { return mode.block(); }
  hedgerow_status check_tag(std::size_t bytes) const noexcept {
    const bool allowed = fixed_tag ? bytes == fixed_tag : algorithm->tag.allows(bytes);
    return allowed ? HEDGEROW_OK : HEDGEROW_ERR_TAG_LENGTH;
  }
  // How many bytes of data one block of the cipher serves.
  std::size_t bytes_a_block() const noexcept {
    const Parameters& p = mode.parameters;
    return p.feedback_bytes ? p.feedback_bytes : p.gamma_bytes;
  }
  // The longest message, a hard limit: the algorithm's, whose counter has so many blocks.
  std::uint64_t max_message_bytes() const noexcept { return longest_message; }
  // Whether `bytes` more of a message fit under the message's limit; then charges the key's.
  hedgerow_status charge(std::uint64_t bytes) noexcept {
    if (position > longest_message || bytes > longest_message - position) return HEDGEROW_ERR_LIMIT;
    return limit.charge(blocks_begun(position, bytes, bytes_a_block()));
  }
  bool copy_base(const Context& from) noexcept;
  // Forgets key, IV and message.
  void reset_base() noexcept;
};

// Bits of the kinds that a context type takes.
constexpr unsigned kind_bit(ModeKind kind) noexcept { return 1u << (unsigned)kind; }

// Checks names and options, chooses kernels and takes memory.
hedgerow_status set_up(Context& context, const char* cipher, const char* mode, unsigned kinds,
                       const hedgerow_options* options) noexcept;
// Sets the key from what the caller gives, and renews the data limit. The caller drops its message.
hedgerow_status set_key(Context& context, const void* key, std::size_t key_bytes) noexcept;
// Keeps a checked IV.
hedgerow_status keep_iv(Context& context, const void* iv, std::size_t iv_bytes) noexcept;
hedgerow_status set_tag_bytes(Context& context, std::size_t tag_bytes) noexcept;
hedgerow_status get_iv(const Context* context, void* iv, std::size_t room) noexcept;
hedgerow_status query(const Context& context, bool in_message,
                      hedgerow_context_info* info) noexcept;

// The kernel of a role; "" and unknown for a null context.
const char* kernel_of(const Context* context, hedgerow_role role) noexcept;
hedgerow_timing timing_of(const Context* context, hedgerow_role role) noexcept;

template <class T>
void destroy(T* context) noexcept {
  if (!context) return;
  context->~T();
  wipe((void*)context, sizeof *context);
  free(context);
}

// Makes a context in *result and runs fill(context), which returns a status; on failure *result is
// null.
template <class T, class Fill>
hedgerow_status make(T** result, Fill&& fill) noexcept {
  if (!result) return HEDGEROW_ERR_NULL;
  *result = nullptr;
  void* memory = malloc(sizeof(T));
  if (!memory) return HEDGEROW_ERR_MEMORY;
  T* context = new (memory) T;
  const hedgerow_status status = fill(*context);
  if (status == HEDGEROW_OK)
    *result = context;
  else
    destroy(context);
  return status;
}

// A copy by T::copy_from, which copies what T has beside its Context.
template <class T>
hedgerow_status make_copy(T** result, const T* from) noexcept {
  return make(result, [&](T& to) {
    if (!from) return HEDGEROW_ERR_NULL;
    if (!to.copy_base(*from)) return HEDGEROW_ERR_MEMORY;
    to.copy_from(*from);
    return HEDGEROW_OK;
  });
}

}  // namespace hedgerow
