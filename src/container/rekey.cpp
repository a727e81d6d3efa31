// Changes and writes the slot area, and re-encrypts containers.
#include "container/rekey.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <thread>

#include "container/error.hpp"
#include "container/io/access.hpp"
#include "container/io/descriptor.hpp"
#include "container/io/locked_file.hpp"
#include "container/io/output_file.hpp"
#include "container/key/unlock.hpp"

namespace hedgerow::container {
namespace {

class FileStore : public PageStore {
 public:
  explicit FileStore(int fd) : fd_(fd) {}
  void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override {
    pwrite_all(fd_, bytes.data(), bytes.size(), offset);
  }
  void sync() override {
    if (fsync(fd_) != 0) throw_errno("the container could not be made durable", errno);
  }

 private:
  int fd_;
};

// A container, and the keys that its credentials opened.
struct OpenContainer {
  OpenContainer(int fd, Credentials credentials, KdfLimit limit)
      : preamble(read_preamble_at_start(fd)), unlocked(unlock(preamble, credentials, limit)) {}

  void require_slots() const {
    if (preamble.header.version == 1)
      throw Error(Status::kVersion,
                  "the container is of version 1, which has one credential and no slots; "
                  "reencrypted it has slots",
                  Remedy::kReencrypt);
  }
  std::vector<SlotInfo> slots(const SlotArea& area) const {
    std::vector<SlotInfo> infos;
    for (const auto& slot : area.slots)
      infos.push_back({kind_of(slot), open_label(preamble.header, unlocked.file_secret, slot)});
    return infos;
  }
  std::vector<SlotInfo> slots() const { return slots(unlocked.area); }

