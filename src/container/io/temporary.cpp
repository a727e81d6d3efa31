// The table of temporary names.
#include "container/io/temporary.hpp"

#include <sodium.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "container/error.hpp"
#include "container/key/secret.hpp"

namespace hedgerow::container {
namespace {

constexpr char kPrefix[] = ".hedgerow-";
constexpr std::size_t kRandomBytes = 12;
constexpr std::size_t kNameBytes = sizeof kPrefix + 2 * kRandomBytes + 1;

// A slot's names are written before its state becomes kArmed, and files are created after that. So
// the handler may find a name without a file, but never a file without a name.
struct Slot {
  enum State { kFree, kTaken, kArmed };
  std::atomic<int> state{kFree};
  int directory = -1;
  char name[kNameBytes] = {};
  char other_name[kNameBytes] = {};
};
constexpr unsigned kSlots = kMaxTemporaryNames;
Slot slots[kSlots];
std::atomic<unsigned> next_slot{0};  // where the search for a free slot begins
static_assert(std::atomic<int>::is_always_lock_free);

void fill_names(Slot& slot) {
  std::uint8_t random[kRandomBytes];
  randombytes_buf(random, sizeof random);
  std::memcpy(slot.name, kPrefix, sizeof kPrefix);
  sodium_bin2hex(slot.name + sizeof kPrefix - 1, 2 * kRandomBytes + 1, random, sizeof random);
  std::memcpy(slot.other_name, slot.name, kNameBytes);
  std::strcat(slot.other_name, "~");
}

int take_slot(int directory) {
  for (unsigned tries = 0; tries < kSlots; tries++) {
    const auto i = next_slot.fetch_add(1, std::memory_order_relaxed) % kSlots;
    int expected = Slot::kFree;
    auto& slot = slots[i];
    if (!slot.state.compare_exchange_strong(expected, Slot::kTaken)) continue;
    fill_names(slot);
    slot.directory = directory;
    slot.state.store(Slot::kArmed);
    return static_cast<int>(i);
  }
  throw Error(Status::kArgument,
              "at most " + std::to_string(kSlots) + " files can be written at once");
}

}  // namespace

TemporaryName::TemporaryName(int directory) {
  require_sodium();
  slot_ = take_slot(directory);
}

TemporaryName::~TemporaryName() { slots[slot_].state.store(Slot::kFree); }

const char* TemporaryName::name() const { return slots[slot_].name; }

const char* TemporaryName::other_name() const { return slots[slot_].other_name; }

void remove_temporary_files() noexcept {
  for (auto& slot : slots) {
    if (slot.state.load() != Slot::kArmed) continue;
    unlinkat(slot.directory, slot.name, 0);
    unlinkat(slot.directory, slot.other_name, 0);
  }
}

}  // namespace hedgerow::container
