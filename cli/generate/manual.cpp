// A page has name, synopsis, description, options, exit status and examples. Description and examples come from the
// footer of the help: a paragraph that begins with "Words:" is a section, and the others are the description.
#include "generate/documents.hpp"

#include <algorithm>
#include <cctype>

#include "hedgerow/hedgerow.h"

namespace hedgerow::cli {
namespace {

constexpr char kExitCodes[] = "Exit codes";
constexpr char kExamples[] = "Examples";

// Sections of hedgerow(1) that no option and no help text has.
constexpr char kSurroundings[] = R"(# ENVIRONMENT

*HEDGEROW\_KERNEL*
	The id of a kernel of `hedgerow list --kernels`, which is used instead of the selected one. For example:
	kuznyechik.byteslice.avx2.

*HEDGEROW\_CPU\_DISABLE*
	CPU features that Hedgerow must not use, with commas between them. For example: avx512,gfni.

*HEDGEROW\_CPU\_CLASS*
	A class of processors, for example zen4. Kernels are selected as on that class.

*HEDGEROW\_DEVICE\_KERNEL*
	The id of a kernel of `hedgerow devices --kernels`, which is used with --device.

*HEDGEROW\_DEVICE\_HASH*
	The id of a kernel for the field of GCM or MGM, which is used with --device. For example: gf128.words.cuda.

*HEDGEROW\_NVRTC*
	The file of NVRTC, the compiler of CUDA, that is tried before the installed ones.

*HEDGEROW\_DEVICE\_PTX*
	A file of kernels in PTX, which `hedgerow-device-ptx` writes. It is used where NVRTC is missing.

*XDG\_CACHE\_HOME*
	The directory in which hedgerow/ holds the results of the calibration of devices. Default: ~/.cache.

Set-user-ID programs ignore these variables.

# FILES

_FILE_.hedgerow
	A container.

_.hedgerow-..._
	A temporary file or directory next to an output that is not complete. Only a process that was killed leaves one
	behind, and you can then remove it.

_/dev/tty_
	The terminal on which passphrases are asked for.

_~/.cache/hedgerow/_
	The results of the calibration of devices.

_PREFIX/libexec/hedgerow/_
	The programs of `hedgerow bench`, `hedgerow circuit` and `hedgerow lab`.

_PREFIX/share/doc/hedgerow/container.md_
	The format of containers, byte by byte.

# RESTORING WITHOUT HEDGEROW

container.md specifies the format completely. The source tree has a reader for it in Python, which needs only Python's
own library and shares no code with Hedgerow. It is slow, and reads containers of Kalyna, Kuznyechik, AES and
SPECK-128 that are not armored. In the folder tests/vectors/container, with the key file backup.key:

```
python3 -c '
import base64, rederive_slots as r
key = base64.b64decode(open("backup.key").read().split(":")[1])
data = r.open_container(open("photos.tar.hedgerow", "rb").read(), (1, key))
open("photos.tar", "wb").write(data)'
```

With an identity, replace (1, key) by (3, r.read\_text(open("identity").read(), "hedgerow-identity-")).

)";

struct Section {
  std::string title;  // empty for the description
  std::string text;
  bool literal = false;  // the lines are not filled
};

// Escapes the characters that mean something to scdoc: *, _ and \ everywhere, and more at the beginning of a line.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '*' || c == '_' || c == '\\') result += '\\';
    if ((result.empty() || result.back() == '\n') &&
        std::string("#-.[|]+<>`").find(c) != std::string::npos)
      result += '\\';
    result += c;
  }
  return result;
}

std::string bold(const std::string& text) { return "*" + escaped(text) + "*"; }
std::string underlined(const std::string& text) { return "_" + escaped(text) + "_"; }

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

Section read_section(const std::string& paragraph) {
  const auto colon = paragraph.find(':');
  const auto line = paragraph.find('\n');
  if (colon == std::string::npos || colon > line || colon > 20) return {"", paragraph, false};
  const auto title = paragraph.substr(0, colon);
  if (colon + 1 == line) return {title, paragraph.substr(line + 1), true};
  return {title, paragraph.substr(colon + 2), false};
}

