// Declarations that the parts of the container's binding share.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "buffer.hpp"
#include "hedgerow/container.hpp"

namespace hedgerow_python {

// Converts a list of _core.Credential objects.
hedgerow::ContainerCredentials credentials_of(PyObject* object);

// Reads the name of a cost, for example "sensitive". Python's None selects the default.
hedgerow::ContainerKdfCost kdf_cost(const Arguments& a, std::size_t i);
// Reads a limit of the form "PASSESxMEMORY", or returns the default if it is missing.
hedgerow::ContainerKdfCost kdf_limit(const Arguments& a, std::size_t i);

// Returns the segment size in bytes, or the default if it is missing.
std::uint32_t segment_bytes_of(const Arguments& a, std::size_t i);

// A path that os.fsencode gave.
std::string path_of(PyObject* object, const char* name);

Ref header_of(const hedgerow_container_info& info);

void add_credentials(PyObject* module);
void add_segments(PyObject* module);
void add_container_files(PyObject* module);
void add_output(PyObject* module);

}  // namespace hedgerow_python
