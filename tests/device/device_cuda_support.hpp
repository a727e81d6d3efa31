// The standin of the CUDA driver, controlled by a test, and a cipher on it.
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <fstream>

#include "device/cache.hpp"
#include "device/cuda/ptx_pack.hpp"
#include "device/device_support.hpp"
#include "device/standin/standin.h"

namespace hedgerow::test {

inline constexpr char kCipher[] = "speck-128-128", kKernel[] = "speck-128-128.words.cuda";

// The controls of the standin.
struct Standin {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  template <class F>
  F* find(const char* symbol) const {
    return library ? (F*)dlsym(library, symbol) : nullptr;
  }
  void fail(const char* name, int after, int error) const {
    find<void(const char*, int, int)>("standin_fail")(name, after, error);
  }
  void hold(int on) const { find<void(int)>("standin_hold")(on); }
  void corrupt(int on) const { find<void(int)>("standin_corrupt")(on); }
  void memory(std::size_t bytes) const { find<void(std::size_t)>("standin_memory")(bytes); }
  std::size_t dirty() const { return find<std::size_t()>("standin_dirty_bytes")(); }
  std::size_t live() const { return find<std::size_t()>("standin_live")(); }
  void reset() const { find<void()>("standin_reset")(); }
};

inline constexpr int kLaunchFailed = 719, kOutOfMemory = 2;

class DeviceCuda : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(standin.library) << "libcuda.so.1 of the stand-in is not in LD_LIBRARY_PATH";
    ASSERT_TRUE(standin.find<void()>("standin_reset")) << "a real libcuda.so.1 was found";
    standin.reset();
    before = standin.live();
    standin.dirty();
  }
  void TearDown() override { standin.reset(); }

  DeviceCipher make(const Device& device, std::size_t piece_bytes = 0, bool allow_cpu = false) {
    DeviceCipherOptions options = subject.device_options();
    options.kernel = kKernel;
    options.piece_bytes = piece_bytes;
    options.allow_cpu = allow_cpu;
    return DeviceCipher(device, kCipher, subject.key, options);
  }

  Standin standin;
  std::size_t before = 0;
  const Subject subject{kCipher};
};

}  // namespace hedgerow::test
