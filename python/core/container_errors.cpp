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
  hedgerow_container_status status;
  const char* name;
  PyObject* (*also)();
  const char* doc;
  PyObject* made = nullptr;
};

Class classes[] = {
    {HEDGEROW_CONTAINER_NOT_CONTAINER, "NotAContainer", none,
     "The data does not begin like a container."},
    {HEDGEROW_CONTAINER_HEADER_LENGTH, "DamagedHeader", none,
     "A field of the header has a value that it cannot have."},
    {HEDGEROW_CONTAINER_WRONG_KEY, "WrongKey", none, "No given credential opens the container."},
    {HEDGEROW_CONTAINER_TAMPERED, "Tampered", tag, "A segment is not authentic."},
    {HEDGEROW_CONTAINER_TRUNCATED, "Truncated", none,
     "The container ends before its final segment."},
    {HEDGEROW_CONTAINER_TRAILING_DATA, "TrailingData", none,
     "There is data after the container's final segment."},
    {HEDGEROW_CONTAINER_SLOTS, "DamagedSlots", none, "Every copy of the slot area is damaged."},
    {HEDGEROW_CONTAINER_ARMOR, "InvalidArmor", none, "The text around the container is not armor."},
    {HEDGEROW_CONTAINER_ARGUMENT, "InvalidArgument", value, "The call does not allow this value."},
    {HEDGEROW_CONTAINER_CREDENTIAL, "WrongCredential", value,
     "The container opens with credentials of another kind."},
    {HEDGEROW_CONTAINER_KEY_TEXT, "InvalidKeyFile", value,
     "This is not a key file, identity or public key, or it is mistyped."},
    {HEDGEROW_CONTAINER_EXISTS, "OutputExists", exists, "The output exists already."},
    {HEDGEROW_CONTAINER_SAME_FILE, "SameFile", value,
     "The input and the output are the same file."},
    {HEDGEROW_CONTAINER_IO, "ContainerIOError", os, "Reading or writing failed."},
    {HEDGEROW_CONTAINER_BUSY, "ContainerBusy", none, "Another process is changing the container."},
    {HEDGEROW_CONTAINER_VERSION, "UnsupportedContainer", none,
     "This library does not support the version, cipher or mode."},
    {HEDGEROW_CONTAINER_KDF_COST, "KdfTooExpensive", none,
     "Opening costs more than kdf_limit allows."},
};

// A status that has the class of another one.
constexpr hedgerow_container_status kAlike[][2] = {
    {HEDGEROW_CONTAINER_HEADER_FIELD, HEDGEROW_CONTAINER_HEADER_LENGTH},
    {HEDGEROW_CONTAINER_SEGMENT_BYTES, HEDGEROW_CONTAINER_HEADER_LENGTH},
    {HEDGEROW_CONTAINER_NONCE_LENGTH, HEDGEROW_CONTAINER_HEADER_LENGTH},
    {HEDGEROW_CONTAINER_TAG_LENGTH, HEDGEROW_CONTAINER_HEADER_LENGTH},
    {HEDGEROW_CONTAINER_TRUNCATED_HEADER, HEDGEROW_CONTAINER_TRUNCATED},
    {HEDGEROW_CONTAINER_CIPHER, HEDGEROW_CONTAINER_VERSION},
    {HEDGEROW_CONTAINER_MODE, HEDGEROW_CONTAINER_VERSION},
    {HEDGEROW_CONTAINER_KDF, HEDGEROW_CONTAINER_VERSION},
};

// A subclass of ContainerIOError that is also the subclass of OSError for an errno.
struct SystemClass {
  int number;
  const char* name;
  PyObject* (*also)();
  PyObject* made = nullptr;
};

SystemClass system_classes[] = {
    {ENOENT, "ContainerFileNotFoundError", [] { return PyExc_FileNotFoundError; }},
    {EACCES, "ContainerPermissionError", [] { return PyExc_PermissionError; }},
    {EISDIR, "ContainerIsADirectoryError", [] { return PyExc_IsADirectoryError; }},
    {ENOTDIR, "ContainerNotADirectoryError", [] { return PyExc_NotADirectoryError; }},
    {EPIPE, "ContainerBrokenPipeError", [] { return PyExc_BrokenPipeError; }},
};

PyObject* class_of(hedgerow_container_status status) {
  for (const auto& [other, representative] : kAlike)
    if (other == status) status = representative;
  for (const auto& known : classes)
    if (known.status == status) return known.made;
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
  return class_of(HEDGEROW_CONTAINER_IO);
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

// Raises a subclass of OSError with a sentence.
void set_system_exception(int number, const hedgerow::container_error& error, const Ref& text) {
  const auto file = dynamic_cast<const FileError*>(&error);
  const bool exists = error.status() == HEDGEROW_CONTAINER_EXISTS;
  PyObject* type = exists ? class_of(HEDGEROW_CONTAINER_EXISTS) : class_of_errno(number);
  const Ref path =
      file ? Ref(PyUnicode_DecodeFSDefault(file->path().c_str())) : Ref::borrow(Py_None);
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
                            class_of(HEDGEROW_CONTAINER_IO), known.also());
  show_sentence(class_of(HEDGEROW_CONTAINER_IO));
  show_sentence(class_of(HEDGEROW_CONTAINER_EXISTS));
}

void set_container_exception(const hedgerow::container_error& error) noexcept {
  const int number = error.status() == HEDGEROW_CONTAINER_EXISTS ? EEXIST
                     : error.status() == HEDGEROW_CONTAINER_IO
                         ? std::atoi(error.remedy_value().c_str())
                         : 0;
  try {
    const Ref text(PyUnicode_DecodeFSDefault(error.sentence().c_str()));  // has names of files
    if (number == 0)
      PyErr_SetObject(class_of(error.status()), text.get());
    else
      set_system_exception(number, error, text);
  } catch (const PythonError&) {
  }
}

}  // namespace hedgerow_python
