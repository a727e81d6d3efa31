// hedgerow-bench: what `hedgerow bench` runs. It measures each case of the command line and prints
// it at once. A case that cannot run here is named on standard error; the exit status is 0 when at
// least one ran, 1 when none did, 2 for a wrong request or one that nothing fits.
#include <cstdio>
#include <exception>
#include <iostream>
#include <stdexcept>

#include "plan.hpp"
#include "report.hpp"
#include "runner.hpp"

namespace {

using namespace hedgerow::bench;

// How many cases ran.
std::size_t run_all(const Options& options, const std::vector<Case>& cases) {
  std::vector<std::unique_ptr<Peer>> peers;
  if (options.peers) peers = start_peers();
  if (!options.json) print_table_head();
  std::size_t ran = 0;
  for (const Case& what : cases) try {
      const std::vector<Row> rows = run_case(what, options.seconds, peers);
      ran++;
      if (!options.json) {
        print_table_rows(rows);
      } else {
        for (const Row& row : rows) print_json(row);
      }
    } catch (const std::exception& error) {
      std::cerr << "not measured: " << what.cipher << " " << what.mode_name << " " << what.direction
                << " " << what.kernel << ": " << error.what() << "\n";
    }
  return ran;
}

}  // namespace

int main(int argc, char** argv) try {
  const Options options = parse(argc, argv);
  const std::vector<Case> cases = plan(options);
  if (cases.empty()) throw std::runtime_error("nothing fits these arguments");
  return run_all(options, cases) ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "hedgerow bench: " << error.what() << "\n";
  return 2;
}
