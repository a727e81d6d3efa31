// Names of temporary files, and a table of them that a signal handler can clean up from.
#pragma once

#include <atomic>
#include <cstddef>

namespace hedgerow::container {

// Two unpredictable names in a directory, ".hedgerow-" and 24 hexadecimal digits, the second with
// one character more. At most 16 exist at once. From its construction on, remove_temporary_files
// removes whatever has these names.
class TemporaryName {
 public:
  // `directory` must outlive this object. Throws kArgument when there are 16 already.
  explicit TemporaryName(int directory);
  // Removes nothing.
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  const char* name() const;
  const char* other_name() const;

 private:
  int slot_;
};

// Removes the temporary files of this process that have a name. Async-signal-safe: for handlers of
// signals that end the process.
void remove_temporary_files() noexcept;

}  // namespace hedgerow::container
