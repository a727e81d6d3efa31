// The three kinds of subject: a cipher (ecb, ctr, block), an AEAD, and key set-up.
#include "subject.hpp"

#include <array>
#include <stdexcept>

#include "hedgerow/hedgerow.h"
#include "isa/cpu.hpp"
#include "measure.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow::bench {
namespace {

constexpr std::array<std::uint8_t, 96> kKey = {0x48, 0x65, 0x64, 0x67, 0x65, 0x72, 0x6f, 0x77};
constexpr std::uint64_t kNoLimit = 1ull << 60;  // blocks: a benchmark outlives any key's limit

void check(hedgerow_status status) {
  if (status != HEDGEROW_OK) throw std::runtime_error(hedgerow_status_text(status));
}

hedgerow_cipher_info info_of(const Case& what) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  check(hedgerow_cipher_find(what.cipher.c_str(), &info));
  return info;
}

// S-boxes that any cipher with S-boxes of the caller's takes: x -> x.
std::vector<std::uint8_t> identity_boxes() {
  std::vector<std::uint8_t> r(64);
  for (std::size_t i = 0; i < r.size(); i++) r[i] = (std::uint8_t)(i % 8 * 0x22 + 0x10);
  return r;
}

hedgerow_options options_of(const Case& what) {
  hedgerow_options options{};
  options.size = sizeof options;
  options.limit_blocks = kNoLimit;
  static const std::vector<std::uint8_t> sbox = identity_boxes();
  if (const std::size_t bytes = info_of(what).sbox_bytes) {
    options.sbox = sbox.data();
    options.sbox_bytes = bytes;
  }
  if (what.kernel.empty()) return options;
  options.kernel = what.kernel.c_str();
  options.flags = HEDGEROW_ALLOW_VARTIME;
  return options;
}

// Which of a context's two kernels serves calls of this length; of two, the one that has more of
// it.
const Kernel& serving(const char* bulk, const char* narrow, std::size_t blocks) {
  const Kernel* const wide = find_kernel(bulk);
  const Kernel* const slim = find_kernel(narrow);
  if (!wide || !slim)
    throw std::runtime_error("the library names a kernel that is not in its list");
  if (wide == slim) return *wide;
  const std::size_t share = bulk_share(blocks, wide->width_blocks, slim->ops->narrow_up_to);
  return share >= blocks - share ? *wide : *slim;
}

// Where the output begins in its buffer: another distance from the input, within a page, in each
// placement.
std::size_t output_offset(const Case& what) {
  return (std::size_t)(5 * what.placement % kPlacements * kPlacementStep);
}

class CipherSubject : public Subject {
 public:
  CipherSubject(const Case& what, std::size_t bytes)
      : info_(info_of(what)),
        bytes_(bytes),
        decrypt_(what.direction == "dec"),
        in_(bytes),
        out_(what.mode == "block" ? 0 : bytes + kPlacements * kPlacementStep),
        to_(what.mode == "block" ? in_.data() : out_.data() + output_offset(what)) {
    const hedgerow_options options = options_of(what);
    const bool ctr = what.mode == "ctr";
    hedgerow_cipher* made = nullptr;
    check(hedgerow_cipher_new(&made, info_.name, ctr ? HEDGEROW_CTR : HEDGEROW_ECB, kKey.data(),
                              info_.key_bytes, &options));
    context_.reset(made);
    const std::array<std::uint8_t, 64> iv{};
    if (ctr) check(hedgerow_cipher_set_iv(made, iv.data(), info_.ctr_iv_bytes));
    call();
  }

  void call() override {
    const auto run = decrypt_ ? hedgerow_cipher_decrypt : hedgerow_cipher_encrypt;
    check(run(context_.get(), in_.data(), to_, bytes_));
  }

  const Kernel& kernel() const override {
    return serving(hedgerow_cipher_kernel(context_.get(), HEDGEROW_ROLE_BULK),
                   hedgerow_cipher_kernel(context_.get(), HEDGEROW_ROLE_NARROW),
                   bytes_ / info_.block_bytes);
  }

 private:
  struct Free {
    void operator()(hedgerow_cipher* p) const { hedgerow_cipher_free(p); }
  };
  hedgerow_cipher_info info_;
  std::size_t bytes_;
  bool decrypt_;
  Buffer in_, out_;
  std::uint8_t* to_;
  std::unique_ptr<hedgerow_cipher, Free> context_;
};

