// A kernel as a subject, and what subjects work on. It needs no registry, since a program of few kernels has none.
#include <string.h>

#include <algorithm>
#include <string>

#include "measure.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {
namespace {

class KernelSubject : public Subject {
 public:
  KernelSubject(const KernelOps& ops, std::size_t block_bytes, const char* direction, Input input,
                std::size_t bytes)
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
    fill(in_.data(), bytes_, input);
  }
  void call() override { crypt_(key_.data(), in_.data(), to_, blocks_); }
  std::size_t bytes() const override { return bytes_; }

 private:
  decltype(KernelOps::encrypt) crypt_;
  std::size_t blocks_, bytes_;
  bench::Buffer key_, in_, out_;
  std::uint8_t* to_;
};

constexpr struct {
  const char* suffix;
  Input input;
} kInputs[] = {{":grouped", Input::kGrouped}, {":constant", Input::kConstant}};

}  // namespace

Subject* make_kernel_subject(const KernelOps& ops, std::size_t block_bytes, const char* direction,
                             Input input, std::size_t bytes) {
  return new KernelSubject(ops, block_bytes, direction, input, bytes);
}

Input split_input(std::string& subject) {
  for (const auto& i : kInputs)
    if (subject.ends_with(i.suffix)) {
      subject.resize(subject.size() - strlen(i.suffix));
      return i.input;
    }
  return Input::kRandom;
}

void fill(std::uint8_t* data, std::size_t bytes, Input input) {
  std::uint32_t x = 12345;
  for (std::size_t i = 0; i < bytes; i++) {
    x = x * 1664525 + 1013904223;
    data[i] = input == Input::kRandom    ? (std::uint8_t)(x >> 24)
              : input == Input::kGrouped ? (std::uint8_t)(i / 100)
                                         : 0x5a;
  }
}

}  // namespace hedgerow::lab
