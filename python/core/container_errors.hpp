// The exceptions of containers, which have the base hedgerow.ContainerError. Failures of the system are also OSErrors
// with errno, and with a filename if the call has one path.
#pragma once

#include "errors.hpp"
#include "hedgerow/container.hpp"

namespace hedgerow_python {

void add_container_errors(PyObject* module);
// A failure of a call with the path of a file, which becomes the `filename` of an OSError.
class FileError : public hedgerow::container_error {
 public:
  FileError(const hedgerow::container_error& error, std::string path)
      : hedgerow::container_error(error), path_(std::move(path)) {}
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Does work() with a file, and adds its path to a failure.
template <class Work>
auto with_file(const std::string& path, Work&& work) {
  try {
    return work();
  } catch (const hedgerow::container_error& error) {
    throw FileError(error, path);
  }
}

void set_container_exception(const hedgerow::container_error& error) noexcept;

}  // namespace hedgerow_python
