// An in-order command queue, and built programs.
#pragma once

#include <map>

#include "device/opencl/device.hpp"

namespace hedgerow::device::opencl {

class OpenClProgram final : public Program {
 public:
  // Takes ownership of the program.
  OpenClProgram(const OpenClDevice& device, void* program) : device_(device), program_(program) {}
  ~OpenClProgram() override;
  // A thread must hold this lock while it sets a kernel's arguments and launches it.
  std::mutex& mutex() { return mutex_; }
  void* kernel(const char* entry);

 private:
  const OpenClDevice& device_;
  void* program_;
  std::mutex mutex_;
  std::map<std::string, void*> kernels_;
};

class OpenClQueue final : public Queue {
 public:
  // `native` is an in-order cl_command_queue of the device's context, which is retained, or null
  // for a new queue.
  OpenClQueue(OpenClDevice& device, void* native);
  ~OpenClQueue() override;
  void upload(DevicePtr to, const void* from, std::size_t bytes) override;
  void download(void* to, DevicePtr from, std::size_t bytes) override;
  void copy(DevicePtr to, DevicePtr from, std::size_t bytes) override;
  void clear(DevicePtr place, std::size_t bytes) override;
  void launch(Program& program, const Dispatch& dispatch) override;
  void flush() override;
  void wait() override;
  bool done() override;

 private:
  void forget_marker();

  OpenClDevice& device_;
  const Loader& loader_;
  void* queue_;
  void* marker_ = nullptr;  // an event after the last work, made when done() is first called
};

}  // namespace hedgerow::device::opencl
