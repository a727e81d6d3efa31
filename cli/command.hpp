// The commands of `hedgerow`. Each add_ function describes one subcommand to the parser; when the
// user chose it, parsing puts its work into `action`, whose result is the exit code. Failures are
// thrown as Error.
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

// Programs of their own that stand beside this one: `hedgerow bench ...` runs hedgerow-bench.
// Listed in the help; run_external does the work before the parser sees the arguments.
void add_externals(CLI::App& app);
// When argv[1] names an external program: runs it in place of this process, and returns only with
// the exit code of a failure to do so. Else returns -1.
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
