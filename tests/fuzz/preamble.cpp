// The beginning of a container: header, slots and checksums of all versions, from arbitrary bytes.
//
//   input   a container; tests/vectors/container has the seeds
//
// Properties: both readers, by position and in order, accept the same containers and find the same
// fields. A parsed part is encoded as it was stored. Only a preamble that its key authenticates
// opens, and then every byte of the plaintext can be read. Its cipher seals segments that open at
// their place and at no other place. Other credentials do not open it.
//
// It reported an overflow when expand_header did not limit the length of the cipher's name. It
// turned red when nonce and AAD of a segment lacked its index.
#include "container/container.hpp"
#include "container/error.hpp"
#include "container/key/key_list.hpp"
#include "container/key/unlock.hpp"
#include "fuzz.hpp"

using namespace hedgerow::container;
using namespace hedgerow_fuzz;

namespace {

// Runs `work` and returns the status of its failure, or 0.
template <class Work>
int status_of(Work work) {
  try {
    work();
    return 0;
  } catch (const Error& e) {
    check(*e.what() != 0 && exit_code(e.status()) >= 1 && exit_code(e.status()) <= 4,
          "an error has a sentence and an exit code");
    return static_cast<int>(e.status());
  }
}

// Hands out the bytes as a Take, and counts them.
struct Taker {
  std::span<const std::uint8_t> bytes;
  std::size_t at = 0;
  Take take() {
    return [this](std::size_t wanted) {
      if (bytes.size() - at < wanted) throw Error(Status::kTruncatedHeader, "the input ends");
      at += wanted;
      return bytes.subspan(at - wanted, wanted);
    };
  }
  bool took(const Bytes& same) const { return std::ranges::equal(bytes.first(at), same); }
};

void check_header(const Header& header) {
  check(header.segment_bytes >= kMinSegmentBytes && header.segment_bytes <= kMaxSegmentBytes,
        "segments have an allowed length");
  check(header.tag_bytes >= kMinTagBytes, "tags are not shorter than 16 bytes");
  check(header.algorithm.block_bytes >= kMinBlockBytes, "blocks have at least 128 bits");
  check(max_segments(header) > 0, "a key may protect a segment");
}

void parse_parts(std::span<const std::uint8_t> data) {
  status_of([&] {
    const auto header = parse_header(data);
    check(std::ranges::equal(header.bytes, data.first(kHeaderBytes)), "a header keeps its bytes");
    check_header(header);
  });
  Taker stored{data};
  status_of([&] {
    const auto header = expand_header(stored.take());
    check_header(header);
    Bytes again;
    shorten_header(header, again);
    check(stored.took(again), "a short header is stored as it was");
    stored = {data.subspan(stored.at)};
    const auto area = expand_copy(stored.take());
    again.clear();
    shorten_copy(area, again);
    check(!parse_copy(area, kCompactVersion) || stored.took(again),
          "a short slot area is stored as it was");
  });
}

void check_area(const Preamble& preamble) {
  const auto area = unchecked_area(preamble);
  if (!area) return;
  check(!area->slots.empty() && area->slots.size() <= kMaxSlots, "an area has 1 to 16 slots");
  check(area->kdf.has_value() == area->has(SlotKind::kPassphrase), "a passphrase has a cost");
  for (const auto& slot : area->slots)
    check(is_well_formed(slot, preamble.header.version), "slots of an area are well-formed");
  const auto again =
      parse_copy(encode_copy(*area, preamble.header, Secret(32)), preamble.header.version);
  check(again && again->sequence == area->sequence && again->kdf == area->kdf &&
            again->slots == area->slots,
        "an area that is encoded is parsed as the same");
}

const Credential& vector_key() {
  static const auto key = parse_key(HR_VECTOR_KEY);
  return key;
}

// A segment opens at its place and nowhere else. A piece of a damaged container is recovered.
void check_segments(const Header& header, const Secret& file_secret) {
  SegmentCipher cipher(header, derive_cipher_key(header, file_secret)), clone = cipher.clone();
  const auto seal = [&](Place place, std::size_t bytes) {
    Bytes stored(bytes + header.tag_bytes);
    check(clone.seal(place, stored.data(), bytes) == stored.size(), "a tag follows the data");
    return stored;
  };
  const auto opens = [&](Place place, Bytes stored) {
    return Status{status_of([&] { cipher.open(place, stored.data(), stored.size()); })};
  };
  const auto recovers = [&](Place place, Bytes piece) {
    return cipher.recover(place, piece.data(), piece.size());
  };
  const Place last{0, true}, next{1, true}, first{0, false};
  auto stored = seal(last, 100);
  check(opens(last, stored) == Status{0}, "a segment opens at its place");
  check(opens(next, stored) == Status::kTampered, "a segment opens at no other place");
  check(opens(last, Bytes(3)) == Status::kTruncated, "a segment has a tag");
  check(recovers(last, stored) && !recovers(next, stored), "a segment is recovered at its place");
  const auto bytes = stored.size();
  stored.resize(bytes + 5);
  check(opens(last, stored) == Status::kTrailingData, "nothing follows the last segment");
  const auto found = recovers(first, stored);
  check(found && found->final && found->stored_bytes == bytes, "the last segment is recovered");
  check(status_of([&] { seal({max_segments(header), false}, 1); }) ==
            static_cast<int>(Status::kLimit),
        "a key protects a number of segments");
  if (header.segment_bytes != kMinSegmentBytes) return;  // others take long
  const auto whole = seal(first, header.segment_bytes);
  check(opens(last, whole) == Status::kTruncated, "a container does not end after any segment");
  check(recovers(last, whole) && !recovers(last, whole)->final, "a whole segment is recovered");
}

// A public key cannot open a container, and the others are not those of this one. They take little
// time, because only the least cost of Argon2id is allowed.
void refuse_others(const Preamble& preamble) {
  static const std::vector<Credential> others = {
      Credential::from_public_key({}), Credential::from_passphrase(Bytes{1}),
      Credential::from_identity(Bytes(kIdentityBytes, 1))};
  for (const auto& other : others)
    check(status_of(
              [&] { unlock(preamble, Credentials(other), {kMinMemoryKib, kMinMemoryKib}); }) != 0,
          "another credential opens nothing");
}

void open(int fd, const Preamble& preamble) {
  refuse_others(preamble);
  bool unlocked = false;
  const int failed = status_of([&] {
    const auto found = unlock(preamble, Credentials(vector_key()), kDefaultKdfLimit);
    unlocked = true;
    check_segments(preamble.header, found.file_secret);
  });
  std::uint64_t plain = 0;
  const int opened = status_of([&] {
    Reader reader(fd, vector_key());
    plain = reader.size();
    Bytes byte(1);
    for (std::uint64_t at = 0; at < plain; at += 1 + plain / 16)
      check(reader.read(at, byte.data(), 1) == 1, "every byte before the end can be read");
    check(reader.read(plain, byte.data(), 1) == 0, "nothing follows the end");
  });
  check(unlocked || opened == failed, "a container opens only if its key unlocks the preamble");
  check(plain == 0 || unlocked, "only an unlocked container has a plaintext");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  require_sodium();
  const std::span<const std::uint8_t> bytes(data, size);
  parse_parts(bytes);
  const MemoryFile file(bytes);
  Preamble in_order, by_position;
  const int first = status_of([&] { in_order = read_preamble(file.fd()); });
  const auto at = lseek(file.fd(), 0, SEEK_CUR);
  const int second = status_of([&] { by_position = read_preamble_at_start(file.fd()); });
  check(first == second, "both readers agree");
  check((status_of([&] { inspect(file.fd()); }) == 0) <= (first == 0),
        "inspect reads no bad preamble");
  if (first != 0) return 0;
  check(in_order.header.bytes == by_position.header.bytes &&
            in_order.copies == by_position.copies &&
            in_order.header_whole == by_position.header_whole,
        "both readers find the same fields");
  check(in_order.header.version == 1 ||
            static_cast<std::uint64_t>(at) == in_order.header.body_offset() ||
            !in_order.header_whole,
        "the reader stops at the first segment");
  check_header(in_order.header);
  check_area(in_order);
  open(file.fd(), in_order);
  return 0;
}
