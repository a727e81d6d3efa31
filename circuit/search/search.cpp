// Runs a search on several threads, and counts its runs in order.
#include "circuit/search/search.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "circuit/anneal/objective.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/schedule.hpp"
#include "circuit/search/checkpoint.hpp"

namespace hedgerow::circuit {
namespace {

using Clock = std::chrono::steady_clock;

Error too_little(std::uint64_t bound) {
  return Error("the search needs more memory than its limit, " + std::to_string(bound >> 20) +
               " MiB");
}

// Runs start in order and are counted in order. Therefore the state is always that after runs 0..done-1, and it can be
// saved at any time.
class Searcher {
 public:
  Searcher(const Box& box, const SearchOptions& options, Method method)
      : box_(box),
        options_(options),
        basis_(with_cells(find_basis(options.basis), options.cells)),
        method_(method) {
    state_ = load_checkpoint(box, options);
    next_ = state_.done;
  }

  Netlist result() {
    std::vector<std::thread> threads;
    std::thread timer([this] { watch(); });
    try {
      for (int i = 1; i < options_.threads; i++) threads.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // the existing threads do the work
    }
    work();
    for (auto& t : threads) t.join();
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    timer.join();
    if (options_.progress) std::fputc('\n', stderr);
    if (failure_) std::rethrow_exception(failure_);
    const std::string bound = std::to_string(options_.memory >> 20) + " MiB";
    if (full_ && state_.best)
      std::fprintf(stderr,
                   "the search ended at its memory limit, %s; the best circuit so far is kept\n",
                   bound.c_str());
    if (full_ && !state_.best) throw too_little(options_.memory);
    if (!state_.best) throw Error("no circuit was found before the search ended");
    return *state_.best;
  }

