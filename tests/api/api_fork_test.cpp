// Forks: parent and child must not use the same nonce, and only one of them may continue a message
// that encrypts. This must hold for every way to make a child, and whether or not the system wipes
// pages in it.
//
// The suite turned red when getpid() alone identified the process (a child can be process 1 of
// another pid namespace), when pages were not wiped and the fork handler or getpid() was missing,
// when MADV_WIPEONFORK was trusted on a system that accepts every advice, when a message continued
// in the child, and when a message could not continue there although it may.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <functional>

#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

constexpr int kDone = 0, kFailed = 1, kImpossible = 77;

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

// The system's reaction to an advice to wipe pages on fork.
enum class Advice { kAsItIs, kRefused, kIgnored };

// Makes madvise in this process fail like Linux before 4.14, or do nothing like QEMU before 7.1.
bool let(Advice advice) {
  if (advice == Advice::kAsItIs) return true;
  const bool refused = advice == Advice::kRefused;
  const std::uint32_t answer =
      SECCOMP_RET_ERRNO | (refused ? EINVAL : 0);  // error 0 reports success
  constexpr std::uint32_t kLow = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2]) + kLow),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MADV_WIPEONFORK, 0, (std::uint8_t)refused),
      BPF_STMT(BPF_RET | BPF_K, answer),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {sizeof code / sizeof *code, code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool system_wipes_pages() {
  const auto bytes = (std::size_t)sysconf(_SC_PAGESIZE);
  void* page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const bool wipes = madvise(page, bytes, MADV_WIPEONFORK) == 0 && madvise(page, bytes, -1) != 0;
  munmap(page, bytes);
  return wipes;
}

// The fork() of the C library runs handlers, but the system call does not.
pid_t fork_by_library() { return fork(); }
pid_t fork_by_system() { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
pid_t fork_into_namespace() { return unshare(CLONE_NEWPID) == 0 ? fork() : -1; }
pid_t fork_into_namespace_by_system() {
  return (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
}
using Fork = pid_t (*)();

int wait_for(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return kImpossible;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kFailed;
}

// Runs `body` in a fresh process, so that the library identifies this process again. Returns the
// exit code.
int in_fresh_process(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  return wait_for(child);
}

// Like in_fresh_process, but the child is process 1 of a pid namespace.
int in_namespace(const std::function<int()>& body) {
  return in_fresh_process([&] {
    const bool made = unshare(CLONE_NEWPID) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWPID) == 0;
    return made ? in_fresh_process([&] { return getpid() == 1 ? body() : kFailed; }) : kImpossible;
  });
}

// Returns a nonce that `a` makes, or an empty string if it fails.
Bytes made_nonce(hedgerow_aead* a) {
  Bytes nonce(12), tag(16);
  const std::uint8_t in[4] = {};
  std::uint8_t out[4];
  const hedgerow_status status =
      hedgerow_aead_seal(a, nonce.data(), 12, nullptr, 0, in, out, 4, tag.data(), 16);
  return status == HEDGEROW_OK ? nonce : Bytes();
}

// Parent and child continue from one context after `fork_it`, and so does a grandchild of a child
// that has made no nonce.
int compare_nonces(Fork fork_it) {
  OwnedAead a;
  if (new_keyed(a, "aes-128", "gcm", Bytes(16, 7)) != HEDGEROW_OK) return kFailed;
  if (made_nonce(a).empty()) return kFailed;
  int ends[2];
  if (pipe(ends) != 0) return kFailed;
  const auto tell = [&] {
    const Bytes nonce = made_nonce(a);
    return nonce.size() == 12 && write(ends[1], nonce.data(), 12) == 12 ? kDone : kFailed;
  };
  const pid_t child = fork_it();
  if (child == 0) {
    const pid_t grandchild = fork_it();
    if (grandchild == 0) _exit(tell());
    const int ended = wait_for(grandchild);
    _exit(ended == kDone ? tell() : ended);
  }
  if (const int ended = wait_for(child)) return ended;
  Bytes grandchilds(12), childs(12);
  if (read(ends[0], grandchilds.data(), 12) != 12 || read(ends[0], childs.data(), 12) != 12)
    return kFailed;
  const Bytes own = made_nonce(a);
  return own != childs && own != grandchilds && childs != grandchilds ? kDone : kFailed;
}

struct Way {
  const char* name;
  Fork fork_it;
  bool in_namespace, needs_page;
};
constexpr Way kWays[] = {{"Library", fork_by_library, false, false},
                         {"System", fork_by_system, false, false},
                         {"Namespace", fork_into_namespace, true, false},
                         {"NamespaceBySystem", fork_into_namespace_by_system, true, true}};

class Forks : public testing::TestWithParam<Advice> {};

TEST_P(Forks, NoNonceTwice) {
  for (const Way& way : kWays) {
    if (way.needs_page && (GetParam() != Advice::kAsItIs || !system_wipes_pages())) continue;
    const auto body = [&] { return let(GetParam()) ? compare_nonces(way.fork_it) : kImpossible; };
    const int ended = way.in_namespace ? in_namespace(body) : in_fresh_process(body);
    if (ended == kImpossible)
      std::cout << "NOT TESTED here, the system forbids it: " << way.name << "\n";
    else
      EXPECT_EQ(ended, kDone) << way.name;
  }
}

// Finishes a message that `a` has begun, by update and final. Both must return the same status.
hedgerow_status finish(hedgerow_aead* a) {
  std::uint8_t data[20] = {}, tag[16];
  const hedgerow_status status = hedgerow_aead_update(a, data, data, sizeof data);
  return hedgerow_aead_final_tag(a, tag, sizeof tag) == status ? status : HEDGEROW_ERR_STATE;
}

// A message that encrypts continues only in the parent, unless `child_may`. The next message may
// begin in every process.
int begin_and_fork(bool make_nonce, std::uint32_t flags, bool child_may) {
  hedgerow_options options = default_options();
  options.flags = flags;
  OwnedAead a;
  Bytes nonce(12, 5);
  const auto begin = [&] {
    return make_nonce ? hedgerow_aead_init(a, nonce.data(), 12)
                      : hedgerow_aead_init_with_nonce(a, HEDGEROW_ENCRYPT, nonce.data(), 12);
  };
  const std::uint8_t aad[3] = {};
  if (new_keyed(a, "aes-128", "gcm", Bytes(16, 7), &options) || begin()) return kFailed;
  const int ended = in_fresh_process([&] {
    const hedgerow_status expected = child_may ? HEDGEROW_OK : HEDGEROW_ERR_NONCE_REUSE;
    if (hedgerow_aead_aad(a, aad, 3) != expected || finish(a) != expected) return kFailed;
    nonce[0]++;
    return begin() == HEDGEROW_OK && finish(a) == HEDGEROW_OK ? kDone : kFailed;
  });
  return ended ? ended : finish(a) == HEDGEROW_OK ? kDone : kFailed;
}

TEST_P(Forks, AMessageThatEncryptsStays) {
  const auto run = [](bool make_nonce, std::uint32_t flags, bool child_may) {
    return in_fresh_process([&] {
      return let(GetParam()) ? begin_and_fork(make_nonce, flags, child_may) : kImpossible;
    });
  };
  const int first = run(true, 0, false);
  if (first == kImpossible) GTEST_SKIP() << "the system takes no seccomp filter";
  EXPECT_EQ(first, kDone);
  EXPECT_EQ(run(false, 0, false), kDone);
  EXPECT_EQ(run(true, HEDGEROW_REPEAT_NONCE, false), kDone) << "repeating is the caller's alone";
  EXPECT_EQ(run(false, HEDGEROW_REPEAT_NONCE, true), kDone);
}

TEST_P(Forks, DecryptionGoesOn) {
  const int ended = in_fresh_process([] {
    if (!let(GetParam())) return kImpossible;
    AeadCase c("aes-128");
    if (c.seal() || c.init(HEDGEROW_DECRYPT)) return kFailed;
    const auto end = [&] {
      Bytes out(c.in.size());
      const bool good =
          hedgerow_aead_aad(c.context, c.aad.data(), c.aad.size()) == HEDGEROW_OK &&
          hedgerow_aead_update(c.context, c.out.data(), out.data(), out.size()) == HEDGEROW_OK &&
          hedgerow_aead_final_check(c.context, c.tag.data(), c.tag.size()) == HEDGEROW_OK;
      return good && out == c.in ? kDone : kFailed;
    };
    const int in_child = in_fresh_process(end);
    return in_child ? in_child : end();
  });
  if (ended == kImpossible) GTEST_SKIP() << "the system takes no seccomp filter";
  EXPECT_EQ(ended, kDone);
}

std::string name_of(const testing::TestParamInfo<Advice>& advice) {
  if (advice.param == Advice::kRefused) return "Refused";
  return advice.param == Advice::kIgnored ? "Ignored" : "AsItIs";
}
INSTANTIATE_TEST_SUITE_P(Advices, Forks,
                         testing::Values(Advice::kAsItIs, Advice::kRefused, Advice::kIgnored),
                         name_of);

}  // namespace
}  // namespace hedgerow_test
