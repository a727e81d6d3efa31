// encrypt and decrypt --recursive: every file of a directory to a file of the same name in another,
// with .hedgerow behind it or without.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "crypt/job.hpp"
#include "support/tree.hpp"

namespace hedgerow::cli {

class TreeRun {
 public:
  // Opens the input. Throws Error: ARGUMENT when it is no directory, or when the output is
  // something else than a directory or lies inside the input; IO when the input cannot be read.
  explicit TreeRun(const CryptPlan& plan);

  // Makes the output's directories (mode 0700; with --preserve as the input's are) and calls `work`
  // for every regular file. Both trees are walked by directory descriptors: who replaces a directory
  // by a link meanwhile leads nothing out of them. A failure is told and the rest goes on. Symbolic
  // links and special files are skipped with a word, and so, when decrypting, is what does not end in
  // .hedgerow. Ends with a summary. Returns 0 or the worst failure's exit code.
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
  Descriptor root_;                  // of the input
  std::vector<Descriptor> outputs_;  // the output's directories down to where the walk is
  unsigned done_ = 0, failed_ = 0, skipped_ = 0;
  int worst_ = 0;
};

}  // namespace hedgerow::cli
