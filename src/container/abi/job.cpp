// Moves data between the callbacks and the pipes of a Job.
#include "container/abi/job.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "container/abi/boundary.hpp"

namespace hedgerow::container::abi {
namespace {

constexpr std::size_t kBufferBytes = 256 << 10;

// Writing to the descriptor of the event can fail, and then an event is lost. Therefore the pump also
// looks without an event.
constexpr int kLookAgain = 500;  // milliseconds

// While an object lives, a write to a closed pipe is an error of the write and does not end the
// process. This applies to the current thread and to the threads that it starts.
class SigpipeBlocked {
 public:
  SigpipeBlocked() {
    sigset_t pending;
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~SigpipeBlocked() {
    const timespec no_time{};
    while (!was_pending_ && sigtimedwait(&sigpipe_, nullptr, &no_time) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SigpipeBlocked(const SigpipeBlocked&) = delete;
  SigpipeBlocked& operator=(const SigpipeBlocked&) = delete;

 private:
  sigset_t sigpipe_, before_;
  bool was_pending_;
};

}  // namespace

// Data between a callback and a pipe. It is wiped because it may be plaintext.
struct Job::Buffer {
  ~Buffer() { wipe_memory(data.data(), data.size()); }
  std::array<std::uint8_t, kBufferBytes> data;
  std::size_t begin = 0, end = 0;
};

Job::Job(const hedgerow_container_input* in, const hedgerow_container_output* out,
         const hedgerow_container_options& options)
    : read_(in && in->read ? in : nullptr),
      write_(out && out->write ? out : nullptr),
      options_(options) {
  if (in) job_in_ = in->fd;
  if (out) job_out_ = out->fd;
  if (!has_callbacks()) return;
  event_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event_.valid()) throw_errno("an event could not be made", errno);
  if (read_) {
    auto pipe = open_pipe();
    fcntl(pipe.write.get(), F_SETFL, O_NONBLOCK);
    job_end_in_ = std::move(pipe.read);
    caller_end_in_ = std::move(pipe.write);
    job_in_ = job_end_in_.get();
    given_ = std::make_unique<Buffer>();
  }
  if (write_) {
    auto pipe = open_pipe();
    job_end_out_ = std::move(pipe.write);
    caller_end_out_ = std::move(pipe.read);
    job_out_ = job_end_out_.get();
    taken_ = std::make_unique<Buffer>();
  }
}

Job::~Job() = default;

Progress Job::progress() {
  if (!options_.progress) return {};
  return [this](std::uint64_t done, std::uint64_t total) {
    if (stopped_) throw Error(Status::kCancelled, "the work was stopped");
    done_ = done;
    total_ = total == 0 ? HEDGEROW_CONTAINER_UNKNOWN : total;
    eventfd_write(event_.get(), 1);
  };
}

std::function<void()> Job::at_end() {
  return [this] {
    // This also waits for a callback that is running, so the check for a failure comes after it.
    if (job_end_in_.valid()) require_ended(job_end_in_.get());
    if (stopped_) throw Error(Status::kCancelled, "the work was stopped");
  };
}

void Job::job_thread(const std::function<void()>& work) {
  const SigpipeBlocked blocked;
  try {
    work();
  } catch (...) {
    job_failure_ = std::current_exception();
  }
  job_end_out_.close();
  finished_ = true;
  eventfd_write(event_.get(), 1);
}

void Job::run(const std::function<void()>& work) {
  if (!has_callbacks()) {
    const SigpipeBlocked blocked;
    return work();
  }
  std::thread thread([this, &work] { job_thread(work); });
  try {
    pump();
  } catch (...) {
    stop(std::current_exception());
  }
  thread.join();
  // Ignore a cancellation that came after all the work was done.
  const bool too_late = cancelled_ && !job_failure_ && !lost_output_;
  if (caller_failure_ && !too_late) std::rethrow_exception(caller_failure_);
  if (job_failure_) std::rethrow_exception(job_failure_);
}

void Job::pump() {
  for (;;) {
    // A closed descriptor is -1, which poll ignores.
    pollfd polled[] = {{event_.get(), POLLIN, 0},
                       {caller_end_out_.get(), POLLIN, 0},
                       {caller_end_in_.get(), POLLOUT, 0}};
    if (poll(polled, std::size(polled), kLookAgain) < 0) {
      if (errno == EINTR) continue;
      throw_errno("waiting for data failed", errno);
    }
    if (polled[0].revents != 0) take_event();
    if (polled[1].revents != 0) drain();
    if (finished_ && !caller_end_out_.valid()) return take_event();  // the last event
    if (polled[2].revents != 0 && caller_end_in_.valid() && !finished_) feed();
  }
}

// A callback may be written in C++ and throw. That counts as its failure.
template <class Call>
void Job::guard(const Call& call) {
  try {
    call();
  } catch (const Error&) {
    stop(std::current_exception());
  } catch (...) {
    stop(std::make_exception_ptr(Error(Status::kCallback, "a callback threw an exception")));
  }
}

void Job::feed() {
  guard([&] {
    auto& buffer = *given_;
    if (buffer.begin == buffer.end) {
      const auto got = read_->read(read_->user, buffer.data.data(), kBufferBytes);
      buffer.begin = 0;
      buffer.end = checked_transfer(got, kBufferBytes, "read");
    }
    if (buffer.begin == buffer.end) {
      caller_end_in_.close();
      return;
    }
    const auto written =
        ::write(caller_end_in_.get(), buffer.data.data() + buffer.begin, buffer.end - buffer.begin);
    if (written > 0) buffer.begin += static_cast<std::size_t>(written);
    if (written < 0 && errno != EAGAIN && errno != EINTR) throw_errno("a pipe failed", errno);
  });
}

void Job::drain() {
  guard([&] {
    const auto data = taken_->data.data();
    const auto got = ::read(caller_end_out_.get(), data, kBufferBytes);
    if (got == 0) caller_end_out_.close();
    if (got < 0 && errno != EINTR) throw_errno("a pipe failed", errno);
    for (std::size_t done = 0; got > 0 && done < static_cast<std::size_t>(got);) {
      const auto left = static_cast<std::size_t>(got) - done;
      const auto took =
          checked_transfer(write_->write(write_->user, data + done, left), left, "write");
      if (took == 0) throw Error(Status::kCallback, "the write callback takes no more bytes");
      done += took;
    }
  });
}

void Job::take_event() {
  eventfd_t count = 0;
  eventfd_read(event_.get(), &count);
  if (!options_.progress || done_ == reported_ || stopped_) return;
  reported_ = done_;
  guard([&] {
    if (options_.progress(options_.user, reported_, total_) == 0) return;
    cancelled_ = true;
    throw Error(Status::kCancelled, "the progress callback cancelled the work");
  });
}

// The job notices this at the end of its input, at its closed output, or in its progress function.
void Job::stop(std::exception_ptr why) {
  stopped_ = true;
  if (!caller_failure_) caller_failure_ = why;
  lost_output_ = lost_output_ || caller_end_out_.valid();
  caller_end_in_.close();
  caller_end_out_.close();
}

}  // namespace hedgerow::container::abi
