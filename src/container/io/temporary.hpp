// The names of temporary files, in a table from which a signal handler can remove them.
#pragma once

#include <atomic>
#include <cstddef>

namespace hedgerow::container {

inline constexpr unsigned kMaxTemporaryNames = 1024;

// Two unpredictable names in a directory. A name is ".hedgerow-" and 24 hexadecimal digits, and the
// second name has one more character. As soon as an object exists, remove_temporary_files removes any
// files with its names.
class TemporaryName {
 public:
  // `directory` must stay open longer than this object. The constructor throws kArgument if there
  // are already kMaxTemporaryNames objects.
  explicit TemporaryName(int directory);
  // Frees the names, but does not remove any files with these names.
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  const char* name() const;
  const char* other_name() const;

 private:
  int slot_;
};

// Removes the named temporary files of this process. It is async-signal-safe, so handlers of
// signals that end the process may call it.
void remove_temporary_files() noexcept;

}  // namespace hedgerow::container
