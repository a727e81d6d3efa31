// Forecast: the way through the instructions, and the check at its end.
#include "forecast.hpp"

namespace hedgerow::tracing {
namespace {

constexpr std::uint64_t kLongest = 1 << 14;  // instructions

std::uint64_t new_round() {
  static thread_local std::uint64_t round = 0;
  return ++round;
}

}  // namespace

void Forecast::observe(const Instruction& i) {
  observe_instruction(i, model_.registers(), [this](const Observation& o) { seen_.push_back(o); });
}

bool Forecast::stops_before(Instruction& i) {
  return i.always_stop || instructions_ == kLongest || model_.is_full() || !model_.foresees(i);
}

// False when the place to stop at also stands on the way to it, where the target would stop too early: it is a place to
// stop at from then on.
bool Forecast::try_to_follow() {
  seen_.clear();
  instructions_ = 0;
  const std::uint64_t round = new_round();
  Instruction* i = &code_.at(tracee_, tracee_.registers().pc);
  if (!model_.foresees(*i)) throw TraceError("a stop does not tell its instruction");
  for (;;) {
    if (instructions_) i->visited = round;
    observe(*i);
    instructions_++;
    const bool barrier = i->barrier;
    i = &code_.behind(*i, tracee_, model_.execute(*i));
    if (barrier || stops_before(*i)) break;
  }
  end_ = i;
  if (i->visited != round) return true;
  i->always_stop = true;
  return false;
}

const std::vector<Observation>& Forecast::follow(std::uint64_t* instructions) {
  bool again = false;
  do model_.restart(again);
  while (!try_to_follow() && (again = true));
  *instructions += instructions_;
  return seen_;
}

void Forecast::arrive() {
  if (end_->pc == tracee_.registers().pc) tracee_.step();
  if (end_->pc != tracee_.registers().pc) tracee_.run_to(end_->pc);
  std::string difference;
  if (tracee_.registers().pc != end_->pc)
    difference = "the program counter";
  else if (model_.agrees(&difference))
    return;
  throw TraceError("the forecast is wrong about " + difference);
}

}  // namespace hedgerow::tracing
