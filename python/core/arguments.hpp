// The arguments of a vectorcall, first the positional arguments and then the keyword arguments.
#pragma once

#include <array>
#include <optional>

#include "python.hpp"

namespace hedgerow_python {

// The parameters of a function. The first `required` names must be given, and the first `positional` may be positional.
struct Parameters {
  const char* function;
  std::span<const char* const> names;
  std::size_t required;
};

inline constexpr std::size_t kMaxParameters = 10;

class Arguments {
 public:
  // Throws PythonError (TypeError) for missing, unknown and repeated arguments.
  Arguments(const Parameters& parameters, PyObject* const* arguments, Py_ssize_t count,
            PyObject* names);

  // Returns a borrowed reference, or null if the argument is None or was not given.
  PyObject* operator[](std::size_t i) const { return values_[i]; }
  bool has(std::size_t i) const { return values_[i] && values_[i] != Py_None; }
  const char* name(std::size_t i) const { return parameters_.names[i]; }

  // These throw TypeError or ValueError (OverflowError) with the name of the parameter.
  std::uint64_t number(std::size_t i, std::uint64_t otherwise,
                       std::uint64_t most = UINT64_MAX) const;
  bool flag(std::size_t i, bool otherwise = false) const;
  std::string text(std::size_t i) const;

 private:
  const Parameters& parameters_;
  std::array<PyObject*, kMaxParameters> values_{};
};

std::uint64_t to_number(PyObject* object, const char* name, std::uint64_t most = UINT64_MAX);
std::string to_text(PyObject* object, const char* name);
bool to_flag(PyObject* object, const char* name);

using Method = PyObject* (*)(PyObject* self, const Arguments& arguments);

// The function that Python calls for `method` with `parameters`, which are both known at compile time.
template <const Parameters& parameters, auto method>
PyObject* call(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
               PyObject* names) noexcept {
  return guarded([&]() -> PyObject* {
    return method(self, Arguments(parameters, arguments, count, names)).release();
  });
}

template <const Parameters& parameters, auto method>
PyMethodDef define(const char* doc, int flags = 0) {
  return {parameters.function,
          reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call<parameters, method>)),
          METH_FASTCALL | METH_KEYWORDS | flags, doc};
}

// A read-only attribute.
template <auto get>
PyObject* attribute(PyObject* self, void*) noexcept {
  return guarded([&]() -> PyObject* { return get(self).release(); });
}

}  // namespace hedgerow_python
