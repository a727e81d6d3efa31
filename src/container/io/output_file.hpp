// A file that appears under its name complete or not at all.
//
// If the file system allows it, the file has no name while it is written (O_TMPFILE), so that no
// part of it is left even if the process is killed. Otherwise it has an unpredictable name in the
// same directory. Its mode is 0600, and commit() makes it durable and gives it its name. Until
// then, an existing file with that name does not change.
#pragma once

#include <fcntl.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "container/error.hpp"
#include "container/io/descriptor.hpp"
#include "container/io/temporary.hpp"

namespace hedgerow::container {

// The place of a file: `name` is relative to `directory`, as in openat, and the caller keeps
// `directory` open. Messages show `path`, and a single path is a name in the working directory.
struct FilePlace {
  FilePlace(std::string own_path) : name(own_path), path(std::move(own_path)) {}
  FilePlace(const char* own_path) : name(own_path), path(own_path) {}
  FilePlace(int in, std::string own_name, std::string shown)
      : directory(in), name(std::move(own_name)), path(std::move(shown)) {}

  int directory = AT_FDCWD;
  std::string name;
  std::string path;
};

// Returns true if one syncfs of the file system of `fd` flushes all its files and reports lost writes.
bool syncfs_is_enough(int fd);

class OutputFile {
 public:
  // Throws the errors of the constructor, as far as they can be found without creating a file.
  static void check(const FilePlace& place, bool overwrite);

  // Throws kExists if the file exists and `overwrite` is false. A symbolic link also counts as
  // existing and, if `overwrite` is true, is itself replaced. Throws kArgument for an impossible
  // name, and kIo if a file cannot be created or put in place there. The constructor tries the
  // steps of commit() in advance, so that these errors appear before any data is written. If
  // `one_of_many` is true, one trial for each file system is enough. `place.directory` is not used
  // afterwards.
  OutputFile(const FilePlace& place, bool overwrite, bool one_of_many = false);
  // Removes the temporary file, unless commit() has returned.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // The descriptor of the file, which can be read and written and is empty at first.
  int fd() const { return file_.get(); }
  // Flushes the file, gives it its name, and flushes the directory. If `overwrite` is false, it
  // does not replace a file that appeared in the meantime (kExists).
  void commit();
  // Commits many files, and returns the failure of each. It flushes the data of all files, gives them
  // their names, and flushes the names. So the data of a file is on the disk before the file has its
  // name, as with commit(), but one flush of the file system serves all files. It calls commit() for
  // each file if syncfs may not be enough on the file system.
  static std::vector<std::optional<Error>> commit_all(std::span<OutputFile* const> files);

 private:
  class Batch;

  // The ways to give a file its name without replacing another file.
  enum class Placement {
    kLink,       // linkat, because the file has no name yet
    kNoReplace,  // renameat2 with RENAME_NOREPLACE
    kReserve,    // linkat, or without links an empty file of that name and renameat
  };

  bool make_anonymous(bool one_of_many);
  void make_named();
  void remove_names();
  int put_in_place();
  void place();
  int link_into_place();
  int rename_into_place();
  int reserve_and_rename();
  void flush_directory(int file);

  std::string path_;  // as messages show it
  std::string name_;
  bool overwrite_;
  Descriptor directory_;
  bool directory_readable_ = true;
  std::optional<TemporaryName> temporary_;
  Descriptor file_;
  Placement placement_ = Placement::kLink;
  bool committed_ = false;
};

// Returns true if `path` (links are followed) is the file that `fd` reads, and false if `path` does
// not exist.
bool is_same_file(int fd, const std::string& path);

}  // namespace hedgerow::container
