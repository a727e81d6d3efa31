// Kernels as subjects, with a key of their own and buffers on 2 MiB boundaries; and the list of all subjects.
#include "subjects.hpp"

#include <stdio.h>
#include <string.h>

#include <memory>

#include "isa/cpu.hpp"
#include "measure.hpp"
#include "registry/registry.hpp"

namespace hedgerow::lab {
namespace {

class KernelSubject : public Subject {
 public:
  KernelSubject(const Kernel& kernel, bool decrypt, std::size_t bytes)
      : ops_(*kernel.ops),
        crypt_(decrypt ? ops_.decrypt : ops_.encrypt),
        blocks_(std::max<std::size_t>(1, bytes / kernel.variant->block_bytes)),
        bytes_(blocks_ * kernel.variant->block_bytes),
        key_(ops_.key_bytes),
        in_(bytes_),
        out_(bytes_) {
    bench::Buffer user_key(256), round_keys(ops_.round_key_bytes);
    ops_.schedule(user_key.data(), round_keys.data());
    ops_.prepare(round_keys.data(), key_.data());
  }
  void call() override { crypt_(key_.data(), in_.data(), out_.data(), blocks_); }
  std::size_t bytes() const override { return bytes_; }

 private:
  const KernelOps& ops_;
  decltype(KernelOps::encrypt) crypt_;
  std::size_t blocks_, bytes_;
  bench::Buffer key_, in_, out_;
};

class Copy : public Subject {
 public:
  explicit Copy(std::size_t bytes) : in_(bytes), out_(bytes), bytes_(bytes) {}
  void call() override {
    memcpy(out_.data(), in_.data(), bytes_);
    __asm__ volatile("" : : "r"(out_.data()) : "memory");
  }
  std::size_t bytes() const override { return bytes_; }

 private:
  bench::Buffer in_, out_;
  std::size_t bytes_;
};

const char* reason(const Kernel& k) {
  if (!k.isa->built) return "not part of this build: another architecture";
  if (!k.ops || !k.ops->key_bytes) return "does not serve this cipher";
  return available(k, cpu_features()) ? "" : "this CPU lacks its instruction set";
}

}  // namespace

Subject* make_subject(const char* name, const char* direction, std::size_t bytes) {
  if (!strcmp(name, "memcpy")) return new Copy(bytes);
  if (Subject* const s = make_primitive(name, bytes)) return s;
  if (Subject* const s = make_instruction(name)) return s;
  const Kernel* const kernel = find_kernel(name);
  if (!kernel) {
    fprintf(stderr, "nothing is called %s\n", name);
    return nullptr;
  }
  if (*reason(*kernel)) {
    fprintf(stderr, "%s: %s\n", name, reason(*kernel));
    return nullptr;
  }
  return new KernelSubject(*kernel, !strcmp(direction, "dec"), bytes);
}

int list_subjects() {
  for (const Kernel& k : kernels())
    printf("{\"subject\": \"%s\", \"timing\": \"%s\", \"reason\": \"%s\"}\n", k.id,
           k.timing == Timing::kConstantTime ? "ct" : "vartime", reason(k));
  printf("{\"subject\": \"memcpy\", \"reason\": \"\"}\n");
  list_primitives();
  list_instructions();
  return 0;
}

}  // namespace hedgerow::lab
