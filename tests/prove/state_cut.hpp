// The choice of cuts (cuts.hpp): the state of the literal reference after some rounds.
#pragma once

#include <functional>
#include <vector>

#include "machine.hpp"

namespace hedgerow::proof {

// Where the state of a cipher can be cut: where the reference begins to read a round key, or after it was added.
enum class Cutting : std::uint8_t { kBeforeKey, kAfterKey };

class StateCut {
 public:
  // `encrypt(n)` runs the reference for block n. It reads only the key and the block after `out`, and writes its result
  // to `out`.
  StateCut(Machine& machine, std::function<void(unsigned n)> encrypt, const std::uint8_t* out,
           std::size_t block_bytes)
      : machine_(machine), encrypt_(std::move(encrypt)), out_(out), block_bytes_(block_bytes) {}
  // Finds cuts of the blocks 1 to `blocks`, not before the round key `first_key`. Then `out` has the result of block 1
  // in terms that hold for all blocks. Returns false if the state is nowhere as large as a block and different in all
  // blocks.
  bool cut(unsigned blocks, const std::uint8_t* key, std::size_t key_bytes, Cutting where,
           int first_key);

  // The cuts for the runs of kernels. `cut` must have returned true.
  const Cuts& cuts() const { return cuts_; }

 private:
  using State = std::vector<Word>;  // the words of `Machine::show`
  State state(std::uint64_t at, unsigned block);
  bool needs(std::uint64_t at, std::size_t place);
  bool choose(std::uint64_t at, unsigned blocks);
  bool cut_block(std::uint64_t at, unsigned block, bool* changed);
  bool cut_blocks(std::uint64_t at, unsigned blocks);
  void finish(std::uint64_t at);

  Machine& machine_;
  std::function<void(unsigned)> encrypt_;
  const std::uint8_t* out_;
  std::size_t block_bytes_;
  // A place is one word of `Machine::show`. Varying bits differ between blocks, and those that later instructions need
  // become input bits.
  struct Place {
    std::uint64_t varying = 0;
    bool needed = false;
    Word input;
  };
  std::vector<Place> places_;
  State first_;  // of block 1, without cuts
  Cuts cuts_;
};

}  // namespace hedgerow::proof
