// What every Kalyna kernel shares: the table of KernelOps, one entry per variant, and the walk over
// a message in batches.
//
// A kernel is a class template over the variant with the type Key, the functions of KernelOps as
// static members and narrow_up_to(). To be included inside the kernel's anonymous namespace.
#pragma once

template <class Kernel>
consteval KernelOps make_ops(const Variant& variant) {
  return {sizeof(typename Kernel::Key),    (std::uint32_t)variant.round_key_bytes(),
          Kernel::narrow_up_to(),          Spilling<Kernel::schedule>::call,
          Spilling<Kernel::prepare>::call, Spilling<Kernel::encrypt>::call,
          Spilling<Kernel::decrypt>::call, Spilling<Kernel::ctr>::call};
}

#define HR_KALYNA_KERNEL(symbol, Kernel)                                                      \
  extern const KernelOps symbol[kVariants];                                                   \
  const KernelOps symbol[kVariants] = {                                                       \
      make_ops<Kernel<kVariant[0]>>(kVariant[0]), make_ops<Kernel<kVariant[1]>>(kVariant[1]), \
      make_ops<Kernel<kVariant[2]>>(kVariant[2]), make_ops<Kernel<kVariant[3]>>(kVariant[3]), \
      make_ops<Kernel<kVariant[4]>>(kVariant[4])}
// Of a kernel that serves 128/128 alone.
#define HR_KALYNA_KERNEL_128_128(symbol, Kernel) \
  extern const KernelOps symbol[kVariants];      \
  const KernelOps symbol[kVariants] = {make_ops<Kernel<kVariant[0]>>(kVariant[0])}

// Calls f(in, out) on every kBatch bytes; what is left at the end goes through a buffer of a whole
// batch.
template <int kBatch, class F>
HR_INLINE void for_each_batch(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes, F f) {
  alignas(64) std::uint8_t buffer[kBatch];
  while (bytes > 0) {
    const bool whole = bytes >= kBatch;
    if (!whole) {
      __builtin_memset(buffer, 0, kBatch);
      __builtin_memcpy(buffer, in, bytes);
    }
    f(whole ? in : buffer, whole ? out : buffer);
    if (!whole) {
      __builtin_memcpy(out, buffer, bytes);
      wipe(buffer, kBatch);
      return;
    }
    in += kBatch;
    out += kBatch;
    bytes -= kBatch;
  }
}

// Counter blocks first, first + 1, ... into buffer: the field that `order` names counts modulo
// 2^32.
template <int kBlock>
HR_INLINE void fill_counters(const std::uint8_t* counter, CounterOrder order, std::uint32_t first,
                             std::size_t blocks, std::uint8_t* buffer) {
  const bool little = order == CounterOrder::kLittleEndian;
  const int at = little ? 0 : order == CounterOrder::kBigEndian ? kBlock - 4 : kBlock / 2 - 4;
  const std::uint32_t start = (little ? load_le32(counter + at) : load_be32(counter + at)) + first;
  for (std::size_t i = 0; i < blocks; i++, buffer += kBlock) {
    __builtin_memcpy(buffer, counter, kBlock);
    const std::uint32_t field = start + (std::uint32_t)i;
    store_le32(buffer + at, little ? field : byte_swap32(field));
  }
}

// ctr by way of f(stream, blocks), the encryption of up to kBatch bytes in place, with the counters
// laid out in memory first.
template <int kBlock, int kBatch, class F>
HR_INLINE void ctr_by_batches(const std::uint8_t* counter, CounterOrder order,
                              const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, F f) {
  alignas(64) std::uint8_t stream[kBatch];
  for (std::size_t done = 0; done < blocks;) {
    const std::size_t left = blocks - done, now = left < kBatch / kBlock ? left : kBatch / kBlock;
    fill_counters<kBlock>(counter, order, (std::uint32_t)done, now, stream);
    f(stream, now);
    for (std::size_t i = 0; i < now * kBlock; i += 8)
      store_le64(out + i, load_le64(in + i) ^ load_le64(stream + i));
    in += now * kBlock;
    out += now * kBlock;
    done += now;
  }
  wipe(stream, kBatch);
}
