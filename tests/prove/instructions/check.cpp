// Compares the meanings of instructions with the processor. The instructions are those of the kernels and references of
// this program. One of each form is copied into executable memory, between code that loads and stores all registers.
// Known values are random or corners. Terms are functions of eight input bits, and the processor runs for values of
// these bits.
#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <stdexcept>

#include "instructions/forms.hpp"
#include "instructions/frame.hpp"
#include "model_operation.hpp"
#include "operations.hpp"

namespace hedgerow::proof {
namespace {

// Instructions without a result.
bool only_flows(ZydisMnemonic m) {
  return m == ZYDIS_MNEMONIC_CALL || m == ZYDIS_MNEMONIC_RET || m == ZYDIS_MNEMONIC_JMP ||
         m == ZYDIS_MNEMONIC_NOP || m == ZYDIS_MNEMONIC_ENDBR64 || m == ZYDIS_MNEMONIC_PREFETCHT0;
}

class Check {
 public:
  Check() : machine_(terms_, memory_), random_(std::random_device{}()) {
    area_ = memory_.allocate(kArea);
    for (auto& t : inputs_) t = terms_.input();
    start();
  }

  // Returns what is wrong, or an empty text. `terms`: also runs the instruction on terms.
  std::string compare(const Form& f, bool terms) {
    form_ = &f;
    place();
    for (int trial = 0; trial < 10; trial++)
      if (std::string wrong = run(trial, kNothing); !wrong.empty()) return wrong;
    if (!terms) return "";
    // First all is open. A look-up has no meaning if both the index and the entries are, and so on.
    bool some = false;
    for (int open : {kAll, kAllButMasks, 0, 1, 2, 3}) {
      std::string wrong = run(0, open);
      if (wrong == kRefused) continue;
      if (!wrong.empty()) return wrong + ", on terms";
      some = true;
      if (open == kAll) break;
    }
    (some ? on_terms : only_known)++;
    if (terms_.spaces() > 4000) start();
    return "";
  }
  std::size_t comparisons = 0, on_terms = 0, only_known = 0;
  static constexpr const char* kNoInstruction = "the processor does not have it";

 private:
  static constexpr std::size_t kArea = 1024, kStack = 512, kOperand = 256;
  static constexpr int kNothing = -3, kAll = -2, kAllButMasks = -1;
  static constexpr const char* kRefused = "refused";

  // Begins with the space of all input bits, which all terms then use, and some functions of them.
  void start() {
    machine_.forget();
    tables_.clear();
    Bit unused;
    const Table all = table_of([](unsigned v) { return v == kPoints - 1; });
    terms_.apply(inputs_, 8, &all, 1, &unused);
    const auto any = [&] { return inputs_[random_() % 8]; };
    for (Bit& b : functions_) {
      b = terms_.exclusive_or(any(), constant(random_() % 2));
      if (random_() % 2) b = terms_.exclusive_or(b, terms_.both(any(), any()));
    }
  }

  // Copies the instruction. A distance from the instruction gets the address of the area, or of the frame.
  void place() {
    std::uint8_t bytes[ZYDIS_MAX_INSTRUCTION_LENGTH];
    const auto& insn = form_->insn;
    std::memcpy(bytes, form_->bytes, insn.length);
    const std::uint64_t end = (std::uint64_t)frame_.slot + insn.length;
    for (int k = 0; k < insn.operand_count_visible; k++) {
      const ZydisDecodedOperand& o = form_->operand[k];
      if (o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.base == ZYDIS_REGISTER_RIP) {
        const auto distance = (std::int32_t)((std::int64_t)(area_ + kOperand) - (std::int64_t)end);
        std::memcpy(bytes + insn.raw.disp.offset, &distance, 4);
      }
      if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && o.imm.is_relative) {
        const auto distance = (std::int32_t)((std::int64_t)frame_.taken - (std::int64_t)end);
        std::memcpy(bytes + insn.raw.imm[0].offset, &distance, insn.raw.imm[0].size / 8u);
      }
    }
    frame_.place(bytes, insn.length);
    machine_.forget_code();
    decoded_ = machine_.decode((std::uint64_t)frame_.slot);
  }

