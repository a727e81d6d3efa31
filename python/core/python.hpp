// Definitions that every source of the module needs: Python.h with the limited API, ownership, the GIL, and the
// conversion between C++ exceptions and Python exceptions.
//
// Rules: a function that Python calls is noexcept and goes through `guarded`. Other functions throw. PythonError means
// that Python's exception is already set.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace hedgerow_python {

struct PythonError {};

// Sets Python's exception for the C++ exception in flight.
void set_exception() noexcept;

template <class Work>
auto guarded(Work&& work) noexcept -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    set_exception();
    if constexpr (std::is_pointer_v<decltype(work())>)
      return nullptr;
    else
      return -1;
  }
}

// Sets an exception of `type` with a text and throws PythonError.
[[noreturn]] void raise(PyObject* type, const std::string& text);

// Returns the name of an object's type. Messages show it.
std::string type_name(PyObject* object);

// Owns one reference.
class Ref {
 public:
  Ref() = default;
  // Takes ownership of a new reference, or throws PythonError for NULL.
  explicit Ref(PyObject* object) : object_(object) {
    if (!object) throw PythonError();
  }
  static Ref borrow(PyObject* object) {
    Py_XINCREF(object);
    return Ref(object);
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }

 private:
  PyObject* object_ = nullptr;
};

// Throws PythonError if the result is -1.
inline void require(int result) {
  if (result < 0) throw PythonError();
}

// Adds the type of `spec` to the module as `name`. The reference is kept until the process ends.
inline PyTypeObject* add_type(PyObject* module, const char* name, PyType_Spec& spec) {
  Ref type(PyType_FromModuleAndSpec(module, &spec, nullptr));
  require(PyModule_AddObjectRef(module, name, type.get()));
  return reinterpret_cast<PyTypeObject*>(type.release());
}

// Bytes that are not UTF-8 become surrogates, because a label may be the name of a file. to_text does the inverse.
inline Ref text_of(std::string_view text) {
  return Ref(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}
inline Ref number_of(std::uint64_t n) { return Ref(PyLong_FromUnsignedLongLong(n)); }

// Calls on fewer bytes keep the GIL, because releasing and taking it again costs more than other threads gain.
// python/bench/speed.py measures this.
inline constexpr std::size_t kGilBytes = 8 << 10;

// Releases the GIL until the end of the scope, if there are enough bytes to make it worthwhile.
class WithoutGil {
 public:
  explicit WithoutGil(std::size_t bytes = kGilBytes)
      : state_(bytes >= kGilBytes ? PyEval_SaveThread() : nullptr) {}
  ~WithoutGil() {
    if (state_) PyEval_RestoreThread(state_);
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// Prevents two threads from using one object concurrently.
class OneThread {
 public:
  explicit OneThread(std::atomic<bool>& busy) : busy_(busy) {
    if (busy_.exchange(true, std::memory_order_acquire)) refuse();
  }
  ~OneThread() { busy_.store(false, std::memory_order_release); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  [[noreturn]] static void refuse();
  std::atomic<bool>& busy_;
};

// A Python object that owns one T, which __init__ makes.
template <class T>
struct Object {
  PyObject_HEAD T* value;
};

[[noreturn]] void raise_uninitialised();

template <class T>
T& value_of(PyObject* self) {
  T* value = reinterpret_cast<Object<T>*>(self)->value;
  if (!value) raise_uninitialised();
  return *value;
}

// Makes an object of `type` that owns `value`.
template <class T>
Ref wrap_value(PyTypeObject* type, T* value) {
  auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  PyObject* object = allocate(type, 0);
  if (!object) {
    delete value;
    throw PythonError();
  }
  reinterpret_cast<Object<T>*>(object)->value = value;
  return Ref(object);
}

template <class T>
void deallocate(PyObject* self) noexcept {
  PyTypeObject* type = Py_TYPE(self);
  delete std::exchange(reinterpret_cast<Object<T>*>(self)->value, nullptr);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

// The __reduce_ex__ of every type that holds a key.
PyObject* refuse_pickling(PyObject* self, PyObject* protocol) noexcept;
inline constexpr PyMethodDef kRefusePickling = {"__reduce_ex__", refuse_pickling, METH_O,
                                                "__reduce_ex__($self, protocol, /)\n--\n\n"
                                                "Refused: an object with a key is not pickled. "
                                                "Send a wrapped key, or say where a key file is."};

}  // namespace hedgerow_python
