// Queries without a context: the lists of ciphers and kernels, and the kernels that this machine would use.
#include "api/arguments.hpp"
#include "api/versioned.hpp"
#include "isa/cpu.hpp"
#include "mode/algorithms.hpp"

namespace hedgerow {
namespace {

hedgerow_status write_cipher(const Variant& v, hedgerow_cipher_info* info) noexcept {
  const Algorithm* const aead = first_aead(v);
  hedgerow_cipher_info r = {};
  r.name = v.name;
  r.family = v.family;
  r.block_bytes = v.block_bytes;
  r.key_bytes = v.key_bytes - v.sbox_bytes;
  r.rounds = v.rounds;
  r.limit_blocks = default_limit_blocks(v.block_bytes);
  r.sbox_bytes = v.sbox_bytes;
  r.sbox_oid = v.sbox_oid;
  r.aead = aead ? aead->mode->name : "";
  r.maturity = (hedgerow_maturity)v.maturity;
  r.note = v.note;
  return write_versioned(r, info);
}

hedgerow_status write_algorithm(const Algorithm& o, hedgerow_algorithm_info* info) noexcept {
  const Variant& v = o.variant();
  hedgerow_algorithm_info r = {};
  r.cipher = v.name;
  r.mode = o.mode->name;
  r.kind = (hedgerow_kind)o.mode->kind;
  r.oid = o.oid;
  r.block_bytes = v.block_bytes;
  r.unit_bytes = o.unit_bytes();
  r.key_bytes = o.key_bytes();
  r.iv_bytes = o.iv.usual;
  r.min_iv_bytes = o.iv.shortest;
  r.max_iv_bytes = o.iv.longest;
  r.iv_step_bytes = o.iv.step;
  r.tag_bytes = o.tag.usual;
  r.min_tag_bytes = o.tag.shortest;
  r.max_tag_bytes = o.tag.longest;
  r.tag_step_bytes = o.tag.step;
  r.feedback_bytes = o.feedback_bytes;
  r.section_bytes = o.section_bytes;
  r.master_section_bytes = o.master_section_bytes;
  r.limit_blocks = default_limit_blocks(v.block_bytes);
  r.message_bytes = o.max_message_bytes();
  r.properties = o.properties;
  r.maturity = (hedgerow_maturity)v.maturity;
  r.note = o.note;
  return write_versioned(r, info);
}

// The kernels that this machine selects for a cipher, and the effect of HEDGEROW_KERNEL.
struct Choice {
  explicit Choice(const Variant& variant) noexcept {
    const char* id = forced_kernel_from_environment();
    const Kernel* named = id ? find_kernel(id) : nullptr;
    const SelectStatus status = select_kernels(variant, this_machine(), id, true, &selection);
    ignored = id && !named;
    forced = named && named->variant == &variant ? named : nullptr;
    refused = status != SelectStatus::kOk;
    if (refused) selection = Selection();
  }
  Selection selection;
  bool ignored;  // HEDGEROW_KERNEL does not name any kernel
  const Kernel* forced;
  bool refused;  // every new context of the cipher fails unless its options name a kernel
};

// The calls that it serves, by their blocks; {0, 0} where it serves none.
struct Served {
  std::size_t from, up_to;
};
Served served_by(const Kernel& k, const Selection& s) noexcept {
  std::size_t from = 0;
  for (const Selection::Entry& e : s) {
    if (e.kernel == &k) return {from, e.up_to_blocks};
    from = e.up_to_blocks + 1;
  }
  return {0, 0};
}

const char* reason_when_not_forced(const Kernel& k, const Selection& s, bool ignored) noexcept {
#define HR_IGNORED(text) (ignored ? text "; HEDGEROW_KERNEL names no kernel: ignored" : text)
  const Served served = served_by(k, s);
  if (served.up_to == SIZE_MAX)
    return s.count == 1 ? HR_IGNORED("preferred on this class of processors, for all calls")
                        : HR_IGNORED("preferred on this class of processors, for long calls");
  if (served.up_to) return HR_IGNORED("preferred on this class of processors, for short calls");
#undef HR_IGNORED
  if (k.rank[0] == kNeverSelected) return "never chosen: a reference or a kernel of the lab";
  return "another is preferred on this class of processors";
}

const char* reason(const Kernel& k, const Choice& choice, std::uint64_t features) noexcept {
  if (!k.isa->built) return "not part of this build: another architecture";
  if (!k.ops || k.ops->key_bytes == 0) return "does not serve this cipher";
  if (!available(k, features)) return "this CPU lacks its instruction set";
  if (choice.forced == &k) return "forced by HEDGEROW_KERNEL";
  if (choice.forced) return "HEDGEROW_KERNEL names another line";
  if (choice.refused) return "HEDGEROW_KERNEL names a kernel that this CPU cannot run";
  return reason_when_not_forced(k, choice.selection, choice.ignored);
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

const char* hedgerow_cpu_feature(size_t index) {
  return index < 64 ? cpu_feature_name(std::uint64_t{1} << index) : nullptr;
}

const char* hedgerow_machine_class(void) { return machine_class_name(machine_class()); }

size_t hedgerow_algorithm_count(void) { return algorithms().count; }

hedgerow_status hedgerow_algorithm_at(size_t index, hedgerow_algorithm_info* info) {
  HR_TRY(check_pointers(info));
  if (index >= algorithms().count) return HEDGEROW_ERR_MODE;
  return write_algorithm(algorithms().items[index], info);
}

hedgerow_status hedgerow_algorithm_find(const char* cipher, const char* mode,
                                        hedgerow_algorithm_info* info) {
  HR_TRY(check_pointers(cipher, mode, info));
  const Variant* const variant = find_variant(cipher);
  if (!variant) return HEDGEROW_ERR_CIPHER;
  const Algorithm* const algorithm = find_algorithm(*variant, mode);
  return algorithm ? write_algorithm(*algorithm, info) : HEDGEROW_ERR_MODE;
}

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
  r.timing = k.timing() == Timing::kConstantTime ? HEDGEROW_TIMING_CT : HEDGEROW_TIMING_UNKNOWN;
  r.width_blocks = k.ops ? k.ops->batch_blocks : 0;
  r.available = available(k, cpu_features());
  const Served served = served_by(k, choice.selection);
  r.from_blocks = served.from;
  r.up_to_blocks = served.up_to;
  r.reason = reason(k, choice, cpu_features());
  return write_versioned(r, info);
}

}  // extern "C"
