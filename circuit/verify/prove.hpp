// Proof by another program that a netlist is its box: ABC's cec against the box's table written as
// BLIF, and in the same run a mutant, which must be refuted.
#pragma once

#include <string>
#include <vector>

#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {

enum class Proof { kProven, kWrong, kNoTool };
struct ProofResult {
  Proof proof;
  std::string detail;  // the tool and what it said
};

struct Claim {
  NetlistFile file;
  Box box;
};

// In the order of the claims, all by one run of the tool, which takes longer to start than to compare a small box.
// `tool`: a path, or empty for the first of berkeley-abc, yosys-abc and abc on PATH.
std::vector<ProofResult> prove(const std::vector<Claim>& claims, const std::string& tool,
                               std::uint64_t seed);
ProofResult prove(const NetlistFile& file, const Box& box, const std::string& tool,
                  std::uint64_t seed);

// The netlist with one gate's table changed so that it is no longer `box`.
Netlist mutant(const Netlist& n, const Box& box, std::uint64_t seed);

// The box itself as BLIF: one .names a line of outputs, with a row per input.
std::string table_blif(const Box& box);

}  // namespace hedgerow::circuit
