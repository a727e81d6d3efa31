// Cases of the container, which seal the slot area and the only segment of a new file, and open it:
// from a key file or an identity over the slot area to the wiping of the keys.
//
// Secret are the credential, the file key and the plaintext. Public are the header, the slot area,
// the lengths and the number of the slot that opened. The refused cases change the commitment, MAC
// or tag at a different place for each secret.
//
// Two things are left out: passphrases, because Argon2id reads memory at secret-dependent places by
// design, and the pipeline, because it creates threads.
//
// The code of the slot area does not know the cipher. Therefore only the first cipher runs every
// plan, and the others run those with a key file that reach the cipher.
#include "container/container.hpp"

#include <string.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "base/bytes.hpp"
#include "case.hpp"
#include "container/error.hpp"
#include "container/key/unlock.hpp"

namespace hedgerow::tracing {
namespace {

using container::Status;
using Result = std::optional<Status>;  // the status of a failure

constexpr std::size_t kPlainBytes = 1024 + 3 * 64 + 5;

struct File {
  File(const container::Credential& its_credential, const std::uint8_t* its_file_key)
      : credential(its_credential), file_key(container::kFileKeyBytes) {
    memcpy(file_key.data(), its_file_key, file_key.size());
  }

  container::Credential credential;
  container::Secret file_key;
  container::Preamble preamble;
  std::uint8_t* data = nullptr;    // the segment, sealed or opened in place, with room for a tag
  std::uint8_t* sealed = nullptr;  // a copy of the sealed segment
  container::Place place{0, true};
  Result result = {};
  std::size_t sealed_bytes() const { return kPlainBytes + preamble.header.tag_bytes; }
};

void seal(File& f) {
  container::Header& header = f.preamble.header;
  container::SlotArea area;
  commit_header(header, f.file_key);
  add_slots(header, f.file_key, {&f.credential, 1}, container::kDefaultKdfCost,
            container::kDefaultKdfLimit, area);
  f.preamble.copies.fill(encode_copy(area, header, f.file_key));
  container::SegmentCipher(header, derive_cipher_key(header, f.file_key))
      .seal(f.place, f.data, kPlainBytes);
}

void open(File& f) {
  try {
    const container::Header& header = f.preamble.header;
    const container::Unlocked unlocked =
        unlock(f.preamble, {&f.credential, 1}, container::kDefaultKdfLimit);
    container::SegmentCipher(header, derive_cipher_key(header, unlocked.file_secret))
        .open(f.place, f.data, f.sealed_bytes());
  } catch (const container::Error& e) {
    f.result = e.status();
  }
}

void spoil(std::uint8_t* bytes, std::size_t n, const Workspace& w) {
  bytes[w.place(n)] ^= (std::uint8_t)(1u << w.place(8));
}

void keep(File&, const Workspace&) {}
void spoil_commitment(File& f, const Workspace& w) {
  spoil(f.preamble.header.commitment().data(), container::kCommitmentBytes, w);
}
// Offsets, in both copies, of the commitment of the only slot and of the MAC.
constexpr std::size_t kAtSlotCommitment = 128 + 112;
void spoil_slot(File& f, const Workspace& w) {
  for (auto& copy : f.preamble.copies)
    spoil(copy.data() + kAtSlotCommitment, container::kCommitmentBytes, w);
}
void spoil_mac(File& f, const Workspace& w) {
  for (auto& copy : f.preamble.copies) spoil(copy.data(), 32, w);
}
void spoil_tag(File& f, const Workspace& w) {
  spoil(f.data + kPlainBytes, f.preamble.header.tag_bytes, w);
  // The number of zeros at the end of a ciphertext is public and affects the time, so here no
  // ciphertext ends in a zero.
  std::uint8_t& last = f.data[kPlainBytes + f.preamble.header.tag_bytes - 1];
  if (last == 0) last = 3;  // differs in two bits, so the next change cannot restore the right tag
}

struct Plan {
  const char* name;
  container::SlotKind kind;
  void (*run)(File&);
  void (*spoil)(File&, const Workspace&);
  Result expected;

