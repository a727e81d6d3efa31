// The registers of an x86-64 processor on terms. The machine runs functions of this process, one instruction after the
// other, and Zydis decodes them. Addresses and branches must be known, so a secret that decides one has no proof.
// Only the literal references may read known tables at addresses that are functions of at most eight terms.
#pragma once

#include <Zydis/Zydis.h>

#include <functional>
#include <memory>
#include <unordered_map>

#include "memory.hpp"

namespace hedgerow::proof {

struct Operand {
  enum Kind : std::uint8_t {
    kNone,
    kRegister,
    kHigh,
    kVector,
    kMask,
    kImmediate,
    kMemory
  } kind = kNone;
  std::uint8_t reg = 0, base = 16, index = 16, scale = 0;  // 16: no register
  std::uint8_t indices = 0;                                // of a gather, the vector register
  std::uint16_t bits = 0;
  std::uint64_t value = 0;  // immediate or displacement
};

struct Instruction {
  ZydisMnemonic mnemonic;
  std::uint8_t length, condition, operands;
  bool repeated;
  bool legacy;            // not VEX or EVEX: the result keeps the upper bits of its register
  bool zeroing;           // elements that the mask excludes are 0, and not those of the destination
  std::uint8_t mask;      // the number of the mask register, or 0
  std::uint16_t element;  // bits of an element of the result
  std::uint16_t repeats;  // bits of the value in memory that is repeated to a vector, or 0
  Operand operand[4];
};

// A seeded fault that makes a kernel wrong: one step that has terms does something else. With known values, which
// take the same path, the fault is at the same instruction.
struct Mutation {
  enum Kind : std::uint8_t {
    kNone,
    kConstant,  // a bit of the result of a vector operation is wrong, as with a wrong table entry or affine constant;
                // in objects, a bit of a constant that an instruction loads
    kSwap,  // two bytes of a result are exchanged, as with a wrong shuffle; in objects, two source registers
    kImmediate,  // the lowest bit of an immediate is wrong (in objects)
    kKey,        // a load reads 16 bytes later, as with the wrong round key
    kCarry,      // a sum has no carries
    kGate,       // an AND is an OR
    kStore       // a store to a buffer is missing, as with a wrong number of blocks
  } kind = kNone;
  std::uint64_t number = 0;  // of the step among those that have terms
  std::uint64_t seen = 0;    // steps so far
  std::uint64_t instruction =
      0;  // its place in the path; if it is not 0, it decides instead of the number
  bool hits(Kind k, bool open, std::uint64_t now) {
    if (kind != k) return false;
    if (seen == kPlaced) return instruction == now;
    if (!open || seen++ != number) return false;
    instruction = now;
    return true;
  }
  static constexpr std::uint64_t kPlaced = ~0ull;
};

class Machine {
 public:
  enum Register { kRax, kRcx, kRdx, kRbx, kRsp, kRbp, kRsi, kRdi };
  // Runs instead of the function at an address. Returns false to run its instructions after all.
  using Handler = std::function<bool(Machine&)>;

  Machine(Terms& terms, Memory& of) : arithmetic(terms), memory(of) {}
  void intercept(std::uint64_t address, Handler handler) {
    handlers_[address] = std::move(handler);
  }
  // Calls the function with up to six known arguments.
  void call(const void* function, std::initializer_list<std::uint64_t> arguments);
  // Runs `then` before the instruction of this number in each call, counted from 1. Calls have equal registers at the
  // start as long as there is a pause.
  void pause(std::uint64_t at, std::function<void()> then);
  void never_pause() { pause_at_ = 0; }
  // Shows the words of all registers, the stack and a buffer. `place` changes them if it returns true. The flags are
  // forgotten.
  void show(const void* buffer, std::size_t bytes, const std::function<bool(Word&)>& place);
  Word place() const { return pc_; }  // in the code, at a pause
  // The numbers of the instructions that read watched bytes. The caller clears them.
  std::vector<std::uint64_t> readers;
  // Forgets the spaces of terms and the remembered sums.
  void forget();
  // Forgets decoded instructions, if others are now at their addresses.
  void forget_code() { code_.clear(), recent_.assign(recent_.size(), {}); }
  void allow_open_addresses(bool allow) { open_addresses_ = allow; }
  std::uint64_t instructions() const { return count_; }
  // `part`: of an instruction, below 8, for example the number of the source or of the lane.
  bool mutates(Mutation::Kind kind, bool open, int part = 0) {
    return mutation.hits(kind, open, 8 * (count_ - start_) + (unsigned)part);
  }
  std::uint64_t known(Register r) const;  // of a register that must be known
  const Instruction& decode(std::uint64_t pc);
  // Runs one instruction and returns the address of the next one.
  std::uint64_t step(std::uint64_t pc, const Instruction& i);
  // The condition of a branch, a conditional move or set, by the low four bits of its opcode.
  Bit condition(int code);

