// Searches for an order of the gates of common/gate_order.hpp by annealing. It minimises first the
// loads and stores, then the cycles in a model of Zen 3's vector units.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "cipher/common/gate_order.hpp"

namespace hedgerow {

using Order = std::vector<std::int16_t>;

// Further input of a search.
struct GateSetting {
  Order wish;        // the search begins with this order, as far as the data dependencies allow
  int first_loaded;  // as in GateProgramMaker
  int keep_for;      // as in GateProgramMaker
  // Inputs from `first_recent` on are the first `recent` outputs of the previous pass, and wait for
  // their stores.
  int first_recent = 0, recent = 0;
};

// Returns the cycles of one pass in a loop of passes. An operation waits in a queue of 64. It then
// waits for its operands in one of two schedulers of 32 entries. Each scheduler starts two gates or
// stores per cycle, and two loads start per cycle.
template <int kMost, int kRegisters>
class Model {
 public:
  Model(const GateProgram<kMost>& p, const GateSetting& setting, int outputs)
      : setting_(setting), outputs_(outputs), at_register_(kRegisters, -1), before_(outputs, -1) {
    for (int pass = 0; pass < kPasses; pass++) {
      stored_.assign(outputs + p.spills, -1);
      for (int i = 0; i < p.count; i++) add(p.of[i]);
      before_ = stored_;
    }
    per_pass_ = p.count;
  }
  double cycles() {
    const int n = (int)ops_.size();
    ready_.assign(n, kNever), loaded_.assign(n, kNever);
    int now = 0, begin = 0, end = 0;
    for (int retired = 0; retired < n;) {
      now++;
      for (int k = 0; k < 8 && retired < issued_ && ready_[retired] <= now; k++) {
        retired++;
        if (retired == per_pass_) begin = now;
        if (retired == (kPasses - 1) * per_pass_) end = now;
      }
      load(now);
      int stores = 0;
      for (auto& s : scheduler_) execute(s, now, stores);
      for (int k = 0; k < 6 && taken_ < queue_.size(); k++) {
        auto& s =
            scheduler_[taken_ & 1].size() < 32 ? scheduler_[taken_ & 1] : scheduler_[~taken_ & 1];
        if (s.size() >= 32) break;
        s.push_back(queue_[taken_++]);
      }
      for (int k = 0; k < 6 && issued_ < n && issued_ - retired < 250; k++) {
        const Op& o = ops_[issued_];
        if (o.vector && queue_.size() - taken_ >= 64) break;
        if (o.loads && loads_.size() >= 44) break;
        if (o.vector) queue_.push_back(issued_);
        if (o.loads) loads_.push_back(issued_);
        issued_++;
      }
    }
    return (end - begin) / (kPasses - 2.0);
  }

