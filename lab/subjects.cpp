// All subjects. The lab's own are found by name here, and kernels in the registry.
#include "subjects.hpp"

#include <stdio.h>
#include <string.h>

#include <memory>
#include <string>

#include "base/inline.hpp"
#include "isa/cpu.hpp"
#include "l_alone.hpp"
#include "measure/buffer.hpp"
#include "registry/registry.hpp"

namespace hedgerow::lab {
namespace {

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

#ifdef HR_LAB_L_ALONE
class LAlone : public Subject {
 public:
  explicit LAlone(std::size_t bytes)
      : batches_(std::max<std::size_t>(1, bytes / kLAloneBatch)),
        in_(this->bytes()),
        out_(this->bytes()) {}
  void call() override { l_alone(in_.data(), out_.data(), batches_); }
  std::size_t bytes() const override { return batches_ * kLAloneBatch; }

 private:
  std::size_t batches_;
  bench::Buffer in_, out_;
};
constexpr const char* kLAlone = "kuznyechik-l:vpshufb";
const char* l_alone_reason() { return cpu_features() & HR_CPU_AVX2 ? "" : "this CPU lacks AVX2"; }
#endif

const char* reason(const Kernel& k) {
  if (!k.isa->built) return "not part of this build: another architecture";
  if (!k.ops || !k.ops->key_bytes) return "does not serve this cipher";
  return available(k, cpu_features()) ? "" : "this CPU lacks its instruction set";
}

}  // namespace

Subject* make_subject(const char* subject, const char* direction, std::size_t bytes) {
  std::string own(subject);
  const Filling filling = split_filling(own);
  const char* const name = own.c_str();
  if (!strcmp(name, "memcpy")) return new Copy(bytes);
  if (Subject* const s = make_primitive(name, filling, bytes)) return s;
  if (Subject* const s = make_instruction(name)) return s;
  if (Subject* const s = make_sweep(name, bytes)) return s;
  if (Subject* const s = make_cached(name, bytes)) return s;
#ifdef HR_LAB_L_ALONE
  if (!strcmp(name, kLAlone) && !*l_alone_reason()) return new LAlone(bytes);
#endif
  const Kernel* const kernel = find_kernel(name);
  if (!kernel) {
    fprintf(stderr, "there is no subject %s\n", name);
    return nullptr;
  }
  if (*reason(*kernel)) {
    fprintf(stderr, "%s: %s\n", name, reason(*kernel));
    return nullptr;
  }
  return make_kernel_subject(*kernel->ops, kernel->variant->block_bytes, direction, filling, bytes);
}

int list_subjects() {
  for (const Kernel& k : kernels())
    printf("{\"subject\": \"%s\", \"timing\": \"%s\", \"isa_rank\": %u, \"reason\": \"%s\"}\n",
           k.id, k.timing() == Timing::kConstantTime ? "ct" : "vartime", (unsigned)k.isa->rank,
           reason(k));
  printf("{\"subject\": \"memcpy\", \"reason\": \"\"}\n");
  list_primitives();
  list_instructions();
  list_sweep();
  list_cached();
#ifdef HR_LAB_L_ALONE
  printf("{\"subject\": \"%s\", \"reason\": \"%s\"}\n", kLAlone, l_alone_reason());
#endif
  return 0;
}

namespace {

// Measures the bytes of the stack that a call writes. The painted area begins 256 bytes below the caller's frame.
constexpr std::size_t kPainted = 1 << 16, kNear = 256;
constexpr std::uint8_t kPaint = 0xa5;
HR_NOINLINE std::uint8_t* near_top() { return (std::uint8_t*)__builtin_frame_address(0) - kNear; }
HR_NOINLINE void paint(volatile std::uint8_t* top) {
  for (std::size_t i = 1; i <= kPainted; i++) *(top - i) = kPaint;
}
HR_NOINLINE std::size_t painted_over(volatile std::uint8_t* top) {
  for (std::size_t i = kPainted; i > 0; i--)
    if (*(top - i) != kPaint) return i + kNear;
  return kNear;
}

extern "C" const char __executable_start[];

}  // namespace

int print_footprint(const char* id) {
  const Kernel* const kernel = find_kernel(id);
  if (!kernel || *reason(*kernel)) {
    fprintf(stderr, "%s: %s\n", id, kernel ? reason(*kernel) : "there is no such kernel");
    return 4;
  }
  const KernelOps& ops = *kernel->ops;
  bench::Buffer user_key(256), round_keys(ops.round_key_bytes), key(ops.key_bytes), data(4096);
  ops.schedule(user_key.data(), round_keys.data());
  ops.prepare(round_keys.data(), key.data());
  std::uint8_t* const top = near_top();
  paint(top);
  ops.encrypt(key.data(), data.data(), data.data(), 4096 / kernel->variant->block_bytes);
  const std::size_t stack = painted_over(top);
  printf("{\"encrypt\": %zu, \"key\": %u, \"stack\": %zu, \"batch\": %u}\n",
         (std::size_t)((const char*)ops.encrypt - __executable_start), ops.key_bytes, stack,
         ops.batch_blocks);
  return 0;
}

}  // namespace hedgerow::lab
