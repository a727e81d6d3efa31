// hedgerow cipher: encrypts or decrypts standard input in one block, stream or AEAD mode of one cipher, without a
// format around the data.
#include <cstring>

#include "command.hpp"
#include "raw/raw_options.hpp"
#include "raw/raw_stream.hpp"
#include "support/error.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

constexpr std::size_t kPieceBytes = 1 << 20;
const std::vector<hedgerow_kind> kCipherKinds = {HEDGEROW_BLOCK, HEDGEROW_STREAM, HEDGEROW_AEAD};

struct CipherArguments : RawArguments {
  bool encrypt = false, decrypt = false;
};

// Encrypts or decrypts one message.
class CipherRun {
 public:
  CipherRun(const RawSetup& setup, hedgerow_direction direction, TargetOutput& output)
      : setup_(setup), direction_(direction), output_(output), in_(require_standard_input()) {
    if (output.is_terminal()) return;
    progress_ = bar_.callback();
    total_ = bytes_left(in_);
  }

  void run() {
    call_library(setup_, decrypting(), [&] {
      if (setup_.algorithm.kind != HEDGEROW_AEAD)
        cipher();
      else if (must_buffer())
        buffered_aead();
      else
        decrypting() ? open_pieces() : seal_pieces();
    });
    output_.finish();
  }
  std::uint64_t input_bytes() const { return read_; }

 private:
  bool decrypting() const { return direction_ == HEDGEROW_DECRYPT; }

  // Plaintext may be written before its tag is checked only if the output is a file, because a file appears under its
  // name only after finish.
  bool must_buffer() const {
    return (setup_.algorithm.properties & (HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST)) != 0 ||
           (decrypting() && !output_.is_file());
  }

  std::size_t read(std::uint8_t* data, std::size_t bytes) {
    const auto got = read_up_to(in_, data, bytes);
    read_ += got;
    if (progress_) progress_(read_, total_);
    return got;
  }

  void cipher() {
    Cipher context(setup_.algorithm.cipher, setup_.algorithm.mode, setup_.key.view(),
                   setup_.options);
    if (setup_.algorithm.max_iv_bytes != 0) context.set_iv(setup_.iv);
    context.begin(direction_);
    RawBytes in(kPieceBytes), out(kPieceBytes + 2 * HEDGEROW_MAX_BLOCK_BYTES);
    for (std::size_t got = in.size(); got == in.size();) {
      got = read(in.data(), in.size());
      output_.write({out.data(), context.update(Input(in.data(), got), out)});
    }
    output_.write({out.data(), context.final(out)});
  }

  Aead begin_aead() {
    Aead context(setup_.algorithm.cipher, setup_.algorithm.mode, setup_.key.view(), setup_.options);
    context.init_with_nonce(direction_, setup_.iv);
    context.aad(setup_.aad);
    return context;
  }

  void seal_pieces() {
    auto context = begin_aead();
    RawBytes piece(kPieceBytes), tag(setup_.tag_bytes);
    for (std::size_t got = piece.size(); got == piece.size();) {
      got = read(piece.data(), piece.size());
      context.update(Input(piece.data(), got), Output(piece.data(), got));
      output_.write({piece.data(), got});
    }
    context.final_tag(tag);
    output_.write(tag);
  }

  // The last bytes that were read may be the tag, so the length of a tag is always held back:
  //
  //   piece:  | ready: decrypt and write | held: setup_.tag_bytes |
  void open_pieces() {
    auto context = begin_aead();
    const auto held = setup_.tag_bytes;
    RawBytes piece(kPieceBytes + held);
    std::size_t have = 0;
    for (bool ended = false; !ended;) {
      const auto wanted = piece.size() - have;
      const auto got = read(piece.data() + have, wanted);
      ended = got < wanted;
      have += got;
      if (have <= held) continue;
      const auto ready = have - held;
      context.update(Input(piece.data(), ready), Output(piece.data(), ready));
      output_.write({piece.data(), ready});
      std::memmove(piece.data(), piece.data() + ready, held);
      have = held;
    }
    require_tag(have);
    context.final_check(Input(piece.data(), held));
  }

  void buffered_aead() {
    auto data = read_whole(in_, kMostBuffered,
                           decrypting() && !output_.is_file()
                               ? "the output is not a file (-o), and the input"
                               : "the mode keeps a message in memory, and the input");
    read_ = data.size();
    Aead context(setup_.algorithm.cipher, setup_.algorithm.mode, setup_.key.view(), setup_.options);
    if (!decrypting()) {
      const auto bytes = data.size();
      RawBytes tag(setup_.tag_bytes);
      context.seal_with_nonce(setup_.iv, setup_.aad, data, data, tag);
      output_.write({data.data(), bytes});
      return output_.write(tag);
    }
    require_tag(data.size());
    const auto bytes = data.size() - setup_.tag_bytes;
    const Output plain(data.data(), bytes);
    context.open(setup_.iv, setup_.aad, Input(data.data(), bytes), plain,
                 Input(data.data() + bytes, setup_.tag_bytes));
    output_.write({data.data(), bytes});
  }

