// The common part of all contexts of the C ABI: an algorithm, the context of its mode, the present key and IV, and the
// number of blocks that the key may still process. Also functions to make, copy and free a context.
#pragma once

#include <stdlib.h>
#include <string.h>

#include <new>

#include "api/arguments.hpp"
#include "base/secret.hpp"
#include "mode/algorithms.hpp"

namespace hedgerow {

// The number of blocks that may still be processed under a key. A copy of a context inherits it.
class DataLimit {
 public:
  void set(std::uint64_t blocks) noexcept { left_ = blocks; }
  std::uint64_t left() const noexcept { return left_; }
  // Charges all of the blocks or, if the limit does not allow that, charges no block at all.
  hedgerow_status charge(std::uint64_t blocks) noexcept {
    if (left_ == HEDGEROW_NO_LIMIT) return HEDGEROW_OK;
    if (blocks > left_) return HEDGEROW_ERR_LIMIT;
    left_ -= blocks;
    return HEDGEROW_OK;
  }
  // Returns the charge of a forged message, because no output of the cipher for it leaves the library.
  void refund(std::uint64_t blocks) noexcept {
    if (left_ != HEDGEROW_NO_LIMIT) left_ += blocks;
  }

 private:
  std::uint64_t left_ = 0;
};

// Sums up the charge of a batch, because the blocks of every message are counted separately.
class BatchCharge {
 public:
  explicit BatchCharge(std::size_t unit) noexcept : unit_(unit) {}
  // Returns false if the sum would exceed 2^64 - 1.
  bool add(std::uint64_t bytes) noexcept {
    if (bytes != bytes_) {  // divides only if the length changes
      bytes_ = bytes;
      blocks_ = bytes / unit_ + (bytes % unit_ != 0);
    }
    if (blocks_ > UINT64_MAX - sum_) return false;
    sum_ += blocks_;
    return true;
  }
  // Adds the last message `times` more times.
  bool repeat(std::uint64_t times) noexcept {
    if (blocks_ != 0 && times > (UINT64_MAX - sum_) / blocks_) return false;
    sum_ += times * blocks_;
    return true;
  }
  // Tells if the last message consists of whole blocks.
  bool is_whole() const noexcept { return bytes_ == blocks_ * unit_; }
  std::uint64_t sum() const noexcept { return sum_; }

 private:
  std::uint64_t unit_, bytes_ = 0, blocks_ = 0, sum_ = 0;
};

// Returns the number of blocks that begin in bytes done .. done + bytes - 1 of a stream. For example, blocks_begun(10,
// 10, 16) is 1, because a block begins at byte 16. done + bytes must fit in 64 bits. The first block of a message is
// handled without a division, because it is often the whole call.
inline std::uint64_t blocks_begun(std::uint64_t done, std::uint64_t bytes,
                                  std::uint64_t block) noexcept {
  if (done == 0 && bytes == block) return 1;
  const auto blocks = [block](std::uint64_t n) { return n / block + (n % block != 0); };
  return blocks(done + bytes) - blocks(done);
}

constexpr std::size_t kMaxSboxBytes = 64;
// The longest input of a call with a longer output. It is at most half of all addresses, so that the sum of a length
// and some blocks does not overflow.
constexpr std::size_t kLongestCall =
    kMaxMessageBytes < SIZE_MAX / 2 ? (std::size_t)kMaxMessageBytes : SIZE_MAX / 2;

struct Context {
  const Algorithm* algorithm = nullptr;
  ModeContext mode;
  DataLimit limit;
  std::uint64_t whole_limit = 0;  // limit for a new key
  std::uint64_t longest_message = 0;
  std::uint32_t flags = 0;      // from the options
  std::uint32_t fixed_tag = 0;  // the required tag length, or 0 if several are allowed
  hedgerow_padding padding = HEDGEROW_PADDING_NONE;
  bool has_key = false, has_iv = false;
  std::uint32_t iv_bytes = 0;
  std::uint8_t iv[kMaxIvBytes] = {};
  std::uint8_t sbox[kMaxSboxBytes] = {};
  std::uint64_t position = 0;  // number of data bytes of the message so far
  hedgerow_direction direction = HEDGEROW_ENCRYPT;

  std::size_t block() const noexcept { return mode.block(); }
  hedgerow_status check_tag(std::size_t bytes) const noexcept {
    const bool allowed = fixed_tag ? bytes == fixed_tag : algorithm->tag.allows(bytes);
    return allowed ? HEDGEROW_OK : HEDGEROW_ERR_TAG_LENGTH;
  }
  // Number of data bytes per block of the cipher.
  std::size_t bytes_a_block() const noexcept {
    const Parameters& p = mode.parameters;
    return p.feedback_bytes ? p.feedback_bytes : p.gamma_bytes;
  }
  // Returns the longest message that the algorithm allows, which is a fixed limit.
  std::uint64_t max_message_bytes() const noexcept { return longest_message; }
  // Checks that the message may have `bytes` more bytes, and charges them to the limit of the key.
  hedgerow_status charge(std::uint64_t bytes) noexcept {
    if (position > longest_message || bytes > longest_message - position) return HEDGEROW_ERR_LIMIT;
    return limit.charge(blocks_begun(position, bytes, bytes_a_block()));
  }
  bool copy_base(const Context& from) noexcept;
  // Removes the key, the IV and the message.
  void reset_base() noexcept;
};

// The bit of a mode kind in a mask of the kinds that a context type accepts.
constexpr unsigned kind_bit(ModeKind kind) noexcept { return 1u << (unsigned)kind; }

// Checks names and options, selects kernels and allocates memory.
hedgerow_status set_up(Context& context, const char* cipher, const char* mode, unsigned kinds,
                       const hedgerow_options* options) noexcept;
// Sets the key from the argument of the caller and renews the data limit. Our caller must end its message.
hedgerow_status set_key(Context& context, const void* key, std::size_t key_bytes) noexcept;
// Stores an IV that was already checked.
hedgerow_status keep_iv(Context& context, const void* iv, std::size_t iv_bytes) noexcept;
hedgerow_status set_tag_bytes(Context& context, std::size_t tag_bytes) noexcept;
hedgerow_status get_iv(const Context* context, void* iv, std::size_t room) noexcept;
hedgerow_status query(const Context& context, bool in_message,
                      hedgerow_context_info* info) noexcept;

// Returns the kernel for calls of so many blocks, or "" for a null context.
const char* kernel_of(const Context* context, std::size_t blocks) noexcept;
hedgerow_timing timing_of(const Context* context, std::size_t blocks) noexcept;

template <class T>
void destroy(T* context) noexcept {
  if (!context) return;
  context->~T();
  wipe((void*)context, sizeof *context);
  free(context);
}

// Makes a context in *result and runs fill(context), which returns a status. On failure *result is null.
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

// Makes a copy with T::copy_from, which copies the members that T adds to Context.
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
