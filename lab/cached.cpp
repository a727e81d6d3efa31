// The look-ups of Kuznyechik's table form in tables of 16, 32 and 64 KiB (subjects "kuznyechik-cached:KIB"; NOT
// constant in time). Each size runs the same instructions, so a difference in time comes from the cache alone. A block
// takes 9 rounds of 16 look-ups in rows of 16 bytes, as in the standard's table form. A table of 64 KiB has a column of
// 256 rows for each byte of a block; in smaller tables several bytes share a column. The rows are random, so the
// program computes no cipher, and its indices are spread over the whole table as a cipher's are.
#include <stdio.h>

#include <memory>
#include <string>

#include "base/bytes.hpp"
#include "measure/buffer.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {
namespace {

constexpr int kRounds = 9, kBytes = 16, kRows = 256, kKibOf[] = {16, 32, 64};

struct Row {
  std::uint64_t low, high;
};
Row operator^(Row a, Row b) { return {a.low ^ b.low, a.high ^ b.high}; }

class Cached : public Subject {
 public:
  Cached(int kib, std::size_t bytes)
      : blocks_(bytes < 16 ? 1 : bytes / 16),
        in_(16 * blocks_),
        out_(16 * blocks_),
        table_(1024 * kib) {
    // splitmix64: a row's halves do not depend on one another.
    std::uint64_t state = 1;
    for (int i = 0; i < 1024 * kib; i += 8) {
      std::uint64_t x = state += 0x9e3779b97f4a7c15;
      x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
      x = (x ^ x >> 27) * 0x94d049bb133111eb;
      store_le64(table_.data() + i, x ^ x >> 31);
    }
    const int columns = kib * 1024 / (kRows * (int)sizeof(Row));
    for (int i = 0; i < kBytes; i++) column_[i] = (const Row*)table_.data() + kRows * (i % columns);
  }
  void call() override {
    for (std::size_t b = 0; b < blocks_; b++) {
      Row x = {load_le64(in_.data() + 16 * b), load_le64(in_.data() + 16 * b + 8)};
      for (int round = 0; round < kRounds; round++) x = looked_up(x);
      store_le64(out_.data() + 16 * b, x.low);
      store_le64(out_.data() + 16 * b + 8, x.high);
    }
  }
  std::size_t bytes() const override { return 16 * blocks_; }

 private:
  Row looked_up(Row x) const {
    Row sum = {(std::uint64_t)kRounds, 0};
    for (int i = 0; i < 8; i++) {
      sum = sum ^ column_[i][x.low >> (8 * i) & 255];
      sum = sum ^ column_[8 + i][x.high >> (8 * i) & 255];
    }
    return sum;
  }

  std::size_t blocks_;
  bench::Buffer in_, out_, table_;
  const Row* column_[kBytes];
};

std::string name_of(int kib) { return "kuznyechik-cached:" + std::to_string(kib); }

}  // namespace

Subject* make_cached(const char* name, std::size_t bytes) {
  for (const int kib : kKibOf)
    if (name_of(kib) == name) return new Cached(kib, bytes);
  return nullptr;
}
void list_cached() {
  for (const int kib : kKibOf)
    printf("{\"subject\": \"%s\", \"reason\": \"\", \"table_bytes\": %d}\n", name_of(kib).c_str(),
           1024 * kib);
}

}  // namespace hedgerow::lab
