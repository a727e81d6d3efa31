// The rules of the three modes on the CPU, which host_aead.hpp defines. Lengths are public, and all
// other data is treated as secret.
#include "device/aead/host_aead.hpp"

#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"
#include "base/secret.hpp"

namespace hedgerow::device {
namespace {

std::uint64_t blocks_of(std::uint64_t bytes, std::size_t block) {
  return bytes / block + (bytes % block != 0);
}

void add(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i++) to[i] ^= from[i];
}

// A block on the stack that is wiped at destruction.
struct Block {
  std::uint8_t b[kMaxBlockBytes] = {};
  Block() = default;
  Block(const Block&) = delete;
  ~Block() { wipe(b, sizeof b); }
};

bool steps_to(std::size_t n, std::size_t least, std::size_t most, std::size_t step) {
  return n >= least && n <= most && (step == 0 || (n - least) % step == 0);
}

std::string range(std::size_t least, std::size_t most) {
  return least == most ? std::to_string(least)
                       : std::to_string(least) + " to " + std::to_string(most);
}

constexpr std::size_t kFewBlocks = 64;

}  // namespace

const HostAead::Rule HostAead::kRules[] = {{"gcm", "gcm", Kind::kGcm, "ghash"},
                                           {"gcm_dstu", "gcm", Kind::kGcmDstu, nullptr},
                                           {"mgm", "mgm", Kind::kMgm, nullptr}};

HostAead::HostAead(const std::string& cipher, const std::string& mode)
    : cipher_(cipher), host_(cipher, nullptr, 0) {
  algorithm_.size = sizeof algorithm_;
  check_library(hedgerow_algorithm_find(cipher.c_str(), mode.c_str(), &algorithm_),
                (cipher + " in " + mode).c_str());
  if (algorithm_.kind != HEDGEROW_AEAD)
    throw Error(Status::kMode, cipher + " in " + mode + " is no AEAD: gcm and mgm are");
  for (const Rule& rule : kRules)
    if (mode == rule.name && has_mode(cipher, rule.mode)) chosen_ = rule;
  if (!chosen_.mode)
    throw Error(Status::kUnsupported,
                "devices have no " + mode + ": of the AEADs only gcm and mgm run on them");
  field_ = chosen_.field ? chosen_.field : "gf" + std::to_string(8 * block_bytes());
  chosen_.field = field_.c_str();
  for (const HashKernelInfo& info : hash_kernel_infos())
    if (field_ == info.field) product_ = info.multiply;
  if (!product_) throw Error(Status::kInternal, "no hash kernel has the field " + field_);
}

HostAead::~HostAead() {
  wipe(h_, sizeof h_);
  wipe(known_power_, sizeof known_power_);
}

void HostAead::encrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
  host_.ecb(HEDGEROW_ENCRYPT, in, out, blocks * block_bytes());
}

void HostAead::set_key(const void* key, std::size_t bytes) {
  host_.set_key(key, bytes);
  hedgerow_options options{};
  options.size = sizeof options;
  options.flags = HEDGEROW_REPEAT_NONCE;  // the handle itself refuses a repeated nonce earlier
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  hedgerow_aead* made = nullptr;
  check_library(hedgerow_aead_new(&made, cipher_.c_str(), algorithm_.mode, &options),
                cipher_.c_str());
  whole_.reset(made);
  check_library(hedgerow_aead_set_key(made, key, bytes), "the key");
  known_exponent_ = 0;
  std::memset(h_, 0, sizeof h_);
  if (sums_products())
    h_[0] = 1;
  else
    encrypt(h_, h_);
}

void HostAead::check(const AeadInput& m, std::size_t tag_bytes) const {
  const std::string name = cipher_ + " in " + algorithm_.mode;
  if (!steps_to(m.nonce_bytes, algorithm_.min_iv_bytes, algorithm_.max_iv_bytes,
                algorithm_.iv_step_bytes))
    throw Error(Status::kNonceLength, "a nonce of " + std::to_string(m.nonce_bytes) + " bytes; " +
                                          name + " takes " +
                                          range(algorithm_.min_iv_bytes, algorithm_.max_iv_bytes));
  if ((algorithm_.properties & HEDGEROW_NONCE_TOP_BIT) && (m.nonce[0] & 0x80))
    throw Error(Status::kNonceLength, "the first bit of a nonce of " + name + " must be 0");
  if (!steps_to(tag_bytes, algorithm_.min_tag_bytes, algorithm_.max_tag_bytes,
                algorithm_.tag_step_bytes))
    throw Error(Status::kTagLength, "a tag of " + std::to_string(tag_bytes) + " bytes; " + name +
                                        " has " +
                                        range(algorithm_.min_tag_bytes, algorithm_.max_tag_bytes));
  if ((algorithm_.properties & HEDGEROW_NO_EMPTY) && m.aad_bytes == 0 && m.bytes == 0)
    throw Error(Status::kDataLength, name + " takes no message without data and AAD");
  const std::uint64_t most = algorithm_.message_bytes;
  if (m.bytes > most || (sums_products() && m.aad_bytes > most - m.bytes))
    throw Error(Status::kLimit,
                "a message of " + name + " has at most " + std::to_string(most) + " bytes");
}

