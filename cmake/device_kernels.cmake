# The object library hedgerow_device_kernels, which embeds the kernels of src/device/devices.def and their sources.
file(GLOB device_sources CONFIGURE_DEPENDS src/device/source/*.h src/device/source/*.inc)
set(HR_DEVICE_SOURCES ${PROJECT_BINARY_DIR}/device/device_sources.inc)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/device)
add_custom_command(OUTPUT ${HR_DEVICE_SOURCES}
                   COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/device_sources.py ${HR_DEVICE_SOURCES}
                   COMMAND ${CMAKE_COMMAND} -E touch_nocreate ${HR_DEVICE_SOURCES}
                   DEPENDS ${device_sources} ${HR_NETLISTS} tools/circuits.py tools/device_sources.py VERBATIM)
add_library(hedgerow_device_kernels OBJECT src/device/kernels/kernels.cpp src/device/kernels/program.cpp ${HR_DEVICE_SOURCES})
target_compile_options(hedgerow_device_kernels PRIVATE -fvisibility=hidden)
target_compile_definitions(hedgerow_device_kernels PRIVATE HR_ISA=scalar)
target_include_directories(hedgerow_device_kernels PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}
                           ${PROJECT_BINARY_DIR}/device)
target_link_libraries(hedgerow_device_kernels PRIVATE hedgerow_warnings hedgerow_hardened)
set_target_properties(hedgerow_device_kernels PROPERTIES POSITION_INDEPENDENT_CODE ON)
