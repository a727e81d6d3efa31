// The exception that the circuit compiler throws for every wrong input.
#pragma once

#include <stdexcept>
#include <string>

namespace hedgerow::circuit {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns an Error for line `line` of a file.
inline Error error_at(const std::string& file, int line, const std::string& what) {
  return Error(file + ":" + std::to_string(line) + ": " + what);
}

}  // namespace hedgerow::circuit
