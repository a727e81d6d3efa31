// Observation of live instructions, from the vector and mask registers of the stopped target.
#include "live.hpp"

#include <string.h>

#include <algorithm>
#include <optional>

namespace hedgerow::tracing {
namespace {

bool is_memory(const ZydisDecodedOperand& o) {
  return o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.type != ZYDIS_MEMOP_TYPE_AGEN;
}

const ZydisDecodedOperand* memory_operand(const Decoded& d) {
  const auto* end = d.operands + d.insn.operand_count;
  const auto* found = std::find_if(d.operands, end, is_memory);
  return found == end ? nullptr : found;
}

template <std::size_t N>
bool is_one_of(ZydisMnemonic m, const ZydisMnemonic (&list)[N]) {
  return std::find(list, list + N, m) != list + N;
}

constexpr ZydisMnemonic kVariableLatency[] = {
    ZYDIS_MNEMONIC_DIV,     ZYDIS_MNEMONIC_IDIV,    ZYDIS_MNEMONIC_PDEP,    ZYDIS_MNEMONIC_PEXT,
    ZYDIS_MNEMONIC_DIVSS,   ZYDIS_MNEMONIC_DIVSD,   ZYDIS_MNEMONIC_DIVPS,   ZYDIS_MNEMONIC_DIVPD,
    ZYDIS_MNEMONIC_VDIVSS,  ZYDIS_MNEMONIC_VDIVSD,  ZYDIS_MNEMONIC_VDIVPS,  ZYDIS_MNEMONIC_VDIVPD,
    ZYDIS_MNEMONIC_SQRTSS,  ZYDIS_MNEMONIC_SQRTSD,  ZYDIS_MNEMONIC_SQRTPS,  ZYDIS_MNEMONIC_SQRTPD,
    ZYDIS_MNEMONIC_VSQRTSS, ZYDIS_MNEMONIC_VSQRTSD, ZYDIS_MNEMONIC_VSQRTPS, ZYDIS_MNEMONIC_VSQRTPD};

// These accesses have a vector mask as their second operand.
constexpr ZydisMnemonic kVectorMask[] = {ZYDIS_MNEMONIC_VPMASKMOVD, ZYDIS_MNEMONIC_VPMASKMOVQ,
                                         ZYDIS_MNEMONIC_VMASKMOVPS, ZYDIS_MNEMONIC_VMASKMOVPD,
                                         ZYDIS_MNEMONIC_MASKMOVDQU, ZYDIS_MNEMONIC_VMASKMOVDQU};

bool has_opmask(const Decoded& d) {
  const ZydisRegister k = d.insn.avx.mask.reg;
  return k != ZYDIS_REGISTER_NONE && k != ZYDIS_REGISTER_K0;
}

bool is_vsib(const ZydisDecodedOperand& o) { return o.mem.type == ZYDIS_MEMOP_TYPE_VSIB; }

constexpr ZydisMnemonic kDwordIndices[] = {ZYDIS_MNEMONIC_VPGATHERDD,  ZYDIS_MNEMONIC_VPGATHERDQ,
                                           ZYDIS_MNEMONIC_VGATHERDPS,  ZYDIS_MNEMONIC_VGATHERDPD,
                                           ZYDIS_MNEMONIC_VPSCATTERDD, ZYDIS_MNEMONIC_VPSCATTERDQ,
                                           ZYDIS_MNEMONIC_VSCATTERDPS, ZYDIS_MNEMONIC_VSCATTERDPD};

unsigned register_bits(ZydisRegister r) {
  return ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, r);
}

std::array<std::uint64_t, 8> vector_value(const Tracee& tracee, ZydisRegister r) {
  return tracee.vector_register(ZydisRegisterGetId(r));
}

// Returns the sign bits of the elements of a vector register, which AVX and AVX2 use as a mask.
std::uint64_t sign_bits(const Tracee& tracee, ZydisRegister r, unsigned element_bits) {
  const auto words = vector_value(tracee, r);
  std::uint64_t mask = 0;
  for (unsigned i = 0; i * element_bits < register_bits(r); i++) {
    const unsigned top = (i + 1) * element_bits - 1;
    mask |= (words[top / 64] >> (top % 64) & 1) << i;
  }
  return mask;
}

// Returns the mask of an access if it has one: an opmask or a vector mask.
std::optional<std::uint64_t> mask_of(const Decoded& d, const Tracee& tracee,
                                     const ZydisDecodedOperand& memory) {
  if (has_opmask(d)) return tracee.opmask_register(ZydisRegisterGetId(d.insn.avx.mask.reg));
  if (is_one_of(d.insn.mnemonic, kVectorMask))
    return sign_bits(tracee, d.operands[1].reg.value, memory.element_size);
  if (is_vsib(memory)) return sign_bits(tracee, d.operands[2].reg.value, memory.element_size);
  return std::nullopt;
}

// Observes the addresses of the active lanes of a gather or scatter.
void observe_lanes(const Decoded& d, const Tracee& tracee, const ZydisDecodedOperand& memory,
                   std::uint64_t mask, const Sink& sink) {
  const bool narrow = is_one_of(d.insn.mnemonic, kDwordIndices);
  const unsigned index_bits = narrow ? 32 : 64;
  const ZydisDecodedOperand& data = is_memory(d.operands[0]) ? d.operands[2] : d.operands[0];
  const unsigned lanes = std::min(register_bits(memory.mem.index) / index_bits,
                                  register_bits(data.reg.value) / memory.element_size);
  const auto words = vector_value(tracee, memory.mem.index);
  const std::uint64_t base = address_of(d, memory).value(tracee.registers());
  sink(Kind::kMemory, mask & ((1ull << lanes) - 1));
  for (unsigned i = 0; i < lanes; i++) {
    if (!(mask >> i & 1)) continue;
    std::int32_t low;
    memcpy(&low, (const char*)words.data() + 4 * i, 4);
    const std::uint64_t index = narrow ? (std::uint64_t)(std::int64_t)low : words[i];
    sink(Kind::kMemory, base + index * memory.mem.scale);
  }
}

// Observes the value of every operand that an instruction reads.
void observe_operands(const Decoded& d, const Tracee& tracee, const Sink& sink) {
  for (int i = 0; i < d.insn.operand_count; i++) {
    const ZydisDecodedOperand& o = d.operands[i];
    if (!(o.actions & ZYDIS_OPERAND_ACTION_MASK_READ)) continue;
    std::array<std::uint64_t, 8> value{};
    if (is_memory(o)) {
      const std::uint64_t address = address_of(d, o).value(tracee.registers());
      tracee.read(address, value.data(), o.size / 8);
      sink(Kind::kMemory, address);
    } else if (o.type == ZYDIS_OPERAND_TYPE_REGISTER) {
      const int r = general_register(o.reg.value);
      if (r >= 0)
        value[0] = tracee.registers().value[r];
      else if (register_bits(o.reg.value) >= 128)
        value = vector_value(tracee, o.reg.value);
      if (o.size < 64) value[0] &= (1ull << o.size) - 1;
    }
    for (std::uint64_t word : value) sink(Kind::kLatency, word);
  }
}

}  // namespace

bool is_live(const Decoded& d) {
  if (is_one_of(d.insn.mnemonic, kVariableLatency)) return true;
  const ZydisDecodedOperand* memory = memory_operand(d);
  return memory && (is_vsib(*memory) || has_opmask(d) || is_one_of(d.insn.mnemonic, kVectorMask));
}

void observe_live(const Decoded& d, const Tracee& tracee, const Sink& sink) {
  sink(Kind::kControl, d.pc);
  if (is_one_of(d.insn.mnemonic, kVariableLatency)) return observe_operands(d, tracee, sink);
  const ZydisDecodedOperand& memory = *memory_operand(d);
  const std::optional<std::uint64_t> mask = mask_of(d, tracee, memory);
  if (is_vsib(memory)) return observe_lanes(d, tracee, memory, mask.value(), sink);
  sink(Kind::kMemory, address_of(d, memory).value(tracee.registers()));
  if (mask) sink(Kind::kMemory, *mask);
}

}  // namespace hedgerow::tracing
