// Cases of the container: opening and sealing of a file's only segment, from the master key to the
// wiping of the file keys. Master key, file keys and plaintext are the secret; the header and
// lengths are public. The refused cases differ from the right commitment or tag at another place
// for each secret. Left out: Argon2id, which reads memory at secret-dependent places by design, so
// the key is a key file's; and the pipeline, which makes threads.
#include "container/container.hpp"

#include <string.h>

#include <memory>
#include <optional>

#include "base/bytes.hpp"
#include "case.hpp"
#include "container/error.hpp"

namespace hedgerow::tracing {
namespace {

using container::Status;
using Result = std::optional<Status>;  // of a failure

constexpr std::size_t kPlainBytes = 1024 + 3 * 64 + 5;

struct File {
  container::Header header;
  container::Credential credential;
  std::uint8_t* data;    // the segment, sealed or opened in place, with room for a tag
  std::uint8_t* sealed;  // a copy of the sealed segment
  container::Place place{0, true};
  Result result = {};
  std::size_t sealed_bytes() const { return kPlainBytes + header.tag_bytes; }
};

void seal(File& f) {
  const container::FileKeys keys = derive_file_keys(f.header, f.credential);
  f.header.commitment = keys.commitment;
  container::SegmentCipher(f.header, keys).seal(f.place, f.data, kPlainBytes);
}

void open(File& f) {
  try {
    const container::FileKeys keys = open_file_keys(f.header, f.credential);
    container::SegmentCipher(f.header, keys).open(f.place, f.data, f.sealed_bytes());
  } catch (const container::Error& e) {
    f.result = e.status();
  }
}

void spoil(std::uint8_t* bytes, std::size_t n, const Workspace& w) {
  bytes[w.place(n)] ^= (std::uint8_t)(1u << w.place(8));
}

void keep(File&, const Workspace&) {}
void spoil_commitment(File& f, const Workspace& w) {
  spoil(f.header.commitment.data(), f.header.commitment.size(), w);
}
void spoil_tag(File& f, const Workspace& w) { spoil(f.data + kPlainBytes, f.header.tag_bytes, w); }

struct Plan {
  const char* name;
  void (*run)(File&);
  void (*spoil)(File&, const Workspace&);
  Result expected;
};
constexpr Plan kPlans[] = {
    {"seal", seal, keep, {}},
    {"open", open, keep, {}},
    {"wrong-key", open, spoil_commitment, Status::kWrongKey},
    {"tampered", open, spoil_tag, Status::kTampered},
};

container::Header public_header(const std::string& cipher) {
  container::Header header =
      container::make_header(cipher, container::kMinSegmentBytes, container::Kdf::kNone, 0, 0);
  header.salt.fill(0x5a);
  return header;
}

Traced prepare_plan(const Plan& plan, const std::string& cipher, Workspace& w) {
  const std::span<const std::uint8_t> master(w.secret_bytes(container::kMasterKeyBytes),
                                             container::kMasterKeyBytes);
  const auto f = std::make_shared<File>(File{
      public_header(cipher), container::Credential::from_master_key(master), nullptr, nullptr});
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
  for (std::size_t i = 0; i < hedgerow_cipher_count(); i++) {
    hedgerow_cipher_info info{};
    info.size = sizeof info;
    if (hedgerow_cipher_at(i, &info) != HEDGEROW_OK) continue;
    if (!cases.wants(std::string("container.") + info.name) || !serves(info)) continue;
    const bool further = any;
    any = true;
    for (const Plan& plan : kPlans)
      cases.push_back({.name = std::string("container.") + info.name + "/" + plan.name,
                       .further = further,
                       .prepare = [&plan, cipher = std::string(info.name)](Workspace& w) {
                         return prepare_plan(plan, cipher, w);
                       }});
  }
}

}  // namespace hedgerow::tracing
