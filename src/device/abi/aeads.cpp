// The AEAD functions of device.h.
#include "device/abi/boundary.hpp"
#include "device/aead/host_seal.hpp"

using namespace hedgerow::device;
using namespace hedgerow::device::abi;

struct hedgerow_device_aead {
  DeviceAead aead;
};

namespace {

constexpr std::uint32_t kFlags = HEDGEROW_DEVICE_ALLOW_CPU | HEDGEROW_DEVICE_REPEAT_NONCE;

AeadInput input_of(const void* nonce, std::size_t nonce_bytes, const void* aad,
                   std::size_t aad_bytes, std::uint64_t bytes) {
  require(nonce, "nonce");
  if (aad_bytes) require(aad, "aad");
  return {(const std::uint8_t*)nonce, nonce_bytes, (const std::uint8_t*)aad, aad_bytes, bytes};
}

std::vector<DeviceAead*> aeads_of(hedgerow_device_aead* const* aeads, std::size_t count) {
  require_count(aeads, count, "aeads");
  std::vector<DeviceAead*> all;
  for (std::size_t i = 0; i < count; i++) all.push_back(&aeads[i]->aead);
  return all;
}

// Runs in device memory, where `work` is DeviceAead::seal or DeviceAead::open.
template <class Work>
void in_device_memory(hedgerow_device_queue* queue, hedgerow_device_aead* aead,
                      const AeadInput& message, hedgerow_device_pointer in,
                      hedgerow_device_pointer out, hedgerow_device_pointer tag,
                      std::size_t tag_bytes, Work work) {
  (aead->aead.*work)(*queue->queue, message, place_of(in), place_of(out), place_of(tag), tag_bytes);
}

void check_pair(const hedgerow_device_queue* queue, const hedgerow_device_aead* aead) {
  require(queue, "queue");
  require(aead, "aead");
  if (queue->open.get() != &aead->aead.cipher().open_device())
    throw Error(Status::kArgument, "queue and aead are of different device handles");
}

}  // namespace

extern "C" {

hedgerow_device_status hedgerow_device_aead_new(hedgerow_device_aead** aead,
                                                hedgerow_device* device, const char* cipher,
                                                const char* mode,
                                                const hedgerow_device_cipher_options* options,
                                                hedgerow_device_error* error) {
  if (aead) *aead = nullptr;
  return guarded(error, [&] {
    require(aead, "aead");
    require(device, "device");
    require(cipher, "cipher");
    require(mode, "mode");
    const auto o = read_struct(options, "options");
    *aead = new hedgerow_device_aead{
        {device->open,
         cipher,
         mode,
         {read_options(o, kFlags), (o.flags & HEDGEROW_DEVICE_REPEAT_NONCE) != 0}}};
  });
}

void hedgerow_device_aead_free(hedgerow_device_aead* aead) { delete aead; }

hedgerow_device_status hedgerow_device_aead_set_key(hedgerow_device_aead* aead, const void* key,
                                                    size_t key_bytes,
                                                    hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(aead, "aead");
    require(key, "key");
    aead->aead.set_key(key, key_bytes);
  });
}

hedgerow_device_status hedgerow_device_aead_query(const hedgerow_device_aead* aead,
                                                  hedgerow_device_aead_info* info) {
  return guarded(nullptr, [&] {
    require(aead, "aead");
    const DeviceAead& a = aead->aead;
    hedgerow_device_aead_info r{};
    r.cipher = a.cipher().host().info().name;
    r.mode = a.host().algorithm().mode;
    r.kernel = a.cipher().kernel() ? a.cipher().kernel()->id().c_str() : "";
    r.hash = a.hash() ? a.hash()->id().c_str() : "";
    r.on_cpu = a.cipher().kernel() ? 0 : 1;
    r.reason = a.cipher().reason().c_str();
    r.blocks_left = a.cipher().blocks_left();
    write_struct(r, info);
  });
}

hedgerow_device_status hedgerow_device_seal(hedgerow_device_queue* queue,
                                            hedgerow_device_aead* aead, const void* nonce,
                                            size_t nonce_bytes, const void* aad, size_t aad_bytes,
                                            hedgerow_device_pointer in, hedgerow_device_pointer out,
                                            uint64_t bytes, hedgerow_device_pointer tag,
                                            size_t tag_bytes, hedgerow_device_error* error) {
  return guarded(error, [&] {
    check_pair(queue, aead);
    in_device_memory(queue, aead, input_of(nonce, nonce_bytes, aad, aad_bytes, bytes), in, out, tag,
                     tag_bytes, &DeviceAead::seal);
  });
}

hedgerow_device_status hedgerow_device_open_sealed(
    hedgerow_device_queue* queue, hedgerow_device_aead* aead, const void* nonce, size_t nonce_bytes,
    const void* aad, size_t aad_bytes, hedgerow_device_pointer in, hedgerow_device_pointer out,
    uint64_t bytes, hedgerow_device_pointer tag, size_t tag_bytes, hedgerow_device_error* error) {
  return guarded(error, [&] {
    check_pair(queue, aead);
    in_device_memory(queue, aead, input_of(nonce, nonce_bytes, aad, aad_bytes, bytes), in, out, tag,
                     tag_bytes, &DeviceAead::open);
  });
}

hedgerow_device_status hedgerow_device_host_seal(hedgerow_device_aead* const* aeads, size_t count,
                                                 const void* nonce, size_t nonce_bytes,
                                                 const void* aad, size_t aad_bytes, const void* in,
                                                 void* out, size_t bytes, void* tag,
                                                 size_t tag_bytes, hedgerow_device_error* error) {
  return guarded(error, [&] {
    const auto all = aeads_of(aeads, count);
    const AeadInput message = input_of(nonce, nonce_bytes, aad, aad_bytes, bytes);
    require_data(in, out, bytes);
    require(tag, "tag");
    seal(all, message, (const std::uint8_t*)in, (std::uint8_t*)out, (std::uint8_t*)tag, tag_bytes);
  });
}

hedgerow_device_status hedgerow_device_host_open(hedgerow_device_aead* const* aeads, size_t count,
                                                 const void* nonce, size_t nonce_bytes,
                                                 const void* aad, size_t aad_bytes, const void* in,
                                                 void* out, size_t bytes, const void* tag,
                                                 size_t tag_bytes, hedgerow_device_error* error) {
  return guarded(error, [&] {
    const auto all = aeads_of(aeads, count);
    const AeadInput message = input_of(nonce, nonce_bytes, aad, aad_bytes, bytes);
    require_data(in, out, bytes);
    require(tag, "tag");
    open(all, message, (const std::uint8_t*)in, (std::uint8_t*)out, (const std::uint8_t*)tag,
         tag_bytes);
  });
}

}  // extern "C"
