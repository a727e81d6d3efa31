// Gives the writer a pipe, and copies text from it to the terminal in a thread.
#include "support/terminal_guard.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "support/error.hpp"
#include "support/secret.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

constexpr std::size_t kPortion = 1 << 20;

bool lays_out_text(char32_t c) { return c == '\n' || c == '\r' || c == '\t' || c == '\f'; }

class TextCheck {
 public:
  bool accepts(std::span<const std::uint8_t> data) {
    return std::ranges::all_of(data, [this](std::uint8_t byte) {
      const auto step = utf8_.feed(byte);
      whole_ = step == Utf8::Step::kWhole;
      if (!whole_) return step == Utf8::Step::kMore;
      return !is_control(utf8_.character()) || lays_out_text(utf8_.character());
    });
  }

  // Returns whether the data so far ends between two characters.
  bool is_whole() const { return whole_; }

 private:
  Utf8 utf8_;
  bool whole_ = true;
};

}  // namespace

TerminalGuard::TerminalGuard(int terminal) : terminal_(terminal) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_errno("no pipe could be made", errno);
  output_ = Descriptor(ends[0]);
  input_ = Descriptor(ends[1]);
  thread_ = std::thread([this] { copy(); });
}

TerminalGuard::~TerminalGuard() {
  input_.close();
  if (thread_.joinable()) thread_.join();
}

void TerminalGuard::copy() {
  std::vector<std::uint8_t> portion(kPortion);
  try {
    TextCheck check;
    while (const auto bytes = read_up_to(output_.get(), portion.data(), kPortion)) {
      binary_ = !check.accepts({portion.data(), bytes}) ||
                (bytes < kPortion && !check.is_whole());  // a shorter portion is the last one
      if (binary_) break;
      write_all(terminal_, portion.data(), bytes);
    }
    if (!check.is_whole()) binary_ = true;
  } catch (...) {
    error_ = std::current_exception();
  }
  wipe_memory(portion.data(), kPortion);
  output_.close();
}

void TerminalGuard::finish() {
  input_.close();
  if (thread_.joinable()) thread_.join();
  if (binary_)
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "the plaintext is not text, which could upset the terminal: name a file "
                "with -o, or give --force");
  if (error_) std::rethrow_exception(error_);
}

}  // namespace hedgerow::cli
