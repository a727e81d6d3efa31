// The memory of a symbolic run: known bytes are in the memory of this process, at the same addresses, and terms lie
// over an arena that has the stack and all buffers of the run. All else, for example the tables of a kernel, is only
// read. A byte of the stack that a call did not write is unknown.
#pragma once

#include <memory>
#include <vector>

#include "cuts.hpp"

namespace hedgerow::proof {

class Memory {
 public:
  static constexpr std::size_t kBytes = 32 << 20, kLine = 64;
  Memory();
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Returns memory of the arena for a buffer.
  std::uint8_t* allocate(std::size_t bytes);
  std::uint64_t stack_top() const { return (std::uint64_t)base_ + kBytes; }
  bool owns(std::uint64_t address, std::size_t bytes) const {
    return address - (std::uint64_t)base_ < kBytes &&
           bytes <= kBytes - (address - (std::uint64_t)base_);
  }
  // Returns whether the address is in a buffer, and not in the stack.
  bool is_buffer(std::uint64_t address) const {
    return address - (std::uint64_t)base_ < kBytes / 2;
  }
  // Forgets the bytes of the stack.
  void clear_stack();
  // Lets the machine store in this buffer only, apart from the stack; nullptr: in all buffers.
  void allow_stores(const void* buffer, std::size_t bytes) {
    output_ = (std::uint64_t)buffer, output_bytes_ = bytes;
  }
  // Returns whether a byte of the range is a term.
  bool is_open(std::uint64_t address, std::size_t bytes) const;
  // A little-endian word of up to 8 bytes.
  Word read(std::uint64_t address, int bytes) const;
  void write(std::uint64_t address, const Word& value, int bytes) {
    cuts.empty() ? store(address, value, bytes) : store(address, cuts.replaced(value), bytes);
  }
  void copy(std::uint64_t to, std::uint64_t from, std::size_t bytes);
  void forget_views();
  // Shows the words of the stack that the call wrote, and those of a buffer.
  void show(const void* buffer, std::size_t bytes, const std::function<bool(Word&)>& place);
  // Watches loads from these bytes.
  void watch(const void* buffer, std::size_t bytes) {
    watched_ = (std::uint64_t)buffer, watched_bytes_ = bytes;
  }
  // Returns whether there was one since it was asked last.
  bool was_watched() { return std::exchange(was_watched_, false); }
  // The number of stores to buffers so far.
  std::uint64_t buffer_stores() const { return buffer_stores_; }

  Cuts cuts;  // they replace stored words and most results in registers

 private:
  std::uint64_t buffer_stores_ = 0;
  struct Line {
    std::uint64_t open = 0;     // bytes that have terms
    std::uint64_t written = 0;  // of the stack
    struct Byte {
      std::uint64_t open = 0;
      Bit bit[8];
    } byte[kLine];
  };
  Line* line(std::uint64_t address) const {
    return lines_[(address - (std::uint64_t)base_) / kLine].get();
  }

  void store(std::uint64_t address, const Word& w, int bytes);
  bool is_unset(std::uint64_t address) const {
    const Line* const l = line(address);
    return !is_buffer(address) && !(l && (l->written >> (address % kLine) & 1));
  }

  std::uint8_t* base_;
  std::size_t used_ = 0;
  std::uint64_t output_ = 0, output_bytes_ = 0, watched_ = 0, watched_bytes_ = 0;
  mutable bool was_watched_ = false;
  std::vector<std::unique_ptr<Line>> lines_;
  std::size_t first_of_stack_ = kBytes / kLine;  // the lowest line of the stack that was written
};

}  // namespace hedgerow::proof
