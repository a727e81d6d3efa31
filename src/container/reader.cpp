// Random access to a container.
#include <sys/stat.h>

#include <algorithm>
#include <limits>

#include "container/container.hpp"
#include "container/descriptor.hpp"
#include "container/error.hpp"
#include "container/layout.hpp"
#include "container/unlock.hpp"

namespace hedgerow::container {
namespace {

constexpr auto kNothingLoaded = std::numeric_limits<std::uint64_t>::max();

RandomInput random_input(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0) throw_errno("the container cannot be examined", errno);
  if (!S_ISREG(status.st_mode))
    throw Error(Status::kArgument, "random access needs a regular file");
  return {static_cast<std::uint64_t>(status.st_size),
          [fd](std::uint8_t* data, std::size_t bytes, std::uint64_t offset) {
            return pread_up_to(fd, data, bytes, offset);
          }};
}

}  // namespace

struct Reader::Opening {
  Header header;
  SegmentCipher cipher;
};

Reader::Reader(int fd, Credentials credentials, KdfLimit limit)
    : Reader(random_input(fd), credentials, limit) {}

Reader::Reader(RandomInput in, Credentials credentials, KdfLimit limit)
    : Reader(in, [&] {
        const auto preamble = read_preamble_at_start(in.read);
        const auto unlocked = unlock(preamble, credentials, limit);
        return Opening{preamble.header,
                       {preamble.header, derive_cipher_key(preamble.header, unlocked.file_secret)}};
      }()) {}

Reader::Reader(RandomInput in, Opening opening)
    : in_(std::move(in)),
      header_(std::move(opening.header)),
      cipher_(std::move(opening.cipher)),
      loaded_(kNothingLoaded),
      segment_(new std::uint8_t[header_.stride()]) {
  const auto layout = layout_of(header_, in_.bytes);
  segments_ = layout.segments;
  size_ = layout.plaintext_bytes;
  load(segments_ - 1);
}

Reader::~Reader() { wipe_memory(segment_.get(), header_.stride()); }

void Reader::load(std::uint64_t index) {
  if (index == loaded_) return;
  loaded_ = kNothingLoaded;
  const auto start = header_.body_offset() + index * header_.stride();
  const auto wanted = std::min<std::uint64_t>(header_.stride(), in_.bytes - start);
  if (in_.read(segment_.get(), wanted, start) != wanted)
    throw Error(Status::kTruncated, "the container became shorter while it was read");
  loaded_bytes_ = cipher_.open({index, index + 1 == segments_}, segment_.get(), wanted);
  loaded_ = index;
}

std::size_t Reader::read(std::uint64_t offset, std::uint8_t* out, std::size_t bytes) {
  if (offset >= size_) return 0;
  bytes = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, size_ - offset));
  for (std::size_t done = 0; done < bytes;) {
    const auto at = offset + done;
    load(at / header_.segment_bytes);
    const auto skip = static_cast<std::size_t>(at % header_.segment_bytes);
    const auto n = std::min(bytes - done, loaded_bytes_ - skip);
    std::copy_n(segment_.get() + skip, n, out + done);
    done += n;
  }
  return bytes;
}

std::uint64_t Reader::write(Range range, int out) {
  if (range.offset > size_)
    throw Error(Status::kArgument, "the range begins at byte " + std::to_string(range.offset) +
                                       ": the plaintext has " + std::to_string(size_));
  const auto bytes = std::min(range.bytes, size_ - range.offset);
  for (std::uint64_t done = 0; done < bytes;) {
    const auto at = range.offset + done;
    load(at / header_.segment_bytes);
    const auto skip = static_cast<std::size_t>(at % header_.segment_bytes);
    const auto n = std::min<std::uint64_t>(bytes - done, loaded_bytes_ - skip);
    write_all(out, segment_.get() + skip, static_cast<std::size_t>(n));
    done += n;
  }
  return bytes;
}

std::uint64_t decrypt_range(int in, int out, Credentials credentials, Range range, KdfLimit limit) {
  return Reader(in, credentials, limit).write(range, out);
}

}  // namespace hedgerow::container
