// Opens slots, selects the current copy, and makes slots.
#include "container/key/unlock.hpp"

#include <sodium.h>

#include <algorithm>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

using Areas = std::array<std::optional<SlotArea>, kSlotCopies>;

[[noreturn]] void refuse_kinds(const std::string& kinds) {
  throw Error(Status::kCredential,
              "this container opens with " + kinds + ": none of that kind is given",
              Remedy::kGiveCredential);
}

std::string kinds_of(const Areas& areas) {
  std::string text;
  for (const auto kind : {SlotKind::kKeyFile, SlotKind::kPassphrase, SlotKind::kRecipient})
    for (const auto& area : areas)
      if (area && area->has(kind)) {
        text += (text.empty() ? "a " : " or a ") + std::string(name_of(kind));
        break;
      }
  return text;
}

std::vector<const Credential*> in_order(std::span<const Credential> credentials) {
  std::vector<const Credential*> order;
  for (const auto& credential : credentials)
    if (credential.can_open()) order.push_back(&credential);
  if (order.empty())
    throw Error(Status::kArgument,
                "nothing that opens a container is given: a public key only encrypts; allowed are "
                "key files, passphrases and identities");
  std::stable_partition(order.begin(), order.end(), [](const Credential* credential) {
    return credential->kind() != SlotKind::kPassphrase;
  });
  return order;
}

struct Opened {
  Secret file_key;
  std::size_t slot;
};

std::optional<Opened> open_area(const Header& header, const SlotArea& area,
                                const Wrapper& wrapper) {
  for (std::size_t i = 0; i < area.slots.size(); i++) {
    auto file_key = wrapper.unwrap(area.slots[i]);
    if (file_key && is_committed(header, *file_key)) return Opened{std::move(*file_key), i};
  }
  return {};
}

// Opens a file's copies one after another. Argon2id runs once for each different cost and salt of
// them, therefore at most twice.
class Opener {
 public:
  Opener(const Preamble& preamble, const Areas& areas, const Credential& credential, KdfLimit limit)
      : header_(preamble.header), areas_(areas), credential_(credential), limit_(limit) {}

  std::optional<Opened> open(std::size_t copy) {
    const auto& area = areas_[copy];
    if (!area || !area->has(credential_.kind())) return {};
    const auto wrapper = wrapper_for(copy);
    return wrapper ? open_area(header_, *area, *wrapper) : std::nullopt;
  }
  // The reason why Argon2id did not run for a copy. The cost of a copy may be the only damaged
  // part.
  const std::optional<Error>& failure() const { return failure_; }

 private:
  const Wrapper* wrapper_for(std::size_t copy) {
    for (std::size_t i = 0; i < kSlotCopies; i++)
      if (wrappers_[i] && areas_[i]->kdf == areas_[copy]->kdf) return &*wrappers_[i];
    try {
      return &wrappers_[copy].emplace(header_, credential_, areas_[copy]->kdf, limit_);
    } catch (const Error& e) {
      if (e.status() != Status::kKdfCost && e.status() != Status::kMemory) throw;
      failure_ = e;
      return nullptr;
    }
  }

  const Header& header_;
  const Areas& areas_;
  const Credential& credential_;
  KdfLimit limit_;
  std::array<std::optional<Wrapper>, kSlotCopies> wrappers_;
  std::optional<Error> failure_;
};

// Returns the authentic copy with the highest number, or the first of two with the same number.
std::size_t current_copy(const Preamble& preamble, const Areas& areas, const Secret& file_key) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < kSlotCopies; i++) {
    if (!areas[i] || !is_authentic(preamble.copies[i], preamble.header, file_key)) continue;
    if (!best || areas[i]->sequence > areas[*best]->sequence) best = i;
  }
  if (!best)
    throw Error(Status::kSlots,
                "the slot area is not authentic: it was changed or damaged, in every copy");
  return *best;
}

std::optional<Unlocked> unlock_with(const Preamble& preamble, const Areas& areas, Opener& opener) {
  const auto sequence = [&](std::size_t copy) { return areas[copy] ? areas[copy]->sequence : 0; };
  const std::size_t newer = sequence(1) > sequence(0) ? 1 : 0;
  for (const auto copy : {newer, 1 - newer}) {
    auto opened = opener.open(copy);
    if (!opened) continue;
    const auto current = current_copy(preamble, areas, opened->file_key);
    if (current != copy) opened = opener.open(current);
    if (!opened)
      throw Error(Status::kWrongKey,
                  "the credential was removed from this container: another one is needed");
    const bool whole = preamble.copies[0] == preamble.copies[1] && preamble.header_whole;
    return Unlocked{std::move(opened->file_key), *areas[current], current, whole, opened->slot};
  }
  return {};
}

Unlocked unlock_slots(const Preamble& preamble, std::span<const Credential> credentials,
                      KdfLimit limit) {
  Areas areas;
  for (std::size_t i = 0; i < kSlotCopies; i++)
    areas[i] = parse_copy(preamble.copies[i], preamble.header.version);
  if (!areas[0] && !areas[1])
    throw Error(Status::kSlots, "the container's slot area is damaged, in every copy");
  bool tried = false;
  std::optional<Error> failure;
  for (const auto credential : in_order(credentials)) {
    for (const auto& area : areas) tried |= area && area->has(credential->kind());
    Opener opener(preamble, areas, *credential, limit);
    if (auto unlocked = unlock_with(preamble, areas, opener)) return std::move(*unlocked);
    if (opener.failure()) failure = opener.failure();
  }
  if (failure) throw *failure;
  if (!tried) refuse_kinds(kinds_of(areas));
  throw Error(Status::kWrongKey,
              "wrong key or passphrase, or the container's header was changed: it opens with " +
                  kinds_of(areas));
}

