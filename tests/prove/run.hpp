// What all proofs have: terms, a memory and a machine, buffers of terms, and mutants.
#pragma once

#include <cstring>
#include <ctime>
#include <memory>
#include <utility>

#include "machine.hpp"

namespace hedgerow::proof {

inline double seconds() { return (double)std::clock() / CLOCKS_PER_SEC; }  // of the processor

struct Refutation {
  std::string fault;     // the kind of fault
  bool refuted;          // the proof fails, and for known values the mutant gives a wrong result
  std::string evidence;  // the values and both results
};

class Run {
 public:
  // Proves mutants, one for each kind of fault that the code can have. `find` returns the first difference, and
  // `confirm` a counterexample of a mutant for known values. Both return an empty text if there is none.
  template <class Find, class Confirm>
  std::vector<Refutation> seed(Find find, Confirm confirm) {
    static constexpr std::pair<Mutation::Kind, const char*> kKinds[] = {
        {Mutation::kConstant, "a wrong constant"},
        {Mutation::kSwap, "two exchanged bytes or registers"},
        {Mutation::kImmediate, "a wrong immediate"},
        {Mutation::kKey, "a wrong round key"},
        {Mutation::kCarry, "missing carries"},
        {Mutation::kGate, "a wrong gate"},
        {Mutation::kStore, "a missing store"}};
    std::vector<Refutation> all;
    for (const auto& [kind, fault] : kKinds) {
      machine_.mutation = {kind, Mutation::kPlaced - 1};  // counts the places
      if (!find().empty()) throw ProofError("the code differs without a mutation");
      const std::uint64_t places = machine_.mutation.seen;
      // A mutant may be equivalent, for example if the exchanged bytes are equal, so up to ten places are tried.
      for (std::uint64_t k = 0; k < 10 && places; k++) {
        machine_.mutation = {kind, places * (2 * k + 7) / 31};
        std::string found;
        try {
          found = find();
        } catch (const ProofError& e) {
          found = e.what();
        }
        Mutation placed = machine_.mutation;
        placed.seen = Mutation::kPlaced;
        machine_.mutation = {};
        std::string known = confirm(placed);
        for (int more = 0; more < 8 && known.empty() && !found.empty(); more++)
          known = confirm(placed);  // a carry, for example, may be 0 in all blocks
        if (found.empty() && known.empty()) continue;
        all.push_back(
            {fault, !found.empty() && !known.empty(), known.empty() ? "no counterexample" : known});
        break;
      }
      machine_.mutation = {};
    }
    return all;
  }

 protected:
  Run() : machine_(terms_, memory_) {
    for (auto [function, handler] : {std::pair{(std::uint64_t)(void*)&std::memcpy, 0},
                                     {(std::uint64_t)(void*)&std::memmove, 0},
                                     {(std::uint64_t)(void*)&std::memset, 1}})
      machine_.intercept(function, handler ? set_memory : copy_memory);
  }
  static std::string hex(const std::uint8_t* p, std::size_t n) {
    std::string r;
    for (std::size_t i = 0; i < n; i++)
      r += "0123456789abcdef"[p[i] / 16], r += "0123456789abcdef"[p[i] % 16];
    return r;
  }
  static std::uint64_t address(const void* p) { return (std::uint64_t)p; }
  static bool copy_memory(Machine& m) {
    const std::uint64_t to = m.known(Machine::kRdi);
    m.memory.copy(to, m.known(Machine::kRsi), m.known(Machine::kRdx));
    m.general[Machine::kRax] = to;
    return true;
  }
  static bool set_memory(Machine& m) {
    const std::uint64_t to = m.known(Machine::kRdi), n = m.known(Machine::kRdx);
    for (std::uint64_t i = 0; i < n; i++)
      m.memory.write(to + i, Arithmetic::part(m.general[Machine::kRsi], 0, 8), 1);
    m.general[Machine::kRax] = to;
    return true;
  }

  // Makes a buffer that nothing has written.
  std::uint8_t* unset(std::size_t bytes) {
    std::uint8_t* const p = memory_.allocate(bytes);
    make_unset(p, bytes);
    return p;
  }
  void make_unset(std::uint8_t* p, std::size_t bytes) {
    Word w;
    for (int bit = 0; bit < 8; bit++) w.set(bit, unknown());
    for (std::size_t i = 0; i < bytes; i++) memory_.write(address(p + i), w, 1);
  }
  // Makes a buffer of input bits, and then known bytes.
  std::uint8_t* open(std::size_t bytes, std::size_t known = 0) {
    std::uint8_t* const p = memory_.allocate(bytes + known);
    for (std::size_t i = 0; i < bytes; i++) {
      Word w;
      for (int bit = 0; bit < 8; bit++) w.set(bit, terms_.input());
      memory_.write(address(p + i), w, 1);
    }
    for (std::size_t i = 0; i < known; i++)
      memory_.write(address(p + bytes + i), Word((0x67 * i + 0x1b * (i / 8)) & 255), 1);
    return p;
  }
  // Calls a function that may store in one buffer only.
  void call(const void* function, std::initializer_list<std::uint64_t> arguments,
            const std::uint8_t* out, std::size_t bytes) {
    memory_.allow_stores(out, bytes);
    const std::unique_ptr<Memory, void (*)(Memory*)> after(
        &memory_, [](Memory* m) { m->allow_stores(nullptr, 0); });
    machine_.call(function, arguments);
  }

  Terms terms_;
  Memory memory_;
  Machine machine_;
};

}  // namespace hedgerow::proof
