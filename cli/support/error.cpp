// Throws failures of the system and of libhedgerow as Error.
#include "support/error.hpp"

#include <system_error>

namespace hedgerow::cli {

void throw_errno(const std::string& what, int error_number) {
  throw Error(HEDGEROW_CONTAINER_IO, what + ": " + std::generic_category().message(error_number));
}

void check_library(hedgerow_status status, const char* what) {
  auto code = HEDGEROW_CONTAINER_ARGUMENT;
  switch (status) {
    case HEDGEROW_OK:
      return;
    case HEDGEROW_ERR_AUTH:
      code = HEDGEROW_CONTAINER_TAMPERED;
      break;
    case HEDGEROW_ERR_CIPHER:
      code = HEDGEROW_CONTAINER_CIPHER;
      break;
    case HEDGEROW_ERR_MEMORY:
      code = HEDGEROW_CONTAINER_MEMORY;
      break;
    case HEDGEROW_ERR_LIMIT:
      code = HEDGEROW_CONTAINER_LIMIT;
      break;
    case HEDGEROW_ERR_UNAVAILABLE:
      code = HEDGEROW_CONTAINER_UNAVAILABLE;
      break;
    default:
      break;
  }
  throw Error(code, std::string(what) + ": " + hedgerow_status_text(status));
}

}  // namespace hedgerow::cli
