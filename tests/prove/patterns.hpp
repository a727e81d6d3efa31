// The names that the arguments of a program ask for.
#pragma once

#include <cstdio>
#include <utility>
#include <vector>

namespace hedgerow::proof {

// Patterns of names, where * is any text. Without a pattern, all names are asked for.
class Patterns {
 public:
  void add(const char* pattern) { patterns_.push_back({pattern, false}); }

  bool match(const char* name) {
    bool any = patterns_.empty();
    for (auto& [pattern, used] : patterns_)
      if (matches(pattern, name)) any = used = true;
    return any;
  }
  // Prints the patterns without a name, for example because a name is mistyped, and returns whether there are any.
  bool print_unused() const {
    bool any = false;
    for (const auto& [pattern, used] : patterns_)
      if (!used) any = true, std::fprintf(stderr, "nothing here is called %s\n", pattern);
    return any;
  }

 private:
  static bool matches(const char* pattern, const char* text) {
    if (*pattern == '*') return matches(pattern + 1, text) || (*text && matches(pattern, text + 1));
    return *pattern ? *pattern == *text && matches(pattern + 1, text + 1) : !*text;
  }

  std::vector<std::pair<const char*, bool>> patterns_;  // and whether a name had it
};

}  // namespace hedgerow::proof