  void require_tag(std::size_t bytes) const {
    if (bytes < setup_.tag_bytes)
      throw Error(HEDGEROW_CONTAINER_TRUNCATED, "the input has " + std::to_string(bytes) +
                                                    " bytes, less than its tag of " +
                                                    std::to_string(setup_.tag_bytes));
  }

  const RawSetup& setup_;
  hedgerow_direction direction_;
  TargetOutput& output_;
  int in_;
  ProgressBar bar_{"standard input"};
  ContainerProgress progress_;
  std::uint64_t read_ = 0, total_ = 0;
};

int run_cipher(const CipherArguments& arguments) {
  if (arguments.encrypt == arguments.decrypt) throw_usage("give either --encrypt or --decrypt");
  auto setup = check_raw(arguments, kCipherKinds);
  const auto content = arguments.decrypt ? Content::kMaybeText : Content::kBinary;
  const auto target = check_raw_output(arguments, content);
  read_raw(arguments, setup);
  TargetOutput output(target, arguments.force, content);
  CipherRun run(setup, arguments.decrypt ? HEDGEROW_DECRYPT : HEDGEROW_ENCRYPT, output);
  run.run();
  return put_raw_result(setup, target.path, run.input_bytes(), output.bytes());
}

constexpr char kCipherFooter[] =
    R"(hedgerow cipher exchanges data with other programs that use the same mode. The output has no format: you must
keep the IV, and an AEAD appends its tag to the ciphertext. To protect files, use `hedgerow encrypt`.

If the output of an AEAD is a file, it appears only after the tag was checked. Any other output gets the plaintext after
the check too, and the input is then limited to 1 GiB because it is kept in memory. The modes ccm, siv and gcm-siv have
the same limit. The other modes write while they read: if the exit code is not 0, do not use the output.

Block modes with padding do not authenticate. Anybody who can send you ciphertexts and learns whether the padding was
wrong can decrypt your data.

Examples:
  hedgerow cipher --cipher kuznyechik --mode ctr --encrypt --key-file key --iv 1234567890abcef0 < in > out
  hedgerow cipher --cipher aes-256 --mode gcm --encrypt --key-file key --iv-file iv -o sealed < in
  hedgerow cipher --cipher kalyna-128-256 --mode gcm --decrypt --key-fd 3 --iv-file iv -o plain < in 3< key)";

}  // namespace

void add_cipher(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand(
      "cipher", "Encrypt or decrypt standard input in one mode of one cipher, without a container");
  const auto a = std::make_shared<CipherArguments>();
  constexpr char kDirection[] = "Direction";
  command->add_flag("--encrypt", a->encrypt, "Read plaintext, write ciphertext")->group(kDirection);
  command->add_flag("--decrypt", a->decrypt, "Read ciphertext, write plaintext")->group(kDirection);
  add_raw_options(*command, *a, kCipherKinds);
  const auto add = [&](const char* name, auto& value, const char* type, const char* help) {
    return command->add_option(name, value, help)->type_name(type)->group(kModeOptions);
  };
  add("--aad-file", a->aad_file, "FILE", "AEAD: associated data, which the tag also covers");
  add_tag_option(*command, *a);
  add("--feedback-bytes", a->feedback_bytes, "N", "CFB: bytes of one unit [a block]");
  add("--gamma-bytes", a->gamma_bytes, "N",
      "CTR and OFB of GOST: bytes used of each block of gamma [a block]");
  add("--padding", a->padding, "none|pkcs7|bit|zero|bit-if-partial",
      "Block modes: how an incomplete block is filled")
      ->capture_default_str();
  add("--length-bytes", a->length_bytes, "N", "CCM of Kalyna: bytes of a length field [4]");
  const auto add_flag = [&](const char* name, bool& value, const char* help) {
    command->add_flag(name, value, help)->group(kModeOptions);
  };
  add_flag("--mask-nonce", a->mask_nonce, "MGM: clear the first bit of the nonce");
  add_padded_length_option(*command, *a);
  add_flag("--zero-fill", a->zero_fill,
           "CCM of Kalyna: treat incomplete blocks like Bouncy Castle");
  add_result_options(*command);
  command->footer(kCipherFooter);
  command->final_callback([a, &action] { action = [a] { return run_cipher(*a); }; });
}

}  // namespace hedgerow::cli