 private:
  static constexpr int kPasses = 4, kNever = 1 << 29, kLoadLatency = 8, kStoreLatency = 6;
  struct Op {
    bool vector, loads, stores;
    int a, b, memory;  // the operations that it waits for, or -1
  };
  void add(const GateStep& s) {
    const int id = (int)ops_.size();
    Op o = {s.kind != GateStep::kLoad,
            s.kind == GateStep::kGateFromMemory || s.kind == GateStep::kLoad,
            s.kind == GateStep::kStore,
            -1,
            -1,
            -1};
    const int place = s.place == GateStep::kOutput ? s.memory : outputs_ + s.memory;
    if (o.vector) o.a = at_register_[s.a];
    if (s.kind == GateStep::kGate) o.b = at_register_[s.b];
    if (o.loads && s.place != GateStep::kInput) o.memory = stored_[place];
    const int recent = s.memory - setting_.first_recent;
    if (o.loads && s.place == GateStep::kInput && recent >= 0 && recent < setting_.recent)
      o.memory = before_[recent];
    if (o.stores) stored_[place] = id;
    if (!o.stores) at_register_[s.d] = id;
    ops_.push_back(o);
  }
  void load(int now) {
    int begun = 0;
    for (std::size_t k = 0; k < loads_.size() && begun < 2;) {
      const int id = loads_[k];
      if (ops_[id].memory >= 0 && ready_[ops_[id].memory] > now) {
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
    for (std::size_t k = 0; k < s.size() && begun < 2;) {
      const int id = s[k];
      const Op& o = ops_[id];
      const bool waits = (o.a >= 0 && ready_[o.a] > now) || (o.b >= 0 && ready_[o.b] > now) ||
                         (o.loads && loaded_[id] > now) || (o.stores && stores > 0);
      if (waits) {
        k++;
        continue;
      }
      ready_[id] = now + 1 + (o.stores ? kStoreLatency : 0);
      stores += o.stores;
      begun++;
      s.erase(s.begin() + (long)k);
    }
  }
  const GateSetting& setting_;
  const int outputs_;
  std::vector<int> at_register_, stored_, before_;  // the operation that wrote it last, or -1
  int per_pass_ = 0, issued_ = 0;
  std::size_t taken_ = 0;
  std::vector<Op> ops_;
  std::vector<int> ready_, loaded_, loads_, queue_, scheduler_[2];
};

template <int kMost, int kRegisters>
class Search {
 public:
  Search(const Elements<kMost>& e, const GateSetting& setting, unsigned seed)
      : e_(e), setting_(setting), random_(seed) {
    for (int v = 0; v < e.values; v++) outputs_ += e.output[v] >= 0;
    begin();
  }
  void run(double seconds) {
    const std::clock_t start = std::clock();
    double now = cost(), best = now;
    Order best_order = order_;
    double heat = 2.5;
    for (long i = 0;; i++) {
      if (i % 64 == 0) {
        const double done = double(std::clock() - start) / CLOCKS_PER_SEC / seconds;
        if (!timed_ && done >= 0.4) timed_ = true, order_ = best_order, now = best = cost();
        if (done >= 1) break;
        heat = done < 0.4 ? 2.5 * std::pow(0.03, done / 0.4)
                          : 1.0 * std::pow(0.03, (done - 0.4) / 0.6);
      }
      const Order old = order_;
      if (!move()) continue;
      const double next = cost();
      if (next <= now || std::exp((now - next) / heat) > double(random_() & 0xffffff) / 0x1000000)
        now = next;
      else
        order_ = old;
      if (now < best) best = now, best_order = order_;
    }
    order_ = best_order;
  }
  const Order& order() const { return order_; }
  std::string figures() const {
    const Program p = program();
    int gates = 0, loads = 0, stores = 0;
    for (int i = 0; i < p.count; i++) {
      gates += p.of[i].kind == GateStep::kGate || p.of[i].kind == GateStep::kGateFromMemory;
      loads += p.of[i].kind == GateStep::kGateFromMemory || p.of[i].kind == GateStep::kLoad;
      stores += p.of[i].kind == GateStep::kStore;
    }
    return std::to_string(gates) + " gates, " + std::to_string(loads) + " loads, " +
           std::to_string(stores) + " stores, " + std::to_string((int)std::lround(cycles(p))) +
           " cycles in the model";
  }

 private:
  using Program = GateProgram<kMost>;
  using Maker = GateProgramMaker<kMost, kRegisters>;
  void begin() {
    std::vector<int> left(e_.parts, e_.parts + e_.values);
    for (Order wish = setting_.wish; !wish.empty();) {
      Order later;
      for (std::int16_t i : wish) {
        const auto& x = e_.of[i];
        const bool ready = left[x.a] == 0 && (x.term || left[x.b] == 0);
        if (ready) order_.push_back(i), left[x.value]--;
        if (!ready) later.push_back(i);
      }
      wish = later;
    }
  }
  Program program() const {
    return Maker(e_, order_.data(), setting_.first_loaded, setting_.keep_for).program();
  }
  double cycles(const Program& p) const {
    return Model<kMost, kRegisters>(p, setting_, outputs_).cycles();
  }
  double cost() const {
    const Program p = program();
    int memory = 0, stores = 0;
    for (int i = 0; i < p.count; i++) {
      memory += p.of[i].kind == GateStep::kGateFromMemory || p.of[i].kind == GateStep::kLoad;
      stores += p.of[i].kind == GateStep::kStore;
    }
    if (timed_) return cycles(p) + 0.1 * memory + 0.1 * stores + 0.02 * p.count;
    return memory + 0.8 * stores + 0.1 * p.count;
  }
  bool reads(int i, int value) const {
    const auto& x = e_.of[i];
    return x.a == value || (!x.term && x.b == value);
  }
  // Moves an element to another place after its inputs and before its readers.
  bool move() {
    const int n = (int)order_.size(), from = (int)(random_() % (unsigned)n);
    const int which = order_[from];
    const auto& x = e_.of[which];
    const int reach = random_() % 4 ? 15 : n;
    int low = std::max(0, from - reach), high = std::min(n - 1, from + reach);
    for (int k = from - 1; k >= low; k--)
      if (reads(which, e_.of[order_[k]].value)) low = k + 1;
    for (int k = from + 1; k <= high; k++)
      if (reads(order_[k], x.value)) high = k - 1;
    const int to = low + (int)(random_() % (unsigned)(high - low + 1));
    if (to == from) return false;
    const auto b = order_.begin();
    if (to > from) std::rotate(b + from, b + from + 1, b + to + 1);
    if (to < from) std::rotate(b + to, b + from, b + from + 1);
    return true;
  }
  const Elements<kMost>& e_;
  const GateSetting setting_;
  int outputs_ = 0;
  std::mt19937 random_;
  Order order_;
  bool timed_ = false;
};

}  // namespace hedgerow
