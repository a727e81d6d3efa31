// schedule.
#include <iostream>
#include <memory>

#include "circuit/cli/commands.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/schedule/listing.hpp"
#include "circuit/schedule/order_search.hpp"

namespace hedgerow::circuit {
namespace {

struct ScheduleRequest {
  std::string round, from, out;
  std::uint64_t seed = 1;
  double seconds = 200;
};

Order read_order(const std::string& path) { return order_in(read_text(path)); }

}  // namespace

void add_schedule(CLI::App& app, Action& action) {
  auto q = std::make_shared<ScheduleRequest>();
  auto* c =
      app.add_subcommand("schedule", "A kernel's round as a listing of instructions in order");
  c->add_option("round", q->round, "the round")->required()->check(CLI::IsMember(round_names()));
  auto* from =
      c->add_option("--order-of", q->from, "take the order of this listing; do not search");
  c->add_option("--seconds", q->seconds, "processor time of the search")
      ->capture_default_str()
      ->excludes(from);
  c->add_option("--seed", q->seed, "of the search")->capture_default_str()->excludes(from);
  c->add_option("-o,--out", q->out, "file; default standard output");
  c->callback([q, &action] {
    action = [q] {
      check_writable(q->out);
      const Round round = find_round(q->round, circuits_folder());
      const std::string text = listing(
          round, q->from.empty() ? search_order(round, q->seed, q->seconds) : read_order(q->from));
      if (q->out.empty())
        std::cout << text;
      else
        write_file(q->out, text);
      return 0;
    };
  });
}

}  // namespace hedgerow::circuit
