// Memory as the target will see it on its way from a stop: what it has stored since over what stood there at the stop.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tracee.hpp"

namespace hedgerow::tracing {

class MemoryView {
 public:
  explicit MemoryView(const Tracee& tracee);
  // Starts over at a stop. `pages_too` when the target ran since.
  void restart(bool pages_too);
  // Up to 8 bytes, little-endian; false when one of them is not known.
  bool load(std::uint64_t address, unsigned bytes, std::uint64_t* value);
  void store(std::uint64_t address, unsigned bytes, std::uint64_t value) {
    put(address, bytes, value, true);
  }
  // Any number of bytes.
  void store_unknown(std::uint64_t address, unsigned bytes) { put(address, bytes, 0, false); }
  // Whether a further instruction's stores may not fit: the target must be stopped before it. Better at the half.
  bool is_full() const { return used_.size() > kSlots * 7 / 8; }
  bool is_half_full() const { return used_.size() > kSlots / 2; }
  // At the stop that the way led to, before `restart`: whether what was stored stands there. The first wrong address.
  bool agrees(std::uint64_t* wrong);

 private:
  static constexpr unsigned kSlotBits = 13;
  static constexpr std::size_t kSlots = 1 << kSlotBits, kPages = 64, kPageBytes = 4096;
  struct Slot {  // an aligned word with a bit for each byte
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
