// Changes the credentials that open a container without changing its data. Slots are added and
// removed.
//
// Removing a credential does not lock its owner out for ever: if they kept the file key or an older
// copy of the container, they can still read it. If that matters, use reencrypt, which makes a new
// file with a new file key.
//
// All functions follow links from `path` to the file, lock it (flock) while they change it, and
// throw kBusy if another process holds the lock. Version 1 has no slots, so all functions except
// reencrypt throw kVersion for it.
#pragma once

#include "container/container.hpp"
#include "container/format/preamble.hpp"

namespace hedgerow::container {

struct SlotInfo {
  SlotKind kind;
  std::string label;
};

struct SlotChange {
  std::vector<Credential> add;
  std::vector<std::string> remove;  // labels, or whole names that were cut to labels
  // The cost of the first passphrase of a container. Throws kArgument if the container already has
  // another cost.
  //
  // By default it is kDefaultKdfCost, or the cost that the container's passphrases already have.
  // But that cost was chosen by the container's maker, who may be an attacker. Therefore, if it is
  // below kLeastKdfCost, rekey adds no passphrase (kArgument), and reencrypt uses kDefaultKdfCost.
  std::optional<KdfCost> kdf;
};

struct RekeyOptions {
  KdfLimit kdf_limit = kDefaultKdfLimit;
  // reencrypt only:
  unsigned threads = 0;
  Progress progress;
};

// Returns the credentials of a container in the order of its slots. It needs one of them to open it.
std::vector<SlotInfo> list_slots(const std::string& path, Credentials credentials,
                                 const RekeyOptions& options = {});

// Removes slots first, then adds slots. It also repairs a damaged or missing copy of header and
// slot area, which is all that an empty change does. At every moment the file opens with the old
// credentials or with the new ones: version 2 is changed in place, and version 3 is written again and
// replaces the old file (rename) as in reencrypt. Needs a credential that opens the container. Returns the new
// slots. Throws kArgument for an unknown label, if no credential is left, for more than 16
// credentials, and for the same reasons as encrypt.
std::vector<SlotInfo> rekey(const std::string& path, Credentials credentials,
                            const SlotChange& change, const RekeyOptions& options = {});

// Writes a new file with a new file key, salt and id, and the same plaintext, cipher and segment
// size. The new file replaces the old one (rename) when it is complete, and keeps its access rights
// (access.hpp). If another file has that name by then, it throws kBusy and replaces no file.
//
// The new file opens with those of `credentials` that opened the old one and are not removed, and
// with the added ones. Every other slot must be removed by its label, because its secret is not
// available. Otherwise it throws kArgument with the labels. Version 3 stays version 3, and the others
// get the layout of a new container (Layout::kAutomatic).
std::vector<SlotInfo> reencrypt(const std::string& path, Credentials credentials,
                                const SlotChange& change, const RekeyOptions& options = {});

// The place where the copies of header and slot area are written. Tests use their own, which loses
// power between two writes.
class PageStore {
 public:
  virtual ~PageStore() = default;
  virtual void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) = 0;
  // When this function returns, all earlier writes are durable on the disk.
  virtual void sync() = 0;
};

// Writes the header over a damaged or missing copy of it.
void store_header(PageStore& store, const Preamble& preamble);

// Writes both copies. The copy that is not `current` is written first and is durable before the
// other one is changed. Therefore one of the two is complete at every moment.
void store_area(PageStore& store, const CopyBytes& bytes, std::size_t current);

}  // namespace hedgerow::container
