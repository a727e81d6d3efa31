// The segment decoder, over Zydis.
#include "segment.hpp"

#include <algorithm>
#include <optional>

#include "affine.hpp"
#include "live.hpp"

namespace hedgerow::tracing {
namespace {

constexpr std::uint8_t kInt3 = 0xcc;

// Instructions that name memory but touch none.
bool touches_memory(const Decoded& d, const ZydisDecodedOperand& o) {
  if (o.type != ZYDIS_OPERAND_TYPE_MEMORY || d.insn.mnemonic == ZYDIS_MNEMONIC_NOP) return false;
  return o.mem.type != ZYDIS_MEMOP_TYPE_AGEN;
}

bool is_string_operation(const Decoded& d) {
  return d.insn.meta.category == ZYDIS_CATEGORY_STRINGOP;
}

bool is_repeated_compare(const Decoded& d) {
  return is_string_operation(d) &&
         (d.insn.attributes & (ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE));
}

bool is_repeated(const Decoded& d) {
  return is_string_operation(d) && (d.insn.attributes & ZYDIS_ATTRIB_HAS_REP);
}

bool is_transfer(const Decoded& d) {
  switch (d.insn.meta.category) {
    case ZYDIS_CATEGORY_CALL:
    case ZYDIS_CATEGORY_COND_BR:
    case ZYDIS_CATEGORY_RET:
    case ZYDIS_CATEGORY_UNCOND_BR:
      return true;
    default:
      return false;
  }
}

// What an instruction that is not live shows: its address, the addresses of its data, the count of
// a rep and the bit offset of a bit test in memory.
std::vector<Probe> probes_of(const Decoded& d) {
  std::vector<Probe> probes = {{.pc = d.pc, .constant = d.pc, .kind = Kind::kControl}};
  for (int i = 0; i < d.insn.operand_count; i++)
    if (touches_memory(d, d.operands[i])) probes.push_back(address_of(d, d.operands[i]));
  if (is_repeated(d)) probes.push_back({.pc = d.pc, .base = kRcx});
  const bool bit_test = d.insn.meta.category == ZYDIS_CATEGORY_BITBYTE;
  if (bit_test && touches_memory(d, d.operands[0])) {
    const int r = general_register(d.operands[1].reg.value);
    if (r >= 0) probes.push_back({.pc = d.pc, .base = (std::uint8_t)r});
  }
  return probes;
}

class Builder {
 public:
  Builder(const Tracee& tracee, std::uint32_t longest)
      : tracee_(tracee), longest_(longest), start_(tracee.registers().pc) {
    ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  }

  Segment build() {
    std::uint64_t pc = start_;
    while (add(pc)) pc = end_;
    return std::move(segment_);
  }

 private:
  std::uint8_t byte_at(std::uint64_t address) const {
    std::uint8_t byte;
    if (tracee_.read(address, &byte, 1) != 1) throw TraceError("cannot read the target's code");
    return byte;
  }

