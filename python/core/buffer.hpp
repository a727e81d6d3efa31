// Bytes that Python lends for the duration of a call.
#pragma once

#include "hedgerow/hedgerow.hpp"
#include "python.hpp"

namespace hedgerow_python {

// Any C-contiguous buffer: bytes, bytearray, memoryview, mmap, arrays of NumPy, buffers of Arrow. Its memory is not
// moved or freed while the Buffer exists.
class Buffer {
 public:
  enum class Access { kRead, kWrite };

  // Empty, for an argument that was not given.
  Buffer() { view_.obj = nullptr; }
  // Throws PythonError with the name of the argument: TypeError if the object has no buffer or contains objects,
  // BufferError if it is not contiguous or not writable.
  Buffer(PyObject* object, const char* name, Access access = Access::kRead);
  Buffer(Buffer&& other) noexcept : view_(other.view_) { other.view_.obj = nullptr; }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(view_, other.view_);
    return *this;
  }
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (view_.obj) PyBuffer_Release(&view_);
  }

  std::uint8_t* data() const { return view_.obj ? static_cast<std::uint8_t*>(view_.buf) : nullptr; }
  std::size_t size() const { return view_.obj ? static_cast<std::size_t>(view_.len) : 0; }
  hedgerow::Input input() const { return {data(), size()}; }
  hedgerow::Input input(std::size_t offset, std::size_t bytes) const {
    return {data() + offset, bytes};
  }

 private:
  [[noreturn]] void refuse_addresses(PyObject* object, const char* name);

  Py_buffer view_;
};

// Tells if two areas share a byte.
inline bool overlap(const std::uint8_t* a, std::size_t a_bytes, const std::uint8_t* b,
                    std::size_t b_bytes) {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return a_bytes && b_bytes && x < y + b_bytes && y < x + a_bytes;
}

// A new bytes object of `size` bytes, to which you may write before other code can see it.
class NewBytes {
 public:
  explicit NewBytes(std::size_t size)
      : object_(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size))) {}
  std::uint8_t* data() const {
    return reinterpret_cast<std::uint8_t*>(PyBytes_AsString(object_.get()));
  }
  Ref take() { return std::move(object_); }

 private:
  Ref object_;
};

}  // namespace hedgerow_python
