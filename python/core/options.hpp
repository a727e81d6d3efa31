// What makes a context: cipher, mode, key, and the options of hedgerow_options by their names.
#pragma once

#include "arguments.hpp"
#include "buffer.hpp"
#include "errors.hpp"

namespace hedgerow_python {

// A keyword of one class that is no option: `iv` and the like.
struct Extra {
  const char* name;
  PyObject* value = nullptr;  // borrowed; NULL when it is not given, or None
};

class Setup {
 public:
  // __init__(self, cipher, mode, key, **options); `extras` are taken out of the options.
  Setup(PyObject* arguments, PyObject* keywords, std::span<Extra> extras = {});

  std::string cipher, mode;
  Buffer key;
  hedgerow::Options options;
  hedgerow_algorithm_info algorithm;

 private:
  void set_option(const std::string& name, PyObject* value);
  Buffer sbox_;
};

// Runs the body of __init__, which returns the new value of `self`; refuses a second run.
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
