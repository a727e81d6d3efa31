// The pipeline over all segments of a container, any of which may be damaged.
#include "container/salvage.hpp"

#include <algorithm>
#include <mutex>

#include "container/error.hpp"
#include "container/input.hpp"
#include "container/io/descriptor.hpp"
#include "container/io/pipeline.hpp"

namespace hedgerow::container {
namespace {

// Piece `index` of the body, and the authentic segment that was found in it.
struct Finding {
  std::uint64_t index = 0;
  std::size_t bytes = 0;
  std::optional<Recovered> recovered = {};
};

// Collects the findings of several threads under a lock, because they arrive in any order.
class Findings {
 public:
  explicit Findings(const Header& header) : header_(header) {}

  void add(const Finding& finding) {
    const std::lock_guard lock(mutex_);
    if (finding.index >= last_.index) last_ = finding;
    if (!finding.recovered) bad_.push_back(finding.index);
    if (finding.recovered && finding.recovered->final) end_ = finding;
  }

  std::uint64_t plaintext_bytes() const {
    const auto& last = end_ ? *end_ : last_;
    const std::size_t with_tag = std::max<std::size_t>(last.bytes, header_.tag_bytes);
    return last.index * header_.segment_bytes +
           (last.recovered ? last.recovered->plain_bytes : with_tag - header_.tag_bytes);
  }
  bool end_authentic() const { return end_.has_value(); }
  std::uint64_t extra_bytes() const {
    if (!end_) return 0;
    return (last_.index - end_->index) * header_.stride() + last_.bytes -
           end_->recovered->stored_bytes;
  }
  std::vector<Gap> gaps() {
    std::vector<Gap> gaps;
    std::sort(bad_.begin(), bad_.end());
    for (const auto index : bad_) {
      const auto offset = index * header_.segment_bytes;
      if (offset >= plaintext_bytes()) break;
      const auto bytes = std::min<std::uint64_t>(header_.segment_bytes, plaintext_bytes() - offset);
      if (gaps.empty() || gaps.back().first_segment + gaps.back().segments != index)
        gaps.push_back({index, 0, offset, 0});
      gaps.back().segments++;
      gaps.back().bytes += bytes;
    }
    return gaps;
  }

 private:
  const Header& header_;
  std::mutex mutex_;
  std::vector<std::uint64_t> bad_;  // pieces that are not authentic
  Finding last_;                    // the last piece of the body
  std::optional<Finding> end_;      // the container's last segment
};

// Discards the output.
class NoSink : public Sink {
 public:
  bool write(std::uint64_t, const std::uint8_t*, std::size_t) override { return true; }
  void fail(std::uint64_t) override {}
};

}  // namespace

std::uint64_t Salvage::missing_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& gap : gaps) bytes += gap.bytes;
  return bytes;
}

Error Salvage::failure() const {
  std::string text;
  const auto say = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  std::uint64_t segments = 0;
  for (const auto& gap : gaps) segments += gap.segments;
  if (segments != 0)
    say(std::to_string(missing_bytes()) + " of " + std::to_string(found.plaintext_bytes) +
        " bytes of plaintext are missing: " + std::to_string(segments) +
        (segments == 1 ? " segment is" : " segments are") + " not authentic");
  if (!end_authentic)
    say("the container's end is not authentic: whether the plaintext was longer is not known");
  if (extra_bytes != 0)
    say(std::to_string(extra_bytes) +
        " bytes follow the container's last segment: they were added later");
  const auto status = segments != 0    ? Status::kTampered
                      : !end_authentic ? Status::kTruncated
                                       : Status::kTrailingData;
  return {status, text};
}

Salvage salvage(int in, int out, Credentials credentials, const DecryptOptions& options) {
  Input input(in, credentials, options);
  const auto& header = input.preamble.header;
  Findings findings(header);
  const bool writes = out >= 0;
  const auto recover = [&](SegmentCipher& cipher, Place place, std::uint8_t* data,
                           std::size_t bytes) -> std::optional<std::size_t> {
    const auto recovered = cipher.recover(place, data, bytes);
    findings.add({place.index, bytes, recovered});
    if (!recovered) return {};
    return recovered->plain_bytes;
  };
  const auto sink =
      writes ? open_sink(out, WriteOrder::kAnyOrder, 0, header.segment_bytes, Zeros::kHoles)
             : std::make_unique<NoSink>();
  run_pipeline(*input.source, *sink, input.cipher, recover, options.threads, options.progress);
  const auto plaintext_bytes = findings.plaintext_bytes();
  if (writes) extend_file(out, plaintext_bytes);
  return {input.verification(plaintext_bytes), findings.gaps(), findings.end_authentic(),
          findings.extra_bytes()};
}

}  // namespace hedgerow::container
