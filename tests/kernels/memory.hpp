// Memory between two inaccessible pages. An access one byte before or after it faults.
//
//   | no access | begin() ... whole pages ... end() | no access |
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow::ledger {

class GuardedMemory {
 public:
  explicit GuardedMemory(std::size_t at_least);
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory();

  std::uint8_t* begin() const { return begin_; }
  std::uint8_t* end() const { return begin_ + bytes_; }
  std::size_t size() const { return bytes_; }
  void make_read_only();
  void make_writable();

 private:
  std::uint8_t* begin_;
  std::size_t bytes_, page_;
};

// Output with a margin of known bytes on both sides, to detect writes that a guard page cannot
// catch.
constexpr std::size_t kMargin = 64;
void fill_margins(std::uint8_t* out, std::size_t bytes);  // also fills the output itself
bool margins_intact(const std::uint8_t* out, std::size_t bytes);

}  // namespace hedgerow::ledger
