// Secret memory from libsodium.
#include "support/secret.hpp"

#include <sodium.h>

#include "support/error.hpp"

namespace hedgerow::cli {

void require_sodium() {
  if (sodium_init() < 0)
    throw Error(HEDGEROW_CONTAINER_MEMORY, "libsodium could not be initialised");
}

Secret::Secret(std::size_t bytes) : size_(bytes) {
  require_sodium();
  bytes_.reset(static_cast<std::uint8_t*>(sodium_malloc(bytes)));
  if (!bytes_) throw Error(HEDGEROW_CONTAINER_MEMORY, "no memory for a key");
  sodium_memzero(bytes_.get(), bytes);
}

void Secret::shrink(std::size_t bytes) {
  if (bytes >= size_) return;
  sodium_memzero(data() + bytes, size_ - bytes);
  size_ = bytes;
}

void Secret::Free::operator()(std::uint8_t* p) const { sodium_free(p); }

void wipe_memory(void* data, std::size_t bytes) { sodium_memzero(data, bytes); }

}  // namespace hedgerow::cli
