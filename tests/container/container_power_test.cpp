// A power failure at any write of a credential change must not destroy the container.
//
// The suite turned red when store_area skipped its first sync, and when the current copy was
// written first.
#include <map>

#include "container/container_support.hpp"
#include "container/key/unlock.hpp"
#include "container/rekey.hpp"

namespace hedgerow::container {
namespace {

// A disk with a cache, which may lose each written sector until a sync. Power fails after `steps`
// writes and syncs, where a write counts once per sector.
class FailingDisk : public PageStore {
 public:
  struct PowerLost {};
  static constexpr std::size_t kSectorBytes = 512;

  FailingDisk(Bytes image, std::size_t steps) : image_(std::move(image)), steps_(steps) {}
  void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    for (std::size_t at = 0; at < bytes.size(); at += kSectorBytes) {
      spend();
      pending_[offset + at] = {bytes.begin() + static_cast<long>(at),
                               bytes.begin() + static_cast<long>(at + kSectorBytes)};
    }
  }
  void sync() override {
    spend();
    for (const auto& [offset, sector] : pending_) put(image_, offset, sector);
    pending_.clear();
  }
  // Returns the disk after the failure, where `survives` decides which pending sectors were
  // written.
  template <class Survives>
  Bytes found(Survives survives) const {
    auto image = image_;
    for (const auto& [offset, sector] : pending_)
      if (survives(offset)) put(image, offset, sector);
    return image;
  }

 private:
  static void put(Bytes& image, std::uint64_t offset, const Bytes& sector) {
    std::copy(sector.begin(), sector.end(), image.begin() + static_cast<long>(offset));
  }
  void spend() {
    if (steps_-- == 0) throw PowerLost();
  }
  Bytes image_;
  std::size_t steps_;
  std::map<std::uint64_t, Bytes> pending_;
};

// A container, and the copy that replaces both of its credentials by two others.
struct Change {
  const Bytes plain = pattern(40);
  const Bytes original =
      seal(plain, small_segments("kalyna-128-128"), {{test_key(1), test_key(2)}});
  CopyBytes stale, next;

  Change() {
    const auto preamble = read_preamble_at_start(file_of(original).get());
    const auto unlocked = unlock(preamble, Credentials(test_key(1)), kDefaultKdfLimit);
    auto area = unlocked.area;
    area.sequence = 0;
    stale = encode_copy(area, preamble.header, unlocked.file_secret);
    area.sequence = unlocked.area.sequence + 1;
    area.slots.clear();
    const std::vector<Credential> added = {test_key(3), test_key(4)};
    add_slots(preamble.header, unlocked.file_secret, added, kCheapKdf, kDefaultKdfLimit, area);
    next = encode_copy(area, preamble.header, unlocked.file_secret);
  }

  // An earlier failure can leave an intact area, a torn copy or a stale copy.
  static constexpr int kStates = 5;
  Bytes image(int state) const {
    auto bytes = original;
    const auto page = [&](int copy) { return bytes.begin() + long{kPageBytes} * (1 + copy); };
    if (state == 1 || state == 2) std::fill_n(page(state - 1), kPageBytes, 0xee);
    if (state == 3 || state == 4) std::copy(stale.begin(), stale.end(), page(state - 3));
    return bytes;
  }

  // Returns true if the new credentials open the container. Otherwise the old ones must open it,
  // and the content must be right in both cases.
  bool is_done(const Bytes& found) const {
    const auto with_old = open_container(found, test_key(2));
    const auto with_new = open_container(found, test_key(4));
    EXPECT_NE(!with_old.failure, !with_new.failure);
    EXPECT_TRUE((with_old.failure ? with_new : with_old).plain == plain);
    return !with_new.failure;
  }
};

// The pending sectors that survive: all, an empty set, a prefix, a suffix, or a random set.
Bytes found_after(const FailingDisk& disk, int choice, std::mt19937_64& random) {
  const auto cut = kPageBytes + random() % (2 * kPageBytes);
  return disk.found([&](std::uint64_t offset) {
    if (choice < 2) return choice == 0;
    if (choice < 14) return (offset < cut) == (choice < 8);
    return random() % 2 == 0;
  });
}

// Runs the change until power fails after `steps`, and returns false if the change finished before.
bool loses_power(FailingDisk& disk, const CopyBytes& bytes, std::size_t current) {
  try {
    store_area(disk, bytes, current);
    return false;
  } catch (const FailingDisk::PowerLost&) {
    return true;
  }
}

TEST(Power, NoLossAtAnyStepCostsTheContainer) {
  const Change change;
  std::mt19937_64 random(5);
  std::size_t losses = 0;
  for (int state = 0; state < Change::kStates; state++) {
    const auto image = change.image(state);
    const auto preamble = read_preamble_at_start(file_of(image).get());
    const auto current = unlock(preamble, Credentials(test_key(1)), kDefaultKdfLimit).current;
    bool lost = true;
    for (std::size_t steps = 0; lost; steps++) {
      FailingDisk disk(image, steps);
      lost = loses_power(disk, change.next, current);
      for (int choice = 0; choice < 24; choice++, losses++) {
        const bool done = change.is_done(found_after(disk, choice, random));
        ASSERT_TRUE(done || lost) << state << " " << steps << " " << choice;
        ASSERT_FALSE(HasFailure()) << state << " " << steps << " " << choice;
      }
    }
  }
  EXPECT_GE(losses, 5u * 24 * 18);
}

}  // namespace
}  // namespace hedgerow::container
