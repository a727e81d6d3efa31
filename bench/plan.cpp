// Parses the arguments and multiplies them out to a list of cases.
#include "plan.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

#include "hedgerow/hedgerow.h"
#include "isa/cpu.hpp"

namespace hedgerow::bench {

namespace {

bool among(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Returns an empty text if it is a mode of an algorithm, with or without a batch, or one of the
// benchmark's own modes.
std::string known_mode(const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  const std::string count = text.substr(std::min(text.size(), name.size() + 1));
  if (name != text && (messages_of(text) == 0 || messages_of(text) > 1u << 20 ||
                       count.find_first_not_of("0123456789") != std::string::npos))
    return text + " is no batch; MODE:N has N messages, from 1 to 1048576";
  if (among({"aead", "block", "setup"}, name)) return "";
  for (std::size_t i = 0; i < hedgerow_algorithm_count(); i++) {
    hedgerow_algorithm_info algorithm{};
    algorithm.size = sizeof algorithm;
    if (hedgerow_algorithm_at(i, &algorithm) == HEDGEROW_OK && name == algorithm.mode) return "";
  }
  return "no cipher has the mode " + name;
}

void add_what(CLI::App& app, Options& o) {
  auto* const cipher = app.add_option("cipher", o.ciphers, "ciphers to measure (default: all)");
  auto* const kernel =
      app.add_option("--kernel", o.kernels, "force these kernel ids, the kernels of lab/ too");
  kernel->delimiter(',');
  auto* const all_kernels =
      app.add_flag("--all-kernels", o.all_kernels, "every kernel that this CPU can run");
  auto* const all =
      app.add_flag("--all", o.all,
                   "every cipher once, beside the peers, in a short table: ecb,ctr; 0.25 s a "
                   "participant; sets of S-boxes count as one cipher")
          ->excludes(cipher)
          ->excludes(kernel)
          ->excludes(all_kernels);
  app.add_option("--mode", o.modes,
                 "ecb, ctr, any mode of `hedgerow list --modes`, aead (the cipher's first), block, "
                 "setup; MODE:N is a batch of N messages; default ecb,ctr,aead")
      ->delimiter(',')
      ->check(known_mode);
  app.add_option("--direction", o.directions, "enc, dec; default both")
      ->delimiter(',')
      ->check(CLI::IsMember({"enc", "dec"}));
  app.add_option("--size", o.sizes, "bytes of one call: 16K, 64M, ... (K = 1024); default 16K")
      ->delimiter(',')
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));
  app.add_option("--chunk", o.chunk,
                 "calls of so many bytes, each a message, take longer sizes one part after the "
                 "other: shorter samples, of which more are undisturbed; not aead, MACs, batches")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::size_t{4096}, std::size_t{1} << 30))
      ->excludes(all);
  app.add_option("--threads", o.threads, "threads that share one size")->check(CLI::Range(1, 1024));
  app.footer(
      "hedgerow bench --device cuda:0 measures a GPU; with --help it shows its own options.\n\n"
      "Examples:\n"
      "  hedgerow bench --all                          (every cipher and the other libraries)\n"
      "  hedgerow bench kuznyechik --mode ctr --size 64,16K,1M\n"
      "  hedgerow bench magma --peers --json");
}

void check_names(const Options& options) {
  for (const std::string& name : options.ciphers)
    if (!find_variant(name.c_str())) throw std::runtime_error("no cipher is called " + name);
  for (const std::string& id : options.kernels) {
    const Kernel* const kernel = find_kernel(id.c_str());
    if (!kernel) throw std::runtime_error("no kernel is called " + id);
    if (!available(*kernel, cpu_features()))
      throw std::runtime_error("this CPU or build cannot run " + id);
  }
}

// Adds the option for the time of a participant.
const CLI::Option* add_duration(CLI::App& app, Options& o) {
  app.add_option("--patience", o.duration.patience,
                 "up to so many times as long, for samples that nobody disturbed; default 4")
      ->check(CLI::Range(1.0, 1000.0));
  return app
      .add_option("--seconds", o.duration.seconds, "time of each participant of a row; default 0.5")
      ->check(CLI::Range(0.001, 3600.0));
}

}  // namespace

Options parse(int argc, char** argv) {
  CLI::App app("Speed of Hedgerow's kernels, beside other libraries in the same run",
               "hedgerow bench");
  Options o;
  bool one_block = false, key_setup = false;
  add_what(app, o);
  app.add_flag("--one-block", one_block, "also latency of one block (as --mode block)");
  app.add_flag("--key-setup", key_setup, "also time of one key set-up (as --mode setup)");
  app.add_flag("--peers", o.peers, "beside the peer programs that were built")
      ->excludes(app.get_option("--chunk"));
  app.add_flag("--placements", o.placements,
               "each case in 16 placements of stack and buffers: the slowest beside the quickest")
      ->excludes(app.get_option("--peers"))
      ->excludes(app.get_option("--chunk"))
      ->excludes(app.get_option("--all"));
  app.add_flag("--memcpy", o.copy,
               "beside memcpy of as many bytes, which beyond the caches no cipher can outrun")
      ->excludes(app.get_option("--placements"))
      ->excludes(app.get_option("--all"));
  app.add_flag("--json", o.json, "one JSON object a line");
  const CLI::Option* const seconds = add_duration(app, o);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) ? 2 : 0);
  }
  check_names(o);
  if (o.all) o.peers = true;
  if (o.all && !seconds->count()) o.duration.seconds = 0.25;
  if (o.modes.empty() && !one_block && !key_setup) {
    o.modes = {"ecb", "ctr"};
    if (!o.all && !o.placements) o.modes.push_back("aead");
  }
  if (one_block) o.modes.push_back("block");
  if (key_setup) o.modes.push_back("setup");
  if (o.directions.empty()) o.directions = {"enc", "dec"};
  if (o.sizes.empty()) o.sizes = {16384};
  return o;
}

