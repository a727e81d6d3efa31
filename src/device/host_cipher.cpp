// The cipher's contexts of the C ABI, and the rule of the cipher's counter mode.
#include "device/host_cipher.hpp"

#include <cstring>

#include "base/secret.hpp"

namespace hedgerow::device {
namespace {

// The modes that are called ctr, which src/mode/stream/ctr.cpp defines.
struct ModeRule {
  const char* mode;
  CounterRule rule;
};
constexpr ModeRule kRules[] = {
    {"ctr", {CounterRule::First::kIv, CounterOrder::kBigEndian}},
    {"ctr_gost", {CounterRule::First::kIvAndZeros, CounterOrder::kBigEndian}},
    {"ctr_dstu", {CounterRule::First::kEncryptedIvPlusOne, CounterOrder::kLittleEndian}}};

struct AlgorithmRow {
  const char *cipher, *mode;
};
constexpr AlgorithmRow kAlgorithms[] = {
#define ALGORITHM(cipher, mode, ...) {#cipher, #mode},
#include "lists/algorithm.inc"
};

struct CipherRow {
  const char *identifier, *name;
};
constexpr CipherRow kCiphers[] = {
#define CIPHER(family, identifier, name, ...) {#identifier, name},
#include "lists/cipher.inc"
};

const char* identifier_of(const std::string& name) {
  for (const CipherRow& row : kCiphers)
    if (name == row.name) return row.identifier;
  throw Error(Status::kCipher, "there is no cipher " + name);
}

CounterRule rule_of(const std::string& name) {
  for (const ModeRule& row : kRules)
    if (has_mode(name, row.mode)) return row.rule;
  throw Error(Status::kCipher, name + " has no mode ctr");
}

template <class Info>
Info sized() {
  Info info{};
  info.size = sizeof info;
  return info;
}

}  // namespace

bool has_mode(const std::string& cipher, const char* mode_id) {
  const char* const identifier = identifier_of(cipher);
  for (const AlgorithmRow& algorithm : kAlgorithms)
    if (strcmp(algorithm.cipher, identifier) == 0 && strcmp(algorithm.mode, mode_id) == 0)
      return true;
  return false;
}

SecretBytes::~SecretBytes() { wipe(data_.data(), data_.size()); }

HostCipher::HostCipher(const std::string& name, const void* sbox, std::size_t sbox_bytes)
    : name_(name),
      sbox_((const std::uint8_t*)sbox, (const std::uint8_t*)sbox + (sbox ? sbox_bytes : 0)),
      info_(sized<hedgerow_cipher_info>()),
      algorithm_(sized<hedgerow_algorithm_info>()) {
  check_library(hedgerow_cipher_find(name_.c_str(), &info_), name_.c_str());
  check_library(hedgerow_algorithm_find(name_.c_str(), "ctr", &algorithm_), name_.c_str());
  rule_ = rule_of(name_);
  ecb_ = make("ecb");
  ctr_ = make("ctr");
}

hedgerow_options HostCipher::options() const {
  auto options = sized<hedgerow_options>();
  options.limit_blocks = HEDGEROW_NO_LIMIT;  // cipher.cpp counts the blocks
  options.sbox = sbox_.empty() ? nullptr : sbox_.data();
  options.sbox_bytes = sbox_.size();
  return options;
}

HostCipher::Context HostCipher::make(const char* mode) const {
  const auto with = options();
  hedgerow_cipher* context = nullptr;
  check_library(hedgerow_cipher_new(&context, name_.c_str(), mode, &with), name_.c_str());
  return Context(context);
}

void HostCipher::set_key(const void* key, std::size_t key_bytes) {
  check_library(hedgerow_cipher_set_key(ecb_.get(), key, key_bytes), "the key");
  check_library(hedgerow_cipher_set_key(ctr_.get(), key, key_bytes), "the key");
}

void HostCipher::round_keys(const void* key, std::size_t key_bytes, SecretBytes& result) const {
  const auto with = options();
  std::size_t bytes = 0;
  check_library(hedgerow_round_keys(name_.c_str(), &with, key, key_bytes, result.data(),
                                    result.size(), &bytes),
                "the round keys");
  if (bytes != result.size())
    throw Error(Status::kInternal,
                "a kernel of " + name_ + " has other round keys than the library");
}

void HostCipher::ecb(hedgerow_direction direction, const void* in, void* out, std::size_t bytes) {
  const auto call =
      direction == HEDGEROW_DECRYPT ? hedgerow_cipher_decrypt : hedgerow_cipher_encrypt;
  check_library(call(ecb_.get(), in, out, bytes), "on the CPU");
}

void HostCipher::ctr(const void* iv, std::uint64_t first_block, const void* in, void* out,
                     std::size_t bytes) {
  check_library(hedgerow_cipher_set_iv(ctr_.get(), iv, iv_bytes()), "the IV");
  check_library(hedgerow_cipher_seek(ctr_.get(), first_block), "the place in the message");
  check_library(hedgerow_cipher_encrypt(ctr_.get(), in, out, bytes), "on the CPU");
}

Counter HostCipher::counter(const void* iv, std::uint64_t block) {
  Counter at;
  at.order = rule_.order;
  at.field_bytes = block_bytes();
  if (rule_.first == CounterRule::First::kEncryptedIvPlusOne) {
    ecb(HEDGEROW_ENCRYPT, iv, at.block, block_bytes());
    at.advance(block_bytes(), 1);
  } else {
    std::memcpy(at.block, iv, iv_bytes());
  }
  at.advance(block_bytes(), block);
  return at;
}

}  // namespace hedgerow::device