std::vector<Section> sections_of(const std::string& footer) {
  std::vector<Section> sections;
  for (std::size_t at = 0; at < footer.size();) {
    auto end = footer.find("\n\n", at);
    if (end == std::string::npos) end = footer.size();
    if (end > at) sections.push_back(read_section(footer.substr(at, end - at)));
    at = end + 2;
  }
  return sections;
}

std::string head(const std::string& name, const std::string& description) {
  auto line = description;
  for (char& c : line)
    if (c == '\n') c = ' ';
  return name + "(1) \"hedgerow " + hedgerow_version() + "\" \"Hedgerow\"\n\n# NAME\n\n" + name +
         " - " + escaped(line) + "\n\n";
}

std::string option_entry(const OptionNode& option) {
  std::string names;
  for (const auto& name : option.names)
    names += (names.empty() ? "" : ", ") + (name[0] == '-' ? bold(name) : underlined(name));
  if (!option.value.empty() && option.names[0][0] == '-') names += " " + underlined(option.value);
  auto text = names + "\n\t" + escaped(option.description);
  if (!option.default_value.empty()) text += " [" + escaped(option.default_value) + "]";
  if (option.value == "CIPHER") {
    text += ". One of:";
    for (const auto& choice : option.choices) text += " " + escaped(choice);
  }
  return text + "\n\n";
}

// A default is shown in brackets, and the groups of the help become subsections.
std::string options_text(const CommandNode& command) {
  std::string text;
  for (const auto& positional : command.positionals) text += option_entry(positional);
  std::vector<std::string> groups;
  for (const auto& option : command.options)
    if (std::ranges::count(groups, option.group) == 0) groups.push_back(option.group);
  for (const auto& group : groups) {
    if (groups.size() > 1) text += "## " + group + "\n\n";
    for (const auto& option : command.options)
      if (option.group == group) text += option_entry(option);
  }
  return text.empty() ? text : "# OPTIONS\n\nDefaults are in brackets.\n\n" + text;
}

std::string section_text(const Section& section) {
  return "# " + upper(section.title) + "\n\n" +
         (section.literal ? "```\n" + section.text + "\n```" : escaped(section.text)) + "\n\n";
}

// Returns the sections of a footer with this title, or its description if the title is empty.
std::string sections_text(const std::string& footer, const std::string& title) {
  std::string text;
  for (const auto& section : sections_of(footer))
    if (section.title == title)
      text += title.empty() ? escaped(section.text) + "\n\n" : section_text(section);
  return text.empty() || !title.empty() ? text : "# DESCRIPTION\n\n" + text;
}

std::string exit_status(const ParserTree& tree) {
  for (const auto& section : sections_of(tree.program.footer))
    if (section.title == kExitCodes) return section_text({"Exit status", section.text});
  return "";
}

std::string synopsis(const CommandNode& command) {
  auto text = "# SYNOPSIS\n\n*hedgerow " + escaped(command.name) + "*";
  if (!command.options.empty()) text += " [_OPTIONS_]";
  for (const auto& positional : command.positionals) {
    const auto name = underlined(positional.value) + (positional.several ? "..." : "");
    text += positional.required ? " " + name : " [" + name + "]";
  }
  if (command.options.empty()) text += " [_ARGUMENTS_...]";
  return text + "\n\n";
}

}  // namespace

std::string manual_of_program(const ParserTree& tree) {
  auto text = head("hedgerow", tree.program.description) +
              "# SYNOPSIS\n\n*hedgerow* _COMMAND_ [_OPTIONS_] [_FILE_...]\n\n" +
              sections_text(tree.program.footer, "") + "# COMMANDS\n\n";
  for (const auto& command : tree.commands)
    text +=
        "*hedgerow-" + escaped(command.name) + "*(1)\n\t" + escaped(command.description) + "\n\n";
  return text + options_text(tree.program) + exit_status(tree) + kSurroundings +
         sections_text(tree.program.footer, kExamples);
}

std::string manual_of_command(const ParserTree& tree, const CommandNode& command) {
  return head("hedgerow-" + command.name, command.description) + synopsis(command) +
         sections_text(command.footer, "") + options_text(command) + exit_status(tree) +
         sections_text(command.footer, kExamples) +
         "# SEE ALSO\n\n*hedgerow*(1), which describes the environment variables, the files, and "
         "how "
         "to restore data without Hedgerow.\n";
}

}  // namespace hedgerow::cli
