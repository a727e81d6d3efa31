// Prints rows as an aligned table for people, short or complete, or as one JSON object per line for
// programs.
#pragma once

#include <string>
#include <vector>

#include "case.hpp"
#include "peer_process.hpp"

namespace hedgerow::bench {

void print_table_head();
// The rows of one case: ours once, then one line per peer.
void print_table_rows(const std::vector<Row>& rows);
void print_json(const Row& row);

// The table of --placements, with one line per case.
void print_placements_head();
void print_placements_row(const Row& row);

// The table of --all, with one line per case and at most 140 columns.
void print_short_head(const Peers& peers);
void print_short_row(const std::vector<Row>& rows);

// Used by both tables. "-" means that a value is not known.
std::string number(double value, int decimals);
std::string published(const Case& what);
void print_origin();  // commit, compiler, machine, and the source of the published figures

}  // namespace hedgerow::bench