  Preamble preamble;
  Unlocked unlocked;
};

std::string list_text(const std::vector<std::string>& labels) {
  std::string text;
  for (const auto& label : labels) text += (text.empty() ? "'" : ", '") + label + "'";
  return text;
}

// Returns the slot that has this label, or else the one with a label that was cut from `name`. Throws
// kArgument if there is none.
std::size_t find_slot(const std::vector<SlotInfo>& infos, const std::string& name) {
  auto found = std::ranges::find(infos, name, &SlotInfo::label);
  if (found == infos.end())
    found = std::ranges::find_if(
        infos, [&](const SlotInfo& info) { return is_cut_from(info.label, name); });
  if (found != infos.end()) return static_cast<std::size_t>(found - infos.begin());
  std::vector<std::string> known;
  for (const auto& info : infos) known.push_back(info.label);
  throw Error(Status::kArgument,
              "no credential is called '" + name + "': the container has " + list_text(known));
}

void remove_slots(const OpenContainer& container, const std::vector<std::string>& labels,
                  SlotArea& area) {
  for (const auto& label : labels) {
    const auto found = find_slot(container.slots(area), label);
    area.slots.erase(area.slots.begin() + static_cast<std::ptrdiff_t>(found));
  }
  if (!area.has(SlotKind::kPassphrase)) area.kdf.reset();
}

void refuse_weak_cost(const SlotArea& area, const SlotChange& change) {
  if (change.kdf || !area.kdf || !is_below(area.kdf->cost, kLeastKdfCost)) return;
  for (const auto& credential : change.add)
    if (credential.kind() == SlotKind::kPassphrase)
      throw Error(Status::kArgument,
                  "the container's passphrases cost " + text_of(area.kdf->cost) +
                      ", less than the least that is written, " + text_of(kLeastKdfCost) +
                      ", and a new one would share that",
                  Remedy::kReencryptPassphrase);
}

SlotArea changed_area(const OpenContainer& container, const SlotChange& change,
                      const RekeyOptions& options) {
  auto area = container.unlocked.area;
  if (area.sequence == std::numeric_limits<std::uint64_t>::max())
    throw Error(Status::kLimit, "the slot area was changed 2^64 - 1 times", Remedy::kReencrypt);
  area.sequence++;
  remove_slots(container, change.remove, area);
  if (area.slots.empty() && change.add.empty())
    throw Error(Status::kArgument,
                "the last credential cannot be removed: nothing would open the container; add "
                "another one in the same call");
  if (change.kdf && area.kdf && area.kdf->cost != *change.kdf)
    throw Error(Status::kArgument, "the container's passphrases cost " + text_of(area.kdf->cost) +
                                       ", and share that: for another cost remove them in the "
                                       "same call, or re-encrypt");
  refuse_weak_cost(area, change);
  add_slots(container.preamble.header, container.unlocked.file_secret, change.add,
            change.kdf.value_or(kDefaultKdfCost), options.kdf_limit, area);
  return area;
}

// Returns the slot that a credential opens, if any; 0 in version 1.
std::optional<std::size_t> slot_of(const OpenContainer& container, const Credential& credential,
                                   KdfLimit limit) {
  if (!credential.can_open()) return {};
  try {
    return unlock(container.preamble, {&credential, 1}, limit).slot;
  } catch (const Error& e) {
    if (e.status() == Status::kWrongKey || e.status() == Status::kCredential) return {};
    throw;
  }
}

// Returns the credentials that open the container and stay, with their labels. The labels of the
// others go to `lost`.
std::vector<Credential> staying(const OpenContainer& container, Credentials credentials,
                                const SlotChange& change, KdfLimit limit,
                                std::vector<std::string>& lost) {
  const auto infos = container.slots();
  std::vector<Credential> stay;
  std::vector<bool> settled(infos.size());
  for (const auto& name : change.remove) settled[find_slot(infos, name)] = true;
  for (const auto& credential : credentials) {
    const auto slot = slot_of(container, credential, limit);
    if (!slot || settled[*slot]) continue;
    settled[*slot] = true;
    stay.push_back(credential.with_label(infos[*slot].label));
  }
  for (std::size_t i = 0; i < infos.size(); i++)
    if (!settled[i]) lost.push_back(infos[i].label);
  return stay;
}

std::vector<Credential> new_credentials(const OpenContainer& container, Credentials credentials,
                                        const SlotChange& change, KdfLimit limit) {
  std::vector<Credential> all;
  if (container.preamble.header.version == 1) {
    if (!change.remove.empty())
      throw Error(Status::kArgument,
                  "a container of version 1 has no labels: what is given with the command stays, "
                  "and what is added");
    for (const auto& credential : credentials)
      if (slot_of(container, credential, limit)) all.push_back(credential);
  } else {
    std::vector<std::string> lost;
    auto area = container.unlocked.area;
    remove_slots(container, change.remove, area);  // rejects unknown labels
    all = staying(container, credentials, change, limit, lost);
    if (!lost.empty())
      throw Error(Status::kArgument,
                  "the secrets of " + list_text(lost) +
                      " are not at hand, so the new file would not open with them: give them, or "
                      "remove them by name and add what shall open it");
  }
  all.insert(all.end(), change.add.begin(), change.add.end());
  return labelled(all, {});
}

// Decrypts `in` into a pipe, in its own thread. That thread blocks the signal of a closed pipe.
class PlaintextPipe {
 public:
  PlaintextPipe(int in, Credentials credentials, const RekeyOptions& options) {
    auto pipe = open_pipe();
    out_ = std::move(pipe.read);
    thread_ = std::thread([this, in, credentials, &options, end = std::move(pipe.write)]() mutable {
      sigset_t set;
      sigemptyset(&set);
      sigaddset(&set, SIGPIPE);
      pthread_sigmask(SIG_BLOCK, &set, nullptr);
      try {
        decrypt(in, end.get(), credentials,
                {options.threads, WriteOrder::kInOrder, options.progress, options.kdf_limit});
      } catch (...) {
        failure_ = std::current_exception();
      }
    });
  }
  ~PlaintextPipe() {
    out_.close();
    if (thread_.joinable()) thread_.join();
  }
  int fd() const { return out_.get(); }
  // Call this after the end was read. Throws the reason if the pipe ended early.
  void finish() {
    require_ended(fd());
    out_.close();
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  Descriptor out_;
  std::exception_ptr failure_;
  std::thread thread_;
};

// Writes the rest of `in`, from `offset` to `end`, to `out`.
void copy_rest(int in, std::uint64_t offset, std::uint64_t end, int out) {
  std::vector<std::uint8_t> piece(std::size_t{1} << 20);
  while (offset < end) {
    const auto bytes =
        static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), end - offset));
    if (pread_up_to(in, piece.data(), bytes, offset) != bytes)
      throw Error(Status::kIo, "the container became shorter while it was read");
    write_all(out, piece.data(), bytes);
    offset += bytes;
  }
}

