// The arguments that make a context: cipher, mode, key, and the options of hedgerow_options by name.
#pragma once

#include "arguments.hpp"
#include "buffer.hpp"
#include "errors.hpp"

namespace hedgerow_python {

// A keyword argument of one class that is not an option, for example `iv`.
struct Extra {
  const char* name;
  PyObject* value = nullptr;  // borrowed; NULL if it is missing or None
};

class Setup {
 public:
  // Reads the arguments of __init__(self, cipher, mode, key, **options), and removes `extras` from the options.
  Setup(PyObject* arguments, PyObject* keywords, std::span<Extra> extras = {});

  std::string cipher, mode;
  Buffer key;
  hedgerow::Options options;
  hedgerow_algorithm_info algorithm;

 private:
  void set_option(const std::string& name, PyObject* value);
  Buffer sbox_;
};

// Runs the body of __init__, which returns the new value of `self`, and rejects a second call.
template <class T, class Make>
int initialise(PyObject* self, Make&& make) noexcept {
  return guarded([&] {
    auto& value = reinterpret_cast<Object<T>*>(self)->value;
    if (value) raise(PyExc_RuntimeError, "__init__ has run already: make another object");
    value = make();
    return 0;
  });
}

Ref info_of(const hedgerow_context_info& info, const char* kernel);

}  // namespace hedgerow_python
