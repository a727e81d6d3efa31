// Lists of messages from Python, and lists of results for Python.
#pragma once

#include <array>
#include <vector>

#include "buffer.hpp"
#include "parallel.hpp"

namespace hedgerow_python {

// A list of the elements of an iterable.
class Items {
 public:
  Items(PyObject* iterable, const char* name);
  std::size_t size() const { return static_cast<std::size_t>(PyList_Size(list_.get())); }
  PyObject* operator[](std::size_t i) const {
    return PyList_GetItem(list_.get(), static_cast<Py_ssize_t>(i));
  }

 private:
  Ref list_;
};

// Returns the parts of message `i`, a tuple or list of `least` to `most` parts (at most 4). Parts that are missing or
// None are empty.
std::array<Buffer, 4> parts_of(PyObject* message, std::size_t i, std::span<const char* const> names,
                               std::size_t least);

// Messages of one batch with their parts, the places for their results, and the amount of work.
struct Batch {
  std::vector<std::array<Buffer, 4>> parts;
  std::vector<NewBytes> results;
  std::vector<hedgerow_message> messages;  // for the call of the library
  std::size_t bytes = 0;
};

// Makes a list of the results and takes ownership of them.
Ref list_of(std::vector<NewBytes>& results);

}  // namespace hedgerow_python
