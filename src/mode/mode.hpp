// The contract of a mode: what a file under src/mode exports, and what it works on.
//
//   modes.def   MODE cfb kind=stream ...       src/mode/stream/cfb.cpp
//                    |                              |
//                    +--> extern const CipherMode hedgerow_mode_cfb = {...}; a table of functions
//
// A mode sees a ModeContext: prepared keys (CipherKey), its own state, its parameters. It never
// sees a caller's mistake: the API has checked every length against the algorithm, the overlap of
// buffers, the order of calls and the data limits. A mode names no cipher.
//
// State. A mode's state is one trivially copyable struct, State: all zeros when the context is
// made, copied and wiped as bytes, so it holds no pointer into itself and no heap memory. What
// depends on the cipher or the CPU (a hash key, buffers) lies behind it: state_bytes says how much
// in all. Nothing on the path of keys, IVs and data allocates.
//
// Life.   set_key -> start -> data -> (tag)      any of them again at any time; start needs a key,
//                                                data needs start where the mode has an IV.
// set_key ends the message in progress. A message's secrets in State are wiped by `tag`, by
// set_key or by the next start; the context's end wipes everything.
//
// Every function is noexcept, constant in time as far as keys and data go (lengths, IVs, positions
// and parameters are public), and gives the same bytes for every splitting of the data into calls.
// `in` and `out` are equal or disjoint.
#pragma once

#include "mode/parameters.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

enum class ModeKind : std::uint8_t { kBlock, kStream, kAead, kMac, kWrap };
enum class Direction : std::uint8_t { kEncrypt, kDecrypt };

class ModeContext {
 public:
  // Slot `i` of the prepared keys, below ModeBase::key_slots. Slot 0 alone where a mode has no
  // set_key of its own.
  CipherKey& key(std::size_t i = 0) noexcept { return keys_[i]; }
  const CipherKey& key(std::size_t i = 0) const noexcept { return keys_[i]; }
  const Variant& variant() const noexcept { return *variant_; }
  std::size_t block() const noexcept { return variant_->block_bytes; }
  // The plain field whose elements are blocks; that of 128 bits where blocks are shorter.
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
  // What lies behind State, 64-byte aligned.
  template <class State>
  std::uint8_t* behind() noexcept {
    return state_ + round_up(sizeof(State));
  }
  static constexpr std::size_t round_up(std::size_t bytes) noexcept {
    return (bytes + 63) / 64 * 64;
  }

  Parameters parameters;

