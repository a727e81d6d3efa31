// The options and the help of hedgerow encrypt and hedgerow decrypt.
#include "command.hpp"
#include "crypt/job.hpp"
#include "support/library.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

void add_outputs(CLI::App& command, CryptArguments& arguments) {
  const bool encrypting = arguments.encrypting();
  command
      .add_option("-o,--output", arguments.output,
                  encrypting
                      ? "The output for one FILE; - is standard output [FILE.hedgerow]"
                      : "The output for one FILE; - is standard output [FILE without .hedgerow]")
      ->type_name("OUT")
      ->group(kFiles);
  const auto add_flag = [&](const char* name, bool& value, const char* help) {
    command.add_flag(name, value, help)->group(kFiles);
  };
  add_flag("--force", arguments.force,
           "Overwrite an existing output; write binary data to a terminal");
  add_flag("--skip-existing", arguments.skip_existing,
           "Keep an existing output and skip its FILE, for example after an interruption");
  add_flag("--recursive", arguments.recursive,
           encrypting
               ? "FILE is a directory: make one container per file, in the directory -o DIR"
               : "FILE is a directory: decrypt each container in it, to the directory -o DIR");
  add_flag("--tar", arguments.tar,
           encrypting ? "FILE is a directory: make one container of everything in it, by tar"
                      : "Extract the container's files with tar into the new directory -o DIR");
  add_flag(
      "--preserve", arguments.preserve,
      encrypting
          ? "Give the output the input's time and permissions (not its owner); with --tar, archive "
            "owners, access control lists and extended attributes"
          : "Give the output the input's time and permissions; if others can read the container, "
            "they can then read the plaintext; with --tar, restore what `encrypt` archived");
}

std::shared_ptr<CryptArguments> add_common(CLI::App& command, Direction direction) {
  const auto arguments = std::make_shared<CryptArguments>();
  arguments->direction = direction;
  const bool encrypting = direction == Direction::kEncrypt;
  add_files(command, arguments->files,
            encrypting ? "Files to encrypt; - is standard input [if it is not a terminal]"
                       : "Containers to decrypt; - is standard input [if it is not a terminal]");
  add_credential_options(command, arguments->credentials,
                         encrypting ? Purpose::kMake : Purpose::kOpen);
  add_outputs(command, *arguments);
  return arguments;
}

void finish(CLI::App& command, CryptArguments& arguments, const char* footer) {
  add_device_options(command, arguments.device, arguments.encrypting() ? "Encrypt" : "Decrypt");
  add_threads_option(command, arguments.threads);
  add_result_options(command, {"Print one JSON object for each file"});
  command.footer(footer);
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

constexpr char kEncryptFooter[] =
    R"(You need at least one way to open the container: a key file, a recipient, an identity or a passphrase. If you
give several, each of them opens it. Without any of them, hedgerow asks for a passphrase.

Each output appears only when it is complete. If a file changes while it is read, hedgerow encrypts it and prints a
warning.

With --recursive, symbolic links, devices, FIFOs and sockets are skipped with a warning. A failure does not stop the
other files, and the exit code is that of the worst failure. Names of files are not encrypted. Files get their names
in batches, of at most 1000 files or 5 seconds. After an interruption, give the same command with --skip-existing: all
outputs that exist are complete. With a passphrase, all files of one command have the same salt, so others can see that
they were made together.

With --tar, devices, FIFOs and sockets are skipped too. Holes are kept. With --preserve, the archive also has owners
(as numbers), access control lists and extended attributes. If tar fails while you write to a pipe, the output is
incomplete and decrypt refuses it.

Examples:
  hedgerow encrypt letter.txt                                 (asks for a passphrase)
  hedgerow encrypt --key-file backup.key photos.tar           (writes photos.tar.hedgerow)
  hedgerow encrypt -r hedgerow-public-... letter.txt          (for the owner of that public key)
  tar c photos | hedgerow encrypt --key-file backup.key > photos.tar.hedgerow
  hedgerow encrypt --passphrase-file pass.txt db.dump         (asks nobody: for cron)
  hedgerow encrypt --recursive photos -o vault --key-file backup.key --preserve --skip-existing
  hedgerow encrypt --tar photos --key-file backup.key         (writes photos.tar.hedgerow)
  hedgerow encrypt --armor --generate-passphrase letter.txt -o letter.asc
  hedgerow encrypt --device cuda:0 --key-file backup.key disk.img)";

