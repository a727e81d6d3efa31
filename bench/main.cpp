// hedgerow-bench: what `hedgerow bench` runs. It measures each case of the command line and prints
// it at once. A case that cannot run here is named on standard error; the exit status is 0 when at
// least one ran, 1 when none did, 2 for a wrong request or one that nothing fits, and where standard
// output cannot be written; with --device as device_bench.hpp says.
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

// How many cases ran.
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

// Figures that a full disk has cut are no result.
int written(int status, int failure) {
  if (std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  // Nobody reads on: the end of other programs, too, which do not tell of it. SIGPIPE is ignored for the peers' sake.
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  if (poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
  std::cerr << "hedgerow bench: standard output could not be written\n";
  return failure;
}

}  // namespace

int main(int argc, char** argv) try {
  if (wants_device(argc, argv)) return written(run_device_bench(argc, argv), 3);
  const Options options = parse(argc, argv);
  (void)references();  // a mistake in the file is told at once
  const Peers peers = options.peers ? start_peers() : Peers{};
  const auto serving = [&](const std::string& cipher) { return count_serving(peers, cipher); };
  const std::vector<Case> cases = plan(options, serving);
  if (cases.empty()) throw std::runtime_error("nothing fits these arguments");
  return written(run_all(options, cases, peers) ? 0 : 1, 2);
} catch (const std::exception& error) {
  std::cerr << "hedgerow bench: " << error.what() << "\n";
  return 2;
}
