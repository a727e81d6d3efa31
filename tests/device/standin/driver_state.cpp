// State, failures on demand, streams.
#include "driver.hpp"

#include <cstdlib>
#include <utility>

namespace standin {
namespace {

// Reads STANDIN_FAIL, for example "run.kernel:100". It replaces standin_fail if a test only starts
// the process.
State* made() {
  auto* const one = new State;
  const char* const text = std::getenv("STANDIN_FAIL");
  if (!text) return one;
  const std::string all = text;
  const std::size_t colon = all.find(':');
  const int after = colon == all.npos ? 0 : std::atoi(all.c_str() + colon + 1);
  one->failures[all.substr(0, colon)] = {after, kLaunchFailed};
  return one;
}

}  // namespace

State& state() {
  static State* const one = made();
  return *one;
}

namespace {

bool survives(int error) { return error < 600 && error != 214; }

// The caller holds the lock.
int failure_of(State& s, const char* name) {
  const auto found = s.failures.find(name);
  if (found == s.failures.end()) return kOk;
  if (found->second.after-- > 0) return kOk;
  const int error = found->second.error;
  s.failures.erase(found);
  if (!survives(error)) s.sticky = error;
  return error;
}

}  // namespace

int entered(const char* name) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  return s.sticky ? s.sticky : failure_of(s, name);
}

int executing(const char* name) {
  State& s = state();
  std::unique_lock lock(s.mutex);
  s.held.wait(lock, [&] { return !s.hold; });
  if (s.sticky) return s.sticky;
  const int error = failure_of(s, name);
  if (error) s.sticky = error;
  return error;
}

int device_count() {
  const char* text = std::getenv("STANDIN_DEVICES");
  return text ? std::atoi(text) : 1;
}

Stream::~Stream() {
  {
    const std::lock_guard lock(mutex);
    ending = true;
  }
  changed.notify_all();
  worker.join();
}

void Stream::add(std::function<void()> task) {
  const std::lock_guard lock(mutex);
  tasks.push_back(std::move(task));
  changed.notify_all();
}

void Stream::wait() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return tasks.empty() && !busy; });
}

bool Stream::idle() {
  const std::lock_guard lock(mutex);
  return tasks.empty() && !busy;
}

void Stream::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [this] { return ending || !tasks.empty(); });
    if (tasks.empty()) return;
    const auto task = std::move(tasks.front());
    tasks.pop_front();
    busy = true;
    lock.unlock();
    task();
    lock.lock();
    busy = false;
    changed.notify_all();
  }
}

}  // namespace standin

using namespace standin;

STANDIN_API void standin_fail(const char* name, int after, int error) {
  const std::lock_guard lock(state().mutex);
  state().failures[name] = {after, error};
}
STANDIN_API void standin_hold(int hold) {
  const std::lock_guard lock(state().mutex);
  state().hold = hold != 0;
  state().held.notify_all();
}
STANDIN_API void standin_corrupt(int corrupt) {
  const std::lock_guard lock(state().mutex);
  state().corrupt = corrupt != 0;
}
STANDIN_API void standin_memory(size_t bytes) {
  const std::lock_guard lock(state().mutex);
  state().room = bytes;
}
STANDIN_API size_t standin_dirty_bytes(void) {
  const std::lock_guard lock(state().mutex);
  return std::exchange(state().dirty, 0);
}
STANDIN_API size_t standin_live(void) {
  const std::lock_guard lock(state().mutex);
  return state().memory.size() + state().objects;
}
STANDIN_API void standin_reset(void) {
  const std::lock_guard lock(state().mutex);
  State& s = state();
  s.hold = s.corrupt = false;
  s.held.notify_all();
  s.sticky = kOk;
  s.failures.clear();
  s.room = std::size_t{2} << 30;
}
