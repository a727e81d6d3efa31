// SM4 bit-sliced by words [GB/T 32907-2016]; common/word_planes.hpp has the layout. A circuit is the S-box of four
// bytes of many blocks. The form over 64-bit words is constant in time on any CPU with any word size and byte order.
//
// The circuit leaves some outputs inverted. Its NOTs add the byte d to each byte of a word whenever a round changes it,
// where d is L of the NOTs. Two such changes cancel, so the last words have none, and the round keys contain the d of
// the other three words.
#include "cipher/common/word_planes.hpp"
#include "cipher/sm4/spec.hpp"
#include "circuit/sm4/sm4.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace sm4;

struct alignas(64) Key {
  WordKey round[kRounds];
};

// The byte d: L rotates the NOTs, which are equal in all bytes of a word, by 2.
constexpr auto kNots = (std::uint8_t)(kNots_sm4 << 2 | kNots_sm4 >> 6);
// Whether an odd number of the words that enter round r have an added d. The same holds for round 31 - r.
constexpr bool is_inverted(int r) { return (r / 4 + r % 4) % 2; }

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  for (int r = 0; r < kRounds; r++) {
    std::uint8_t bytes[4];
    for (int i = 0; i < 4; i++) bytes[i] = round_keys[4 * r + i] ^ (is_inverted(r) ? kNots : 0);
    spread_word(bytes, ((Key*)key)->round[r]);
    wipe(bytes, sizeof bytes);
  }
}

// Round r for kTurn = r mod 4. rol8 takes byte i + 1 of a word, and rol2 takes its top two bits from there.
template <int kTurn>
HR_INLINE void round(State& s, const WordKey& key) {
  const auto x = [&](int j) HR_LAMBDA { return s.word[(kTurn + j) & 3]; };
  Vec t[8], a[8];
  unroll<8>([&](auto b)
                HR_LAMBDA { t[b] = xor2(xor3(x(1)[b], x(2)[b], x(3)[b]), key_plane(key, b)); });
  box_sm4(t, t);
  unroll<8>([&](auto b) HR_LAMBDA { a[b] = xor3(t[b], turned<1>(t[b]), turned<2>(t[b])); });
  unroll<8>([&](auto b) HR_LAMBDA {
    const Vec rol2 = b < 2 ? turned<1>(a[(b + 6) & 7]) : a[(b + 6) & 7];
    x(0)[b] = xor2(xor3(x(0)[b], t[b], turned<3>(t[b])), rol2);
  });
}
// kFirst is the round key of the first round, and kStep is 1 or -1.
template <int kFirst, int kStep>
HR_NOINLINE void crypt(const Key& key, State& s) {
  for (int r = 0; r < kRounds; r += 4)
    unroll<4>([&](auto i) HR_LAMBDA { round<i>(s, key.round[kFirst + kStep * (r + i)]); });
  unroll<8>([&](auto b) HR_LAMBDA {
    const Vec first = s.word[0][b], second = s.word[1][b];
    s.word[0][b] = s.word[3][b];
    s.word[3][b] = first;
    s.word[1][b] = s.word[2][b];
    s.word[2][b] = second;
  });
}
using Kernel = WordPlanes<Key, crypt<0, 1>, crypt<kRounds - 1, -1>>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                  \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatchBlocks, kPlanesGoodFor, schedule_portable, prepare, \
            Kernel::encrypt, Kernel::decrypt, Kernel::ctr)
#include "cipher/common/export_kernel.inc"
