// Output. A value that was not measured is null in JSON and "-" in the table, never 0.
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "commit.hpp"
#include "hedgerow/hedgerow.h"
#include "measure/machine.hpp"
#include "reference.hpp"

namespace hedgerow::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kHead = "%-19s %-5s %-4s %-47s %-7s %10s %3s %9s %9s %9s %8s %8s %9s  %s\n";

const char* timing_name(const Kernel& kernel) {
  return kernel.timing() == Timing::kConstantTime ? "ct" : "vartime";
}

Json known(double value, bool meaningful = true) {
  return meaningful && value > 0 ? Json(std::round(value * 1e4) / 1e4) : Json(nullptr);
}

// Marks a figure that a busy machine has spoiled.
std::string mark(const Summary& s) { return s.disturbed ? " (!)" : ""; }

std::string peer_title(const PeerResult& peer) {
  return "  beside " + peer.name + (peer.same_cipher() ? "" : " (" + peer.cipher + ")");
}

void print_line(const std::string& title, const char* mode, const char* direction,
                const char* kernel, const char* timing, const Case& what, const Summary& s) {
  const bool data = what.moves_data();
  const auto rate = [&](double value) { return number(data ? value : 0, 1); };
  printf(kHead, title.c_str(), mode, direction, kernel, timing, std::to_string(what.bytes).c_str(),
         std::to_string(what.threads).c_str(), rate(s.mb_per_s.median).c_str(),
         rate(s.mb_per_s.min).c_str(), rate(s.mb_per_s.max).c_str(),
         number(data ? s.tsc_cpb : 0, 3).c_str(), number(data ? s.core_cpb : 0, 3).c_str(),
         number(s.core_cycles, 0).c_str(), published(what).c_str());
}

}  // namespace

