// A subject with its stack at another place, for --placements.
#pragma once

#include <utility>

#include "subject.hpp"

namespace hedgerow::bench {

// Makes calls with the stack further down than the caller's.
class LowerStack : public Subject {
 public:
  LowerStack(std::unique_ptr<Subject> subject, std::size_t bytes)
      : subject_(std::move(subject)), bytes_(bytes) {}
  void call() override {
    void* const room = __builtin_alloca(bytes_);
    __asm__ volatile("" : : "r"(room) : "memory");
    subject_->call();
  }
  const Kernel& kernel() const override { return subject_->kernel(); }

 private:
  std::unique_ptr<Subject> subject_;
  std::size_t bytes_;
};

}  // namespace hedgerow::bench
