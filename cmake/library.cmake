# libhedgerow, shared and static, with its pkg-config file, CMake package and symbol list.

add_library(hedgerow_shared SHARED ${hedgerow_objects} $<TARGET_OBJECTS:hedgerow_registry>)
add_library(hedgerow_static STATIC ${hedgerow_objects} $<TARGET_OBJECTS:hedgerow_registry>)
set_target_properties(hedgerow_shared hedgerow_static PROPERTIES LINKER_LANGUAGE C)
# Programs that link the static library bind at load, like the shared library. hedgerow.h gives the reason.
target_link_options(hedgerow_static INTERFACE -Wl,-z,now)

# For tests, bench, lab and the tracer: the library with its internal headers, and with the references and the kernels
# of lab/ in its registry. It is not installed.
add_library(hedgerow_lab STATIC ${hedgerow_objects} ${hedgerow_lab_objects})
set_target_properties(hedgerow_lab PROPERTIES OUTPUT_NAME hedgerow-lab LINKER_LANGUAGE C)
target_include_directories(hedgerow_lab PUBLIC ${PROJECT_SOURCE_DIR}/include)
add_library(hedgerow_internal INTERFACE)
target_link_libraries(hedgerow_internal INTERFACE hedgerow_lab hedgerow_warnings)
target_include_directories(hedgerow_internal INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR})

include(CMakePackageConfigHelpers)
# In versions 0.x each minor version may change the ABI. The SONAME and the version of the symbols have it.
set(abi_version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
# The paths are relative, so that you can install the tree anywhere and move it. CMAKE_INSTALL_LIBDIR may be absolute,
# so it is not used here.
file(RELATIVE_PATH HEDGEROW_PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH HEDGEROW_PC_LIBDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH HEDGEROW_PC_INCLUDEDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
# Makes the library lib<name> of the targets `static` and `shared`. It exports only the functions of `header`, which
# begin with <name>_. CMake users call the targets hedgerow::<name> (shared) and hedgerow::<name>_static, after
# add_subdirectory or after find_package(<name>). Others use <name>.pc. Names of targets and functions have _ instead of
# -. `dependencies` is code that the config file of the CMake package runs first.
function(hedgerow_install_library name static shared header dependencies)
  string(REPLACE - _ symbol ${name})
  set_target_properties(${static} PROPERTIES OUTPUT_NAME ${name} EXPORT_NAME ${symbol}_static)
  set_target_properties(${shared} PROPERTIES OUTPUT_NAME ${name} EXPORT_NAME ${symbol} SOVERSION ${abi_version} VERSION ${PROJECT_VERSION})
  if(dependencies) # the loader finds libhedgerow in the same folder, in any prefix
    set_target_properties(${shared} PROPERTIES INSTALL_RPATH $ORIGIN BUILD_WITH_INSTALL_RPATH ON)
  endif()
  add_library(hedgerow::${symbol}_static ALIAS ${static})
  add_library(hedgerow::${symbol} ALIAS ${shared})
  foreach(target ${static} ${shared})
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
  file(CONFIGURE OUTPUT ${name}.map CONTENT "HEDGEROW_${abi_version} { global: ${symbol}_*; local: *; };\n")
  target_link_options(${shared} PRIVATE -Wl,--version-script=${PROJECT_BINARY_DIR}/${name}.map -Wl,--gc-sections -Wl,--as-needed)
  if(NOT HEDGEROW_SANITIZE) # a sanitizer's runtime is in the program, not in the library
    target_link_options(${shared} PRIVATE -Wl,--no-undefined)
  endif()
  set(package ${PROJECT_BINARY_DIR}/${name})
  configure_file(cmake/${name}.pc.in ${package}.pc @ONLY)
  write_basic_package_version_file(${package}-config-version.cmake COMPATIBILITY SameMinorVersion)
  file(WRITE ${package}-config.cmake "${dependencies}include(\${CMAKE_CURRENT_LIST_DIR}/${name}-targets.cmake)\n")
  install(TARGETS ${static} ${shared} EXPORT ${name}-targets ARCHIVE COMPONENT development
          LIBRARY COMPONENT library NAMELINK_COMPONENT development)
  set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/${name})
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hedgerow COMPONENT development)
  install(FILES ${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
  install(EXPORT ${name}-targets NAMESPACE hedgerow:: DESTINATION ${cmake_folder} COMPONENT development)
  install(FILES ${package}-config.cmake ${package}-config-version.cmake DESTINATION ${cmake_folder} COMPONENT development)
endfunction()
hedgerow_install_library(hedgerow hedgerow_static hedgerow_shared "include/hedgerow/hedgerow.h;include/hedgerow/hedgerow.hpp" "")
