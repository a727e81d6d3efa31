// Interleaved rounds of short samples.
#include "runner.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <string>

#include "measure/buffer.hpp"
#include "subject.hpp"

namespace hedgerow::bench {
namespace {

// long compared with the cost of a timer, short compared with disturbances
constexpr double kSampleNs = 3e5;
constexpr std::size_t kMinSamples = 5;
constexpr int kLooks = 4;       // how often differing placements are measured again
constexpr double kEven = 0.95;  // placements with at least this ratio of cycles count as equal

// A memcpy between two buffers like those of a subject, in its chunks. No cipher can be faster than
// this outside the caches.
class CopyWork : public Work {
 public:
  explicit CopyWork(const Case& what)
      : chunks_(what), in_(what.bytes_per_thread()), out_(what.bytes_per_thread()) {}
  void call() override {
    const std::size_t at = chunks_.next();
    std::memcpy(out_.data() + at, in_.data() + at, chunks_.bytes());
    __asm__ volatile("" ::: "memory");
  }

 private:
  Chunks chunks_;
  Buffer in_, out_;
};

// One kind of work in N threads, each with its own context and buffers.
template <class Kind>
class InThreads {
 public:
  template <class Make>
  InThreads(unsigned threads, Make make) {
    for (unsigned i = 0; i < threads; i++) works_.push_back(make());
  }

  Sample sample(std::size_t repeats) {
    return timed_together(works_.size(), repeats, [&](std::size_t i) { works_[i]->call(); });
  }

  const Kind& first() const { return *works_[0]; }

 private:
  std::vector<std::unique_ptr<Kind>> works_;
};

using Ours = InThreads<Subject>;
Ours make_ours(const Case& what) {
  return {what.threads, [&] { return make_subject(what, what.bytes_per_thread()); }};
}

struct Participant {
  std::string name, cipher;  // of a peer; empty for ours
  std::function<Sample(std::size_t)> sample;
  std::size_t repeats = 1;
  std::vector<Sample> samples;
  std::vector<Sample> disturbed;

  void take() {
    const Sample s = sample(repeats);
    (is_calm(s) ? samples : disturbed).push_back(s);
  }

  // Summarizes the undisturbed samples. If the machine was too busy for them, it summarizes all
  // samples and marks the result.
  Summary summary(std::size_t bytes) const {
    const bool enough = samples.size() >= kMinSamples;
    std::vector<Sample> used = samples;
    if (!enough) used.insert(used.end(), disturbed.begin(), disturbed.end());
    Summary s = summarize(used, bytes, repeats);
    s.discarded = enough ? disturbed.size() : 0;
    s.disturbed = !enough;
    return s;
  }
};

// Warms the participant up and finds the number of calls that fill one sample. All samples have
// this number.
void warm_up(Participant& p) {
  if (p.samples.empty() && p.disturbed.empty())
    p.repeats = calls_for(kSampleNs, [&](std::size_t calls) { return p.sample(calls).ns; });
}

void run_rounds(std::vector<Participant>& all, Duration duration) {
  for (Participant& p : all) warm_up(p);
  const double begin = now_ns(), budget = duration.seconds * 1e9 * (double)all.size();
  const double end = begin + budget, give_up = begin + duration.patience * budget;
  const auto enough = [](const Participant& p) { return p.samples.size() >= kMinSamples; };
  const auto any = [](const Participant& p) {
    return p.samples.size() + p.disturbed.size() >= kMinSamples;
  };
  for (;;) {
    for (Participant& p : all) p.take();
    const double now = now_ns();
    if (now >= end && std::all_of(all.begin(), all.end(), enough)) return;
    if (now >= give_up && std::all_of(all.begin(), all.end(), any)) return;
  }
}

// The cycles of the fastest placement divided by those of the slowest.
double evenness(const std::vector<Participant>& all, std::size_t bytes) {
  double low = 0, high = 0;
  for (const Participant& p : all) {
    const double cycles = p.summary(bytes).core_cycles;
    low = low > 0 ? std::min(low, cycles) : cycles;
    high = std::max(high, cycles);
  }
  return high > 0 ? low / high : 1;
}

}  // namespace

Row run_placements(const Case& what, Duration duration) {
  std::vector<Ours> placed;
  std::vector<Participant> all;
  placed.reserve(kPlacements);
  for (int p = 0; p < kPlacements; p++) {
    Case at = what;
    at.placement = p;
    placed.push_back(make_ours(at));
    all.push_back(
        {"",
         "",
         [&ours = placed[(std::size_t)p]](std::size_t repeats) { return ours.sample(repeats); },
         1,
         {},
         {}});
  }
  const Duration each{duration.seconds / kPlacements, duration.patience};
  run_rounds(all, each);
  // A slow placement is slow in every sample, but a neighbour's work disturbs only some samples.
  // More samples distinguish the two.
  for (int again = 0; again < kLooks && evenness(all, what.bytes) < kEven; again++)
    run_rounds(all, each);
  Row row{what, &placed[0].first().kernel(), {}, {}, {}};
  for (const Participant& p : all) {
    const Summary s = p.summary(what.bytes);
    row.placements.push_back(s.core_cycles);
    if (s.core_cycles >= row.ours.core_cycles) row.ours = s;
  }
  return row;
}

std::vector<Row> run_case(const Case& what, Duration duration, const Peers& peers) {
  Ours ours = make_ours(what);
  std::vector<Participant> all;
  all.push_back({"", "", [&](std::size_t repeats) { return ours.sample(repeats); }, 1, {}, {}});
  std::optional<InThreads<Work>> copies;
  if (what.beside_copy && what.moves_data()) {
    copies.emplace(what.threads, [&] { return std::make_unique<CopyWork>(what); });
    all.push_back({"memcpy",
                   "no cipher",
                   [&](std::size_t repeats) { return copies->sample(repeats); },
                   1,
                   {},
                   {}});
  }
  for (const auto& peer : peers)
    if (peer->sample(what, 1))
      all.push_back({peer->name(),
                     peer->cipher(),
                     [&what, p = peer.get()](std::size_t repeats) {
                       return p->sample(what, repeats).value();
                     },
                     1,
                     {},
                     {}});
  run_rounds(all, duration);

  Row row{what, &ours.first().kernel(), all[0].summary(what.bytes_of_calls()), {}, {}};
  if (all.size() == 1) return {row};
  std::vector<Row> rows;
  for (std::size_t i = 1; i < all.size(); i++) {
    const Participant& p = all[i];
    row.peer = {p.name, p.cipher, p.summary(what.bytes_of_calls())};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace hedgerow::bench
