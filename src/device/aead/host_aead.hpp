// The CPU's part of GCM [SP 800-38D], GCM [DSTU 7624] and MGM [RFC 9058] for devices: counters, the
// contribution of AAD and lengths to the hash, and the tag. The device computes a sum over the
// blocks c_1 .. c_n of the ciphertext:
//
//   GCM   sum of c_i h^(n - i)        h = E(0)
//   MGM   sum of H_(a + i) c_i        H_k: the factors; the a blocks of AAD use the first a of them
//
// The CPU computes all other terms as one `constant`. With [..] for Horner's rule over h, the tags
// are
//
//   SP 800-38D   tag =   [sum, 0, constant]     constant = E(J0) + lengths h + AAD
//   DSTU 7624    tag = E([sum, constant])       constant = lengths + AAD
//   MGM          tag = E( sum + constant )      constant = H_last lengths + AAD
//
// An incomplete last block is padded with zeros and follows the sum: [sum, last, ...].
#pragma once

#include "device/host_cipher.hpp"

namespace hedgerow::device {

// A message as the caller gave it.
struct AeadInput {
  const std::uint8_t* nonce;
  std::size_t nonce_bytes;
  const std::uint8_t* aad;
  std::size_t aad_bytes;
  std::uint64_t bytes;  // length of the data
};

// The values that are derived from the message before its data is processed. They are wiped at
// destruction.
struct AeadStart {
  Counter data;     // for the first block of keystream
  Counter factors;  // MGM: for the factor of the first block of data
  std::uint8_t constant[kMaxBlockBytes] = {};
  AeadStart() = default;
  AeadStart(const AeadStart&) = delete;
  ~AeadStart() { wipe(constant, sizeof constant); }
};

class HostAead {
 public:
  // Throws kMode if the cipher has no such AEAD, and kUnsupported if devices do not have it.
  HostAead(const std::string& cipher, const std::string& mode);
  ~HostAead();
  HostAead(const HostAead&) = delete;

  const hedgerow_algorithm_info& algorithm() const { return algorithm_; }
  std::size_t block_bytes() const { return algorithm_.block_bytes; }
  // The name of the field in the hash kernels.
  const char* field() const { return rule_->field; }
  bool sums_products() const { return rule_->kind == Kind::kMgm; }
  // The number of zero elements between the sum and the constant.
  std::size_t zeros() const { return rule_->kind == Kind::kGcm ? 1 : 0; }
  bool encrypts_sum() const { return rule_->kind != Kind::kGcm; }

  void set_key(const void* key, std::size_t bytes);
  // Throws kNonceLength, kTagLength, kDataLength or kLimit.
  void check(const AeadInput& message, std::size_t tag_bytes) const;
  void start(const AeadInput& message, AeadStart& start);

  // Computes h^n, the factor of a sum that n partials follow; for MGM it is 1.
  void power(std::uint64_t n, std::uint8_t* result);
  // Computes sum := sum h^n + next, or for MGM sum := sum + next.
  void join(std::uint8_t* sum, std::uint64_t n, const std::uint8_t* next);
  // Computes the tag of a sum, one block. `last` is the incomplete last block of the ciphertext, or
  // null. It has `rest` bytes and is block `index`.
  void finish(const AeadStart& start, std::uint8_t* sum, const std::uint8_t* last, std::size_t rest,
              std::uint64_t index, std::uint8_t* tag);
  // Encrypts or decrypts `bytes` bytes, from block `first` of the data on.
  void crypt(const AeadStart& start, std::uint64_t first, const std::uint8_t* in, std::uint8_t* out,
             std::uint64_t bytes);

  // Processes the whole message with the library, where open() returns true if it is authentic.
  void seal(const AeadInput& message, const std::uint8_t* in, std::uint8_t* out, std::uint8_t* tag,
            std::size_t tag_bytes);
  bool open(const AeadInput& message, const std::uint8_t* in, std::uint8_t* out,
            const std::uint8_t* tag, std::size_t tag_bytes);

 private:
  enum class Kind { kGcm, kGcmDstu, kMgm };
  struct Rule {
    const char* mode;  // the ID of modes.def
    const char* name;  // the name that users see
    Kind kind;
    const char* field;  // null if the block length decides
  };
  static const Rule kRules[];
  struct Free {
    void operator()(hedgerow_aead* context) const { hedgerow_aead_free(context); }
  };

  void encrypt(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks = 1);
  // Computes a := a b in the element order of the mode.
  void multiply(std::uint8_t* a, const std::uint8_t* b) const;
  void absorb(std::uint8_t* sum, const std::uint8_t* in, std::uint64_t bytes) const;
  void factor(const Counter& factors, std::uint64_t index, std::uint8_t* result);
  void start_gcm(const AeadInput& message, AeadStart& start);
  void start_dstu(const AeadInput& message, AeadStart& start);
  void start_mgm(const AeadInput& message, AeadStart& start);

  std::string cipher_;
  hedgerow_algorithm_info algorithm_{};
  Rule chosen_{};
  const Rule* rule_ = &chosen_;
  std::string field_;
  void (*product_)(std::uint8_t*, const std::uint8_t*) noexcept = nullptr;
  HostCipher host_;
  std::unique_ptr<hedgerow_aead, Free> whole_;
  std::uint8_t h_[kMaxBlockBytes] = {};
  std::uint64_t known_exponent_ = 0;  // the exponent of known_power_; 0 if there is none
  std::uint8_t known_power_[kMaxBlockBytes] = {};
};

}  // namespace hedgerow::device
