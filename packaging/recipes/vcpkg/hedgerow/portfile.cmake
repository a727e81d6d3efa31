vcpkg_download_distfile(archive
  URLS "@URL@"
  FILENAME "hedgerow-${VERSION}.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(source ARCHIVE "${archive}")
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES container HEDGEROW_TOOLS)
vcpkg_find_acquire_program(PYTHON3)
vcpkg_cmake_configure(SOURCE_PATH "${source}"
  OPTIONS ${features} -DHEDGEROW_TESTS=OFF -DHEDGEROW_BENCH=OFF -DHEDGEROW_LAB=OFF "-DPython3_EXECUTABLE=${PYTHON3}")
vcpkg_cmake_install()
foreach(package hedgerow hedgerow-container hedgerow-device)
  if(EXISTS "${CURRENT_PACKAGES_DIR}/lib/cmake/${package}")
    vcpkg_cmake_config_fixup(PACKAGE_NAME ${package} CONFIG_PATH lib/cmake/${package} DO_NOT_DELETE_PARENT_CONFIG_PATH)
  endif()
endforeach()
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