Secret copy_of(const Secret& secret) {
  Secret copy(secret.size());
  std::copy_n(secret.data(), secret.size(), copy.data());
  return copy;
}

// Version 1 has only one credential, and the header says which kind it has.
Unlocked unlock_master(const Header& header, std::span<const Credential> credentials,
                       KdfLimit limit) {
  const auto kind = header.kdf ? SlotKind::kPassphrase : SlotKind::kKeyFile;
  bool tried = false;
  for (const auto credential : in_order(credentials)) {
    if (credential->kind() != kind) continue;
    tried = true;
    auto master = header.kdf ? copy_of(*credential->kdf_cache().derive(
                                   *header.kdf, credential->secret().view(), limit))
                             : copy_of(credential->secret());
    if (is_committed(header, master)) return {std::move(master), {}};
  }
  if (!tried) refuse_kinds(std::string("a ") + name_of(kind));
  throw Error(Status::kWrongKey, std::string("wrong ") + (header.kdf ? "passphrase" : "key") +
                                     ", or the container's header was changed");
}

bool is_among(const std::string& label, const std::vector<std::string>& labels) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

std::string default_label(const std::string& name, const std::vector<std::string>& taken) {
  auto label = name;
  for (int i = 2; is_among(label, taken); i++) label = name + " " + std::to_string(i);
  return label;
}

// Rejects recipients that are given twice. It only compares the given credentials, because the
// slots of recipients do not show their owners.
void refuse_twins(std::span<const Credential> credentials) {
  for (std::size_t i = 0; i < credentials.size(); i++)
    for (std::size_t k = 0; k < i; k++)
      if (credentials[i].kind() == SlotKind::kRecipient &&
          credentials[k].kind() == SlotKind::kRecipient &&
          credentials[i].public_key() == credentials[k].public_key())
        throw Error(Status::kArgument, "a recipient is given twice: once is enough");
}

// Rejects recipients that already have a slot. A slot is recognised only by its default label,
// which is the beginning of the public key.
void refuse_known_recipients(std::span<const Credential> credentials, const SlotArea& area,
                             const std::vector<std::string>& labels) {
  for (const auto& credential : credentials)
    for (std::size_t i = 0; i < labels.size(); i++)
      if (credential.kind() == SlotKind::kRecipient &&
          kind_of(area.slots[i]) == SlotKind::kRecipient && labels[i] == credential.hint())
        throw Error(Status::kArgument, "the recipient '" + labels[i] +
                                           "' is in the container already: once is enough");
}

}  // namespace

Unlocked unlock(const Preamble& preamble, std::span<const Credential> credentials, KdfLimit limit) {
  if (preamble.header.version == 1) return unlock_master(preamble.header, credentials, limit);
  return unlock_slots(preamble, credentials, limit);
}

Locked lock(Header& header, std::span<const Credential> credentials, KdfCost cost, Salt salt) {
  if (credentials.empty())
    throw Error(Status::kArgument, "a container needs a credential: 1 to 16 are allowed");
  Locked locked{Secret(kFileKeyBytes), {}};
  randombytes_buf(locked.file_key.data(), locked.file_key.size());
  commit_header(header, locked.file_key);
  const auto passphrase = std::ranges::find(credentials, SlotKind::kPassphrase, &Credential::kind);
  if (salt == Salt::kShared && passphrase != credentials.end())
    locked.area.kdf = passphrase->kdf_cache().shared_kdf(cost);
  add_slots(header, locked.file_key, credentials, cost, kDefaultKdfLimit, locked.area);
  return locked;
}

std::vector<Credential> labelled(std::span<const Credential> credentials,
                                 std::vector<std::string> taken) {
  std::vector<Credential> result;
  for (const auto& credential : credentials)
    if (!credential.label().empty()) {
      if (is_among(credential.label(), taken))
        throw Error(Status::kArgument, "the label '" + credential.label() +
                                           "' is taken: every credential has its own");
      taken.push_back(credential.label());
    }
  for (const auto& credential : credentials) {
    result.push_back(credential);
    if (!credential.label().empty()) continue;
    taken.push_back(default_label(credential.hint(), taken));
    result.back() = credential.with_label(taken.back());
  }
  return result;
}

void add_slots(const Header& header, const Secret& file_key,
               std::span<const Credential> credentials, KdfCost cost, KdfLimit limit,
               SlotArea& area) {
  if (area.slots.size() + credentials.size() > kMaxSlots)
    throw Error(Status::kArgument, std::to_string(area.slots.size() + credentials.size()) +
                                       " credentials: a container has 1 to 16");
  refuse_twins(credentials);
  std::vector<std::string> labels;
  for (const auto& slot : area.slots) labels.push_back(open_label(header, file_key, slot));
  refuse_known_recipients(credentials, area, labels);
  for (const auto& credential : labelled(credentials, labels)) {
    if (credential.kind() == SlotKind::kPassphrase && !area.kdf) area.kdf = make_kdf(cost);
    const Wrapper wrapper(header, credential, area.kdf, limit);
    if (const auto twin = credential.can_open() ? open_area(header, area, wrapper) : std::nullopt)
      throw Error(Status::kArgument, "the credential '" + credential.label() +
                                         "' is in the container already, called '" +
                                         labels[twin->slot] + "'");
    area.slots.push_back(wrapper.wrap(file_key, credential.label()));
    labels.push_back(credential.label());
  }
}

}  // namespace hedgerow::container
