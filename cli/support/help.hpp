// The layout of --help, so that its lines fit into a terminal of 80 columns.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace hedgerow::cli {

// Lays out the help of a command. Texts that are longer than a line are wrapped. Lines of a footer that begin with two
// spaces are examples and stay as they are.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(28); }
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_footer(const CLI::App* app) const override;

 private:
  std::string wrapped_description(const std::string& text) const;
};

}  // namespace hedgerow::cli
