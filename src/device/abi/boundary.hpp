// The boundary of device.h. It converts exceptions to statuses and sentences, the caller's structs
// to those of this version, and handles to objects.
#pragma once

#include <new>

#include "api/versioned.hpp"
#include "device/host_run.hpp"

struct hedgerow_device {
  std::shared_ptr<hedgerow::device::OpenDevice> open;
};
struct hedgerow_device_queue {
  std::shared_ptr<hedgerow::device::OpenDevice> open;
  std::unique_ptr<hedgerow::device::Queue> queue;
};
struct hedgerow_device_cipher {
  hedgerow::device::DeviceCipher cipher;
};

namespace hedgerow::device::abi {

// Fills `error` unless it is null, and returns the status of the call.
hedgerow_device_status report(hedgerow_device_error* error, Status status, const char* text);
hedgerow_device_status report_success(hedgerow_device_error* error);

// Runs `work` and converts its exceptions.
template <class Work>
hedgerow_device_status guarded(hedgerow_device_error* error, const Work& work) noexcept {
  try {
    work();
    return report_success(error);
  } catch (const Error& e) {
    return report(error, e.status(), e.what());
  } catch (const std::bad_alloc&) {
    return report(error, Status::kMemory, "there is not enough memory");
  } catch (const std::exception& e) {
    return report(error, Status::kInternal, e.what());
  } catch (...) {
    return report(error, Status::kInternal, "an unknown exception: a fault of the library");
  }
}

// Throws kArgument if a required argument is NULL, where `what` is the name of the argument.
inline void require(const void* pointer, const char* what) {
  if (!pointer) throw Error(Status::kArgument, std::string(what) + " is NULL");
}

// Checks and returns the caller's struct, where NULL means that all members have their defaults.
template <class T>
T read_struct(const T* from, const char* name) {
  T result{};
  if (from && read_versioned(from, &result) != HEDGEROW_OK)
    throw Error(Status::kArgument, std::string(name) +
                                       ": its size is not sizeof of the struct, or it asks for "
                                       "what this version of the library does not know");
  return result;
}

// Copies the struct into the caller's struct.
template <class T>
void write_struct(const T& from, T* to) {
  require(to, "info");
  if (write_versioned(from, to) != HEDGEROW_OK)
    throw Error(Status::kArgument, "info: its size is not sizeof of the struct");
}

inline DevicePtr place_of(hedgerow_device_pointer pointer) {
  return {pointer.base, pointer.offset};
}

inline void require_data(const void* in, const void* out, std::size_t bytes) {
  if (bytes == 0) return;
  require(in, "in");
  require(out, "out");
}

// Throws kArgument unless the list has 1 to 64 handles that are all different.
template <class Handle>
void require_count(Handle* const* handles, std::size_t count, const char* name) {
  constexpr std::size_t kMost = 64;
  require(handles, name);
  if (count == 0 || count > kMost)
    throw Error(Status::kArgument, "count is not 1 to " + std::to_string(kMost));
  for (std::size_t i = 0; i < count; i++) {
    require(handles[i], (std::string("a handle of ") + name).c_str());
    for (std::size_t j = 0; j < i; j++)
      if (handles[i] == handles[j])
        throw Error(Status::kArgument, std::string("a handle stands twice in ") + name);
  }
}

// Reads the options that ciphers and AEADs share, where `flags` are the allowed flags.
CipherOptions read_options(const hedgerow_device_cipher_options& options, std::uint32_t flags);

hedgerow_device_info info_of(const DeviceInfo& facts);

}  // namespace hedgerow::device::abi
