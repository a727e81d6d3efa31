// The kinds of subject: a block or stream mode, a MAC, an AEAD, and key setup.
#include "subject.hpp"

#include <array>
#include <cstring>
#include <stdexcept>

#include "hedgerow/hedgerow.hpp"
#include "isa/cpu.hpp"
#include "lower_stack.hpp"
#include "measure/buffer.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow::bench {
namespace {

constexpr std::array<std::uint8_t, HEDGEROW_MAX_KEY_BYTES> kKey = {0x48, 0x65, 0x64, 0x67,
                                                                   0x65, 0x72, 0x6f, 0x77};

void check(hedgerow_status status) {
  if (status != HEDGEROW_OK) throw std::runtime_error(hedgerow_status_text(status));
}

hedgerow_cipher_info info_of(const Case& what) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  check(hedgerow_cipher_find(what.cipher.c_str(), &info));
  return info;
}

// S-boxes for any cipher with S-boxes of the caller: x -> x.
std::vector<std::uint8_t> identity_boxes() {
  std::vector<std::uint8_t> r(64);
  for (std::size_t i = 0; i < r.size(); i++) r[i] = (std::uint8_t)(i % 8 * 0x22 + 0x10);
  return r;
}

std::string name_of(const std::string& mode) { return mode.substr(0, mode.find(':')); }

hedgerow::Options cipher_options(const Case& what) {
  hedgerow::Options options;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  options.repeat_nonce = what.mode == "aead";  // because the same batch is sealed repeatedly
  static const std::vector<std::uint8_t> sbox = identity_boxes();
  if (info_of(what).sbox_bytes) options.sbox = sbox;
  options.kernel = what.kernel;
  return options;
}

const Kernel& named(const char* id) {
  const Kernel* const found = find_kernel(id);
  if (!found) throw std::runtime_error("the library names a kernel that is not in its list");
  return *found;
}

// The offset of the output in its buffer. In each placement it has another distance from the input
// within a page.
std::size_t output_offset(const Case& what) {
  return (std::size_t)(5 * what.placement % kPlacements * kPlacementStep);
}

hedgerow_algorithm_info algorithm_of(const Case& what, const std::string& mode) {
  hedgerow_algorithm_info algorithm{};
  algorithm.size = sizeof algorithm;
  check(hedgerow_algorithm_find(what.cipher.c_str(), mode.c_str(), &algorithm));
  return algorithm;
}

// The IV of the measured messages.
constexpr std::array<std::uint8_t, HEDGEROW_MAX_IV_BYTES> kIv{};

class CipherSubject : public Subject {
 public:
  CipherSubject(const Case& what, std::size_t bytes)
      : algorithm_(algorithm_of(what, what.mode == "block" ? "ecb" : name_of(what.mode))),
        chunks_(what),
        decrypt_(what.direction == "dec"),
        in_(bytes),
        out_(what.mode == "block" ? 0 : bytes + kPlacements * kPlacementStep),
        to_(what.mode == "block" ? in_.data() : out_.data() + output_offset(what)),
        context_(algorithm_.cipher, algorithm_.mode, cipher_options(what)) {
    context_.set_key({kKey.data(), algorithm_.key_bytes});
    const std::size_t count = messages_of(what.mode);
    for (std::size_t i = 0; i < count; i++) {
      const std::size_t share = bytes / count;
      messages_.push_back({kIv.data(), algorithm_.iv_bytes, nullptr, 0, in_.data() + i * share,
                           out_.data() + i * share, share, nullptr, 0});
    }
    call();
  }

  void call() override {
    hedgerow_cipher* const c = context_.get();
    if (!messages_.empty()) {
      const auto direction = decrypt_ ? HEDGEROW_DECRYPT : HEDGEROW_ENCRYPT;
      check(hedgerow_cipher_batch(c, direction, messages_.data(), messages_.size()));
      return;
    }
    if (algorithm_.iv_bytes) check(hedgerow_cipher_set_iv(c, kIv.data(), algorithm_.iv_bytes));
    const std::size_t at = chunks_.next();
    check((decrypt_ ? hedgerow_cipher_decrypt : hedgerow_cipher_encrypt)(
        c, in_.data() + at, to_ + at, chunks_.bytes()));
  }

  const Kernel& kernel() const override {
    return named(hedgerow_cipher_kernel(context_.get(), chunks_.bytes() / algorithm_.block_bytes));
  }

 private:
  hedgerow_algorithm_info algorithm_;
  Chunks chunks_;
  bool decrypt_;
  Buffer in_, out_;
  std::uint8_t* to_;
  hedgerow::Cipher context_;
  std::vector<hedgerow_message> messages_;
};

// Computes a tag over one message, or over each message of a batch.
class MacSubject : public Subject {
 public:
  MacSubject(const Case& what, std::size_t bytes)
      : algorithm_(algorithm_of(what, name_of(what.mode))),
        bytes_(bytes),
        in_(bytes),
        tags_(messages_of(what.mode) * algorithm_.tag_bytes + algorithm_.tag_bytes),
        context_(algorithm_.cipher, algorithm_.mode, cipher_options(what)) {
    context_.set_key({kKey.data(), algorithm_.key_bytes});
    const std::size_t count = messages_of(what.mode);
    for (std::size_t i = 0; i < count; i++)
      messages_.push_back({kIv.data(), algorithm_.iv_bytes, nullptr, 0,
                           in_.data() + i * (bytes / count), nullptr, bytes / count,
                           tags_.data() + i * algorithm_.tag_bytes, algorithm_.tag_bytes});
    call();
  }

