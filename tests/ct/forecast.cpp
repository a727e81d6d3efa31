// Forecast: simulates the path of the instructions, and checks the state at its end.
#include "forecast.hpp"

namespace hedgerow::tracing {
namespace {

// Numbers of instructions. After kLong the forecast ends at the first instruction that it has not
// visited before, and at the latest after kLongest. A loop must be shorter, because otherwise each
// forecast would end in its first iteration. The longest one, of X25519, has 700,000 instructions.
constexpr std::uint64_t kLong = 1 << 14, kLongest = 1 << 20;

std::uint64_t new_round() {
  static thread_local std::uint64_t round = 0;
  return ++round;
}

}  // namespace

void Forecast::observe(const Instruction& i) {
  observe_instruction(i, model_.registers(), [this](const Observation& o) { seen_.push_back(o); });
}

bool Forecast::stops_before(const Instruction& i) {
  if (i.pc == forced_ || instructions_ == kLongest || model_.is_full() || !model_.foresees(i))
    return true;
  return i.visited != round_ && (instructions_ >= kLong || model_.is_half_full());
}

// Returns false if the place to stop at also occurs earlier on the path, because the target would
// stop there too early. The next attempt then ends at this earlier occurrence.
bool Forecast::try_to_follow() {
  seen_.clear();
  instructions_ = 0;
  round_ = new_round();
  Instruction* i = &code_.at(tracee_, tracee_.registers().pc);
  if (!model_.foresees(*i)) throw TraceError("a stop does not tell its instruction");
  bool barrier;
  do {
    if (instructions_) i->visited = round_;
    observe(*i);
    barrier = i->barrier;
    i = &code_.behind(*i, tracee_, model_.execute(*i));
    if (instructions_++ == 0) second_ = i->pc;
  } while (!barrier && !stops_before(*i));
  end_ = i->pc;
  forced_ = end_;
  return i->visited != round_;
}

const std::vector<Observation>& Forecast::follow(std::uint64_t* instructions) {
  bool again = false;
  forced_ = 0;
  do model_.restart(again);
  while (!try_to_follow() && (again = true));
  *instructions += instructions_;
  return seen_;
}

void Forecast::arrive() {
  // A breakpoint at the current place would not let the target move.
  if (end_ == tracee_.registers().pc && end_ != second_) tracee_.run_to(second_);
  if (end_ == tracee_.registers().pc) tracee_.step();
  if (end_ != tracee_.registers().pc) tracee_.run_to(end_);
  std::string difference;
  if (tracee_.registers().pc != end_)
    difference = "the program counter";
  else if (model_.agrees(&difference))
    return;
  throw TraceError("the forecast is wrong about " + difference);
}

}  // namespace hedgerow::tracing
