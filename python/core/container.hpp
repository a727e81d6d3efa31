// What the parts of the container's binding share.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "buffer.hpp"
#include "container/container.hpp"
#include "container/error.hpp"

namespace hedgerow_python {

// A list of _core.Credential.
std::vector<hedgerow::container::Credential> credentials_of(PyObject* object);

// "default" and so on. None: the library's default.
hedgerow::container::KdfCost kdf_cost(const Arguments& a, std::size_t i);
// "PASSESxMEMORY". None: the library's default.
hedgerow::container::KdfLimit kdf_limit(const Arguments& a, std::size_t i);

// A path that os.fsencode gave.
std::string path_of(PyObject* object, const char* name);

Ref header_of(const hedgerow::container::Header& header);

void add_credentials(PyObject* module);
void add_segments(PyObject* module);
void add_container_files(PyObject* module);
void add_output(PyObject* module);

}  // namespace hedgerow_python
