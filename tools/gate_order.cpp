// Searches for an order of the gates of skeleton/gate_order.hpp, by annealing: few loads and stores first, then few
// cycles of a model of Zen 3's vector units. Standard output: the order as a header.
//
//   g++ -std=c++20 -O3 -Isrc -DHR_ISA=scalar tools/gate_order.cpp -o gate_order
//   ./gate_order encrypt SEED SECONDS > src/cipher/kuznyechik/two_steps_encrypt.hpp
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "cipher/kuznyechik/two_steps.hpp"

using namespace hedgerow;
using namespace hedgerow::kuznyechik;

namespace {

constexpr int kMost = kMostGates, kRegisters = kStepRegisters;
using Order = std::vector<std::int16_t>;
using Program = GateProgram<kMost>;

// Cycles of one pass in a loop of passes. An operation waits in a queue of 64, then for its operands in one of two
// schedulers of 32 entries, each of which begins two gates or stores a cycle; loads begin two a cycle.
class Model {
 public:
  explicit Model(const Program& p) {
    std::vector<int> before(32, -1);
    std::vector<int> at_register(kRegisters, -1);
    for (int pass = 0; pass < kPasses; pass++) {
      std::vector<int> stored(64 + p.spills, -1), now(32, -1);
      for (int i = 0; i < p.count; i++) add(p.of[i], at_register, stored, before, now);
      before = now;
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
    int a, b, memory;  // what it waits for, or -1
  };
  void add(const GateStep& s, std::vector<int>& reg, std::vector<int>& stored,
           const std::vector<int>& before, std::vector<int>& now) {
    const int id = (int)ops_.size();
    Op o = {s.kind != GateStep::kLoad,
            s.kind == GateStep::kGateFromMemory || s.kind == GateStep::kLoad,
            s.kind == GateStep::kStore,
            -1,
            -1,
            -1};
    const int place = s.place == GateStep::kOutput ? s.memory : 32 + s.memory;
    if (o.vector) o.a = reg[s.a];
    if (s.kind == GateStep::kGate) o.b = reg[s.b];
    if (o.loads && s.place != GateStep::kInput) o.memory = stored[place];
    const int recent = s.memory - (kWindowPlanes - kStepPlanes);
    if (o.loads && s.place == GateStep::kInput && recent >= 0 && recent < kStepPlanes)
      o.memory = before[recent];
    if (o.stores) stored[place] = id;
    if (o.stores && s.place == GateStep::kOutput) now[s.memory] = id;
    if (!o.stores) reg[s.d] = id;
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
  int per_pass_ = 0, issued_ = 0;
  std::size_t taken_ = 0;
  std::vector<Op> ops_;
  std::vector<int> ready_, loaded_, loads_, queue_, scheduler_[2];
};

class Search {
 public:
  Search(const Elements<kMost>& e, unsigned seed) : e_(e), random_(seed) {
    // Both bytes of L beside each other, one somewhat behind; then the rest.
    const int half = first_of_second();
    std::vector<int> wish;
    for (int i = 0; i < half + 50; i++) {
      if (i < half) wish.push_back(i);
      if (i >= 50) wish.push_back(half + i - 50);
    }
    for (int i = 2 * half; i < e.count; i++) wish.push_back(i);
    for (int i = 0; i < e.count; i++) order_.push_back((std::int16_t)i);
    Order sorted;
    std::vector<int> left(e.parts, e.parts + e.values);
    while (!wish.empty()) {
      std::vector<int> later;
      for (int i : wish) {
        const auto& x = e.of[i];
        const bool ready = left_of(left, x.a) == 0 && (x.term || left_of(left, x.b) == 0);
        if (ready) sorted.push_back((std::int16_t)i), left[x.value]--;
        if (!ready) later.push_back(i);
      }
      wish = later;
    }
    order_ = sorted;
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
           std::to_string(stores) + " stores, " +
           std::to_string((int)std::lround(Model(p).cycles())) + " cycles in the model";
  }

 private:
  static int left_of(const std::vector<int>& left, int v) { return left[v]; }
  int first_of_second() const {
    int i = 0;
    for (int values = 0; values < 8; i++) values += e_.output[e_.of[i].value] >= 0 && last_of(i);
    return i;
  }
  bool last_of(int i) const { return i + 1 == e_.count || e_.of[i + 1].value != e_.of[i].value; }
  Program program() const {
    return StepProgramMaker(e_, order_.data(), kWindowPlanes, kKeepFor).program();
  }
  double cost() const {
    const Program p = program();
    int memory = 0, stores = 0;
    for (int i = 0; i < p.count; i++) {
      memory += p.of[i].kind == GateStep::kGateFromMemory || p.of[i].kind == GateStep::kLoad;
      stores += p.of[i].kind == GateStep::kStore;
    }
    if (timed_) return Model(p).cycles() + 0.1 * memory + 0.1 * stores + 0.02 * p.count;
    return memory + 0.8 * stores + 0.1 * p.count;
  }
  bool reads(int i, int value) const {
    const auto& x = e_.of[i];
    return x.a == value || (!x.term && x.b == value);
  }
  // An element to another place between what it reads and what reads it.
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
  std::mt19937 random_;
  Order order_;
  bool timed_ = false;
};

}  // namespace

int main(int count, char** words) {
  const std::string name = count == 4 ? words[1] : "";
  if (name != "encrypt" && name != "decrypt")
    return std::fputs("gate_order encrypt|decrypt SEED SECONDS\n", stderr), 2;
  const auto elements =
      name == "encrypt" ? make_two_steps(PiOfNets{}) : make_two_steps(InversePiOfNets{});
  Search search(elements, (unsigned)std::atoi(words[2]));
  std::fprintf(stderr, "%s\n", search.figures().c_str());
  search.run(std::atof(words[3]));
  std::fprintf(stderr, "%s\n", search.figures().c_str());
  std::printf(
      "// Written by tools/gate_order.cpp %s %s %s: the order of two_steps.hpp's elements.\n// %s, "
      "over %d registers.\n"
      "#pragma once\n\n#include <cstdint>\n\nnamespace hedgerow::kuznyechik {\n\n// clang-format "
      "off\n"
      "constexpr std::int16_t kOrderTo_%s[] = {",
      words[1], words[2], words[3], search.figures().c_str(), kRegisters, name.c_str());
  std::string line;
  for (std::int16_t i : search.order()) {
    const std::string word = std::to_string(i) + ",";
    if (line.empty() || line.size() + word.size() > 118)
      std::printf("%s\n", line.c_str()), line = "";
    line += word;
  }
  line.pop_back();
  std::printf("%s};\n// clang-format on\n\n}  // namespace hedgerow::kuznyechik\n", line.c_str());
}
