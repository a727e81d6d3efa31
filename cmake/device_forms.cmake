# The object library hedgerow_device_forms, which embeds the forms of src/device/devices.def and their texts.
file(GLOB device_texts CONFIGURE_DEPENDS src/device/text/*.h src/device/text/*.inc)
set(HR_DEVICE_TEXTS ${PROJECT_BINARY_DIR}/device/device_texts.inc)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/device)
add_custom_command(OUTPUT ${HR_DEVICE_TEXTS}
                   COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/device_texts.py ${HR_DEVICE_TEXTS}
                   COMMAND ${CMAKE_COMMAND} -E touch_nocreate ${HR_DEVICE_TEXTS}
                   DEPENDS ${device_texts} ${HR_NETLISTS} tools/circuits.py tools/device_texts.py VERBATIM)
add_library(hedgerow_device_forms OBJECT src/device/forms/forms.cpp src/device/forms/program.cpp ${HR_DEVICE_TEXTS})
target_compile_options(hedgerow_device_forms PRIVATE -fvisibility=hidden)
target_compile_definitions(hedgerow_device_forms PRIVATE HR_ISA=scalar)
target_include_directories(hedgerow_device_forms PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}
                           ${PROJECT_BINARY_DIR}/device)
target_link_libraries(hedgerow_device_forms PRIVATE hedgerow_warnings hedgerow_hardened)
set_target_properties(hedgerow_device_forms PROPERTIES POSITION_INDEPENDENT_CODE ON)
