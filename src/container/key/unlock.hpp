// From credentials to the keys of a file.
#pragma once

#include "container/format/slot_area.hpp"

namespace hedgerow::container {

struct Unlocked {
  // From which the file's keys are derived: the file key; in version 1 the master key.
  Secret file_secret;

  // The rest is of version 2.
  SlotArea area;             // the current one
  std::size_t current = 0;   // the copy that holds it
  bool copies_whole = true;  // of it and of the header: none is stale or damaged
  std::size_t slot = 0;      // which of its slots opened
};

// Tries every credential that can open on the slots of its kind, passphrases last; one that opens
// is enough. Throws kCredential when the container has no slot of any kind that is given,
// kWrongKey when none opens, kSlots when the slot area is not authentic, kKdfCost beyond `limit`.
Unlocked unlock(const Preamble& preamble, std::span<const Credential> credentials, KdfLimit limit);

// Slots for a new file with a new file key, which the header then commits to.
struct Locked {
  Secret file_key;
  SlotArea area;
};

// Throws kArgument for no credentials, more than 16, or two that are the same.
Locked lock(Header& header, std::span<const Credential> credentials, KdfCost cost);

// The same credentials, each with a label: those without one are called after their hint, unlike
// `taken` and unlike each other. Throws kArgument for a label that is taken.
std::vector<Credential> labelled(std::span<const Credential> credentials,
                                 std::vector<std::string> taken);

// Adds a slot for each credential, `labelled`. `cost` is for the first passphrase of a file; the
// others share its cost and salt. Throws kArgument as lock and labelled do.
void add_slots(const Header& header, const Secret& file_key,
               std::span<const Credential> credentials, KdfCost cost, KdfLimit limit,
               SlotArea& area);

}  // namespace hedgerow::container
