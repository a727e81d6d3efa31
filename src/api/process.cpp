// A word that is 0 in a new process tells a fork. It lies on a page that Linux wipes in the child
// (MADV_WIPEONFORK, since Linux 4.14), however the child is made. Where there is no such page, the C
// library's fork clears the word, and getpid() tells most children that are made without it.
//
// A process number alone is no mark, because it is 1 in the first process of every pid namespace, and
// comes round. The page is part of the library's zeroed data, so unloading the library leaves nothing.
#include "api/process.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>

namespace hedgerow {
namespace {

constexpr std::size_t kLargestPage = 65536;
constinit std::uint32_t room[2 * kLargestPage / sizeof(std::uint32_t)];  // has a whole page in it
constinit std::uint32_t handled;                                         // the word without a page
constinit std::atomic<std::uint32_t*> watched{nullptr};  // the word in use; null: not chosen yet
constinit std::atomic<std::uint32_t> last{0};            // the last generation; children count on

void clear_handled() noexcept { std::atomic_ref(handled).store(0, std::memory_order_relaxed); }

// The word on a page that a child finds wiped, or null.
std::uint32_t* wiped_word() noexcept {
#ifdef MADV_WIPEONFORK
  const auto bytes = (std::size_t)sysconf(_SC_PAGESIZE);
  if (bytes == 0 || bytes > kLargestPage) return nullptr;
  std::uint32_t* const page = room + (bytes - (std::uintptr_t)room % bytes) % bytes / sizeof *room;
  // QEMU's user mode before 7.1 takes every advice, also one that does not exist, and follows none.
  if (madvise(page, bytes, -1) == 0) return nullptr;
  if (madvise(page, bytes, MADV_WIPEONFORK) == 0) return page;
#endif
  return nullptr;
}

// Chooses the word; the first thread's choice holds for all. Without memory for a handler nothing is
// chosen, and the next call tries again.
std::uint32_t* choose() noexcept {
  std::uint32_t* word = wiped_word();
  if (!word && pthread_atfork(nullptr, nullptr, clear_handled) != 0) return &handled;
  if (!word) word = &handled;
  std::uint32_t* chosen = nullptr;
  return watched.compare_exchange_strong(chosen, word) ? word : chosen;
}

}  // namespace

Process this_process() noexcept {
  std::uint32_t* word = watched.load(std::memory_order_acquire);
  if (!word) word = choose();
  const std::atomic_ref own(*word);
  std::uint32_t generation = own.load(std::memory_order_relaxed);
  if (generation == 0) {  // a new process; one of its threads gives it the next number
    const std::uint32_t next = last.fetch_add(1, std::memory_order_relaxed) + 1;
    if (own.compare_exchange_strong(generation, next, std::memory_order_relaxed)) generation = next;
  }
  return {generation, word == &handled ? (long)getpid() : 0};
}

}  // namespace hedgerow
