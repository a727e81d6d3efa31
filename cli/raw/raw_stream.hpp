// Standard input, and an output that is not that, for the commands on single modes.
#pragma once

#include <cstddef>
#include <string>

#include "raw/raw_bytes.hpp"
#include "raw/raw_options.hpp"
#include "support/target_output.hpp"

namespace hedgerow::cli {

// All of a file, or of a descriptor. Throw Error: IO; ARGUMENT when there are more
// than `most` bytes.
RawBytes read_whole_file(const std::string& path, std::size_t most);
RawBytes read_whole(int fd, std::size_t most, const std::string& name);

// Standard input. Throws IO when the caller closed it.
int require_standard_input();

// What -o names, for a result that is made from standard input. Throws Error for what can
// be refused before anything is read, also where it names a file that another option reads.
Target check_raw_output(const RawArguments& arguments, Content content);

}  // namespace hedgerow::cli
