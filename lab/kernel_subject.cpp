// A kernel as a subject. It does not use the registry, because a program with few kernels has no registry.
#include <string.h>

#include <algorithm>
#include <string>

#include "measure/buffer.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {
namespace {

class KernelSubject : public Subject {
 public:
  KernelSubject(const KernelOps& ops, std::size_t block_bytes, const char* direction,
                Filling filling, std::size_t bytes)
      : crypt_(!strcmp(direction, "dec") ? ops.decrypt : ops.encrypt),
        blocks_(std::max<std::size_t>(1, bytes / block_bytes)),
        bytes_(blocks_ * block_bytes),
        key_(ops.key_bytes),
        in_(bytes_),
        out_(bytes_) {
    bench::Buffer user_key(256), round_keys(ops.round_key_bytes);
    ops.schedule(user_key.data(), round_keys.data());
    ops.prepare(round_keys.data(), key_.data());
    to_ = !strcmp(direction, "chain") ? in_.data() : out_.data();
    fill(in_.data(), bytes_, filling);
  }
  void call() override { crypt_(key_.data(), in_.data(), to_, blocks_); }
  std::size_t bytes() const override { return bytes_; }

 private:
  decltype(KernelOps::encrypt) crypt_;
  std::size_t blocks_, bytes_;
  bench::Buffer key_, in_, out_;
  std::uint8_t* to_;
};

}  // namespace

Subject* make_kernel_subject(const KernelOps& ops, std::size_t block_bytes, const char* direction,
                             Filling filling, std::size_t bytes) {
  return new KernelSubject(ops, block_bytes, direction, filling, bytes);
}

Filling split_filling(std::string& subject) {
  for (const auto& f : kFillings)
    if (*f.suffix && subject.ends_with(f.suffix)) {
      subject.resize(subject.size() - strlen(f.suffix));
      return f.filling;
    }
  return Filling::kRandom;
}

}  // namespace hedgerow::lab
