// Runs the C++ face of containers in a thread of its own, between pipes, while the calling thread
// calls the callbacks of container.h, and none but it:
//
//   caller: read -> | pipe | -> job -> | pipe | -> write: caller
//
// What has a descriptor is handed to the job as it is; where there is no callback at all, the calling
// thread does the work itself. SIGPIPE is blocked meanwhile.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <optional>

#include "container/container.hpp"
#include "container/io/descriptor.hpp"
#include "hedgerow/container.h"

namespace hedgerow::container::abi {

class Job {
 public:
  // `in` and `out` may be NULL when the work has none. Everything must outlive the Job.
  Job(const hedgerow_container_input* in, const hedgerow_container_output* out,
      const hedgerow_container_options& options);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // For the work alone: its descriptors, and what it passes on as options.
  int in() const { return job_in_; }
  int out() const { return job_out_; }
  Progress progress();
  // Throws when the input ended because a callback failed.
  std::function<void()> at_end();

  // Runs `work` to its end. Throws the failure of a callback, or else what `work` throws.
  void run(const std::function<void()>& work);

 private:
  struct Buffer;

  bool has_callbacks() const { return read_ || write_ || options_.progress; }
  void job_thread(const std::function<void()>& work);
  void pump();
  void feed();
  void drain();
  void take_event();
  void stop(std::exception_ptr why);
  template <class Call>
  void guard(const Call& call);

  const hedgerow_container_input* read_;    // with a callback, or NULL
  const hedgerow_container_output* write_;  // the same
  const hedgerow_container_options& options_;
  int job_in_ = -1;
  int job_out_ = -1;
  Descriptor job_end_in_, job_end_out_;  // of the pipes
  Descriptor caller_end_in_, caller_end_out_;
  Descriptor event_;
  std::unique_ptr<Buffer> taken_, given_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> finished_{false};
  std::atomic<std::uint64_t> done_{0}, total_{0};
  std::uint64_t reported_ = 0;
  bool cancelled_ = false;    // rather than failed
  bool lost_output_ = false;  // some of it did not reach the callback
  std::exception_ptr caller_failure_;
  std::exception_ptr job_failure_;
};

}  // namespace hedgerow::container::abi
