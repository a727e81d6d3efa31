// The table of results. It has a row per kernel and per field, a column per check, and says how the
// row ran.
#pragma once

#include <cstdio>

#include "checks.hpp"

namespace hedgerow::ledger {

struct Row {
  const char* kind;  // kernel or field
  char id[64];
  const char* isa;
  bool ran;
  const char* skip_kind;  // "not-built" or "cpu" if it did not run
  char reason[96];
  double seconds;
  Outcome cells[kColumnCount];

  bool failed() const;
};

class Ledger {
 public:
  explicit Ledger(const Options& options) : options_(options) {}

  void add(const Row& row);  // also prints it
  void print_head() const;
  // Prints the line of counts. Returns true if no check failed, and, unless this is a part of a run, at least one ran.
  bool print_tail() const;
  bool write_json(const char* path) const;

 private:
  std::size_t count(bool ran, bool failed) const;

  const Options& options_;
  std::vector<Row> rows_;
};

}  // namespace hedgerow::ledger
