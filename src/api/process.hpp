// Which process this is, told apart from its parent after a fork.
#pragma once

#include <cstdint>

namespace hedgerow {

// A mark of a process; as it begins, the mark of none.
struct Process {
  std::uint32_t generation = 0;  // a child's is above all that it got from its parent
  long pid = 0;                  // where the system wipes no page in the child, else 0

  bool operator==(const Process& other) const noexcept {
    return generation == other.generation && pid == other.pid;
  }
};

// The mark of this process: another one than those that its parent had before the fork. Thread-safe.
// Where the system wipes pages, only the first call makes system calls.
Process this_process() noexcept;

}  // namespace hedgerow
