// A failure of a container has a status that a program can test and a sentence that a person can
// read. Every failure of this library is thrown as Error, and exit_code returns the command line's
// exit code for it.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "hedgerow/container.h"

namespace hedgerow::container {

// container.h explains the meaning of each of these statuses.
enum class Status {
  kNotContainer = HEDGEROW_CONTAINER_NOT_CONTAINER,
  kTruncatedHeader = HEDGEROW_CONTAINER_TRUNCATED_HEADER,
  kHeaderLength = HEDGEROW_CONTAINER_HEADER_LENGTH,
  kHeaderField = HEDGEROW_CONTAINER_HEADER_FIELD,
  kSegmentBytes = HEDGEROW_CONTAINER_SEGMENT_BYTES,
  kNonceLength = HEDGEROW_CONTAINER_NONCE_LENGTH,
  kTagLength = HEDGEROW_CONTAINER_TAG_LENGTH,
  kWrongKey = HEDGEROW_CONTAINER_WRONG_KEY,
  kTampered = HEDGEROW_CONTAINER_TAMPERED,
  kTruncated = HEDGEROW_CONTAINER_TRUNCATED,
  kTrailingData = HEDGEROW_CONTAINER_TRAILING_DATA,
  kArmor = HEDGEROW_CONTAINER_ARMOR,
  kSlots = HEDGEROW_CONTAINER_SLOTS,
  kArgument = HEDGEROW_CONTAINER_ARGUMENT,
  kCredential = HEDGEROW_CONTAINER_CREDENTIAL,
  kKeyFile = HEDGEROW_CONTAINER_KEY_TEXT,
  kExists = HEDGEROW_CONTAINER_EXISTS,
  kSameFile = HEDGEROW_CONTAINER_SAME_FILE,
  kCancelled = HEDGEROW_CONTAINER_CANCELLED,
  kReused = HEDGEROW_CONTAINER_REUSED,
  kIo = HEDGEROW_CONTAINER_IO,
  kBusy = HEDGEROW_CONTAINER_BUSY,
  kMemory = HEDGEROW_CONTAINER_MEMORY,
  kCallback = HEDGEROW_CONTAINER_CALLBACK,
  kInternal = HEDGEROW_CONTAINER_INTERNAL,
  kVersion = HEDGEROW_CONTAINER_VERSION,
  kCipher = HEDGEROW_CONTAINER_CIPHER,
  kMode = HEDGEROW_CONTAINER_MODE,
  kKdf = HEDGEROW_CONTAINER_KDF,
  kKdfCost = HEDGEROW_CONTAINER_KDF_COST,
  kLimit = HEDGEROW_CONTAINER_LIMIT,
  kUnavailable = HEDGEROW_CONTAINER_UNAVAILABLE,
};

// The action that helps the user after a failure, as container.h describes it. A front end describes
// it in its own terms, for example as an option of a command.
enum class Remedy {
  kNone = HEDGEROW_CONTAINER_REMEDY_NONE,
  kOverwrite = HEDGEROW_CONTAINER_REMEDY_OVERWRITE,
  kRaiseKdfLimit = HEDGEROW_CONTAINER_REMEDY_KDF_LIMIT,  // to Error::value
  kReencrypt = HEDGEROW_CONTAINER_REMEDY_REENCRYPT,
  kReencryptPassphrase = HEDGEROW_CONTAINER_REMEDY_NEW_COST,
  kGiveCredential = HEDGEROW_CONTAINER_REMEDY_CREDENTIAL,
  kMakeKeyFile = HEDGEROW_CONTAINER_REMEDY_KEY_FILE,
  kMakeRecipient = HEDGEROW_CONTAINER_REMEDY_IDENTITY,
  kListCiphers = HEDGEROW_CONTAINER_REMEDY_CIPHERS,
};

class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& text, Remedy remedy = Remedy::kNone,
        std::string value = "")
      : std::runtime_error(text), status_(status), remedy_(remedy), value_(std::move(value)) {}
  Status status() const { return status_; }
  Remedy remedy() const { return remedy_; }
  const std::string& value() const { return value_; }
  // Returns the same error with another sentence.
  Error with_text(const std::string& text) const { return {status_, text, remedy_, value_}; }

 private:
  Status status_;
  Remedy remedy_;
  std::string value_;
};

// Returns the status divided by 100, which is 1 not authentic, 2 usage, 3 input or output, 4
// unsupported.
int exit_code(Status status);

// Throws kIo with `what`, the text of `error_number`, and this number as the value.
[[noreturn]] void throw_errno(const std::string& what, int error_number);

// Throws if a call of the C ABI failed, with the Status that is nearest to the `hedgerow_status`.
void check_library(int hedgerow_status, const char* what);

}  // namespace hedgerow::container
