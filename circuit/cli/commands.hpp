// The commands of hedgerow-circuit, one file each; as in cli/command.hpp, parsing puts the chosen
// one's work into `action`, whose result is the exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

// The folder of the committed circuits: installed beside this program, or in the tree that it was built from. Error
// where there is neither.
std::string circuits_folder();
// The file of a table, for example exact.tsv: in that folder where it is installed, in a stage's folder in a tree.
std::string table_path(const std::string& name);

using Action = std::function<int()>;
constexpr int kToolMissing = 3;    // exit status: a program that is needed is missing
constexpr int kInterrupted = 130;  // as a shell reports a program that SIGINT ended

// True from the first SIGINT on, once this has been called: what works for long then ends with the best that it has.
const std::atomic<bool>& interruption();
// Writes a circuit where it is better by `merit` than what is there. It goes to standard output where the file cannot
// take it: hours of search are in it. The exit status.
int keep(const std::string& path, const NetlistFile& file, const Merit& merit);
// A circuit of the file `path` that is not its box is an Error; of a box that is not known here
// nothing can be said, and standard error tells that.
void check_circuit(const NetlistFile& file, const std::string& path);

void add_search(CLI::App& app, Action& action);
void add_optimise(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_prove(CLI::App& app, Action& action);
void add_emit(CLI::App& app, Action& action);
void add_schedule(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_exact(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_classes(CLI::App& app, Action& action);
void add_baselines(CLI::App& app, Action& action);

}  // namespace hedgerow::circuit