  std::uint64_t value(int trial) {
    std::uint64_t r = random_();
    if (trial == 1) return 0;
    if (trial == 2) return ~0ull;
    static constexpr std::uint8_t kCorners[] = {0, 1, 2, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff};
    if (trial >= 3 && trial <= 5)
      for (int k = 0; k < 8; k++)
        ((std::uint8_t*)&r)[k] = kCorners[random_() % std::size(kCorners)];
    return r;
  }
  Word word(int trial, bool open) {
    Word w = value(trial);
    if (open)
      for (int k = 0; k < 64; k++) w.set(k, functions_[random_() % std::size(functions_)]);
    return w;
  }
  bool reads(int operand, Operand::Kind kind, int reg) const {
    return operand < decoded_.operands && decoded_.operand[operand].kind == kind &&
           decoded_.operand[operand].reg == reg;
  }
  bool is_open(int open, Operand::Kind kind, int reg) const {
    if (open == kAll || (open == kAllButMasks && kind != Operand::kMask))
      return kind == Operand::kRegister || reads(0, kind, reg) || reads(1, kind, reg) ||
             reads(2, kind, reg) || reads(3, kind, reg) ||
             (kind == Operand::kMask && reg == decoded_.mask);
    return open >= 0 && reads(open, kind, reg);
  }

  // Sets the registers that make the address of a memory operand, or that an instruction needs known.
  void set_addresses(int trial) {
    auto& g = machine_.general;
    const std::uint64_t target = (std::uint64_t)(area_ + kOperand);
    g[Machine::kRsp] = (std::uint64_t)(area_ + kStack);
    switch (decoded_.mnemonic) {
      case ZYDIS_MNEMONIC_LEAVE:
        g[Machine::kRbp] = (std::uint64_t)(area_ + kStack + 64);
        break;
      case ZYDIS_MNEMONIC_STOSB:
      case ZYDIS_MNEMONIC_STOSD:
      case ZYDIS_MNEMONIC_STOSQ:
      case ZYDIS_MNEMONIC_MOVSB:
      case ZYDIS_MNEMONIC_MOVSQ:
        g[Machine::kRdi] = target;
        g[Machine::kRsi] = target - 128;
        g[Machine::kRcx] = (std::uint64_t)trial % 4;
        return;
      case ZYDIS_MNEMONIC_MOVSD:
        if (decoded_.repeated || decoded_.operand[0].kind != Operand::kVector) {
          g[Machine::kRdi] = target;
          g[Machine::kRsi] = target - 128;
          g[Machine::kRcx] = (std::uint64_t)trial % 4;
          if (form_->operand[0].type == ZYDIS_OPERAND_TYPE_MEMORY &&
              form_->operand[1].type == ZYDIS_OPERAND_TYPE_MEMORY)
            return;
        }
        break;
      case ZYDIS_MNEMONIC_DIV:
      case ZYDIS_MNEMONIC_IDIV:
        g[Machine::kRdx] = 0;
        g[Machine::kRax] = random_() >> (decoded_.operand[0].bits == 32 ? 33 : 1);
        if (decoded_.operand[0].kind == Operand::kRegister)
          g[decoded_.operand[0].reg] = (random_() >> (34 + random_() % 16)) + 1;
        break;
      default:
        break;
    }
    if (decoded_.mnemonic == ZYDIS_MNEMONIC_LEA) return;
    for (int k = 0; k < decoded_.operands; k++) {
      const Operand& o = decoded_.operand[k];
      if (o.kind != Operand::kMemory) continue;
      if (o.base == 16 && o.index == 16) continue;
      if (form_->operand[k].mem.type == ZYDIS_MEMOP_TYPE_VSIB) {
        const int bits = decoded_.mnemonic == ZYDIS_MNEMONIC_VPGATHERDQ ? 32 : 64;
        Machine::Vector indices;
        for (int j = 0; j < 512 / bits; j++) indices.put(j, bits, random_() % 9);
        machine_.vector_register(o.indices) = indices;
      }
      if (o.base == o.index) {
        g[o.base] = (target - o.value) / (1u + o.scale);
      } else if (o.base == 16) {
        g[o.index] = (target - o.value) / o.scale;
      } else {
        const std::uint64_t index = o.index == 16 ? 0 : random_() % 9;
        if (o.index != 16) g[o.index] = index;
        g[o.base] = target - o.value - index * o.scale;
      }
    }
  }

