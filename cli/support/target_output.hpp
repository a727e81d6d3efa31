// A Target, opened: what is written into it, and its end, with the rules for terminals, devices and
// files.
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

// What is written, as a terminal sees it.
enum class Content {
  kBinary,     // refused where it would go to a terminal
  kContainer,  // so, too; --armor makes text of it
  kMaybeText,  // plaintext: a terminal shows it as long as it is text
  kText,       // made of lines: goes there as it is
};

class TargetOutput {
 public:
  // What can be refused before anything is read or opened. Throws Error: what
  // OutputFile::check throws; ARGUMENT for a terminal that binary content would go to.
  static void check(const Target& target, bool force, Content content);

  // `force`: replaces a file, and anything may go to a terminal. Throws as check, and IO.
  TargetOutput(const Target& target, bool force, Content content);

  // A file that appears whole, with finish: nothing is seen of what is written before.
  bool is_file() const { return file_.has_value(); }
  bool is_terminal() const { return terminal_; }
  // What to write to, or, of a file, what to examine.
  int fd() const;

  // `work` writes to the descriptor that it gets; for its failures it may find out a better reason.
  void fill(const std::function<void(int fd)>& work);
  // Writes all; counted in bytes().
  void write(std::span<const std::uint8_t> data);
  std::uint64_t bytes() const { return bytes_; }

  // All is written and right: durable where that means something. Throws IO otherwise.
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
