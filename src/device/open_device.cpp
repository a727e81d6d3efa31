// Selects the kernel that serves a cipher on a device.
#include "device/open_device.hpp"

#include <stdlib.h>

#include "device/cache.hpp"

namespace hedgerow::device {
namespace {

Language language_of(const std::string& backend) {
  for (const DriverState& state : drivers())
    if (backend == state.name) return state.language;
  throw Error(Status::kInternal, "a backend without a language");
}

const KernelInfo* kernel_info_of_id(const std::string& id, Language language) {
  for (const KernelInfo& info : kernel_infos())
    if (info.id(language) == id) return &info;
  return nullptr;
}

// Says if any backend has a kernel with this id.
bool is_known(const std::string& id) {
  return kernel_info_of_id(id, Language::kCuda) || kernel_info_of_id(id, Language::kOpenCl);
}

template <class AnyInfo>
std::string calibration_key(const DeviceInfo& facts, const std::vector<const AnyInfo*>& candidates,
                            Language language) {
  std::string key = "calibration\n" + facts.name + "\n" + facts.architecture + "\n" + facts.driver +
                    "\n" + std::to_string(facts.compute_units);
  for (const AnyInfo* info : candidates) {
    const Source source = source_of(*info, language);
    key += "\n" + source.name + " " + digest_text(source.text);
    for (const auto& option : source.options) key += " " + option;
  }
  return key;
}

std::string no_kernel(const std::string& variant, const DeviceInfo& facts) {
  const std::string text = "no kernel of " + variant + " serves " + facts.id;
  if (!facts.is_cpu) return text;
  return text +
         ", which is a CPU: there look-ups in tables, all that its kernels have, would tell "
         "secrets by the "
         "cache; a kernel that is named is used all the same";
}

// Skips candidates that cannot run here, and if all fail, throws the error of the last one.
template <class AnyInfo>
const AnyInfo& quickest(const std::vector<const AnyInfo*>& candidates,
                        const std::function<double(const AnyInfo&)>& seconds) {
  const AnyInfo* best = nullptr;
  double least = 0;
  for (const AnyInfo* info : candidates) try {
      const double took = seconds(*info);
      if (!best || took < least) {
        best = info;
        least = took;
      }
    } catch (const Error& e) {
      const bool passed_over = e.status() == Status::kCompile || e.status() == Status::kDriver;
      if (!passed_over || (!best && info == candidates.back())) throw;
    }
  return *best;
}

}  // namespace

OpenDevice::OpenDevice(const std::string& id, void* native_context)
    : language_(Language::kOpenCl), device_(open_device(id, native_context)) {
  language_ = language_of(device_->facts().backend);
}

std::shared_ptr<Kernel> OpenDevice::kernel_for(const std::string& variant, const char* forced) {
  const char* environment = forced ? nullptr : secure_getenv("HEDGEROW_DEVICE_KERNEL");
  const std::string wanted = forced ? forced : environment ? environment : "";
  const std::lock_guard lock(mutex_);
  const auto candidates = kernel_infos_for(variant, facts());
  if (const KernelInfo* info = kernel_info_of_id(wanted, language_);
      info && variant == info->variant) {
    if (info->launch.local_bytes > facts().local_bytes)
      throw Error(Status::kUnsupported, wanted + " needs " +
                                            std::to_string(info->launch.local_bytes) +
                                            " bytes of local memory a group; " + facts().id +
                                            " has " + std::to_string(facts().local_bytes));
    return tested(*info);
  }
  if (forced)
    throw Error(Status::kKernel, is_known(wanted)
                                     ? wanted + " is a kernel of another cipher or backend"
                                     : "there is no kernel " + wanted);
  if (candidates.empty()) throw Error(Status::kUnsupported, no_kernel(variant, facts()));
  return tested(chosen<KernelInfo>(candidates, [this](const KernelInfo& info) {
    return seconds_per_megabyte(*device_, *tested(info));
  }));
}

std::shared_ptr<HashKernel> OpenDevice::hash_for(const std::string& field, bool dot) {
  const char* environment = secure_getenv("HEDGEROW_DEVICE_HASH");
  const std::string wanted = environment ? environment : "";
  const std::lock_guard lock(hash_mutex_);
  const auto candidates = hash_kernel_infos_for(field, dot, facts());
  if (candidates.empty())
    throw Error(Status::kUnsupported, "no kernel of the field " + field + " serves " + facts().id);
  for (const HashKernelInfo* info : candidates)
    if (info->id(language_) == wanted) return compiled(*info);
  return compiled(chosen<HashKernelInfo>(candidates, [this](const HashKernelInfo& info) {
    return seconds_per_megabyte(*device_, *compiled(info));
  }));
}

std::shared_ptr<HashKernel> OpenDevice::compiled(const HashKernelInfo& info) {
  auto& known = hashes_[info.id(language_)];
  if (!known) known = std::make_shared<HashKernel>(*device_, info, language_);
  return known;
}

void OpenDevice::require_tested(const std::string& name, const std::function<void()>& check) {
  const std::lock_guard lock(combinations_mutex_);
  if (const auto found = combinations_.find(name); found != combinations_.end()) {
    if (found->second) throw *found->second;
    return;
  }
  try {
    check();
    combinations_.emplace(name, std::nullopt);
  } catch (const Error& e) {
    if (e.status() == Status::kSelftest) combinations_.emplace(name, e);
    throw;
  }
}

std::shared_ptr<Kernel> OpenDevice::tested(const KernelInfo& info) {
  const std::string id = info.id(language_);
  if (const auto found = refused_.find(id); found != refused_.end()) throw found->second;
  auto& known = kernels_[id];
  if (known) return known;
  auto kernel = std::make_shared<Kernel>(*device_, info, language_);
  try {
    check_known_answers(*device_, *kernel);
  } catch (const Error& e) {
    if (e.status() == Status::kSelftest) refused_.emplace(id, e);
    throw;
  }
  return known = std::move(kernel);
}

template <class AnyInfo>
const AnyInfo& OpenDevice::chosen(const std::vector<const AnyInfo*>& candidates,
                                  const std::function<double(const AnyInfo&)>& seconds) {
  if (candidates.size() == 1) return *candidates[0];
  const std::string key = calibration_key(facts(), candidates, language_);
  if (const auto kept = load_cached(key))
    for (const AnyInfo* info : candidates)
      if (*kept == info->technique) return *info;
  const AnyInfo& best = quickest(candidates, seconds);
  store_cached(key, best.technique);
  return best;
}

}  // namespace hedgerow::device
