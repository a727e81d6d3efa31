// The border of device.h: exceptions become statuses and sentences, structs of callers become those
// of this version, handles are what is behind them.
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

// Fills `error`, when there is one, and returns the status.
hedgerow_device_status report(hedgerow_device_error* error, Status status, const char* text);
hedgerow_device_status report_success(hedgerow_device_error* error);

// Runs `work`, which throws what it has to say.
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

// Throws kArgument when an argument that must be there is NULL; `what` names it.
inline void require(const void* pointer, const char* what) {
  if (!pointer) throw Error(Status::kArgument, std::string(what) + " is NULL");
}

// The caller's struct, checked; NULL is all defaults.
template <class T>
T read_struct(const T* from, const char* name) {
  T result{};
  if (from && read_versioned(from, &result) != HEDGEROW_OK)
    throw Error(Status::kArgument, std::string(name) +
                                       ": its size is not sizeof of the struct, or it asks for "
                                       "what this version of the library does not know");
  return result;
}

// Into the caller's struct.
template <class T>
void write_struct(const T& from, T* to) {
  require(to, "info");
  if (write_versioned(from, to) != HEDGEROW_OK)
    throw Error(Status::kArgument, "info: its size is not sizeof of the struct");
}

hedgerow_device_info info_of(const Facts& facts);

}  // namespace hedgerow::device::abi