  std::vector<Netlist> front() {
    result();
    std::sort(front_.begin(), front_.end(), [this](const Netlist& a, const Netlist& b) {
      return merit(a, basis_, objectives_) < merit(b, basis_, objectives_);
    });
    return std::move(front_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // The first run starts even if the time is over, because a run that is cut short still gives a circuit.
  bool over() const {
    return failure_ || stop_ || (options_.runs && next_ >= options_.runs) ||
           (options_.seconds > 0 && begun_ && seconds() >= options_.seconds);
  }

  void work() {
    for (;;) {
      std::uint64_t index;
      {
        const std::lock_guard lock(mutex_);
        if (over()) return;
        index = next_++;
        begun_ = true;
      }
      std::optional<Netlist> found;
      try {
        found = method_({box_, options_, options_.seed + index, stop_});
        *found = schedule(*found);
        found->provenance = {options_.method, options_.seed + index, 0};
        verify(*found, box_);
      } catch (const Stopped&) {
        return;
      } catch (const std::bad_alloc&) {
        const std::lock_guard lock(mutex_);
        full_ = stop_ = true;
        return;
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        stop_ = true;
        return;
      }
      if (ends_with(index, std::move(*found))) return;
    }
  }

  // Takes the circuit of run `index`, and returns true if the worker must end.
  bool ends_with(std::uint64_t index, Netlist&& found) {
    const std::lock_guard lock(mutex_);
    // A run that was cut short may give a circuit, but does not count as a run of its seed. A later search repeats it.
    if (stop_) {
      if (enough_) return true;  // because only the first run that is good enough counts
      algorithm(std::move(found));
      save();
      return true;
    }
    waiting_.emplace(index, std::move(found));
    while (!enough_ && !waiting_.empty() && waiting_.begin()->first == state_.done) {
      count(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
    }
    return false;
  }

  void count(Netlist&& found) {
    state_.done++;
    algorithm(std::move(found));
    save();
  }

  // Says whether `a` is at least as good as `b` in both figures. If both figures are equal, the other criteria decide.
  bool as_good(const Netlist& a, const Netlist& b) const {
    const auto of_a = merit(a, basis_, objectives_), of_b = merit(b, basis_, objectives_);
    if (of_a[0] == of_b[0] && of_a[1] == of_b[1]) return of_a <= of_b;
    return of_a[0] <= of_b[0] && of_a[1] <= of_b[1];
  }

  void algorithm_to_front(const Netlist& found) {
    for (const Netlist& n : front_)
      if (as_good(n, found)) return;
    std::erase_if(front_, [&](const Netlist& n) { return as_good(found, n); });
    front_.push_back(found);
    front_.back().provenance.seconds = seconds();
  }

  void algorithm(Netlist&& found) {
    const auto merit_of = [this](const Netlist& n) {
      return merit(n, basis_, objectives_, options_.most_gates);
    };
    const auto now = merit_of(found);
    const bool fits = !options_.most_gates || now[0] <= 0;
    if (options_.pareto && fits) algorithm_to_front(found);
    if (fits && now[options_.most_gates ? 1 : 0] <= options_.enough) enough_ = stop_ = true;
    if (!state_.best || now < merit_of(*state_.best)) {
      found.provenance.seconds = state_.seconds + seconds();
      state_.best = std::move(found);
    }
  }

  // If the disk is full, the search continues without a checkpoint, because its circuits must not be lost.
  void save() {
    if (!saves_) return;
    CheckpointState saved = state_;
    saved.seconds += seconds();
    try {
      save_checkpoint(box_, options_, saved);
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s; the search continues without a checkpoint\n", e.what());
      saves_ = false;
    }
  }

  // Stops the runs when the time is over, and prints the progress.
  void watch() {
    std::unique_lock lock(mutex_);
    while (!ended_) {
      wake_.wait_for(lock, std::chrono::milliseconds(200));
      if (options_.seconds > 0 && begun_ && seconds() >= options_.seconds) stop_ = true;
      if (options_.interrupted && *options_.interrupted) stop_ = true;
      const std::string best =
          state_.best ? "best " + std::to_string(cost(*state_.best, basis_).gates) + " gates"
                      : "none yet";
      if (options_.progress)
        std::fprintf(stderr, "\r%s %s: %.0f s, %llu runs, %s ", box_.name.c_str(),
                     basis_.name.c_str(), seconds(), (unsigned long long)state_.done, best.c_str());
    }
  }

  const Box& box_;
  const SearchOptions& options_;
  const Basis basis_;
  const std::vector<const Objective*> objectives_ = find_objectives(options_.objective);
  Method method_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<bool> stop_ = false;
  bool begun_ = false, ended_ = false, saves_ = true, full_ = false, enough_ = false;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Netlist> waiting_;
  std::vector<Netlist> front_;
  CheckpointState state_;
  std::exception_ptr failure_;
};

}  // namespace

void Run::step(const std::string& what) const {
  if (options.dump_steps)
    std::fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, what.c_str());
}

std::uint64_t quarter_of_memory() {
  return (std::uint64_t)sysconf(_SC_PHYS_PAGES) * (std::uint64_t)sysconf(_SC_PAGESIZE) / 4;
}

namespace {

// Rejects constant outputs, because no gate of a circuit is constant.
void refuse_constants(const Box& box) {
  for (std::size_t o = 0; o < box.outputs.size(); o++)
    if (const Truth& f = box.outputs[o]; f.empty() || f == all_points())
      throw Error(box.name + ": output " + std::to_string(o) + " is constant");
}

// Calls `work` with a searcher for the requested method.
template <class Work>
auto with_searcher(const Box& box, const SearchOptions& asked, Work&& work) {
  SearchOptions options = asked;
  if (!options.memory) options.memory = quarter_of_memory();
  refuse_constants(box);
  std::string known;
  for (const NamedMethod& m : methods()) {
    if (m.name == options.method && !m.any && m.linear != box.linear())
      throw Error("method " + options.method + (m.linear ? " is only for" : " is not for") +
                  " linear maps: " + box.name);
    if (m.name == options.method) try {
        Searcher searcher(box, options, m.run);
        return work(searcher);
      } catch (const std::system_error&) {
        throw too_little(options.memory);
      } catch (const std::bad_alloc&) {
        throw too_little(options.memory);
      }
    known += std::string(" ") + m.name;
  }
  throw Error("unknown method " + options.method + "; known:" + known);
}

}  // namespace

Netlist search(const Box& box, const SearchOptions& options) {
  return with_searcher(box, options, [](Searcher& s) { return s.result(); });
}

std::vector<Netlist> search_front(const Box& box, const SearchOptions& asked) {
  SearchOptions options = asked;
  options.pareto = true;
  if (find_objectives(options.objective).size() != 2)
    throw Error("a Pareto front needs two objectives, for example nonlinear,depth; not " +
                options.objective);
  if (!options.checkpoint.empty()) throw Error("a Pareto front cannot have a checkpoint");
  return with_searcher(box, options, [](Searcher& s) { return s.front(); });
}

}  // namespace hedgerow::circuit
