// Reads passphrases into locked memory.
#include "key/passphrase.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/secret.hpp"
#include "support/signals.hpp"

namespace hedgerow::cli {
namespace {

// Reads byte by byte, because the rest after the line belongs to other readers of the descriptor. The end of the line
// is LF or CR LF and is not part of the passphrase.
Secret read_line(int fd) {
  Secret line(HEDGEROW_CONTAINER_PASSPHRASE_BYTES + 2);
  std::size_t bytes = 0;
  bool ended = false;
  while (!ended && read_up_to(fd, line.data() + bytes, 1) == 1) {
    ended = line.data()[bytes] == '\n';
    if (!ended && ++bytes == line.size()) break;
  }
  if (ended && bytes > 0 && line.data()[bytes - 1] == '\r') bytes--;
  if (bytes > HEDGEROW_CONTAINER_PASSPHRASE_BYTES)
    throw Error(HEDGEROW_CONTAINER_ARGUMENT, "the passphrase is longer than 1024 bytes");
  line.shrink(bytes);
  return line;
}

Secret ask(int terminal, const char* question) {
  write_all(terminal, reinterpret_cast<const std::uint8_t*>(question), std::strlen(question));
  return read_line(terminal);
}

}  // namespace

void add_passphrase_of_descriptor(ContainerCredentials& to, int fd) {
  to.add_passphrase(read_line(fd).view());
}

hedgerow_container_exposure add_passphrase_of_file(ContainerCredentials& to,
                                                   const std::string& path) {
  constexpr std::size_t kMostBytes = 4096;
  Secret text(kMostBytes);
  hedgerow_container_exposure exposure{};
  text.shrink(read_secret_file(path, "passphrase file", text.span(), exposure));
  auto end = static_cast<std::size_t>(std::ranges::find(text.view(), '\n') - text.view().begin());
  if (end < text.size() && end > 0 && text.data()[end - 1] == '\r') end--;
  text.shrink(end);
  if (text.size() == 0)
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "the passphrase file " + path +
                    " begins with an empty line: its first line is the passphrase");
  to.add_passphrase(text.view());
  return exposure;
}

void add_passphrase_of_terminal(ContainerCredentials& to, bool twice, const char* question) {
  const Descriptor terminal(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.valid())
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "there is no terminal to ask for a passphrase: give --passphrase-file, "
                "--passphrase-fd, --key-file, or -i for an identity");
  const EchoOff silence(terminal.get());
  const auto first = ask(terminal.get(), question);
  if (twice) {
    const auto second = ask(terminal.get(), "Passphrase again: ");
    if (!std::ranges::equal(first.view(), second.view()))
      throw Error(HEDGEROW_CONTAINER_ARGUMENT, "the two passphrases differ");
  }
  to.add_passphrase(first.view());
}

}  // namespace hedgerow::cli
