// The functions of container.h that change who can open a container.
#include "container/rekey.hpp"

#include <fcntl.h>

#include "container/abi/boundary.hpp"
#include "container/abi/job.hpp"

namespace hedgerow::container::abi {
namespace {

SlotChange change_of(const hedgerow_container_change* from,
                     const hedgerow_container_options& options) {
  require(from, "change");
  const auto change = read_struct(from, "change");
  SlotChange result;
  if (change.add) result.add = change.add->list;
  if (change.remove_count != 0) require(change.remove, "change.remove");
  for (std::size_t i = 0; i < change.remove_count; i++) {
    require(change.remove[i], "a label of change.remove");
    result.remove.emplace_back(change.remove[i]);
  }
  if (options.kdf_passes != 0 || options.kdf_memory_kib != 0) result.kdf = kdf_cost_of(options);
  return result;
}

void write_slots(const std::vector<SlotInfo>& slots, hedgerow_container_info info,
                 hedgerow_container_info* to) {
  info.slot_count = static_cast<std::uint32_t>(slots.size());
  for (std::size_t i = 0; i < slots.size(); i++) {
    info.slots[i].kind = static_cast<hedgerow_container_slot_kind>(slots[i].kind);
    copy_label(slots[i].label, info.slots[i].label);
  }
  write_info(info, to);
}

// Returns the info of the changed file, or zeros if it cannot be read, for example because another
// process is changing it.
hedgerow_container_info header_info(const char* path) {
  try {
    const Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
    if (file.valid()) return info_of(inspect(file.get()));
  } catch (const Error&) {
  }
  return {};
}

using Change = std::vector<SlotInfo> (*)(const std::string&, Credentials, const SlotChange&,
                                         const RekeyOptions&);

std::vector<SlotInfo> list(const std::string& path, Credentials credentials, const SlotChange&,
                           const RekeyOptions& options) {
  return list_slots(path, credentials, options);
}

// `change` may be NULL only if `work` is `list`.
void run(const char* path, const hedgerow_container_credentials* credentials,
         const hedgerow_container_change* change, const hedgerow_container_options* options,
         hedgerow_container_info* info, Change work) {
  require(path, "path");
  require(credentials, "credentials");
  check_info(info);
  const auto o = checked_options(options);
  const auto wanted = work == list ? SlotChange{} : change_of(change, o);
  Job job(nullptr, nullptr, o);
  RekeyOptions rekey_options;
  rekey_options.kdf_limit = kdf_limit_of(o);
  rekey_options.threads = o.threads;
  rekey_options.progress = job.progress();
  std::vector<SlotInfo> slots;
  job.run([&] { slots = work(path, credentials->list, wanted, rekey_options); });
  write_slots(slots, header_info(path), info);
}

}  // namespace
}  // namespace hedgerow::container::abi

using namespace hedgerow::container;
using namespace hedgerow::container::abi;

extern "C" {

hedgerow_container_status hedgerow_container_slots(
    const char* path, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_info* info,
    hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(info, "info");
    run(path, credentials, nullptr, options, info, list);
  });
}

hedgerow_container_status hedgerow_container_rekey(
    const char* path, const hedgerow_container_credentials* credentials,
    const hedgerow_container_change* change, const hedgerow_container_options* options,
    hedgerow_container_info* info, hedgerow_container_error* error) {
  return guarded(error, [&] { run(path, credentials, change, options, info, rekey); });
}

hedgerow_container_status hedgerow_container_reencrypt(
    const char* path, const hedgerow_container_credentials* credentials,
    const hedgerow_container_change* change, const hedgerow_container_options* options,
    hedgerow_container_info* info, hedgerow_container_error* error) {
  return guarded(error, [&] { run(path, credentials, change, options, info, reencrypt); });
}

}  // extern "C"
