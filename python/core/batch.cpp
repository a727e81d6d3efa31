#include "batch.hpp"

namespace hedgerow_python {

Items::Items(PyObject* iterable, const char* name) {
  PyObject* list = PySequence_List(iterable);
  if (!list && PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Clear();
    raise(PyExc_TypeError,
          std::string(name) + " must be a list, or something else to iterate over");
  }
  list_ = Ref(list);
}

std::array<Buffer, 4> parts_of(PyObject* message, std::size_t i, std::span<const char* const> names,
                               std::size_t least) {
  const bool is_sequence = PyTuple_Check(message) || PyList_Check(message);
  const Py_ssize_t size = is_sequence ? PySequence_Size(message) : -1;
  if (size < static_cast<Py_ssize_t>(least) || size > static_cast<Py_ssize_t>(names.size())) {
    std::string text;
    for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(name);
    raise(PyExc_TypeError, "message " + std::to_string(i) + " must be a tuple (" + text + "), of " +
                               std::to_string(least) + " parts at least");
  }
  std::array<Buffer, 4> parts;
  for (Py_ssize_t k = 0; k < size; k++) {
    const Ref part(PySequence_GetItem(message, k));
    const auto name =
        std::string(names[static_cast<std::size_t>(k)]) + " of message " + std::to_string(i);
    if (part.get() != Py_None)
      parts[static_cast<std::size_t>(k)] = Buffer(part.get(), name.c_str());
  }
  return parts;
}

Ref list_of(std::vector<NewBytes>& results) {
  Ref list(PyList_New(static_cast<Py_ssize_t>(results.size())));
  for (std::size_t i = 0; i < results.size(); i++)
    require(PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), results[i].take().release()));
  return list;
}

}  // namespace hedgerow_python
