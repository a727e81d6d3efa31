# libhedgerow-device: ciphers on GPUs. It opens the drivers at run time, so that it builds where there are none.
file(GLOB device_sources CONFIGURE_DEPENDS src/device/*.cpp src/device/abi/*.cpp src/device/cuda/*.cpp src/device/opencl/*.cpp)
# Streebog, the hash of the cache, is no part of the C ABI.
add_library(hedgerow_device_objects OBJECT ${device_sources} src/hash/streebog.cpp)
target_compile_options(hedgerow_device_objects PRIVATE -fvisibility=hidden)
target_include_directories(hedgerow_device_objects PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include
                           ${PROJECT_BINARY_DIR})
target_link_libraries(hedgerow_device_objects PRIVATE hedgerow_warnings)
target_compile_definitions(hedgerow_device_objects PRIVATE HR_ISA=scalar)
add_library(hedgerow_device STATIC $<TARGET_OBJECTS:hedgerow_device_objects> $<TARGET_OBJECTS:hedgerow_device_forms>)
add_library(hedgerow_device_shared SHARED $<TARGET_OBJECTS:hedgerow_device_objects> $<TARGET_OBJECTS:hedgerow_device_forms>)
set_target_properties(hedgerow_device PROPERTIES OUTPUT_NAME hedgerow-device)
set_target_properties(hedgerow_device_shared PROPERTIES OUTPUT_NAME hedgerow-device EXPORT_NAME hedgerow_device_shared
                      SOVERSION 0 VERSION ${PROJECT_VERSION} LINKER_LANGUAGE CXX)
# Installed, the names alone: who links the static library has their development files at hand.
target_link_libraries(hedgerow_device PUBLIC hedgerow_static
  PRIVATE $<BUILD_INTERFACE:Threads::Threads> $<BUILD_INTERFACE:hedgerow_warnings>
  INTERFACE ${CMAKE_DL_LIBS} $<INSTALL_INTERFACE:stdc++> $<INSTALL_INTERFACE:pthread>)
target_link_libraries(hedgerow_device_shared PUBLIC hedgerow_shared PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
file(WRITE ${PROJECT_BINARY_DIR}/hedgerow-device.map "{ global: hedgerow_device_*; local: *; };\n")
target_link_options(hedgerow_device_shared PRIVATE -Wl,--version-script=${PROJECT_BINARY_DIR}/hedgerow-device.map
                    -Wl,-z,now -Wl,--gc-sections -Wl,--as-needed)
if(NOT HEDGEROW_SANITIZE)
  target_link_options(hedgerow_device_shared PRIVATE -Wl,--no-undefined)
endif()
foreach(target hedgerow_device hedgerow_device_shared)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
# For tests and bench: with the inner headers.
target_include_directories(hedgerow_device PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
install(TARGETS hedgerow_device hedgerow_device_shared EXPORT hedgerow-device-targets)
install(FILES include/hedgerow/device.h include/hedgerow/device.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hedgerow)
hedgerow_install_package(hedgerow-device "include(CMakeFindDependencyMacro)\nfind_dependency(hedgerow)\n")
