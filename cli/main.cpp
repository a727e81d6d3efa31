// hedgerow: the command line over libhedgerow and libhedgerow-container.
//
// Exit codes: 0 done, 1 not authentic, truncated or wrong key, 2 usage, 3 input or output failed,
// 4 not supported here. Results go to standard output, everything else to standard error.
#include <sys/resource.h>

#include <new>

#include "command.hpp"
#include "hedgerow/hedgerow.h"
#include "support/arguments.hpp"
#include "support/environment.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/signals.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"
#include "support/usage.hpp"

namespace hedgerow::cli {
namespace {

constexpr char kFooter[] = R"(Examples:
  hedgerow keygen -o backup.key
  hedgerow encrypt --key-file backup.key photos.tar
  hedgerow decrypt --key-file backup.key photos.tar.hedgerow -o restored.tar
  tar c photos | hedgerow encrypt --key-file backup.key - > photos.tar.hedgerow
  hedgerow encrypt --cipher kuznyechik letter.txt        (asks for a passphrase)
  hedgerow list

Exit codes: 0 done; 1 not authentic, truncated or wrong key; 2 usage; 3 input or output failed;
4 not supported here.)";

int report(int code, const std::string& text) { return put_failure(code, "", text); }

// Keys never reach a core file.
void forbid_core_dumps() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

int parse_and_run(int argc, char** argv) {
  CLI::App app(
      "Files and pipes encrypted with the block ciphers that hardware left behind,\n"
      "in constant time, at the speed of the machine.",
      "hedgerow");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("hedgerow ") + hedgerow_version());
  app.require_subcommand(1);
  app.get_formatter()->column_width(36);
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
  take_form_from(argc, argv);
  refuse_secret_keys(argc, argv);
  try {
    app.parse(hide_arguments(argc, argv));
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return report(kExitUsage, explain_usage(app, argc > 1 ? argv[1] : "", e));
  }
  return action();
}

int run(int argc, char** argv) {
  try {
    check_environment();
    if (const int code = run_external(argc, argv); code >= 0) return code;
    return parse_and_run(argc, argv);
  } catch (const Error& e) {
    return report(exit_code(e), text_of(e));
  } catch (const std::bad_alloc&) {
    return report(kExitIo, "memory is short");
  } catch (const std::exception& e) {
    return report(kExitIo, e.what());
  }
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
