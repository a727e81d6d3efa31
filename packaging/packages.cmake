# The packages of CPack: `cpack -G DEB`, `-G RPM` and `-G TGZ` in a build folder. ./dev release calls them.
set(CPACK_PACKAGE_NAME hedgerow)
set(CPACK_PACKAGE_VENDOR Hedgerow)
file(STRINGS ${PROJECT_SOURCE_DIR}/packaging/security.txt contact REGEX "^Contact: ")
string(REGEX REPLACE "^.*mailto:" "" contact "${contact}") # the address has its one place there
set(CPACK_PACKAGE_CONTACT "Hedgerow maintainers <${contact}>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME hedgerow-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/stage.cmake)
set(CPACK_HEDGEROW_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE Apache-2.0)
set(CPACK_RPM_COMPRESSION_TYPE gzip)
# Folders of other packages.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/libexec /usr/lib64/ossl-modules /usr/lib64/pkgconfig /usr/lib64/cmake
    /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/zsh /usr/share/zsh/site-functions
    /usr/share/fish /usr/share/fish/vendor_completions.d)
# CPack has stripped the files, and two builds make the same packages.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define __os_install_post %{nil}
%define _build_id_links none
%define _buildhost localhost
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1")
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)

set(release ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
# COMPONENT, its names in Debian and RPM, Debian's section, the synopsis and the description.
macro(hedgerow_package component debian rpm section synopsis description)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${debian})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${synopsis}\n${description}")
  set(CPACK_RPM_${upper}_PACKAGE_NAME ${rpm})
  set(CPACK_RPM_${upper}_PACKAGE_SUMMARY "${synopsis}")
  set(CPACK_RPM_${upper}_PACKAGE_DESCRIPTION "${description}")
endmacro()

set(abi ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
hedgerow_package(library libhedgerow${abi} hedgerow-libs libs "block ciphers in constant time (shared libraries)"
  "Kalyna, Kuznyechik, Magma, GOST 28147-89, SPECK, SIMON, LEA, CLEFIA and other\nblock ciphers with their modes, encrypted containers, and ciphers on GPUs.")
foreach(file symbols shlibs triggers) # stage.cmake writes them
  list(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packaging/${file})
endforeach()

hedgerow_package(development libhedgerow-dev hedgerow-devel libdevel "block ciphers in constant time (development files)"
  "Headers, static libraries, and files for pkg-config and CMake.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libhedgerow${abi} (= ${release}), libsodium-dev") # for the static libraries
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_RPM_DEVELOPMENT_PACKAGE_REQUIRES "hedgerow-libs = ${release}, libsodium-devel")

hedgerow_package(program hedgerow hedgerow utils "encrypt files with national and light block ciphers"
  "The command line hedgerow encrypts files so that any part can be decrypted\nalone and every change is noticed.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS hedgerow-lab)

if(TARGET hedgerow_provider)
  hedgerow_package(openssl hedgerow-openssl hedgerow-openssl utils "block ciphers of Hedgerow in OpenSSL (provider)"
    "A module for OpenSSL 3 with Kuznyechik, Magma, Kalyna and others, and a\nconfiguration that activates it.")
  set(CPACK_DEBIAN_OPENSSL_PACKAGE_DEPENDS "libssl3 (>= 3.0.0)")
  set(CPACK_DEBIAN_OPENSSL_PACKAGE_RECOMMENDS openssl)
  set(CPACK_RPM_OPENSSL_PACKAGE_REQUIRES "openssl-libs >= 3.0")
endif()

if(HEDGEROW_LAB AND HEDGEROW_BENCH)
  hedgerow_package(lab hedgerow-lab hedgerow-lab science "benchmark, S-box circuits and studies of block ciphers"
    "The commands bench, circuit and lab of hedgerow. The lab repeats the studies of\nfive papers on your machine.")
  set(CPACK_DEBIAN_LAB_PACKAGE_DEPENDS "hedgerow (= ${release}), python3 (>= 3.11)")
  set(CPACK_DEBIAN_LAB_PACKAGE_SUGGESTS python3-matplotlib)
  set(CPACK_RPM_LAB_PACKAGE_REQUIRES "hedgerow = ${release}, python3 >= 3.11")
endif()
include(CPack)
