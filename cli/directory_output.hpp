// A directory that appears under its name whole or not at all: it is filled under an unpredictable
// name beside it and renamed at the end. Until then it is removed by whatever ends the process, but
// SIGKILL.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>
#include <thread>

#include "container/descriptor.hpp"

namespace hedgerow::cli {

class DirectoryOutput {
 public:
  // Throws container::Error: kExists when `path` exists and is anything but an empty directory,
  // kIo. While it lives, this thread and those that it starts leave SIGINT, SIGTERM, SIGHUP and
  // SIGQUIT to a thread of its own, which ends the child, removes what was made and lets the signal
  // act.
  explicit DirectoryOutput(const std::string& path);
  // Removes the directory unless commit returned.
  ~DirectoryOutput();
  DirectoryOutput(const DirectoryOutput&) = delete;
  DirectoryOutput& operator=(const DirectoryOutput&) = delete;

  // Throws as the constructor would for what exists at `path`.
  static void check(const std::string& path);

  // Where to write.
  const std::string& temporary() const { return temporary_; }
  // The process that writes there, or 0. Its id must not be free for others while it is set here.
  void set_child(pid_t child) { child_ = child; }
  // Makes all of it durable and renames it. Replaces nothing but an empty directory.
  void commit();

 private:
  void watch_signals();
  void stop_watching();
  void remove() noexcept;

  std::string path_;
  std::string temporary_;
  std::atomic<pid_t> child_{0};
  std::atomic<bool> stopping_{false};
  sigset_t watched_{}, before_{};
  container::Descriptor directory_, signals_, stop_;
  std::thread watcher_;
  bool committed_ = false;
};

}  // namespace hedgerow::cli
