# libhedgerow-device: ciphers on GPUs. It opens the drivers at run time, so you can build it without a driver.
file(GLOB device_sources CONFIGURE_DEPENDS src/device/*.cpp src/device/abi/*.cpp src/device/aead/*.cpp src/device/cuda/*.cpp src/device/opencl/*.cpp)
# Streebog is included because it is the hash of the cache, but the C ABI does not export it.
add_library(hedgerow_device_objects OBJECT ${device_sources} src/hash/streebog.cpp)
target_compile_options(hedgerow_device_objects PRIVATE -fvisibility=hidden)
target_include_directories(hedgerow_device_objects PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include
                           ${PROJECT_BINARY_DIR})
target_link_libraries(hedgerow_device_objects PRIVATE hedgerow_warnings hedgerow_hardened)
target_compile_definitions(hedgerow_device_objects PRIVATE HR_ISA=scalar)
hedgerow_precompile(hedgerow_device_objects)
hedgerow_compile_folders(hedgerow_device_objects device/hash_kernel device/known_answers)
# PTX for machines without NVRTC. It is embedded if the build has NVRTC. It is not committed because it is megabytes of
# generated code.
set(HEDGEROW_NVRTC "" CACHE FILEPATH "NVRTC (libnvrtc.so.12) that compiles the PTX to embed; empty: none is embedded")
add_executable(hedgerow-device-ptx EXCLUDE_FROM_ALL tools/device/ptx_main.cpp $<TARGET_OBJECTS:hedgerow_device_objects>
               $<TARGET_OBJECTS:hedgerow_device_kernels>)
target_include_directories(hedgerow-device-ptx PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(hedgerow-device-ptx PRIVATE hedgerow_static Threads::Threads ${CMAKE_DL_LIBS} hedgerow_warnings)
set(device_ptx)
if(HEDGEROW_NVRTC)
  set(pack ${PROJECT_BINARY_DIR}/device/kernels.ptx)
  add_custom_command(OUTPUT ${pack} COMMAND ${CMAKE_COMMAND} -E env HEDGEROW_NVRTC=${HEDGEROW_NVRTC} $<TARGET_FILE:hedgerow-device-ptx> ${pack}
                     DEPENDS hedgerow-device-ptx VERBATIM)
  set_source_files_properties(src/device/cuda/embedded/ptx_embedded.cpp PROPERTIES OBJECT_DEPENDS ${pack}
                              COMPILE_DEFINITIONS "HR_PTX_PACK=\"${pack}\"")
  add_library(hedgerow_device_embedded OBJECT src/device/cuda/embedded/ptx_embedded.cpp)
  set(device_ptx $<TARGET_OBJECTS:hedgerow_device_embedded>)
endif()
add_library(hedgerow_device STATIC $<TARGET_OBJECTS:hedgerow_device_objects> $<TARGET_OBJECTS:hedgerow_device_kernels> ${device_ptx})
add_library(hedgerow_device_shared SHARED $<TARGET_OBJECTS:hedgerow_device_objects> $<TARGET_OBJECTS:hedgerow_device_kernels> ${device_ptx})
set_target_properties(hedgerow_device_shared PROPERTIES LINKER_LANGUAGE CXX)
# An installed package contains only the names, because a program that links the static library needs the development
# files of these libraries anyway.
target_link_libraries(hedgerow_device PUBLIC hedgerow_static
  PRIVATE $<BUILD_INTERFACE:Threads::Threads> $<BUILD_INTERFACE:hedgerow_warnings>
  INTERFACE ${CMAKE_DL_LIBS} $<INSTALL_INTERFACE:stdc++> $<INSTALL_INTERFACE:pthread>)
target_link_libraries(hedgerow_device_shared PUBLIC hedgerow_shared PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
# For tests and bench, with the internal headers.
target_include_directories(hedgerow_device PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
hedgerow_install_library(hedgerow-device hedgerow_device hedgerow_device_shared
  "include/hedgerow/device.h;include/hedgerow/device.hpp" "include(CMakeFindDependencyMacro)\nfind_dependency(hedgerow)\n")
