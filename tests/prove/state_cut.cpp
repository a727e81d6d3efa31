// Finds the state of the reference before it reads a round key, and cuts it in all blocks.
#include "state_cut.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <map>

namespace hedgerow::proof {
namespace {

struct Paused {};

bool same(const Bit& a, const Bit& b) { return a.is_unknown() ? b.is_unknown() : a == b; }

}  // namespace

StateCut::State StateCut::state(std::uint64_t at, unsigned block) {
  State words;
  machine_.pause(at, [&] {
    machine_.show(out_, block_bytes_, [&](Word& w) { return words.push_back(w), false; });
    throw Paused();
  });
  try {
    encrypt_(block);
  } catch (const Paused&) {
  }
  return words;
}

// Returns whether later instructions use the place: in a new process, it becomes unknown, and so does the result.
bool StateCut::needs(std::uint64_t at, std::size_t place) {
  const pid_t pid = fork();
  if (pid < 0) throw ProofError("no new process");
  if (pid == 0) {
    machine_.pause(at, [&] {
      std::size_t k = 0;
      machine_.show(out_, block_bytes_, [&](Word& w) {
        if (k++ != place) return false;
        for (std::uint64_t m = places_[place].varying; m; m &= m - 1)
          w.set(__builtin_ctzll(m), unknown());
        return true;
      });
    });
    bool lost = false;
    try {
      encrypt_(1);
      for (std::size_t i = 0; i < block_bytes_; i++) {
        const Word w = machine_.memory.read((std::uint64_t)out_ + i, 1);
        for (int bit = 0; bit < 8; bit++) lost |= w.at(bit).is_unknown();
      }
    } catch (const ProofError&) {
      lost = true;
    }
    std::_Exit(lost);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return status != 0;
}

// Finds what varies and is needed. Returns whether it is one block of different sums.
bool StateCut::choose(std::uint64_t at, unsigned blocks) {
  const State first = state(at, 1);
  places_.assign(first.size(), {});
  for (const unsigned n : {2u, blocks / 2, blocks}) {
    const State other = state(at, n);
    for (std::size_t k = 0; k < first.size(); k++)
      for (int bit = 0; bit < 64; bit++)
        if (!same(first[k].at(bit), other[k].at(bit))) places_[k].varying |= 1ull << bit;
  }
  const auto sums = [&](bool needed) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, Bit> inputs;
    for (std::size_t k = 0; k < first.size(); k++) {
      Place& p = places_[k];
      for (std::uint64_t m = p.varying; m && (p.needed || !needed); m &= m - 1) {
        const int bit = __builtin_ctzll(m);
        const Print print = without_constant(first[k].at(bit).print);
        const auto [i, added] = inputs.try_emplace({print.lo, print.hi});
        if (added && needed) i->second = machine_.arithmetic.terms().input();
        p.input.set(bit, i->second);
      }
    }
    return inputs.size();
  };
  if (getenv("DBG")) fprintf(stderr, "at %lu: %zu varying\n", (unsigned long)at, sums(false));
  if (sums(false) < 8 * block_bytes_) return false;
  for (std::size_t k = 0; k < first.size(); k++)
    places_[k].needed = places_[k].varying && needs(at, k);
  if (getenv("DBG")) { fprintf(stderr, "  needed %zu:", sums(true)); for (size_t k=0;k<first.size();k++) if (places_[k].needed) fprintf(stderr," %zu:%lx", k, (unsigned long)places_[k].varying); fprintf(stderr,"\n"); }
  return sums(true) == 8 * block_bytes_;
}

// Cuts what the block has there. A later word of the state can be a function of words that are cut, so this is repeated
// until nothing changes. Returns false if the block does not have different sums there.
bool StateCut::cut_block(std::uint64_t at, unsigned block, const State& first, bool* changed) {
  const State now = state(at, block);
  for (std::size_t k = 0; k < first.size(); k++) {
    Place& p = places_[k];
    for (int bit = 0; bit < 64; bit++) {
      const Bit b = now[k].at(bit);
      if (!(p.varying >> bit & 1)) {
        if (same(b, first[k].at(bit))) continue;
        if (p.needed) return false;
        p.varying |= 1ull << bit;
        continue;
      }
      if (!p.needed) continue;
      if (b.is_constant() || b.is_unknown() || (b.view && !b.is_choice())) { if (getenv("DBG")) fprintf(stderr,"block %u place %zu bit %d constant\n",block,k,bit); return false;}
      const Bit input = p.input.at(bit).of_block(block);
      if (without_constant(b.print) == without_constant(input.print) && b.block == block) continue;
      Bit sum = b, to = input;
      if (!machine_.memory.cuts.add(sum, to)) { if (getenv("DBG")) fprintf(stderr,"block %u place %zu bit %d sum of another\n",block,k,bit); return false;}
      *changed = true;
    }
  }
  return true;
}

// Runs block 1 from the cut on. What varies and is not needed becomes unknown, so the result cannot depend on it.
void StateCut::finish(std::uint64_t at) {
  machine_.pause(at, [&] {
    std::size_t k = 0;
    machine_.show(out_, block_bytes_, [&](Word& w) {
      const Place& p = places_[k++];
      if (p.needed || !p.varying) return false;
      for (std::uint64_t m = p.varying; m; m &= m - 1) w.set(__builtin_ctzll(m), unknown());
      return true;
    });
  });
  encrypt_(1);
}

bool StateCut::cut_at(std::uint64_t at, unsigned blocks) {
  const State first = state(at, 1);
  for (unsigned n = 1; n <= blocks; n++) {
    bool changed = true;
    for (int pass = 0; changed; pass++) {
      changed = false;
      if (pass == 4 || !cut_block(at, n, first, &changed)) return false;
    }
  }
  return true;
}

bool StateCut::cut(unsigned blocks, const std::uint8_t* key, std::size_t key_bytes,
                   bool after_key) {
  machine_.memory.watch(key, key_bytes);
  machine_.readers.clear();
  const std::uint64_t before = machine_.instructions();
  encrypt_(1);
  const std::uint64_t all = machine_.instructions() - before;
  machine_.memory.watch(nullptr, 0);
  bool found = false;
  std::uint64_t at = 0;
  int groups = 0;
  for (std::size_t k = 0; k < machine_.readers.size(); k++) {
    const std::uint64_t reader = machine_.readers[k], gap = all / 128;
    if (reader > all / 2) break;
    if (after_key ? k + 1 < machine_.readers.size() && machine_.readers[k + 1] < reader + gap
                  : reader < at + gap)
      continue;
    at = reader + (after_key ? 4 : 0);
    if (groups++ < (after_key ? 2 : 0)) continue;
    if ((found = choose(at, blocks) && cut_at(at, blocks))) break;
    machine_.memory.cuts = {};
  }
  if (found) finish(at);
  machine_.never_pause();
  return found;
}

}  // namespace hedgerow::proof
