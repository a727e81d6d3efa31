// The integer part of the processor, as far as it is modelled: general registers and flags, each
// known or unknown, and memory.
#pragma once

#include "instruction.hpp"
#include "memory_view.hpp"

namespace hedgerow::tracing {

class Model {
 public:
  explicit Model(const Tracee& tracee) : memory_(tracee), tracee_(tracee) {}
  // Takes over the state of the stopped target. `again`: the target has not run since the last
  // call.
  void restart(bool again);
  // Returns true if all observations of the instruction and the next instruction follow from known
  // values.
  bool foresees(const Instruction& i);
  const Registers& registers() const { return registers_; }
  // Executes an instruction and returns the next program counter. foresees() must be true for the
  // instruction.
  std::uint64_t execute(const Instruction& i);
  bool is_full() const { return memory_.is_full(); }
  bool is_half_full() const { return memory_.is_half_full(); }
  // Call this when the target has stopped at the end of the path. Returns true if it agrees with
  // all known values, or describes the difference.
  bool agrees(std::string* difference);

 private:
  struct Result {
    bool known;
    std::uint64_t value;
  };
  bool knows(std::uint32_t registers) const { return (registers & ~known_) == 0; }
  Result read(const Instruction& i, const Operand& o);
  void write(const Instruction& i, const Operand& o, Result r);
  bool condition(const Instruction& i, bool* holds) const;
  Result target_of(const Instruction& i);
  void set_flags(std::uint32_t which, std::uint32_t values);
  void set_result_flags(std::uint64_t result, unsigned bits, std::uint32_t further,
                        std::uint32_t values);
  void compute(const Instruction& i);
  void add(const Instruction& i, const Operand& to, Result a, Result b, std::uint64_t carry);
  void subtract(const Instruction& i, const Operand& to, Result a, Result b, std::uint64_t borrow,
                bool keep);
  void logic(const Instruction& i, const Operand& to, Result a, Result b);
  void step_by_one(const Instruction& i, Result a);
  void shift(const Instruction& i, Result a, Result n);
  void multiply(const Instruction& i, Result a, Result b);
  void swap_bytes(const Instruction& i, Result a);
  void move(const Instruction& i, Result from);
  void stack(const Instruction& i);
  void push(Result r);
  Result pop();

  Registers registers_{};
  std::uint32_t known_ = 0;        // general registers
  std::uint32_t known_flags_ = 0;  // as bits of EFLAGS
  MemoryView memory_;
  const Tracee& tracee_;
};

}  // namespace hedgerow::tracing