namespace {

// Returns variants of `all`, one for each name before the ':'. It takes the variant that most peers
// run, and among equals the first.
std::vector<const Variant*> one_a_set(const std::vector<const Variant*>& all,
                                      const Serving& serving) {
  std::vector<const Variant*> chosen;
  std::size_t most = 0;  // peers of the last one
  for (const Variant* v : all) {
    const bool next = chosen.empty() || without_set(chosen.back()->name) != without_set(v->name);
    const bool alone = without_set(v->name) == v->name;
    const std::size_t peers = alone ? 0 : serving(v->name);
    if (next) {
      chosen.push_back(v);
    } else if (peers > most) {
      chosen.back() = v;
    } else {
      continue;
    }
    most = peers;
  }
  return chosen;
}

std::vector<const Variant*> chosen_variants(const Options& options, const Serving& serving) {
  std::vector<const Variant*> chosen;
  for (const Variant& v : variants())
    if (options.ciphers.empty() || among(options.ciphers, v.name)) chosen.push_back(&v);
  return options.all ? one_a_set(chosen, serving) : chosen;
}

// Returns the kernels to force for one variant. "" leaves the choice to the library.
std::vector<std::string> chosen_kernels(const Options& options, const Variant& variant) {
  if (options.kernels.empty() && !options.all_kernels) return {""};
  std::vector<std::string> chosen;
  for (const Kernel& k : kernels())
    if (k.variant == &variant && available(k, cpu_features()) &&
        (options.all_kernels || among(options.kernels, k.id)))
      chosen.push_back(k.id);
  return chosen;
}

// Returns whole blocks for every message of every thread, at least one.
std::size_t whole_blocks(std::size_t bytes, const Variant& variant, const Case& what) {
  const std::size_t messages = std::max(messages_of(what.mode_name), std::size_t{1});
  const std::size_t unit = messages * variant.block_bytes * what.threads;
  return std::max(bytes / unit, std::size_t{1}) * unit;
}

// The chunk of calls that go through a thread's bytes, for example 64 KiB of 64 MiB. It is whole
// blocks and whole pages, so that all chunks have the same alignment. 0 if one call processes all
// bytes.
std::size_t chunk_bytes(std::size_t wanted, const Case& what, const Variant& variant) {
  const std::size_t unit = std::lcm(std::size_t{4096}, (std::size_t)variant.block_bytes);
  const std::size_t chunk = std::max(wanted / unit, std::size_t{1}) * unit;
  return chunk < what.bytes_per_thread() ? chunk : 0;
}

// Appends a case for each direction and size that the mode supports.
void add_mode(std::vector<Case>& cases, const Options& options, const Variant& variant,
              const std::string& kernel, const std::string& mode) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  if (hedgerow_cipher_find(variant.name, &info) != HEDGEROW_OK) return;
  const bool single = mode == "block" || mode == "setup";
  const std::string scheme = mode == "aead" ? info.aead : mode;
  const std::string name = scheme.substr(0, scheme.find(':'));  // cmac:64 is a batch of 64
  hedgerow_algorithm_info algorithm{};
  algorithm.size = sizeof algorithm;
  if (!single && hedgerow_algorithm_find(variant.name, name.c_str(), &algorithm) != HEDGEROW_OK)
    return;
  const bool aead = !single && algorithm.kind == HEDGEROW_AEAD;
  const bool batch = scheme.find(':') != std::string::npos;
  const bool one_way =
      mode == "ctr" || (!single && algorithm.kind == HEDGEROW_MAC) || (aead && batch);
  if (!single && algorithm.kind == HEDGEROW_WRAP) return;
  Case what{variant.name, aead ? "aead" : mode, scheme, "", kernel, 0, 1};
  what.threads = single ? 1 : options.threads;
  what.beside_copy = options.copy;
  const bool in_chunks = options.chunk &&
                         (algorithm.kind == HEDGEROW_BLOCK || algorithm.kind == HEDGEROW_STREAM) &&
                         !batch && !single;
  const std::vector<std::size_t> sizes = single ? std::vector<std::size_t>{1} : options.sizes;
  const std::vector<std::string> directions =
      mode == "setup" ? std::vector<std::string>{"short", "both"} : options.directions;
  for (std::size_t size : sizes)
    for (const std::string& direction : directions) {
      if (one_way && direction == "dec") continue;  // the same function as enc
      what.direction = direction;
      what.bytes = mode == "setup" ? variant.key_bytes : whole_blocks(size, variant, what);
      what.chunk = in_chunks ? chunk_bytes(options.chunk, what, variant) : 0;
      cases.push_back(what);
    }
}

}  // namespace

std::vector<Case> plan(const Options& options, const Serving& serving) {
  std::vector<Case> cases;
  for (const Variant* variant : chosen_variants(options, serving))
    for (const std::string& kernel : chosen_kernels(options, *variant))
      for (const std::string& mode : options.modes)
        add_mode(cases, options, *variant, kernel, mode);
  return cases;
}

}  // namespace hedgerow::bench
