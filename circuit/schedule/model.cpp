// Simulates repeated passes of a program cycle by cycle.
#include "circuit/schedule/model.hpp"

#include <cmath>

namespace hedgerow::circuit {
namespace {

using Size = std::size_t;

class Model {
 public:
  Model(const Round& round, const Program& p)
      : round_(round),
        outputs_((int)round.outputs.size()),
        at_register_((Size)round.registers.count, -1),
        before_((Size)(outputs_ + p.spills), -1),
        per_pass_((int)p.steps.size()) {
    for (int pass = 0; pass < kPasses; pass++) {
      stored_.assign(before_.size(), -1);
      for (const Step& s : p.steps) add(s);
      before_ = stored_;
    }
  }
  double cycles() {
    const int n = (int)ops_.size();
    ready_.assign((Size)n, kNever), loaded_.assign((Size)n, kNever);
    int now = 0, begin = 0, end = 0;
    for (int retired = 0; retired < n;) {
      now++;
      for (int k = 0; k < 8 && retired < issued_ && ready_[(Size)retired] <= now; k++) {
        retired++;
        if (retired == per_pass_) begin = now;
        if (retired == (kPasses - 1) * per_pass_) end = now;
      }
      load(now);
      int stores = 0;
      for (auto& s : scheduler_) execute(s, now, stores);
      dispatch();
      issue(n, retired);
    }
    return (end - begin) / (kPasses - 2.0);
  }

 private:
  static constexpr int kPasses = 4, kNever = 1 << 29, kLoadLatency = 8, kStoreLatency = 6;
  struct Operation {
    bool vector, loads, stores;
    int a = -1, b = -1, memory = -1;  // the operations that it waits for, or -1
  };
  void add(const Step& s) {
    const int id = (int)ops_.size();
    Operation o = {s.kind != Step::kLoad, s.kind == Step::kGateFromMemory || s.kind == Step::kLoad,
                   s.kind == Step::kStore};
    const auto place = (Size)(s.place == Step::kOutput ? s.memory : outputs_ + s.memory);
    if (o.vector) o.a = at_register_[(Size)s.a];
    if (s.kind == Step::kGate) o.b = at_register_[(Size)s.b];
    if (o.loads && s.place != Step::kInput) o.memory = stored_[place];
    const int recent = s.memory - round_.first_recent;
    if (o.loads && s.place == Step::kInput && recent >= 0 && recent < round_.recent)
      o.memory = before_[(Size)recent];
    if (o.stores) stored_[place] = id;
    if (!o.stores) at_register_[(Size)s.d] = id;
    ops_.push_back(o);
  }
  bool waits_for(int id, int now) const { return id >= 0 && ready_[(Size)id] > now; }
  void load(int now) {
    int begun = 0;
    for (Size k = 0; k < loads_.size() && begun < 2;) {
      const auto id = (Size)loads_[k];
      if (waits_for(ops_[id].memory, now)) {
        k++;
        continue;
      }
      loaded_[id] = now + kLoadLatency;
      if (!ops_[id].vector) ready_[id] = loaded_[id];
      loads_.erase(loads_.begin() + (long)k);
      begun++;
    }
  }
  void execute(std::vector<int>& s, int now, int& stores) {
    int begun = 0;
    for (Size k = 0; k < s.size() && begun < 2;) {
      const auto id = (Size)s[k];
      const Operation& o = ops_[id];
      if (waits_for(o.a, now) || waits_for(o.b, now) || (o.loads && loaded_[id] > now) ||
          (o.stores && stores > 0)) {
        k++;
        continue;
      }
      ready_[id] = now + 1 + (o.stores ? kStoreLatency : 0);
      stores += o.stores;
      begun++;
      s.erase(s.begin() + (long)k);
    }
  }
  void dispatch() {
    for (int k = 0; k < 6 && taken_ < queue_.size(); k++) {
      auto& s =
          scheduler_[taken_ & 1].size() < 32 ? scheduler_[taken_ & 1] : scheduler_[~taken_ & 1];
      if (s.size() >= 32) break;
      s.push_back(queue_[taken_++]);
    }
  }
  void issue(int n, int retired) {
    for (int k = 0; k < 6 && issued_ < n && issued_ - retired < 250; k++) {
      const Operation& o = ops_[(Size)issued_];
      if (o.vector && queue_.size() - taken_ >= 64) break;
      if (o.loads && loads_.size() >= 44) break;
      if (o.vector) queue_.push_back(issued_);
      if (o.loads) loads_.push_back(issued_);
      issued_++;
    }
  }

  const Round& round_;
  const int outputs_;
  std::vector<int> at_register_, stored_, before_;  // the operation that wrote it last, or -1
  const int per_pass_;
  int issued_ = 0;
  Size taken_ = 0;
  std::vector<Operation> ops_;
  std::vector<int> ready_, loaded_, loads_, queue_, scheduler_[2];
};

}  // namespace

Counts counts(const Program& program) {
  Counts r;
  for (const Step& s : program.steps) {
    r.gates += s.kind == Step::kGate || s.kind == Step::kGateFromMemory;
    r.loads += s.kind == Step::kGateFromMemory || s.kind == Step::kLoad;
    r.stores += s.kind == Step::kStore;
  }
  return r;
}

double model_cycles(const Round& round, const Program& program) {
  return Model(round, program).cycles();
}

std::string figures(const Round& round, const Program& program) {
  const Counts c = counts(program);
  return std::to_string(c.gates) + " gates, " + std::to_string(c.loads) + " loads, " +
         std::to_string(c.stores) + " stores, " +
         std::to_string(std::lround(model_cycles(round, program))) +
         " cycles in the model of Zen 3";
}

}  // namespace hedgerow::circuit
