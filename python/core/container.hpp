// What the parts of the container's binding share.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "buffer.hpp"
#include "hedgerow/container.hpp"

namespace hedgerow_python {

// A list of _core.Credential.
hedgerow::ContainerCredentials credentials_of(PyObject* object);

// "default" and so on. None: the library's default.
hedgerow::ContainerKdfCost kdf_cost(const Arguments& a, std::size_t i);
// "PASSESxMEMORY". None: the library's default.
hedgerow::ContainerKdfCost kdf_limit(const Arguments& a, std::size_t i);

// None: the library's default.
std::uint32_t segment_bytes_of(const Arguments& a, std::size_t i);

// A path that os.fsencode gave.
std::string path_of(PyObject* object, const char* name);

Ref header_of(const hedgerow_container_info& info);

void add_credentials(PyObject* module);
void add_segments(PyObject* module);
void add_container_files(PyObject* module);
void add_output(PyObject* module);

}  // namespace hedgerow_python
