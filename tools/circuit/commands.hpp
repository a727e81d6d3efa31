// The commands of hedgerow-circuit, one file each; as in cli/command.hpp, parsing puts the chosen
// one's work into `action`, whose result is the exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hedgerow::circuit {

using Action = std::function<int()>;

void add_search(CLI::App& app, Action& action);
void add_optimise(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_prove(CLI::App& app, Action& action);
void add_emit(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_exact(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_baselines(CLI::App& app, Action& action);

}  // namespace hedgerow::circuit
