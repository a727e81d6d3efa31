// hedgerow._core: libhedgerow and its container for Python, with the limited API of CPython 3.11.
#include "module.hpp"

#include "errors.hpp"

namespace hedgerow_python {
namespace {

int execute(PyObject* module) noexcept {
  return guarded([&] {
    static bool loaded = false;  // the exception classes belong to the process
    if (loaded) raise(PyExc_ImportError, "hedgerow works in one interpreter of a process");
    add_errors(module);
    add_buffer(module);
    add_query(module);
    add_aead(module);
    add_aead_stream(module);
    add_cipher(module);
    add_mac(module);
    add_wrap(module);
    add_kdf(module);
#ifdef HEDGEROW_PYTHON_CONTAINER
    add_container(module);
#endif
    loaded = true;
    return 0;
  });
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(execute)},
#ifdef Py_GIL_DISABLED
                            {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                            {0, nullptr}};

PyModuleDef definition{PyModuleDef_HEAD_INIT,
                       "hedgerow._core",
                       "The compiled part of hedgerow.",
                       0,
                       nullptr,
                       slots,
                       nullptr,
                       nullptr,
                       nullptr};

}  // namespace
}  // namespace hedgerow_python

PyMODINIT_FUNC PyInit__core() { return PyModuleDef_Init(&hedgerow_python::definition); }
