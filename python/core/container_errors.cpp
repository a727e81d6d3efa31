#include "container_errors.hpp"

#include <errno.h>

#include <cstdlib>

#include "arguments.hpp"

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

// A subclass of ContainerIOError that is also the subclass of OSError for an errno.
struct SystemClass {
  int number;
  const char* name;
  PyObject* (*also)();
  PyObject* made;
};

SystemClass system_classes[] = {
    {ENOENT, "ContainerFileNotFoundError", [] { return PyExc_FileNotFoundError; }, nullptr},
    {EACCES, "ContainerPermissionError", [] { return PyExc_PermissionError; }, nullptr},
    {EISDIR, "ContainerIsADirectoryError", [] { return PyExc_IsADirectoryError; }, nullptr},
    {ENOTDIR, "ContainerNotADirectoryError", [] { return PyExc_NotADirectoryError; }, nullptr},
    {EPIPE, "ContainerBrokenPipeError", [] { return PyExc_BrokenPipeError; }, nullptr},
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

PyObject* class_of_errno(int number) {
  if (number == EPERM) number = EACCES;
  for (const auto& known : system_classes)
    if (known.number == number) return known.made;
  return classes[kContainerIOError].made;
}

// The __str__ of an OSError that has a sentence with the name of the file as its strerror.
PyObject* sentence_of(PyObject* self, PyObject*) noexcept {
  return guarded([&]() -> PyObject* {
    Ref text(PyObject_GetAttrString(self, "strerror"));
    if (text.get() != Py_None) return text.release();
    const Ref arguments(PyObject_GetAttrString(self, "args"));
    if (PyTuple_Size(arguments.get()) == 0) return text_of("").release();
    return PyObject_Str(PyTuple_GetItem(arguments.get(), 0));
  });
}

PyMethodDef sentence_method = {"__str__", sentence_of, METH_NOARGS, "__str__($self, /)\n--\n\n"};

void show_sentence(PyObject* type) {
  const Ref method(PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type), &sentence_method));
  require(PyObject_SetAttrString(type, "__str__", method.get()));
}

// Raises a subclass of OSError.
void set_system_exception(int number, const hedgerow::container_error& error) {
  const auto file = dynamic_cast<const FileError*>(&error);
  const bool exists = error.status() == HEDGEROW_CONTAINER_EXISTS;
  PyObject* type = exists ? classes[kOutputExists].made : class_of_errno(number);
  const Ref path =
      file ? Ref(PyUnicode_DecodeFSDefault(file->path().c_str())) : Ref::borrow(Py_None);
  const auto sentence = error.sentence();
  const Ref text(PyUnicode_DecodeFSDefault(sentence.c_str()));
  const Ref arguments(file ? Py_BuildValue("(iOO)", number, text.get(), path.get())
                           : Py_BuildValue("(iO)", number, text.get()));
  PyErr_SetObject(type, arguments.get());
}

}  // namespace

void add_container_errors(PyObject* module) {
  container_error = make_error(module, "ContainerError", "What is wrong with a container.",
                               error_class(), nullptr);
  for (auto& known : classes)
    known.made = make_error(module, known.name, known.doc, container_error, known.also());
  for (auto& known : system_classes)
    known.made = make_error(module, known.name,
                            "Reading or writing failed, for a reason that has "
                            "an own class of OSError.",
                            classes[kContainerIOError].made, known.also());
  show_sentence(classes[kContainerIOError].made);
  show_sentence(classes[kOutputExists].made);
}

void set_container_exception(const hedgerow::container_error& error) noexcept {
  const int number = error.status() == HEDGEROW_CONTAINER_EXISTS ? EEXIST
                     : error.status() == HEDGEROW_CONTAINER_IO
                         ? std::atoi(error.remedy_value().c_str())
                         : 0;
  if (number == 0) {
    PyErr_SetString(class_of(error.status()), error.sentence().c_str());
    return;
  }
  try {
    set_system_exception(number, error);
  } catch (const PythonError&) {
  }
}

}  // namespace hedgerow_python
