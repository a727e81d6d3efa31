// The pack HR_PTX_PACK (ptx_pack.hpp) as bytes of the library.
__asm__(
    ".section .rodata\n"
    ".hidden hedgerow_ptx_begin\n"
    ".hidden hedgerow_ptx_end\n"
    ".globl hedgerow_ptx_begin\n"
    "hedgerow_ptx_begin:\n"
    ".incbin \"" HR_PTX_PACK
    "\"\n"
    ".globl hedgerow_ptx_end\n"
    "hedgerow_ptx_end:\n"
    ".byte 0\n"
    ".previous\n");
