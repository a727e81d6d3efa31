// The file has a line `hedgerow-circuit checkpoint 2`, a line `key value` for each property, and a netlist in this
// project's format.
#include "circuit/search/checkpoint.hpp"

#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kMagic = "hedgerow-circuit checkpoint 2";

std::vector<std::pair<std::string, std::string>> identity(const Box& box, const SearchOptions& o) {
  return {{"box-sha256", digest(box)},
          {"basis", find_basis(o.basis).name},
          {"method", o.method},
          {"objective", o.objective},
          {"seed", std::to_string(o.seed)},
          {"effort", std::to_string(o.effort)}};
}

}  // namespace

CheckpointState load_checkpoint(const Box& box, const SearchOptions& o) {
  CheckpointState state;
  if (o.checkpoint.empty() || !std::filesystem::exists(o.checkpoint)) return state;
  std::istringstream in(read_text(o.checkpoint));
  std::string line;
  int number = 1;
  if (!std::getline(in, line) || line != kMagic)
    throw error_at(o.checkpoint, number, "not a checkpoint");
  const auto value_of = [&](const std::string& key) {
    number++;
    if (!std::getline(in, line) || !line.starts_with(key + " "))
      throw error_at(o.checkpoint, number, key + " is missing");
    return line.substr(key.size() + 1);
  };
  for (const auto& [key, wanted] : identity(box, o))
    if (const std::string have = value_of(key); have != wanted)
      throw error_at(o.checkpoint, number,
                     "checkpoint of another search: " + key + " is " + have + ", not " + wanted);
  try {
    state.done = std::stoull(value_of("done"));
    state.seconds = std::stod(value_of("seconds"));
  } catch (const std::logic_error&) {
    throw error_at(o.checkpoint, number, "not a number");
  }
  // A first run that was cut short leaves a netlist, although no run is done.
  if (state.done || in.peek() != std::istream::traits_type::eof()) {
    state.best = from_gates(in, o.checkpoint + " (netlist)").at(0).netlist;
    verify(*state.best, box);
  }
  return state;
}

void save_checkpoint(const Box& box, const SearchOptions& o, const CheckpointState& state) {
  if (o.checkpoint.empty()) return;
  std::ostringstream out;
  out << kMagic << "\n";
  for (const auto& [key, value] : identity(box, o)) out << key << " " << value << "\n";
  out << "done " << state.done << "\nseconds " << state.seconds << "\n";
  if (state.best) out << to_gates({file_of(box, find_basis(o.basis).name, *state.best)});
  write_file(o.checkpoint, out.str());
}

}  // namespace hedgerow::circuit
