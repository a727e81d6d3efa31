// Detects a fork with a word that is 0 in a new process. The word is on a page that Linux wipes in a child
// (MADV_WIPEONFORK, since Linux 4.14), no matter how the child was made. If there is no such page, the fork function of
// the C library clears the word, and getpid() detects most children that were made without that function.
//
// A process number alone is not enough, because the first process of every pid namespace has number 1, and because
// numbers are reused. The page is in the zeroed data of the library, so unloading the library also frees it.
#include "api/process.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>

namespace hedgerow {
namespace {

constexpr std::size_t kLargestPage = 65536;
constinit std::uint32_t room[2 * kLargestPage / sizeof(std::uint32_t)];  // contains a whole page
constinit std::uint32_t handled;                         // used if there is no such page
constinit std::atomic<std::uint32_t*> watched{nullptr};  // the word in use; null at first
constinit std::atomic<std::uint32_t> last{0};  // the last generation; children continue counting

void clear_handled() noexcept { std::atomic_ref(handled).store(0, std::memory_order_relaxed); }

// Returns the word on a page that is wiped in children, or null.
std::uint32_t* wiped_word() noexcept {
#ifdef MADV_WIPEONFORK
  const auto bytes = (std::size_t)sysconf(_SC_PAGESIZE);
  if (bytes == 0 || bytes > kLargestPage) return nullptr;
  std::uint32_t* const page = room + (bytes - (std::uintptr_t)room % bytes) % bytes / sizeof *room;
  // QEMU's user mode before 7.1 accepts every advice, even an invalid one, and ignores it.
  if (madvise(page, bytes, -1) == 0) return nullptr;
  if (madvise(page, bytes, MADV_WIPEONFORK) == 0) return page;
#endif
  return nullptr;
}

// Chooses the word. The choice of the first thread is valid for all threads. If there is no memory for a fork handler,
// the choice stays open and the next call tries again.
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
  if (generation == 0) {  // a new process, so one of its threads assigns the next number
    const std::uint32_t next = last.fetch_add(1, std::memory_order_relaxed) + 1;
    if (own.compare_exchange_strong(generation, next, std::memory_order_relaxed)) generation = next;
  }
  return {generation, word == &handled ? (long)getpid() : 0};
}

}  // namespace hedgerow
