// Standard input to an output, for the commands on single modes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "container/descriptor.hpp"
#include "container/output_file.hpp"
#include "target.hpp"
#include "terminal_guard.hpp"

namespace hedgerow::cli {

// All of a file, or of a descriptor. Throw container::Error: kIo; kArgument when there are more
// than `most` bytes.
std::vector<std::uint8_t> read_whole_file(const std::string& path, std::size_t most);
std::vector<std::uint8_t> read_whole(int fd, std::size_t most, const std::string& name);

// Standard input. Throws kIo when the caller closed it.
int require_standard_input();

class RawOutput {
 public:
  // `path` as in -o. Throws container::Error for what can be refused before anything is read.
  static Target check(const std::string& path, bool force);

  // `text`: what is written may be text, which a terminal shows; otherwise a terminal is refused
  // unless `force`.
  RawOutput(const Target& target, bool force, bool text);

  // Whether nothing is seen of what is written before finish: a file that appears whole.
  bool hidden_until_finished() const { return file_.has_value(); }
  bool is_terminal() const { return terminal_; }
  std::uint64_t bytes() const { return bytes_; }
  void write(std::span<const std::uint8_t> data);
  // All is written and right.
  void finish();

 private:
  int fd() const;

  Target target_;
  std::optional<container::OutputFile> file_;
  container::Descriptor stream_;
  std::optional<TerminalGuard> guard_;
  bool terminal_ = false;
  std::uint64_t bytes_ = 0;
};

}  // namespace hedgerow::cli
