// Each script contains the commands, the options of each command, and the kind of value of each option.
#include "generate/documents.hpp"

namespace hedgerow::cli {
namespace {

constexpr char kBashHead[] = R"(# bash completion for hedgerow
# `command` is the command, and `before` the option that needs a value. bash makes a separate word of `=`.
_hedgerow() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= words= kind= i
  COMPREPLY=()
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == -* ]] || { command=${COMP_WORDS[i]}; break; }
  done
)";

constexpr char kBashTail[] = R"(  case $kind in
    choice) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    directory | file)
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
      else
        [[ $kind == file ]] && kind=-f || kind=-d
        mapfile -t COMPREPLY < <(compgen "$kind" -- "$current")
        compopt -o filenames 2>/dev/null
      fi ;;
  esac
}
complete -F _hedgerow hedgerow
)";

std::string join(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string command_names(const ParserTree& tree) {
  std::vector<std::string> names;
  for (const auto& command : tree.commands) names.push_back(command.name);
  return join(names, " ");
}

std::string option_names(const CommandNode& command) {
  std::vector<std::string> names;
  for (const auto& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return join(names, " ");
}

// Replaces each `from` in `text` by `to`.
std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// Returns `text` in single quotes of a shell.
std::string quoted(const std::string& text) { return "'" + replace_all(text, "'", "'\\''") + "'"; }

// Returns the first line, because a completion has room for only one.
std::string summary(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string bash_kind(const OptionNode& option) {
  switch (option.kind) {
    case ValueKind::kFile:
      return "kind=file words=";
    case ValueKind::kDirectory:
      return "kind=directory words=";
    case ValueKind::kChoice:
      return "kind=choice words=" + quoted(join(option.choices, " "));
    default:
      return "kind=other";
  }
}

std::string bash_command(const CommandNode& command) {
  std::string text = "    " + command.name + ")\n      case $before in\n";
  for (const auto& option : command.options)
    if (option.kind != ValueKind::kNone)
      text += "        " + join(option.names, " | ") + ") " + bash_kind(option) + " ;;\n";
  // A command without options is a separate program, so its options are not known here.
  const bool takes_files = !command.positionals.empty() || command.options.empty();
  text += "        *) kind=" + std::string(takes_files ? "file" : "choice") +
          " words=" + quoted(option_names(command)) + " ;;\n      esac ;;\n";
  return text;
}

// Escapes [, ] and :, which have a meaning in the arguments of _arguments.
std::string zsh_text(const std::string& text) {
  std::string escaped;
  for (const char c : summary(text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_value(const OptionNode& option) {
  const auto name = ":" + zsh_text(option.value) + ":";
  switch (option.kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kFile:
      return name + "_files";
    case ValueKind::kDirectory:
      return name + "_files -/";
    case ValueKind::kChoice:
      return name + "(" + join(option.choices, " ") + ")";
    default:
      return name + " ";
  }
}

std::string zsh_command(const CommandNode& command) {
  std::string text = "        " + command.name + ")\n          _arguments -s -S";
  for (const auto& option : command.options) {
    const auto several = option.several ? std::string("*") : "";
    const auto others = option.several ? "" : "(" + join(option.names, " ") + ")";
    for (const auto& name : option.names)
      text += " \\\n            " + quoted(others + several + name + "[" +
                                           zsh_text(option.description) + "]" + zsh_value(option));
  }
  for (const auto& positional : command.positionals)
    text += " \\\n            " + quoted((positional.several ? "*" : "") + zsh_value(positional));
  if (command.options.empty()) text += " \\\n            '*:FILE:_files'";
  return text + " ;;\n";
}

std::string fish_value(const OptionNode& option) {
  switch (option.kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kFile:
      return " -r -F";
    case ValueKind::kDirectory:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::kChoice:
      return " -x -a " + quoted(join(option.choices, " "));
    default:
      return " -x";
  }
}

// Returns `text` in single quotes of fish, where \ and ' must be escaped.
std::string fish_quoted(const std::string& text) {
  return "'" + replace_all(replace_all(summary(text), "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_options(const CommandNode& command, const std::string& condition) {
  std::string text;
  for (const auto& option : command.options) {
    text += "complete -c hedgerow -n '" + condition + "'";
    for (const auto& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += fish_value(option) + " -d " + fish_quoted(option.description) + "\n";
  }
  return text;
}

}  // namespace

std::string bash_completion(const ParserTree& tree) {
  std::string text = std::string(kBashHead) + "  case $command in\n    '') kind=choice words=" +
                     quoted(command_names(tree) + " " + option_names(tree.program)) + " ;;\n";
  for (const auto& command : tree.commands) text += bash_command(command);
  return text + "  esac\n" + kBashTail;
}

std::string zsh_completion(const ParserTree& tree) {
  std::string text = "#compdef hedgerow\n_hedgerow() {\n  local state line\n  _arguments -C";
  for (const auto& option : tree.program.options)
    text += " \\\n    " +
            quoted("(- *)" + option.names.back() + "[" + zsh_text(option.description) + "]");
  text +=
      " \\\n    '1: :->command' '*:: :->argument'\n  case $state in\n    command)\n      local -a "
      "commands=(\n";
  for (const auto& command : tree.commands)
    text += "        " +
            quoted(command.name + ":" + replace_all(summary(command.description), ":", "\\:")) +
            "\n";
  text += "      )\n      _describe command commands ;;\n    argument)\n      case $words[1] in\n";
  for (const auto& command : tree.commands) text += zsh_command(command);
  return text +
         "      esac ;;\n  esac\n}\n"
         "if [[ $funcstack[1] == _hedgerow ]]; then _hedgerow \"$@\"; else compdef _hedgerow "
         "hedgerow; fi\n";
}

std::string fish_completion(const ParserTree& tree) {
  std::string text =
      "# fish completion for hedgerow\ncomplete -c hedgerow -n __fish_use_subcommand -f\n" +
      fish_options(tree.program, "__fish_use_subcommand");
  for (const auto& command : tree.commands) {
    const auto chosen = "__fish_seen_subcommand_from " + command.name;
    text += "complete -c hedgerow -n __fish_use_subcommand -f -a " + command.name + " -d " +
            fish_quoted(command.description) + "\n" + fish_options(command, chosen);
    if (command.positionals.empty() && !command.options.empty())
      text += "complete -c hedgerow -n '" + chosen + "' -f\n";
  }
  return text;
}

}  // namespace hedgerow::cli
