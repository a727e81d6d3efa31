// The exceptions of containers, which have the base hedgerow.ContainerError.
#pragma once

#include "container/error.hpp"
#include "errors.hpp"

namespace hedgerow_python {

void add_container_errors(PyObject* module);
void set_container_exception(const hedgerow::container::Error& error) noexcept;

}  // namespace hedgerow_python
