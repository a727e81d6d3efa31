// Where a passphrase comes from: a descriptor, or a prompt on the terminal.
#pragma once

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

// The first line that `fd` gives, without its end.
void add_passphrase_of_descriptor(ContainerCredentials& to, int fd);

// Asks on /dev/tty without echo; `twice` to be sure. Throws when the answers differ.
void add_passphrase_of_terminal(ContainerCredentials& to, bool twice,
                                const char* question = "Passphrase: ");

}  // namespace hedgerow::cli
