// Sequences of C ABI calls on two contexts. The first is forced to a kernel, and the second to the
// reference of its cipher.
//
//   input   algorithm(2) | kernel(1) | options, one byte each | calls, each a byte and its arguments
//
// Properties: every call gives the same status and the same output with both kernels. If a call
// fails, its output is untouched or zero. Authentic data opens to the sealed data, and damaged data
// does not open. ASan checks that no call writes after its output, because every buffer has
// exactly the announced length.
//
// It turned red when kernels of LEA rotated a word of decryption by another number of bits, and
// reported an overflow when update accepted an output that was 8 bytes too short.
#include "calls.hpp"

namespace hedgerow_fuzz {

// Buffered calls.
template <>
void Run<hedgerow_cipher>::stream(std::uint8_t which) {
  const bool decrypts = which & 16;
  switch (which % 16) {
    case 6: {
      both(0, [&](auto* c, auto*) {
        return hedgerow_cipher_begin(c, decrypts ? HEDGEROW_DECRYPT : HEDGEROW_ENCRYPT);
      });
      return;
    }
    case 7:
    case 8: {
      const auto in = data();
      const auto room = in.size() + 2 * algorithm_.block_bytes -
                        (in_.byte() % 4 ? 0 : std::min<std::size_t>(in_.byte(), in.size()));
      std::size_t lengths[2] = {777, 777};
      both(room, [&, call = 0](auto* c, auto* out) mutable {
        return hedgerow_cipher_update(c, in.data(), in.size(), out, room, &lengths[call++]);
      });
      check(lengths[0] == lengths[1], "both kernels write as much");
      return;
    }
    default: {
      const std::size_t room = in_.byte() % 8 ? 2 * algorithm_.block_bytes : in_.byte();
      std::size_t lengths[2] = {777, 777};
      both(room, [&, call = 0](auto* c, auto* out) mutable {
        return hedgerow_cipher_final(c, out, room, &lengths[call++]);
      });
      check(lengths[0] == lengths[1], "both kernels write as much");
      return;
    }
  }
}

template <>
void Run<hedgerow_cipher>::call(std::uint8_t which) {
  const bool decrypts = which & 16, in_place = which & 32;
  switch (which % 16) {
    case 3:
    case 4:
    case 5: {
      const auto iv = nonce();
      both(0, [&](auto* c, auto*) { return hedgerow_cipher_set_iv(c, iv.data(), iv.size()); });
      return;
    }
    case 6:
    case 7:
    case 8:
    case 9:
      return stream(which);
    case 10: {
      std::uint64_t block = in_.byte() % 4 ? in_.byte() : in_.pair() << in_.byte() % 48;
      // A seek derives the key of each section up to its block.
      if (algorithm_.properties & HEDGEROW_HAS_SECTIONS) block %= 128;
      both(0, [&](auto* c, auto*) { return hedgerow_cipher_seek(c, block); });
      return;
    }
    case 11: {
      const std::size_t room = in_.byte() % 4 ? HEDGEROW_MAX_IV_BYTES : in_.byte();
      both(room, [&](auto* c, auto* out) {
        return decrypts ? hedgerow_cipher_get_iv(c, out, room)
                        : hedgerow_cipher_get_updated_iv(c, out, room);
      });
      return;
    }
    case 12: {
      const auto a = data(), b = data();
      const Bytes iv = nonce(), other = nonce();
      both(a.size() + b.size(), [&](auto* c, auto* out) {
        const hedgerow_message messages[] = {
            {iv.data(), iv.size(), nullptr, 0, a.data(), out, a.size(), nullptr, 0},
            {other.data(), other.size(), nullptr, 0, b.data(), out + a.size(), b.size(), nullptr,
             0}};
        return hedgerow_cipher_batch(c, decrypts ? HEDGEROW_DECRYPT : HEDGEROW_ENCRYPT, messages,
                                     2);
      });
      return;
    }
    default: {
      const auto in = data();
      both(
          in.size(),
          [&](auto* c, auto* out) {
            return (decrypts ? hedgerow_cipher_decrypt : hedgerow_cipher_encrypt)(
                c, in_place ? out : in.data(), out, in.size());
          },
          in_place ? &in : nullptr);
    }
  }
}

template <>
void Run<hedgerow_aead>::stream(std::uint8_t which) {
  const bool decrypts = which & 16, in_place = which & 32;
  switch (which % 16) {
    case 3: {
      const auto iv = nonce();
      both(0, [&](auto* c, auto*) {
        return hedgerow_aead_init_with_nonce(c, decrypts ? HEDGEROW_DECRYPT : HEDGEROW_ENCRYPT,
                                             iv.data(), iv.size());
      });
      return;
    }
    case 4: {
      const std::uint64_t aad = in_.pair(), bytes = in_.pair();
      both(0, [&](auto* c, auto*) { return hedgerow_aead_set_lengths(c, aad, bytes); });
      return;
    }
    case 5: {
      const auto aad = data();
      both(0, [&](auto* c, auto*) { return hedgerow_aead_aad(c, aad.data(), aad.size()); });
      return;
    }
    case 6:
    case 7: {
      const auto in = data();
      both(
          in.size(),
          [&](auto* c, auto* out) {
            return hedgerow_aead_update(c, in_place ? out : in.data(), out, in.size());
          },
          in_place ? &in : nullptr);
      return;
    }
    case 8: {
      const auto bytes = tag_length();
      const auto tag = noise(bytes, 1);
      both(bytes, [&](auto* c, auto* out) {
        return decrypts ? hedgerow_aead_final_check(c, tag.data(), bytes)
                        : hedgerow_aead_final_tag(c, out, bytes);
      });
      return;
    }
    case 9: {
      const auto bytes = tag_length();
      both(bytes, [&](auto* c, auto* out) { return hedgerow_aead_get_tag(c, out, bytes); });
      return;
    }
    default: {
      const auto bytes = tag_length();
      both(0, [&](auto* c, auto*) { return hedgerow_aead_set_tag_bytes(c, bytes); });
      return;
    }
  }
}

template <>
void Run<hedgerow_aead>::call(std::uint8_t which) {
  if (which % 16 < 11) return stream(which);
  // Seals a message and opens it again, whole and damaged.
  const auto iv = nonce(), aad = in_.byte() % 2 ? data() : Bytes(), in = data();
  const auto tag_bytes = tag_length();
  Bytes sealed;
  const auto seal = [&](auto* c, auto* out) {
    return hedgerow_aead_seal_with_nonce(c, iv.data(), iv.size(), aad.data(), aad.size(), in.data(),
                                         out, in.size(), out + in.size(), tag_bytes);
  };
  if (both(in.size() + tag_bytes, seal, nullptr, &sealed) != HEDGEROW_OK) return;
  const auto open = [&](auto* c, auto* out) {
    return hedgerow_aead_open(c, iv.data(), iv.size(), aad.data(), aad.size(), sealed.data(), out,
                              in.size(), sealed.data() + in.size(), tag_bytes);
  };
  Bytes plain;
  const auto opened = both(in.size(), open, nullptr, &plain);
  check(opened == HEDGEROW_ERR_LIMIT || (opened == HEDGEROW_OK && plain == in),
        "a sealed message opens");
  sealed[in_.pair() % sealed.size()] ^= static_cast<std::uint8_t>(1 << in_.byte() % 8);
  const auto refused = both(in.size(), open);
  check(refused == HEDGEROW_ERR_AUTH || refused == HEDGEROW_ERR_LIMIT || tag_bytes < 4,
        "damaged data does not open");
}

template <>
void Run<hedgerow_mac>::call(std::uint8_t which) {
  switch (which % 16) {
    case 3: {
      const auto iv = nonce();
      both(0, [&](auto* c, auto*) { return hedgerow_mac_set_iv(c, iv.data(), iv.size()); });
      return;
    }
    case 4: {
      const auto bytes = tag_length();
      const auto tag = noise(bytes, 1);
      both(0, [&](auto* c, auto*) { return hedgerow_mac_check(c, tag.data(), bytes); });
      return;
    }
    case 5: {
      const auto bytes = tag_length();
      both(0, [&](auto* c, auto*) { return hedgerow_mac_set_tag_bytes(c, bytes); });
      return;
    }
    case 6: {
      const auto a = data(), b = data(), iv = nonce(), other = nonce();
      const auto bytes = tag_length();
      both(2 * bytes, [&](auto* c, auto* out) {
        const hedgerow_message messages[] = {
            {iv.data(), iv.size(), nullptr, 0, a.data(), nullptr, a.size(), out, bytes},
            {other.data(), other.size(), nullptr, 0, b.data(), nullptr, b.size(), out + bytes,
             bytes}};
        return hedgerow_mac_batch(c, messages, 2);
      });
      return;
    }
    case 7:
    case 8:
    case 9: {
      const auto bytes = tag_length();
      both(bytes, [&](auto* c, auto* out) { return hedgerow_mac_final(c, out, bytes); });
      return;
    }
    default: {
      const auto in = data();
      both(0, [&](auto* c, auto*) { return hedgerow_mac_update(c, in.data(), in.size()); });
    }
  }
}

template <>
void Run<hedgerow_wrap>::call(std::uint8_t which) {
  if (which % 16 < 6) {
    const auto iv = nonce();
    both(0, [&](auto* c, auto*) { return hedgerow_wrap_set_iv(c, iv.data(), iv.size()); });
    return;
  }
  const auto key = which & 16 ? noise(32, in_.byte()) : noise(in_.byte(), in_.byte());
  const auto room = in_.byte() % 8 ? key.size() + 3 * algorithm_.block_bytes : in_.byte();
  std::size_t lengths[2] = {0, 0};
  Bytes wrapped;
  const auto status = both(
      room,
      [&, call = 0](auto* c, auto* out) mutable {
        return hedgerow_wrap_wrap(c, key.data(), key.size(), out, room, &lengths[call++]);
      },
      nullptr, &wrapped);
  if (status != HEDGEROW_OK) return;
  check(lengths[0] == lengths[1] && lengths[0] <= room, "both kernels wrap to the same length");
  wrapped.resize(lengths[0]);
  Bytes plain;
  const auto unwrap = [&](auto* c, auto* out) {
    std::size_t bytes = 0;
    const auto result =
        hedgerow_wrap_unwrap(c, wrapped.data(), wrapped.size(), out, wrapped.size(), &bytes);
    check(result != HEDGEROW_OK || bytes <= wrapped.size(),
          "a key is not longer than its wrapped form");
    return result;
  };
  const auto unwrapped = both(wrapped.size(), unwrap, nullptr, &plain);
  check(unwrapped == HEDGEROW_ERR_LIMIT ||
            (unwrapped == HEDGEROW_OK && std::equal(key.begin(), key.end(), plain.begin())),
        "a wrapped key unwraps");
  wrapped[in_.pair() % wrapped.size()] ^= static_cast<std::uint8_t>(1 << in_.byte() % 8);
  check(both(wrapped.size(), unwrap) != HEDGEROW_OK, "a damaged key does not unwrap");
}

namespace {

template <class Context>
void run(const hedgerow_algorithm_info& algorithm, const Kernels& kernels, Input in) {
  hedgerow_options options{};
  options.size = sizeof options;
  const auto kernel = kernels.ids[in.byte() % kernels.ids.size()];
  Bytes boxes(64);
  for (std::size_t i = 0; i < boxes.size(); i++)
    boxes[i] = static_cast<std::uint8_t>(0x10 + 0x22 * (i % 8));
  if (std::string_view(algorithm.cipher) == "gost28147:user") {
    options.sbox = boxes.data();
    options.sbox_bytes = boxes.size();
  }
  const auto what = in.byte(), more = in.byte();
  if (what & 1) options.limit_blocks = 1 + more;
  if (what & 2) options.tag_bytes = more % 17;
  if (what & 4) options.feedback_bytes = more % 18;
  if (what & 8) options.gamma_bytes = more % 18;
  if (what & 16) options.padding = static_cast<hedgerow_padding>(more % 6);
  if (what & 32) options.section_bytes = more * algorithm.block_bytes;
  if (what & 64) options.length_bytes = more % 10;
  if (what & 128) options.flags = more;
  Run<Context>(algorithm, kernel, kernels.reference, options, in).all_calls();
}

}  // namespace
}  // namespace hedgerow_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hedgerow_fuzz;
  static const auto algorithms = all(hedgerow_algorithm_count(), hedgerow_algorithm_at);
  Input in(data, size);
  const auto& algorithm = algorithms[in.pair() % algorithms.size()];
  const Kernels kernels(algorithm.cipher);
  switch (algorithm.kind) {
    case HEDGEROW_AEAD:
      run<hedgerow_aead>(algorithm, kernels, in);
      break;
    case HEDGEROW_MAC:
      run<hedgerow_mac>(algorithm, kernels, in);
      break;
    case HEDGEROW_WRAP:
      run<hedgerow_wrap>(algorithm, kernels, in);
      break;
    default:
      run<hedgerow_cipher>(algorithm, kernels, in);
  }
  return 0;
}
