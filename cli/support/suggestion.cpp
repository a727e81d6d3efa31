// Compares the beginnings of names, and then whole names by the distance of Levenshtein.
#include "support/suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

namespace hedgerow::cli {
namespace {

constexpr std::size_t kMostEdits = 2;
constexpr std::size_t kLeastBeginning = 3;  // shorter texts begin too many names

// Returns the number of characters to insert, remove or replace.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 0; i < a.size(); i++) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); j++) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string suggestion(const std::string& typed, const std::vector<std::string>& allowed) {
  const auto text = lower_case(typed);
  const auto said = [](const std::string& name) { return "; did you mean " + name + "?"; };
  if (text.size() >= kLeastBeginning)
    for (const auto& name : allowed | std::views::reverse)
      if (name.starts_with(text)) return said(name);
  const auto nearest = std::ranges::min_element(
      allowed, {}, [&](const std::string& name) { return distance(text, name); });
  if (nearest == allowed.end() || distance(text, *nearest) > kMostEdits) return "";
  return said(*nearest);
}

}  // namespace hedgerow::cli
