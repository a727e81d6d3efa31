// Reading of passphrases into locked memory.
#include "key/passphrase.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "container/error.hpp"
#include "container/io/descriptor.hpp"
#include "support/signals.hpp"

namespace hedgerow::cli {
namespace {

using container::Error;
using container::Secret;
using container::Status;

// Byte by byte: what stands behind the line is left for others who read the descriptor. The line's
// end, LF or CR LF, is no part of it.
Secret read_line(int fd) {
  Secret line(container::kMaxPassphraseBytes + 2);
  std::size_t bytes = 0;
  bool ended = false;
  while (!ended && container::read_up_to(fd, line.data() + bytes, 1) == 1) {
    ended = line.data()[bytes] == '\n';
    if (!ended && ++bytes == line.size()) break;
  }
  if (ended && bytes > 0 && line.data()[bytes - 1] == '\r') bytes--;
  if (bytes > container::kMaxPassphraseBytes)
    throw Error(Status::kArgument, "the passphrase is longer than 1024 bytes");
  line.shrink(bytes);
  return line;
}

Secret ask(int terminal, const char* question) {
  container::write_all(terminal, reinterpret_cast<const std::uint8_t*>(question),
                       std::strlen(question));
  return read_line(terminal);
}

}  // namespace

container::Credential passphrase_from_descriptor(int fd) {
  return container::Credential::from_passphrase(read_line(fd).view());
}

container::Credential passphrase_from_terminal(bool twice, const char* question) {
  const container::Descriptor terminal(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.valid())
    throw Error(Status::kArgument,
                "there is no terminal to ask for a passphrase: give --key-file or --passphrase-fd");
  const EchoOff silence(terminal.get());
  const auto first = ask(terminal.get(), question);
  if (twice) {
    const auto second = ask(terminal.get(), "Passphrase again: ");
    if (!std::ranges::equal(first.view(), second.view()))
      throw Error(Status::kArgument, "the two passphrases differ");
  }
  return container::Credential::from_passphrase(first.view());
}

}  // namespace hedgerow::cli
