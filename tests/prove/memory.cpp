// The memory of a symbolic run, with terms over the known bytes of an arena of this process.
#include "memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

extern "C" const char __executable_start, _end;  // of the program in memory, from the linker

namespace hedgerow::proof {

Memory::Memory() : lines_(kBytes / kLine) {
  void* const p = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw ProofError("no memory for the arena");
  base_ = (std::uint8_t*)p;
}
Memory::~Memory() { munmap(base_, kBytes); }

std::uint8_t* Memory::allocate(std::size_t bytes) {
  std::uint8_t* const p = base_ + used_;
  used_ += (bytes + 2 * kLine - 1) / kLine * kLine;
  if (used_ > kBytes / 2) throw ProofError("the buffers do not fit into the arena");
  return p;
}

void Memory::clear_stack() {
  for (std::size_t i = first_of_stack_; i < lines_.size(); i++)
    if (lines_[i]) lines_[i]->written = 0;
}

bool Memory::is_open(std::uint64_t address, std::size_t bytes) const {
  if (!owns(address, bytes)) return false;
  if (!is_buffer(address)) {
    for (std::uint64_t at = address; at < address + bytes; at++)
      if (is_unset(at)) return true;
  }
  for (std::uint64_t at = address; at < address + bytes;) {
    const std::uint64_t end = std::min(at / kLine * kLine + kLine, address + bytes);
    const Line* const l = line(at);
    const std::uint64_t mask = (end - at == 64 ? ~0ull : (1ull << (end - at)) - 1) << (at % kLine);
    if (l && (l->open & mask)) return true;
    at = end;
  }
  return false;
}

Word Memory::read(std::uint64_t address, int bytes) const {
  const bool constant = address >= (std::uint64_t)&__executable_start &&
                        address + (unsigned)bytes <= (std::uint64_t)&_end;
  if (!constant && !owns(address, (std::size_t)bytes))
    throw ProofError("a load outside the program and the buffers");
  was_watched_ |= address - watched_ < watched_bytes_;
  std::uint64_t known = 0;
  std::memcpy(&known, (const void*)address, (std::size_t)bytes);
  Word w(known);
  if (!is_open(address, (std::size_t)bytes)) return w;
  for (int i = 0; i < bytes; i++) {
    const std::uint64_t at = address + (unsigned)i;
    if (is_unset(at)) {
      for (int bit = 8 * i; bit < 8 * i + 8; bit++) w.set(bit, unknown());
      continue;
    }
    const Line* const l = line(at);
    if (!l || !(l->open >> (at % kLine) & 1)) continue;
    const auto& byte = l->byte[at % kLine];
    std::memcpy(&w.bits[8 * i], byte.bit, sizeof byte.bit);
    w.open |= byte.open << (8 * i);
    w.value &= ~(byte.open << (8 * i));
  }
  return w;
}

void Memory::store(std::uint64_t address, const Word& w, int bytes) {
  if (!owns(address, (std::size_t)bytes))
    throw ProofError("a store outside the stack and the buffers");
  const bool stack = !is_buffer(address);
  if (!stack && output_ &&
      (address < output_ || address + (unsigned)bytes > output_ + output_bytes_))
    throw ProofError("a store outside the output");
  buffer_stores_ += !stack;
  std::memcpy((void*)address, &w.value, (std::size_t)bytes);
  for (int i = 0; i < bytes; i++) {
    const std::uint64_t at = address + (unsigned)i, open = w.open >> (8 * i) & 0xff;
    const std::size_t number = (at - (std::uint64_t)base_) / kLine;
    auto& l = lines_[number];
    if (stack) first_of_stack_ = std::min(first_of_stack_, number);
    if (!open && !l && !stack) continue;
    if (!l) l = std::make_unique<Line>();
    l->written |= (std::uint64_t)stack << (at % kLine);
    l->open &= ~(1ull << (at % kLine));
    l->open |= (std::uint64_t)(open != 0) << (at % kLine);
    auto& byte = l->byte[at % kLine];
    byte.open = open;
    if (open) std::memcpy(byte.bit, &w.bits[8 * i], sizeof byte.bit);
  }
}

void Memory::copy(std::uint64_t to, std::uint64_t from, std::size_t bytes) {
  std::vector<Word> words;
  for (std::size_t i = 0; i < bytes; i++) words.push_back(read(from + i, 1));
  for (std::size_t i = 0; i < bytes; i++) write(to + i, words[i], 1);
}

void Memory::show(const void* buffer, std::size_t bytes, const std::function<bool(Word&)>& place) {
  const std::uint64_t output = std::exchange(output_, 0);
  const auto show_word = [&](std::uint64_t at) {
    Word w = read(at, 8);
    if (place(w)) write(at, w, 8);
  };
  for (std::size_t i = first_of_stack_; i < lines_.size(); i++)
    for (std::size_t k = 0; lines_[i] && k < kLine; k += 8)
      if (lines_[i]->written >> k & 0xff) show_word((std::uint64_t)base_ + i * kLine + k);
  for (std::size_t k = 0; k < bytes; k += 8) show_word((std::uint64_t)buffer + k);
  output_ = output;
}

void Memory::forget_views() {
  for (auto& l : lines_)
    if (l)
      for (auto& byte : l->byte)
        for (std::uint64_t m = byte.open; m; m &= m - 1)
          if (Bit& bit = byte.bit[__builtin_ctzll(m)]; !bit.is_unknown()) bit.view = 0;
}

}  // namespace hedgerow::proof
