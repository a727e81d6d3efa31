// Shared by the two halves of the standin driver: its state, protected by one lock, and errors.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "standin.h"

#define STANDIN_API extern "C" __attribute__((visibility("default")))

namespace standin {

enum : int {
  kOk = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidImage = 200,
  kInvalidContext = 201,
  kNotFound = 500,
  kNotReady = 600,
  kLaunchFailed = 719
};

struct Allocation {
  std::size_t bytes = 0;
  int device = -1;  // -1: pinned host memory
};

struct Failure {
  int after = 0, error = 0;
};

struct State {
  std::mutex mutex;
  std::condition_variable held;
  bool hold = false, corrupt = false;
  int sticky = kOk;  // every call returns this after the context is lost
  std::map<std::string, Failure> failures;
  std::map<std::uintptr_t, Allocation> memory;  // by their first byte
  std::size_t room = std::size_t{2} << 30, used = 0, dirty = 0, objects = 0;
};
State& state();

// A call returns this value before it does any work: the sticky error, or the error that a test has
// set.
int entered(const char* name);
// The same for work of a stream. Its error is sticky from then on.
int executing(const char* name);

int device_count();
// Returns the device with the current context, or -1.
int current_device();

struct Stream {
  Stream() : worker([this] { work(); }) {}
  ~Stream();
  void add(std::function<void()> task);
  void wait();
  bool idle();

 private:
  void work();
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  bool busy = false, ending = false;
  std::thread worker;  // last member, because it uses the others
};

}  // namespace standin
