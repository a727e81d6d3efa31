// Encodes, parses and checks the copies of the slot area.
#include "container/format/slot_area.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"
#include "container/error.hpp"

namespace hedgerow::container {
namespace {

constexpr char kAreaMagic[] = "HEDGSLOT";
constexpr std::size_t kAreaMagicBytes = 8;
constexpr std::size_t kMacBytes = 32;

enum Offset : std::size_t {
  kAtMagic = kMacBytes,
  kAtSequence = 40,
  kAtPasses = 48,
  kAtMemory = 52,
  kAtReserved = 56,
  kAtKdfSalt = 64,
  kAtReservedToo = 80,
  kAtSlots = 128,
};
static_assert(kAtSlots + kMaxSlots * kSlotBytes == kPageBytes);

bool all_zero(std::span<const std::uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
}

std::array<std::uint8_t, kMacBytes> mac_of(const CopyBytes& bytes, const Header& header,
                                           const Secret& file_key) {
  std::array<std::uint8_t, kMacBytes> mac;
  derive(derive_slot_area_key(header, file_key, "MAC").view(), std::span(bytes).subspan(kMacBytes),
         "MAC", header.version, mac);
  return mac;
}

// Returns false if the settings of Argon2id do not fit the existing slots.
bool parse_area_kdf(const CopyBytes& bytes, SlotArea& area) {
  Kdf kdf{{load_le32(&bytes[kAtPasses]), load_le32(&bytes[kAtMemory])}, {}};
  std::copy_n(&bytes[kAtKdfSalt], kKdfSaltBytes, kdf.salt.begin());
  if (!area.has(SlotKind::kPassphrase)) return kdf == Kdf{};
  area.kdf = kdf;
  return is_kdf_cost(kdf.cost);
}

SlotBytes slot_at(const CopyBytes& bytes, std::size_t index) {
  SlotBytes slot;
  std::copy_n(&bytes[kAtSlots + index * kSlotBytes], kSlotBytes, slot.begin());
  return slot;
}

bool parse_slots(const CopyBytes& bytes, std::uint8_t version, SlotArea& area) {
  bool ended = false;
  for (std::size_t i = 0; i < kMaxSlots; i++) {
    const auto slot = slot_at(bytes, i);
    const bool empty = kind_of(slot) == SlotKind::kEmpty;
    if (!is_well_formed(slot, version) || (ended && !empty)) return false;
    ended = empty;
    if (!empty) area.slots.push_back(slot);
  }
  return !area.slots.empty();
}

}  // namespace

bool SlotArea::has(SlotKind kind) const {
  return std::any_of(slots.begin(), slots.end(),
                     [kind](const SlotBytes& slot) { return kind_of(slot) == kind; });
}

CopyBytes encode_copy(const SlotArea& area, const Header& header, const Secret& file_key) {
  CopyBytes bytes{};
  std::copy_n(kAreaMagic, kAreaMagicBytes, &bytes[kAtMagic]);
  store_le64(&bytes[kAtSequence], area.sequence);
  if (area.kdf) {
    store_le32(&bytes[kAtPasses], area.kdf->cost.passes);
    store_le32(&bytes[kAtMemory], area.kdf->cost.memory_kib);
    std::copy(area.kdf->salt.begin(), area.kdf->salt.end(), &bytes[kAtKdfSalt]);
  }
  for (std::size_t i = 0; i < area.slots.size(); i++)
    std::copy(area.slots[i].begin(), area.slots[i].end(), &bytes[kAtSlots + i * kSlotBytes]);
  const auto mac = mac_of(bytes, header, file_key);
  std::copy(mac.begin(), mac.end(), bytes.begin());
  return bytes;
}

std::optional<SlotArea> parse_copy(const CopyBytes& bytes, std::uint8_t version) {
  SlotArea area;
  const std::span<const std::uint8_t> all(bytes);
  if (std::memcmp(&bytes[kAtMagic], kAreaMagic, kAreaMagicBytes) != 0 ||
      !all_zero(all.subspan(kAtReserved, kAtKdfSalt - kAtReserved)) ||
      !all_zero(all.subspan(kAtReservedToo, kAtSlots - kAtReservedToo)) ||
      !parse_slots(bytes, version, area) || !parse_area_kdf(bytes, area))
    return {};
  area.sequence = load_le64(&bytes[kAtSequence]);
  return area;
}

CopyBytes expand_copy(const Take& take) {
  CopyBytes bytes{};
  const auto put = [&](std::size_t at, std::size_t count) {
    const auto stored = take(count);
    std::copy(stored.begin(), stored.end(), &bytes[at]);
  };
  put(0, kMacBytes);
  std::copy_n(kAreaMagic, kAreaMagicBytes, &bytes[kAtMagic]);
  store_le64(&bytes[kAtSequence], 1);
  const std::size_t slots = take(1)[0];
  if (slots == 0 || slots > kMaxSlots)
    throw Error(Status::kSlots,
                "the slot area has " + std::to_string(slots) + " slots: allowed are 1 to 16");
  put(kAtPasses, 1);
  if (bytes[kAtPasses] != 0) {
    put(kAtMemory, kAtReserved - kAtMemory);
    put(kAtKdfSalt, kKdfSaltBytes);
  }
  for (std::size_t i = 0; i < slots; i++) {
    const auto slot = expand_slot(take);
    std::copy(slot.begin(), slot.end(), &bytes[kAtSlots + i * kSlotBytes]);
  }
  return bytes;
}

void shorten_copy(const CopyBytes& bytes, std::vector<std::uint8_t>& out) {
  const auto put = [&](std::size_t at, std::size_t count) {
    out.insert(out.end(), &bytes[at], &bytes[0] + at + count);
  };
  std::vector<std::uint8_t> slots;
  std::uint8_t count = 0;
  while (count < kMaxSlots && bytes[kAtSlots + count * kSlotBytes] != 0)
    shorten_slot(slot_at(bytes, count++), slots);
  put(0, kMacBytes);
  out.push_back(count);
  put(kAtPasses, 1);
  if (bytes[kAtPasses] != 0) {
    put(kAtMemory, kAtReserved - kAtMemory);
    put(kAtKdfSalt, kKdfSaltBytes);
  }
  out.insert(out.end(), slots.begin(), slots.end());
}

bool is_authentic(const CopyBytes& bytes, const Header& header, const Secret& file_key) {
  const auto mac = mac_of(bytes, header, file_key);
  return sodium_memcmp(mac.data(), bytes.data(), kMacBytes) == 0;
}

}  // namespace hedgerow::container
