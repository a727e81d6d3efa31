// AffineState: the few instructions that keep a register an entry register plus a constant.
#include "affine.hpp"

namespace hedgerow::tracing {
namespace {

std::uint64_t immediate(const ZydisDecodedOperand& o) { return o.imm.value.u; }

bool is_register(const ZydisDecodedOperand& o) { return o.type == ZYDIS_OPERAND_TYPE_REGISTER; }
bool is_immediate(const ZydisDecodedOperand& o) { return o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE; }

}  // namespace

AffineState::AffineState() {
  for (int i = 0; i < kRegisterCount; i++) value_[i] = {true, (std::uint8_t)i, 0};
}

std::optional<Probe> AffineState::at_entry(Probe probe) const {
  const Value base = value_[probe.base], index = value_[probe.index];
  if (!base.known || !index.known) return std::nullopt;
  probe.constant += base.offset + index.offset * probe.scale;
  probe.base = base.base;
  probe.index = index.base;
  return probe;
}

// ADD, SUB, LEA, MOV, XOR of full registers with a known result.
std::optional<AffineState::Effect> AffineState::arithmetic(const Decoded& d, int target) const {
  const ZydisDecodedOperand &to = d.operands[0], &from = d.operands[1];
  const bool full = to.size == 64;
  const Value before = value_[target];
  switch (d.insn.mnemonic) {
    case ZYDIS_MNEMONIC_ADD:
      if (full && is_immediate(from)) return Effect{target, before + immediate(from)};
      break;
    case ZYDIS_MNEMONIC_SUB:
      if (full && is_immediate(from)) return Effect{target, before + (0 - immediate(from))};
      break;
    case ZYDIS_MNEMONIC_MOV:
      if (full && is_register(from) && general_register(from.reg.value) >= 0)
        return Effect{target, value_[general_register(from.reg.value)]};
      break;
    case ZYDIS_MNEMONIC_LEA: {
      const Probe p = address_of(d, from);
      if (full && !p.address32 && p.index == kZero)
        return Effect{target, value_[p.base] + p.constant};
      break;
    }
    case ZYDIS_MNEMONIC_XOR:
      if (to.size >= 32 && is_register(from) && from.reg.value == to.reg.value)
        return Effect{target, {true, kZero, 0}};
      break;
    default:
      break;
  }
  return std::nullopt;
}

std::optional<AffineState::Effect> AffineState::effect(const Decoded& d) const {
  const std::uint64_t width = d.insn.operand_width / 8;
  if (d.insn.mnemonic == ZYDIS_MNEMONIC_PUSH) return Effect{kRsp, value_[kRsp] + (0 - width)};
  if (d.insn.operand_count < 2 || !is_register(d.operands[0])) return std::nullopt;
  const int target = general_register(d.operands[0].reg.value);
  if (target < 0) return std::nullopt;
  if (d.insn.mnemonic == ZYDIS_MNEMONIC_POP && target != kRsp)
    return Effect{kRsp, value_[kRsp] + width};
  return arithmetic(d, target);
}

void AffineState::apply(const Decoded& d) {
  const std::optional<Effect> known = effect(d);
  for (int i = 0; i < d.insn.operand_count; i++) {
    const ZydisDecodedOperand& o = d.operands[i];
    if (!is_register(o) || !(o.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)) continue;
    const int r = general_register(o.reg.value);
    if (r >= 0) value_[r].known = false;
  }
  if (known) value_[known->target] = known->value;
}

}  // namespace hedgerow::tracing