std::string number(double value, int decimals) {
  if (value <= 0) return "-";
  char text[32];
  snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string published(const Case& what) {
  const Reference* const r = reference_for(what);
  return r ? number(r->mb_per_s, 0) + " " + r->name : "-";
}

void print_origin() {
  std::cout << "hedgerow " << hedgerow_version() << ", commit " << built_from() << ", "
            << built_by() << "\n"
            << machine_name() << " (" << machine_features() << ")\n";
  std::set<std::string> origins;
  for (const Reference& r : references()) origins.insert(r.machine + ", " + r.date);
  for (const std::string& origin : origins) std::cout << "published: MB/s, " << origin << "\n";
}

void print_table_head() {
  print_origin();
  std::cout
      << "MB = 10^6 bytes; median, slowest and quickest sample; cpb = cycles per byte; cycles "
         "= core cycles of one call\n(!) the machine was too busy: not "
         "to be quoted\n\n"
      << std::flush;
  printf(kHead, "cipher", "mode", "dir", "kernel", "timing", "bytes", "thr", "MB/s", "min", "max",
         "TSC cpb", "core cpb", "cycles", "published");
}

void print_table_rows(const std::vector<Row>& rows) {
  const Row& first = rows.front();
  const Case& what = first.what;
  print_line(what.cipher + mark(first.ours), what.mode_name.c_str(), what.direction.c_str(),
             first.kernel->id, timing_name(*first.kernel), what, first.ours);
  for (const Row& row : rows) {
    if (!row.peer) continue;
    const std::string text = peer_title(*row.peer) + ": ours is " + number(row.ratio(), 2) + "x" +
                             mark(row.peer->summary);
    const Summary& s = row.peer->summary;
    const auto rate = [&](double v) { return number(what.moves_data() ? v : 0, 1); };
    printf("%-101s %9s %9s %9s %8s %8s %9s\n", text.c_str(), rate(s.mb_per_s.median).c_str(),
           rate(s.mb_per_s.min).c_str(), rate(s.mb_per_s.max).c_str(),
           number(what.moves_data() ? s.tsc_cpb : 0, 3).c_str(),
           number(what.moves_data() ? s.core_cpb : 0, 3).c_str(), number(s.core_cycles, 0).c_str());
  }
  fflush(stdout);
}

void print_placements_head() {
  print_origin();
  std::cout << "core cycles per byte, median, in " << kPlacements
            << " placements of stack and buffers, " << kPlacementStep
            << " bytes apart; ratio: the quickest placement's cycles to the slowest's\n\n"
            << std::flush;
  printf("%-47s %-5s %-4s %9s %9s %9s %6s\n", "kernel", "mode", "dir", "bytes", "quickest",
         "slowest", "ratio");
}

void print_placements_row(const Row& row) {
  const auto [low, high] = std::minmax_element(row.placements.begin(), row.placements.end());
  const double bytes = (double)row.what.bytes;
  printf("%-47s %-5s %-4s %9zu %9s %9s %6s%s\n", row.kernel->id, row.what.mode_name.c_str(),
         row.what.direction.c_str(), row.what.bytes, number(*low / bytes, 3).c_str(),
         number(*high / bytes, 3).c_str(), number(*high > 0 ? *low / *high : 0, 2).c_str(),
         mark(row.ours).c_str());
  fflush(stdout);
}

void add_peer(const Row& row, bool data, Json& j) {
  const Summary& p = row.peer->summary;
  j["peer"] = row.peer->name;
  j["peer_cipher"] = row.peer->same_cipher() ? row.what.cipher : row.peer->cipher;
  j["peer_mb_per_s"] = known(p.mb_per_s.median, data);
  j["peer_core_cpb"] = known(p.core_cpb, data);
  j["peer_core_cycles"] = known(p.core_cycles);
  j["ratio"] = known(row.ratio());
}

void add_reference(const Case& what, Json& j) {
  const Reference* const r = reference_for(what);
  j["reference_name"] = r ? Json(r->name) : Json(nullptr);
  j["reference_mb_per_s"] = r ? known(r->mb_per_s) : Json(nullptr);
  j["reference_machine"] = r ? Json(r->machine) : Json(nullptr);
  j["reference_date"] = r ? Json(r->date) : Json(nullptr);
}

void print_json(const Row& row) {
  const bool data = row.what.moves_data();
  const Summary& s = row.ours;
  Json j = {{"cipher", row.what.cipher},
            {"mode", row.what.mode_name},
            {"direction", row.what.direction},
            {"kernel", row.kernel->id},
            {"timing", timing_name(*row.kernel)},
            {"bytes", row.what.bytes},
            {"chunk_bytes", row.what.chunk ? Json(row.what.chunk) : Json(nullptr)},
            {"threads", row.what.threads},
            {"mb_per_s_median", known(s.mb_per_s.median, data)},
            {"mb_per_s_min", known(s.mb_per_s.min, data)},
            {"mb_per_s_max", known(s.mb_per_s.max, data)},
            {"tsc_cpb", known(s.tsc_cpb, data)},
            {"core_cpb", known(s.core_cpb, data)},
            {"core_cycles", known(s.core_cycles)},
            {"ns", known(s.ns)},
            {"peer", nullptr},
            {"peer_cipher", nullptr},
            {"peer_mb_per_s", nullptr},
            {"peer_core_cpb", nullptr},
            {"peer_core_cycles", nullptr},
            {"ratio", nullptr}};
  if (row.peer) add_peer(row, data, j);
  if (!row.placements.empty()) j["placements_core_cycles"] = row.placements;
  add_reference(row.what, j);
  j["runs"] = s.samples;
  j["discarded"] = s.discarded;
  j["disturbed"] = s.disturbed || (row.peer && row.peer->summary.disturbed);
  j["compiler"] = built_by();
  j["commit"] = built_from();
  j["hedgerow_version"] = hedgerow_version();
  j["machine"] = machine_name();
  j["machine_class"] = hedgerow_machine_class();
  j["features"] = machine_features();
  std::cout << j.dump() << std::endl;
}

}  // namespace hedgerow::bench
