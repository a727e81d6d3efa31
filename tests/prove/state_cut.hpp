// The choice of cuts: the state of the literal reference after some rounds.
#pragma once

#include <functional>
#include <vector>

#include "machine.hpp"

namespace hedgerow::proof {

class StateCut {
 public:
  // `encrypt(n)` calls the reference for block n, and the path is the same for each n. It writes `block_bytes` to `out`.
  StateCut(Machine& machine, std::function<void(unsigned n)> encrypt, const std::uint8_t* out,
           std::size_t block_bytes)
      : machine_(machine), encrypt_(std::move(encrypt)), out_(out), block_bytes_(block_bytes) {}
  // Cuts the blocks 1 to `blocks`. Then `out` has the result of block 1 in terms that all blocks share. Returns false if
  // the state is nowhere as large as a block, different in all blocks, and all that later instructions need.
  bool cut(unsigned blocks, const std::uint8_t* key, std::size_t key_bytes, bool after_key);

 private:
  using State = std::vector<Word>;  // the words of `Machine::show`
  State state(std::uint64_t at, unsigned block);
  bool needs(std::uint64_t at, std::size_t place);
  bool choose(std::uint64_t at, unsigned blocks);
  bool cut_block(std::uint64_t at, unsigned block, const State& first, bool* changed);
  bool cut_at(std::uint64_t at, unsigned blocks);
  void finish(std::uint64_t at);

  Machine& machine_;
  std::function<void(unsigned)> encrypt_;
  const std::uint8_t* out_;
  std::size_t block_bytes_;
  // Of each place, the bits that are not the same in all blocks, and their input bits if later instructions need them.
  struct Place {
    std::uint64_t varying = 0;
    bool needed = false;
    Word input;
  };
  std::vector<Place> places_;
};

}  // namespace hedgerow::proof
