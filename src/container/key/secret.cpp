// Secret memory with libsodium.
#include "container/key/secret.hpp"

#include <sodium.h>

#include <array>
#include <mutex>
#include <utility>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

// Keeps a few freed blocks of the size of keys, which are wiped. To map, lock and protect memory for
// each key would cost more than to encrypt a small file.
class Spare {
 public:
  // Returns a block of exactly `bytes` bytes, so that its end touches the guard page, or nullptr.
  std::uint8_t* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (auto& block : blocks_)
      if (block.data && block.bytes == bytes) return std::exchange(block.data, nullptr);
    return nullptr;
  }
  // Returns false if it does not keep the block.
  bool keep(std::uint8_t* data, std::size_t bytes) {
    if (bytes > kMaxBytes) return false;
    sodium_memzero(data, bytes);
    const std::lock_guard lock(mutex_);
    for (auto& block : blocks_) {
      if (block.data) continue;
      block = {data, bytes};
      return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kBlocks = 32, kMaxBytes = 128;
  struct Block {
    std::uint8_t* data = nullptr;
    std::size_t bytes = 0;
  };
  std::mutex mutex_;
  std::array<Block, kBlocks> blocks_{};
};

constinit Spare spare;

}  // namespace

void require_sodium() {
  if (sodium_init() < 0) throw Error(Status::kMemory, "libsodium could not be initialised");
}

Secret::Secret(std::size_t bytes) : bytes_(spare.take(bytes), Free{bytes}), size_(bytes) {
  if (!bytes_) {
    require_sodium();
    bytes_.reset(static_cast<std::uint8_t*>(sodium_malloc(bytes)));
  }
  if (!bytes_) throw Error(Status::kMemory, "no memory for a key");
  sodium_memzero(bytes_.get(), bytes);
}

void Secret::shrink(std::size_t bytes) {
  if (bytes >= size_) return;
  sodium_memzero(data() + bytes, size_ - bytes);
  size_ = bytes;
}

void Secret::Free::operator()(std::uint8_t* p) const {
  if (!spare.keep(p, bytes)) sodium_free(p);
}

void wipe_memory(void* data, std::size_t bytes) { sodium_memzero(data, bytes); }

}  // namespace hedgerow::container
