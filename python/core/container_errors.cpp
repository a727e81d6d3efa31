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

struct Place {
  Status status;
  Index index;
};
constexpr Place kPlaces[] = {
    {Status::kNotContainer, kNotAContainer}, {Status::kTruncatedHeader, kTruncated},
    {Status::kHeaderLength, kDamagedHeader}, {Status::kHeaderField, kDamagedHeader},
    {Status::kSegmentBytes, kDamagedHeader}, {Status::kNonceLength, kDamagedHeader},
    {Status::kTagLength, kDamagedHeader},    {Status::kWrongKey, kWrongKey},
    {Status::kTampered, kTampered},          {Status::kTruncated, kTruncated},
    {Status::kTrailingData, kTrailingData},  {Status::kArmor, kInvalidArmor},
    {Status::kSlots, kDamagedSlots},         {Status::kArgument, kInvalidArgument},
    {Status::kCredential, kWrongCredential}, {Status::kKeyFile, kInvalidKeyFile},
    {Status::kExists, kOutputExists},        {Status::kSameFile, kSameFile},
    {Status::kIo, kContainerIOError},        {Status::kBusy, kContainerBusy},
    {Status::kVersion, kUnsupported},        {Status::kCipher, kUnsupported},
    {Status::kMode, kUnsupported},           {Status::kKdf, kUnsupported},
    {Status::kKdfCost, kKdfTooExpensive}};

PyObject* class_of(Status status) {
  for (const auto& place : kPlaces)
    if (place.status == status) return classes[place.index].made;
  if (status == Status::kMemory) return PyExc_MemoryError;
  if (status == Status::kLimit) return error_class(HEDGEROW_ERR_LIMIT);
  if (status == Status::kUnavailable) return error_class(HEDGEROW_ERR_UNAVAILABLE);
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
