// Judges the results and prints them: one line per case while they come, the leak table, the
// findings and the counts at the end.
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
  // Prints the table and everything that is wrong. `whole` is false when only some cases ran: then
  // the coverage of the ISAs is not judged. Returns whether the run passes.
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