  bool reaches_cipher() const { return spoil == keep || spoil == spoil_tag; }
};
using container::SlotKind;
constexpr Plan kPlans[] = {
    {"seal", SlotKind::kKeyFile, seal, keep, {}},
    {"seal-recipient", SlotKind::kRecipient, seal, keep, {}},
    {"open", SlotKind::kKeyFile, open, keep, {}},
    {"open-identity", SlotKind::kRecipient, open, keep, {}},
    {"wrong-header", SlotKind::kKeyFile, open, spoil_commitment, Status::kWrongKey},
    {"wrong-key", SlotKind::kKeyFile, open, spoil_slot, Status::kWrongKey},
    {"wrong-identity", SlotKind::kRecipient, open, spoil_slot, Status::kWrongKey},
    {"wrong-mac", SlotKind::kKeyFile, open, spoil_mac, Status::kSlots},
    {"tampered", SlotKind::kKeyFile, open, spoil_tag, Status::kTampered},
};

container::Credential secret_credential(SlotKind kind, Workspace& w) {
  if (kind == SlotKind::kRecipient) {
    const std::size_t n = container::kIdentityBytes;
    return container::Credential::from_identity({w.secret_bytes(n), n});
  }
  const std::size_t n = container::kMasterKeyBytes;
  return container::Credential::from_master_key({w.secret_bytes(n), n});
}

// Salt and id are the same in all runs, so that only the secret differs.
container::Header public_header(const std::string& cipher) {
  container::Header header = container::make_header(cipher, container::kMinSegmentBytes);
  std::fill_n(&header.bytes[32], container::kFileIdBytes, (std::uint8_t)0xa5);
  std::fill_n(&header.bytes[80], container::kSaltBytes, (std::uint8_t)0x5a);
  return header;
}

Traced prepare_plan(const Plan& plan, const std::string& cipher, Workspace& w) {
  const container::Credential credential = secret_credential(plan.kind, w);
  const auto f = std::make_shared<File>(credential, w.secret_bytes(container::kFileKeyBytes));
  f->preamble.header = public_header(cipher);
  const std::uint8_t* plain = w.secret_bytes(kPlainBytes);
  f->data = w.bytes(f->sealed_bytes());
  f->sealed = w.bytes(f->sealed_bytes());
  memcpy(f->data, plain, kPlainBytes);
  if (plan.run == open) {
    seal(*f);
    memcpy(f->sealed, f->data, f->sealed_bytes());
    plan.spoil(*f, w);
  }
  const std::size_t results = (std::size_t)(f->sealed + f->sealed_bytes() - f->data);
  return {[f, run = plan.run] { run(*f); },
          {f->data, results},
          [f, expected = plan.expected] { return f->result == expected; }};
}

bool serves(const hedgerow_cipher_info& info) {
  try {
    container::find_container_cipher(info.name);
    return true;
  } catch (const container::Error&) {
    return false;
  }
}

}  // namespace

void add_container_cases(Cases& cases) {
  bool any = false;
  std::set<std::pair<std::string, std::uint32_t>> seen;
  for (std::size_t i = 0; i < hedgerow_cipher_count(); i++) {
    hedgerow_cipher_info info{};
    info.size = sizeof info;
    if (hedgerow_cipher_at(i, &info) != HEDGEROW_OK) continue;
    if (!cases.wants(std::string("container.") + info.name) || !serves(info)) continue;
    const bool further = !seen.emplace(info.family, info.block_bytes).second;
    for (const Plan& plan : kPlans) {
      if (any && (plan.kind != SlotKind::kKeyFile || !plan.reaches_cipher())) continue;
      cases.push_back({.name = std::string("container.") + info.name + "/" + plan.name,
                       .further = further,
                       .prepare = [&plan, cipher = std::string(info.name)](Workspace& w) {
                         return prepare_plan(plan, cipher, w);
                       }});
    }
    any = true;
  }
}

}  // namespace hedgerow::tracing
