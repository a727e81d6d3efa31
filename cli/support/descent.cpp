// Keeps one level for each open directory, and one path for all of them.
#include "support/descent.hpp"

#include <errno.h>
#include <fcntl.h>

#include <utility>

#include "support/directory.hpp"
#include "support/error.hpp"

namespace hedgerow::cli {

Descent::Descent(int root) {
  auto own = std::make_shared<const Descriptor>(fcntl(root, F_DUPFD_CLOEXEC, 0));
  if (!own->valid()) throw_errno("the directory could not be opened", errno);
  auto names = names_in(own->get());
  enter(std::move(own), std::move(names));
}

bool Descent::next() {
  auto& level = levels_.back();
  path_.resize(level.path_bytes);
  if (level.next == level.names.size()) return false;
  if (!path_.empty()) path_ += '/';
  path_ += level.names[level.next++];
  return true;
}

void Descent::enter(Directory inner, std::vector<std::string> names) {
  levels_.push_back({std::move(inner), std::move(names), path_.size()});
}

Descent::Directory Descent::leave() {
  path_.resize(levels_.back().path_bytes);
  auto left = std::move(levels_.back().directory);
  levels_.pop_back();
  return levels_.empty() ? nullptr : left;
}

}  // namespace hedgerow::cli
