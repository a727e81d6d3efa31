#include "container_errors.hpp"

namespace hedgerow_python {
namespace {

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

enum Index {
  kNotAContainer,
  kDamagedHeader,
  kWrongKey,
  kTampered,
  kTruncated,
  kTrailingData,
  kDamagedSlots,
  kInvalidArmor,
  kInvalidArgument,
  kWrongCredential,
  kInvalidKeyFile,
  kOutputExists,
  kSameFile,
  kContainerIOError,
  kContainerBusy,
  kUnsupported,
  kKdfTooExpensive
};

Class classes[] = {
    {"NotAContainer", "The data does not begin like a container.", none, nullptr},
    {"DamagedHeader", "A field of the header has a value that it cannot have.", none, nullptr},
    {"WrongKey", "No given credential opens the container.", none, nullptr},
    {"Tampered", "A segment is not authentic.", tag, nullptr},
    {"Truncated", "The container ends before its final segment.", none, nullptr},
    {"TrailingData", "There is data after the container's final segment.", none, nullptr},
    {"DamagedSlots", "Every copy of the slot area is damaged.", none, nullptr},
    {"InvalidArmor", "The text around the container is not armor.", none, nullptr},
    {"InvalidArgument", "The call does not allow this value.", value, nullptr},
    {"WrongCredential", "The container opens with credentials of another kind.", value, nullptr},
    {"InvalidKeyFile", "This is not a key file, identity or public key, or it is mistyped.", value,
     nullptr},
    {"OutputExists", "The output exists already.", exists, nullptr},
    {"SameFile", "The input and the output are the same file.", value, nullptr},
    {"ContainerIOError", "Reading or writing failed.", os, nullptr},
    {"ContainerBusy", "Another process is changing the container.", none, nullptr},
    {"UnsupportedContainer", "This library does not support the version, cipher or mode.", none,
     nullptr},
    {"KdfTooExpensive", "Opening costs more than kdf_limit allows.", none, nullptr},
};

struct Place {
  hedgerow_container_status status;
  Index index;
};
constexpr Place kPlaces[] = {{HEDGEROW_CONTAINER_NOT_CONTAINER, kNotAContainer},
                             {HEDGEROW_CONTAINER_TRUNCATED_HEADER, kTruncated},
                             {HEDGEROW_CONTAINER_HEADER_LENGTH, kDamagedHeader},
                             {HEDGEROW_CONTAINER_HEADER_FIELD, kDamagedHeader},
                             {HEDGEROW_CONTAINER_SEGMENT_BYTES, kDamagedHeader},
                             {HEDGEROW_CONTAINER_NONCE_LENGTH, kDamagedHeader},
                             {HEDGEROW_CONTAINER_TAG_LENGTH, kDamagedHeader},
                             {HEDGEROW_CONTAINER_WRONG_KEY, kWrongKey},
                             {HEDGEROW_CONTAINER_TAMPERED, kTampered},
                             {HEDGEROW_CONTAINER_TRUNCATED, kTruncated},
                             {HEDGEROW_CONTAINER_TRAILING_DATA, kTrailingData},
                             {HEDGEROW_CONTAINER_ARMOR, kInvalidArmor},
                             {HEDGEROW_CONTAINER_SLOTS, kDamagedSlots},
                             {HEDGEROW_CONTAINER_ARGUMENT, kInvalidArgument},
                             {HEDGEROW_CONTAINER_CREDENTIAL, kWrongCredential},
                             {HEDGEROW_CONTAINER_KEY_TEXT, kInvalidKeyFile},
                             {HEDGEROW_CONTAINER_EXISTS, kOutputExists},
                             {HEDGEROW_CONTAINER_SAME_FILE, kSameFile},
                             {HEDGEROW_CONTAINER_IO, kContainerIOError},
                             {HEDGEROW_CONTAINER_BUSY, kContainerBusy},
                             {HEDGEROW_CONTAINER_VERSION, kUnsupported},
                             {HEDGEROW_CONTAINER_CIPHER, kUnsupported},
                             {HEDGEROW_CONTAINER_MODE, kUnsupported},
                             {HEDGEROW_CONTAINER_KDF, kUnsupported},
                             {HEDGEROW_CONTAINER_KDF_COST, kKdfTooExpensive}};

PyObject* class_of(hedgerow_container_status status) {
  for (const auto& place : kPlaces)
    if (place.status == status) return classes[place.index].made;
  if (status == HEDGEROW_CONTAINER_MEMORY) return PyExc_MemoryError;
  if (status == HEDGEROW_CONTAINER_REUSED) return error_class(HEDGEROW_ERR_NONCE_REUSE);
  if (status == HEDGEROW_CONTAINER_LIMIT) return error_class(HEDGEROW_ERR_LIMIT);
  if (status == HEDGEROW_CONTAINER_UNAVAILABLE) return error_class(HEDGEROW_ERR_UNAVAILABLE);
  return container_error;
}

}  // namespace

void add_container_errors(PyObject* module) {
  container_error = make_error(module, "ContainerError", "What is wrong with a container.",
                               error_class(), nullptr);
  for (auto& known : classes)
    known.made = make_error(module, known.name, known.doc, container_error, known.also());
}

void set_container_exception(const hedgerow::container_error& error) noexcept {
  PyErr_SetString(class_of(error.status()), error.sentence().c_str());
}

}  // namespace hedgerow_python
