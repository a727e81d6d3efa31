#include "errors.hpp"

#include <iterator>
#include <new>
#include <vector>

#include "messages.hpp"

#ifdef HEDGEROW_PYTHON_CONTAINER
#include "container_errors.hpp"
#endif

namespace hedgerow_python {
namespace {

PyObject* base_error = nullptr;
PyObject* in_use_error = nullptr;

// Returns the built-in Python class that is a second base of an exception.
PyObject* none() { return nullptr; }
PyObject* value() { return PyExc_ValueError; }
PyObject* state() { return PyExc_RuntimeError; }

struct StatusClass {
  hedgerow_status status;
  const char* name;
  PyObject* (*also)();
  PyObject* made;
};

StatusClass classes[] = {
    {HEDGEROW_ERR_CIPHER, "UnknownCipher", value, nullptr},
    {HEDGEROW_ERR_MODE, "UnknownMode", value, nullptr},
    {HEDGEROW_ERR_KEY_LENGTH, "InvalidKeyLength", value, nullptr},
    {HEDGEROW_ERR_NONCE_LENGTH, "InvalidNonce", value, nullptr},
    {HEDGEROW_ERR_TAG_LENGTH, "InvalidTagLength", value, nullptr},
    {HEDGEROW_ERR_DATA_LENGTH, "InvalidDataLength", value, nullptr},
    {HEDGEROW_ERR_OVERLAP, "OverlappingBuffers", value, nullptr},
    {HEDGEROW_ERR_LIMIT, "LimitReached", none, nullptr},
    {HEDGEROW_ERR_NONCE_REUSE, "NonceReused", value, nullptr},
    {HEDGEROW_ERR_AUTH, "InvalidTag", none, nullptr},
    {HEDGEROW_ERR_STATE, "OutOfOrder", state, nullptr},
    {HEDGEROW_ERR_KERNEL, "UnknownKernel", value, nullptr},
    {HEDGEROW_ERR_UNAVAILABLE, "Unavailable", none, nullptr},
    {HEDGEROW_ERR_OPTIONS, "InvalidOption", value, nullptr},
    {HEDGEROW_ERR_BUFFER, "BufferTooSmall", value, nullptr},
    {HEDGEROW_ERR_SBOX, "InvalidSBox", value, nullptr},
    {HEDGEROW_ERR_FEEDBACK, "InvalidFeedback", value, nullptr},
    {HEDGEROW_ERR_SECTION, "InvalidSection", value, nullptr},
    {HEDGEROW_ERR_PADDING, "InvalidPadding", none, nullptr},
    {HEDGEROW_ERR_TOO_SHORT, "MessageTooShort", value, nullptr},
    {HEDGEROW_ERR_ANNOUNCED, "LengthsNotAnnounced", state, nullptr},
    {HEDGEROW_ERR_INTEGRITY, "InvalidUnwrap", none, nullptr},
    {HEDGEROW_ERR_RANDOM, "NoRandom", none, nullptr},
    {HEDGEROW_ERR_SELFTEST, "SelfTestFailed", none, nullptr},
    {HEDGEROW_ERR_LENGTH_FIELD, "InvalidLengthField", value, nullptr},
    {HEDGEROW_ERR_GAMMA, "InvalidGamma", value, nullptr},
    {HEDGEROW_ERR_KEY_VALUE, "InvalidKey", value, nullptr},
};

void add(PyObject* module, const char* name, PyObject* made) {
  require(PyModule_AddObjectRef(module, name, made));
}

}  // namespace

PyObject* make_error(PyObject* module, const char* name, const char* doc, PyObject* base,
                     PyObject* also) {
  const Ref bases(also ? PyTuple_Pack(2, base, also) : PyTuple_Pack(1, base));
  const std::string full = std::string("hedgerow.") + name;
  Ref made(PyErr_NewExceptionWithDoc(full.c_str(), doc, bases.get(), nullptr));
  add(module, name, made.get());
  return made.release();
}

PyObject* error_class() { return base_error; }

PyObject* error_class(hedgerow_status status) {
  for (const auto& known : classes)
    if (known.status == status) return known.made;
  return base_error;
}

void add_errors(PyObject* module) {
  base_error = make_error(module, "Error",
                          "What every exception of hedgerow derives from. `status` is the number "
                          "that the C ABI gives, or None.",
                          PyExc_Exception, nullptr);
  require(PyObject_SetAttrString(base_error, "status", Py_None));
  in_use_error = make_error(module, "InUse",
                            "Another thread is in the middle of a call on this object: give each "
                            "thread an object of its own (copy), or use a lock.",
                            base_error, PyExc_RuntimeError);
  for (auto& known : classes) {
    known.made =
        make_error(module, known.name, status_text(known.status), base_error, known.also());
    const Ref number(PyLong_FromLong(known.status));
    require(PyObject_SetAttrString(known.made, "status", number.get()));
  }
#ifdef HEDGEROW_PYTHON_CONTAINER
  add_container_errors(module);
#endif
}

void raise(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  throw PythonError();
}

void raise_status(hedgerow_status status, const std::string& text) {
  raise(error_class(status), text);
}

void check(hedgerow_status status) {
  if (status != HEDGEROW_OK) throw hedgerow::error(status);
}

void set_exception() noexcept {
  try {
    throw;
  } catch (const PythonError&) {
  } catch (const ExplainedError& e) {
    PyErr_SetString(error_class(e.status()), e.what());
  } catch (const hedgerow::error& e) {
    PyErr_SetString(error_class(e.status()), status_text(e.status()));
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
#ifdef HEDGEROW_PYTHON_CONTAINER
  } catch (const hedgerow::container_error& e) {
    set_container_exception(e);
#endif
  } catch (const std::exception& e) {
    PyErr_SetString(base_error, e.what());
  }
}

void OneThread::refuse() {
  raise(in_use_error,
        "another thread is in the middle of a call on this object: give each thread an object of "
        "its own, as copy() makes it, or use a lock");
}

void raise_uninitialised() {
  raise(PyExc_RuntimeError, "the object was not initialised: its __init__ has not run");
}

PyObject* refuse_pickling(PyObject*, PyObject*) noexcept {
  PyErr_SetString(PyExc_TypeError,
                  "an object that holds a key is not pickled or copied by the copy module: the key "
                  "would travel and stay in clear; send a wrapped key, or say where a key file is "
                  "and make the object there");
  return nullptr;
}

}  // namespace hedgerow_python
