// The contract of a mode: the symbols that a file under src/mode exports, and the data that it works on.
//
//   modes.def   MODE cfb kind=stream ...       src/mode/stream/cfb.cpp
//                    |                              |
//                    +--> extern const CipherMode hedgerow_mode_cfb = {...}; a table of functions
//
// A mode gets a ModeContext with prepared keys (CipherKey), the state of the mode, and its parameters, but never the
// name of a cipher. It need not check its arguments, because the API has already checked every length against the
// algorithm, the overlap of buffers, the order of calls and the data limits.
//
// State. The state of a mode is one trivially copyable struct, called State. It is all zeros when the context is made.
// The context copies and wipes it as bytes; it must therefore not contain a pointer into itself or own heap memory.
// Data that depends on the cipher or the CPU follows State in memory, for example a hash key or a buffer. `state_bytes`
// returns the size of both together. No function that takes a key, an IV or data allocates memory.
//
// Life.   set_key -> start -> data -> (tag)
//
// You may go back to any of these steps at any time. `start` needs a key, and data needs a `start` if the mode has an
// IV. set_key ends the message in progress. set_key and the next start wipe the secrets of a message, and the
// destructor of the context wipes everything. `tag` wipes what depends on the data. It keeps the counter, because
// decrypt_only may follow.
//
// Every function is noexcept, and its time does not depend on keys or data. Only lengths, IVs, positions and parameters
// are public. The output is the same for every split of a message into calls. `in` and `out` are equal or disjoint.
#pragma once

#include "mode/parameters.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

enum class ModeKind : std::uint8_t { kBlock, kStream, kAead, kMac, kWrap };
enum class Direction : std::uint8_t { kEncrypt, kDecrypt };

class ModeContext {
 public:
  // Slot `i` of the prepared keys, with i < ModeBase::key_slots. A mode without a set_key function uses only slot 0.
  CipherKey& key(std::size_t i = 0) noexcept { return keys_[i]; }
  const CipherKey& key(std::size_t i = 0) const noexcept { return keys_[i]; }
  const Variant& variant() const noexcept { return *variant_; }
  std::size_t block() const noexcept { return variant_->block_bytes; }
  // The plain field that has blocks as elements. Ciphers with shorter blocks get the field of 128 bits.
  const FieldOps& field() const noexcept { return *field_->ops; }
  const RowOps& rows() const noexcept { return *field_->rows; }

  template <class State>
  State& state() noexcept {
    static_assert(__is_trivially_copyable(State) && alignof(State) <= 64);
    return *(State*)state_;
  }
  template <class State>
  const State& state() const noexcept {
    return *(const State*)state_;
  }
  // Returns the memory after State, which is aligned to 64 bytes.
  template <class State>
  std::uint8_t* behind() noexcept {
    return state_ + round_up(sizeof(State));
  }
  static constexpr std::size_t round_up(std::size_t bytes) noexcept {
    return (bytes + 63) / 64 * 64;
  }

  Parameters parameters;

  // The functions below are for the owner of the context (src/api).
  ModeContext() noexcept = default;
  ModeContext(const ModeContext&) = delete;
  ModeContext& operator=(const ModeContext&) = delete;
  ~ModeContext() noexcept;
  // Allocates keys and state, and returns false if there is not enough memory.
  bool make(const struct ModeBase& mode, const Selection& selection) noexcept;
  bool copy_from(const ModeContext& other) noexcept;
  // Set the state, or the keys, to zeros as after `make`.
  void clear_state() noexcept;
  void clear_keys() noexcept;

 private:
  static constexpr std::size_t kMaxKeySlots = 3;
  const Variant* variant_ = nullptr;
  const Field* field_ = nullptr;
  CipherKey keys_[kMaxKeySlots];
  std::size_t key_slots_ = 0;
  std::uint8_t* state_ = nullptr;
  std::size_t state_bytes_ = 0;
};

// The size of a State plus `behind` bytes after it.
template <class State>
constexpr std::size_t bytes_with(std::size_t behind) noexcept {
  return ModeContext::round_up(sizeof(State)) + behind;
}

// ModeBase::state_bytes of a mode with nothing behind its State.
template <class State>
std::size_t state_bytes_of(const Variant&, const Parameters&) noexcept {
  return sizeof(State);
}

