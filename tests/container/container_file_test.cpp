// Output files at odd paths, on full disks and beyond size limits, and key files.
//
// The suite turned red when links were followed, when write permission of the group was ignored,
// when a CR counted as part of the key, and when the end of a long key file was not read.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "container/container_support.hpp"
#include "container/io/output_file.hpp"
#include "container/key/key_file.hpp"

namespace hedgerow::container {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test, protected TestFolder {};

TEST_F(FileTest, SymbolicLinksCountAsExisting) {
  put("target", "old");
  fs::create_symlink(path("target"), path("link"));
  fs::create_symlink(path("nowhere"), path("dangling"));
  EXPECT_EQ(status_of([&] { OutputFile file(path("link"), false); }), Status::kExists);
  EXPECT_EQ(status_of([&] { OutputFile file(path("dangling"), false); }), Status::kExists);
  OutputFile(path("link"), true).commit();
  EXPECT_EQ(get("target"), "old");
  EXPECT_FALSE(fs::is_symlink(path("link")));
}

TEST_F(FileTest, SameFileThroughAnyLink) {
  put("a", "x");
  put("b", "x");
  fs::create_symlink(path("a"), path("soft"));
  fs::create_hard_link(path("a"), path("hard"));
  const Descriptor in(open(path("a").c_str(), O_RDONLY | O_CLOEXEC));
  for (const auto name : {"a", "soft", "hard"}) EXPECT_TRUE(is_same_file(in.get(), path(name)));
  for (const auto name : {"b", "none"}) EXPECT_FALSE(is_same_file(in.get(), path(name)));
}

TEST_F(FileTest, AFailureToCloseIsTold) {
  Descriptor file(open("/dev/null", O_RDONLY | O_CLOEXEC)),
      closed(open("/dev/null", O_RDONLY | O_CLOEXEC));
  ::close(closed.get());
  EXPECT_EQ(closed.close(), EBADF);
  EXPECT_EQ(file.close(), 0);
  EXPECT_EQ(file.close(), 0) << "nothing is open";
}

TEST_F(FileTest, ImpossibleOutputs) {
  EXPECT_EQ(status_of([&] { OutputFile file(path("no/out"), false); }), Status::kIo);
  EXPECT_EQ(status_of([&] { OutputFile file(path(""), true); }), Status::kArgument);
  fs::create_directory(path("d"));
  EXPECT_EQ(status_of([&] { OutputFile file(path("d"), true); }), Status::kArgument);
}

TEST_F(FileTest, FullDeviceIsAnInputOutputError) {
  const auto in = file_of(pattern(3 * kSmallSegment));
  const Descriptor full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  for (const unsigned threads : {1u, 3u}) {
    auto options = small_segments();
    options.threads = threads;
    options.order = WriteOrder::kInOrder;
    lseek(in.get(), 0, SEEK_SET);
    EXPECT_EQ(status_of([&] { encrypt(in.get(), full.get(), test_key(), options); }), Status::kIo);
  }
}

TEST_F(FileTest, FileSizeLimitKeepsTheOldOutput) {
  put("out", "old");
  rlimit old_limit;
  getrlimit(RLIMIT_FSIZE, &old_limit);
  const auto old_handler = signal(SIGXFSZ, SIG_IGN);
  const auto in = file_of(pattern(3 * kSmallSegment));
  const rlimit limit{kSmallSegment, old_limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  const auto status = status_of([&] {
    OutputFile file(path("out"), true);
    encrypt(in.get(), file.fd(), test_key(), small_segments());
    file.commit();
  });
  setrlimit(RLIMIT_FSIZE, &old_limit);
  signal(SIGXFSZ, old_handler);
  EXPECT_EQ(status, Status::kIo);
  EXPECT_EQ(get("out"), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, KeyFiles) {
  create_key_file(path("key"));
  EXPECT_EQ(fs::status(path("key")).permissions(), fs::perms(0600));
  EXPECT_EQ(status_of([&] { create_key_file(path("key")); }), Status::kExists);
  const auto text = get("key");
  EXPECT_EQ(text.size(), 15 + 88 + 1u);
  EXPECT_TRUE(text.starts_with("hedgerow-key-1:"));
  const auto key = load_key_file(path("key"));
  EXPECT_EQ(key.exposure, Exposure::kNone);
  const auto plain = pattern(10);
  const auto container = seal(plain, small_segments(), key.credential);
  put("copy", text.substr(0, text.size() - 1));
  fs::permissions(path("copy"), fs::perms(0644));
  const auto copy = load_key_file(path("copy"));
  EXPECT_EQ(copy.exposure, Exposure::kReadable);
  EXPECT_TRUE(open_container(container, copy.credential).plain == plain);
  put("windows", text.substr(0, text.size() - 1) + "\r\n");
  EXPECT_TRUE(open_container(container, load_key_file(path("windows")).credential).plain == plain);
}

TEST_F(FileTest, KeyFilesThatOthersReach) {
  create_key_file(path("key"));
  for (const unsigned mode : {0600u, 0400u, 0700u, 0640u, 0620u, 0604u, 0602u, 0666u}) {
    fs::permissions(path("key"), fs::perms(mode));
    const auto exposure = load_key_file(path("key")).exposure;
    EXPECT_EQ(exposure != Exposure::kNone, (mode & 0066) != 0) << mode;
    EXPECT_EQ(exposure == Exposure::kWritable, (mode & 0022) != 0) << mode;
  }
}

TEST_F(FileTest, OtherFilesAreNoKeyFiles) {
  create_key_file(path("key"));
  const auto good = get("key");
  const auto windows = good.substr(0, good.size() - 1) + "\r\n";  // the longest key file
  auto other_version = good, bad_character = good;
  other_version[13] = '2';
  bad_character[40] = '!';
  for (const std::string& text :
       {std::string(), std::string("hedgerow-key-1:"), other_version, bad_character, good + "\n",
        good + "\r\n", good + "x", windows + "x", good.substr(0, 100), good.substr(1),
        std::string(64, 'k'), std::string(1 << 20, 0)}) {
    put("bad", text);
    EXPECT_EQ(status_of([&] { load_key_file(path("bad")); }), Status::kKeyFile)
        << text.substr(0, 20);
  }
  EXPECT_EQ(status_of([&] { load_key_file(path("none")); }), Status::kIo);
}

}  // namespace
}  // namespace hedgerow::container