  Table table(const Bit& b) {
    if (b.is_constant()) return table_of([&](unsigned) { return b.value(); });
    const auto [at, added] = tables_.try_emplace({b.print.lo, b.print.hi});
    if (added && !terms_.table(b, inputs_, 8, &at->second))
      throw std::logic_error("a result is no function of the input bits");
    return at->second;
  }
  // A word at each point.
  struct Values {
    std::uint64_t known = 0, any = 0;  // the bits of `any` are unknown, and compared with nothing
    std::vector<std::pair<int, Table>> open;
    std::uint64_t at(unsigned v) const {
      std::uint64_t r = known;
      for (const auto& [bit, t] : open) r |= (std::uint64_t)t.at(v) << bit;
      return r;
    }
    bool differs(std::uint64_t found, unsigned v) const { return ((found ^ at(v)) & ~any) != 0; }
  };
  Values values(const Word& w) {
    Values r;
    r.known = w.value;
    for (std::uint64_t m = w.open; m; m &= m - 1) {
      const int bit = __builtin_ctzll(m);
      if (w.bits[bit].is_unknown())
        r.any |= std::uint64_t{1} << bit;
      else
        r.open.emplace_back(bit, table(w.bits[bit]));
    }
    return r;
  }
  // All registers and the area at each point.
  struct Snapshot {
    std::vector<Values> words;
  };
  template <class F>
  void each_word(F f) {
    for (int k = 0; k < 16; k++) f(machine_.general[k], &frame_.state->general[k]);
    for (int k = 0; k < 8; k++) f(machine_.masks[k], &frame_.state->masks[k]);
    for (int k = 0; k < 32; k++)
      for (int j = 0; j < 8; j++)
        f(machine_.vector_register(k).word[j],
          (std::uint64_t*)(void*)&frame_.state->vectors[k][8 * j]);
  }
  Snapshot snapshot() {
    Snapshot s;
    each_word([&](const Word& w, std::uint64_t*) { s.words.push_back(values(w)); });
    for (std::size_t k = 0; k < kArea; k += 8)
      s.words.push_back(values(memory_.read((std::uint64_t)area_ + k, 8)));
    return s;
  }

  std::string run(int trial, int open) {
    for (int k = 0; k < 16; k++)
      machine_.general[k] = word(trial, is_open(open, Operand::kRegister, k));
    for (int k = 0; k < 8; k++) machine_.masks[k] = word(trial, is_open(open, Operand::kMask, k));
    for (int k = 0; k < 32; k++)
      for (Word& w : machine_.vector_register(k).word)
        w = word(trial, is_open(open, Operand::kVector, k));
    set_addresses(trial);
    bool memory_open = open == kAll || open == kAllButMasks;
    if (open >= 0 && open < decoded_.operands)
      memory_open = decoded_.operand[open].kind == Operand::kMemory;
    const bool divides =
        decoded_.mnemonic == ZYDIS_MNEMONIC_DIV || decoded_.mnemonic == ZYDIS_MNEMONIC_IDIV;
    for (std::size_t k = 0; k < kArea; k += 8) {
      Word w = word(trial, memory_open && k / 64 == kOperand / 64);
      if (divides) w = (random_() % 100000 + 1);
      memory_.write((std::uint64_t)area_ + k, w, 8);
    }
    const Word result = trial % 3 == 1 ? Word(0) : word(trial, open == kAll);
    const Word two = word(0, open == kAll);
    machine_.set_logic_flags(result, 64);
    machine_.set_carry_and_overflow(two.at(0), two.at(1));
    const Values zero = values(result), others = values(two);
    const Snapshot before = snapshot();
    std::uint64_t next;
    Snapshot after;
    std::map<int, Values> conditions;
    try {
      next = machine_.step((std::uint64_t)frame_.slot, decoded_);
      after = snapshot();
    } catch (const ProofError& e) {
      return open == kNothing ? std::string(e.what()) : kRefused;
    }
    for (int code : {0, 2, 4, 6, 8, 12, 14}) {
      Word w;
      try {
        w.set(0, machine_.condition(code));
      } catch (const ProofError&) {
        continue;  // undefined
      }
      conditions[code] = values(w);
    }
    for (int point = 0; point < (open == kNothing ? 1 : 12); point++) {
      const unsigned v = (unsigned)random_() % kPoints;
      std::string wrong =
          run_natively(before, after, conditions, zero.at(v), others.at(v), v, next);
      if (!wrong.empty()) return wrong;
      comparisons++;
    }
    return "";
  }

