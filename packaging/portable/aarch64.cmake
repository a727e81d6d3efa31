# The toolchain for the tarball of aarch64: the cross compiler of Debian, libsodium of the foreign architecture, and
# those headers of this machine that are the same for both. CPACK names the file after the processor.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc-12)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++-12)
set(SODIUM_ARCHIVE /usr/lib/aarch64-linux-gnu/libsodium.a CACHE FILEPATH "")
if(NOT EXISTS ${SODIUM_ARCHIVE})
  message(FATAL_ERROR "The tarball of aarch64 needs ${SODIUM_ARCHIVE}: run ./dev setup release.")
endif()
# -idirafter, because /usr/include also has the C library of this machine. CMake must not add it itself.
set(CMAKE_C_FLAGS_INIT "-idirafter /usr/include -idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
set(CMAKE_PROJECT_hedgerow_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/implicit.cmake)
