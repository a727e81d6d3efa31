// Assembles programs from the sources that the build embeds: language.h, then the source of a kernel with
// its includes, each once. BASIS in the name of a circuit is replaced by the basis that suits the
// language.
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "device/kernel_info.hpp"

namespace hedgerow::device {
namespace {

struct File {
  std::string_view name, text;
};
constexpr File kFiles[] = {
#include "device_sources.inc"
};

class Assembly {
 public:
  explicit Assembly(Language language) : basis_(language == Language::kCuda ? "lut3" : "andn") {}

  void add(std::string name) {
    if (const std::size_t at = name.find("BASIS"); at != name.npos) name.replace(at, 5, basis_);
    for (const std::string& known : seen_)
      if (known == name) return;
    seen_.push_back(name);
    for (const File& f : kFiles)
      if (f.name == name) add_lines(f.text);
  }
  std::string take() { return std::move(program_); }

 private:
  static constexpr std::string_view kInclude = "#include \"";

  void add_lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end + 1);
      if (line.substr(0, kInclude.size()) == kInclude) {
        const std::string_view rest = line.substr(kInclude.size());
        add(std::string(rest.substr(0, rest.find('"'))));
      } else {
        program_.append(line).push_back('\n');
      }
    }
  }

  const char* basis_;
  std::vector<std::string> seen_;
  std::string program_;
};

}  // namespace

std::string program(const Launch& launch, Language language) {
  Assembly made(language);
  made.add("language.h");
  const std::string names = launch.source;
  for (std::size_t from = 0; from < names.size();) {
    const std::size_t end = std::min(names.find(' ', from), names.size());
    made.add(names.substr(from, end - from));
    from = end + 1;
  }
  return made.take();
}

}  // namespace hedgerow::device
