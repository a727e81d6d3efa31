// Anneals an order. A step moves an element to another place between the elements that it reads and those that read it.
#include "circuit/schedule/order_search.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "circuit/core/random.hpp"
#include "circuit/schedule/model.hpp"

namespace hedgerow::circuit {
namespace {

using Size = std::size_t;

class Search {
 public:
  Search(const Round& round, std::uint64_t seed)
      : round_(round), e_(elements_of(round.netlist)), random_(seed) {
    begin();
  }
  Order run(double seconds) {
    const std::clock_t start = std::clock();
    double now = cost(), best = now, heat = 2.5;
    Order best_order = order_;
    for (long i = 0;; i++) {
      if (i % 64 == 0) {
        const double done = double(std::clock() - start) / CLOCKS_PER_SEC / seconds;
        if (!timed_ && done >= 0.4) timed_ = true, order_ = best_order, now = best = cost();
        if (done >= 1) return best_order;
        heat = done < 0.4 ? 2.5 * std::pow(0.03, done / 0.4) : std::pow(0.03, (done - 0.4) / 0.6);
      }
      const Order old = order_;
      if (!move()) continue;
      const double next = cost();
      if (next <= now ||
          std::exp((now - next) / heat) * 0x1000000 > double(random_.below(0x1000000)))
        now = next;
      else
        order_ = old;
      if (now < best) best = now, best_order = order_;
    }
  }

 private:
  void begin() {
    Order wish = round_.begin;
    for (int i = 0; wish.size() < e_.of.size(); i++) wish.push_back(i);
    std::vector<int> left = e_.parts;
    for (Order later; !wish.empty(); wish.swap(later), later.clear())
      for (const int i : wish) {
        const Element& x = e_.of[(Size)i];
        const bool ready = left[(Size)x.a] == 0 && (x.term || left[(Size)x.b] == 0);
        (ready ? order_ : later).push_back(i);
        if (ready) left[(Size)x.value]--;
      }
  }
  double cost() const {
    const Program p = make_program(e_, order_, round_.registers);
    const Counts c = counts(p);
    const double steps = (double)p.steps.size();
    if (timed_) return model_cycles(round_, p) + 0.1 * (c.loads + c.stores) + 0.02 * steps;
    return c.loads + 0.8 * c.stores + 0.1 * steps;
  }
  static bool reads(const Element& x, int value) {
    return x.a == value || (!x.term && x.b == value);
  }
  // Moves an element to another place after all elements that it reads and before all that read it.
  bool move() {
    const int n = (int)order_.size(), from = (int)random_.below((unsigned)n);
    const Element& x = element_at(from);
    const int reach = random_.below(4) ? 15 : n;
    int low = std::max(0, from - reach), high = std::min(n - 1, from + reach);
    for (int k = from - 1; k >= low; k--)
      if (reads(x, element_at(k).value)) low = k + 1;
    for (int k = from + 1; k <= high; k++)
      if (reads(element_at(k), x.value)) high = k - 1;
    const int to = low + (int)random_.below((unsigned)(high - low + 1));
    const auto b = order_.begin();
    if (to > from) std::rotate(b + from, b + from + 1, b + to + 1);
    if (to < from) std::rotate(b + to, b + from, b + from + 1);
    return to != from;
  }
  const Element& element_at(int place) const { return e_.of[(Size)order_[(Size)place]]; }

  const Round& round_;
  const Elements e_;
  Random random_;
  Order order_;
  bool timed_ = false;
};

}  // namespace

Order search_order(const Round& round, std::uint64_t seed, double seconds) {
  return Search(round, seed).run(seconds);
}

}  // namespace hedgerow::circuit