// Seals every message under the next nonce, or opens one sealed message again and again; no AAD.
class AeadSubject : public Subject {
 public:
  AeadSubject(const Case& what, std::size_t bytes)
      : info_(info_of(what)),
        bytes_(bytes),
        open_(what.direction == "dec"),
        in_(bytes),
        out_(bytes) {
    const hedgerow_options options = options_of(what);
    hedgerow_aead* made = nullptr;
    check(hedgerow_aead_new(&made, info_.name, kKey.data(), info_.key_bytes, &options));
    context_.reset(made);
    seal();
    if (!open_) return;
    std::memcpy(in_.data(), out_.data(), bytes_);
    call();
  }

  void call() override { open_ ? open() : seal(); }

  const Kernel& kernel() const override {
    return serving(hedgerow_aead_kernel(context_.get(), HEDGEROW_ROLE_BULK),
                   hedgerow_aead_kernel(context_.get(), HEDGEROW_ROLE_NARROW),
                   bytes_ / info_.block_bytes);
  }

 private:
  void seal() {
    messages_++;
    std::memcpy(nonce_.data() + 1, &messages_,
                sizeof messages_);  // byte 0: MGM wants its top bit 0
    check(hedgerow_aead_seal(context_.get(), nonce_.data(), info_.nonce_bytes, nullptr, 0,
                             in_.data(), out_.data(), bytes_, tag_.data(), info_.max_tag_bytes));
  }
  void open() {
    check(hedgerow_aead_open(context_.get(), nonce_.data(), info_.nonce_bytes, nullptr, 0,
                             in_.data(), out_.data(), bytes_, tag_.data(), info_.max_tag_bytes));
  }

  struct Free {
    void operator()(hedgerow_aead* p) const { hedgerow_aead_free(p); }
  };
  hedgerow_cipher_info info_;
  std::size_t bytes_;
  bool open_;
  Buffer in_, out_;
  std::uint64_t messages_ = 0;
  std::array<std::uint8_t, 64> nonce_{}, tag_{};
  std::unique_ptr<hedgerow_aead, Free> context_;
};

// The key schedule and the preparation of both layouts: what CipherKey::set does after allocating.
class SetupSubject : public Subject {
 public:
  explicit SetupSubject(const Case& what) : selection_(select(what)) {
    const KernelOps& narrow = *selection_.narrow->ops;
    round_keys_.resize(narrow.round_key_bytes);
    const std::uint32_t narrow_bytes = alone() ? 0 : narrow.key_bytes;
    memory_.emplace(selection_.bulk->ops->key_bytes + narrow_bytes);
  }

  void call() override {
    const KernelOps& bulk = *selection_.bulk->ops;
    const KernelOps& narrow = *selection_.narrow->ops;
    narrow.schedule(kKey.data(), round_keys_.data());
    bulk.prepare(round_keys_.data(), memory_->data());
    if (!alone()) narrow.prepare(round_keys_.data(), memory_->data() + bulk.key_bytes);
  }

  const Kernel& kernel() const override { return *selection_.bulk; }

 private:
  bool alone() const { return selection_.bulk == selection_.narrow; }

  static Selection select(const Case& what) {
    const bool forced = !what.kernel.empty();
    const char* const id = forced ? what.kernel.c_str() : forced_kernel_from_environment();
    const Variant* const variant = find_variant(what.cipher.c_str());
    Selection selection{};
    if (!variant || select_kernels(*variant, this_machine(), id, !forced, forced, &selection) !=
                        SelectStatus::kOk)
      throw std::runtime_error("no kernel can be selected");
    return selection;
  }

  Selection selection_;
  std::vector<std::uint8_t> round_keys_;
  std::optional<Buffer> memory_;
};

// Calls with the stack further down than the caller's.
class LowerStack : public Subject {
 public:
  LowerStack(std::unique_ptr<Subject> subject, std::size_t bytes)
      : subject_(std::move(subject)), bytes_(bytes) {}
  void call() override {
    void* const room = __builtin_alloca(bytes_);
    __asm__ volatile("" : : "r"(room) : "memory");
    subject_->call();
  }
  const Kernel& kernel() const override { return subject_->kernel(); }

 private:
  std::unique_ptr<Subject> subject_;
  std::size_t bytes_;
};

std::unique_ptr<Subject> make_plain(const Case& what, std::size_t bytes) {
  if (what.mode == "setup") return std::make_unique<SetupSubject>(what);
  if (what.mode == "aead") return std::make_unique<AeadSubject>(what, bytes);
  return std::make_unique<CipherSubject>(what, bytes);
}

}  // namespace

std::unique_ptr<Subject> make_subject(const Case& what, std::size_t bytes) {
  std::unique_ptr<Subject> subject = make_plain(what, bytes);
  if (what.placement == 0) return subject;
  return std::make_unique<LowerStack>(std::move(subject),
                                      (std::size_t)(what.placement * kPlacementStep));
}

}  // namespace hedgerow::bench
