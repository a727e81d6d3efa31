// Rows as an aligned table for people, or as one JSON object a line for programs.
#pragma once

#include <string>
#include <vector>

#include "case.hpp"

namespace hedgerow::bench {

void print_table_head();
// The rows of one case: ours once, then a line for each peer.
void print_table_rows(const std::vector<Row>& rows);
void print_json(const Row& row);

}  // namespace hedgerow::bench
