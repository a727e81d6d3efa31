// encrypt and decrypt --recursive: each file of a directory becomes a file in another directory. For example, with
// `encrypt --recursive photos -o vault`, photos/2020/a.jpg becomes vault/2020/a.jpg.hedgerow.
//
// Flushing each file to the disk would take most of the time. Therefore the files are written in batches:
//
//   several files at once:  read -> encrypt -> write a file without a name     at most 1000 files, 256 MiB, 5 seconds
//   the whole batch:        flush the file system, give each file its name, flush again
//
// So a file has its name only when its data is on the disk, and an interruption loses one batch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "crypt/job.hpp"
#include "support/error.hpp"
#include "support/tree.hpp"

namespace hedgerow::cli {

class TreeRun {
 public:
  // Opens the input. Throws Error: ARGUMENT if the input is not a directory, or if the output is not a directory or
  // lies inside the input; IO if the input cannot be read or the output could not be made.
  explicit TreeRun(const CryptPlan& plan);

  // Makes the directories of the output, and works on each regular file. Calls `tell` for each file that is done. The
  // directories have mode 0700, or with --preserve the mode of the input's directories. Both trees are walked by
  // directory descriptors. Therefore a user who replaces a directory by a link meanwhile cannot lead the walk out of
  // the tree. After a failure the walk continues, and a summary at the end counts the failures. Symbolic links and
  // special files are skipped with a note, and decryption also skips files that do not end in .hedgerow. Returns 0 or
  // the exit code of the worst failure.
  int run(const ContainerCredentials& credentials, const std::function<void(const Job&)>& tell);

 private:
  using Directory = std::shared_ptr<const Descriptor>;
  // A file of the batch. The job uses both directories.
  struct Task {
    Directory from, to;
    std::unique_ptr<FileJob> job;
    bool large;
    std::optional<Error> failure = {};
  };
  // A directory whose time and permissions are set when its files have their names.
  struct Left {
    Directory from, to;
    std::string output;
  };

  bool visit(const TreeEntry& entry);
  bool enter(const TreeEntry& entry);
  void leave(const Directory& from, const std::string& output);
  void add(const TreeEntry& entry);
  std::size_t prepare(std::size_t begin);
  void commit(std::size_t begin, std::size_t end);
  void finish_batch();
  void skip(const TreeEntry& entry, const std::string& why);
  void count(int code);
  void tell_summary() const;

  const CryptPlan& plan_;
  const ContainerCredentials* credentials_ = nullptr;
  std::function<void(const Job&)> tell_;
  std::string input_, output_;
  Descriptor root_;  // the directory of the input
  std::vector<Directory>
      outputs_;  // the directories of the output from its root to the current one
  std::size_t most_tasks_;
  std::vector<Task> tasks_;
  std::uint64_t bytes_ = 0;  // of the inputs of tasks_
  std::vector<Left> left_;
  unsigned done_ = 0, existed_ = 0, failed_ = 0, skipped_ = 0;
  int worst_ = 0;
};

}  // namespace hedgerow::cli
