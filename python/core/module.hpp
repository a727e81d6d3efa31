// The parts of the module. Each part adds types and functions to it.
#pragma once

#include "python.hpp"

namespace hedgerow_python {

void add_buffer(PyObject* module);
void add_query(PyObject* module);
void add_aead(PyObject* module);
void add_aead_stream(PyObject* module);
void add_cipher(PyObject* module);
void add_mac(PyObject* module);
void add_wrap(PyObject* module);
void add_kdf(PyObject* module);
void add_container(PyObject* module);

}  // namespace hedgerow_python
