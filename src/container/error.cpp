// Converts statuses to exit codes, and failures of the system and of libhedgerow to Error.
#include "container/error.hpp"

#include <system_error>

namespace hedgerow::container {

int exit_code(Status status) { return static_cast<int>(status) / 100; }

void throw_errno(const std::string& what, int error_number) {
  throw Error(Status::kIo, what + ": " + std::generic_category().message(error_number),
              Remedy::kNone, std::to_string(error_number));
}

void check_library(int hedgerow_status, const char* what) {
  Status status = Status::kArgument;
  switch (hedgerow_status) {
    case HEDGEROW_OK:
      return;
    case HEDGEROW_ERR_AUTH:
      status = Status::kTampered;
      break;
    case HEDGEROW_ERR_CIPHER:
      status = Status::kCipher;
      break;
    case HEDGEROW_ERR_MEMORY:
      status = Status::kMemory;
      break;
    case HEDGEROW_ERR_LIMIT:
      status = Status::kLimit;
      break;
    case HEDGEROW_ERR_UNAVAILABLE:
      status = Status::kUnavailable;
      break;
    default:
      break;
  }
  const auto text = hedgerow_status_text(static_cast<enum hedgerow_status>(hedgerow_status));
  throw Error(status, std::string(what) + ": " + text);
}

}  // namespace hedgerow::container
