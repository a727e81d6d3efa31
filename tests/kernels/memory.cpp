// Guarded memory over mmap and mprotect.
#include "memory.hpp"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace hedgerow::ledger {

namespace {
constexpr std::uint8_t kFiller = 0xee;
}

GuardedMemory::GuardedMemory(std::size_t at_least) {
  page_ = (std::size_t)sysconf(_SC_PAGESIZE);
  bytes_ = (std::max<std::size_t>(at_least, 1) + page_ - 1) / page_ * page_;
  void* p = mmap(nullptr, bytes_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) abort();
  begin_ = (std::uint8_t*)p + page_;
  make_writable();
}

GuardedMemory::~GuardedMemory() { munmap(begin_ - page_, bytes_ + 2 * page_); }

void GuardedMemory::make_read_only() {
  if (mprotect(begin_, bytes_, PROT_READ)) abort();
}

void GuardedMemory::make_writable() {
  if (mprotect(begin_, bytes_, PROT_READ | PROT_WRITE)) abort();
}

void fill_margins(std::uint8_t* out, std::size_t bytes) {
  memset(out - kMargin, kFiller, bytes + 2 * kMargin);
}

bool margins_intact(const std::uint8_t* out, std::size_t bytes) {
  for (std::size_t i = 0; i < kMargin; i++)
    if (out[-1 - (std::ptrdiff_t)i] != kFiller || out[bytes + i] != kFiller) return false;
  return true;
}

}  // namespace hedgerow::ledger