// The members that modes of every kind have.
struct ModeBase {
  std::uint32_t key_slots = 1;
  // Returns the size of the state in bytes (null if the mode has no state). Parameters that may change later, for
  // example tag_bytes, are not yet final.
  std::size_t (*state_bytes)(const Variant& variant,
                             const Parameters& parameters) noexcept = nullptr;
  // Takes the user key, or several concatenated keys (see `keys` in modes.def) of variant.key_bytes each. Computes
  // everything that depends only on the key. Null means key(0).set(user_key).
  void (*set_key)(ModeContext& context, const std::uint8_t* user_key) noexcept = nullptr;
  // Tells in constant time if the mode accepts this user key (null if it accepts every key).
  bool (*takes_key)(const Variant& variant, const std::uint8_t* user_key) noexcept = nullptr;
  // Checks the parameters (null if the mode has no parameters). Unset ones already have the defaults of the algorithm.
  ParameterStatus (*check)(const Variant& variant, const Parameters& parameters) noexcept = nullptr;
  // Returns the longest message in bytes, which is a hard limit, for example the period of a counter or the largest
  // value of a length field. Null means kMaxMessageBytes, or kMaxWrapBytes for a key wrap.
  std::uint64_t (*max_message_bytes)(const Variant& variant) noexcept = nullptr;
};

// The longest message of any mode, because a length in bits must fit in 64 bits.
constexpr std::uint64_t kMaxMessageBytes = (1ull << 61) - 1;
// The longest plaintext of any key wrap. It is a multiple of 8, as KW requires, and so short that no sum with the added
// blocks overflows.
constexpr std::uint64_t kMaxWrapBytes = (1ull << 60) - 8;

// One of several independent messages under the same key (see `batch`). `bytes` follows the rules for a single call
// that contains the whole message.
struct BatchMessage {
  const std::uint8_t* iv;
  std::size_t iv_bytes;
  const std::uint8_t* in;
  std::uint8_t* out;  // for a MAC, one block for the tag
  std::size_t bytes;
};

