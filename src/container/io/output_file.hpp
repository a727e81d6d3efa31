// A file that appears under its name whole or not at all.
//
// It is written without a name (O_TMPFILE) where the file system has that, so that nothing is left
// even when the process is killed; else under an unpredictable name in the same directory. Its mode
// is 0600. commit makes it durable and gives it its name. Until then, an existing file of that name
// is untouched, whatever happens.
#pragma once

#include <fcntl.h>

#include <optional>
#include <string>
#include <utility>

#include "container/io/descriptor.hpp"
#include "container/io/temporary.hpp"

namespace hedgerow::container {

// Where a file is or appears: `name` as openat takes it with `directory`, which the caller holds open.
// Messages say `path`. A path by itself is a name in the working directory.
struct FilePlace {
  FilePlace(std::string own_path) : name(own_path), path(std::move(own_path)) {}
  FilePlace(const char* own_path) : name(own_path), path(own_path) {}
  FilePlace(int in, std::string own_name, std::string shown)
      : directory(in), name(std::move(own_name)), path(std::move(shown)) {}

  int directory = AT_FDCWD;
  std::string name;
  std::string path;
};

class OutputFile {
 public:
  // Throws what the constructor would throw, as far as that shows without making a file.
  static void check(const FilePlace& place, bool overwrite);

  // Throws kExists when there is such a file and `overwrite` is false; a symbolic link counts as
  // existing and, when overwritten, is itself replaced. Throws kArgument for a name that no file can
  // have there and kIo when no file can be made or put in place there: how commit will do that is
  // tried here, before anything is written. `place.directory` is not used after that.
  OutputFile(const FilePlace& place, bool overwrite);
  // Removes the temporary file unless commit returned.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Empty at first; for reading and writing.
  int fd() const { return file_.get(); }
  // Flushes, puts the file in place, flushes the directory. Without `overwrite` that refuses to
  // replace a file that appeared meanwhile (kExists).
  void commit();

 private:
  // How a file gets its name without replacing another.
  enum class Placement {
    kLink,       // it has no name yet: linkat
    kNoReplace,  // renameat2 with RENAME_NOREPLACE
    kReserve,    // linkat, or where links are missing, an empty file of that name and renameat
  };

  bool make_anonymous();
  void make_named();
  void remove_names();
  int put_in_place();
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

// Whether `path` (links followed) is the file that `fd` reads. False when `path` does not exist.
bool is_same_file(int fd, const std::string& path);
// Whether two descriptors are of one regular file.
bool is_same_file(int fd, int other_fd);

}  // namespace hedgerow::container
