// The commands of hedgerow-circuit, one file each. As in cli/command.hpp, parsing stores the work of the chosen command
// in `action`, and the result of `action` is the exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <exception>
#include <functional>
#include <string>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

// Returns the folder of the committed circuits: either as installed with this program, or as in the source tree. Throws
// Error if neither exists.
std::string circuits_folder();
// Returns the path of a table, for example exact.tsv. It is in the folder of the circuits if this program is installed,
// and in the folder of a stage in a source tree.
std::string table_path(const std::string& name);

using Action = std::function<int()>;
// Exit statuses
constexpr int kWrongCircuit = 1;   // a circuit does not compute its box
constexpr int kUsage = 2;          // a wrong request, or a wrong text in a file
constexpr int kFile = 3;           // a file or standard output cannot be read or written
constexpr int kToolMissing = 4;    // a required program is missing
constexpr int kInterrupted = 130;  // the status that a shell reports after SIGINT
// Returns the exit status of a command that throws `error`.
int exit_status(const std::exception& error);

// After the first call, the flag becomes true with the first SIGINT. Long computations then end with their best result.
const std::atomic<bool>& interruption();
// Writes the circuit if it is better by `merit` than the file's present circuit. If the file cannot be written, the
// circuit goes to standard output, because it may be the result of hours. Returns the exit status.
int keep(const std::string& path, const NetlistFile& file, const Merit& merit);
// Throws Error if a circuit of the file `path` does not compute its box. If the box is unknown here, it prints a
// warning on standard error.
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
