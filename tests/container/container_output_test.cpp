// Output files appear complete or not at all, with each method that file systems provide. To test a
// file system without some method, this file defines the calls of the C library itself and lets
// them fail. For example, linkat fails if the file system has no links.
//
// The suite turned red when rename ran without RENAME_NOREPLACE, when ~OutputFile did not unlink,
// when the reservation was opened without O_EXCL or stayed in place, when the trial rename was left
// out, when a name was resolved in the working directory instead of the open directory, and when
// names_another did not see another file in the place of the reservation.
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "container/container_support.hpp"
#include "container/io/output_file.hpp"

namespace {

// The methods that the file system under test supports.
struct Abilities {
  const char* name;
  bool anonymous, no_replace, links, renames;
};
constexpr Abilities kAll = {"all", true, true, true, true};
Abilities abilities = kAll;
// What another program does when the name "out" has been reserved, or when it is about to be renamed.
std::function<void()> on_reservation, on_rename;
// A disk that loses writes. syncfs reports that after this number of calls, or sync_file_range reports it.
struct Disk {
  int good_flushes;
  bool range_fails;
};
std::optional<Disk> disk;

int refuse(int error) {
  errno = error;
  return -1;
}

}  // namespace

extern "C" {
int openat(int directory, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const auto mode = va_arg(list, mode_t);
  va_end(list);
  if ((flags & O_TMPFILE) == O_TMPFILE && !abilities.anonymous) return refuse(EOPNOTSUPP);
  const auto fd = static_cast<int>(syscall(SYS_openat, directory, path, flags, mode));
  if (on_reservation && (flags & O_EXCL) != 0 && std::string_view(path) == "out")
    std::exchange(on_reservation, nullptr)();
  return fd;
}
int linkat(int from_directory, const char* from, int to_directory, const char* to,
           int flags) noexcept {
  if (!abilities.links) return refuse(EPERM);
  return static_cast<int>(syscall(SYS_linkat, from_directory, from, to_directory, to, flags));
}
int fstatfs(int fd, struct statfs* system) noexcept {
  const auto result = static_cast<int>(syscall(SYS_fstatfs, fd, system));
  if (disk) system->f_type = TMPFS_MAGIC;
  return result;
}
int syncfs(int fd) noexcept {
  if (disk && disk->good_flushes-- == 0) return refuse(EIO);
  return static_cast<int>(syscall(SYS_syncfs, fd));
}
int sync_file_range(int fd, off64_t from, off64_t bytes, unsigned flags) {
  if (disk && disk->range_fails) return refuse(EIO);
  return static_cast<int>(syscall(SYS_sync_file_range, fd, from, bytes, flags));
}
int renameat(int from_directory, const char* from, int to_directory, const char* to) noexcept {
  if (on_rename) std::exchange(on_rename, nullptr)();
  if (!abilities.renames) return refuse(ENOSYS);
  return static_cast<int>(syscall(SYS_renameat2, from_directory, from, to_directory, to, 0));
}
int renameat2(int from_directory, const char* from, int to_directory, const char* to,
              unsigned flags) noexcept {
  if (!abilities.no_replace) return refuse(EINVAL);
  return static_cast<int>(syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
}
}

namespace hedgerow::container {
namespace {

namespace fs = std::filesystem;

class OutputTest : public ::testing::TestWithParam<Abilities>, protected TestFolder {
 protected:
  OutputTest() { abilities = GetParam(); }
  ~OutputTest() override {
    abilities = kAll;
    fs::permissions(directory_, fs::perms(0700));
  }

  void write_whole(bool overwrite) const {
    OutputFile file(path("out"), overwrite);
    write_all(file.fd(), reinterpret_cast<const std::uint8_t*>("new"), 3);
    EXPECT_NE(get("out"), "new");
    file.commit();
  }
};

TEST_P(OutputTest, AppearsOnCommit) {
  for (const bool overwrite : {false, true}) {
    write_whole(overwrite);
    EXPECT_EQ(get("out"), "new");
    EXPECT_EQ(entries(), 1u);
    EXPECT_EQ(fs::status(path("out")).permissions(), fs::perms(0600));
    fs::remove(path("out"));
  }
}

TEST_P(OutputTest, StaysInTheDirectoryThatIsHeld) {
  fs::create_directory(path("held"));
  fs::create_directory(path("elsewhere"));
  const Descriptor held(open(path("held").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const FilePlace place(held.get(), "out", "shown");
  OutputFile file(place, false);
  fs::rename(path("held"), path("moved"));
  fs::create_directory_symlink("elsewhere", path("held"));
  file.commit();
  EXPECT_TRUE(fs::exists(path("moved/out")));
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
  EXPECT_EQ(status_of([&] { OutputFile(place, false); }), Status::kExists);
  OutputFile(place, true).commit();
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
}

TEST_P(OutputTest, LeavesNothingWithoutCommit) {
  put("out", "old");
  {
    OutputFile file(path("out"), true);
  }
  {
    OutputFile file(path("other"), false);
  }
  EXPECT_EQ(get("out"), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_P(OutputTest, OverwritesOnlyWhenTold) {
  put("out", "old");
  EXPECT_EQ(status_of([&] { write_whole(false); }), Status::kExists);
  EXPECT_EQ(get("out"), "old");
  write_whole(true);
  EXPECT_EQ(get("out"), "new");
  EXPECT_EQ(entries(), 1u);
}

TEST_P(OutputTest, ARaceCannotOverwrite) {
  const auto race = [&] {
    OutputFile file(path("out"), false);
    put("out", "made meanwhile");
    file.commit();
  };
  EXPECT_EQ(status_of(race), Status::kExists);
  EXPECT_EQ(get("out"), "made meanwhile");
  EXPECT_EQ(entries(), 1u);
}

TEST_P(OutputTest, AFailureToPutItInPlaceLeavesNothing) {
  const auto fail = [&] {
    OutputFile file(path("out"), true);
    abilities.links = abilities.no_replace = abilities.renames = false;
    file.commit();
  };
  EXPECT_EQ(status_of(fail), Status::kIo);
  EXPECT_EQ(entries(), 0u);
  abilities = GetParam();
  const auto fail_after_reserving = [&] {
    OutputFile file(path("out"), false);
    abilities.links = abilities.no_replace = abilities.renames = false;
    file.commit();
  };
  EXPECT_EQ(status_of(fail_after_reserving), Status::kIo);
  EXPECT_EQ(entries(), 0u);
}

// The first flush, the check of each file or the last flush reports a lost write. If data is lost,
// its file does not get its name.
TEST_P(OutputTest, LostWritesAreReported) {
  for (const auto& [bad, is_named] :
       {std::pair{Disk{0, false}, false}, {Disk{9, true}, false}, {Disk{1, false}, true}}) {
    disk = bad;
    OutputFile file(path("out"), true);
    OutputFile* files[] = {&file};
    const auto failures = OutputFile::commit_all(files);
    disk.reset();
    ASSERT_TRUE(failures[0].has_value());
    EXPECT_EQ(failures[0]->status(), Status::kIo);
    EXPECT_EQ(fs::exists(path("out")), is_named);
  }
}

// A program that overwrites files puts its own in the place of the reservation. It stays.
TEST_P(OutputTest, TheFileOfAnotherProgramStays) {
  abilities = {"renames_only", false, false, false, true};
  const auto replace = [&] {
    put("theirs", "made meanwhile");
    fs::rename(path("theirs"), path("out"));
  };
  const auto commit = [&] { OutputFile(path("out"), false).commit(); };
  on_reservation = replace;
  EXPECT_EQ(status_of(commit), Status::kExists);
  EXPECT_FALSE(on_reservation);
  EXPECT_EQ(get("out"), "made meanwhile");
  fs::remove(path("out"));
  const auto commit_without_renames = [&] {
    OutputFile file(path("out"), false);
    on_rename = replace;
    abilities.renames = false;
    file.commit();
  };
  EXPECT_EQ(status_of(commit_without_renames), Status::kIo);
  EXPECT_FALSE(on_rename);
  EXPECT_EQ(get("out"), "made meanwhile");
  EXPECT_EQ(entries(), 1u);
}

TEST_P(OutputTest, TheHandlersCleanUpLeavesNothing) {
  OutputFile a(path("a"), false), b(path("b"), false);
  EXPECT_EQ(entries(), abilities.anonymous && abilities.links ? 0u : 2u);
  remove_temporary_files();
  EXPECT_EQ(entries(), 0u);
}

TEST_P(OutputTest, NothingCanPutItInPlace) {
  abilities = {"none", false, false, false, false};
  EXPECT_EQ(status_of([&] { OutputFile file(path("out"), false); }), Status::kIo);
  EXPECT_EQ(entries(), 0u);
}

TEST_P(OutputTest, NamesThatAreTooLongAreRefusedAtOnce) {
  EXPECT_EQ(status_of([&] { OutputFile file(path(std::string(256, 'n')), false); }),
            Status::kArgument);
  const auto longest = std::string(255, 'n');
  OutputFile(path(longest), false).commit();
  EXPECT_TRUE(fs::exists(path(longest)));
}

TEST_P(OutputTest, ADirectoryThatCannotBeListed) {
  fs::permissions(directory_, fs::perms(0300));
  if (access(directory_.c_str(), R_OK) == 0) {
    // Root may list every directory, so another user does it in a separate process.
    ASSERT_EQ(chown(directory_.c_str(), 65534, 65534), 0);
    EXPECT_EXIT(
        {
          if (setgid(65534) != 0 || setuid(65534) != 0) _exit(1);
          write_whole(false);
          _exit(get("out") == "new" ? 0 : 2);
        },
        ::testing::ExitedWithCode(0), "");
    return;
  }
  write_whole(false);
  EXPECT_EQ(get("out"), "new");
}

INSTANTIATE_TEST_SUITE_P(FileSystems, OutputTest,
                         ::testing::Values(kAll, Abilities{"named", false, true, true, true},
                                           Abilities{"anonymous_without_links", true, true, false,
                                                     true},
                                           Abilities{"links_only", false, false, true, true},
                                           Abilities{"renames_only", false, false, false, true}),
                         [](const auto& line) { return std::string(line.param.name); });

}  // namespace
}  // namespace hedgerow::container
