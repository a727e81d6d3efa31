// Changing who can open a container, without touching its data: slots are added and removed.
//
// What removal is not: whoever kept the file key or an older copy of the container can still read
// it. reencrypt makes a new file with a new file key.
//
// All functions work on the file that `path` leads to, links followed, lock it (flock) while they
// change it, and throw kBusy when another process holds the lock. Version 1 has no slots: kVersion,
// except for reencrypt.
#pragma once

#include "container/container.hpp"
#include "container/format/slot_area.hpp"

namespace hedgerow::container {

struct SlotInfo {
  SlotKind kind;
  std::string label;
};

struct SlotChange {
  std::vector<Credential> add;
  std::vector<std::string> remove;  // labels
  // For the first passphrase of a container. Throws kArgument when there is another cost already.
  //
  // None: kDefaultKdfCost, or the cost that the container's passphrases have already. That one its
  // maker chose, who may be an attacker. So below kLeastKdfCost rekey adds no passphrase
  // (kArgument), and reencrypt takes kDefaultKdfCost.
  std::optional<KdfCost> kdf;
};

struct RekeyOptions {
  KdfLimit kdf_limit = kDefaultKdfLimit;
  // reencrypt only:
  unsigned threads = 0;
  Progress progress;
};

// The credentials of a container, in the order of its slots; needs one of them.
std::vector<SlotInfo> list_slots(const std::string& path, Credentials credentials,
                                 const RekeyOptions& options = {});

// Needs a credential that opens. Removes first, then adds; also mends a damaged or missing copy of
// header and slot area, which is all that an empty change does. At every moment of the work, the
// file opens with the old credentials or with the new ones. Returns the new slots. Throws kArgument
// for a label that is not there, for no credential left, for more than 16, and as encrypt.
std::vector<SlotInfo> rekey(const std::string& path, Credentials credentials,
                            const SlotChange& change, const RekeyOptions& options = {});

// A new file key, salt and id for the same plaintext, cipher and segment size; the new file takes
// the old one's place (rename) when it is whole, and keeps its access rights (access.hpp). Throws
// kBusy, and replaces nothing, when another file stands there by then. It opens with those of
// `credentials` that opened the old one and are not removed, and with what is added. Every other
// slot must be removed by its label, for its secret is not at hand: else throws kArgument with the
// labels. Of version 1 it makes version 2.
std::vector<SlotInfo> reencrypt(const std::string& path, Credentials credentials,
                                const SlotChange& change, const RekeyOptions& options = {});

// Where the copies of header and slot area are written: for tests, which lose power in between.
class PageStore {
 public:
  virtual ~PageStore() = default;
  virtual void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) = 0;
  // What was written is durable when this returns.
  virtual void sync() = 0;
};

// Writes the header over a copy of it that is damaged or missing.
void store_header(PageStore& store, const Preamble& preamble);

// Writes both copies. The copy that is not `current` goes first and is durable before the other is
// touched, so that one of the two is whole at every moment.
void store_area(PageStore& store, const CopyBytes& bytes, std::size_t current);

}  // namespace hedgerow::container
