// The simulated memory of the target: its memory at the last stop, overlaid with the simulated
// stores since then.
//
//   load(address):   words stored since the stop  ->  cached page of the target  ->  read from the target
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tracee.hpp"

namespace hedgerow::tracing {

class MemoryView {
 public:
  explicit MemoryView(const Tracee& tracee);
  // Starts over at a stop. If the target has run since the last one, set `pages_too` to drop cached
  // pages too.
  void restart(bool pages_too);
  // Loads up to 8 bytes, little-endian, and returns false if one of them is not known.
  bool load(std::uint64_t address, unsigned bytes, std::uint64_t* value);
  void store(std::uint64_t address, unsigned bytes, std::uint64_t value) {
    put(address, bytes, value, true);
  }
  // Marks any number of bytes as unknown.
  void store_unknown(std::uint64_t address, unsigned bytes) { put(address, bytes, 0, false); }
  // True if the stores of another instruction may not fit. The target must then be stopped before
  // that instruction. It is better to stop at is_half_full().
  bool is_full() const { return used_.size() > kSlots * 7 / 8; }
  bool is_half_full() const { return used_.size() > kSlots / 2; }
  // Call this at the stop that the path led to, before `restart`. Returns true if the target's
  // memory contains the simulated stores, or sets the first wrong address.
  bool agrees(std::uint64_t* wrong);

 private:
  static constexpr unsigned kSlotBits = 13;
  static constexpr std::size_t kSlots = 1 << kSlotBits, kPages = 64, kPageBytes = 4096;
  struct Slot {  // an aligned word and one bit for each byte
    std::uint64_t word, data;
    std::uint64_t round = 0;
    std::uint8_t stored, known;
  };
  struct Page {
    std::uint64_t number, round = 0;
    bool readable;
    std::array<std::uint8_t, kPageBytes> bytes;
  };
  Slot* find(std::uint64_t word, bool insert);
  bool load_word(std::uint64_t word, std::uint8_t wanted, std::uint64_t* value);
  bool stood(std::uint64_t word, std::uint64_t* value);
  void put(std::uint64_t address, unsigned bytes, std::uint64_t value, bool known);

  const Tracee& tracee_;
  std::vector<Slot> slots_;
  std::vector<Page> pages_;
  std::vector<Slot*> used_;
  std::uint64_t round_ = 0, page_round_ = 0;
};

}  // namespace hedgerow::tracing
