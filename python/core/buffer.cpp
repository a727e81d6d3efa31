#include "buffer.hpp"

#include <cstring>

#include "arguments.hpp"
#include "module.hpp"

namespace hedgerow_python {
namespace {

// Tells if a format (PEP 3118) contains addresses, for example Python objects, pointers, functions or C strings. Field
// names are between colons.
bool has_addresses(const char* format) {
  bool in_name = false;
  for (; *format; format++) {
    if (*format == ':')
      in_name = !in_name;
    else if (!in_name && std::strchr("OP&Xz", *format))
      return true;
  }
  return false;
}

// For buffers of types without a format, for example the dates of NumPy: tells if the type declares that it contains no
// objects.
bool dtype_has_no_objects(PyObject* object) {
  PyObject* dtype = PyObject_GetAttrString(object, "dtype");
  PyObject* objects = dtype ? PyObject_GetAttrString(dtype, "hasobject") : nullptr;
  const bool none = objects == Py_False;
  Py_XDECREF(objects);
  Py_XDECREF(dtype);
  PyErr_Clear();
  return none;
}

Ref check_buffer(PyObject*, const Arguments& a) {
  const Buffer check(a[0], a.text(1).c_str(),
                     a.flag(2) ? Buffer::Access::kWrite : Buffer::Access::kRead);
  return Ref::borrow(Py_None);
}

PyMethodDef functions[] = {
    define<check_buffer, "check_buffer($module, object, name, writable=False)",
           "Raises what a function of the module raises if its argument `name` is no buffer for "
           "it.">(),
    {}};

}  // namespace

std::string type_name(PyObject* object) {
  const Ref name(PyType_GetName(Py_TYPE(object)));
  const char* text = PyUnicode_AsUTF8AndSize(name.get(), nullptr);
  if (!text) throw PythonError();
  return text;
}

Buffer::Buffer(PyObject* object, const char* name, Access access) {
  view_.obj = nullptr;
  const int flags = access == Access::kWrite ? PyBUF_WRITABLE : PyBUF_SIMPLE;
  // A buffer without strides that has a shape and a format is C-contiguous.
  if (PyObject_GetBuffer(object, &view_, flags | PyBUF_ND | PyBUF_FORMAT) == 0) {
    if (!view_.format || !has_addresses(view_.format)) return;
    refuse_addresses(object, name);
  }
  view_.obj = nullptr;
  if (PyErr_ExceptionMatches(PyExc_MemoryError)) throw PythonError();
  PyErr_Clear();
  if (PyObject_GetBuffer(object, &view_, flags) == 0) {
    if (dtype_has_no_objects(object)) return;
    refuse_addresses(object, name);
  }
  view_.obj = nullptr;
  PyErr_Clear();
  if (!PyObject_CheckBuffer(object))
    raise(PyExc_TypeError, std::string(name) + " must be bytes, bytearray, memoryview or another " +
                               "object with a buffer, not " + type_name(object));
  raise(PyExc_BufferError,
        std::string(name) + " must be a C-contiguous " +
            (access == Access::kWrite ? "buffer that can be written" : "buffer") + "; this " +
            type_name(object) + " is not (or it is closed)");
}

void Buffer::refuse_addresses(PyObject* object, const char* name) {
  PyBuffer_Release(&view_);
  raise(PyExc_TypeError, std::string(name) + " must be a buffer of plain data: this " +
                             type_name(object) +
                             " has objects or pointers in it, and its buffer their addresses in " +
                             "place of their content; convert it first, such as " +
                             "array.astype(\"S\"), or make bytes of it");
}

void add_buffer(PyObject* module) { require(PyModule_AddFunctions(module, functions)); }

}  // namespace hedgerow_python
