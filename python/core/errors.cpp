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
  const char* text;
  PyObject* made = nullptr;
};

StatusClass classes[] = {
    {HEDGEROW_ERR_CIPHER, "UnknownCipher", value,
     "There is no cipher of this name: hedgerow.ciphers() lists all."},
    {HEDGEROW_ERR_MODE, "UnknownMode", value,
     "The cipher has no such mode, or the mode cannot do this (seek, pieces, an IV): "
     "hedgerow.algorithms() lists all."},
    {HEDGEROW_ERR_KEY_LENGTH, "InvalidKeyLength", value, "The key has a wrong length."},
    {HEDGEROW_ERR_NONCE_LENGTH, "InvalidNonce", value,
     "The nonce or IV has a wrong length, or a first bit that must be 0."},
    {HEDGEROW_ERR_TAG_LENGTH, "InvalidTagLength", value, "The tag has a wrong length."},
    {HEDGEROW_ERR_DATA_LENGTH, "InvalidDataLength", value,
     "The mode does not take data of this length."},
    {HEDGEROW_ERR_OVERLAP, "OverlappingBuffers", value,
     "data and buf must be the same buffer or disjoint, and they overlap."},
    {HEDGEROW_ERR_LIMIT, "LimitReached", none,
     "The data limit of the key or of a message would be exceeded."},
    {HEDGEROW_ERR_NONCE_REUSE, "NonceReused", value,
     "This nonce was used before under this key, or the object cannot make another one: use a new "
     "nonce (the option repeat_nonce=True is for known answers)."},
    {HEDGEROW_ERR_AUTH, "InvalidTag", none,
     "The tag does not match: the data, the associated data, the nonce or the key is not what was "
     "encrypted."},
    {HEDGEROW_ERR_STATE, "OutOfOrder", state,
     "The call is out of order: associated data comes before data, and after the end of a message "
     "you need a new object or reset()."},
    {HEDGEROW_ERR_KERNEL, "UnknownKernel", value,
     "The cipher has no kernel of this name: hedgerow.kernels() lists all."},
    {HEDGEROW_ERR_UNAVAILABLE, "Unavailable", none,
     "This processor, system or build lacks the instructions of the kernel."},
    {HEDGEROW_ERR_OPTIONS, "InvalidOption", value, "The mode does not have this option."},
    {HEDGEROW_ERR_BUFFER, "BufferTooSmall", value, "buf is too small for the result."},
    {HEDGEROW_ERR_SBOX, "InvalidSBox", value, "The option sbox does not fit the cipher."},
    {HEDGEROW_ERR_FEEDBACK, "InvalidFeedback", value,
     "The mode does not take this feedback_bytes."},
    {HEDGEROW_ERR_SECTION, "InvalidSection", value,
     "The mode does not take this section_bytes or master_section_bytes."},
    {HEDGEROW_ERR_PADDING, "InvalidPadding", none,
     "The padding is not what the option padding says: the data, the key or the IV is not what was "
     "encrypted."},
    {HEDGEROW_ERR_TOO_SHORT, "MessageTooShort", value, "The message is too short for the mode."},
    {HEDGEROW_ERR_ANNOUNCED, "LengthsNotAnnounced", state,
     "set_lengths must come first, with exactly the lengths of the associated data and of the data "
     "that follow."},
    {HEDGEROW_ERR_INTEGRITY, "InvalidUnwrap", none,
     "The wrapped key is damaged, or was wrapped under another key or IV."},
    {HEDGEROW_ERR_RANDOM, "NoRandom", none, "The system has no random bytes for a nonce."},
    {HEDGEROW_ERR_SELFTEST, "SelfTestFailed", none,
     "A known answer was wrong: do not use the library on this machine."},
    {HEDGEROW_ERR_LENGTH_FIELD, "InvalidLengthField", value,
     "The mode does not take this length_bytes."},
    {HEDGEROW_ERR_GAMMA, "InvalidGamma", value, "The mode does not take this gamma_bytes."},
    {HEDGEROW_ERR_KEY_VALUE, "InvalidKey", value,
     "The mode does not take this key: the two keys of XTS must differ, and what KW of DSTU 7624 "
     "wraps must not end like the length and padding of a shorter key."},
};

void add(PyObject* module, const char* name, PyObject* made) {
  require(PyModule_AddObjectRef(module, name, made));
}

// PyErr_SetString would raise another exception for a text with bytes that are not UTF-8.
void set_text(PyObject* type, std::string_view text) noexcept {
  try {
    PyErr_SetObject(type, text_of(text).get());
  } catch (const PythonError&) {
  }
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

const char* status_text(hedgerow_status status) {
  for (const auto& known : classes)
    if (known.status == status) return known.text;
  return hedgerow_status_text(status);
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
    known.made = make_error(module, known.name, known.text, base_error, known.also());
    const Ref number(PyLong_FromLong(known.status));
    require(PyObject_SetAttrString(known.made, "status", number.get()));
  }
#ifdef HEDGEROW_PYTHON_CONTAINER
  add_container_errors(module);
#endif
}

void raise(PyObject* type, const std::string& text) {
  set_text(type, text);
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
    set_text(error_class(e.status()), e.what());
  } catch (const hedgerow::error& e) {
    PyErr_SetString(error_class(e.status()), status_text(e.status()));
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
#ifdef HEDGEROW_PYTHON_CONTAINER
  } catch (const hedgerow::container_error& e) {
    set_container_exception(e);
#endif
  } catch (const std::exception& e) {
    set_text(base_error, e.what());
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
