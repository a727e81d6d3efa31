// A file that appears under its name whole or not at all.
//
// It is written under an unpredictable name in the same directory, mode 0600; commit makes it
// durable and renames it. Until then, an existing file of that name is untouched, whatever happens.
#pragma once

#include <string>

#include "container/descriptor.hpp"

namespace hedgerow::container {

class OutputFile {
 public:
  // Throws kExists when `path` exists and `overwrite` is false; a symbolic link counts as existing
  // and, when overwritten, is itself replaced. Throws kIo when no file can be made there.
  OutputFile(const std::string& path, bool overwrite);
  // Removes the temporary file unless commit returned.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  int fd() const { return file_.get(); }
  // Flushes, renames, flushes the directory. Without `overwrite` the rename itself refuses to
  // replace a file that appeared meanwhile (kExists).
  void commit();

 private:
  void rename_into_place();

  std::string path_;
  std::string name_;
  bool overwrite_;
  Descriptor directory_;
  Descriptor file_;
  int slot_;
  bool committed_ = false;
};

// Removes the temporary files of all OutputFiles of this process. Async-signal-safe: for handlers
// of signals that end the process.
void remove_temporary_files() noexcept;

// Whether `path` (links followed) is the file that `fd` reads. False when `path` does not exist.
bool is_same_file(int fd, const std::string& path);
// Whether two descriptors are of one regular file.
bool is_same_file(int fd, int other_fd);

}  // namespace hedgerow::container
