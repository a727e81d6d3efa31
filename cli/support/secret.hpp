// Memory for keys and passphrases, which comes from sodium_malloc. Therefore it is locked if the system allows that, is
// not in core dumps, lies between guard pages, and is wiped before it is freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace hedgerow::cli {

// Initialises libsodium. Throws Error (MEMORY) if this fails.
void require_sodium();

class Secret {
 public:
  explicit Secret(std::size_t bytes);

  std::uint8_t* data() { return bytes_.get(); }
  const std::uint8_t* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }
  // Keeps the first `bytes` bytes and wipes the rest, but leaves a shorter secret unchanged.
  void shrink(std::size_t bytes);
  std::span<const std::uint8_t> view() const { return {data(), size_}; }
  std::span<std::uint8_t> span() { return {data(), size_}; }

 private:
  struct Free {
    void operator()(std::uint8_t* p) const;
  };
  std::unique_ptr<std::uint8_t, Free> bytes_;
  std::size_t size_;
};

// Overwrites memory with zeros so that the compiler cannot remove the writes.
void wipe_memory(void* data, std::size_t bytes);

}  // namespace hedgerow::cli
