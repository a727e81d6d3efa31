// Memory for keys and passphrases from sodium_malloc. It is locked if the system allows it,
// excluded from core dumps, surrounded by guard pages, and wiped when it is freed. A few wiped
// blocks are kept for the next secrets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace hedgerow::container {

// Initialises libsodium, or throws kMemory if this fails. All code that uses libsodium calls this
// first.
void require_sodium();

class Secret {
 public:
  explicit Secret(std::size_t bytes);

  std::uint8_t* data() { return bytes_.get(); }
  const std::uint8_t* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }
  // Keeps the first `bytes` bytes and wipes the rest, but never makes the memory larger.
  void shrink(std::size_t bytes);
  std::span<const std::uint8_t> view() const { return {data(), size_}; }
  std::span<std::uint8_t> span() { return {data(), size_}; }

 private:
  struct Free {
    std::size_t bytes;  // as allocated
    void operator()(std::uint8_t* p) const;
  };
  std::unique_ptr<std::uint8_t, Free> bytes_;
  std::size_t size_;
};

// Overwrites memory with zeros in a way that the compiler cannot remove.
void wipe_memory(void* data, std::size_t bytes);

}  // namespace hedgerow::container
