// The table of --all: one line for each cipher, mode and direction, with all peers in it.
#include <algorithm>
#include <iostream>

#include "report.hpp"

namespace hedgerow::bench {
namespace {

// A line of text. at() continues at a column, or after the text if it already extends beyond that
// column.
class Line {
 public:
  Line& at(std::size_t column, const std::string& text) {
    if (!text_.empty()) text_ += ' ';
    if (text_.size() < column) text_.resize(column, ' ');
    text_ += text;
    return *this;
  }
  void print() const { std::cout << text_.substr(0, text_.find_last_not_of(' ') + 1) << std::endl; }

 private:
  std::string text_;
};

std::string right(std::string text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

// The columns, defined once for the head and the rows.
void print_columns(const std::string& cipher, const std::string& what, const std::string& kernel,
                   const std::string& rate, const std::string& cpb, const std::string& peers,
                   const std::string& scale, const std::string& published) {
  Line line;
  line.at(0, cipher).at(17, what).at(25, kernel).at(46, right(rate, 6)).at(54, right(cpb, 5));
  line.at(60, peers).at(107, right(scale, 5)).at(113, published).print();
}

// Drops the version, which the head contains: "crypto++" of "crypto++ 8.7".
std::string first_word(const std::string& name) { return name.substr(0, name.find(' ')); }

std::string rate_of(const Summary& s) {
  return number(s.mb_per_s.median, 0) + (s.disturbed ? "!" : "");
}

std::string ratio_text(const Row& row) {
  return number(row.ratio(), row.ratio() < 10 ? 2 : 1) + "x";
}

// The fastest peer comes first. A row has room for three.
std::string peers_text(std::vector<Row> rows) {
  std::erase_if(rows, [](const Row& row) { return !row.peer || !row.peer->same_cipher(); });
  std::sort(rows.begin(), rows.end(),
            [](const Row& a, const Row& b) { return a.ratio() < b.ratio(); });
  rows.resize(std::min<std::size_t>(rows.size(), 3));
  std::string text;
  for (const Row& row : rows)
    text += (text.empty() ? "" : "; ") + ratio_text(row) + " " + first_word(row.peer->name) + " (" +
            rate_of(row.peer->summary) + ")";
  return text.empty() ? "-" : text;
}

std::string scale_text(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    if (row.peer && !row.peer->same_cipher()) return ratio_text(row);
  return "-";
}

}  // namespace

void print_short_head(const Peers& peers) {
  print_origin();
  std::cout << "MB = 10^6 bytes; median; core cycles per byte; ! the machine was too busy: not to "
               "be quoted\n";
  for (const auto& peer : peers)
    std::cout << (peer->cipher() == "same" ? "beside: " : "scale: " + peer->cipher() + " of ")
              << peer->name() << "\n";
  std::cout << "\n";
  print_columns("cipher", "", "kernel", "MB/s", "cpb", "beside, in the same run (MB/s)", "scale",
                "published");
}

void print_short_row(const std::vector<Row>& rows) {
  const Row& row = rows.front();
  const std::string kernel = row.kernel->id;
  print_columns(row.what.cipher, row.what.mode_name + " " + row.what.direction,
                kernel.substr(kernel.find('.') + 1), rate_of(row.ours),
                number(row.ours.core_cpb, 3), peers_text(rows), scale_text(rows),
                published(row.what));
}

}  // namespace hedgerow::bench
