// A Job runs the C++ interface of containers in its own thread. The calling thread runs the callbacks
// of container.h, because most callbacks must stay in one thread. Pipes connect the two:
//
//   calling thread               job thread                calling thread
//   read callback --> | pipe | --> work --> | pipe | --> write callback
//
// If the caller gave a descriptor instead of a callback, the job uses it directly. If there are no
// callbacks at all, the calling thread does the work. The thread that works blocks SIGPIPE meanwhile.
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
  // `in` and `out` may be NULL if the work does not have them. All arguments must outlive the Job.
  Job(const hedgerow_container_input* in, const hedgerow_container_output* out,
      const hedgerow_container_options& options);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // These are for the work: its descriptors, and the functions that it passes on as options.
  int in() const { return job_in_; }
  int out() const { return job_out_; }
  Progress progress();
  // The function throws if the end of the input is not its real end. That is so if a callback failed,
  // or if the pipe ended before the callback gave all data.
  std::function<void()> at_end();

  // Runs `work` to its end. Throws the failure of a callback, or else the exception of `work`.
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

  const hedgerow_container_input* read_;    // has a callback, or is NULL
  const hedgerow_container_output* write_;  // has a callback, or is NULL
  const hedgerow_container_options& options_;
  int job_in_ = -1;
  int job_out_ = -1;
  Descriptor job_end_in_, job_end_out_;  // ends of the pipes
  Descriptor caller_end_in_, caller_end_out_;
  Descriptor event_;
  std::unique_ptr<Buffer> taken_, given_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> finished_{false};
  std::atomic<std::uint64_t> done_{0}, total_{0};
  std::uint64_t reported_ = 0;
  bool cancelled_ = false;    // true if the progress callback asked for it, false for a failure
  bool lost_output_ = false;  // true if a part of the output did not reach the callback
  std::exception_ptr caller_failure_;
  std::exception_ptr job_failure_;
};

}  // namespace hedgerow::container::abi
