// The public face of libhedgerow-container: files that are encrypted, authenticated and seekable.
//
//   encrypt / decrypt   one descriptor to another, with several threads; pipes and files
//   Reader              any byte range of a container, without decrypting the rest
//   inspect             the header, without a key
//
// The format is docs/container.md. Failures are thrown as Error (error.hpp). Nothing here prints,
// prompts, or installs signal handlers. For writing to a file so that it appears whole or not at
// all, see output_file.hpp.
#pragma once

#include <functional>
#include <optional>

#include "container/segment.hpp"

namespace hedgerow::container {

inline constexpr const char* kDefaultCipher = "kalyna-256-256";
inline constexpr std::uint32_t kDefaultSegmentBytes = 1u << 20;
inline constexpr std::uint32_t kDefaultPasses = 3;
inline constexpr std::uint32_t kDefaultMemoryKib = 64u << 10;

// Bytes of input done, and in all (0: unknown).
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// kInOrder: from the descriptor's position on, for pipes and whatever else cannot seek. kAnyOrder:
// by position, for an empty regular file, each segment by its own thread.
enum class WriteOrder { kInOrder, kAnyOrder };

struct EncryptOptions {
  std::string cipher = kDefaultCipher;
  std::uint32_t segment_bytes = kDefaultSegmentBytes;  // a power of two, 64 KiB to 4 MiB
  std::uint32_t passes = kDefaultPasses;               // Argon2id; passphrases only
  std::uint32_t memory_kib = kDefaultMemoryKib;        // Argon2id; passphrases only
  unsigned threads = 0;                                // 0: one per CPU
  WriteOrder order = WriteOrder::kInOrder;
  Progress progress;
};

// From the position of `in` to its end. On failure `out` has a part that decrypt refuses.
void encrypt(int in, int out, const Credential& credential, const EncryptOptions& options);

struct DecryptOptions {
  unsigned threads = 0;
  WriteOrder order = WriteOrder::kInOrder;
  Progress progress;
};

// Only segments whose tag was checked reach `out`. In order, all segments before the first bad one
// do; so the output is the whole plaintext only if this returns.
void decrypt(int in, int out, const Credential& credential, const DecryptOptions& options);

struct Inspection {
  Header header;
  std::optional<std::uint64_t> container_bytes;  // when `in` is a regular file
  std::optional<std::uint64_t> plaintext_bytes;  // unless the body's length is impossible
};

// Reads and checks the header only: no value has been authenticated.
Inspection inspect(int in);

// Random access. One thread at a time; a file may have many Readers. Keeps one decrypted segment.
class Reader {
 public:
  // `fd` stays the caller's and must outlive the Reader; it is read by position, from offset 0.
  // Checks header, key and final segment: a truncated container never opens.
  Reader(int fd, const Credential& credential);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const Header& header() const { return header_; }
  // Bytes of plaintext.
  std::uint64_t size() const { return size_; }
  // As pread: copies up to `bytes` from `offset`; fewer only at the end. Throws kTampered when a
  // segment that it needs is not authentic; then nothing of that segment is copied.
  std::size_t read(std::uint64_t offset, std::uint8_t* out, std::size_t bytes);

 private:
  void load(std::uint64_t index);

  int fd_;
  std::uint64_t container_bytes_;
  Header header_;
  SegmentCipher cipher_;
  std::uint64_t segments_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t loaded_;
  std::size_t loaded_bytes_ = 0;
  std::unique_ptr<std::uint8_t[]> segment_;
};

}  // namespace hedgerow::container
