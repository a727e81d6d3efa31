# The environment of the device tests: they find the standin of CUDA, or OpenCL's own driver, and a separate cache.
add_subdirectory(device/standin)
set(device_environment "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/standin:$ENV{LD_LIBRARY_PATH}" STANDIN_DEVICES=2)
foreach(name device_cuda_test device_cuda_failure_test device_cuda_aead_test device_cuda_aead_failure_test)
  add_dependencies(${name} standin_cuda standin_nvrtc)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}_cache)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${device_environment};XDG_CACHE_HOME=${CMAKE_CURRENT_BINARY_DIR}/${name}_cache")
endforeach()
if(TARGET device_opencl_test)
  # PoCL's optimizer takes two thirds of its time and is not under test.
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/device_opencl_test_cache)
  set_tests_properties(device_opencl_test PROPERTIES SKIP_RETURN_CODE 77 COST 300 TIMEOUT 1800
  ENVIRONMENT "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable;XDG_CACHE_HOME=${CMAKE_CURRENT_BINARY_DIR}/device_opencl_test_cache")
endif()

# Each state of the drivers needs its own process.
add_executable(device_probe device/probe.c)
target_link_libraries(device_probe PRIVATE hedgerow_device_shared hedgerow_warnings)
set_target_properties(device_probe PROPERTIES LINKER_LANGUAGE CXX)
if(NOT HEDGEROW_SANITIZE AND NOT CMAKE_CROSSCOMPILING AND NOT HEDGEROW_NVRTC)
  # A program with the kernels that HEDGEROW_NVRTC embeds, for one cipher. The standin of NVRTC makes them.
  set(pack ${PROJECT_BINARY_DIR}/standin/embedded.ptx)
  add_custom_command(OUTPUT ${pack} COMMAND ${CMAKE_COMMAND} -E env HEDGEROW_NVRTC=$<TARGET_FILE:standin_nvrtc>
                     $<TARGET_FILE:hedgerow-device-ptx> ${pack} 75 speck-128-128 DEPENDS hedgerow-device-ptx standin_nvrtc VERBATIM)
  set(embedded ${PROJECT_SOURCE_DIR}/src/device/cuda/embedded/ptx_embedded.cpp)
  set_source_files_properties(${embedded} PROPERTIES OBJECT_DEPENDS ${pack} COMPILE_DEFINITIONS "HR_PTX_PACK=\"${pack}\"")
  add_executable(device_probe_embedded device/probe.c ${embedded})
  target_link_libraries(device_probe_embedded PRIVATE hedgerow_device hedgerow_warnings)
  set(embedded_probe $<TARGET_FILE:device_probe_embedded>)
endif()
if(NOT HEDGEROW_SANITIZE)
  add_test(NAME device_drivers_test COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/device/device_drivers_test.py $<TARGET_FILE:device_probe>
           ${PROJECT_BINARY_DIR}/standin $<TARGET_FILE:hedgerow-device-ptx> ${embedded_probe})
  add_dependencies(device_probe hedgerow-device-ptx)
endif()
# The lab's kernels, compared with their oracles: all on PoCL, some on the standin. PoCL's optimizer stays on, because
# they take three times as long without it. `./dev test` skips the label `full` without --full.
if(TARGET hedgerow-lab-device AND NOT HEDGEROW_SANITIZE)
  foreach(backend pocl cuda)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/lab_device_${backend}_cache)
    add_test(NAME lab_device_${backend}_test COMMAND hedgerow-lab-device check ${backend} $<$<STREQUAL:${backend},cuda>:gf>)
    set_tests_properties(lab_device_${backend}_test PROPERTIES SKIP_RETURN_CODE 77 LABELS "slow$<$<STREQUAL:${backend},pocl>:;full>" COST 150 TIMEOUT 900
      ENVIRONMENT "${device_environment};XDG_CACHE_HOME=${CMAKE_CURRENT_BINARY_DIR}/lab_device_${backend}_cache")
  endforeach()
endif()
