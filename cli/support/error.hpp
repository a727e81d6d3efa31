// A failure has a status of container.h and a sentence. The status divided by 100 is the exit code.
#pragma once

#include <string>

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

using Error = container_error;

// Returns 1 (not authentic), 2 (usage), 3 (input or output) or 4 (not supported).
inline int exit_code(const Error& error) { return error.status() / 100; }

// Throws IO with `what` and the text of `error_number`.
[[noreturn]] void throw_errno(const std::string& what, int error_number);

// Throws if a call of hedgerow.h failed.
void check_library(hedgerow_status status, const char* what);

}  // namespace hedgerow::cli