void HostAead::multiply(std::uint8_t* a, const std::uint8_t* b) const {
  if (!sums_products()) return product_(a, b);
  Block x, y;  // MGM's elements are big-endian
  std::reverse_copy(a, a + block_bytes(), x.b);
  std::reverse_copy(b, b + block_bytes(), y.b);
  product_(x.b, y.b);
  std::reverse_copy(x.b, x.b + block_bytes(), a);
}

void HostAead::power(std::uint64_t n, std::uint8_t* result) {
  const std::size_t block = block_bytes();
  if (sums_products() || known_exponent_ != n || n == 0) {
    // The element x^0 of the field is the first bit of byte 0 in GHASH and the last bit of byte 0 in other fields.
    std::memset(known_power_, 0, sizeof known_power_);
    known_power_[0] = field_ == "ghash" ? 0x80 : 1;
    for (int bit = 63; bit >= 0 && !sums_products(); bit--) {
      if (n >> bit == 0) continue;
      Block square;
      std::memcpy(square.b, known_power_, block);
      product_(known_power_, square.b);
      if (n >> bit & 1) product_(known_power_, h_);
    }
    known_exponent_ = n;
  }
  std::memcpy(result, known_power_, block);
}

void HostAead::join(std::uint8_t* sum, std::uint64_t n, const std::uint8_t* next) {
  if (!sums_products()) {
    Block factor;
    if (n != 1) power(n, factor.b);
    product_(sum, n == 1 ? h_ : factor.b);
  }
  add(sum, next, block_bytes());
}

void HostAead::absorb(std::uint8_t* sum, const std::uint8_t* in, std::uint64_t bytes) const {
  for (std::uint64_t at = 0; at < bytes; at += block_bytes()) {
    add(sum, in + at, (std::size_t)std::min<std::uint64_t>(block_bytes(), bytes - at));
    product_(sum, h_);
  }
}

void HostAead::factor(const Counter& factors, std::uint64_t index, std::uint8_t* result) {
  Counter at = factors;
  at.advance(block_bytes(), index);
  encrypt(at.block, result);
}

void HostAead::start(const AeadInput& m, AeadStart& s) {
  if (rule_->kind == Kind::kGcm) return start_gcm(m, s);
  if (rule_->kind == Kind::kGcmDstu) return start_dstu(m, s);
  start_mgm(m, s);
}

void HostAead::start_gcm(const AeadInput& m, AeadStart& s) {
  constexpr std::size_t kBlock = 16, kCounter = 4;
  Block lengths, mask;
  s.data.order = CounterOrder::kBigEndian;
  s.data.field_bytes = kCounter;
  std::uint8_t* const j0 = s.data.block;
  if (m.nonce_bytes == kBlock - kCounter) {
    std::memcpy(j0, m.nonce, m.nonce_bytes);
    j0[kBlock - 1] = 1;
  } else {
    absorb(j0, m.nonce, m.nonce_bytes);
    store_be64(lengths.b + 8, 8 * (std::uint64_t)m.nonce_bytes);
    absorb(j0, lengths.b, kBlock);
  }
  encrypt(j0, mask.b);
  s.data.advance(kBlock, 1);
  if (m.aad_bytes) {
    Block factor;
    absorb(s.constant, m.aad, m.aad_bytes);
    power(blocks_of(m.bytes, kBlock) + 1, factor.b);
    product_(s.constant, factor.b);
  }
  store_be64(lengths.b, 8 * (std::uint64_t)m.aad_bytes);
  store_be64(lengths.b + 8, 8 * m.bytes);
  product_(lengths.b, h_);
  add(s.constant, lengths.b, kBlock);
  add(s.constant, mask.b, kBlock);
}

