// The contract of devices: what cuda/ and opencl/ give, and all that the rest of this folder sees of
// them. A device is asynchronous and can fail at any call; failures are thrown as Error. The CPU is
// its oracle.
//
// Functions of Device may be called by several threads at once; a Queue and a Program by one at a
// time, but Programs may be launched by several.
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

// What can be said of a device before it is opened.
struct Facts {
  std::string id;            // "cuda:0"
  std::string backend;       // "cuda"
  std::string name, driver;  // as their makers call them
  std::string architecture;  // "sm_90", "OpenCL C 1.2"
  std::uint64_t memory_bytes = 0;
  unsigned compute_units = 0, clock_mhz = 0;
  std::uint32_t local_bytes = 0;  // of a group at most
  bool is_cpu = false;            // OpenCL on the host's own processor
};

// A place in device memory: hedgerow_device_pointer.
struct Place {
  std::uint64_t base = 0, offset = 0;
};
constexpr Place operator+(Place place, std::uint64_t bytes) {
  return {place.base, place.offset + bytes};
}

// What a kernel's source becomes for one device: the text, and how it is compiled.
struct Source {
  std::string name;                  // for messages
  std::string text;                  // in the backend's language
  std::vector<std::string> options;  // of the compiler
};

// One argument of a kernel: the base of a place in device memory (its offset is an argument of its
// own, since OpenCL 1.2 cannot add it), or the bytes of a value.
class Argument {
 public:
  Argument(Place place) : place_(place) {}
  template <class T>
  static Argument value(const T& bytes) {
    return Argument(&bytes, sizeof bytes);
  }
  bool is_memory() const { return !data_; }
  Place place() const { return place_; }
  const void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Argument(const void* data, std::size_t bytes) : data_(data), bytes_(bytes) {}
  Place place_{};
  const void* data_ = nullptr;  // must outlive the launch's call
  std::size_t bytes_ = 0;
};

// Compiled and loaded code with its entries.
class Program {
 public:
  virtual ~Program() = default;
};

struct Dispatch {
  const char* entry;
  std::uint32_t groups, group_threads, local_bytes;  // local: CUDA's dynamic shared memory
  std::span<const Argument> arguments;
};

// Work in order. Everything returns before it is done.
class Queue {
 public:
  virtual ~Queue() = default;  // waits
  virtual void upload(Place to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, Place from, std::size_t bytes) = 0;
  virtual void copy(Place to, Place from, std::size_t bytes) = 0;  // disjoint, on the device
  virtual void clear(Place place, std::size_t bytes) = 0;          // to zeros; multiples of 4
  virtual void launch(Program& program, const Dispatch& dispatch) = 0;
  virtual void flush() = 0;  // the device begins with what it has been given
  virtual void wait() = 0;
  virtual bool done() = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const Facts& facts() const = 0;
  // Compiles the source, or finds it in the cache.
  virtual std::unique_ptr<Program> build(const Source& source) = 0;
  virtual std::unique_ptr<Queue> make_queue(void* native) = 0;
  // 256-byte aligned.
  virtual Place allocate(std::uint64_t bytes) = 0;
  virtual void release(Place place) = 0;
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* memory) = 0;
  // Whether the driver copies from and to this host memory without a detour.
  virtual bool is_pinned(const void* memory, std::size_t bytes) = 0;
  // Throws kPointer unless the range lies in one allocation that this device's kernels can use.
  virtual void check_range(Place place, std::uint64_t bytes) = 0;
  // The place as memory and offset in it: of places in one memory, alike in `base`.
  virtual Place absolute(Place place) const = 0;
  // Whether two ranges of checked places share bytes without being equal.
  bool overlap(Place a, Place b, std::uint64_t bytes) const {
    const Place x = absolute(a), y = absolute(b);
    if (x.base != y.base || x.offset == y.offset) return false;
    return (x.offset < y.offset ? y.offset - x.offset : x.offset - y.offset) < bytes;
  }
  // Waits for every queue, the caller's own ones among them.
  virtual void wait_all() = 0;
  // Throws kLost when the device is gone.
  virtual void check() = 0;
};

// A driver as it was found.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual const char* name() const = 0;
  virtual std::string driver() const = 0;
  virtual const std::vector<Facts>& devices() const = 0;
  // `native_context`: hedgerow_device_options.
  virtual std::unique_ptr<Device> open(std::size_t index, void* native_context) = 0;
};

// Owned pinned memory of a few secret bytes, overwritten when it goes.
class PinnedSecret {
 public:
  PinnedSecret(Device& device, std::size_t bytes)
      : device_(device), bytes_(bytes), data_((std::uint8_t*)device.allocate_pinned(bytes)) {}
  PinnedSecret(const PinnedSecret&) = delete;
  ~PinnedSecret() {
    wipe(data_, bytes_);
    try {
      device_.release_pinned(data_);
    } catch (...) {  // of a lost device
    }
  }
  std::uint8_t* data() const { return data_; }

 private:
  Device& device_;
  std::size_t bytes_;
  std::uint8_t* data_;
};

// Owned device memory, wiped before it is given back when it held secrets.
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
      } catch (...) {  // a lost device keeps nothing
      }
  }
  Place place() const { return place_; }
  std::uint64_t bytes() const { return bytes_; }
  explicit operator bool() const { return device_; }

 private:
  void swap(Memory& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(place_, other.place_);
    std::swap(bytes_, other.bytes_);
  }
  Device* device_ = nullptr;
  Place place_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace hedgerow::device
