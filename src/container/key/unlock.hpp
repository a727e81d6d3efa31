// Derives the keys of a file from credentials.
#pragma once

#include "container/format/preamble.hpp"

namespace hedgerow::container {

struct Unlocked {
  // The secret for the derivation of the file's keys. It is the file key, or in version 1 the
  // master key.
  Secret file_secret;

  // The other members are for versions 2 and 3.
  SlotArea area;             // the current slot area
  std::size_t current = 0;   // the copy that contains it
  bool copies_whole = true;  // true if no copy of the area or the header is stale or damaged
  std::size_t slot = 0;      // the index of the slot that was opened
};

// Tries every credential that can open on the slots of its kind, passphrases last. One that opens a
// slot is enough. Throws kCredential if the container has no slot of any given kind, kWrongKey if
// no credential opens a slot, kSlots if the slot area is not authentic, and kKdfCost if the cost
// exceeds `limit`.
Unlocked unlock(const Preamble& preamble, std::span<const Credential> credentials, KdfLimit limit);

// The slots of a new file with a new file key. The header commits to this key.
struct Locked {
  Secret file_key;
  SlotArea area;
};

// With kShared, the files of one passphrase and cost have the same salt. Then Argon2id runs once for
// all of them. Their wrap keys differ, because these also depend on the header, which has the
// commitment to a random file key.
enum class Salt { kOwn, kShared };

// Throws kArgument if there are no credentials, if there are more than 16, or if two are equal.
Locked lock(Header& header, std::span<const Credential> credentials, KdfCost cost,
            Salt salt = Salt::kOwn);

// Returns the same credentials, each with a label. A credential without a label gets its hint,
// changed if necessary so that it differs from `taken` and from the other labels. Throws kArgument
// for a label that is taken.
std::vector<Credential> labelled(std::span<const Credential> credentials,
                                 std::vector<std::string> taken);

// Adds a slot for each credential, with labels as in `labelled`. `cost` is for the first passphrase
// of a file, and later passphrases share its cost and salt. Throws kArgument for the same reasons
// as lock and labelled.
void add_slots(const Header& header, const Secret& file_key,
               std::span<const Credential> credentials, KdfCost cost, KdfLimit limit,
               SlotArea& area);

}  // namespace hedgerow::container
