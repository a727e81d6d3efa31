// An open Target. It has the rules for writing to terminals, devices and files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "hedgerow/container.hpp"
#include "support/descriptor.hpp"
#include "support/target.hpp"
#include "support/terminal_guard.hpp"

namespace hedgerow::cli {

// The kind of data that is written, which decides whether a terminal may get it.
enum class Content {
  kBinary,     // never goes to a terminal
  kContainer,  // never goes to a terminal; the message names --armor
  kMaybeText,  // plaintext: goes to a terminal as long as it is text
  kText,       // lines of text: may go to a terminal
};

class TargetOutput {
 public:
  // Throws Error for everything that can be refused before a file is opened: the errors of ContainerFile::check, and
  // ARGUMENT if binary content would go to a terminal.
  static void check(const Target& target, bool force, Content content);

  // With `force`, an existing file is replaced and a terminal may get any content. Throws as check, and IO.
  TargetOutput(const Target& target, bool force, Content content);

  // Returns true for a file that appears under its name only with finish.
  bool is_file() const { return file_.has_value(); }
  // Returns this file, or nullptr. You may commit it together with others instead of calling finish.
  ContainerFile* file() { return file_ ? &*file_ : nullptr; }
  bool is_terminal() const { return terminal_; }
  // Returns the descriptor to write to.
  int fd() const;

  // Calls work(fd), which writes to the descriptor. If it throws, this function may throw a more exact error instead.
  void fill(const std::function<void(int fd)>& work);
  // Writes all of `data` and adds its length to bytes().
  void write(std::span<const std::uint8_t> data);
  std::uint64_t bytes() const { return bytes_; }

  // Call it when everything is written and correct. It makes the output durable, if that is possible for its kind, or
  // throws IO.
  void finish();

 private:
  Target target_;
  std::optional<ContainerFile> file_;
  Descriptor stream_;
  std::optional<TerminalGuard> guard_;
  bool terminal_ = false;
  std::uint64_t bytes_ = 0;
};

}  // namespace hedgerow::cli
