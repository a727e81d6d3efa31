# libhedgerow, shared and static, with its pkg-config file, CMake package and symbol list.

file(WRITE ${PROJECT_BINARY_DIR}/hedgerow.map "{ global: hedgerow_*; local: *; };\n")
add_library(hedgerow_shared SHARED ${hedgerow_objects} $<TARGET_OBJECTS:hedgerow_registry>)
add_library(hedgerow_static STATIC ${hedgerow_objects} $<TARGET_OBJECTS:hedgerow_registry>)
set_target_properties(hedgerow_shared PROPERTIES OUTPUT_NAME hedgerow EXPORT_NAME hedgerow SOVERSION 0
                      VERSION ${PROJECT_VERSION} LINKER_LANGUAGE C)
set_target_properties(hedgerow_static PROPERTIES OUTPUT_NAME hedgerow LINKER_LANGUAGE C)
target_link_options(hedgerow_shared PRIVATE -Wl,--version-script=${PROJECT_BINARY_DIR}/hedgerow.map -Wl,-z,now
                    -Wl,--gc-sections -Wl,--as-needed)
# A sanitizer's runtime is in the program, not in the library.
if(NOT HEDGEROW_SANITIZE)
  target_link_options(hedgerow_shared PRIVATE -Wl,--no-undefined)
endif()
foreach(target hedgerow_shared hedgerow_static)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()

# For tests, bench, lab and the tracer: the library with its inner headers, with the references and the exhibits of
# lab/ in its registry. It is not installed.
add_library(hedgerow_lab STATIC ${hedgerow_objects} ${hedgerow_exhibit_objects})
set_target_properties(hedgerow_lab PROPERTIES OUTPUT_NAME hedgerow-lab LINKER_LANGUAGE C)
target_include_directories(hedgerow_lab PUBLIC ${PROJECT_SOURCE_DIR}/include)
add_library(hedgerow_internal INTERFACE)
target_link_libraries(hedgerow_internal INTERFACE hedgerow_lab hedgerow_warnings)
target_include_directories(hedgerow_internal INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR})

include(CMakePackageConfigHelpers)
# Relative, so that the tree may be installed or moved anywhere.
file(RELATIVE_PATH HEDGEROW_PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
# The pkg-config file NAME.pc and the CMake package NAME of the export set NAME-targets; `dependencies` is code that the
# package's config runs first.
function(hedgerow_install_package name dependencies)
  set(package ${PROJECT_BINARY_DIR}/${name})
  configure_file(cmake/${name}.pc.in ${package}.pc @ONLY)
  write_basic_package_version_file(${package}-config-version.cmake COMPATIBILITY SameMinorVersion)
  file(WRITE ${package}-config.cmake "${dependencies}include(\${CMAKE_CURRENT_LIST_DIR}/${name}-targets.cmake)\n")
  install(FILES ${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  install(EXPORT ${name}-targets NAMESPACE hedgerow:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/${name})
  install(FILES ${package}-config.cmake ${package}-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/${name})
endfunction()
install(TARGETS hedgerow_shared hedgerow_static EXPORT hedgerow-targets)
install(FILES include/hedgerow/hedgerow.h include/hedgerow/hedgerow.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hedgerow)
hedgerow_install_package(hedgerow "")
