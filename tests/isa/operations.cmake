# operations.cpp for each vec_<isa>.hpp of this build and for its model. A row is a name, the instruction set of isa.def
# whose compiler flags it needs, the header, more flags, and the processor features of isa/cpu.hpp without the prefix.
set(HR_OPERATIONS
    sse:sse:sse::SSSE3
    sse_aes:sse:sse:-maes,-mpclmul:SSSE3,AES,PCLMUL
    avx2:avx2:avx2::AVX2
    avx2_halves:avx2:avx2:-maes,-mvpclmulqdq:AVX2,AES,VPCLMUL
    avx2_aes:avx2:avx2:-mvaes,-mvpclmulqdq:AVX2,VAES,VPCLMUL
    avx2_gfni:avx2_gfni:avx2_gfni::AVX2,GFNI
    avx2_vbmi:avx512_gfni:avx2:-DHR_VEC_VBMI:AVX512,AVX512_ICELAKE
    avx512:avx512:avx512::AVX512
    avx512_gfni:avx512_gfni:avx512_gfni::AVX512,AVX512_ICELAKE
    neon:neon:neon::NEON
    neon_aes:neon:neon:-march=armv8-a+crypto:NEON,PMULL,ARM_AES
    neon32:neon32:neon32::NEON32)

function(hedgerow_add_operations test)
  set(built "")
  foreach(row IN LISTS HR_OPERATIONS)
    string(REPLACE ":" ";" row "${row}")
    list(GET row 0 name)
    list(GET row 1 isa)
    list(GET row 2 header)
    list(GET row 3 flags)
    list(GET row 4 features)
    hedgerow_isa_built(${isa} OFF is_built)
    if(NOT is_built)
      continue()
    endif()
    string(REPLACE "," ";" flags "${flags}")
    string(REPLACE "," " | HR_CPU_" features "HR_CPU_${features}")
    string(APPEND built "OPERATIONS(${name}, ${features})\n")
    foreach(kind operations model)
      add_library(${kind}_of_${name} OBJECT ${CMAKE_CURRENT_SOURCE_DIR}/isa/operations.cpp)
      target_link_libraries(${kind}_of_${name} PRIVATE hedgerow_settings)
      target_include_directories(${kind}_of_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
      target_compile_options(${kind}_of_${name} PRIVATE -O1 -Wno-psabi ${flags})
      target_compile_definitions(${kind}_of_${name} PRIVATE HR_ISA=${kind}_${name} HR_VEC=${header}
                                                            HR_OPERATIONS=${kind}_of_${name})
      set_target_properties(${kind}_of_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
      target_sources(${test} PRIVATE $<TARGET_OBJECTS:${kind}_of_${name}>)
    endforeach()
    target_compile_options(operations_of_${name} PRIVATE ${HR_ISA_${isa}_FLAGS})
    target_compile_definitions(model_of_${name} PRIVATE HR_VEC_MODEL)
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/operations_built.inc CONTENT "${built}")
  target_include_directories(${test} PRIVATE ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
