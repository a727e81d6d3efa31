#include "container_errors.hpp"

namespace hedgerow_python {
namespace {

using hedgerow::container::Status;

PyObject* container_error = nullptr;

PyObject* none() { return nullptr; }
PyObject* value() { return PyExc_ValueError; }
PyObject* os() { return PyExc_OSError; }
PyObject* exists() { return PyExc_FileExistsError; }
PyObject* tag() { return error_class(HEDGEROW_ERR_AUTH); }

struct Class {
  const char* name;
  const char* doc;
  PyObject* (*also)();
  PyObject* made;
};

enum Index { kNotAContainer, kDamagedHeader, kWrongKey, kTampered, kTruncated, kTrailingData,
             kDamagedSlots, kInvalidArmor, kInvalidArgument, kWrongCredential, kInvalidKeyFile,
             kOutputExists, kSameFile, kContainerIOError, kContainerBusy, kUnsupported,
             kKdfTooExpensive };

Class classes[] = {
    {"NotAContainer", "It does not begin as containers do.", none, nullptr},
    {"DamagedHeader", "A field of the header has a value that it cannot have.", none, nullptr},
    {"WrongKey", "No credential that was given opens the container.", none, nullptr},
    {"Tampered", "A segment is not authentic.", tag, nullptr},
    {"Truncated", "The container ends before its final segment.", none, nullptr},
    {"TrailingData", "There is data after the container's final segment.", none, nullptr},
    {"DamagedSlots", "Both copies of the slot area are damaged.", none, nullptr},
    {"InvalidArmor", "The text around the container is not armor.", none, nullptr},
    {"InvalidArgument", "A value that the call does not allow.", value, nullptr},
    {"WrongCredential", "The container opens with credentials of another kind.", value, nullptr},
    {"InvalidKeyFile", "It is no key file, identity or public key, or mistyped.", value, nullptr},
    {"OutputExists", "The output exists already.", exists, nullptr},
    {"SameFile", "Input and output are one file.", value, nullptr},
    {"ContainerIOError", "Reading or writing failed.", os, nullptr},
    {"ContainerBusy", "Another process changes the container.", none, nullptr},
    {"UnsupportedContainer", "A version, cipher or mode that this library does not serve.", none,
     nullptr},
    {"KdfTooExpensive", "Opening costs more than kdf_limit allows.", none, nullptr},
};

PyObject* class_of(Status status) {
  switch (status) {
    case Status::kNotContainer: return classes[kNotAContainer].made;
    case Status::kHeaderLength:
    case Status::kHeaderField:
    case Status::kSegmentBytes:
    case Status::kNonceLength:
    case Status::kTagLength: return classes[kDamagedHeader].made;
    case Status::kWrongKey: return classes[kWrongKey].made;
    case Status::kTampered: return classes[kTampered].made;
    case Status::kTruncatedHeader:
    case Status::kTruncated: return classes[kTruncated].made;
    case Status::kTrailingData: return classes[kTrailingData].made;
    case Status::kArmor: return classes[kInvalidArmor].made;
    case Status::kSlots: return classes[kDamagedSlots].made;
    case Status::kArgument: return classes[kInvalidArgument].made;
    case Status::kCredential: return classes[kWrongCredential].made;
    case Status::kKeyFile: return classes[kInvalidKeyFile].made;
    case Status::kExists: return classes[kOutputExists].made;
    case Status::kSameFile: return classes[kSameFile].made;
    case Status::kIo: return classes[kContainerIOError].made;
    case Status::kBusy: return classes[kContainerBusy].made;
    case Status::kMemory: return PyExc_MemoryError;
    case Status::kVersion:
    case Status::kCipher:
    case Status::kMode:
    case Status::kKdf: return classes[kUnsupported].made;
    case Status::kKdfCost: return classes[kKdfTooExpensive].made;
    case Status::kLimit: return error_class(HEDGEROW_ERR_LIMIT);
    case Status::kUnavailable: return error_class(HEDGEROW_ERR_UNAVAILABLE);
  }
  return container_error;
}

}  // namespace

void add_container_errors(PyObject* module) {
  container_error = make_error(module, "ContainerError", "What is wrong with a container.",
                               error_class(), nullptr);
  for (auto& known : classes)
    known.made = make_error(module, known.name, known.doc, container_error, known.also());
}

void set_container_exception(const hedgerow::container::Error& error) noexcept {
  PyErr_SetString(class_of(error.status()), error.what());
}

}  // namespace hedgerow_python
