// Copies structures of 16 bytes from the device's memory and back. With HR_ALIGNED they are copied whole, otherwise
// byte by byte, because compilers move a structure with an alignment of one byte in this way.
HR_STUDY_KERNEL {
  HR_STUDY_PLACES;
  (void)tables;
  HR_ROLLED
  HR_EACH_ARRAY(index) {
#if HR_ALIGNED
    ((HR_GLOBAL hr_quad*)out)[index] = ((const HR_GLOBAL hr_quad*)in)[index];
#else
    const HR_GLOBAL u8* from = (const HR_GLOBAL u8*)in + 16 * index;
    HR_GLOBAL u8* to = (HR_GLOBAL u8*)out + 16 * index;
    u8 bytes[16];
    HR_UNROLL
    for (int i = 0; i < 16; i++) bytes[i] = from[i];
    HR_UNROLL
    for (int i = 0; i < 16; i++) to[i] = bytes[i];
#endif
  }
}
