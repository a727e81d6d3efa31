// The arguments that make a context: cipher, key, mode, and the options of hedgerow_options by name.
#pragma once

#include "arguments.hpp"
#include "buffer.hpp"
#include "errors.hpp"
#include "messages.hpp"

namespace hedgerow_python {

// A keyword argument of one class that is not an option, for example `iv`.
struct Extra {
  const char* name;
  PyObject* value = nullptr;  // borrowed; NULL if it is missing or None
};

class Setup {
 public:
  // Reads the arguments of __init__(self, name, key, mode, **options) of the class `type`, and removes `extras` from
  // the options.
  Setup(const char* type, PyObject* arguments, PyObject* keywords, std::span<Extra> extras = {});

  // Makes a context with these arguments.
  template <class Context>
  Context make() const {
    return explained([&] { return Facts{.algorithm = algorithm, .options = &options}; },
                     [&] { return Context(cipher, mode, key.input(), options); });
  }

  std::string cipher, mode;
  Buffer key;
  hedgerow::Options options;
  hedgerow_algorithm_info algorithm;

 private:
  void read_names(const char* type, PyObject* arguments);
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
