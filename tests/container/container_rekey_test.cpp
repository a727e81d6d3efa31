// Changes credentials and checks the results and the refusals of each change.
//
// The suite turned red when the lock was left out, when reencrypt skipped finish (a damaged segment
// gave a short file) or fchmod, when slots were lost silently, when the last credential was
// removed, when two costs were accepted, when reencrypt replaced a file that another program had
// put in place meanwhile, when a known recipient was added again, when a weak cost was kept, and
// when only a cost below another in both memory and time counted as below.
#include <sys/file.h>

#include <filesystem>
#include <fstream>

#include "container/container_support.hpp"
#include "container/rekey.hpp"

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
  void make(const std::vector<Credential>& credentials) {
    put(seal(plain_, options_, credentials));
  }
  bool opens(Credentials credentials) const {
    const auto result = open_container(get(), credentials);
    EXPECT_TRUE(result.failure || result.plain == plain_);
    return !result.failure;
  }
  // A call that must fail and must not touch the file.
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

TEST_F(RekeyTest, AFileThatWasPutInPlaceMeanwhileStays) {
  make({test_key(1)});
  const Bytes other = pattern(99);
  RekeyOptions replacing;
  replacing.progress = [&](std::uint64_t, std::uint64_t) {
    put(other, "new");
    fs::rename(path("new"), path());
  };
  try {
    reencrypt(path(), test_key(1), {}, replacing);
    ADD_FAILURE() << "replaced a file of somebody else";
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kBusy) << e.what();
  }
  EXPECT_EQ(get(), other);
}

TEST_F(RekeyTest, ARecipientIsNotAddedTwice) {
  make({test_key(1), recipient_of(test_identity())});
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(1), adding({recipient_of(test_identity())})); }),
            Status::kArgument);
  EXPECT_NE(text_.find("already"), std::string::npos) << text_;
}

TEST_F(RekeyTest, AWeakCostIsNotTakenOver) {
  make({test_key(1), test_passphrase()});
  SlotChange change;
  change.add = {Credential::from_passphrase(Bytes{'n', 'e', 'w'})};
  EXPECT_EQ(refusal([&] { rekey(path(), test_key(1), change); }), Status::kArgument);
  EXPECT_NE(text_.find("less than the least"), std::string::npos) << text_;
  reencrypt(path(), std::vector{test_key(1), test_passphrase()}, change);
  EXPECT_EQ(inspect(Descriptor(open(path().c_str(), O_RDONLY)).get()).kdf, kDefaultKdfCost);
}

TEST(KdfCost, IsBelowAnotherInMemoryOrInTime) {
  constexpr KdfCost least{2, 100};
  EXPECT_FALSE(is_below(least, least));
  EXPECT_FALSE(is_below({1, 200}, least));
  EXPECT_TRUE(is_below({4, 99}, least));
  EXPECT_TRUE(is_below({1, 199}, least));
}

TEST_F(RekeyTest, AddsAndRemovesWithoutTouchingTheData) {
  make({test_key(1)});
  const auto before = get();
  rekey(
      path(), test_key(1),
      adding({test_key(2).with_label("second"), test_passphrase(), recipient_of(test_identity())}));
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
  EXPECT_NE(text_.find("reencrypted it has slots"), std::string::npos);
  EXPECT_EQ(refusal([&] { list_slots(path(), vector_key()); }), Status::kVersion);
  reencrypt(path(), std::vector{test_key(5), vector_key()}, adding({test_key()}));
  EXPECT_EQ(open_container(get(), test_key(5)).failure, Status::kWrongKey);
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
  // Credentials of the old container do not open the new one, because its slots hold another file
  // key.
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

}  // namespace
}  // namespace hedgerow::container
