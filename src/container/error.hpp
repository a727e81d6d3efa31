// What can go wrong with a container, as a status that a program can test and a sentence that a
// person can read. Every failure of this library is thrown as Error; exit_code gives the command
// line's code for it.
#pragma once

#include <stdexcept>
#include <string>

namespace hedgerow::container {

enum class Status {
  // The data is not what its key holder wrote: exit code 1.
  kNotContainer,     // other magic
  kTruncatedHeader,  // the header ends early
  kHeaderLength,     // the header's own length field is wrong
  kHeaderField,      // a field that contradicts another one, or a reserved byte in use
  kSegmentBytes,     // segment size that the format does not allow
  kNonceLength,      // not the nonce length of the AEAD
  kTagLength,        // not a tag length that the format allows
  kWrongKey,         // key commitment does not match: other key, or a changed header
  kTampered,         // a segment's tag does not match
  kTruncated,        // the container ends before its final segment
  kTrailingData,     // data after the final segment
  kSlots,            // both copies of the slot area are damaged
  // The call or the command line is wrong: exit code 2.
  kArgument,
  kCredential,  // a key file where a passphrase is needed, or the like
  kKeyFile,     // not a key file, an identity, a public key, or mistyped
  kExists,      // the output exists already
  kSameFile,    // input and output are one file
  // The system failed: exit code 3.
  kIo,
  kBusy,  // another process changes the container's credentials
  kMemory,
  // Known to be well-formed, but not served here: exit code 4.
  kVersion,
  kCipher,
  kMode,
  kKdf,
  kKdfCost,      // costs above the caps
  kLimit,        // more data than one key may protect
  kUnavailable,  // the instruction set is missing
};

class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

// 1 not authentic, 2 usage, 3 input or output, 4 unsupported.
int exit_code(Status status);

// kIo with `what` and the text of `error_number`.
[[noreturn]] void throw_errno(const std::string& what, int error_number);

// Throws when a call of the C ABI failed; `hedgerow_status` values map to the nearest Status.
void check_library(int hedgerow_status, const char* what);

}  // namespace hedgerow::container