constexpr char kDecryptFooter[] =
    R"(An output file appears under its name only after all of it was authenticated. Output to a pipe is authenticated
segment by segment, so use it only if the exit code is 0.

With --tar, the new directory also appears only when everything was authentic: it is filled in a private place and
removed after any failure. Without --preserve the extracted files belong to you and have no set-id bits. --preserve
restores permissions, access control lists and extended attributes of users, and also owners if you are root. An
archive with devices, FIFOs or sockets is refused. A long run of zeros in an output file becomes a hole.

--salvage writes its output although segments are damaged: authentic segments at their places, zeros for the others.
The exit code is then 1. --range reads only the segments that it needs, so damage in other segments does no harm. A
note tells you if the end of the container is damaged, because its length is then not known for certain.

An output that is a FIFO of another user is refused without --force, because that user would read it.

Examples:
  hedgerow decrypt letter.txt.hedgerow                        (asks for the passphrase)
  hedgerow decrypt --key-file backup.key photos.tar.hedgerow  (writes photos.tar)
  hedgerow decrypt -i identity letter.txt.hedgerow -o -       (prints the letter)
  hedgerow decrypt --key-file backup.key < photos.tar.hedgerow | tar x
  hedgerow decrypt --key-file backup.key disk.img.hedgerow --range 1G:64K > part
  hedgerow decrypt --key-file backup.key damaged.img.hedgerow --salvage -o rest.img
  hedgerow decrypt --recursive vault -o photos --key-file backup.key --preserve
  hedgerow decrypt --tar photos.tar.hedgerow -o photos --key-file backup.key)";

}  // namespace

void add_files(CLI::App& command, std::vector<std::string>& files, const char* help) {
  command.add_option("FILE", files, help)
      ->type_name("")
      ->expected(0, CLI::detail::expected_max_vector_size);
}

void add_threads_option(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "Number of threads, 1 to 256 [one per CPU]")
      ->type_name("N")
      ->check(CLI::Range(1u, kMaxThreads).description(""))
      ->group(kHow);
}

void add_encrypt(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("encrypt", "Encrypt files or standard input into containers");
  const auto arguments = add_common(*command, Direction::kEncrypt);
  command
      ->add_flag(
          "--generate-passphrase", arguments->generate_passphrase,
          "Make a passphrase of 125 random bits and show it before the work; with --json, the "
          "first object has it")
      ->group(kWhoCanOpen);
  command
      ->add_flag("-a,--armor", arguments->armor,
                 "Write ASCII text instead of bytes; decrypt detects it")
      ->group(kFiles);
  command
      ->add_option("--cipher", arguments->cipher,
                   "A cipher of `hedgerow list` that has an AEAD and blocks of 128 bits or more")
      ->type_name("CIPHER")
      ->transform(lower_case, "")
      ->capture_default_str()
      ->group(kHow);
  command
      ->add_option("--mode", arguments->mode,
                   "An AEAD mode of the cipher [mgm for kuznyechik, otherwise gcm]")
      ->type_name(container_mode_choices())
      ->transform(lower_case, "")
      ->group(kHow);
  command
      ->add_option("--segment", arguments->segment,
                   "Size of the pieces that are authenticated: a power of two, 64K to 4M")
      ->type_name("SIZE")
      ->capture_default_str()
      ->group(kHow);
  command
      ->add_option("--layout", arguments->layout,
                   "Credentials take what they need (compact) or 12 KiB that `rekey` changes in "
                   "place (reserved); automatic: compact with --armor or below 64 KiB")
      ->type_name("automatic|compact|reserved")
      ->capture_default_str()
      ->group(kHow);
  finish(*command, *arguments, kEncryptFooter);
  run_when_chosen(*command, arguments, action);
}

void add_decrypt(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand("decrypt", "Decrypt containers after checking them");
  const auto arguments = add_common(*command, Direction::kDecrypt);
  command
      ->add_option(
          "--range", arguments->range,
          "Write only these bytes of the plaintext, for example 1G:64K [to standard output]")
      ->type_name("OFFSET:LENGTH")
      ->group(kFiles);
  command
      ->add_flag(
          "--salvage", arguments->salvage,
          "Write what is still authentic of a damaged container to -o OUT, and list the rest")
      ->group(kFiles);
  finish(*command, *arguments, kDecryptFooter);
  run_when_chosen(*command, arguments, action);
}

}  // namespace hedgerow::cli
