// The counters of CTR-like modes (mode/engine/counter.hpp): after n blocks, a counter is start + n in its field, and
// the other bytes are the same. Where a mode splits a call, the low 32 bits are known, and all bits above them are
// terms, so this covers every carry out of the low 32 bits. Kernels count these 32 bits themselves, and have their
// own proofs.
#include "mode/engine/counter.hpp"

#include "counters.hpp"

namespace hedgerow::proof {
namespace {

// Without these functions, the machine could not call the inline ones.
[[gnu::noinline]] void add(const CounterField* field, std::uint8_t* block, const std::uint64_t* n) {
  counter_add(*field, block, *n);
}
[[gnu::noinline]] void write(const CounterField* field, std::size_t block,
                             const std::uint8_t* first, std::uint8_t* out, std::size_t blocks) {
  write_counters(*field, block, first, out, blocks);
}

class CounterProof : public Run {
 public:
  CounterProof(const CounterField& field, std::size_t block)
      : field_(field), block_(block), start_(open(block)), counter_(open(block)), n_(open(8)) {
    in_arena_ = memory_.allocate(sizeof field);
    std::memcpy(in_arena_, &field, sizeof field);
  }

  // The sum of any counter and any number.
  std::string prove_sum() {
    memory_.copy(address(counter_), address(start_), block_);
    call((void*)add, {address(in_arena_), address(counter_), address(n_)}, counter_, block_);
    return difference(counter_, memory_.read(address(n_), 8));
  }
  // The low 32 bits are known, and up to four blocks follow, in one call or in parts.
  std::string prove_splits(std::uint32_t low) {
    for (int i = 0; i < 4; i++)
      memory_.write(address(start_ + place((std::size_t)i)), Word(low >> (8 * i) & 255), 1);
    const std::uint64_t room = (1ull << 32) - low;
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{255},
                                  std::uint64_t{256}, std::uint64_t{0xffffffff}, room}) {
      memory_.write(address(n_), n, 8);
      if (const std::string d = prove_sum(); !d.empty()) return d;
    }
    if (block_ % 8) return "";
    constexpr std::size_t kBlocks = 4;
    std::uint8_t* const out = unset(kBlocks * block_);
    call((void*)write, {address(in_arena_), block_, address(start_), address(out), kBlocks}, out,
         kBlocks * block_);
    for (std::size_t i = 0; i < kBlocks; i++)
      if (const std::string d = difference(out + i * block_, i); !d.empty())
        return "block " + std::to_string(i) + ": " + d;
    return "";
  }

 private:
  // The position of byte i of the counter.
  std::size_t place(std::size_t i) const {
    return field_.offset + (field_.order == CounterOrder::kLittleEndian ? i : field_.bytes - 1 - i);
  }
  // Compares a block with start + n, which is added bit by bit.
  std::string difference(const std::uint8_t* found, const Word& n) {
    std::vector<Word> expected;
    for (std::size_t i = 0; i < block_; i++)
      expected.push_back(memory_.read(address(start_ + i), 1));
    Bit carry = constant(false);
    for (std::size_t i = 0; i < 8 * field_.bytes; i++) {
      const Bit x = expected[place(i / 8)].at((int)(i % 8)),
                y = i < 64 ? n.at((int)i) : constant(false);
      expected[place(i / 8)].set((int)(i % 8),
                                 terms_.exclusive_or(terms_.exclusive_or(x, y), carry));
      carry = terms_.majority(x, y, carry);
    }
    for (std::size_t i = 0; i < block_; i++) {
      const Word w = memory_.read(address(found + i), 1);
      for (int bit = 0; bit < 8; bit++)
        if (!(w.at(bit) == expected[i].at(bit))) return "byte " + std::to_string(i) + " differs";
    }
    return "";
  }

  const CounterField field_;
  const std::size_t block_;
  std::uint8_t *start_, *counter_, *n_, *in_arena_;
};

std::string prove_field(const CounterField& field, std::size_t block) {
  try {
    // Bytes above whole words take the carry in a form that is no polynomial with known equations.
    if (field.bytes % 8 == 0)
      if (const std::string d = CounterProof(field, block).prove_sum(); !d.empty()) return d;
    for (const std::uint32_t low : {0u, 0xfeu, 0xfffffffdu, 0xffffffffu})
      if (const std::string d = CounterProof(field, block).prove_splits(low); !d.empty()) return d;
    return "";
  } catch (const ProofError& e) {
    return e.what();
  }
}

}  // namespace

std::string prove_counters(int* fields) {
  for (const std::size_t block : {4u, 6u, 8u, 12u, 16u, 32u, 64u}) {
    std::vector<CounterField> all{{0, block, CounterOrder::kLittleEndian},
                                  {0, 4, CounterOrder::kLittleEndian}};
    for (std::size_t bytes = 4; bytes <= block; bytes++)  // CTR, GCM, CCM, and Y of MGM
      all.push_back({block - bytes, bytes, CounterOrder::kBigEndian});
    if (block >= 8) all.push_back({0, block / 2, CounterOrder::kBigEndianLeft});  // Z of MGM
    for (const CounterField& field : all) {
      ++*fields;
      if (const std::string d = prove_field(field, block); !d.empty())
        return "blocks of " + std::to_string(block) + " bytes, field of " +
               std::to_string(field.bytes) + " at " + std::to_string(field.offset) + ": " + d;
    }
  }
  return "";
}

}  // namespace hedgerow::proof
