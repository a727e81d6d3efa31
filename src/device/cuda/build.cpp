// Turns a source into a loaded module. The code comes from the cache, from NVRTC, or from the
// embedded PTX, which the driver compiles itself.
#include <algorithm>
#include <array>

#include "device/cache.hpp"
#include "device/cuda/ptx_pack.hpp"
#include "device/cuda/queue.hpp"

namespace hedgerow::device::cuda {
namespace {

constexpr std::size_t kLogShown = 1500;
constexpr int kErrorLog = 5, kErrorLogBytes = 6;  // CUjit_option

// A program of NVRTC, destroyed at the end of the scope.
class Compilation {
 public:
  Compilation(const Nvrtc& nvrtc, const Source& source) : nvrtc_(nvrtc), name_(source.name) {
    require(nvrtc_.create(&program_, source.text.c_str(), (source.name + ".cu").c_str(), 0, nullptr,
                          nullptr));
  }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;
  ~Compilation() { nvrtc_.destroy(&program_); }

  void compile(const std::vector<std::string>& options) {
    std::vector<const char*> list;
    for (const auto& option : options) list.push_back(option.c_str());
    require(nvrtc_.compile(program_, (int)list.size(), list.data()));
  }
  std::string result(bool cubin) {
    std::size_t bytes = 0;
    require(cubin ? nvrtc_.cubin_bytes(program_, &bytes) : nvrtc_.ptx_bytes(program_, &bytes));
    std::string image(bytes, '\0');
    require(cubin ? nvrtc_.cubin(program_, image.data()) : nvrtc_.ptx(program_, image.data()));
    return image;
  }

 private:
  std::string log() {
    std::size_t bytes = 0;
    if (!program_ || nvrtc_.log_bytes(program_, &bytes) != 0 || bytes <= 1) return "";
    std::string text(bytes, '\0');
    if (nvrtc_.log(program_, text.data()) != 0) return "";
    text.resize(std::min(text.find('\0'), kLogShown));
    return ":\n" + text;
  }
  void require(int error) {
    if (error)
      throw Error(Status::kCompile, "NVRTC " + nvrtc_.version_text + " does not compile " + name_ +
                                        " (error " + std::to_string(error) + ")" + log());
  }
  const Nvrtc& nvrtc_;
  std::string name_;
  void* program_ = nullptr;
};

// Returns the highest architecture up to `arch` that NVRTC knows, or 0 if there is no such
// architecture.
int best_architecture(const Nvrtc& nvrtc, int arch) {
  int count = 0;
  if (nvrtc.arch_count(&count) != 0 || count <= 0) return 0;
  std::vector<int> known((std::size_t)count);
  if (nvrtc.archs(known.data()) != 0) return 0;
  int best = 0;
  for (const int a : known)
    if (a <= arch) best = std::max(best, a);
  return best;
}

}  // namespace

namespace {

std::string compiled(const Nvrtc& nvrtc, const Source& source, const std::string& architecture,
                     bool cubin) {
  auto options = source.options;
  options.push_back("--gpu-architecture=" + architecture);
  Compilation compilation(nvrtc, source);
  compilation.compile(options);
  return compilation.result(cubin);
}

}  // namespace

std::string compile_ptx(const Nvrtc& nvrtc, const Source& source, int arch) {
  return compiled(nvrtc, source, "compute_" + std::to_string(arch), false);
}

std::string compile_with_nvrtc(const Nvrtc& nvrtc, const Source& source, int arch) {
  const int best = best_architecture(nvrtc, arch);
  if (!best)
    throw Error(Status::kCompile, "NVRTC " + nvrtc.version_text +
                                      " knows no architecture up to sm_" + std::to_string(arch));
  return best == arch ? compiled(nvrtc, source, "sm_" + std::to_string(best), true)
                      : compile_ptx(nvrtc, source, best);
}

std::unique_ptr<Program> CudaDevice::load(const Source& source, const std::string& image) {
  const Current current(*this);
  void* module = nullptr;
  std::array<char, 4096> log{};
  int options[] = {kErrorLog, kErrorLogBytes};
  void* values[] = {log.data(), (void*)(std::uintptr_t)(log.size() - 1)};
  const int error = driver_.module_load(&module, image.c_str(), 2, options, values);
  if (means_lost(error) || error == 2) require(error, "a program cannot be loaded");
  if (error)
    throw Error(Status::kCompile, facts_.id + ": the driver does not take the program of " +
                                      source.name + ": " + driver_.describe(error) +
                                      (log[0] ? std::string(":\n") + log.data() : ""));
  return std::make_unique<CudaProgram>(*this, module);
}

std::unique_ptr<Program> CudaDevice::build_from_source(const Source& source) {
  std::string key = "cuda\n" + facts_.name + "\n" + facts_.architecture + "\n" + facts_.driver +
                    "\nNVRTC " + nvrtc_->version_text;
  for (const auto& option : source.options) key += "\n" + option;
  key += "\n\n" + source.text;
  if (const auto kept = load_cached(key)) try {
      return load(source, *kept);
    } catch (const Error& e) {
      // the cached code cannot be used, so compile it again
      if (e.status() != Status::kCompile) throw;
    }
  const std::string image =
      compile_with_nvrtc(*nvrtc_, source, std::stoi(facts_.architecture.substr(3)));
  auto program = load(source, image);
  store_cached(key, image);
  return program;
}

std::unique_ptr<Program> CudaDevice::build(const Source& source) {
  require_alive();
  if (!nvrtc_) return build_from_ptx(source);
  try {
    return build_from_source(source);
  } catch (const Error& e) {
    if (e.status() != Status::kCompile) throw;
    try {
      return build_from_ptx(source);
    } catch (const Error&) {
    }
    throw;
  }
}

// The result is not stored in our cache because the driver caches code that it compiles from PTX.
std::unique_ptr<Program> CudaDevice::build_from_ptx(const Source& source) {
  const auto ptx = find_ptx(source);
  if (!ptx)
    throw Error(Status::kCompile, "there is no NVRTC (libnvrtc.so) to compile " + source.name +
                                      " with, and no PTX of it in the library");
  return load(source, *ptx);
}

}  // namespace hedgerow::device::cuda
