// Fragments are looked up in a sorted list of all 8-byte windows of the secret.
#include "residue.hpp"

#include <string.h>

#include <algorithm>

#include "private_stack.hpp"

namespace hedgerow::ledger {

namespace {

constexpr std::size_t kFragment = 8;

std::uint64_t fragment_at(const Bytes& bytes, std::size_t i) {
  std::uint64_t v;
  memcpy(&v, bytes.data() + i, kFragment);
  return v;
}

std::vector<std::uint64_t> fragments(const Bytes& secret) {
  std::vector<std::uint64_t> r;
  for (std::size_t i = 0; i + kFragment <= secret.size(); i++) r.push_back(fragment_at(secret, i));
  std::sort(r.begin(), r.end());
  return r;
}

bool holds(const std::vector<std::uint64_t>& sorted, std::uint64_t v) {
  return std::binary_search(sorted.begin(), sorted.end(), v);
}

}  // namespace

std::size_t count_residue(const Bytes& stack_a, const Bytes& stack_b, const Secret& secret) {
  const std::vector<std::uint64_t> a = fragments(secret.a), b = fragments(secret.b);
  std::size_t found = 0;
  for (std::size_t down = kFragment; down <= std::min(stack_a.size(), stack_b.size()); down++) {
    const std::uint64_t x = fragment_at(stack_a, stack_a.size() - down),
                        y = fragment_at(stack_b, stack_b.size() - down);
    found += x != y && holds(a, x) && holds(b, y);
  }
  return found;
}

std::size_t count_differing(const Bytes& stack_a, const Bytes& stack_b) {
  std::size_t found = 0;
  for (std::size_t down = 1; down <= std::min(stack_a.size(), stack_b.size()); down++)
    found += stack_a[stack_a.size() - down] != stack_b[stack_b.size() - down];
  return found;
}

namespace {

__attribute__((noinline)) void leave_on_stack(const Bytes& key) {
  std::uint8_t copy[32];
  memcpy(copy, key.data(), sizeof copy);
  __asm__ __volatile__("" : : "r"(copy) : "memory");
}

}  // namespace

bool residue_check_sees() {
  Random random(1);
  const Secret secret{"key", true, random.bytes(32), random.bytes(32)};
  const Bytes a = run_on_private_stack([&] { leave_on_stack(secret.a); });
  const Bytes b = run_on_private_stack([&] { leave_on_stack(secret.b); });
  return count_residue(a, b, secret) > 0;
}

}  // namespace hedgerow::ledger
