// The boundary of container.h. It converts exceptions to statuses and sentences, and the structs of
// callers, which may be of another version, to the structs of this version.
#pragma once

#include <new>
#include <string>

#include "api/versioned.hpp"
#include "container/container.hpp"
#include "container/error.hpp"
#include "hedgerow/container.h"

struct hedgerow_container_credentials {
  std::vector<hedgerow::container::Credential> list;
};

namespace hedgerow::container::abi {

// Fills `error`, unless it is NULL, and returns the status.
hedgerow_container_status report(hedgerow_container_error* error, Status status, const char* text);
hedgerow_container_status report(hedgerow_container_error* error, const Error& thrown) noexcept;
hedgerow_container_status report_success(hedgerow_container_error* error);

// Runs `work`, and returns the status of the exception that it throws, or OK.
template <class Work>
hedgerow_container_status guarded(hedgerow_container_error* error, const Work& work) noexcept {
  try {
    work();
    return report_success(error);
  } catch (const Error& e) {
    return report(error, e);
  } catch (const std::bad_alloc&) {
    return report(error, Status::kMemory, "there is not enough memory");
  } catch (const std::exception& e) {
    return report(error, Status::kInternal, e.what());
  } catch (...) {
    return report(error, Status::kInternal, "an unknown exception: a fault of the library");
  }
}

// Throws kArgument, with the name `what`, if an argument is NULL but must not be.
void require(const void* pointer, const char* what);

// Checks the caller's struct and returns it with the size of this version. `from` may be NULL if
// every field of `T` has a default. Throws kArgument for an impossible size or an unknown field.
template <class T>
T read_struct(const T* from, const char* name) {
  T result{};
  if (from && read_versioned(from, &result) != HEDGEROW_OK)
    throw Error(Status::kArgument, std::string(name) +
                                       ": its size is not sizeof of the struct, or it asks for "
                                       "what this version of the library does not know");
  return result;
}

// Throws kArgument if write_info would fail. Call it first, because a long job without a place for
// its result would be in vain.
void check_info(const hedgerow_container_info* info);
// Writes to the caller's struct, which may be NULL.
void write_info(const hedgerow_container_info& from, hedgerow_container_info* to);
hedgerow_container_info info_of(const Header& header);
hedgerow_container_info info_of(const Inspection& inspection);
// Copies a label, and cuts it if it is too long.
void copy_label(const std::string& label, char (&to)[HEDGEROW_CONTAINER_LABEL_BYTES]);

// Throws kArgument if `flags` has a flag that is not in `allowed`.
void require_flags(std::uint32_t flags, std::uint32_t allowed);
hedgerow_container_options checked_options(const hedgerow_container_options* options);
KdfCost kdf_cost_of(const hedgerow_container_options& options);
KdfLimit kdf_limit_of(const hedgerow_container_options& options);
// Returns the AEAD of the options, or an empty function if libhedgerow does the segments. Throws
// kArgument if the caller's struct is wrong.
MakeSegmentAead aead_of(const hedgerow_container_options& options);
EncryptOptions encrypt_options_of(const hedgerow_container_options& options);
// Checks the value that a callback returned for `bytes` bytes, and returns it as a size. Throws
// kCallback if the value is negative or too large. `what` names the callback.
std::size_t checked_transfer(std::int64_t returned, std::size_t bytes, const char* what);

}  // namespace hedgerow::container::abi
