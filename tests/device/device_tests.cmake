# Device tests: the environment in which they find the stand-in of CUDA, or OpenCL's own driver, and a cache of their own.
add_subdirectory(device/standin)
set(device_environment "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/standin:$ENV{LD_LIBRARY_PATH}" STANDIN_DEVICES=2)
foreach(name device_cuda_test device_cuda_failure_test device_cuda_aead_test device_cuda_aead_failure_test)
  add_dependencies(${name} standin_cuda standin_nvrtc)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}_cache)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${device_environment};XDG_CACHE_HOME=${CMAKE_CURRENT_BINARY_DIR}/${name}_cache")
endforeach()
if(TARGET device_opencl_test)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/device_opencl_test_cache)
  set_tests_properties(device_opencl_test PROPERTIES SKIP_RETURN_CODE 77 COST 300 TIMEOUT 1800
  ENVIRONMENT XDG_CACHE_HOME=${CMAKE_CURRENT_BINARY_DIR}/device_opencl_test_cache)
endif()

# Each state of the drivers needs a process of its own.
add_executable(device_probe device/probe.c)
target_link_libraries(device_probe PRIVATE hedgerow_device_shared hedgerow_warnings)
set_target_properties(device_probe PROPERTIES LINKER_LANGUAGE CXX)
if(NOT HEDGEROW_SANITIZE)
  add_test(NAME device_drivers_test COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/device_drivers_test.py $<TARGET_FILE:device_probe>
           ${PROJECT_BINARY_DIR}/standin $<TARGET_FILE:hedgerow-device-ptx>)
  add_dependencies(device_probe hedgerow-device-ptx)
endif()
# The lab's kernels beside their oracles: all on PoCL, some on the stand-in.
if(TARGET hedgerow-lab-device AND NOT HEDGEROW_SANITIZE)
  foreach(backend pocl cuda)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/lab_device_${backend}_cache)
    add_test(NAME lab_device_${backend}_test COMMAND hedgerow-lab-device check ${backend} $<$<STREQUAL:${backend},cuda>:gf>)
    set_tests_properties(lab_device_${backend}_test PROPERTIES SKIP_RETURN_CODE 77 LABELS slow TIMEOUT 900
      ENVIRONMENT "${device_environment};XDG_CACHE_HOME=${CMAKE_CURRENT_BINARY_DIR}/lab_device_${backend}_cache")
  endforeach()
endif()
