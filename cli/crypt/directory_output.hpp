// An output directory that appears under its name only when it is complete.
//
//   parent/                       where the user wants the directory
//     .hedgerow-<random>/         outer: mode 0700, so other users cannot enter
//       x/                        inner: is filled, and finally moved to parent/NAME
//
// The outer directory is removed if the process ends before that, except by SIGKILL. All steps use descriptors, so
// another process that renames directories meanwhile cannot redirect them.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "support/descriptor.hpp"

namespace hedgerow::cli {

class DirectoryOutput {
 public:
  // Throws Error: ARGUMENT if `path` does not end in a name, EXISTS if it exists and is not an empty directory, IO if
  // the directories cannot be made. While the object lives, it blocks SIGINT, SIGTERM, SIGHUP and SIGQUIT in this
  // thread and in those that this thread starts. A watcher thread receives them: it ends the child, removes the
  // directories and then lets the signal act.
  explicit DirectoryOutput(const std::string& path);
  // Removes the directories, unless commit returned.
  ~DirectoryOutput();
  DirectoryOutput(const DirectoryOutput&) = delete;
  DirectoryOutput& operator=(const DirectoryOutput&) = delete;

  // Throws what can be known before the directories are made.
  static void check(const std::string& path);

  // Returns the inner directory, into which the files go.
  int fd() const { return inner_.get(); }
  // Sets the process that fills the directory, or 0. Set 0 before you wait for the process, because the system can give
  // its id to another process afterwards.
  void set_child(pid_t child) { child_ = child; }
  // Writes everything to the disk by syncfs, moves the directory to its place and gives it the permissions `mode`. It
  // replaces an empty directory.
  void commit(mode_t mode);

 private:
  void make();
  void block_signals();
  void watch_signals();
  void stop_watching();
  void put_in_place();
  void remove() noexcept;
  void remove_locked() noexcept;

  std::string path_;
  std::atomic<pid_t> child_{0};
  std::atomic<bool> stopping_{false};
  sigset_t watched_{}, before_{};
  Descriptor parent_, outer_, inner_, signals_, stop_;
  std::string temporary_;  // the name of the outer directory
  std::thread watcher_;
  std::mutex mutex_;  // only one of the two threads may move or remove the directories
  bool committed_ = false;
};

}  // namespace hedgerow::cli
