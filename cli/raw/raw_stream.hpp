// The input and output of cipher, mac, wrap and unwrap. The input is always standard input.
#pragma once

#include <cstddef>
#include <string>

#include "raw/raw_bytes.hpp"
#include "raw/raw_options.hpp"
#include "support/target_output.hpp"

namespace hedgerow::cli {

// Read a whole file or descriptor. Throw Error: IO, and ARGUMENT if it has more than `most` bytes.
RawBytes read_whole_file(const std::string& path, std::size_t most);
RawBytes read_whole(int fd, std::size_t most, const std::string& name);

// Returns the descriptor of standard input, or throws IO if the caller closed it.
int require_standard_input();

// Returns the target of -o, and throws Error for everything that can be refused before the first read, for example if
// the output would replace a file that another option reads.
Target check_raw_output(const RawArguments& arguments, Content content);

}  // namespace hedgerow::cli
