// The exceptions that the circuit compiler throws: Error for every wrong input, and FileError.
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>

namespace hedgerow::circuit {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A file cannot be read or written. `verb` is "read" or "write", and `error` is the value of errno, or 0 if unknown.
struct FileError : Error {
  FileError(const std::string& verb, const std::string& file, int error)
      : Error("cannot " + verb + " " + file +
              (error ? ": " + std::generic_category().message(error) : std::string())) {}
};

// Returns an Error for line `line` of a file.
inline Error error_at(const std::string& file, int line, const std::string& what) {
  return Error(file + ":" + std::to_string(line) + ": " + what);
}

// Counts how deeply a reader calls itself, and throws Error before the stack is full, because a stranger can nest
// anything.
class Nested {
 public:
  Nested(int* depth, const std::string& file) : depth_(depth) {
    if (++*depth_ > kMost)
      throw Error(file + ": nested more than " + std::to_string(kMost) + " deep");
  }
  ~Nested() { --*depth_; }

 private:
  static constexpr int kMost = 2000;
  int* depth_;
};

}  // namespace hedgerow::circuit
