// Reader of the target's tab-separated list.
#include "target_list.hpp"

#include <stdio.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace hedgerow::tracing {
namespace {

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw TraceError("cannot run " + command);
  std::string text;
  char buffer[4096];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  if (pclose(pipe) != 0) throw TraceError("this failed: " + command);
  return text;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

Class class_named(const std::string& name) {
  const auto found = std::find(std::begin(kClassNames), std::end(kClassNames), name);
  if (found == std::end(kClassNames)) throw TraceError("unknown class: " + name);
  return (Class)(found - std::begin(kClassNames));
}

}  // namespace

TargetList read_target_list(const std::string& program) {
  TargetList list;
  std::istringstream lines(output_of("'" + program + "' --list"));
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> f = split(line);
    if (f.size() == 5 && f[0] == "isa")
      list.isas.push_back({f[1], f[2] == "1", f[3] == "1", std::stoi(f[4])});
    else if (f.size() == 7 && f[0] == "case")
      list.cases.push_back(
          {f[1], class_named(f[2]), f[3], f[4], f[5] == "1", f[6] == "-" ? "" : f[6]});
    else
      throw TraceError("cannot read the list of the target: " + line);
  }
  return list;
}

}  // namespace hedgerow::tracing
