// Where a passphrase comes from: a descriptor, or a prompt on the terminal.
#pragma once

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

// The first line that `fd` gives, without its end.
void add_passphrase_of_descriptor(ContainerCredentials& to, int fd);

// The first line of a file, without its end. Returns who else can read or change the file.
hedgerow_container_exposure add_passphrase_of_file(ContainerCredentials& to,
                                                   const std::string& path);

// Asks on /dev/tty without echo; `twice` to be sure. Throws when the answers differ.
void add_passphrase_of_terminal(ContainerCredentials& to, bool twice,
                                const char* question = "Passphrase: ");

}  // namespace hedgerow::cli
