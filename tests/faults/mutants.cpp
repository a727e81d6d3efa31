// Damages containers and judges the result of opening them.
#include "mutants.hpp"

#include <algorithm>
#include <new>

namespace hedgerow::container {
namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t limit) {
  return limit == 0 ? 0 : static_cast<std::size_t>(random() % limit);
}

// Chooses a place. Half of the time it is in the header, where every byte has a meaning.
std::size_t place(const Base& base, const Bytes& bytes, Random& random) {
  const auto end = random() % 2 ? bytes.size() : std::min(bytes.size(), base.body);
  return below(random, end);
}

void flip_bits(const Base& base, Bytes& bytes, Random& random) {
  for (auto flips = 1 + below(random, 4); flips > 0 && !bytes.empty(); flips--)
    bytes[place(base, bytes, random)] ^= static_cast<std::uint8_t>(1u << below(random, 8));
}

// Cuts the container. Half of the time the cut is near the end of a segment.
void truncate(const Base& base, Bytes& bytes, Random& random) {
  auto size = below(random, bytes.size() + 1);
  if (random() % 2 && bytes.size() > base.body)
    size = base.body + below(random, (bytes.size() - base.body) / base.stride + 1) * base.stride +
           below(random, 3) - 1;
  bytes.resize(std::min(size, bytes.size()));
}

void extend(const Base& base, Bytes& bytes, Random& random) {
  const auto more = 1 + below(random, random() % 2 ? 40 : 2 * base.stride);
  const bool repeat = random() % 2 && !bytes.empty();
  const auto from = below(random, bytes.size());
  for (std::size_t i = 0; i < more; i++)
    bytes.push_back(repeat ? bytes[from + i] : static_cast<std::uint8_t>(random()));
}

void swap_segments(const Base& base, Bytes& bytes, Random& random) {
  if (bytes.size() < base.body + 2 * base.stride) return flip_bits(base, bytes, random);
  const auto count = (bytes.size() - base.body) / base.stride;
  const auto first = below(random, count), second = (first + 1 + below(random, count - 1)) % count;
  const auto at = [&](std::size_t i) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(base.body + i * base.stride);
  };
  std::swap_ranges(at(first), at(first) + static_cast<std::ptrdiff_t>(base.stride), at(second));
}

// Sets a field of 1, 2, 4 or 8 bytes to its minimum, its maximum, or a value next to the old one.
void set_field(const Base& base, Bytes& bytes, Random& random) {
  const std::size_t width = std::size_t{1} << below(random, 4);
  if (bytes.size() < width) return;
  const auto limit = std::min(base.body, bytes.size()) / width;
  const auto at = width * below(random, limit);
  const std::uint8_t fill[] = {0x00, 0xff, 0x7f, 0x80, 0x01};
  const auto choice = below(random, 7);
  if (choice < 5)
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), width, fill[choice]);
  else
    bytes[at] = static_cast<std::uint8_t>(bytes[at] + (choice == 5 ? 1 : -1));
}

// Copies the header, a segment, or any range of the other container to the same place.
void splice(const Base& base, Bytes& bytes, Random& random) {
  std::size_t from = 0, size = base.body;
  switch (below(random, 3)) {
    case 0:
      break;
    case 1:
      from = base.body +
             below(random, (base.other.size() - base.body) / base.stride + 1) * base.stride;
      size = base.stride;
      break;
    default:
      from = place(base, base.other, random);
      size = 1 + below(random, base.other.size() - from);
  }
  const auto end = std::min({from + size, bytes.size(), base.other.size()});
  for (auto i = from; i < end; i++) bytes[i] = base.other[i];
}

void erase(const Base& base, Bytes& bytes, Random& random) {
  const auto from = place(base, bytes, random);
  const auto size = random() % 2 ? base.stride : 1 + below(random, 64);
  const auto end = std::min(from + size, bytes.size());
  bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(from),
              bytes.begin() + static_cast<std::ptrdiff_t>(end));
}

