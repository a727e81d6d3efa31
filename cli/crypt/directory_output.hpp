// A directory that appears under its name whole or not at all: it is filled inside another one, which
// has an unpredictable name beside its place and is open to its owner alone, and moves out of that at
// the end. Until then nobody else reaches what is in it, whatever permissions it has, and it is removed
// by whatever ends the process, but SIGKILL. All of that goes by descriptors: who renames directories
// around it meanwhile changes nothing.
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
  // Throws Error: EXISTS when `path` exists and is anything but an empty directory,
  // IO. While it lives, this thread and those that it starts leave SIGINT, SIGTERM, SIGHUP and
  // SIGQUIT to a thread of its own, which ends the child, removes what was made and lets the signal
  // act.
  explicit DirectoryOutput(const std::string& path);
  // Removes the directory unless commit returned.
  ~DirectoryOutput();
  DirectoryOutput(const DirectoryOutput&) = delete;
  DirectoryOutput& operator=(const DirectoryOutput&) = delete;

  // Throws as the constructor would for what exists at `path`.
  static void check(const std::string& path);

  // The directory, to write into.
  int fd() const { return inner_.get(); }
  // The process that writes there, or 0. Its id must not be free for others while it is set here.
  void set_child(pid_t child) { child_ = child; }
  // Makes all of it durable, moves it to its place and gives it the permissions `mode`. Replaces nothing
  // but an empty directory.
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
  std::string temporary_;  // the name of the outer one
  std::thread watcher_;
  std::mutex mutex_;  // of the two threads, one moves or removes what was made
  bool committed_ = false;
};

}  // namespace hedgerow::cli
