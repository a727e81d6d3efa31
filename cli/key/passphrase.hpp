// Reads passphrases from a descriptor, a file or the terminal.
#pragma once

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

// Reads the first line of `fd`, without its end.
void add_passphrase_of_descriptor(ContainerCredentials& to, int fd);

// Reads the first line of a file, without its end. Returns who else can read or change the file. Throws ARGUMENT if the
// line is empty or too long.
hedgerow_container_exposure add_passphrase_of_file(ContainerCredentials& to,
                                                   const std::string& path);

// Asks on /dev/tty without echo, and if `twice` is true, asks again and throws ARGUMENT if the answers differ.
void add_passphrase_of_terminal(ContainerCredentials& to, bool twice,
                                const char* question = "Passphrase: ");

}  // namespace hedgerow::cli
