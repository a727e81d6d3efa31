// The contract of devices, which cuda/ and opencl/ implement. The rest of this folder uses only
// this contract. A device is asynchronous and can fail at any call, and failures are thrown as
// Error. The CPU is the oracle of every device.
//
// Several threads may call functions of Device at the same time. Only one thread at a time may use
// a Queue or a Program, but several threads may launch Programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/secret.hpp"
#include "device/error.hpp"

namespace hedgerow::device {

// What is known about a device before it is opened.
struct DeviceInfo {
  std::string id;            // "cuda:0"
  std::string backend;       // "cuda"
  std::string name, driver;  // as their vendors call them
  std::string architecture;  // "sm_90", "OpenCL C 1.2"
  std::uint64_t memory_bytes = 0;
  unsigned compute_units = 0, clock_mhz = 0;
  std::uint32_t local_bytes = 0;  // the most that a group can have
  bool is_cpu = false;            // OpenCL on the host's own processor
};

// An address in device memory, with the meaning of a hedgerow_device_pointer in device.h.
struct DevicePtr {
  std::uint64_t base = 0, offset = 0;
};
constexpr DevicePtr operator+(DevicePtr place, std::uint64_t bytes) {
  return {place.base, place.offset + bytes};
}

// The source of a kernel for one device, which is its text and the compiler's options.
struct Source {
  std::string name;                  // for messages
  std::string text;                  // in the backend's language
  std::vector<std::string> options;  // for the compiler
};

// One argument of a kernel: the bytes of a value, or the base of a place in device memory. The
// offset of a place is a separate argument because OpenCL 1.2 cannot add it to the base.
class Argument {
 public:
  Argument(DevicePtr place) : place_(place) {}
  template <class T>
  static Argument value(const T& bytes) {
    return Argument(&bytes, sizeof bytes);
  }
  bool is_memory() const { return !data_; }
  DevicePtr place() const { return place_; }
  const void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Argument(const void* data, std::size_t bytes) : data_(data), bytes_(bytes) {}
  DevicePtr place_{};
  const void* data_ = nullptr;  // must stay valid until launch() returns
  std::size_t bytes_ = 0;
};

// A program is compiled and loaded code with entry points.
class Program {
 public:
  virtual ~Program() = default;
};

struct Dispatch {
  const char* entry;
  std::uint32_t groups, group_threads, local_bytes;  // local_bytes: CUDA's dynamic shared memory
  std::span<const Argument> arguments;
};

// A queue executes its work in order, and every function except wait() returns before the work is
// done.
class Queue {
 public:
  virtual ~Queue() = default;  // waits for the work
  virtual void upload(DevicePtr to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, DevicePtr from, std::size_t bytes) = 0;
  virtual void copy(DevicePtr to, DevicePtr from,
                    std::size_t bytes) = 0;  // disjoint ranges on the device
  // writes zeros; `bytes` is a multiple of 4
  virtual void clear(DevicePtr place, std::size_t bytes) = 0;
  virtual void launch(Program& program, const Dispatch& dispatch) = 0;
  virtual void flush() = 0;  // the device starts the work that it has received
  virtual void wait() = 0;
  virtual bool done() = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& facts() const = 0;
  // Compiles the source, or loads it from the cache.
  virtual std::unique_ptr<Program> build(const Source& source) = 0;
  virtual std::unique_ptr<Queue> make_queue(void* native) = 0;
  // Returns memory that is aligned to 256 bytes.
  virtual DevicePtr allocate(std::uint64_t bytes) = 0;
  virtual void release(DevicePtr place) = 0;
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* memory) = 0;
  // Says if the driver copies directly from and to this host memory, without a buffer.
  virtual bool is_pinned(const void* memory, std::size_t bytes) = 0;
  // Throws kPointer unless the range lies in one allocation that this device's kernels can use.
  virtual void check_range(DevicePtr place, std::uint64_t bytes) = 0;
  // The place as a memory and an offset in it, where two places in the same memory get the same
  // `base`.
  virtual DevicePtr absolute(DevicePtr place) const = 0;
  // Says if two ranges of checked places share bytes without being equal.
  bool overlap(DevicePtr a, DevicePtr b, std::uint64_t bytes) const {
    const DevicePtr x = absolute(a), y = absolute(b);
    if (x.base != y.base || x.offset == y.offset) return false;
    return (x.offset < y.offset ? y.offset - x.offset : x.offset - y.offset) < bytes;
  }
  // Waits for every queue, even for those of the caller.
  virtual void wait_all() = 0;
  // Throws kLost if the device is gone.
  virtual void check() = 0;
};

// A driver and the devices that it reported.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual const char* name() const = 0;
  virtual std::string driver() const = 0;
  virtual const std::vector<DeviceInfo>& devices() const = 0;
  // `native_context` has the meaning that hedgerow_device_options in device.h gives it.
  virtual std::unique_ptr<Device> open(std::size_t index, void* native_context) = 0;
};

// Owns a few secret bytes of pinned memory and wipes them at destruction.
class PinnedSecret {
 public:
  PinnedSecret(Device& device, std::size_t bytes)
      : device_(device), bytes_(bytes), data_((std::uint8_t*)device.allocate_pinned(bytes)) {}
  PinnedSecret(const PinnedSecret&) = delete;
  ~PinnedSecret() {
    wipe(data_, bytes_);
    try {
      device_.release_pinned(data_);
    } catch (...) {  // a lost device cannot release memory
    }
  }
  std::uint8_t* data() const { return data_; }

 private:
  Device& device_;
  std::size_t bytes_;
  std::uint8_t* data_;
};

// Owns device memory. If it held secrets, it is wiped before it is released.
class Memory {
 public:
  Memory() = default;
  Memory(Device& device, std::uint64_t bytes)
      : device_(&device), place_(device.allocate(bytes)), bytes_(bytes) {}
  Memory(Memory&& other) noexcept { swap(other); }
  Memory& operator=(Memory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Memory() {
    if (device_) try {
        device_->release(place_);
      } catch (...) {  // a lost device keeps no memory
      }
  }
  DevicePtr place() const { return place_; }
  std::uint64_t bytes() const { return bytes_; }
  explicit operator bool() const { return device_; }

 private:
  void swap(Memory& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(place_, other.place_);
    std::swap(bytes_, other.bytes_);
  }
  Device* device_ = nullptr;
  DevicePtr place_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace hedgerow::device
