// Declarations that the parts of the container binding share.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "buffer.hpp"
#include "container/container.hpp"
#include "container/error.hpp"

namespace hedgerow_python {

// Reads a list of _core.Credential.
std::vector<hedgerow::container::Credential> credentials_of(PyObject* object);

// Reads a cost, for example "default", where None means the default of the library.
hedgerow::container::KdfCost kdf_cost(const Arguments& a, std::size_t i);
// Reads a limit of the form "PASSESxMEMORY", where None means the default of the library.
hedgerow::container::KdfLimit kdf_limit(const Arguments& a, std::size_t i);

// Reads a path in the form that os.fsencode returns.
std::string path_of(PyObject* object, const char* name);

Ref header_of(const hedgerow::container::Header& header);

void add_credentials(PyObject* module);
void add_segments(PyObject* module);
void add_container_files(PyObject* module);
void add_output(PyObject* module);

}  // namespace hedgerow_python