void HostAead::start_dstu(const AeadInput& m, AeadStart& s) {
  const std::size_t block = block_bytes();
  s.data.order = CounterOrder::kLittleEndian;
  s.data.field_bytes = block;
  encrypt(m.nonce, s.data.block);
  s.data.advance(block, 1);
  if (m.aad_bytes) {
    Block factor;
    absorb(s.constant, m.aad, m.aad_bytes);
    power(blocks_of(m.bytes, block), factor.b);
    product_(s.constant, factor.b);
  }
  Block lengths;
  store_le64(lengths.b, 8 * (std::uint64_t)m.aad_bytes);
  store_le64(lengths.b + block / 2, 8 * m.bytes);
  add(s.constant, lengths.b, block);
}

void HostAead::start_mgm(const AeadInput& m, AeadStart& s) {
  const std::size_t block = block_bytes(), half = block / 2;
  Block first;
  s.data.order = CounterOrder::kBigEndian;
  s.factors.order = CounterOrder::kBigEndianLeft;
  s.data.field_bytes = s.factors.field_bytes = half;
  encrypt(m.nonce, s.data.block);
  std::memcpy(first.b, m.nonce, block);
  first.b[0] |= 0x80;
  encrypt(first.b, s.factors.block);
  const auto add_product = [&](std::uint64_t index, const std::uint8_t* in, std::size_t bytes) {
    Block a, h;
    std::memcpy(a.b, in, bytes);
    factor(s.factors, index, h.b);
    multiply(a.b, h.b);
    add(s.constant, a.b, block);
  };
  const std::uint64_t of_aad = blocks_of(m.aad_bytes, block);
  for (std::uint64_t i = 0; i < of_aad; i++)
    add_product(i, m.aad + i * block,
                (std::size_t)std::min<std::uint64_t>(block, m.aad_bytes - i * block));
  Block lengths;
  for (std::size_t i = 0; i < 8 && i < half; i++) {
    lengths.b[half - 1 - i] = (std::uint8_t)(8 * (std::uint64_t)m.aad_bytes >> (8 * i));
    lengths.b[block - 1 - i] = (std::uint8_t)(8 * m.bytes >> (8 * i));
  }
  add_product(of_aad + blocks_of(m.bytes, block), lengths.b, block);
  s.factors.advance(block, of_aad);
}

void HostAead::finish(const AeadStart& s, std::uint8_t* sum, const std::uint8_t* last,
                      std::size_t rest, std::uint64_t index, std::uint8_t* tag) {
  const std::size_t block = block_bytes();
  if (rest) {
    Block padded;
    std::memcpy(padded.b, last, rest);
    if (sums_products()) {
      Block h;
      factor(s.factors, index, h.b);
      multiply(padded.b, h.b);
    }
    join(sum, 1, padded.b);
  }
  for (std::size_t i = 0; i < zeros(); i++) product_(sum, h_);
  join(sum, 1, s.constant);
  std::memcpy(tag, sum, block);
  if (encrypts_sum()) encrypt(tag, tag);
}

void HostAead::crypt(const AeadStart& s, std::uint64_t first, const std::uint8_t* in,
                     std::uint8_t* out, std::uint64_t bytes) {
  const std::size_t block = block_bytes();
  SecretBytes stream(kFewBlocks * block);
  Counter at = s.data;
  at.advance(block, first);
  for (std::uint64_t done = 0; done < bytes;) {
    const auto n = (std::size_t)std::min<std::uint64_t>(stream.size(), bytes - done);
    const std::size_t blocks = (std::size_t)blocks_of(n, block);
    for (std::size_t i = 0; i < blocks; i++) {
      std::memcpy(stream.data() + i * block, at.block, block);
      at.advance(block, 1);
    }
    encrypt(stream.data(), stream.data(), blocks);
    for (std::size_t i = 0; i < n; i++) out[done + i] = in[done + i] ^ stream.data()[i];
    done += n;
  }
}

void HostAead::seal(const AeadInput& m, const std::uint8_t* in, std::uint8_t* out,
                    std::uint8_t* tag, std::size_t tag_bytes) {
  check_library(
      hedgerow_aead_seal_with_nonce(whole_.get(), m.nonce, m.nonce_bytes, m.aad, m.aad_bytes, in,
                                    out, (std::size_t)m.bytes, tag, tag_bytes),
      "on the CPU");
}

bool HostAead::open(const AeadInput& m, const std::uint8_t* in, std::uint8_t* out,
                    const std::uint8_t* tag, std::size_t tag_bytes) {
  const auto result = hedgerow_aead_open(whole_.get(), m.nonce, m.nonce_bytes, m.aad, m.aad_bytes,
                                         in, out, (std::size_t)m.bytes, tag, tag_bytes);
  if (result == HEDGEROW_ERR_AUTH) return false;
  check_library(result, "on the CPU");
  return true;
}

}  // namespace hedgerow::device
