// rekey of containers of version 3 writes a new file that replaces the old one when it is complete.
//
// The suite turned red when the segments were copied from the wrong place, when the access rights
// were not kept, when an empty change repaired nothing, when the file was changed in place, when the
// new file was not put in place, and when reencrypt ignored the old layout.
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>

#include "container/container_support.hpp"
#include "container/rekey.hpp"

namespace hedgerow::container {
namespace {

const Bytes kShort = pattern(40);
const Bytes kLong = pattern(3 * kSmallSegment + 7);

class CompactRekey : public ::testing::Test, protected TestFolder {
 protected:
  static EncryptOptions compact() {
    auto options = cheap();
    options.layout = Layout::kCompact;
    return options;
  }
  void write(const Bytes& bytes) const { put("c", std::string(bytes.begin(), bytes.end())); }
  Bytes read() const {
    const auto text = get("c");
    return {text.begin(), text.end()};
  }
  static Bytes body(const Bytes& container) {
    const auto from = preamble_of(container).header.body_offset();
    return {container.begin() + static_cast<long>(from), container.end()};
  }
  void expect_opens(const Bytes& plain, Credentials credentials) const {
    const auto result = open_container(read(), credentials);
    EXPECT_FALSE(result.failure) << result.text;
    EXPECT_TRUE(result.plain == plain);
  }
};

TEST_F(CompactRekey, AddsAndRemoves) {
  for (const auto& plain : {kShort, kLong}) {
    const auto before = seal(plain, compact(), test_key(1));
    write(before);
    chmod(path("c").c_str(), 0640);
    SlotChange add;
    add.add = {test_passphrase(), recipient_of(test_identity()).with_label("you")};
    add.kdf = kCheapKdf;
    const auto slots = rekey(path("c"), test_key(1), add);
    ASSERT_EQ(slots.size(), 3u);
    EXPECT_EQ(slots[2].label, "you");
    EXPECT_EQ(list_slots(path("c"), test_identity()).size(), 3u);
    for (const auto& credential : {test_key(1), test_passphrase(), test_identity()})
      expect_opens(plain, credential);
    const auto after = read();
    EXPECT_EQ(preamble_of(after).header.bytes, preamble_of(before).header.bytes);
    EXPECT_TRUE(body(after) == body(before));
    rekey(path("c"), test_identity(), {{}, {"key file", "passphrase"}, {}});
    expect_opens(plain, test_identity());
    EXPECT_TRUE(open_container(read(), test_key(1)).failure);
    EXPECT_TRUE(open_container(read(), test_passphrase()).failure);
    EXPECT_LT(read().size(), after.size());
    struct stat status;
    ASSERT_EQ(stat(path("c").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
    EXPECT_EQ(entries(), 1u) << "a temporary file stays";
  }
}

TEST_F(CompactRekey, ManyChangesLeaveNothingBehind) {
  write(seal(kShort, compact(), test_key(1)));
  const auto size = read().size();
  for (int i = 0; i < 20; i++) {
    rekey(path("c"), test_key(1), {{test_key(2).with_label("x")}, {}, {}});
    EXPECT_GT(read().size(), size);
    rekey(path("c"), test_key(1), {{}, {"x"}, {}});
    EXPECT_EQ(read().size(), size);
  }
  expect_opens(kShort, test_key(1));
}

TEST_F(CompactRekey, MendsTheCopies) {
  const auto original = seal(kLong, compact());
  for (const std::size_t at : {std::size_t{3}, std::size_t{8}, std::size_t{100}, kPageBytes + 50}) {
    auto damaged = original;
    damaged[at] ^= 1;
    write(damaged);
    EXPECT_FALSE(verify(file_of(damaged).get(), test_key(), {}).copies_whole);
    rekey(path("c"), test_key(), {});
    EXPECT_TRUE(read() == original) << at;
  }
}

TEST_F(CompactRekey, LeavesDamagedSegmentsAsTheyAre) {
  auto damaged = seal(kLong, compact());
  damaged[damaged.size() - 100] ^= 1;
  damaged.resize(damaged.size() - 10);
  write(damaged);
  rekey(path("c"), test_key(), {{test_key(2)}, {}, {}});
  EXPECT_TRUE(body(read()) == body(damaged));
}

// A reader that has the old file open is not disturbed.
TEST_F(CompactRekey, ReplacesTheFile) {
  write(seal(kLong, compact()));
  const Descriptor old(open(path("c").c_str(), O_RDONLY));
  Reader reader(old.get(), test_key());
  rekey(path("c"), test_key(), {{test_key(2)}, {}, {}});
  Bytes plain(kLong.size());
  EXPECT_EQ(reader.read(0, plain.data(), plain.size()), plain.size());
  EXPECT_TRUE(plain == kLong);
  EXPECT_TRUE(open_container(content_of(old.get()), test_key(2)).failure);
}

TEST_F(CompactRekey, RefusesAndLeavesTheFile) {
  const auto original = seal(kShort, compact(), test_key(1));
  write(original);
  const auto refused = [&](const Credential& with, const SlotChange& change) {
    const auto status = status_of([&] { rekey(path("c"), with, change); });
    EXPECT_TRUE(read() == original);
    EXPECT_EQ(entries(), 1u);
    return status;
  };
  EXPECT_EQ(refused(test_key(1), {{}, {"key file"}, {}}), Status::kArgument);
  EXPECT_EQ(refused(test_key(1), {{}, {"none"}, {}}), Status::kArgument);
  EXPECT_EQ(refused(test_key(1), {{test_key(1)}, {}, {}}), Status::kArgument);
  EXPECT_EQ(refused(test_key(2), {}), Status::kWrongKey);
  const std::vector<Credential> many(16, test_key(3));
  EXPECT_EQ(refused(test_key(1), {many, {}, {}}), Status::kArgument);
  const Descriptor locked(open(path("c").c_str(), O_RDONLY));
  ASSERT_EQ(flock(locked.get(), LOCK_EX), 0);
  EXPECT_EQ(refused(test_key(1), {}), Status::kBusy);
}

TEST_F(CompactRekey, ReencryptKeepsTheCompactLayout) {
  const auto versions = [&](const Bytes& plain, Layout layout) {
    auto options = compact();
    options.layout = layout;
    write(seal(plain, options));
    reencrypt(path("c"), test_key(), {});
    expect_opens(plain, test_key());
    return preamble_of(read()).header.version;
  };
  EXPECT_EQ(versions(kShort, Layout::kCompact), kCompactVersion);
  EXPECT_EQ(versions(kLong, Layout::kCompact), kCompactVersion);
  EXPECT_EQ(versions(kShort, Layout::kReserved), kCompactVersion);
  EXPECT_EQ(versions(kLong, Layout::kReserved), kReservedVersion);
}

}  // namespace
}  // namespace hedgerow::container
