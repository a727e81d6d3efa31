# For aarch64.cmake: CMake adds no -isystem /usr/include for packages of this machine.
foreach(language C CXX)
  list(APPEND CMAKE_${language}_IMPLICIT_INCLUDE_DIRECTORIES /usr/include)
endforeach()
