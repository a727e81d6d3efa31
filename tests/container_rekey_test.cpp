// Changing of credentials: what it gives, what it refuses, and that no loss of power at any write
// costs the container.
// Seen red: store_area without its first sync; the current copy written first; the lock left out;
// reencrypt without finish (a damaged segment gave a short file).
#include <sys/file.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "container/rekey.hpp"
#include "container/unlock.hpp"
#include "container_support.hpp"

namespace hedgerow::container {
namespace {

namespace fs = std::filesystem;

class RekeyTest : public ::testing::Test {
 protected:
  RekeyTest() {
    std::string name = (fs::temp_directory_path() / "container_rekey.XXXXXX").string();
    directory_ = mkdtemp(name.data());
    options_.kdf = kCheapKdf;
  }
  ~RekeyTest() override { fs::remove_all(directory_); }

  std::string path(const std::string& name = "c") const { return (directory_ / name).string(); }
  void put(const Bytes& bytes, const std::string& name = "c") const {
    std::ofstream(path(name), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
  }
  Bytes get(const std::string& name = "c") const {
    const Descriptor file(open(path(name).c_str(), O_RDONLY | O_CLOEXEC));
    return content_of(file.get());
  }
  void make(const std::vector<Credential>& credentials) { put(seal(plain_, options_, credentials)); }
  bool opens(Credentials credentials) const {
    const auto result = open_container(get(), credentials);
    EXPECT_TRUE(result.failure || result.plain == plain_);
    return !result.failure;
  }
  // Of a call that must fail, and must not touch the file.
  template <class Call>
  std::optional<Status> refusal(Call call) const {
    const auto before = get();
    try {
      call();
      return {};
    } catch (const Error& e) {
      EXPECT_EQ(get(), before) << e.what();
      text_ = e.what();
      return e.status();
    }
  }

  fs::path directory_;
  EncryptOptions options_ = small_segments("kalyna-128-128");
  const Bytes plain_ = pattern(kSmallSegment + 77);
  mutable std::string text_;
};

SlotChange adding(std::vector<Credential> credentials) {
  SlotChange change;
  change.add = std::move(credentials);
  change.kdf = kCheapKdf;
  return change;
}
SlotChange removing(std::vector<std::string> labels) {
  SlotChange change;
  change.remove = std::move(labels);
  return change;
}

TEST_F(RekeyTest, AddsAndRemovesWithoutTouchingTheData) {
  make({test_key(1)});
  const auto before = get();
  rekey(path(), test_key(1), adding({test_key(2).with_label("second"), test_passphrase(),
                                     recipient_of(test_identity())}));
  for (const auto& credential : {test_key(1), test_key(2), test_passphrase(), test_identity()})
    EXPECT_TRUE(opens(credential));
  const auto slots = rekey(path(), test_identity(), removing({"key file"}));
  EXPECT_FALSE(opens(test_key(1)));
  EXPECT_TRUE(opens(test_key(2)));
  ASSERT_EQ(slots.size(), 3u);
  EXPECT_EQ(slots[0].label, "second");
  EXPECT_EQ(slots[1].kind, SlotKind::kPassphrase);
  const auto listed = list_slots(path(), test_key(2));
  ASSERT_EQ(listed.size(), 3u);
  EXPECT_EQ(listed[2].label, slots[2].label);
  auto after = get();
  std::copy_n(&before[kPageBytes], kBodyOffset - kPageBytes, &after[kPageBytes]);
  EXPECT_EQ(after, before);
}

TEST_F(RekeyTest, ReplacesTheOnlyCredentialAndTheCostOfPassphrases) {
  make({test_passphrase("old")});
  SlotChange change = adding({test_passphrase("new")});
  change.kdf = KdfCost{2, kMinMemoryKib};
  EXPECT_EQ(refusal([&] { rekey(path(), test_passphrase("old"), change); }), Status::kArgument);
  change.remove = {"passphrase"};
  rekey(path(), test_passphrase("old"), change);
  EXPECT_TRUE(opens(test_passphrase("new")));
  EXPECT_FALSE(opens(test_passphrase("old")));
  EXPECT_EQ(inspect(Descriptor(open(path().c_str(), O_RDONLY)).get()).kdf, change.kdf);
}

TEST_F(RekeyTest, RefusesWhatWouldLockOutOrOverflow) {
  make({test_key(1), test_key(2)});
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(1), removing({"key file", "key file 2"})); }),
            Status::kArgument);
  EXPECT_NE(text_.find("last credential"), std::string::npos);
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(1), removing({"nobody"})); }), Status::kArgument);
  EXPECT_NE(text_.find("'key file', 'key file 2'"), std::string::npos) << text_;
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(1), adding({test_key(2)})); }), Status::kArgument);
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(3), adding({test_key(4)})); }), Status::kWrongKey);
  std::vector<Credential> fourteen, one = {test_key(99)};
  for (std::uint8_t i = 0; i < 14; i++) fourteen.push_back(test_key(static_cast<uint8_t>(20 + i)));
  rekey(path(), test_key(1), adding(fourteen));
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(1), adding(one)); }), Status::kArgument);
  EXPECT_TRUE(opens(fourteen.back()));
}

