#include "buffer.hpp"

namespace hedgerow_python {
std::string type_name(PyObject* object) {
  const Ref name(PyType_GetName(Py_TYPE(object)));
  const char* text = PyUnicode_AsUTF8AndSize(name.get(), nullptr);
  if (!text) throw PythonError();
  return text;
}

Buffer::Buffer(PyObject* object, const char* name, Access access) {
  view_.obj = nullptr;
  const int flags = access == Access::kWrite ? PyBUF_WRITABLE : PyBUF_SIMPLE;
  if (PyObject_GetBuffer(object, &view_, flags) == 0) return;
  view_.obj = nullptr;
  if (PyErr_ExceptionMatches(PyExc_MemoryError)) throw PythonError();
  PyErr_Clear();
  if (!PyObject_CheckBuffer(object))
    raise(PyExc_TypeError, std::string(name) + " must be bytes, bytearray, memoryview or another " +
                               "object with a buffer, not " + type_name(object));
  raise(PyExc_BufferError,
        std::string(name) + " must be a C-contiguous " +
            (access == Access::kWrite ? "buffer that can be written" : "buffer") + "; this " +
            type_name(object) + " is not (or it is closed)");
}

}  // namespace hedgerow_python