  Decoded decode(std::uint64_t pc) const {
    std::uint8_t code[ZYDIS_MAX_INSTRUCTION_LENGTH];
    const std::size_t n = tracee_.read(pc, code, sizeof code);
    Decoded d{pc, {}, {}};
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder_, code, n, &d.insn, d.operands)))
      throw TraceError("cannot decode the instruction at " + std::to_string(pc));
    return d;
  }

  bool empty() const { return segment_.instructions == 0; }

  // Ends the segment: control arrives at one of `places`.
  bool end(std::initializer_list<std::uint64_t> places) {
    for (std::uint64_t p : places) segment_.next.push_back({p, byte_at(p)});
    return false;
  }

  // Ends with an instruction that decides for itself where control goes on.
  bool end_alone(Resume resume) {
    segment_.resume = resume;
    return false;
  }

  // Takes the instruction at pc; false when the segment is complete.
  bool add(std::uint64_t pc) {
    if (byte_at(pc) == kInt3) return empty() ? end_alone(Resume::kMarker) : end({pc});
    const Decoded d = decode(pc);
    const bool alone = is_live(d) || is_repeated_compare(d);
    if (!empty() && (alone || segment_.instructions == longest_)) return end({pc});
    if (is_live(d)) {
      segment_.live = std::make_unique<Decoded>(d);
      segment_.instructions = 1;
      return end({d.next()});
    }
    if (is_transfer(d)) return add_transfer(d);
    if (!observe(d)) return end({pc});
    if (is_repeated_compare(d)) return end_alone(Resume::kStep);
    registers_.apply(d);
    if (is_repeated(d)) segment_.repeats = true;
    const bool barrier = is_repeated(d) || d.insn.meta.category == ZYDIS_CATEGORY_SYSCALL;
    return barrier ? end({d.next()}) : true;
  }

  // Jumps, calls and returns. A place to stop at must not stand in the segment that leads to it.
  bool add_transfer(const Decoded& d) {
    const bool direct =
        d.operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && d.insn.raw.imm[0].is_relative;
    if (!direct) {
      if (!empty()) return end({d.pc});
      observe(d);
      return end_alone(Resume::kStep);
    }
    std::uint64_t target;
    ZydisCalcAbsoluteAddress(&d.insn, &d.operands[0], d.pc, &target);
    const bool inside = target >= start_ && target <= d.pc;
    if (inside && !empty()) return end({d.pc});
    if (!observe(d)) return end({d.pc});
    if (inside) return end_alone(Resume::kStep);
    if (d.insn.meta.category == ZYDIS_CATEGORY_COND_BR && target != d.next())
      return end({target, d.next()});
    return end({target});
  }

  // Adds the probes of an instruction; false, and nothing added, when one of them depends on a
  // value made inside the segment.
  bool observe(const Decoded& d) {
    const std::size_t before = segment_.probes.size();
    for (const Probe& p : probes_of(d)) {
      const std::optional<Probe> at_entry = registers_.at_entry(p);
      if (!at_entry) {
        segment_.probes.resize(before);
        return false;
      }
      segment_.probes.push_back(*at_entry);
    }
    segment_.instructions++;
    end_ = d.next();
    return true;
  }

  const Tracee& tracee_;
  const std::uint32_t longest_;
  const std::uint64_t start_;
  ZydisDecoder decoder_;
  Segment segment_;
  AffineState registers_;
  std::uint64_t end_ = 0;
};

}  // namespace

int general_register(ZydisRegister r) {
  const ZydisRegister full = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
  return ZydisRegisterGetClass(full) == ZYDIS_REGCLASS_GPR64 ? ZydisRegisterGetId(full) : -1;
}

Probe address_of(const Decoded& d, const ZydisDecodedOperand& operand) {
  const ZydisDecodedOperandMem& m = operand.mem;
  Probe p{.pc = d.pc, .constant = (std::uint64_t)m.disp.value};
  p.address32 = d.insn.address_width == 32;
  if (m.base == ZYDIS_REGISTER_RIP)
    p.constant += d.next();
  else if (m.base != ZYDIS_REGISTER_NONE)
    p.base = (std::uint8_t)general_register(m.base);
  if (general_register(m.index) >= 0) {
    if (ZydisRegisterGetClass(m.index) == ZYDIS_REGCLASS_GPR8)
      throw TraceError("XLAT is not supported");
    p.index = (std::uint8_t)general_register(m.index);
    p.scale = m.scale;
  }
  if (m.segment == ZYDIS_REGISTER_FS) p.segment = kFsBase;
  if (m.segment == ZYDIS_REGISTER_GS) p.segment = kGsBase;
  return p;
}

const Segment& SegmentCache::at(const Tracee& tracee) {
  const std::uint64_t pc = tracee.registers().pc;
  const auto found = segments_.find(pc);
  if (found != segments_.end()) return found->second;
  return segments_.emplace(pc, Builder(tracee, longest_).build()).first->second;
}

}  // namespace hedgerow::tracing
