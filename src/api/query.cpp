// Queries without a context: which ciphers and kernels there are, and which kernels serve here.
#include "api/arguments.hpp"
#include "api/versioned.hpp"
#include "isa/cpu.hpp"
#include "mode/family_modes.hpp"

namespace hedgerow {
namespace {

hedgerow_status write_cipher(const Variant& v, hedgerow_cipher_info* info) noexcept {
  const FamilyModes& modes = family_modes(v);
  hedgerow_cipher_info r = {};
  r.name = v.name;
  r.family = v.family;
  r.oid = v.oid;
  r.block_bytes = v.block_bytes;
  r.key_bytes = v.key_bytes - modes.sbox_bytes;
  r.rounds = v.rounds;
  r.limit_blocks = default_limit_blocks(v.block_bytes);
  r.aead = modes.aead ? modes.aead->name : "";
  r.nonce_bytes = modes.aead ? v.block_bytes : 0;
  r.min_tag_bytes = modes.min_tag_bytes;
  r.max_tag_bytes = v.block_bytes;
  r.ctr_iv_bytes = ctr_iv_bytes(v);
  r.sbox_bytes = modes.sbox_bytes;
  r.standing = (hedgerow_standing)v.standing;
  r.note = v.note;
  return write_versioned(r, info);
}

// How the kernels of one cipher are chosen here, with the environment's wish.
struct Choice {
  explicit Choice(const Variant& variant) noexcept {
    const char* id = forced_kernel_from_environment();
    const Kernel* named = id ? find_kernel(id) : nullptr;
    const SelectStatus status =
        select_kernels(variant, this_machine(), id, true, false, &selection);
    forced = named && named->variant == &variant ? named : nullptr;
    refused = status != SelectStatus::kOk;
    if (refused) selection = {};
  }
  Selection selection{};
  const Kernel* forced;
  bool refused;  // every new context of the cipher fails, unless its options name a kernel
};

const char* reason_when_not_forced(const Kernel& k, const Selection& s) noexcept {
  if (k.timing == Timing::kVartime) return "vartime: never chosen";
  if (&k == s.bulk && &k == s.narrow) return "preferred on this class of processors, for all calls";
  if (&k == s.bulk) return "preferred on this class of processors, for long calls";
  if (&k == s.narrow) return "preferred on this class of processors, for short calls";
  if (k.role == Role::kNone) return "never chosen: its line has no role";
  return "another is preferred on this class of processors";
}

const char* reason(const Kernel& k, const Choice& choice, std::uint64_t features) noexcept {
  if (!k.isa->built) return "not part of this build: another architecture";
  if (!k.ops || k.ops->key_bytes == 0) return "does not serve this cipher";
  if (!available(k, features)) return "this CPU lacks its instruction set";
  if (choice.forced == &k)
    return choice.refused ? "named by HEDGEROW_KERNEL, but vartime: refused without "
                            "HEDGEROW_ALLOW_VARTIME"
                          : "forced by HEDGEROW_KERNEL";
  if (choice.forced) return "HEDGEROW_KERNEL names another line";
  if (choice.refused) return "HEDGEROW_KERNEL names no kernel that exists";
  return reason_when_not_forced(k, choice.selection);
}

}  // namespace
}  // namespace hedgerow

using namespace hedgerow;

extern "C" {

size_t hedgerow_cipher_count(void) { return variants().count; }

hedgerow_status hedgerow_cipher_at(size_t index, hedgerow_cipher_info* info) {
  HR_TRY(check_pointers(info));
  if (index >= variants().count) return HEDGEROW_ERR_CIPHER;
  return write_cipher(variants().items[index], info);
}

hedgerow_status hedgerow_cipher_find(const char* name, hedgerow_cipher_info* info) {
  HR_TRY(check_pointers(name, info));
  const Variant* variant = find_variant(name);
  return variant ? write_cipher(*variant, info) : HEDGEROW_ERR_CIPHER;
}

const char* hedgerow_machine_class(void) { return machine_class_name(machine_class()); }

size_t hedgerow_kernel_count(void) { return kernels().count; }

hedgerow_status hedgerow_kernel_at(size_t index, hedgerow_kernel_info* info) {
  HR_TRY(check_pointers(info));
  if (index >= kernels().count) return HEDGEROW_ERR_KERNEL;
  const Kernel& k = kernels().items[index];
  const Choice choice(*k.variant);
  hedgerow_kernel_info r = {};
  r.id = k.id;
  r.cipher = k.variant->name;
  r.technique = k.technique;
  r.isa = k.isa->name;
  r.timing = k.timing == Timing::kConstantTime ? HEDGEROW_TIMING_CT : HEDGEROW_TIMING_VARTIME;
  r.width_blocks = k.width_blocks;
  r.available = available(k, cpu_features());
  r.selected_bulk = &k == choice.selection.bulk;
  r.selected_narrow = &k == choice.selection.narrow;
  r.reason = reason(k, choice, cpu_features());
  return write_versioned(r, info);
}

}  // extern "C"