TEST_F(RekeyTest, AnEmptyChangeMendsADamagedCopy) {
  for (std::size_t copy = 0; copy < kSlotCopies; copy++) {
    make({test_key()});
    auto damaged = get();
    damaged[kPageBytes * (1 + copy) + 200] ^= 1;
    put(damaged);
    EXPECT_FALSE(verify(file_of(damaged).get(), test_key(), {}).copies_whole);
    rekey(path(), test_key(), {});
    EXPECT_TRUE(verify(file_of(get()).get(), test_key(), {}).copies_whole);
  }
}

TEST_F(RekeyTest, OneProcessAtATime) {
  make({test_key()});
  const Descriptor other(open(path().c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(flock(other.get(), LOCK_EX), 0);
  const auto change = adding({test_key(2)});
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(), change); }), Status::kBusy);
  EXPECT_EQ(refusal([&] { reencrypt(path(), test_key(), change); }), Status::kBusy);
  EXPECT_EQ(exit_code(Status::kBusy), 3);
  EXPECT_TRUE(opens(test_key()));  // readers take no lock
  flock(other.get(), LOCK_UN);
  rekey(path(), test_key(), change);
  EXPECT_TRUE(opens(test_key(2)));
}

TEST_F(RekeyTest, FollowsLinksAndRefusesOtherFiles) {
  make({test_key()});
  fs::create_symlink(path(), path("link"));
  rekey(path("link"), test_key(), adding({test_key(2)}));
  reencrypt(path("link"), std::vector{test_key(), test_key(2)}, {});
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_TRUE(opens(test_key(2)));
  EXPECT_THROW(rekey(path("none"), test_key(), {}), Error);
  EXPECT_THROW(rekey("/dev/null", test_key(), {}), Error);
}

TEST_F(RekeyTest, Version1NeedsReencryption) {
  put(vector_container("kalyna-256-256-1000"));
  EXPECT_EQ(refusal([&] { rekey(path(), vector_key(), {}); }), Status::kVersion);
  EXPECT_NE(text_.find("--reencrypt"), std::string::npos);
  EXPECT_EQ(refusal([&] { list_slots(path(), vector_key()); }), Status::kVersion);
  reencrypt(path(), vector_key(), adding({test_key()}));
  const auto old = open_container(vector_container("kalyna-256-256-1000"), vector_key()).plain;
  for (const auto& key : {vector_key(), test_key()})
    EXPECT_EQ(open_container(get(), key).plain, old);
}

TEST_F(RekeyTest, ReencryptionIsANewFileWithANewKey) {
  make({test_key(1), test_key(2), recipient_of(test_identity())});
  fs::permissions(path(), fs::perms(0640));
  const auto before = get();
  EXPECT_EQ(refusal([&] { reencrypt(path(), test_key(1), {}); }), Status::kArgument);
  EXPECT_NE(text_.find("'key file 2', 'hedgerow-public-"), std::string::npos) << text_;
  const auto public_label = list_slots(path(), test_key(1))[2].label;
  SlotChange change = adding({test_passphrase()});
  change.remove = {"key file 2", public_label};
  const auto slots = reencrypt(path(), std::vector{test_key(9), test_key(1)}, change);
  ASSERT_EQ(slots.size(), 2u);
  EXPECT_EQ(slots[0].label, "key file");
  EXPECT_TRUE(opens(test_key(1)));
  EXPECT_TRUE(opens(test_passphrase()));
  EXPECT_FALSE(opens(test_key(2)));
  EXPECT_FALSE(opens(test_identity()));
  EXPECT_EQ(fs::status(path()).permissions(), fs::perms(0640));
  // What opened the old one does not open the new one: its slots give another file key.
  auto mixed = get();
  std::copy_n(&before[kPageBytes], kBodyOffset - kPageBytes, &mixed[kPageBytes]);
  EXPECT_EQ(open_container(mixed, test_key(1)).failure, Status::kWrongKey);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()), 1);
}

TEST_F(RekeyTest, ReencryptionOfADamagedContainerChangesNothing) {
  make({test_key()});
  auto damaged = get();
  damaged[kBodyOffset + kSmallSegment + 50] ^= 1;
  put(damaged);
  EXPECT_EQ(refusal([&] { reencrypt(path(), test_key(), {}); }), Status::kTampered);
  damaged.resize(kBodyOffset + kSmallSegment + 16);
  put(damaged);
  EXPECT_EQ(refusal([&] { reencrypt(path(), test_key(), {}); }), Status::kTruncated);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()), 1);
}

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
          return i == 0 || (i > 1 && i < 8 && offset < cut) || (i >= 8 && i < 14 && offset >= cut) ||
                 (i >= 14 && random() % 2 == 0);
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
