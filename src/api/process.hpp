// Identifies this process, so that a child can be told apart from its parent after a fork.
#pragma once

#include <cstdint>

namespace hedgerow {

// Identifies a process. The initial value identifies no process.
struct Process {
  std::uint32_t generation = 0;  // higher in a child than any value it got from its parent
  long pid = 0;                  // set only if the system cannot wipe a page in the child, else 0

  bool operator==(const Process& other) const noexcept {
    return generation == other.generation && pid == other.pid;
  }
};

// Identifies this process. The result differs from every result that the parent got before the fork. Thread-safe. If
// the system can wipe pages, only the first call makes system calls.
Process this_process() noexcept;

}  // namespace hedgerow
