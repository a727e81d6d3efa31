// MemoryView: a hash table of words with open addressing, over a small cache of pages.
#include "memory_view.hpp"

#include <string.h>

#include <algorithm>

namespace hedgerow::tracing {
namespace {

// Returns a mask of the `bytes` bytes of a word that begin at `offset`.
std::uint8_t byte_bits(unsigned offset, unsigned bytes) {
  return (std::uint8_t)(((1u << bytes) - 1) << offset);
}

std::uint64_t expand(std::uint8_t bits) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 8; i++)
    if (bits >> i & 1) mask |= 0xffull << 8 * i;
  return mask;
}

}  // namespace

MemoryView::MemoryView(const Tracee& tracee)
    : tracee_(tracee), slots_(kSlots), pages_(kPages), used_() {
  restart(true);
}

void MemoryView::restart(bool pages_too) {
  round_++;
  used_.clear();
  if (pages_too) page_round_++;
}

MemoryView::Slot* MemoryView::find(std::uint64_t word, bool insert) {
  for (std::size_t i = word * 0x9e3779b97f4a7c15 >> (64 - kSlotBits);; i = (i + 1) % kSlots) {
    Slot& s = slots_[i];
    if (s.round == round_ && s.word == word) return &s;
    if (s.round == round_) continue;
    if (!insert) return nullptr;
    s = {word, 0, round_, 0, 0};
    used_.push_back(&s);
    return &s;
  }
}

bool MemoryView::stood(std::uint64_t word, std::uint64_t* value) {
  const std::uint64_t number = word * 8 / kPageBytes;
  Page& p = pages_[number % kPages];
  if (p.round != page_round_ || p.number != number) {
    p.number = number;
    p.round = page_round_;
    p.readable = tracee_.read(number * kPageBytes, p.bytes.data(), kPageBytes) == kPageBytes;
  }
  memcpy(value, &p.bytes[word * 8 % kPageBytes], 8);
  return p.readable;
}

bool MemoryView::load_word(std::uint64_t word, std::uint8_t wanted, std::uint64_t* value) {
  const Slot* s = find(word, false);
  if (s && (wanted & s->stored & ~s->known)) return false;
  if (s && (wanted & ~s->stored) == 0) {
    *value = s->data;
    return true;
  }
  if (!stood(word, value)) return false;
  if (s) {
    const std::uint64_t mask = expand(s->known);
    *value = (*value & ~mask) | (s->data & mask);
  }
  return true;
}

bool MemoryView::load(std::uint64_t address, unsigned bytes, std::uint64_t* value) {
  const unsigned offset = address % 8, first = std::min(bytes, 8 - offset), rest = bytes - first;
  std::uint64_t low, high = 0;
  if (!load_word(address / 8, byte_bits(offset, first), &low)) return false;
  if (rest && !load_word(address / 8 + 1, byte_bits(0, rest), &high)) return false;
  low >>= 8 * offset;
  if (rest) low = (low & expand(byte_bits(0, first))) | high << 8 * first;
  *value = low & expand(byte_bits(0, bytes));
  return true;
}

void MemoryView::put(std::uint64_t address, unsigned bytes, std::uint64_t value, bool known) {
  while (bytes) {
    const unsigned offset = address % 8, n = std::min(bytes, 8 - offset);
    Slot& s = *find(address / 8, true);
    const std::uint8_t bits = byte_bits(offset, n);
    const std::uint64_t mask = expand(bits);
    s.stored |= bits;
    s.known = (std::uint8_t)(known ? s.known | bits : s.known & ~bits);
    s.data = (s.data & ~mask) | (value << 8 * offset & mask);
    if (n < 8) value >>= 8 * n;
    address += n;
    bytes -= n;
  }
}

bool MemoryView::agrees(std::uint64_t* wrong) {
  page_round_++;
  for (const Slot* s : used_) {
    std::uint64_t value;
    if (!s->known) continue;
    if (stood(s->word, &value) && ((value ^ s->data) & expand(s->known)) == 0) continue;
    *wrong = s->word * 8;
    return false;
  }
  return true;
}

}  // namespace hedgerow::tracing
