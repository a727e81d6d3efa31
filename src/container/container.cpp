// encrypt, decrypt, verify and inspect: they process the preamble and the keys, then run the
// pipeline.
#include "container/container.hpp"

#include <sys/stat.h>

#include <atomic>

#include "container/error.hpp"
#include "container/input.hpp"
#include "container/io/descriptor.hpp"
#include "container/io/pipeline.hpp"

namespace hedgerow::container {
namespace {

// The sink of a check, which counts the plaintext and discards it.
class CountingSink : public Sink {
 public:
  bool write(std::uint64_t, const std::uint8_t*, std::size_t bytes) override {
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    return true;
  }
  void fail(std::uint64_t) override {}
  std::uint64_t bytes() const { return bytes_.load(); }

 private:
  std::atomic<std::uint64_t> bytes_{0};
};

// Returns the copies of a compact preamble, or 0 for the layout with reserved slots. A plaintext of
// less than kMinSegmentBytes is one segment, which is lost if any part of it is damaged. So a second
// copy would protect little there, and it would be the largest part of the container.
std::uint8_t copies_of(Layout layout, Source& plaintext) {
  if (layout == Layout::kReserved) return 0;
  if (!plaintext.has(kMinSegmentBytes)) return 1;
  return layout == Layout::kCompact ? 2 : 0;
}

void open_segments(Input& input, Sink& sink, const DecryptOptions& options) {
  try {
    run_pipeline(*input.source, sink, input.cipher, &SegmentCipher::open, options.threads,
                 options.progress);
  } catch (const TrailingData& e) {
    if (input.source->bytes() == 0) throw;
    throw e.of(input.source->bytes());
  }
}

}  // namespace

void encrypt(int in, int out, Credentials credentials, const EncryptOptions& options) {
  auto header = make_header(options.cipher, options.segment_bytes, options.mode);
  const auto source = open_source(in, header.segment_bytes, options.at_end);
  if (const auto copies = copies_of(options.layout, *source); copies != 0)
    header = make_header(options.cipher, options.segment_bytes, options.mode, copies);
  const auto locked = container::lock(header, credentials, options.kdf, options.salt);
  SegmentCipher cipher(header, derive_cipher_key(header, locked.file_key), options.aead);
  const auto preamble = encode_preamble(header, locked.area, locked.file_key);
  write_all(out, preamble.data(), preamble.size());
  const auto sink = open_sink(out, options.order, preamble.size(), header.stride());
  run_pipeline(*source, *sink, cipher, &SegmentCipher::seal, options.threads, options.progress);
}

void decrypt(int in, int out, Credentials credentials, const DecryptOptions& options) {
  Input input(in, credentials, options);
  const auto sink =
      open_sink(out, options.order, 0, input.preamble.header.segment_bytes, Zeros::kHoles);
  open_segments(input, *sink, options);
}

Verification verify(int in, Credentials credentials, const DecryptOptions& options) {
  Input input(in, credentials, options);
  CountingSink sink;
  open_segments(input, sink, options);
  return input.verification(sink.bytes());
}

Inspection inspect(int in) {
  const auto extent = input_extent(in);
  const auto preamble = read_preamble(in);
  Inspection result{preamble.header, {}, {}, {}, {}};
  if (preamble.header.version == 1) {
    result.slots = {preamble.header.kdf ? SlotKind::kPassphrase : SlotKind::kKeyFile};
    if (preamble.header.kdf) result.kdf = preamble.header.kdf->cost;
  } else if (const auto area = unchecked_area(preamble)) {
    for (const auto& slot : area->slots) result.slots.push_back(kind_of(slot));
    if (area->kdf) result.kdf = area->kdf->cost;
  } else {
    throw Error(Status::kSlots, "the container's slot area is damaged");
  }
  if (!extent.regular) return result;
  result.container_bytes = extent.bytes;
  try {
    result.plaintext_bytes = lengths_of(result.header, extent.bytes).plaintext_bytes;
  } catch (const Error&) {
    // The container is truncated. The caller sees this because the result has no length.
  }
  return result;
}

}  // namespace hedgerow::container
