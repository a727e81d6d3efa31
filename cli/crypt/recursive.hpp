// encrypt and decrypt --recursive: each file of a directory becomes a file in another directory. For example, with
// `encrypt --recursive photos -o vault`, photos/2020/a.jpg becomes vault/2020/a.jpg.hedgerow.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "crypt/job.hpp"
#include "support/tree.hpp"

namespace hedgerow::cli {

class TreeRun {
 public:
  // Opens the input. Throws Error: ARGUMENT if the input is not a directory, or if the output is not a directory or
  // lies inside the input; IO if the input cannot be read.
  explicit TreeRun(const CryptPlan& plan);

  // Makes the directories of the output and calls `work` for each regular file. The directories have mode 0700, or with
  // --preserve the mode of the input's directories. Both trees are walked by directory descriptors. Therefore a user
  // who replaces a directory by a link meanwhile cannot lead the walk out of the tree. After a failure the walk
  // continues, and a summary at the end counts the failures. Symbolic links and special files are skipped with a note,
  // and decryption also skips files that do not end in .hedgerow. Returns 0 or the exit code of the worst failure.
  int run(const std::function<void(Job&)>& work);

 private:
  bool visit(const TreeEntry& entry, const std::function<void(Job&)>& work);
  bool enter(const TreeEntry& entry);
  void leave(int from, const std::string& output);
  void convert(const TreeEntry& entry, const std::function<void(Job&)>& work);
  void skip(const TreeEntry& entry, const std::string& why);
  void count(int code);
  void tell_summary() const;

  const CryptPlan& plan_;
  std::string input_, output_;
  Descriptor root_;  // the directory of the input
  std::vector<Descriptor>
      outputs_;  // the directories of the output from its root to the current one
  unsigned done_ = 0, failed_ = 0, skipped_ = 0;
  int worst_ = 0;
};

}  // namespace hedgerow::cli
