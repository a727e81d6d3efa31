// hedgerow: the command line over libhedgerow and libhedgerow-container.
//
// Exit codes: 0 done, 1 not authentic, truncated or wrong key, 2 usage, 3 input or output failed,
// 4 not supported here. Results go to standard output, all other texts to standard error.
#include <sys/resource.h>

#include <new>

#include "command.hpp"
#include "hedgerow/hedgerow.h"
#include "support/arguments.hpp"
#include "support/environment.hpp"
#include "support/error.hpp"
#include "support/help.hpp"
#include "support/result.hpp"
#include "support/signals.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"
#include "support/usage.hpp"

namespace hedgerow::cli {
namespace {

constexpr char kFooter[] =
    R"(`hedgerow encrypt FILE` writes FILE.hedgerow, and `hedgerow decrypt FILE.hedgerow` restores FILE. Without FILE,
they read standard input and write standard output. `hedgerow help COMMAND` explains a command.

Exit codes: 0 done; 1 not authentic, truncated or wrong key; 2 usage; 3 input or output failed;
4 not supported here.

Examples:
  hedgerow keygen -o backup.key
  hedgerow encrypt --key-file backup.key photos.tar
  hedgerow verify --key-file backup.key photos.tar.hedgerow
  hedgerow decrypt --key-file backup.key photos.tar.hedgerow -o restored.tar
  tar c photos | hedgerow encrypt --key-file backup.key > photos.tar.hedgerow
  hedgerow encrypt letter.txt                        (asks for a passphrase)
  hedgerow keygen --recipient -o identity            (prints your public key)
  hedgerow encrypt -r hedgerow-public-... letter.txt (for the owner of that public key))";

// Forbids core files, because they would contain keys.
void forbid_core_dumps() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

int parse_and_run(int argc, char** argv) {
  CLI::App app(
      "Encrypt files and pipes with block ciphers that processors have no instructions for,\n"
      "in constant time and at the speed of the machine.",
      "hedgerow");
  app.footer(kFooter);
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("-V,--version", std::string("hedgerow ") + hedgerow_version(),
                       "Show the version");
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());
  Action action;
  add_encrypt(app, action);
  add_decrypt(app, action);
  add_verify(app, action);
  add_keygen(app, action);
  add_rekey(app, action);
  add_inspect(app, action);
  add_cipher(app, action);
  add_mac(app, action);
  add_wrap(app, action);
  add_list(app, action);
  add_selftest(app, action);
  add_devices(app, action);
  add_externals(app);
  add_generate(app, action);
  show_values(app);
  refuse_secret_keys(argc, argv);
  refuse_passphrase_value(argc, argv);
  try {
    app.parse(hide_arguments(argc, argv));
  } catch (const CLI::Success& e) {  // --help, --version
    require_command(app, argv[1]);
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    throw_usage(explain_usage(app, argc > 1 ? argv[1] : "", e));
  }
  warn_of_environment();
  return action();
}

int run(int argc, char** argv) {
  int code = kExitOk;
  take_form_from(argc, argv);
  const int failed = attempt("", [&] {
    check_environment();
    auto arguments = spelled_out(argc, argv);
    const int count = static_cast<int>(arguments.size()) - 1;
    if (code = run_external(count, arguments.data()); code < 0)
      code = parse_and_run(count, arguments.data());
  });
  return failed != kExitOk ? failed : code;
}

}  // namespace
}  // namespace hedgerow::cli

int main(int argc, char** argv) {
  using namespace hedgerow;
  cli::fill_standard_descriptors();
  cli::forbid_core_dumps();
  cli::install_signal_handlers();
  cli::tell_missing_random();
  return cli::close_standard_output(cli::run(argc, argv));
}
