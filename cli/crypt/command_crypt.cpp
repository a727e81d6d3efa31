// hedgerow encrypt and hedgerow decrypt: their options.
#include "command.hpp"
#include "crypt/job.hpp"
#include "support/library.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

std::shared_ptr<CryptArguments> add_common(CLI::App& command, Direction direction) {
  const auto arguments = std::make_shared<CryptArguments>();
  arguments->direction = direction;
  const bool encrypting = direction == Direction::kEncrypt;
  command.add_option("FILE", arguments->files, "Files; - is standard input")
      ->required()
      ->expected(1, CLI::detail::expected_max_vector_size);
  command
      .add_option("-o,--output", arguments->output,
                  encrypting ? "Output of one FILE; - is standard output [FILE.hedgerow]"
                             : "Output of one FILE; - is standard output [FILE without .hedgerow]")
      ->type_name("OUT");
  add_credential_options(command, arguments->credentials,
                         encrypting ? Purpose::kMake : Purpose::kOpen);
  command.add_flag("--force", arguments->force,
                   "Overwrite an existing output; write what is not text to a terminal");
  command.add_flag("--recursive", arguments->recursive,
                   encrypting ? "FILE is a directory: each file in it to one of its name in -o DIR"
                              : "FILE is a directory: each container in it to a file in -o DIR");
  command.add_flag("--tar", arguments->tar,
                   encrypting
                       ? "FILE is a directory: one container of what tar makes of it"
                       : "Extract with tar into -o DIR, which appears when all was authentic");
  command.add_flag("--preserve", arguments->preserve,
                   encrypting
                       ? "Give the output the input's time and permissions"
                       : "Give the output the input's time and permissions: who may read the "
                         "container may read the plaintext");
  add_device_options(command, arguments->device, encrypting ? "Encrypt" : "Decrypt");
  add_threads_option(command, arguments->threads);
  add_result_options(command, {"Print one JSON object for each file"});
  return arguments;
}

void run_when_chosen(CLI::App& command, std::shared_ptr<CryptArguments> arguments, Action& action) {
  command.final_callback(
      [arguments, &action] { action = [arguments] { return run_crypt(*arguments); }; });
}

std::string container_mode_choices() {
  std::string choices;
  for (const auto& mode : container_modes()) choices += (choices.empty() ? "" : "|") + mode;
  return choices;
}

constexpr char kEncryptFooter[] = R"(Examples:
  hedgerow encrypt --key-file backup.key photos.tar
  hedgerow encrypt --recursive photos -o vault --key-file backup.key --preserve
  hedgerow encrypt --tar photos --key-file backup.key         (writes photos.tar.hedgerow)
  hedgerow encrypt --armor --generate-passphrase letter.txt -o letter.asc
  hedgerow encrypt --device cuda:0 --key-file backup.key disk.img

With --recursive, symbolic links, devices, FIFOs and sockets are skipped with a message, a failure does
not stop the rest, and the exit code is the worst one's. With --tar, so are devices, FIFOs and sockets,
and the output appears only if tar succeeded; what went to a pipe by then has no end, and decrypt
refuses it. A file that changes while it is read is encrypted, and a warning says so.)";

constexpr char kDecryptFooter[] = R"(Examples:
  hedgerow decrypt --key-file backup.key photos.tar.hedgerow
  hedgerow decrypt --key-file backup.key disk.img.hedgerow --range 1G:64K > part
  hedgerow decrypt --key-file backup.key damaged.img.hedgerow --salvage -o rest.img
  hedgerow decrypt --recursive vault -o photos --key-file backup.key --preserve
  hedgerow decrypt --tar photos.tar.hedgerow -o photos --key-file backup.key

An output file appears under its name when all of it was authentic. With --tar, so does the directory:
it is filled beside its place, where only you reach it, and is removed when anything fails. What is
extracted belongs to you and has no set-id bits; an archive with devices, FIFOs or sockets is refused.
An output that is a FIFO of another user is refused without --force, because that user reads it.

--salvage puts its output in place also when segments are damaged; the exit code is then 1. --range
reads what it needs: damage elsewhere does no harm, and a note says when the length of the whole is
not known to be right.)";

}  // namespace

void add_threads_option(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "Threads [one per CPU]")
      ->type_name("N")
      ->check(CLI::Range(1u, kMaxThreads));
}

void add_encrypt(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand("encrypt", "Encrypt files or standard input");
  const auto arguments = add_common(*command, Direction::kEncrypt);
  command->add_option("--cipher", arguments->cipher, "A cipher that `hedgerow list` shows")
      ->type_name("CIPHER")
      ->capture_default_str();
  command
      ->add_option("--mode", arguments->mode,
                   "An AEAD that the cipher has [its first: mgm for kuznyechik, else gcm]")
      ->type_name(container_mode_choices());
  command
      ->add_option("--segment", arguments->segment,
                   "Bytes that are authenticated at once: a power of two, 64K to 4M")
      ->type_name("SIZE")
      ->capture_default_str();
  command->add_flag("-a,--armor", arguments->armor,
                    "Write text, which decrypt knows by itself, instead of bytes");
  command->add_flag("--generate-passphrase", arguments->generate_passphrase,
                    "Make a passphrase of 125 random bits and show it");
  command->footer(kEncryptFooter);
  run_when_chosen(*command, arguments, action);
}

void add_decrypt(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("decrypt", "Check and decrypt containers that `hedgerow encrypt` made");
  const auto arguments = add_common(*command, Direction::kDecrypt);
  command
      ->add_option("--range", arguments->range,
                   "Write these bytes of the plaintext only [to standard output]")
      ->type_name("OFFSET:LENGTH");
  command->add_flag("--salvage", arguments->salvage,
                    "Of a damaged container: write what is authentic at its place in -o OUT, zeros "
                    "for the rest, and list that");
  command->footer(kDecryptFooter);
  run_when_chosen(*command, arguments, action);
}

}  // namespace hedgerow::cli
