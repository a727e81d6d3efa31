// The commands of `hedgerow`. Each add_ function describes one subcommand to the parser. If the user chose that
// command, the parser stores its work in `action`, which returns the exit code. Failures are thrown as Error.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hedgerow::cli {

using Action = std::function<int()>;

enum ExitCode {
  kExitOk = 0,
  kExitNotAuthentic = 1,
  kExitUsage = 2,
  kExitIo = 3,
  kExitUnsupported = 4
};

inline constexpr unsigned kMaxThreads = 256;  // of --threads

void add_encrypt(CLI::App& app, Action& action);
void add_decrypt(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_keygen(CLI::App& app, Action& action);
void add_rekey(CLI::App& app, Action& action);
void add_inspect(CLI::App& app, Action& action);
void add_cipher(CLI::App& app, Action& action);
void add_mac(CLI::App& app, Action& action);
void add_wrap(CLI::App& app, Action& action);  // and unwrap
void add_list(CLI::App& app, Action& action);
void add_selftest(CLI::App& app, Action& action);
void add_devices(CLI::App& app, Action& action);
void add_generate(CLI::App& app, Action& action);

// Adds the commands that are separate programs next to this one to the help. For example, `hedgerow bench ...` runs
// hedgerow-bench. run_external does this before the parser sees the arguments.
void add_externals(CLI::App& app);
// If argv[1] names such a program, replaces this process by it. Returns the exit code if that fails, and -1 if argv[1]
// names no such program.
int run_external(int argc, char** argv);

// The groups of options in the help of the larger commands. Every command has kMessages.
inline constexpr char kWhoCanOpen[] = "Who can open it";
inline constexpr char kFiles[] = "What is read and written";
inline constexpr char kHow[] = "How";
inline constexpr char kMessages[] = "Messages";

// Adds the positional FILE..., which may be left out.
void add_files(CLI::App& command, std::vector<std::string>& files, const char* help);
// Adds --threads to the group kHow.
void add_threads_option(CLI::App& command, unsigned& threads);

}  // namespace hedgerow::cli
