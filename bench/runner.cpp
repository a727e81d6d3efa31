// Interleaved rounds of short samples.
#include "runner.hpp"

#include <algorithm>
#include <barrier>
#include <functional>
#include <thread>

#include "subject.hpp"

namespace hedgerow::bench {
namespace {

constexpr double kSampleNs = 1e6;  // long beside a timer's cost, short beside a time slice
constexpr std::size_t kMinSamples = 5;
constexpr double kMinOnCpu = 0.97;  // below it another program had the CPU: the sample says nothing
constexpr double kPatience = 4;  // times the asked duration, to get kMinSamples on a busy machine

// Hedgerow in N threads, each with its own context and buffers.
class Ours {
 public:
  explicit Ours(const Case& what) {
    for (unsigned i = 0; i < what.threads; i++)
      subjects_.push_back(make_subject(what, what.bytes_per_thread()));
  }

  Sample sample(std::size_t repeats) {
    if (subjects_.size() == 1) return timed(repeats, [&] { subjects_[0]->call(); }, [] {});
    std::vector<Sample> samples(subjects_.size());
    std::barrier start((std::ptrdiff_t)subjects_.size());
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < subjects_.size(); i++)
        threads.emplace_back([&, i] {
          samples[i] =
              timed(repeats, [&] { subjects_[i]->call(); }, [&] { start.arrive_and_wait(); });
        });
    }
    Sample slowest;
    for (const Sample& s : samples) slowest = slower(slowest, s);
    return slowest;
  }

  const Kernel& kernel() const { return subjects_[0]->kernel(); }

 private:
  std::vector<std::unique_ptr<Subject>> subjects_;
};

struct Participant {
  Peer* peer;  // null: ours
  std::function<Sample(std::size_t)> sample;
  std::size_t repeats = 1;
  std::vector<Sample> samples;
  std::vector<Sample> disturbed;

  void take() {
    const Sample s = sample(repeats);
    (s.on_cpu < kMinOnCpu ? disturbed : samples).push_back(s);
  }

  // Of the undisturbed samples. When the machine was too busy for them: of all, and marked.
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

// Warms the participant up and finds how many calls fill one sample.
void warm_up(Participant& p) {
  for (;;) {
    const Sample s = p.sample(p.repeats);
    if (s.ns >= kSampleNs / 2) return;
    const double factor = kSampleNs / std::max(s.ns, kSampleNs / 32);
    p.repeats = (std::size_t)((double)p.repeats * factor) + 1;
  }
}

void run_rounds(std::vector<Participant>& all, double seconds) {
  for (Participant& p : all) warm_up(p);
  const double begin = now_ns(), budget = seconds * 1e9 * (double)all.size();
  const double end = begin + budget, give_up = begin + kPatience * budget;
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

}  // namespace

Row run_placements(const Case& what, double seconds) {
  std::vector<Ours> placed;
  std::vector<Participant> all;
  placed.reserve(kPlacements);
  for (int p = 0; p < kPlacements; p++) {
    Case at = what;
    at.placement = p;
    placed.emplace_back(at);
    all.push_back(
        {nullptr,
         [&ours = placed[(std::size_t)p]](std::size_t repeats) { return ours.sample(repeats); },
         1,
         {},
         {}});
  }
  run_rounds(all, seconds / kPlacements);
  Row row{what, &placed[0].kernel(), {}, {}, {}};
  for (const Participant& p : all) {
    const Summary s = p.summary(what.bytes);
    row.placements.push_back(s.core_cycles);
    if (s.core_cycles >= row.ours.core_cycles) row.ours = s;
  }
  return row;
}

std::vector<Row> run_case(const Case& what, double seconds, const Peers& peers) {
  Ours ours(what);
  std::vector<Participant> all;
  all.push_back({nullptr, [&](std::size_t repeats) { return ours.sample(repeats); }, 1, {}, {}});
  for (const auto& peer : peers)
    if (peer->sample(what, 1))
      all.push_back({peer.get(),
                     [&what, p = peer.get()](std::size_t repeats) {
                       return p->sample(what, repeats).value();
                     },
                     1,
                     {},
                     {}});
  run_rounds(all, seconds);

  Row row{what, &ours.kernel(), all[0].summary(what.bytes), {}, {}};
  if (all.size() == 1) return {row};
  std::vector<Row> rows;
  for (std::size_t i = 1; i < all.size(); i++) {
    const Participant& p = all[i];
    row.peer = {p.peer->name(), p.peer->cipher(), p.summary(what.bytes)};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace hedgerow::bench