  struct Vector {
    Word word[8];
    Word lane(int k, int bits) const {
      return Arithmetic::part(word[k * bits / 64], k * bits % 64, bits);
    }
    Word byte(int i) const { return lane(i, 8); }
    // Sets a lane that is still 0.
    void put(int k, int bits, const Word& w) {
      Word& to = word[k * bits / 64];
      to = Arithmetic::join(to, Arithmetic::part(w, 0, bits, k * bits % 64));
    }
  };
  // A vector register, which has new terms until an instruction sets it.
  Vector& vector_register(int number);
  // `by_mask`: loads only the elements of the mask, because the others may be outside the buffer.
  Vector read_vector(const Instruction& i, const Operand& o, bool by_mask);
  void write_vector(const Instruction& i, const Vector& v, int mask);
  Word read(const Operand& o);
  void write(const Operand& o, const Word& value);
  // Sets the flags for a result of so many bits. Carry and overflow are 0.
  void set_logic_flags(const Word& result, int width);
  void forget_flags() {
    flags_.valid = flags_.carry_valid = flags_.overflow_valid = flags_.pending = false;
  }
  void set_carry_and_overflow(const Bit& carry, const Bit& overflow) {
    set_carry(carry);
    flags_.overflow = overflow;
  }
  void set_carry(const Bit& carry) { flags_.carry = carry, flags_.carry_valid = true; }
  Word product(const Word& a, const Word& b, int width);

  Mutation mutation;
  Arithmetic arithmetic;
  Memory& memory;
  Word general[16];
  Word masks[8];

 private:
  bool move(const Instruction& i);
  bool calculate(const Instruction& i);
  bool shift(const Instruction& i);
  bool multiply(const Instruction& i);
  bool vector(const Instruction& i);
  bool is_open(const Operand& o);
  void gather(const Instruction& i, int index_bits);
  bool flow(const Instruction& i, std::uint64_t* next);
  void repeat(const Instruction& i);
  void add(const Instruction& i, const Word& a, const Word& b, const Bit& carry, bool subtract,
           bool store);
  void enter(std::uint64_t target, std::uint64_t* next);

  Word unknown();
  Word address(const Operand& o, int width);
  Word read_table(const Operand& o);
  std::uint64_t known_address(const Operand& o);
  void push(const Word& w);
  Word pop();

  struct Flags {
    bool valid = false, carry_valid = false, overflow_valid = false;
    int width = 64;
    Word result;
    Bit carry{}, overflow{};
    bool pending =
        false;  // carry and overflow are those of a + b + carry, which are not yet computed
    bool subtract = false;
    Word a, b;
  } flags_;
  void settle_flags();
  std::unique_ptr<Vector> vector_[32];
  std::uint64_t pc_ = 0, count_ = 0, start_ = 0, pause_at_ = 0;
  std::function<void()> at_pause_;
  Word at_start_[24];  // of calls with a pause
  bool open_addresses_ = false;
  std::unordered_map<std::uint64_t, std::unique_ptr<Instruction>> code_;
  // By the low bits of the address.
  std::vector<std::pair<std::uint64_t, const Instruction*>> recent_{1 << 16};
  std::unordered_map<std::uint64_t, Handler> handlers_;
};

}  // namespace hedgerow::proof
