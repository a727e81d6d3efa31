// Exceptions: hedgerow.Error, and a subclass for each status of the C ABI and of the container.
#pragma once

#include "hedgerow/hedgerow.hpp"
#include "python.hpp"

namespace hedgerow_python {

// Makes the classes and adds them to the module.
void add_errors(PyObject* module);

// Return borrowed references to classes that add_errors made, namely hedgerow.Error and the class of a status.
PyObject* error_class();
PyObject* error_class(hedgerow_status status);
// Returns the general text of a status, which is also the documentation of its exception class.
const char* status_text(hedgerow_status status);
// Makes a subclass of `base` (and of `also` if that is not NULL) and adds it to the module.
PyObject* make_error(PyObject* module, const char* name, const char* doc, PyObject* base,
                     PyObject* also);

// Throws hedgerow::error unless the status is HEDGEROW_OK.
void check(hedgerow_status status);

// Raises an error about arguments that the library has no status for.
[[noreturn]] void raise_status(hedgerow_status status, const std::string& text);

}  // namespace hedgerow_python
