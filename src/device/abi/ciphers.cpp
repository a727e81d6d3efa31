// The functions of device.h for ciphers and their runs.
#include "device/abi/boundary.hpp"

using namespace hedgerow::device;
using namespace hedgerow::device::abi;

namespace {

void check_direction(hedgerow_direction direction) {
  if (direction != HEDGEROW_ENCRYPT && direction != HEDGEROW_DECRYPT)
    throw Error(Status::kArgument, "direction is neither HEDGEROW_ENCRYPT nor HEDGEROW_DECRYPT");
}

void check_pair(const hedgerow_device_queue* queue, const hedgerow_device_cipher* cipher) {
  require(queue, "queue");
  require(cipher, "cipher");
  if (queue->open.get() != &cipher->cipher.open_device())
    throw Error(Status::kArgument, "queue and cipher are of different device handles");
}

std::vector<DeviceCipher*> handles(hedgerow_device_cipher* const* ciphers, std::size_t count) {
  require_count(ciphers, count, "ciphers");
  std::vector<DeviceCipher*> all;
  for (std::size_t i = 0; i < count; i++) all.push_back(&ciphers[i]->cipher);
  return all;
}

}  // namespace

CipherOptions hedgerow::device::abi::read_options(const hedgerow_device_cipher_options& o,
                                                  std::uint32_t flags) {
  if (o.flags & ~flags) throw Error(Status::kArgument, "options: a flag is not known");
  if (!o.sbox != !o.sbox_bytes) throw Error(Status::kSbox, "options: sbox and sbox_bytes disagree");
  return {o.kernel,       (o.flags & HEDGEROW_DEVICE_ALLOW_CPU) != 0,
          o.limit_blocks, o.sbox,
          o.sbox_bytes,   o.piece_bytes};
}

extern "C" {

hedgerow_device_status hedgerow_device_cipher_new(hedgerow_device_cipher** cipher,
                                                  hedgerow_device* device, const char* name,
                                                  const hedgerow_device_cipher_options* options,
                                                  hedgerow_device_error* error) {
  if (cipher) *cipher = nullptr;
  return guarded(error, [&] {
    require(cipher, "cipher");
    require(device, "device");
    require(name, "name");
    const auto o = read_struct(options, "options");
    *cipher = new hedgerow_device_cipher{
        {device->open, name, read_options(o, HEDGEROW_DEVICE_ALLOW_CPU)}};
  });
}

void hedgerow_device_cipher_free(hedgerow_device_cipher* cipher) { delete cipher; }

hedgerow_device_status hedgerow_device_cipher_set_key(hedgerow_device_cipher* cipher,
                                                      const void* key, size_t key_bytes,
                                                      hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(cipher, "cipher");
    require(key, "key");
    cipher->cipher.set_key(key, key_bytes);
  });
}

hedgerow_device_status hedgerow_device_cipher_query(const hedgerow_device_cipher* cipher,
                                                    hedgerow_device_cipher_info* info) {
  return guarded(nullptr, [&] {
    require(cipher, "cipher");
    const DeviceCipher& c = cipher->cipher;
    hedgerow_device_cipher_info r{};
    r.cipher = c.host().info().name;
    r.kernel = c.kernel() ? c.kernel()->id().c_str() : "";
    r.on_cpu = c.kernel() ? 0 : 1;
    r.reason = c.reason().c_str();
    r.blocks_left = c.blocks_left();
    write_struct(r, info);
  });
}

hedgerow_device_status hedgerow_device_ecb(hedgerow_device_queue* queue,
                                           hedgerow_device_cipher* cipher,
                                           hedgerow_direction direction, hedgerow_device_pointer in,
                                           hedgerow_device_pointer out, uint64_t bytes,
                                           hedgerow_device_error* error) {
  return guarded(error, [&] {
    check_pair(queue, cipher);
    check_direction(direction);
    cipher->cipher.ecb(*queue->queue, direction, place_of(in), place_of(out), bytes);
  });
}

hedgerow_device_status hedgerow_device_ctr(hedgerow_device_queue* queue,
                                           hedgerow_device_cipher* cipher, const void* iv,
                                           size_t iv_bytes, uint64_t first_block,
                                           hedgerow_device_pointer in, hedgerow_device_pointer out,
                                           uint64_t bytes, hedgerow_device_error* error) {
  return guarded(error, [&] {
    check_pair(queue, cipher);
    require(iv, "iv");
    cipher->cipher.ctr(*queue->queue, iv, iv_bytes, first_block, place_of(in), place_of(out),
                       bytes);
  });
}

hedgerow_device_status hedgerow_device_host_ecb(hedgerow_device_cipher* const* ciphers,
                                                size_t count, hedgerow_direction direction,
                                                const void* in, void* out, size_t bytes,
                                                hedgerow_device_error* error) {
  return guarded(error, [&] {
    const auto all = handles(ciphers, count);
    check_direction(direction);
    require_data(in, out, bytes);
    run(all, {false, direction, nullptr, 0, 0, (const std::uint8_t*)in, (std::uint8_t*)out, bytes});
  });
}

hedgerow_device_status hedgerow_device_host_ctr(hedgerow_device_cipher* const* ciphers,
                                                size_t count, const void* iv, size_t iv_bytes,
                                                uint64_t first_block, const void* in, void* out,
                                                size_t bytes, hedgerow_device_error* error) {
  return guarded(error, [&] {
    const auto all = handles(ciphers, count);
    require(iv, "iv");
    require_data(in, out, bytes);
    run(all, {true, HEDGEROW_ENCRYPT, iv, iv_bytes, first_block, (const std::uint8_t*)in,
              (std::uint8_t*)out, bytes});
  });
}

}  // extern "C"
