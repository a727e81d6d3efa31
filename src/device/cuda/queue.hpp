// A stream, and loaded modules.
#pragma once

#include <map>

#include "device/cuda/device.hpp"

namespace hedgerow::device::cuda {

class CudaQueue final : public Queue {
 public:
  // `native` is the caller's CUstream, which is not destroyed here, or null for a new stream.
  CudaQueue(CudaDevice& device, void* native);
  ~CudaQueue() override;
  void upload(DevicePtr to, const void* from, std::size_t bytes) override;
  void download(void* to, DevicePtr from, std::size_t bytes) override;
  void copy(DevicePtr to, DevicePtr from, std::size_t bytes) override;
  void clear(DevicePtr place, std::size_t bytes) override;
  void launch(Program& program, const Dispatch& dispatch) override;
  void flush() override {}  // a stream starts its work without being told
  void wait() override;
  bool done() override;

 private:
  CudaDevice& device_;
  const Driver& driver_;
  void* stream_;
  bool own_;
};

class CudaProgram final : public Program {
 public:
  CudaProgram(CudaDevice& device, void* module) : device_(device), module_(module) {}
  ~CudaProgram() override;
  // Allows the function `local_bytes` of dynamic shared memory.
  void* function(const char* entry, std::uint32_t local_bytes);

 private:
  CudaDevice& device_;
  void* module_;
  std::mutex mutex_;
  std::map<std::string, void*> functions_;
};

}  // namespace hedgerow::device::cuda
