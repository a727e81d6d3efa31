// The C++ interface of libhedgerow-container: files that are encrypted, authenticated and
// seekable.
//
//   encrypt / decrypt   from one descriptor to another, with several threads; pipes and files
//   verify              decrypt without an output
//   Reader              any byte range of a container, without reading the rest
//   inspect             the header and the kinds of credentials, without a key
//
// credential.hpp has the credentials that open a container, and rekey.hpp changes them.
// docs/container.md specifies the format, and failures are thrown as Error (error.hpp). These
// functions print nothing, ask for nothing, and install no signal handlers. If a file must appear
// complete or not at all, use output_file.hpp.
//
// For example, a program encrypts standard input with
//
//     encrypt(0, 1, Credential::from_passphrase(passphrase), {});
//
// Several threads may call these functions at the same time, each with its own descriptors.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "container/format/preamble.hpp"
#include "container/format/segment.hpp"
#include "container/key/unlock.hpp"

namespace hedgerow::container {

inline constexpr const char* kDefaultCipher = "kalyna-256-256";
inline constexpr std::uint32_t kDefaultSegmentBytes = 1u << 20;

// The bytes of input that are done, and their total number (0 if it is unknown).
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// kInOrder writes from the descriptor's position on. It is for pipes and other outputs that cannot
// seek. kAnyOrder is for an empty regular file: each thread writes its segments by position.
enum class WriteOrder { kInOrder, kAnyOrder };

// A list of one to 16 credentials, to which a single Credential converts.
class Credentials : public std::span<const Credential> {
 public:
  using span::span;
  Credentials(const Credential& one) : span(&one, 1) {}
  Credentials(const std::vector<Credential>& several) : span(several) {}
};

// Where the slots of a new container are. kReserved has room for 16 slots, 12 KiB before the body,
// which rekey changes in place. kCompact has no more bytes than its slots need, and rekey writes the
// file again. kAutomatic is kCompact for less than 64 KiB of plaintext.
enum class Layout { kAutomatic, kCompact, kReserved };

struct EncryptOptions {
  std::string cipher = kDefaultCipher;
  std::string mode = {};                               // "": the cipher's first mode
  std::uint32_t segment_bytes = kDefaultSegmentBytes;  // a power of two, 64 KiB to 4 MiB
  KdfCost kdf = kDefaultKdfCost;                       // for passphrases
  unsigned threads = 0;                                // 0: one for each CPU
  WriteOrder order = WriteOrder::kInOrder;
  Layout layout = Layout::kAutomatic;
  Salt salt = Salt::kOwn;
  Progress progress;
  // If the input is not a regular file, any thread calls this when the input has ended, before the
  // final segment is sealed. If it throws, encryption fails and leaves no complete container.
  std::function<void()> at_end = {};
  MakeSegmentAead aead = {};  // seals the segments; by default libhedgerow does
};

// Encrypts from the position of `in` to its end, and each of the credentials will open the
// container. On failure, `out` has an incomplete container, which decrypt rejects. Throws kArgument
// if there are no credentials or more than 16, if one is given twice, or if the cost is beyond
// kDefaultKdfLimit.
void encrypt(int in, int out, Credentials credentials, const EncryptOptions& options);

struct DecryptOptions {
  unsigned threads = 0;
  WriteOrder order = WriteOrder::kInOrder;
  Progress progress;
  KdfLimit kdf_limit = kDefaultKdfLimit;
  MakeSegmentAead aead = {};  // opens the segments; by default libhedgerow does
};

// Needs one credential that opens the container, and ignores credentials that do not open it. Only
// segments with a valid tag are written to `out`, and in order these are all segments before the
// first bad one. Therefore the output is the complete plaintext only if this function returns.
void decrypt(int in, int out, Credentials credentials, const DecryptOptions& options);

struct Verification {
  Header header;
  std::uint64_t plaintext_bytes = 0;
  std::string opened_with;  // the label of the slot that opened the container; empty in version 1
  // false if a copy of header or slots is stale or damaged; rekey repairs it
  bool copies_whole = true;
};

// Checks every byte of a container, from the position of `in` to its end, and throws the same
// errors as decrypt. `options.order` is not used.
Verification verify(int in, Credentials credentials, const DecryptOptions& options);

struct Inspection {
  Header header;
  std::vector<SlotKind> slots;                   // one for each credential
  std::optional<KdfCost> kdf;                    // if there is a passphrase
  std::optional<std::uint64_t> container_bytes;  // if `in` is a regular file
  std::optional<std::uint64_t> plaintext_bytes;  // if the body has a possible length
};

// Reads and checks only the header and the slot area, but does not authenticate any of their
// values.
Inspection inspect(int in);

// A container that is read by position.
struct RandomInput {
  std::uint64_t bytes;
  ReadAt read;
};

// The behaviour of a Reader if a container is truncated, has bytes after its last segment, or has a
// damaged last segment. kAuthentic throws kTruncated, kTrailingData or kTampered. kAny opens the
// container anyway, because every segment is authenticated independently, at its own place.
enum class Ending { kAuthentic, kAny };

// Random access to a container. Only one thread at a time may use a Reader, but a file may have
// many Readers. A Reader keeps one decrypted segment.
class Reader {
 public:
  // The caller keeps `fd`, which must stay open longer than the Reader. It is read by position,
  // from offset 0. The constructor checks the header, the key and the final segment, and reads no
  // other segment. So a truncated container never opens, except with Ending::kAny.
  Reader(int fd, Credentials credentials, KdfLimit limit = kDefaultKdfLimit,
         Ending ending = Ending::kAuthentic);
  Reader(RandomInput in, Credentials credentials, KdfLimit limit = kDefaultKdfLimit,
         Ending ending = Ending::kAuthentic);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const Header& header() const { return header_; }
  // With Ending::kAny: the reason why the end is not authentic, or nullopt if it is.
  const std::optional<Error>& end_failure() const { return end_failure_; }
  // The number of bytes of plaintext. If the end is not authentic, this is the largest number that
  // the container's length allows.
  std::uint64_t size() const { return size_; }
  // Copies up to `bytes` bytes from `offset`, like pread, and fewer only at the end of the
  // plaintext. Throws kTampered if a segment that it needs is not authentic, and then copies no
  // byte of that segment.
  std::size_t read(std::uint64_t offset, std::uint8_t* out, std::size_t bytes);

 private:
  struct Opening;
  Reader(RandomInput in, Opening opening, Ending ending);
  std::uint64_t body_bytes() const { return in_.bytes - header_.body_offset(); }
  void open_end();
  void look_for_end();
  void load(std::uint64_t index);
  std::size_t recover(Place place, std::size_t bytes);

  RandomInput in_;
  Header header_;
  SegmentCipher cipher_;
  std::uint64_t segments_ = 0;
  std::uint64_t size_ = 0;
  std::optional<Error> end_failure_;
  std::uint64_t loaded_;
  std::size_t loaded_bytes_ = 0;
  std::unique_ptr<std::uint8_t[]> segment_;
};

}  // namespace hedgerow::container
