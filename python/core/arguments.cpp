#include "arguments.hpp"

namespace hedgerow_python {
namespace {

std::string quoted(const char* name) { return std::string("'") + name + "'"; }

std::size_t find(const Parameters& parameters, PyObject* name) {
  for (std::size_t i = 0; i < parameters.names.size(); i++)
    if (PyUnicode_CompareWithASCIIString(name, parameters.names[i]) == 0) return i;
  std::string text;
  for (const auto known : parameters.names) text += (text.empty() ? "" : ", ") + std::string(known);
  const char* given = PyUnicode_AsUTF8AndSize(name, nullptr);
  if (!given) throw PythonError();
  raise(PyExc_TypeError, std::string(parameters.function) + "() has no argument " + quoted(given) +
                             "; it has " + text);
}

}  // namespace

Arguments::Arguments(const Parameters& parameters, PyObject* const* arguments, Py_ssize_t count,
                     PyObject* names)
    : parameters_(parameters) {
  const auto given = static_cast<std::size_t>(count);
  if (given > parameters.names.size())
    raise(PyExc_TypeError, std::string(parameters.function) + "() takes at most " +
                               std::to_string(parameters.names.size()) + " arguments, not " +
                               std::to_string(given));
  for (std::size_t i = 0; i < given; i++) values_[i] = arguments[i];
  const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
  for (Py_ssize_t k = 0; k < named; k++) {
    const auto i = find(parameters, PyTuple_GetItem(names, k));
    if (values_[i])
      raise(PyExc_TypeError, std::string(parameters.function) + "() has argument " +
                                 quoted(parameters.names[i]) + " twice");
    values_[i] = arguments[count + k];
  }
  for (std::size_t i = 0; i < parameters.required; i++)
    if (!values_[i])
      raise(PyExc_TypeError, std::string(parameters.function) + "() needs the argument " +
                                 quoted(parameters.names[i]));
}

std::uint64_t to_number(PyObject* object, const char* name, std::uint64_t most) {
  if (!PyIndex_Check(object))
    raise(PyExc_TypeError, std::string(name) + " must be an integer, not " + type_name(object));
  const Ref index(PyNumber_Index(object));
  const unsigned long long n = PyLong_AsUnsignedLongLong(index.get());
  if (n == static_cast<unsigned long long>(-1) && PyErr_Occurred()) {
    PyErr_Clear();
    raise(PyExc_ValueError, std::string(name) + " must be 0 to " + std::to_string(most));
  }
  if (n > most)
    raise(PyExc_ValueError, std::string(name) + " must be 0 to " + std::to_string(most) + ", not " +
                                std::to_string(n));
  return n;
}

std::string to_text(PyObject* object, const char* name) {
  if (!PyUnicode_Check(object))
    raise(PyExc_TypeError, std::string(name) + " must be str, not " + type_name(object));
  const Ref bytes(PyUnicode_AsEncodedString(object, "utf-8", "surrogateescape"));
  char* text = nullptr;
  Py_ssize_t size = 0;
  require(PyBytes_AsStringAndSize(bytes.get(), &text, &size));
  const std::string result(text, static_cast<std::size_t>(size));
  if (result.find('\0') != std::string::npos)
    raise(PyExc_ValueError, std::string(name) + " must not contain a NUL");
  return result;
}

bool to_flag(PyObject* object, const char*) {
  const int truth = PyObject_IsTrue(object);
  require(truth);
  return truth != 0;
}

std::uint64_t Arguments::number(std::size_t i, std::uint64_t otherwise, std::uint64_t most) const {
  return has(i) ? to_number(values_[i], name(i), most) : otherwise;
}

bool Arguments::flag(std::size_t i, bool otherwise) const {
  return has(i) ? to_flag(values_[i], name(i)) : otherwise;
}

std::string Arguments::text(std::size_t i) const { return to_text(values_[i], name(i)); }

}  // namespace hedgerow_python
