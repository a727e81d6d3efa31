// The forms of instructions: disassembles the functions of kernels, references and fields, and those that they call.
#include "instructions/forms.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>
#include <vector>

#include "registry/registry.hpp"
#include "support/elf_symbols.hpp"
#include "word.hpp"

namespace hedgerow::proof {
namespace {

const ZydisDecoder& decoder() {
  static const ZydisDecoder d = [] {
    ZydisDecoder made;
    ZydisDecoderInit(&made, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return made;
  }();
  return d;
}

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

}  // namespace

std::map<std::string, Form> forms() {
  std::map<std::uint64_t, const elf::Function*> known;
  const auto all = elf::functions_of_this_program();
  for (const elf::Function& f : all)
    if (f.size) known[f.address] = &f;
  std::set<const elf::Function*> seen;
  std::vector<const elf::Function*> open;
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
  for (const Field& k : fields())
    if (k.ops)
      for (const void* f : {(void*)k.ops->prepare, (void*)k.ops->hash, (void*)k.ops->dot,
                            (void*)k.rows->tweaks, (void*)k.rows->add})
        if (f) visit((std::uint64_t)f);
  std::map<std::string, Form> found;
  while (!open.empty()) {
    const elf::Function& f = *open.back();
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

}  // namespace hedgerow::proof
