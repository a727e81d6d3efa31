// hedgerow-bench is the program that `hedgerow bench` runs. It measures each case of the command
// line and prints it immediately. If a case cannot run here, standard error names it. The exit
// status is 0 if at least one case ran, and 1 if all failed. It is 2 for a wrong request and for a
// request that fits no case, and 3 if standard output cannot be written. For --device see
// device_bench.hpp.
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <stdexcept>

#include "device_bench.hpp"
#include "plan.hpp"
#include "reference.hpp"
#include "report.hpp"
#include "runner.hpp"

namespace {

using namespace hedgerow::bench;

bool caller_ignores_sigpipe = false;

void print_head(const Options& options, const Peers& peers) {
  if (options.json) return;
  if (options.placements) return print_placements_head();
  options.all ? print_short_head(peers) : print_table_head();
}

void print(const Options& options, const std::vector<Row>& rows) {
  if (!options.json) return options.all ? print_short_row(rows) : print_table_rows(rows);
  for (const Row& row : rows) print_json(row);
}

void run(const Options& options, const Case& what, const Peers& peers) {
  if (!options.placements) return print(options, run_case(what, options.duration, peers));
  const Row row = run_placements(what, options.duration);
  options.json ? print_json(row) : print_placements_row(row);
}

// Returns the number of cases that ran.
std::size_t run_all(const Options& options, const std::vector<Case>& cases, const Peers& peers) {
  print_head(options, peers);
  std::size_t ran = 0;
  for (const Case& what : cases) try {
      run(options, what, peers);
      ran++;
    } catch (const std::exception& error) {
      std::cerr << "not measured: " << what.cipher << " " << what.mode_name << " " << what.direction
                << " " << what.kernel << ": " << error.what() << "\n";
    }
  return ran;
}

// Figures that a full disk has cut are not a result.
int written(int status) {
  if (std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  // If the reader has closed the pipe, we end silently like other programs, except if the caller
  // ignores the signal. start_peers ignores it because a peer may die.
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  if (!caller_ignores_sigpipe && poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
  std::cerr << "hedgerow bench: standard output could not be written\n";
  return 3;
}

}  // namespace

int main(int argc, char** argv) try {
  struct sigaction of_caller{};
  caller_ignores_sigpipe =
      sigaction(SIGPIPE, nullptr, &of_caller) == 0 && of_caller.sa_handler == SIG_IGN;
  if (wants_device(argc, argv)) return written(run_device_bench(argc, argv));
  const Options options = parse(argc, argv);
  (void)references();  // reports an error in the file before the measurement
  const Peers peers = options.peers ? start_peers() : Peers{};
  const auto serving = [&](const std::string& cipher) { return count_serving(peers, cipher); };
  const std::vector<Case> cases = plan(options, serving);
  if (cases.empty()) throw std::runtime_error("nothing fits these arguments");
  return written(run_all(options, cases, peers) ? 0 : 1);
} catch (const std::exception& error) {
  std::cerr << "hedgerow bench: " << error.what() << "\n";
  return 2;
}
