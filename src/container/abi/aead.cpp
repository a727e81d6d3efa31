// Adapts the AEAD of a caller (hedgerow_container_aead) to the SegmentAead that the pipeline uses.
#include "container/abi/boundary.hpp"

namespace hedgerow::container::abi {
namespace {

void check(hedgerow_container_status status, const hedgerow_container_error& error) {
  if (status != HEDGEROW_CONTAINER_OK) throw Error(static_cast<Status>(status), error.text);
}

class CallersAead final : public SegmentAead {
 public:
  CallersAead(const hedgerow_container_aead& calls, void* aead) : calls_(calls), aead_(aead) {}
  ~CallersAead() override { calls_.free(aead_); }

  std::unique_ptr<SegmentAead> clone() const override {
    void* made = nullptr;
    hedgerow_container_error error{};
    check(calls_.copy(aead_, &made, &error), error);
    return std::make_unique<CallersAead>(calls_, made);
  }
  void seal(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
            std::span<std::uint8_t> data, std::span<std::uint8_t> tag) override {
    hedgerow_container_error error{};
    check(calls_.seal(aead_, nonce.data(), nonce.size(), aad.data(), aad.size(), data.data(),
                      data.size(), tag.data(), tag.size(), &error),
          error);
  }
  bool open(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
            std::span<std::uint8_t> data, std::span<const std::uint8_t> tag) override {
    hedgerow_container_error error{};
    const auto status = calls_.open(aead_, nonce.data(), nonce.size(), aad.data(), aad.size(),
                                    data.data(), data.size(), tag.data(), tag.size(), &error);
    if (status == HEDGEROW_CONTAINER_TAMPERED) return false;
    check(status, error);
    return true;
  }

 private:
  hedgerow_container_aead calls_;
  void* aead_;
};

}  // namespace

MakeSegmentAead aead_of(const hedgerow_container_options& options) {
  if (!options.aead) return {};
  const auto calls = read_struct(options.aead, "options.aead");
  if (!calls.make || !calls.copy || !calls.free || !calls.seal || !calls.open)
    throw Error(Status::kArgument, "options.aead: one of its functions is NULL");
  return [calls](const Header& header, const Secret& key) -> std::unique_ptr<SegmentAead> {
    const auto info = info_of(header);
    void* made = nullptr;
    hedgerow_container_error error{};
    check(calls.make(calls.user, &info, key.data(), key.size(), &made, &error), error);
    if (!made) return nullptr;
    return std::make_unique<CallersAead>(calls, made);
  };
}

}  // namespace hedgerow::container::abi
