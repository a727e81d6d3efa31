// Lists of messages as Python gives them, and results as Python gets them.
#pragma once

#include <array>
#include <vector>

#include "buffer.hpp"
#include "parallel.hpp"

namespace hedgerow_python {

// A list of what an iterable gives.
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

// The parts of message `i`, a tuple or list of `least` to `most` (4 at most); parts that are not
// given, or None, are empty.
std::array<Buffer, 4> parts_of(PyObject* message, std::size_t i, std::span<const char* const> names,
                               std::size_t least);

// Messages side by side: what each has, where its result goes, and how much work they are together.
struct Batch {
  std::vector<std::array<Buffer, 4>> parts;
  std::vector<NewBytes> results;
  std::vector<hedgerow_message> messages;  // of the library's call
  std::size_t bytes = 0;
};

// A list of the results, which it takes.
Ref list_of(std::vector<NewBytes>& results);

}  // namespace hedgerow_python
