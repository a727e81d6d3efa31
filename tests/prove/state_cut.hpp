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
  // `encrypt(n)` calls the reference for block n, on the same path for each n. It reads only the block after `out`,
  // which gets the result, and the key.
  StateCut(Machine& machine, std::function<void(unsigned n)> encrypt, const std::uint8_t* out,
           std::size_t block_bytes)
      : machine_(machine), encrypt_(std::move(encrypt)), out_(out), block_bytes_(block_bytes) {}
  // Cuts the blocks 1 to `blocks`, not before the round key `first_key`. Then `out` has the result of block 1 in terms
  // that all blocks share. Returns false if the state is nowhere as large as a block and different in all blocks.
  bool cut(unsigned blocks, const std::uint8_t* key, std::size_t key_bytes, Cutting where,
           int first_key);

 private:
  using State = std::vector<Word>;  // the words of `Machine::show`
  State state(std::uint64_t at, unsigned block);
  bool needs(std::uint64_t at, std::size_t place);
  bool choose(std::uint64_t at, unsigned blocks);
  bool cut_block(std::uint64_t at, unsigned block, const State& first, bool* changed);
  bool cut_blocks(std::uint64_t at, unsigned blocks);
  void finish(std::uint64_t at);

  Machine& machine_;
  std::function<void(unsigned)> encrypt_;
  const std::uint8_t* out_;
  std::size_t block_bytes_;
  // Of a place, the bits that are not the same in all blocks. If later instructions need them, they become `input`.
  struct Place {
    std::uint64_t varying = 0;
    bool needed = false;
    Word input;
  };
  std::vector<Place> places_;
};

}  // namespace hedgerow::proof
