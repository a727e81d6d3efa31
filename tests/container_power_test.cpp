// No loss of power at any write of a change of credentials costs the container.
// Seen red: store_area without its first sync; the current copy written first.
#include <map>

#include "container/rekey.hpp"
#include "container/unlock.hpp"
#include "container_support.hpp"

namespace hedgerow::container {
namespace {

// A disk with a cache: until a sync, any of the sectors that were written may be lost. Loses power
// after `steps` writes and syncs, a write counting once for each sector.
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
  // What is found after the loss, when those pending sectors survived that `survives` names.
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

// A change of every slot, from each state that an earlier loss can have left.
TEST(Power, NoLossAtAnyStepCostsTheContainer) {
  const auto plain = pattern(40);
  auto options = small_segments("kalyna-128-128");
  const auto original = seal(plain, options, {{test_key(1), test_key(2)}});
  const auto preamble = read_preamble_at_start(file_of(original).get());
  auto unlocked = unlock(preamble, Credentials(test_key(1)), kDefaultKdfLimit);
  auto stale = unlocked.area;
  stale.sequence = 0;
  const auto stale_copy = encode_copy(stale, preamble.header, unlocked.file_secret);
  auto area = unlocked.area;
  area.sequence++;
  area.slots.clear();
  const std::vector<Credential> added = {test_key(3), test_key(4)};
  add_slots(preamble.header, unlocked.file_secret, added, kCheapKdf, kDefaultKdfLimit, area);
  const auto bytes = encode_copy(area, preamble.header, unlocked.file_secret);

  std::mt19937_64 random(5);
  std::size_t losses = 0;
  for (const int state : {0, 1, 2, 3, 4}) {
    auto image = original;
    const auto page = [&](int copy) { return image.begin() + long{kPageBytes} * (1 + copy); };
    if (state == 1 || state == 2) std::fill_n(page(state - 1), kPageBytes, 0xee);
    if (state == 3 || state == 4) std::copy(stale_copy.begin(), stale_copy.end(), page(state - 3));
    const auto current = unlock(read_preamble_at_start(file_of(image).get()),
                                Credentials(test_key(1)), kDefaultKdfLimit)
                             .current;
    for (std::size_t steps = 0;; steps++) {
      FailingDisk disk(image, steps);
      bool finished = true;
      try {
        store_area(disk, bytes, current);
      } catch (const FailingDisk::PowerLost&) {
        finished = false;
      }
      for (int i = 0; i < 24; i++) {
        // All, none, a prefix, a suffix, or any of the sectors.
        const auto cut = kPageBytes + random() % (2 * kPageBytes);
        const auto found = disk.found([&](std::uint64_t offset) {
          return i == 0 || (i > 1 && i < 8 && offset < cut) ||
                 (i >= 8 && i < 14 && offset >= cut) || (i >= 14 && random() % 2 == 0);
        });
        const auto with_old = open_container(found, test_key(2));
        const auto with_new = open_container(found, test_key(4));
        losses++;
        ASSERT_NE(!with_old.failure, !with_new.failure) << state << " " << steps << " " << i;
        ASSERT_TRUE((with_old.failure ? with_new : with_old).plain == plain);
        ASSERT_FALSE(finished && with_new.failure);
      }
      if (finished) break;
    }
  }
  EXPECT_GE(losses, 5u * 24 * 18);
}

}  // namespace
}  // namespace hedgerow::container
