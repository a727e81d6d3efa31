// Compares the meanings of instructions with the processor. The instructions are those of the kernels and references of
// this program. One of each form is copied into executable memory, between code that loads and stores all registers.
// Known values are random or corners. Terms are functions of eight input bits, and the processor runs for values of
// these bits.
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "model_operation.hpp"
#include "operations.hpp"
#include "registry/registry.hpp"
#include "symbols.hpp"

namespace hedgerow::proof {
namespace {

// What an instruction reads and changes, apart from memory.
struct State {
  std::uint64_t general[16], flags, masks[8];
  std::uint8_t vectors[32][64];
  std::uint8_t taken;  // a branch
};

sigjmp_buf after_fault;
void on_fault(int signal) { siglongjmp(after_fault, signal); }

// Executable memory with a function that loads the state, runs one instruction, and stores the state.
class Frame {
 public:
  Frame() {
    void* const p = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw ProofError("no executable memory");
    code_ = (std::uint8_t*)p;
    state = (State*)(code_ + 4096);
    host_ = code_ + 4096 + sizeof(State);
    const bool wide = __builtin_cpu_supports("avx512bw");
    for (int pass : {0, 1}) {  // load and store
      if (!pass) {
        put({0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57});  // push rbx .. r15
        put({0x48, 0x89, 0x25}, host_);                                     // mov [host], rsp
      } else {
        general(0x89);
        put({0x48, 0x8b, 0x25}, host_);          // mov rsp, [host]
        put({0x9c, 0x8f, 0x05}, &state->flags);  // pushfq; pop [flags]
      }
      for (unsigned k = 0; k < (wide ? 32 : 16); k++) {
        if (wide)  // vmovdqu64 zmm, [..], or back
          put({0x62, (std::uint8_t)(0xf1 ^ (k & 8) << 4 ^ (k & 16)), 0xfe, 0x48,
               (std::uint8_t)(pass ? 0x7f : 0x6f), (std::uint8_t)(5 | (k & 7) << 3)},
              state->vectors[k]);
        else  // vmovups ymm, [..], or back
          put({0xc5, (std::uint8_t)(0xfc ^ (k & 8) << 4), (std::uint8_t)(0x10 + pass),
               (std::uint8_t)(5 | (k & 7) << 3)},
              state->vectors[k]);
      }
      for (unsigned k = 0; k < 8 && wide; k++)  // kmovq
        put({0xc4, 0xe1, 0xf8, (std::uint8_t)(pass ? 0x91 : 0x90), (std::uint8_t)(5 | k << 3)},
            &state->masks[k]);
      if (!pass) {
        put({0xff, 0x35}, &state->flags);  // push [flags]; popfq
        put({0x9d});
        general(0x8b);
        slot = at_;
        at_ += 24;  // an instruction and a jump
        taken = at_;
        put({0xc6, 0x05}, &state->taken, 1);  // mov byte [taken], 1
        put({1});
        back_ = at_;
      }
    }
    put({0xfc, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3});
  }
  ~Frame() { munmap(code_, kBytes); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  std::uint8_t* slot = nullptr;  // of the instruction
  std::uint8_t* taken = nullptr;
  State* state;

  void place(const std::uint8_t* instruction, std::size_t length) {
    std::memcpy(code_ + (slot - code_), instruction, length);
    at_ = slot + length;
    put({0xe9}, back_);
  }
  // Runs the instruction. Returns the signal that it raised, or 0.
  int run() const {
    if (const int signal = sigsetjmp(after_fault, 1)) return signal;
    ((void (*)())code_)();
    return 0;
  }

 private:
  static constexpr std::size_t kBytes = 4096 + 8192;
  void put(std::initializer_list<std::uint8_t> bytes) {
    for (std::uint8_t b : bytes) *at() = b, at_++;
  }
  // The same and the distance of an address from the end of the instruction.
  void put(std::initializer_list<std::uint8_t> bytes, const void* address, int more = 0) {
    put(bytes);
    const std::int32_t distance = (std::int32_t)((const std::uint8_t*)address - (at() + 4 + more));
    std::memcpy(at(), &distance, 4);
    at_ += 4;
  }
  // Moves all general registers. rsp is the last.
  void general(std::uint8_t opcode) {
    for (unsigned k = 0; k < 17; k++)
      if (const unsigned r = k == 16 ? 4 : k; k == 16 || r != 4)
        put({(std::uint8_t)(0x48 | (r & 8) >> 1), opcode, (std::uint8_t)(5 | (r & 7) << 3)},
            &state->general[r]);
  }
  std::uint8_t* at() {
    if (!at_) at_ = code_;
    return at_;
  }

  std::uint8_t *code_, *host_, *at_ = nullptr, *back_ = nullptr;
};

const ZydisDecoder& decoder() {
  static const ZydisDecoder d = [] {
    ZydisDecoder made;
    ZydisDecoderInit(&made, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return made;
  }();
  return d;
}

struct Form {
  std::string name;   // what makes the form
  std::string group;  // the same without immediates and equal registers
  std::uint8_t bytes[ZYDIS_MAX_INSTRUCTION_LENGTH];
  ZydisDecodedInstruction insn;
  ZydisDecodedOperand operand[ZYDIS_MAX_OPERAND_COUNT];
};

bool is_shift(ZydisMnemonic m) {
  static const std::set<ZydisMnemonic> all = {
      ZYDIS_MNEMONIC_SHL, ZYDIS_MNEMONIC_SHR,  ZYDIS_MNEMONIC_SAR,  ZYDIS_MNEMONIC_ROL,
      ZYDIS_MNEMONIC_ROR, ZYDIS_MNEMONIC_SHLD, ZYDIS_MNEMONIC_SHRD, ZYDIS_MNEMONIC_BT};
  return all.count(m);
}

Form form_of(const std::uint8_t* at) {
  Form f;
  if (!ZYAN_SUCCESS(
          ZydisDecoderDecodeFull(&decoder(), at, ZYDIS_MAX_INSTRUCTION_LENGTH, &f.insn, f.operand)))
    throw ProofError("an instruction of the objects cannot be decoded");
  std::memcpy(f.bytes, at, f.insn.length);
  f.name = ZydisMnemonicGetString(f.insn.mnemonic);
  static constexpr const char* kMasking[] = {"", "", "{k}", "{k}{z}", "{k}", "{k}{z}"};
  if (f.insn.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY)
    f.name += f.insn.encoding == ZYDIS_INSTRUCTION_ENCODING_VEX ? " vex" : " evex";
  f.name += kMasking[std::min<int>(f.insn.avx.mask.mode, 5)];
  if (f.insn.attributes & ZYDIS_ATTRIB_HAS_REP) f.name += " rep";
  std::string equal;
  for (int k = 0; k < f.insn.operand_count_visible; k++) {
    const ZydisDecodedOperand& o = f.operand[k];
    if (o.encoding == ZYDIS_OPERAND_ENCODING_MASK) continue;
    const std::string bits = std::to_string(o.size);
    if (o.type == ZYDIS_OPERAND_TYPE_REGISTER) {
      const ZydisRegister r = o.reg.value;
      const ZydisRegisterClass c = ZydisRegisterGetClass(r);
      const bool high = r >= ZYDIS_REGISTER_AH && r <= ZYDIS_REGISTER_BH;
      f.name += (c == ZYDIS_REGCLASS_MASK  ? " mask"
                 : high                    ? " high"
                 : c >= ZYDIS_REGCLASS_XMM ? " vector"
                                           : " general") +
                bits;
      for (int j = 0; j < k; j++)
        if (f.operand[j].type == ZYDIS_OPERAND_TYPE_REGISTER && f.operand[j].reg.value == r)
          equal += " " + std::to_string(j) + "=" + std::to_string(k);
    } else if (o.type == ZYDIS_OPERAND_TYPE_MEMORY) {
      f.name += " memory" + bits + "/" + std::to_string(o.element_size) + "/" +
                std::to_string(f.insn.avx.broadcast.mode);
      if (f.insn.mnemonic == ZYDIS_MNEMONIC_LEA)
        f.name += std::string(o.mem.base == ZYDIS_REGISTER_NONE  ? ""
                              : o.mem.base == ZYDIS_REGISTER_RIP ? "+rip"
                                                                 : "+base") +
                  (o.mem.index == ZYDIS_REGISTER_NONE ? "" : "*" + std::to_string(o.mem.scale));
    } else {
      f.name += " immediate";
      const bool vector =
          f.operand[0].type == ZYDIS_OPERAND_TYPE_REGISTER && f.operand[0].size > 64;
      if (!o.imm.is_relative && (vector || f.insn.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY ||
                                 is_shift(f.insn.mnemonic)))
        equal += " " + std::to_string(o.imm.value.u & 255);
    }
  }
  f.group = f.name;
  f.name += equal;
  return f;
}

// One instruction of each form, of the kernels and references that have proofs.
std::map<std::string, Form> forms() {
  std::map<std::uint64_t, const Function*> known;
  const auto all = functions();
  for (const Function& f : all)
    if (f.size) known[f.address] = &f;
  std::set<const Function*> seen;
  std::vector<const Function*> open;
  const auto visit = [&](std::uint64_t address) {
    auto f = known.upper_bound(address);
    if (f == known.begin()) return;
    f = std::prev(f);
    if (address - f->first < f->second->size && seen.insert(f->second).second)
      open.push_back(f->second);
  };
  for (const Kernel& k : kernels()) {
    if (!k.ops || !k.ops->key_bytes) continue;
    if (k.rank[0] == kNeverSelected && std::strcmp(k.technique, "reference")) continue;
    const KernelOps& ops = *k.ops;
    for (const void* f : {(void*)ops.schedule, (void*)ops.prepare, (void*)ops.encrypt,
                          (void*)ops.decrypt, (void*)ops.ctr, (void*)ops.set_up})
      if (f) visit((std::uint64_t)f);
  }
  std::map<std::string, Form> found;
  while (!open.empty()) {
    const Function& f = *open.back();
    open.pop_back();
    for (std::uint64_t pc = f.address; pc < f.address + f.size;) {
      Form form = form_of((const std::uint8_t*)pc);
      for (int k = 0; k < form.insn.operand_count_visible; k++) {
        const ZydisDecodedOperand& o = form.operand[k];
        if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && o.imm.is_relative)
          visit(pc + form.insn.length + o.imm.value.u);  // of a call or a jump
        if (form.insn.mnemonic == ZYDIS_MNEMONIC_LEA && o.type == ZYDIS_OPERAND_TYPE_MEMORY &&
            o.mem.base == ZYDIS_REGISTER_RIP &&
            known.count(pc + form.insn.length + (std::uint64_t)o.mem.disp.value))
          visit(pc + form.insn.length + (std::uint64_t)o.mem.disp.value);
      }
      pc += form.insn.length;
      found.emplace(form.name, form);
    }
  }
  return found;
}

// Instructions that only continue elsewhere, or do nothing.
bool only_flows(ZydisMnemonic m) {
  return m == ZYDIS_MNEMONIC_CALL || m == ZYDIS_MNEMONIC_RET || m == ZYDIS_MNEMONIC_JMP ||
         m == ZYDIS_MNEMONIC_NOP || m == ZYDIS_MNEMONIC_ENDBR64 || m == ZYDIS_MNEMONIC_PREFETCHT0;
}

class Check {
 public:
  Check() : memory_(terms_), machine_(terms_, memory_), random_(std::random_device{}()) {
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
    std::uint64_t known = 0;
    std::vector<std::pair<int, Table>> open;
    std::uint64_t at(unsigned v) const {
      std::uint64_t r = known;
      for (const auto& [bit, t] : open) r |= (std::uint64_t)t.at(v) << bit;
      return r;
    }
  };
  Values values(const Word& w) {
    Values r;
    r.known = w.value;
    for (std::uint64_t m = w.open; m; m &= m - 1)
      r.open.emplace_back(__builtin_ctzll(m), table(w.bits[__builtin_ctzll(m)]));
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
      if (compared && *found != after.words[k].at(v) && wrong.empty())
        wrong = "register word " + std::to_string(k) + " differs";
    });
    for (std::size_t k = 0; k < kArea; k += 8) {
      std::uint64_t found;
      std::memcpy(&found, area_ + k, 8);
      if (found != after.words[word++].at(v)) wrong = "memory differs";
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
      if (real.at(code) != (w.at(v) & 1)) wrong = "condition " + std::to_string(code) + " differs";
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
  std::size_t tested = 0, wrong = 0;
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
    } else if (!result.empty()) {
      std::printf("WRONG: %s: %s\n", name.c_str(), result.c_str());
      wrong++;
    } else {
      tested++;
      mnemonics.insert(ZydisMnemonicGetString(form.insn.mnemonic));
    }
  }
  std::string list;
  for (const std::string& m : untested) list += " " + m;
  std::printf(
      "%zu forms of %zu mnemonics agree with the processor; without immediates %zu on terms, %zu "
      "only on "
      "known values; not tested:%s\n",
      tested, mnemonics.size(), check.on_terms, check.only_known, list.c_str());
  if (wrong) throw ProofError(std::to_string(wrong) + " forms are wrong");
  return check.comparisons;
}

}  // namespace hedgerow::proof
