// Turns a source into a program. The code comes from the cache or from the driver's compiler.
#include <algorithm>

#include "device/cache.hpp"
#include "device/opencl/queue.hpp"

namespace hedgerow::device::opencl {
namespace {

constexpr std::size_t kLogShown = 1500;

std::string joined(const std::vector<std::string>& options, const DeviceInfo& facts) {
  std::string all = facts.is_cpu ? "-DHR_ON_CPU" : "";
  for (const auto& option : options) all += (all.empty() ? "" : " ") + option;
  return all;
}

}  // namespace

OpenClProgram::~OpenClProgram() {
  for (const auto& [name, kernel] : kernels_) device_.loader().release_kernel(kernel);
  device_.loader().release_program(program_);
}

void* OpenClProgram::kernel(const char* entry) {
  void*& known = kernels_[entry];
  if (known) return known;
  int error = kSuccess;
  void* kernel = device_.loader().create_kernel(program_, entry, &error);
  if (error) kernels_.erase(entry);
  device_.require(error, (std::string("a program has no entry ") + entry).c_str());
  return kernels_[entry] = kernel;
}

std::string OpenClDevice::log_of(void* program) const {
  std::size_t bytes = 0;
  if (loader_.build_info(program, device_, kBuildLog, 0, nullptr, &bytes) != 0 || bytes <= 1)
    return "";
  std::string log(bytes, '\0');
  loader_.build_info(program, device_, kBuildLog, bytes, log.data(), nullptr);
  log.resize(std::min(log.find('\0'), kLogShown));
  return ":\n" + log;
}

// Returns an empty string if the driver has no binary.
std::string OpenClDevice::binary_of(void* program) const {
  std::size_t bytes = 0;
  if (loader_.program_info(program, kBinarySizes, sizeof bytes, &bytes, nullptr) != 0 || !bytes)
    return "";
  std::string binary(bytes, '\0');
  char* data = binary.data();
  return loader_.program_info(program, kBinaries, sizeof data, &data, nullptr) == 0 ? binary : "";
}

// Returns null if the driver rejects the binary.
void* OpenClDevice::program_from_binary(const std::string& binary, const std::string& options) {
  const std::size_t bytes = binary.size();
  const auto* data = (const unsigned char*)binary.data();
  int status = kSuccess, error = kSuccess;
  void* program =
      loader_.create_program_binary(context_, 1, &device_, &bytes, &data, &status, &error);
  if (error || status) {
    if (program) loader_.release_program(program);
    return nullptr;
  }
  if (loader_.build_program(program, 1, &device_, options.c_str(), nullptr, nullptr) == 0)
    return program;
  loader_.release_program(program);
  return nullptr;
}

void* OpenClDevice::build_program(const Source& source) {
  int error = kSuccess;
  const char* text = source.text.c_str();
  const std::size_t length = source.text.size();
  void* program = loader_.create_program(context_, 1, &text, &length, &error);
  require(error, "a program cannot be made");
  error = loader_.build_program(program, 1, &device_, joined(source.options, facts_).c_str(),
                                nullptr, nullptr);
  if (error == kSuccess) return program;
  const std::string log = log_of(program);
  loader_.release_program(program);
  if (meaning(error, false) != Status::kCompile) require(error, "a program cannot be built");
  throw Error(Status::kCompile, facts_.id + ": " + facts_.driver + " does not compile " +
                                    source.name + ": " + describe(error) + log);
}

std::unique_ptr<Program> OpenClDevice::build(const Source& source) {
  require_alive();
  const std::string options = joined(source.options, facts_);
  const std::string key = "opencl\n" + facts_.name + "\n" + facts_.architecture + "\n" +
                          facts_.driver + "\n" + options + "\n\n" + source.text;
  if (const auto kept = load_cached(key))
    if (void* program = program_from_binary(*kept, options))
      return std::make_unique<OpenClProgram>(*this, program);
  void* const built = build_program(source);
  const std::string binary = binary_of(built);
  if (!binary.empty()) store_cached(key, binary);
  return std::make_unique<OpenClProgram>(*this, built);
}

}  // namespace hedgerow::device::opencl