// Puts the new file in the place of the old one.
void replace(const LockedFile& old, OutputFile& out) {
  keep_access(out.fd(), old);
  // The data is made durable before the check, so that little time passes between the check and the
  // rename.
  if (fsync(out.fd()) != 0) throw_errno(old.path() + " could not be made durable", errno);
  old.require_in_place();
  out.commit();
}

// Changes a container of version 3. Its segments move if its slots have another length.
void write_again(const LockedFile& old, const OpenContainer& container, const SlotArea& area) {
  const auto& header = container.preamble.header;
  const auto preamble = encode_preamble(header, area, container.unlocked.file_secret);
  OutputFile out(old.path(), true);
  write_all(out.fd(), preamble.data(), preamble.size());
  copy_rest(old.fd(), header.body_offset(), static_cast<std::uint64_t>(old.status().st_size),
            out.fd());
  replace(old, out);
}

void change_in_place(const LockedFile& file, const OpenContainer& container, const SlotArea& area) {
  const auto bytes = encode_copy(area, container.preamble.header, container.unlocked.file_secret);
  FileStore store(file.fd());
  store_header(store, container.preamble);
  store_area(store, bytes, container.unlocked.current);
  file.require_in_place();
}

EncryptOptions options_like(const OpenContainer& old, const SlotChange& change,
                            const RekeyOptions& options) {
  const auto& header = old.preamble.header;
  const auto& kdf = header.version == 1 ? header.kdf : old.unlocked.area.kdf;
  EncryptOptions result;
  result.cipher = header.cipher;
  result.mode = header.algorithm.mode;
  result.segment_bytes = header.segment_bytes;
  const bool keeps =
      kdf && kDefaultKdfLimit.allows(kdf->cost) && !is_below(kdf->cost, kLeastKdfCost);
  result.kdf = change.kdf.value_or(keeps ? kdf->cost : kDefaultKdfCost);
  result.threads = options.threads;
  result.order = WriteOrder::kAnyOrder;
  if (header.version == kCompactVersion) result.layout = Layout::kCompact;
  return result;
}

}  // namespace

void store_header(PageStore& store, const Preamble& preamble) {
  const auto right = encode_header_page(preamble.header);
  for (const auto& [offset, bytes] : {std::pair{std::size_t{0}, kHeaderBytes},
                                      {kSecondHeader, kHeaderBytes + kHeaderHashBytes}}) {
    const auto part = std::span(right).subspan(offset, bytes);
    if (std::equal(part.begin(), part.end(), &preamble.header_page[offset])) continue;
    store.write(offset, part);
    store.sync();
  }
}

void store_area(PageStore& store, const CopyBytes& bytes, std::size_t current) {
  for (const auto copy : {1 - current, current}) {
    store.write(kPageBytes * (1 + copy), bytes);
    store.sync();
  }
}

std::vector<SlotInfo> list_slots(const std::string& path, Credentials credentials,
                                 const RekeyOptions& options) {
  const LockedFile file(path, O_RDONLY, LOCK_SH);
  const OpenContainer container(file.fd(), credentials, options.kdf_limit);
  container.require_slots();
  return container.slots();
}

std::vector<SlotInfo> rekey(const std::string& path, Credentials credentials,
                            const SlotChange& change, const RekeyOptions& options) {
  const LockedFile file(path, O_RDWR, LOCK_EX);
  const OpenContainer container(file.fd(), credentials, options.kdf_limit);
  container.require_slots();
  const auto area = changed_area(container, change, options);
  if (container.preamble.header.version == kCompactVersion)
    write_again(file, container, area);
  else
    change_in_place(file, container, area);
  return container.slots(area);
}

std::vector<SlotInfo> reencrypt(const std::string& path, Credentials credentials,
                                const SlotChange& change, const RekeyOptions& options) {
  const LockedFile file(path, O_RDWR, LOCK_EX);
  const OpenContainer container(file.fd(), credentials, options.kdf_limit);
  const auto all = new_credentials(container, credentials, change, options.kdf_limit);
  OutputFile out(file.path(), true);
  {
    PlaintextPipe plaintext(file.fd(), credentials, options);
    encrypt(plaintext.fd(), out.fd(), all, options_like(container, change, options));
    plaintext.finish();
  }
  replace(file, out);
  std::vector<SlotInfo> infos;
  for (const auto& credential : all) infos.push_back({credential.kind(), credential.label()});
  return infos;
}

}  // namespace hedgerow::container