  std::string run_natively(const Snapshot& before, const Snapshot& after,
                           const std::map<int, Values>& conditions, std::uint64_t result,
                           std::uint64_t others, unsigned v, std::uint64_t next) {
    State& s = *frame_.state;
    std::size_t word = 0;
    each_word([&](const Word&, std::uint64_t* to) { *to = before.words[word++].at(v); });
    for (std::size_t k = 0; k < kArea; k += 8) {
      const std::uint64_t w = before.words[word++].at(v);
      std::memcpy(area_ + k, &w, 8);
    }
    s.flags =
        0x202 | (others & 1) | (result == 0) << 6 | (result >> 63) << 7 | (others >> 1 & 1) << 11;
    s.taken = 0;
    if (const int signal = frame_.run())
      return signal == SIGILL ? kNoInstruction : "signal " + std::to_string(signal);
    const bool wide = __builtin_cpu_supports("avx512bw");
    std::string wrong;
    word = 0;
    each_word([&](const Word&, const std::uint64_t* found) {
      const std::size_t k = word++;
      const bool compared = wide || k < 16 || (k >= 24 && k < 24 + 16 * 8 && (k - 24) % 8 < 4);
      if (compared && after.words[k].differs(*found, v) && wrong.empty())
        wrong = "register word " + std::to_string(k) + " differs";
    });
    for (std::size_t k = 0; k < kArea; k += 8) {
      std::uint64_t found;
      std::memcpy(&found, area_ + k, 8);
      if (after.words[word++].differs(found, v)) wrong = "memory differs";
    }
    const std::uint64_t f = s.flags;
    const bool carry = f & 1, zero = f >> 6 & 1, sign = f >> 7 & 1, overflow = f >> 11 & 1;
    const std::map<int, bool> real = {{0, overflow},
                                      {2, carry},
                                      {4, zero},
                                      {6, carry || zero},
                                      {8, sign},
                                      {12, sign != overflow},
                                      {14, zero || sign != overflow}};
    for (const auto& [code, w] : conditions)
      if (w.differs(real.at(code), v)) wrong = "condition " + std::to_string(code) + " differs";
    if ((next == (std::uint64_t)frame_.taken) != (s.taken != 0)) wrong = "the branch differs";
    return wrong;
  }

  Terms terms_;
  Memory memory_;
  Machine machine_;
  Frame frame_;
  std::mt19937_64 random_;
  Bit inputs_[8], functions_[512];
  std::map<std::pair<std::uint64_t, std::uint64_t>, Table> tables_;  // of terms, by their prints
  std::uint8_t* area_;
  const Form* form_ = nullptr;
  Instruction decoded_;
};

}  // namespace

Operations::Operations() = default;
Operations::~Operations() = default;
void Operations::attach(Machine&) const {}
const bool Operations::kSharesCode = false;  // each variant is compiled
const char Operations::kPageStart[] = "\n## Objects of the release build\n\n";

std::size_t Operations::check() const {
  static std::uint8_t stack[65536];
  stack_t other{stack, 0, sizeof stack};
  sigaltstack(&other, nullptr);
  struct sigaction action{};
  action.sa_handler = on_fault;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int s : {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGTRAP}) sigaction(s, &action, nullptr);
  Check check;
  std::set<std::string> mnemonics, groups, untested;
  std::size_t tested = 0, wrong = 0, absent = 0;
  for (const auto& [name, form] : forms()) {
    if (only_flows(form.insn.mnemonic)) {
      untested.insert(ZydisMnemonicGetString(form.insn.mnemonic));
      continue;
    }
    std::string result;
    try {
      result = check.compare(form, groups.insert(form.group).second);
    } catch (const std::exception& e) {
      result = e.what();
    }
    if (result == Check::kNoInstruction) {
      std::printf("NOT TESTED, the processor does not have it: %s\n", name.c_str());
      absent++;
    } else if (!result.empty()) {
      std::printf("WRONG: %s: %s\n", name.c_str(), result.c_str());
      wrong++;
    } else {
      tested++;
      mnemonics.insert(ZydisMnemonicGetString(form.insn.mnemonic));
    }
  }
  if (!tested) throw ProofError("this processor can run none of the instructions");
  if (absent) std::printf("SKIPPED %zu instructions: the processor lacks them\n", absent);
  std::string list;
  for (const std::string& m : untested) list += " " + m;
  std::printf(
      "%zu forms of %zu mnemonics agree with the processor; without immediates %zu on terms, %zu "
      "only on known values; not tested:%s\n",
      tested, mnemonics.size(), check.on_terms, check.only_known, list.c_str());
  std::fflush(stdout);
  if (wrong) throw ProofError(std::to_string(wrong) + " forms are wrong");
  return check.comparisons;
}

}  // namespace hedgerow::proof