void repeat(const Base& base, Bytes& bytes, Random& random) {
  const auto from = place(base, bytes, random);
  const auto size =
      std::min(bytes.size() - from, random() % 2 ? base.stride : 1 + below(random, 64));
  const auto start = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  const Bytes copy(start, start + static_cast<std::ptrdiff_t>(size));
  bytes.insert(start, copy.begin(), copy.end());
}

struct Kind {
  const char* name;
  void (*apply)(const Base&, Bytes&, Random&);
};

constexpr Kind kKinds[] = {
    {"bits", flip_bits},  {"truncated", truncate}, {"extended", extend}, {"swapped", swap_segments},
    {"field", set_field}, {"spliced", splice},     {"erased", erase},    {"repeated", repeat}};

Base make_base(const std::string& cipher, std::size_t bytes, bool passphrase, Layout layout) {
  auto options = small_segments(cipher);
  options.kdf = {1, kMinMemoryKib};
  options.layout = layout;
  const Bytes word = {'w', 'o', 'r', 'd'};
  const auto credential = passphrase ? Credential::from_passphrase(word) : test_key();
  const auto size_of = [&](std::size_t n) { return seal(pattern(n), options, credential).size(); };
  const auto stride = size_of(2 * kSmallSegment) - size_of(kSmallSegment);
  Base base{cipher + " " + std::to_string(bytes) + (passphrase ? " passphrase" : "") +
                (layout == Layout::kCompact ? " compact" : ""),
            credential,
            passphrase,
            pattern(bytes, 1),
            pattern(bytes, 2),
            {},
            {},
            0,
            stride};
  base.bytes = seal(base.plain, options, credential);
  base.body = preamble_of(base.bytes).header.body_offset();
  base.other = seal(base.other_plain, options, credential);
  return base;
}

bool begins(const Bytes& whole, const Bytes& part) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

// Returns true if the segments are those of the other container, because its plaintext is then
// right.
bool has_other_body(const Base& base, const Bytes& mutant) {
  return mutant.size() == base.other.size() &&
         std::equal(mutant.begin() + static_cast<std::ptrdiff_t>(base.body), mutant.end(),
                    base.other.begin() + static_cast<std::ptrdiff_t>(base.body));
}

}  // namespace

std::vector<Base> make_bases() {
  constexpr std::size_t kSizes[] = {0, 1000, 2 * kSmallSegment, 3 * kSmallSegment + 17};
  std::vector<Base> bases;
  for (const auto layout : {Layout::kReserved, Layout::kCompact})
    for (const auto bytes : kSizes) {
      for (const std::string cipher : {"kalyna-128-128", "kalyna-256-256", "kuznyechik"})
        bases.push_back(make_base(cipher, bytes, false, layout));
      bases.push_back(make_base("kalyna-128-256", bytes, true, layout));
    }
  return bases;
}

Bytes mutate(const Base& base, std::mt19937_64& random, std::string& what) {
  auto bytes = base.bytes;
  for (auto count = 1 + below(random, 3); count > 0 && !bytes.empty(); count--) {
    const auto& kind = kKinds[below(random, std::size(kKinds))];
    what += std::string(what.empty() ? "" : ", ") + kind.name;
    kind.apply(base, bytes, random);
  }
  return bytes;
}

std::string fault_of(const Base& base, const Bytes& mutant, unsigned threads) {
  Opened result;
  try {
    result = open_container(mutant, base.credential, threads);
  } catch (const std::bad_alloc&) {
    return "memory beyond the bound";
  }
  const auto& opened = result.plain;
  if (!result.failure) {
    if (opened == base.plain || (opened == base.other_plain && has_other_body(base, mutant)))
      return {};
    return "opened to another plaintext of " + std::to_string(opened.size()) + " bytes";
  }
  // A header may ask for as much memory as Argon2id is allowed to use, which is more than the
  // bound.
  if (*result.failure == Status::kMemory && !base.passphrase) return "memory beyond the bound";
  if (result.text.size() < 10) return "refused without a sentence";
  if (!begins(base.plain, opened) && !begins(base.other_plain, opened))
    return "bytes left that are not of the plaintext's beginning";
  return {};
}

}  // namespace hedgerow::container
