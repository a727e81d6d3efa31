// The border of container.h: exceptions become statuses and sentences, structs of callers become
// those of this version.
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

// Fills `error`, when there is one, and returns the status.
hedgerow_container_status report(hedgerow_container_error* error, Status status, const char* text);
hedgerow_container_status report(hedgerow_container_error* error, const Error& thrown) noexcept;
hedgerow_container_status report_success(hedgerow_container_error* error);

// Runs `work`, which throws what it has to say.
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

// Throws kArgument when an argument that must be there is NULL; `what` names it.
void require(const void* pointer, const char* what);

// The caller's struct, checked; `from` may be NULL when `T` has defaults for everything.
template <class T>
T read_struct(const T* from, const char* name) {
  T result{};
  if (from && read_versioned(from, &result) != HEDGEROW_OK)
    throw Error(Status::kArgument, std::string(name) +
                                       ": its size is not sizeof of the struct, or it asks for "
                                       "what this version of the library does not know");
  return result;
}

// Throws as read_struct, before any work is done for a result that has no place.
void check_info(const hedgerow_container_info* info);
// Into the caller's struct, which may be NULL.
void write_info(const hedgerow_container_info& from, hedgerow_container_info* to);
hedgerow_container_info info_of(const Header& header);
hedgerow_container_info info_of(const Inspection& inspection);
// Copies a label; a longer text is cut.
void copy_label(const std::string& label, char (&to)[HEDGEROW_CONTAINER_LABEL_BYTES]);

// Throws kArgument for a flag that is not among `allowed`.
void require_flags(std::uint32_t flags, std::uint32_t allowed);
hedgerow_container_options checked_options(const hedgerow_container_options* options);
KdfCost kdf_cost_of(const hedgerow_container_options& options);
KdfLimit kdf_limit_of(const hedgerow_container_options& options);
// What the options' AEAD does in place of libhedgerow; none where they have none. Throws kArgument.
MakeSegmentAead aead_of(const hedgerow_container_options& options);
EncryptOptions encrypt_options_of(const hedgerow_container_options& options);
// The callbacks' failure and limits of what they return; `what` names the callback.
std::size_t checked_transfer(std::int64_t returned, std::size_t bytes, const char* what);

}  // namespace hedgerow::container::abi
