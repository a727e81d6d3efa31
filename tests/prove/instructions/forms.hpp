// The forms of instructions that occur in the kernels and references of this program.
#pragma once

#include <Zydis/Zydis.h>

#include <cstdint>
#include <map>
#include <string>

namespace hedgerow::proof {

struct Form {
  std::string name;   // of the form
  std::string group;  // the same without immediates and equal registers
  std::uint8_t bytes[ZYDIS_MAX_INSTRUCTION_LENGTH];
  ZydisDecodedInstruction insn;
  ZydisDecodedOperand operand[ZYDIS_MAX_OPERAND_COUNT];
};

// One instruction of each form, by name.
std::map<std::string, Form> forms();

}  // namespace hedgerow::proof
