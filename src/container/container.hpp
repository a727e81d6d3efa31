// The public face of libhedgerow-container: files that are encrypted, authenticated and seekable.
//
//   encrypt / decrypt   one descriptor to another, with several threads; pipes and files
//   verify              decrypt without an output
//   Reader              any byte range of a container, without reading the rest
//   decrypt_range       one such range into a descriptor
//   inspect             the header and the kinds of credentials, without a key
//
// Who can open a container: credential.hpp; how that is changed: rekey.hpp. The format is
// docs/container.md. Failures are thrown as Error (error.hpp). Nothing here prints, prompts, or
// installs signal handlers. For writing to a file so that it appears whole or not at all, see
// output_file.hpp.
//
// Functions may be called by many threads at once, on descriptors of their own.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "container/format/segment.hpp"
#include "container/format/slot_area.hpp"
#include "container/key/credential.hpp"

namespace hedgerow::container {

inline constexpr const char* kDefaultCipher = "kalyna-256-256";
inline constexpr std::uint32_t kDefaultSegmentBytes = 1u << 20;

// Bytes of input done, and in all (0: unknown).
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// kInOrder: from the descriptor's position on, for pipes and whatever else cannot seek. kAnyOrder:
// by position, for an empty regular file, each segment by its own thread.
enum class WriteOrder { kInOrder, kAnyOrder };

// One to 16; a single Credential converts.
class Credentials : public std::span<const Credential> {
 public:
  using span::span;
  Credentials(const Credential& one) : span(&one, 1) {}
  Credentials(const std::vector<Credential>& several) : span(several) {}
};

struct EncryptOptions {
  std::string cipher = kDefaultCipher;
  std::string mode = {};                               // "": the cipher's first
  std::uint32_t segment_bytes = kDefaultSegmentBytes;  // a power of two, 64 KiB to 4 MiB
  KdfCost kdf = kDefaultKdfCost;                       // passphrases only
  unsigned threads = 0;                                // 0: one per CPU
  WriteOrder order = WriteOrder::kInOrder;
  Progress progress;
  // Called, by any thread, when the input has ended, unless it is a regular file, and before the
  // final segment is sealed. What it throws fails the work: no whole container is left.
  std::function<void()> at_end = {};
  MakeSegmentAead aead = {};  // what seals segments; none: libhedgerow
};

// From the position of `in` to its end. Each of the credentials will open the container. On failure
// `out` has a part that decrypt refuses. Throws kArgument for no or more than 16 credentials, one
// that is given twice, and for a cost beyond kDefaultKdfLimit.
void encrypt(int in, int out, Credentials credentials, const EncryptOptions& options);

struct DecryptOptions {
  unsigned threads = 0;
  WriteOrder order = WriteOrder::kInOrder;
  Progress progress;
  KdfLimit kdf_limit = kDefaultKdfLimit;
  MakeSegmentAead aead = {};  // what opens segments; none: libhedgerow
};

// Needs one credential that opens; the others are tried and passed over. Only segments whose tag
// was checked reach `out`. In order, all segments before the first bad one do; so the output is the
// whole plaintext only if this returns.
void decrypt(int in, int out, Credentials credentials, const DecryptOptions& options);

struct Verification {
  Header header;
  std::uint64_t plaintext_bytes = 0;
  std::string opened_with;   // the label of the slot that opened; empty in version 1
  bool copies_whole = true;  // else a copy of header or slots is stale or damaged: rekey mends it
};

// Checks every byte of a container, from the position of `in` to its end, as decrypt does, and
// throws as decrypt does. `options.order` is not used.
Verification verify(int in, Credentials credentials, const DecryptOptions& options);

struct Inspection {
  Header header;
  std::vector<SlotKind> slots;                   // one for each credential
  std::optional<KdfCost> kdf;                    // when there is a passphrase
  std::optional<std::uint64_t> container_bytes;  // when `in` is a regular file
  std::optional<std::uint64_t> plaintext_bytes;  // unless the body's length is impossible
};

// Reads and checks header and slot area only: no value has been authenticated.
Inspection inspect(int in);

struct Range {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// A container that is read by position.
struct RandomInput {
  std::uint64_t bytes;
  ReadAt read;
};

// What a Reader does with a container that is cut, has bytes behind its last segment, or a last
// segment that is damaged. kAuthentic: throws kTruncated, kTrailingData or kTampered. kAny: opens it,
// because every segment is authentic by itself, at its own place.
enum class Ending { kAuthentic, kAny };

// Random access. One thread at a time; a file may have many Readers. Keeps one decrypted segment.
class Reader {
 public:
  // `fd` stays the caller's and must outlive the Reader; it is read by position, from offset 0.
  // Checks header, key and final segment, and reads no other: a truncated container never opens,
  // except with Ending::kAny.
  Reader(int fd, Credentials credentials, KdfLimit limit = kDefaultKdfLimit,
         Ending ending = Ending::kAuthentic);
  Reader(RandomInput in, Credentials credentials, KdfLimit limit = kDefaultKdfLimit,
         Ending ending = Ending::kAuthentic);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const Header& header() const { return header_; }
  // With Ending::kAny: why the end is not authentic. Nothing: it is.
  const std::optional<Error>& end_failure() const { return end_failure_; }
  // Bytes of plaintext. Where the end is not authentic: the most that the container's length allows.
  std::uint64_t size() const { return size_; }
  // As pread: copies up to `bytes` from `offset`; fewer only at the end. Throws kTampered when a
  // segment that it needs is not authentic; then nothing of that segment is copied.
  std::size_t read(std::uint64_t offset, std::uint8_t* out, std::size_t bytes);
  // The bytes of a range into `out`, in order; fewer when the plaintext ends before. Writes a
  // segment's bytes only after its tag was checked. Returns how many it wrote. Throws kArgument
  // when the range begins behind the end, and as read.
  std::uint64_t write(Range range, int out);

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

// Opens a Reader on the regular file `in` and does its write.
std::uint64_t decrypt_range(int in, int out, Credentials credentials, Range range,
                            KdfLimit limit = kDefaultKdfLimit);

}  // namespace hedgerow::container
