// hedgerow.hpp: ownership, views of bytes and exceptions. Other suites test the results of the
// calls.
//
// The suite turned red when error had a text of its own, and when query() returned an empty record.
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

static_assert(!std::is_copy_constructible_v<hedgerow::Aead>);
static_assert(std::is_nothrow_move_constructible_v<hedgerow::Aead>);
static_assert(std::is_constructible_v<hedgerow::Input, std::span<const std::byte>>);
static_assert(std::is_constructible_v<hedgerow::Input, std::span<const std::uint8_t>>);
static_assert(std::is_constructible_v<hedgerow::Input, std::string_view>);
static_assert(!std::is_constructible_v<hedgerow::Input, const char (&)[4]>, "literals have a 0");
static_assert(!std::is_constructible_v<hedgerow::Output, std::span<const std::byte>>);
static_assert(!std::is_constructible_v<hedgerow::Input, std::vector<int>>);

TEST(Hpp, SealsAndOpensAnyKindOfBytes) {
  const std::array<std::byte, 32> key{};
  std::array<unsigned char, 16> nonce{}, tag{};
  std::string text = "the hedge has two sides";
  hedgerow::Aead sender("kuznyechik", "mgm", key);
  sender.set_nonce_counter(Bytes(8), 1);
  sender.seal(nonce, std::string_view("header"), text, text, tag);
  EXPECT_EQ(nonce[15], 1);
  EXPECT_NE(text, "the hedge has two sides");
  hedgerow::Aead receiver = std::move(sender).copy();
  receiver.open(nonce, std::string_view("header"), std::as_bytes(std::span(text)),
                std::as_writable_bytes(std::span(text)), tag);
  EXPECT_EQ(text, "the hedge has two sides");
}

TEST(Hpp, ErrorsCarryStatusAndText) {
  try {
    hedgerow::Mac("kuznyechik", "gmac", Bytes(32));
    FAIL() << "Kuznyechik has no GMAC";
  } catch (const hedgerow::error& e) {
    EXPECT_EQ(e.status(), HEDGEROW_ERR_MODE);
    EXPECT_STREQ(e.what(), hedgerow_status_text(HEDGEROW_ERR_MODE));
  }
  hedgerow::Cipher c("kalyna-128-128", "ecb", Bytes(16));
  Bytes in(32), out(16);
  EXPECT_EQ(status_of([&] { c.encrypt(in, out); }), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(status_of([&] { hedgerow::cipher_info("rot13"); }), HEDGEROW_ERR_CIPHER);
}

TEST(Hpp, CopiesAreIndependent) {
  hedgerow::Options options;
  options.tag_bytes = 12;
  hedgerow::Mac m("kalyna-256-256", "cmac", Bytes(32), options);
  m.update(Bytes(40, 1));
  hedgerow::Mac copy = m.copy();
  Bytes tag(12);
  m.final_tag(tag);
  copy.final_check(tag);
  copy.update(Bytes(1));
  EXPECT_EQ(status_of([&] { copy.final_check(tag); }), HEDGEROW_ERR_AUTH);
  hedgerow::Cipher ctr("kalyna-128-128", "ctr", Bytes(16));
  Bytes iv(16, 3), got(16);
  ctr.set_iv(iv);
  ctr.get_iv(got);
  EXPECT_EQ(got, iv);
  ctr.encrypt(iv, iv);
  ctr.get_updated_iv(got);
  EXPECT_EQ(got, Bytes(16, 3)) << "DSTU's IV is not its counter";
  EXPECT_EQ(ctr.query().message_bytes, 16u);
}

}  // namespace
}  // namespace hedgerow_test
