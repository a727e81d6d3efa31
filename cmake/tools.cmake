# libhedgerow-container (libsodium) and the command line (CLI11, nlohmann-json).

# Its objects are in two libraries: a static one, which the command line links and whose inner C++ interface the tests
# use, and a shared one that exports only container.h.
file(GLOB container_sources CONFIGURE_DEPENDS src/container/*.cpp src/container/*/*.cpp)
add_library(hedgerow_container_objects OBJECT ${container_sources})
target_compile_options(hedgerow_container_objects PRIVATE -fvisibility=hidden)
target_include_directories(hedgerow_container_objects PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include
                           ${PROJECT_BINARY_DIR})
target_link_libraries(hedgerow_container_objects PRIVATE PkgConfig::SODIUM hedgerow_warnings hedgerow_hardened)
hedgerow_precompile(hedgerow_container_objects)
hedgerow_compile_folders(hedgerow_container_objects abi/segments format/slot format/slot_area format/preamble key/key_text)
add_library(hedgerow_container STATIC $<TARGET_OBJECTS:hedgerow_container_objects>)
add_library(hedgerow_container_shared SHARED $<TARGET_OBJECTS:hedgerow_container_objects>)
set_target_properties(hedgerow_container_shared PROPERTIES LINKER_LANGUAGE CXX)
target_include_directories(hedgerow_container PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
# An installed package contains only the names, because a program that links the static library needs the development
# files of these libraries anyway.
target_link_libraries(hedgerow_container PUBLIC hedgerow_static
  PRIVATE $<BUILD_INTERFACE:PkgConfig::SODIUM> $<BUILD_INTERFACE:Threads::Threads> $<BUILD_INTERFACE:hedgerow_warnings>
  INTERFACE $<INSTALL_INTERFACE:sodium> $<INSTALL_INTERFACE:stdc++> $<INSTALL_INTERFACE:pthread>)
target_link_libraries(hedgerow_container_shared PUBLIC hedgerow_shared PRIVATE PkgConfig::SODIUM Threads::Threads)
hedgerow_install_library(hedgerow-container hedgerow_container hedgerow_container_shared
  "include/hedgerow/container.h;include/hedgerow/container.hpp" "include(CMakeFindDependencyMacro)\nfind_dependency(hedgerow)\n")

file(GLOB cli_sources CONFIGURE_DEPENDS cli/*.cpp cli/*/*.cpp)
add_executable(hedgerow ${cli_sources})
target_include_directories(hedgerow PRIVATE cli)
target_link_libraries(hedgerow PRIVATE hedgerow_container hedgerow_device PkgConfig::SODIUM CLI11::CLI11 nlohmann_json::nlohmann_json
                      Threads::Threads hedgerow_warnings hedgerow_hardened hedgerow_quick_build)
# CLI11 and nlohmann-json take ten seconds per source, so we compile two parts, one per processor.
set_target_properties(hedgerow PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 30)
hedgerow_precompile(hedgerow <CLI/CLI.hpp> <nlohmann/json.hpp>)
install(TARGETS hedgerow COMPONENT program)
