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

const Form* form_of_id(const std::string& id, Language language) {
  for (const Form& form : forms())
    if (form.id(language) == id) return &form;
  return nullptr;
}

// Says if any backend has a kernel with this id.
bool is_known(const std::string& id) {
  return form_of_id(id, Language::kCuda) || form_of_id(id, Language::kOpenCl);
}

template <class AnyForm>
std::string calibration_key(const DeviceInfo& facts, const std::vector<const AnyForm*>& candidates,
                            Language language) {
  std::string key = "calibration\n" + facts.name + "\n" + facts.architecture + "\n" + facts.driver +
                    "\n" + std::to_string(facts.compute_units);
  for (const AnyForm* form : candidates) {
    const Source source = source_of(*form, language);
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
template <class AnyForm>
const AnyForm& quickest(const std::vector<const AnyForm*>& candidates,
                        const std::function<double(const AnyForm&)>& seconds) {
  const AnyForm* best = nullptr;
  double least = 0;
  for (const AnyForm* form : candidates) try {
      const double took = seconds(*form);
      if (!best || took < least) {
        best = form;
        least = took;
      }
    } catch (const Error& e) {
      const bool passed_over = e.status() == Status::kCompile || e.status() == Status::kDriver;
      if (!passed_over || (!best && form == candidates.back())) throw;
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
  const auto candidates = forms_for(variant, facts());
  if (const Form* form = form_of_id(wanted, language_); form && variant == form->variant) {
    if (form->launch.local_bytes > facts().local_bytes)
      throw Error(Status::kUnsupported, wanted + " needs " +
                                            std::to_string(form->launch.local_bytes) +
                                            " bytes of local memory a group; " + facts().id +
                                            " has " + std::to_string(facts().local_bytes));
    return tested(*form);
  }
  if (forced)
    throw Error(Status::kKernel, is_known(wanted)
                                     ? wanted + " is a kernel of another cipher or backend"
                                     : "there is no kernel " + wanted);
  if (candidates.empty()) throw Error(Status::kUnsupported, no_kernel(variant, facts()));
  return tested(chosen<Form>(candidates, [this](const Form& form) {
    return seconds_per_megabyte(*device_, *tested(form));
  }));
}

std::shared_ptr<HashKernel> OpenDevice::hash_for(const std::string& field, bool dot) {
  const char* environment = secure_getenv("HEDGEROW_DEVICE_HASH");
  const std::string wanted = environment ? environment : "";
  const std::lock_guard lock(hash_mutex_);
  const auto candidates = hash_forms_for(field, dot, facts());
  if (candidates.empty())
    throw Error(Status::kUnsupported, "no kernel of the field " + field + " serves " + facts().id);
  for (const HashForm* form : candidates)
    if (form->id(language_) == wanted) return compiled(*form);
  return compiled(chosen<HashForm>(candidates, [this](const HashForm& form) {
    return seconds_per_megabyte(*device_, *compiled(form));
  }));
}

std::shared_ptr<HashKernel> OpenDevice::compiled(const HashForm& form) {
  auto& known = hashes_[form.id(language_)];
  if (!known) known = std::make_shared<HashKernel>(*device_, form, language_);
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

std::shared_ptr<Kernel> OpenDevice::tested(const Form& form) {
  const std::string id = form.id(language_);
  if (const auto found = refused_.find(id); found != refused_.end()) throw found->second;
  auto& known = kernels_[id];
  if (known) return known;
  auto kernel = std::make_shared<Kernel>(*device_, form, language_);
  try {
    check_known_answers(*device_, *kernel);
  } catch (const Error& e) {
    if (e.status() == Status::kSelftest) refused_.emplace(id, e);
    throw;
  }
  return known = std::move(kernel);
}

template <class AnyForm>
const AnyForm& OpenDevice::chosen(const std::vector<const AnyForm*>& candidates,
                                  const std::function<double(const AnyForm&)>& seconds) {
  if (candidates.size() == 1) return *candidates[0];
  const std::string key = calibration_key(facts(), candidates, language_);
  if (const auto kept = load_cached(key))
    for (const AnyForm* form : candidates)
      if (*kept == form->technique) return *form;
  const AnyForm& best = quickest(candidates, seconds);
  store_cached(key, best.technique);
  return best;
}

}  // namespace hedgerow::device