  void call() override {
    hedgerow_mac* const c = context_.get();
    if (!messages_.empty()) {
      check(hedgerow_mac_batch(c, messages_.data(), messages_.size()));
      return;
    }
    if (algorithm_.iv_bytes) check(hedgerow_mac_set_iv(c, kIv.data(), algorithm_.iv_bytes));
    check(hedgerow_mac_update(c, in_.data(), bytes_));
    check(hedgerow_mac_final(c, tags_.data(), algorithm_.tag_bytes));
  }

  const Kernel& kernel() const override {
    return named(hedgerow_mac_kernel(context_.get(), messages_.empty() ? 1 : messages_.size()));
  }

 private:
  hedgerow_algorithm_info algorithm_;
  std::size_t bytes_;
  Buffer in_;
  std::vector<std::uint8_t> tags_;
  hedgerow::Mac context_;
  std::vector<hedgerow_message> messages_;
};

// Seals every message under the next nonce, or opens one sealed message repeatedly. There is no
// AAD. A batch seals equal shares of `bytes`, each under its own nonce.
class AeadSubject : public Subject {
 public:
  AeadSubject(const Case& what, std::size_t bytes)
      : algorithm_(algorithm_of(what, name_of(what.mode_name))),
        bytes_(bytes),
        open_(what.direction == "dec"),
        in_(bytes),
        out_(bytes),
        context_(algorithm_.cipher, algorithm_.mode, cipher_options(what)) {
    context_.set_key({kKey.data(), algorithm_.key_bytes});
    make_batch(messages_of(what.mode_name));
    seal();
    if (!open_) return;
    std::memcpy(in_.data(), out_.data(), bytes_);
    call();
  }

  void call() override { open_ ? open() : seal(); }

  const Kernel& kernel() const override {
    return named(hedgerow_aead_kernel(context_.get(), bytes_ / algorithm_.block_bytes));
  }

 private:
  void make_batch(std::size_t count) {
    nonces_.resize(count);
    tags_.resize(count);
    for (std::size_t i = 0; i < count; i++) {
      const std::size_t share = bytes_ / count;
      nonces_[i][1] = (std::uint8_t)(i >> 8), nonces_[i][2] = (std::uint8_t)i;
      messages_.push_back({nonces_[i].data(), algorithm_.iv_bytes, nullptr, 0,
                           in_.data() + i * share, out_.data() + i * share, share, tags_[i].data(),
                           algorithm_.tag_bytes});
    }
  }

  void seal() {
    if (!messages_.empty()) {
      check(hedgerow_aead_seal_batch(context_.get(), messages_.data(), messages_.size()));
      return;
    }
    check(hedgerow_aead_seal(context_.get(), nonce_.data(), algorithm_.iv_bytes, nullptr, 0,
                             in_.data(), out_.data(), bytes_, tag_.data(), algorithm_.tag_bytes));
  }
  void open() {
    check(hedgerow_aead_open(context_.get(), nonce_.data(), algorithm_.iv_bytes, nullptr, 0,
                             in_.data(), out_.data(), bytes_, tag_.data(), algorithm_.tag_bytes));
  }

  hedgerow_algorithm_info algorithm_;
  std::size_t bytes_;
  bool open_;
  Buffer in_, out_;
  std::array<std::uint8_t, 64> nonce_{}, tag_{};
  std::vector<std::array<std::uint8_t, 64>> nonces_, tags_;
  std::vector<hedgerow_message> messages_;
  hedgerow::Aead context_;
};

// The key schedule and the preparation of all layouts.
class SetupSubject : public Subject {
 public:
  explicit SetupSubject(const Case& what) : for_all_(what.direction == "both") {
    if (!key_.bind(select(what))) throw std::bad_alloc();
  }

  void call() override {
    key_.set(kKey.data());
    if (for_all_) key_.prepare_all();
  }

  const Kernel& kernel() const override { return key_.selection().last(); }

 private:
  static Selection select(const Case& what) {
    const bool forced = !what.kernel.empty();
    const char* const id = forced ? what.kernel.c_str() : forced_kernel_from_environment();
    const Variant* const variant = find_variant(what.cipher.c_str());
    Selection selection;
    if (!variant ||
        select_kernels(*variant, this_machine(), id, !forced, &selection) != SelectStatus::kOk)
      throw std::runtime_error("no kernel can be selected");
    return selection;
  }

  bool for_all_;  // calls of any length
  CipherKey key_;
};

std::unique_ptr<Subject> make_plain(const Case& what, std::size_t bytes) {
  if (what.mode == "setup") return std::make_unique<SetupSubject>(what);
  if (what.mode == "aead") return std::make_unique<AeadSubject>(what, bytes);
  if (what.mode != "block" && algorithm_of(what, name_of(what.mode)).kind == HEDGEROW_MAC)
    return std::make_unique<MacSubject>(what, bytes);
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
