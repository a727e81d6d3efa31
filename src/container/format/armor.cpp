// Converts base64 lines to bytes and back, in a thread between the armored file and a container's
// pipeline.
#include "container/format/armor.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sodium.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "container/error.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/base64.hpp"
#include "container/key/secret.hpp"

namespace hedgerow::container {
namespace {

constexpr std::string_view kBegin = "-----BEGIN HEDGEROW CONTAINER-----";
constexpr std::string_view kEnd = "-----END HEDGEROW CONTAINER-----";
constexpr std::string_view kBlank = " \t";
constexpr std::string_view kQuoting = " \t>";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kBinaryBegin = "HEDGEROW";
constexpr std::size_t kLooks = 4096;  // the bytes that tell text from a binary container
constexpr std::size_t kLineCharacters = 64;
constexpr std::size_t kLineBytes = kLineCharacters / 4 * 3;
constexpr std::size_t kLinesAtOnce = 1024;
constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;

// The other side of the pipe is closed, and the thread that closed it reports the reason.
class Abandoned : public Error {
 public:
  Abandoned() : Error(Status::kIo, "writing failed: nobody reads the output") {}
};

void write_text(int fd, std::string_view text) {
  write_all(fd, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// Waits for input, or throws Abandoned if `out` is a pipe without a reader.
void wait_for_input(int in, int out) {
  pollfd fds[] = {{in, POLLIN, 0}, {out, 0, 0}};
  while (poll(fds, 2, -1) < 0)
    if (errno != EINTR) throw_errno("waiting for input failed", errno);
  if ((fds[1].revents & POLLERR) != 0) throw Abandoned();
}

void write_while_read(int out, const std::vector<std::uint8_t>& bytes) {
  try {
    write_all(out, bytes.data(), bytes.size());
  } catch (const Error&) {
    pollfd fds{out, 0, 0};
    if (poll(&fds, 1, 0) > 0 && (fds.revents & POLLERR) != 0) throw Abandoned();
    throw;
  }
}

// A line without what mail adds: the marks of a quotation before it, and blanks around it.
struct Line {
  std::string text;
  std::size_t quoted = 0;  // the number of '>'
  bool cut = false;        // true if only the beginning of a very long line is here
};

Line without_mail(std::string line, bool cut) {
  Line result{{}, 0, cut};
  const auto start = std::min(line.find_first_not_of(kQuoting), line.size());
  result.quoted = static_cast<std::size_t>(std::count(line.begin(), line.begin() + start, '>'));
  line.erase(line.find_last_not_of(kBlank) + 1);
  if (start < line.size()) result.text = line.substr(start);
  return result;
}

// Reads lines, which end with LF, CR LF or CR, and counts them from 1.
class LineReader {
 public:
  LineReader(int in, int out) : in_(in), out_(out), buffer_(kLinesAtOnce * kLineCharacters) {}

  // Returns false at the end of the input.
  bool next(Line& line) {
    std::string text;
    bool any = false, cut = false;
    number_++;
    while (at_ < have_ || fill()) {
      if (std::exchange(after_cr_, false) && buffer_[at_] == '\n') {
        at_++;
        continue;
      }
      any = true;
      const std::string_view there(buffer_.data() + at_, have_ - at_);
      const auto bytes = std::min(there.find_first_of("\r\n"), there.size());
      const auto kept = std::min(bytes, kLongest - std::min(kLongest, text.size()));
      text.append(there.substr(0, kept));
      cut |= there.substr(0, bytes).find_first_not_of(kBlank, kept) != std::string_view::npos;
      at_ += bytes;
      if (bytes == there.size()) continue;
      after_cr_ = buffer_[at_++] == '\r';
      break;
    }
    if (number_ == 1 && text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    line = without_mail(std::move(text), cut);
    return any;
  }
  std::uint64_t number() const { return number_; }

 private:
  // The rest of a longer line is not kept. A line of armor with its quotation is far shorter.
  static constexpr std::size_t kLongest = 512;

  bool fill() {
    wait_for_input(in_, out_);
    const ssize_t got = read(in_, buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) return fill();
    if (got < 0) throw_errno("reading failed", errno);
    at_ = 0;
    have_ = static_cast<std::size_t>(got);
    return got > 0;
  }

  int in_;
  int out_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t have_ = 0;
  bool after_cr_ = false;
  std::uint64_t number_ = 0;
};

[[noreturn]] void refuse(const LineReader& lines, const std::string& what) {
  throw Error(Status::kArmor,
              "the armor is damaged: line " + std::to_string(lines.number()) + " " + what);
}

bool is_begin(const Line& line) { return line.text == kBegin && !line.cut; }

// Returns the first line of armor.
Line skip_to_begin(LineReader& lines) {
  Line line;
  while (lines.next(line))
    if (is_begin(line)) return line;
  throw Error(
      Status::kNotContainer,
      "this is no Hedgerow container: it does not begin as a binary one, and has no line \"" +
          std::string(kBegin) + "\"");
}

// Other text may follow, but nobody should believe that this program has read a second container.
void require_one_container(LineReader& lines) {
  Line line;
  while (lines.next(line))
    if (is_begin(line)) refuse(lines, "begins a second container: only one is read from a text");
}

// Appends the bytes of a line to `bytes` and returns their number.
std::size_t decode_line(const LineReader& lines, const std::string& line,
                        std::vector<std::uint8_t>& bytes) {
  if (line.size() > kLineCharacters) refuse(lines, "is longer than 64 characters");
  if (line.empty()) refuse(lines, "is empty");
  const auto before = bytes.size();
  bytes.resize(before + kLineBytes);
  const auto decoded = decode_base64(line, kVariant, std::span(bytes).subspan(before));
  if (!decoded)
    refuse(lines, "is not base64: characters other than A-Z a-z 0-9 + /, or a wrong padding");
  bytes.resize(before + *decoded);
  return *decoded;
}

void write_lines(int in, int out) {
  std::vector<std::uint8_t> bytes(kLinesAtOnce * kLineBytes);
  std::string text;
  char line[kLineCharacters + 1];
  write_text(out, std::string(kBegin) + "\n");
  // A short read is the end, because a line before the last one must be full.
  for (auto got = bytes.size(); got == bytes.size();) {
    got = read_up_to(in, bytes.data(), bytes.size());
    text.clear();
    for (std::size_t at = 0; at < got; at += kLineBytes) {
      sodium_bin2base64(line, sizeof line, bytes.data() + at, std::min(kLineBytes, got - at),
                        kVariant);
      text.append(line).append("\n");
    }
    write_text(out, text);
  }
}

void write_end(int out) { write_text(out, std::string(kEnd) + "\n"); }

// `codec` works in its own thread and owns `codec_end`, while `work` has `work_end`. `wanted` tells
// the codec if the work succeeded.
void run_both(Descriptor& codec_end, Descriptor& work_end, std::atomic<bool>& wanted,
              const std::function<void()>& codec, const std::function<void(int)>& work) {
  std::exception_ptr codec_error, work_error;
  std::thread thread([&] {
    try {
      codec();
    } catch (const Abandoned&) {
    } catch (...) {
      codec_error = std::current_exception();
    }
    codec_end.close();
  });
  try {
    work(work_end.get());
  } catch (...) {
    work_error = std::current_exception();
    wanted = false;
  }
  work_end.close();
  thread.join();
  if (codec_error) std::rethrow_exception(codec_error);
  if (work_error) std::rethrow_exception(work_error);
}

// Returns true if the beginning of the input is text. A binary container has control characters
// among its first bytes, also if its magic is damaged.
bool is_text(std::string_view data) {
  const auto magic = std::min(data.size(), kBinaryBegin.size());
  if (data.substr(0, magic) == kBinaryBegin.substr(0, magic) && data.size() <= magic) return false;
  return std::ranges::none_of(data, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0x7f ||
           (byte < 0x20 && std::string_view("\t\n\v\f\r").find(c) == std::string_view::npos);
  });
}

// A text file without armor is no container, and the binary reader says so.
bool is_armored_file(int fd) {
  auto offset = lseek(fd, 0, SEEK_CUR);
  std::array<char, kLooks> beginning;
  const auto looked = offset < 0 ? -1 : pread(fd, beginning.data(), beginning.size(), offset);
  if (looked <= 0 || !is_text({beginning.data(), static_cast<std::size_t>(looked)})) return false;
  std::string data(std::size_t{1} << 16, '\0');
  for (std::size_t kept = 0; offset >= 0;) {
    const auto got = pread(fd, &data[kept], data.size() - kept, offset);
    if (got <= 0) return false;
    const std::string_view there(data.data(), kept + static_cast<std::size_t>(got));
    if (there.find(kBegin) != std::string_view::npos) return true;
    kept = std::min(there.size(), kBegin.size() - 1);
    std::copy(there.end() - static_cast<long>(kept), there.end(), data.begin());
    offset += got;
  }
  return false;
}

}  // namespace

bool is_armored(int fd) {
  std::array<char, kLooks> data;
  struct stat status;
  if (fstat(fd, &status) != 0) return false;
  ssize_t got = 0;
  if (S_ISREG(status.st_mode)) return is_armored_file(fd);
  if (S_ISFIFO(status.st_mode)) {
    const auto copy = open_pipe();
    while ((got = tee(fd, copy.write.get(), data.size(), 0)) < 0 && errno == EINTR) continue;
    if (got > 0) got = read(copy.read.get(), data.data(), static_cast<std::size_t>(got));
  } else if (S_ISSOCK(status.st_mode)) {
    got = recv(fd, data.data(), data.size(), MSG_PEEK);
  } else {
    return isatty(fd) != 0;
  }
  return got > 0 && is_text({data.data(), static_cast<std::size_t>(got)});
}

void write_armor(int in, int out) {
  write_lines(in, out);
  write_end(out);
}

void read_armor(int in, int out) {
  require_sodium();
  LineReader lines(in, out);
  const auto begin = skip_to_begin(lines);
  std::vector<std::uint8_t> bytes;
  Line line;
  bool last = false;
  for (;;) {
    if (!lines.next(line))
      throw Error(Status::kArmor,
                  "the armor is cut off: it has no line \"" + std::string(kEnd) + "\"");
    if (line.quoted != begin.quoted) refuse(lines, "is not quoted as the first line is");
    if (line.cut) refuse(lines, "is longer than 64 characters");
    if (line.text == kEnd) break;
    if (last) refuse(lines, "follows a short line; only the last line of base64 may be short");
    last = decode_line(lines, line.text, bytes) < kLineBytes;
    if (bytes.size() < kLinesAtOnce * kLineBytes) continue;
    write_while_read(out, bytes);
    bytes.clear();
  }
  write_while_read(out, bytes);
  require_one_container(lines);
}

void with_armored_output(int out, const std::function<void(int)>& work) {
  require_sodium();
  auto pipe = open_pipe();
  std::atomic<bool> wanted{true};
  run_both(
      pipe.read, pipe.write, wanted,
      [&] {
        write_lines(pipe.read.get(), out);
        require_ended(pipe.read.get());
        if (wanted) write_end(out);
      },
      work);
}

void with_armored_input(int in, const std::function<void(int)>& work) {
  require_sodium();
  auto pipe = open_pipe();
  std::atomic<bool> wanted{true};
  run_both(pipe.write, pipe.read, wanted, [&] { read_armor(in, pipe.write.get()); }, work);
}

}  // namespace hedgerow::container