// Modes of the kinds block and stream.
struct CipherMode {
  ModeBase base = {};
  // True if `encrypt` and `decrypt` only call key(0) for each block and have no state. The API may then call the key
  // directly.
  bool is_key_alone = false;
  // Starts a message and is called again for every message (null if the mode has no IV).
  void (*start)(ModeContext& context, const std::uint8_t* iv,
                std::size_t iv_bytes) noexcept = nullptr;
  // Continue the message. Stream modes take any length, and block modes take whole blocks. A mode that steals
  // ciphertext (property `steals` in modes.def) also takes an incomplete block, but only at the end of a message and in
  // the same call as the last whole block.
  void (*encrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  void (*decrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  // Continues at block number `block` of the message (null if the mode cannot seek).
  void (*seek)(ModeContext& context, std::uint64_t block) noexcept = nullptr;
  // Writes the IV with which another context would continue the message after its last whole block. It is as long as
  // the IV that `start` got. The pointer is null if the IV never changes.
  void (*updated_iv)(const ModeContext& context, std::uint8_t* iv) noexcept = nullptr;
  // Processes `count` whole messages with shared kernel calls. Afterwards the context has no message in progress. The
  // pointer is null if separate calls are as fast.
  void (*batch)(ModeContext& context, Direction direction, const BatchMessage* messages,
                std::size_t count) noexcept = nullptr;
};

// One of the strings that enter the tag of SIV in addition to the data.
struct AeadString {
  const std::uint8_t* data;
  std::size_t bytes;
};

// A whole AEAD message, for functions that need all of it in one call.
struct AeadMessage {
  const std::uint8_t* nonce;
  std::size_t nonce_bytes;
  const std::uint8_t* aad;
  std::size_t aad_bytes;
  const std::uint8_t* in;
  std::uint8_t* out;
  std::size_t bytes;
  std::size_t tag_bytes;  // length of the tag that the caller will take
};

struct AeadMode {
  ModeBase base = {};
  // Position of the counter in nonces that the library makes itself. The counter has 8 bytes, or all bytes of a shorter
  // nonce. It is at the front (little-endian) or at the end (big-endian).
  CounterOrder nonce_order = CounterOrder::kBigEndian;
  // True if max_message_bytes limits the sum of AAD and data, and false if it limits each separately.
  bool limits_sum = false;
  // The longest data and the longest AAD that the length fields of the mode can express for this nonce length. Null
  // means max_message_bytes.
  std::uint64_t (*max_data_bytes)(const Variant& variant, const Parameters& parameters,
                                  std::size_t nonce_bytes) noexcept = nullptr;
  std::uint64_t (*max_aad_bytes)(const Variant& variant, const Parameters& parameters,
                                 std::size_t nonce_bytes) noexcept = nullptr;
  // Starts a message. parameters.tag_bytes belongs to this message. So do parameters.aad_bytes and data_bytes if the
  // mode has the property `lengths_first`.
  void (*start)(ModeContext& context, Direction direction, const std::uint8_t* nonce,
                std::size_t nonce_bytes) noexcept = nullptr;
  void (*aad)(ModeContext& context, const std::uint8_t* in, std::size_t bytes) noexcept = nullptr;
  void (*encrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  void (*decrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  // Writes at most kMaxTagBytes bytes and ends the message. The tag is a prefix of these bytes.
  void (*tag)(ModeContext& context, std::uint8_t* tag) noexcept = nullptr;
  // These two open a message in one call and check the tag before they decrypt. `absorb` adds ciphertext to the tag,
  // and `decrypt_only` decrypts after `tag`. Both are null if the tag covers the plaintext. In that case the API
  // decrypts, checks the tag, and zeroes the plaintext if the tag is wrong.
  void (*absorb)(ModeContext& context, const std::uint8_t* in,
                 std::size_t bytes) noexcept = nullptr;
  void (*decrypt_only)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t bytes) noexcept = nullptr;
  // A mode that reads a message twice (property `one_call`) has these functions instead of start .. tag. `tag` has
  // parameters.tag_bytes bytes, and `open` compares tags in constant time. If it returns false, `out` may contain
  // anything, because the API zeroes it.
  void (*seal)(ModeContext& context, const AeadMessage& message,
               std::uint8_t* tag) noexcept = nullptr;
  bool (*open)(ModeContext& context, const AeadMessage& message,
               const std::uint8_t* tag) noexcept = nullptr;
  // The same for `count` strings, which replace the AAD and the nonce of the message. Null if the mode supports only
  // AAD and nonce.
  void (*seal_strings)(ModeContext& context, const AeadString* strings, std::size_t count,
                       const AeadMessage& message, std::uint8_t* tag) noexcept = nullptr;
  bool (*open_strings)(ModeContext& context, const AeadString* strings, std::size_t count,
                       const AeadMessage& message, const std::uint8_t* tag) noexcept = nullptr;
  // Encrypts `count` whole messages with shared kernel calls. `tags` has room for kMaxTagBytes bytes for each message,
  // and receives its tag at their start. Afterwards the context has no message in progress. The pointer is null if the
  // mode has no batch code.
  void (*batch)(ModeContext& context, const AeadMessage* messages, std::size_t count,
                std::uint8_t* tags) noexcept = nullptr;
};

struct MacMode {
  ModeBase base = {};
  // Starts a message (null if the mode has no IV, because in that case set_key and `tag` already start the next
  // message).
  void (*start)(ModeContext& context, const std::uint8_t* iv,
                std::size_t iv_bytes) noexcept = nullptr;
  void (*update)(ModeContext& context, const std::uint8_t* in,
                 std::size_t bytes) noexcept = nullptr;
  // Writes at most one block and ends the message. The tag is a prefix of these bytes.
  void (*tag)(ModeContext& context, std::uint8_t* tag) noexcept = nullptr;
  // Computes the tags of `count` whole messages, one block each, with shared kernel calls (null if there is no batch
  // code).
  void (*batch)(ModeContext& context, const BatchMessage* messages,
                std::size_t count) noexcept = nullptr;
};

struct WrapMode {
  ModeBase base = {};
  // Returns the length of the wrapped form of `bytes` bytes, or 0 if the mode does not accept that length.
  std::size_t (*wrapped_bytes)(const Variant& variant, std::size_t bytes) noexcept = nullptr;
  // Tells in constant time if unwrapping would return exactly this plaintext (null if that holds for every plaintext).
  bool (*takes)(const Variant& variant, const std::uint8_t* in,
                std::size_t bytes) noexcept = nullptr;
  // Returns the longest plaintext that a wrapped form of `bytes` bytes can hold, or 0 if no wrapped form has that
  // length.
  std::size_t (*unwrapped_bytes)(const Variant& variant, std::size_t bytes) noexcept = nullptr;
  // `iv` is null and iv_bytes is 0 if the algorithm permits that.
  void (*wrap)(ModeContext& context, const std::uint8_t* iv, std::size_t iv_bytes,
               const std::uint8_t* in, std::size_t bytes, std::uint8_t* out) noexcept = nullptr;
  // Writes at most unwrapped_bytes(bytes) bytes and stores the length of the plaintext in *out_bytes. Returns false
  // after the same amount of work if the integrity check fails. The API then zeroes `out`.
  bool (*unwrap)(ModeContext& context, const std::uint8_t* iv, std::size_t iv_bytes,
                 const std::uint8_t* in, std::size_t bytes, std::uint8_t* out,
                 std::size_t* out_bytes) noexcept = nullptr;
};

}  // namespace hedgerow
