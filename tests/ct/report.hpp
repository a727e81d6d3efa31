// Judges the results and prints them: one line per case as it arrives, and at the end the leak
// table, the findings and the counts.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "symbols.hpp"
#include "target_list.hpp"
#include "trace.hpp"

namespace hedgerow::tracing {

class Report {
 public:
  Report(const TargetList& list, const Symbols& symbols) : list_(list), symbols_(symbols) {}
  // Takes and prints one result.
  void add(const CaseLine& line, const CaseResult& result);
  // Prints the table and all failures. `whole` is false if only some cases ran; the coverage of the
  // ISAs is then not judged. Returns true if the run passes.
  bool finish(bool whole);

 private:
  std::string cell(const CaseLine& line, const CaseResult& result) const;
  bool acceptable(const CaseLine& line, const CaseResult& result) const;
  void print_table() const;
  void judge_isas(bool whole);

  struct Entry {
    CaseLine line;
    CaseResult result;
  };
  const TargetList& list_;
  const Symbols& symbols_;
  std::vector<Entry> entries_;
  std::vector<std::string> findings_;
  std::set<std::string> isas_traced_;
};

}  // namespace hedgerow::tracing
