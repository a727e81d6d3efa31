// Armored containers.
//
//   input   how(1) | bytes. With an even `how`, the bytes are a text to read. With an odd one they
//           are a content, and bits of `how` say how mail changed its armor.
//
// Properties: the content of an accepted text is armored and read again as the same. A content
// survives every change that armor.hpp lists. Armor without its last line is refused, and the bytes
// before it are the beginning of the content.
//
// It turned red when a byte order mark was not skipped, and when is_armored took the bytes of a
// socket.
#include "container/format/armor.hpp"

#include <sys/socket.h>

#include "container/error.hpp"
#include "container/key/secret.hpp"
#include "fuzz.hpp"

using namespace hedgerow::container;
using namespace hedgerow_fuzz;

namespace {

// Returns true if the text was accepted. `content` gets what was written in any case.
bool decode(const std::string& text, Bytes& content) {
  const MemoryFile in({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}), out;
  bool accepted = true;
  try {
    read_armor(in.fd(), out.fd());
  } catch (const Error& e) {
    check(e.status() == Status::kArmor || e.status() == Status::kNotContainer,
          "a text is damaged armor or no armor");
    accepted = false;
  }
  content = out.content();
  return accepted;
}

std::string encode(const Bytes& content) {
  const MemoryFile in(content), out;
  write_armor(in.fd(), out.fd());
  return text_of(out.content());
}

// True if is_armored says so for a stream of this text. The stream must still give all of it.
bool is_armored_stream(const std::string& text, int reader, int writer) {
  const auto all = static_cast<ssize_t>(text.size());
  check(write(writer, text.data(), text.size()) == all, "a stream takes the text");
  close(writer);
  const bool armored = is_armored(reader);
  std::string again(text.size() + 1, 0);
  check(read(reader, again.data(), again.size()) == all && again.substr(0, text.size()) == text,
        "is_armored takes nothing from a stream");
  close(reader);
  return armored;
}

void look_at_streams(const std::string& text) {
  int pipe_ends[2], sockets[2];
  check(pipe2(pipe_ends, O_CLOEXEC) == 0 &&
            socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0,
        "streams can be made");
  check(is_armored_stream(text, pipe_ends[0], pipe_ends[1]) ==
            is_armored_stream(text, sockets[0], sockets[1]),
        "a pipe is like a socket");
  static const int device = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  check(!is_armored(device), "a device has no armor");
}

void read_text(const std::string& text) {
  look_at_streams(text);
  const MemoryFile file({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  const bool armored = is_armored(file.fd());
  check(lseek(file.fd(), 0, SEEK_CUR) == 0, "is_armored leaves the position");
  Bytes content, again;
  if (!decode(text, content)) return;
  const bool controls = std::ranges::any_of(text.substr(0, 4096), [](char c) {
    return (c >= 0 && c < 0x20 &&
            std::string_view("\t\n\v\f\r").find(c) == std::string_view::npos) ||
           c == 0x7f;
  });
  check(armored || controls || text.starts_with("HEDGEROW"),
        "accepted text is recognised as armor");
  check(decode(encode(content), again) && again == content, "the content is armored again");
}

std::string mailed(std::string text, std::uint8_t how) {
  const std::string end = how & 2   ? "\r\n"
                          : how & 4 ? "\r"
                                    : "\n",
                    quote = how & 8 ? "> > " : "", blank = how & 16 ? " \t" : "";
  std::string result;
  if (how & 32) result += "Dear all," + end + "HEDGEROW" + end;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = text.find('\n', at);
    result += quote + text.substr(at, line - at) + blank + end;
    at = line + 1;
  }
  if (how & 64) result += "-- " + end + "me";
  return how & 128 ? "\xef\xbb\xbf" + result : result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  require_sodium();
  Input in(data, size);
  const auto how = in.byte();
  const auto rest = in.rest();
  if (how % 2 == 0) {
    read_text(text_of(rest));
    return 0;
  }
  const Bytes content(rest.begin(), rest.end());
  Bytes again;
  const auto text = mailed(encode(content), how);
  check(decode(text, again) && again == content, "a content survives mail");
  const auto damaged = rest.empty() ? 0 : text.size() * rest[0] / 256;
  Bytes part;
  constexpr std::string_view kEnd = "-----END HEDGEROW CONTAINER-----";
  check(decode(text.substr(0, damaged), part) == (damaged >= text.find(kEnd) + kEnd.size()),
        "armor that is cut is refused");
  check(part.size() <= content.size() && std::equal(part.begin(), part.end(), content.begin()),
        "a failure leaves a prefix");
  return 0;
}
