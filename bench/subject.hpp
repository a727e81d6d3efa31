// Hedgerow under measurement: one keyed context with its buffers, for one thread. Ciphers and AEADs
// are called through the C ABI alone; key set-up through the registry, since the ABI's allocation
// would hide it.
#pragma once

#include <memory>

#include "case.hpp"

namespace hedgerow::bench {

// What one thread is timed doing.
class Work {
 public:
  virtual ~Work() = default;
  virtual void call() = 0;  // one message, one block or one key
};

class Subject : public Work {
 public:
  virtual const Kernel& kernel() const = 0;  // the kernel that serves call()
};

// `bytes` is this thread's share. Throws std::runtime_error with the library's reason when the case
// cannot run here.
std::unique_ptr<Subject> make_subject(const Case& what, std::size_t bytes);

}  // namespace hedgerow::bench
