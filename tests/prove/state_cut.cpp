// Finds the state of the reference near the place where it reads a round key, and cuts it in all blocks.
#include "state_cut.hpp"

#include <map>
#include <utility>

namespace hedgerow::proof {
namespace {

struct Paused {};

bool same(const Bit& a, const Bit& b) { return a.is_unknown() ? b.is_unknown() : a == b; }

}  // namespace

StateCut::State StateCut::state(std::uint64_t at, unsigned block) {
  State words;
  machine_.pause(at, [&] {
    machine_.show(out_, 2 * block_bytes_, [&](Word& w) { return words.push_back(w), false; });
    words.push_back(machine_.place());
    throw Paused();
  });
  try {
    encrypt_(block);
  } catch (const Paused&) {
  }
  return words;
}

// Returns whether later instructions use the place: if it becomes unknown, so does the result.
bool StateCut::needs(std::uint64_t at, std::size_t place) {
  machine_.pause(at, [&] {
    std::size_t k = 0;
    machine_.show(out_, 2 * block_bytes_, [&](Word& w) {
      if (k++ != place) return false;
      for (std::uint64_t m = places_[place].varying; m; m &= m - 1)
        w.set(__builtin_ctzll(m), unknown());
      return true;
    });
  });
  try {
    encrypt_(1);
  } catch (const ProofError&) {
    return true;
  }
  bool lost = false;
  for (std::size_t i = 0; i < block_bytes_; i++) {
    const Word w = machine_.memory.read((std::uint64_t)out_ + i, 1);
    for (int bit = 0; bit < 8; bit++) lost |= w.at(bit).is_unknown();
  }
  return lost;
}

// Finds the bits that differ between blocks and are needed later. Returns whether they are as many as a block has.
bool StateCut::choose(std::uint64_t at, unsigned blocks) {
  const State first = state(at, 1);
  places_.assign(first.size() - 1, {});  // without the place in the code
  for (const unsigned n : {2u, blocks / 2, blocks}) {
    const State other = state(at, n);
    if (other.size() != first.size() || other.back().value != first.back().value) return false;
    for (std::size_t k = 0; k < places_.size(); k++)
      for (int bit = 0; bit < 64; bit++)
        if (!same(first[k].at(bit), other[k].at(bit))) places_[k].varying |= 1ull << bit;
  }
  const auto sums = [&](bool needed) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, Bit> inputs;
    for (std::size_t k = 0; k < places_.size(); k++) {
      Place& p = places_[k];
      for (std::uint64_t m = p.varying; m && (p.needed || !needed); m &= m - 1) {
        const int bit = __builtin_ctzll(m);
        const Print print = without_constant(first[k].at(bit).print);
        const auto [i, added] = inputs.try_emplace({print.lo, print.hi});
        if (added && needed) i->second = machine_.arithmetic.terms().input();
        if (needed) p.input.set(bit, i->second);
      }
    }
    return inputs.size();
  };
  if (sums(false) < 8 * block_bytes_) return false;
  for (std::size_t k = 0; k < places_.size(); k++)
    places_[k].needed = places_[k].varying && needs(at, k);
  return sums(true) == 8 * block_bytes_;
}

// Cuts what the block has there. A bit that is a nonlinear function of a space is not cut, because S-boxes compute some
// outputs from others. Returns false for such a bit, if another block has the same sum, or if places with one input
// do not have one sum.
bool StateCut::cut_block(std::uint64_t at, unsigned block, bool* changed) {
  const State now = state(at, block);
  if (now.size() != first_.size() || now.back().value != first_.back().value) return false;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Bit> sum_of;
  for (std::size_t k = 0; k < places_.size(); k++) {
    Place& p = places_[k];
    for (int bit = 0; bit < 64; bit++) {
      const Bit b = now[k].at(bit);
      if (!(p.varying >> bit & 1)) {
        if (same(b, first_[k].at(bit))) continue;
        if (p.needed) return false;
        p.varying |= 1ull << bit;
      }
      if (!p.needed) continue;
      const Bit input = p.input.at(bit).of_block(block);
      const Bit& sum = sum_of.try_emplace({input.print.lo, input.print.hi}, b).first->second;
      if (b.is_constant() || b.is_unknown() || !(b.print == sum.print) || b.block != sum.block)
        return false;
      if (b.print == input.print && b.block == block) continue;
      if ((b.view && !b.is_choice()) || !machine_.memory.cuts.add(b, input)) return false;
      *changed = true;
    }
  }
  return true;
}

// A word of the state can be a function of other words of it, and these are cut where they are computed. So a block is
// cut again until nothing changes. The blocks follow the same path, so all take as many passes as the first one, and
// only block 1 is looked at once more: it is the last, and `finish` needs its whole state.
bool StateCut::cut_blocks(std::uint64_t at, unsigned blocks) {
  first_ = state(at, 1);
  int passes = 0;
  for (unsigned n = blocks; n > 0; n--) {
    bool changed = true;
    for (int pass = 0; changed && (n == blocks || n == 1 || pass < passes); pass++) {
      changed = false;
      if (pass == 4 || !cut_block(at, n, &changed)) return false;
      if (n == blocks && changed) passes = pass + 1;
    }
  }
  return true;
}

// Runs block 1 from the cut on. Its needed bits are those of all blocks, with another number. Bits that vary and seem
// not to be needed become unknown. If the result depends on them, it is unknown, too. No cut may replace a sum after
// the pause, because it holds for one block, and the result is for all.
void StateCut::finish(std::uint64_t at) {
  machine_.pause(at, [&] {
    std::size_t k = 0;
    machine_.show(out_, 2 * block_bytes_, [&](Word& w) {
      const Place& p = places_[k];
      const Word& expected = first_[k++];
      for (int bit = 0; bit < 64; bit++)
        if (p.varying >> bit & 1)
          w.set(bit, p.needed ? p.input.at(bit).of_block(1) : unknown());
        else if (!same(w.at(bit), expected.at(bit)))
          throw ProofError("another state at the cut");
        else if (w.at(bit).is_unknown())
          w.set(bit, unknown());
      return true;
    });
    cuts_ = std::exchange(machine_.memory.cuts, {});
  });
  encrypt_(1);
}

bool StateCut::cut(unsigned blocks, const std::uint8_t* key, std::size_t key_bytes, Cutting where,
                   int first_key) {
  machine_.memory.watch(key, key_bytes);
  machine_.readers.clear();
  const std::uint64_t before = machine_.instructions();
  encrypt_(1);
  // Loads of two round keys are further apart than a 256th of the instructions. SIMON-128 has up to 72 rounds.
  const std::uint64_t all = machine_.instructions() - before, gap = all / 256;
  machine_.memory.watch(nullptr, 0);
  const std::vector<std::uint64_t>& readers = machine_.readers;
  bool found = false;
  for (std::size_t k = 0; !found && k < readers.size() && readers[k] < all / 2; k++) {
    const bool begins = k == 0 || readers[k - 1] + gap < readers[k],
               ends = k + 1 == readers.size() || readers[k] + gap < readers[k + 1];
    const bool after = where == Cutting::kAfterKey;
    if (!(after ? ends : begins) || first_key-- > 0) continue;
    const std::uint64_t at =
        readers[k] + 2 * after;  // after the instructions that load and add the key
    machine_.memory.cuts = {};
    try {
      found = choose(at, blocks) && cut_blocks(at, blocks);
      if (found) finish(at);
    } catch (const ProofError&) {
      found = false;  // a sum of two blocks decides an address, for example
    }
  }
  machine_.never_pause();
  machine_.memory.cuts = {};
  return found;
}

}  // namespace hedgerow::proof
