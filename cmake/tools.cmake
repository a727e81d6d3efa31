# libhedgerow-container (libsodium) and the command line (CLI11, nlohmann-json).
find_package(PkgConfig REQUIRED)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
find_package(CLI11 2.1 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

file(GLOB container_sources CONFIGURE_DEPENDS src/container/*.cpp)
add_library(hedgerow_container STATIC ${container_sources})
set_target_properties(hedgerow_container PROPERTIES OUTPUT_NAME hedgerow-container)
target_include_directories(hedgerow_container PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
target_link_libraries(hedgerow_container PUBLIC hedgerow_static PRIVATE PkgConfig::SODIUM Threads::Threads hedgerow_warnings)

file(GLOB cli_sources CONFIGURE_DEPENDS cli/*.cpp)
add_executable(hedgerow ${cli_sources})
target_link_libraries(hedgerow PRIVATE hedgerow_container PkgConfig::SODIUM CLI11::CLI11 nlohmann_json::nlohmann_json
                      Threads::Threads hedgerow_warnings hedgerow_quick_build)
set_target_properties(hedgerow PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16) # CLI11 takes four seconds a source
install(TARGETS hedgerow)
