// The exceptions of containers, which have the base hedgerow.ContainerError.
#pragma once

#include "errors.hpp"
#include "hedgerow/container.hpp"

namespace hedgerow_python {

void add_container_errors(PyObject* module);
void set_container_exception(const hedgerow::container_error& error) noexcept;

}  // namespace hedgerow_python
