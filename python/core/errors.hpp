// Exceptions: hedgerow.Error, and a class below it for each status of the C ABI and of the
// container.
#pragma once

#include "hedgerow/hedgerow.hpp"
#include "python.hpp"

namespace hedgerow_python {

// Makes the classes and adds them to the module.
void add_errors(PyObject* module);

// Classes that add_errors made; borrowed. hedgerow.Error, and the one of a status.
PyObject* error_class();
PyObject* error_class(hedgerow_status status);
// Makes a class below `base`, and `also` where that is not NULL, and adds it to the module.
PyObject* make_error(PyObject* module, const char* name, const char* doc, PyObject* base,
                     PyObject* also);

// Throws hedgerow::error; nothing for HEDGEROW_OK.
void check(hedgerow_status status);

// What a Python function says of arguments that no status is about.
[[noreturn]] void raise_status(hedgerow_status status, const std::string& text);

}  // namespace hedgerow_python