  // The owner's side (src/api).
  ModeContext() noexcept = default;
  ModeContext(const ModeContext&) = delete;
  ModeContext& operator=(const ModeContext&) = delete;
  ~ModeContext() noexcept;
  // Takes memory for keys and state. False when memory is short.
  bool make(const struct ModeBase& mode, const Selection& selection) noexcept;
  bool copy_from(const ModeContext& other) noexcept;
  // Zeroes the state, or the keys, as `make` left them.
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

// The bytes of a State with `behind` more behind it.
template <class State>
constexpr std::size_t bytes_with(std::size_t behind) noexcept {
  return ModeContext::round_up(sizeof(State)) + behind;
}

// What every kind has.
struct ModeBase {
  std::uint32_t key_slots = 1;
  // Bytes of the state; the parameters are final but for those that may change later (tag_bytes).
  // Null: it has none.
  std::size_t (*state_bytes)(const Variant& variant,
                             const Parameters& parameters) noexcept = nullptr;
  // Takes the user key, or keys one behind the other (MODE's `keys`), each of
  // variant.key_bytes. Null: key(0).set(user_key). Everything that depends on the key alone.
  void (*set_key)(ModeContext& context, const std::uint8_t* user_key) noexcept = nullptr;
  // Whether the mode takes this user key, in constant time. Null: any.
  bool (*takes_key)(const Variant& variant, const std::uint8_t* user_key) noexcept = nullptr;
  // Checks the parameters, in which the algorithm's defaults stand. Null: the mode has none.
  ParameterStatus (*check)(const Variant& variant, const Parameters& parameters) noexcept = nullptr;
  // The longest message in bytes: the period of a counter, or the room of a length field. A hard
  // limit. Null: kMaxMessageBytes.
  std::uint64_t (*max_message_bytes)(const Variant& variant) noexcept = nullptr;
};

// The longest message of any mode: its length in bits fits in 64 bits.
constexpr std::uint64_t kMaxMessageBytes = (1ull << 61) - 1;

// One of several independent messages under one key: see `batch`. `bytes` obeys the rules of one
// call that is a whole message.
struct BatchMessage {
  const std::uint8_t* iv;
  std::size_t iv_bytes;
  const std::uint8_t* in;
  std::uint8_t* out;  // a MAC: one block for the tag
  std::size_t bytes;
};

// Kinds block and stream.
struct CipherMode {
  ModeBase base = {};
  // `encrypt` and `decrypt` are those of key(0), block by block, with no state: the API may call these instead.
  bool is_key_alone = false;
  // Begins a message. Null: the mode has no IV. Called again for every message.
  void (*start)(ModeContext& context, const std::uint8_t* iv,
                std::size_t iv_bytes) noexcept = nullptr;
  // Continues the message. Block modes: whole blocks; a mode that steals (MODE's `steals`) may get
  // one incomplete block more, together with the last whole one, at the end of a message.
  // Stream modes: any length.
  void (*encrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  void (*decrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  // Continues at this block of the message that start began. Null: cannot.
  void (*seek)(ModeContext& context, std::uint64_t block) noexcept = nullptr;
  // The IV with which another context would continue the message after its last whole block: as
  // long as the one that was set. Null: it stays the one that was set.
  void (*updated_iv)(const ModeContext& context, std::uint8_t* iv) noexcept = nullptr;
  // `count` whole messages through one kernel. Leaves the context without a message. Null: one
  // after the other is as fast.
  void (*batch)(ModeContext& context, Direction direction, const BatchMessage* messages,
                std::size_t count) noexcept = nullptr;
};

// One of the strings beside the data that SIV's tag depends on.
struct AeadString {
  const std::uint8_t* data;
  std::size_t bytes;
};

// A whole AEAD message of a mode that needs it twice.
struct AeadMessage {
  const std::uint8_t* nonce;
  std::size_t nonce_bytes;
  const std::uint8_t* aad;
  std::size_t aad_bytes;
  const std::uint8_t* in;
  std::uint8_t* out;
  std::size_t bytes;
  std::size_t tag_bytes;  // that will be taken
};

struct AeadMode {
  ModeBase base = {};
  // Where the library's own nonces count: 8 bytes (or all, where the nonce has fewer) at the front,
  // little-endian, or at the end, big-endian.
  CounterOrder nonce_order = CounterOrder::kBigEndian;
  // AAD and data together, not each alone, are no longer than max_message_bytes.
  bool limits_sum = false;
  // The longest data, and AAD, that the mode's length fields can tell with a nonce of this length.
  // Null: max_message_bytes.
  std::uint64_t (*max_data_bytes)(const Variant& variant, const Parameters& parameters,
                                  std::size_t nonce_bytes) noexcept = nullptr;
  std::uint64_t (*max_aad_bytes)(const Variant& variant, const Parameters& parameters,
                                 std::size_t nonce_bytes) noexcept = nullptr;
  // Begins a message; parameters.tag_bytes and, where MODE says lengths=first,
  // parameters.aad_bytes and data_bytes are this message's.
  void (*start)(ModeContext& context, Direction direction, const std::uint8_t* nonce,
                std::size_t nonce_bytes) noexcept = nullptr;
  void (*aad)(ModeContext& context, const std::uint8_t* in, std::size_t bytes) noexcept = nullptr;
  void (*encrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  void (*decrypt)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t bytes) noexcept = nullptr;
  // Writes kMaxTagBytes at most, of which the tag is a prefix, and ends the message.
  void (*tag)(ModeContext& context, std::uint8_t* tag) noexcept = nullptr;
  // For opening in one call with the check first: takes ciphertext into the tag; then, after
  // `tag`, decrypts. Null where the tag is over plaintext: the API decrypts, checks, and zeroes
  // what it decrypted when the tag is wrong.
  void (*absorb)(ModeContext& context, const std::uint8_t* in,
                 std::size_t bytes) noexcept = nullptr;
  void (*decrypt_only)(ModeContext& context, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t bytes) noexcept = nullptr;
  // A mode that reads a message twice (MODE's `passes=2`) has these instead of start .. tag. `tag`
  // has parameters.tag_bytes. open compares in constant time; when it returns false, `out` may hold
  // anything: the API zeroes it.
  void (*seal)(ModeContext& context, const AeadMessage& message,
               std::uint8_t* tag) noexcept = nullptr;
  bool (*open)(ModeContext& context, const AeadMessage& message,
               const std::uint8_t* tag) noexcept = nullptr;
  // The same under `count` strings in place of the message's AAD and nonce, which are not read. Null:
  // the mode has AAD and nonce alone.
  void (*seal_strings)(ModeContext& context, const AeadString* strings, std::size_t count,
                       const AeadMessage& message, std::uint8_t* tag) noexcept = nullptr;
  bool (*open_strings)(ModeContext& context, const AeadString* strings, std::size_t count,
                       const AeadMessage& message, const std::uint8_t* tag) noexcept = nullptr;
  // Encrypts `count` whole messages through kernel calls that they share; kMaxTagBytes for each in
  // `tags`, of which the tag is a prefix. Leaves the context without a message. Null: one after the
  // other.
  void (*batch)(ModeContext& context, const AeadMessage* messages, std::size_t count,
                std::uint8_t* tags) noexcept = nullptr;
};

struct MacMode {
  ModeBase base = {};
  // Begins a message. Null: the mode has no IV; then set_key and tag leave it ready for another.
  void (*start)(ModeContext& context, const std::uint8_t* iv,
                std::size_t iv_bytes) noexcept = nullptr;
  void (*update)(ModeContext& context, const std::uint8_t* in,
                 std::size_t bytes) noexcept = nullptr;
  // Writes one block at most, of which the tag is a prefix, and ends the message.
  void (*tag)(ModeContext& context, std::uint8_t* tag) noexcept = nullptr;
  // `count` whole messages through one kernel, a block of tag each. Null: one after the other.
  void (*batch)(ModeContext& context, const BatchMessage* messages,
                std::size_t count) noexcept = nullptr;
};

struct WrapMode {
  ModeBase base = {};
  // The length of the wrapped form of `bytes`, 0 when the mode does not take that length.
  std::size_t (*wrapped_bytes)(const Variant& variant, std::size_t bytes) noexcept = nullptr;
  // Whether unwrapping would give exactly this plaintext, in constant time. Null: any.
  bool (*takes)(const Variant& variant, const std::uint8_t* in,
                std::size_t bytes) noexcept = nullptr;
  // The longest plaintext that `bytes` of wrapped form can hold, 0 when no wrapped form has that length.
  std::size_t (*unwrapped_bytes)(const Variant& variant, std::size_t bytes) noexcept = nullptr;
  // `iv` null and 0 long where the algorithm says so.
  void (*wrap)(ModeContext& context, const std::uint8_t* iv, std::size_t iv_bytes,
               const std::uint8_t* in, std::size_t bytes, std::uint8_t* out) noexcept = nullptr;
  // Writes unwrapped_bytes(bytes) at most and says in *out_bytes how many of them count. False when
  // the integrity check fails, after the same work; the API zeroes `out` then.
  bool (*unwrap)(ModeContext& context, const std::uint8_t* iv, std::size_t iv_bytes,
                 const std::uint8_t* in, std::size_t bytes, std::uint8_t* out,
                 std::size_t* out_bytes) noexcept = nullptr;
};

}  // namespace hedgerow
