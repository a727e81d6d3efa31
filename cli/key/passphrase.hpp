// Where a passphrase comes from: a descriptor, or a prompt on the terminal.
#pragma once

#include "container/key/credential.hpp"

namespace hedgerow::cli {

// The first line that `fd` gives, without its end.
container::Credential passphrase_from_descriptor(int fd);

// Asks on /dev/tty without echo; `twice` to be sure. Throws when the answers differ.
container::Credential passphrase_from_terminal(bool twice, const char* question = "Passphrase: ");

}  // namespace hedgerow::cli
