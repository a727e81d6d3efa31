// Rows as an aligned table for people, short or in full, or as one JSON object a line for programs.
#pragma once

#include <string>
#include <vector>

#include "case.hpp"
#include "peer_process.hpp"

namespace hedgerow::bench {

void print_table_head();
// The rows of one case: ours once, then a line for each peer.
void print_table_rows(const std::vector<Row>& rows);
void print_json(const Row& row);

// The table of --placements: one line for each case.
void print_placements_head();
void print_placements_row(const Row& row);

// The table of --all: one line for each case, at most 140 columns.
void print_short_head(const Peers& peers);
void print_short_row(const std::vector<Row>& rows);

// For both tables; "-" stands for what is not known.
std::string number(double value, int decimals);
std::string published(const Case& what);
void print_origin();  // commit, compiler, machine, where the published figures come from

}  // namespace hedgerow::bench
