// The sentences of statuses, and the conversion of libhedgerow's failures to Error.
#include "device/error.hpp"

namespace hedgerow::device {

void check_library(hedgerow_status status, const char* what) {
  Status mapped = Status::kInternal;
  switch (status) {
    case HEDGEROW_OK:
      return;
    case HEDGEROW_ERR_CIPHER:
      mapped = Status::kCipher;
      break;
    case HEDGEROW_ERR_MODE:
      mapped = Status::kMode;
      break;
    case HEDGEROW_ERR_KEY_LENGTH:
      mapped = Status::kKeyLength;
      break;
    case HEDGEROW_ERR_NONCE_LENGTH:
      mapped = Status::kNonceLength;
      break;
    case HEDGEROW_ERR_LIMIT:
      mapped = Status::kLimit;
      break;
    case HEDGEROW_ERR_MEMORY:
      mapped = Status::kMemory;
      break;
    case HEDGEROW_ERR_SBOX:
      mapped = Status::kSbox;
      break;
    default:
      break;
  }
  throw Error(mapped, std::string(what) + ": " + hedgerow_status_text(status));
}

}  // namespace hedgerow::device

extern "C" const char* hedgerow_device_status_text(hedgerow_device_status status) {
  switch ((int)status) {
    case HEDGEROW_DEVICE_OK:
      return "Success.";
#define STATUS(name, constant, text) \
  case constant:                     \
    return text;
#include "device/status.def"
  }
  return "This is not a status of this version of Hedgerow.";
}
