# Reads the X-macro lists (isa.def, cipher.def, kernels.def) and makes one object library per KERNEL and FIELD line.
# hedgerow_add_kernels(<prefix> <model>): the targets <prefix>_kernel_... and the list <prefix>_KERNEL_OBJECTS;
# <model> ON compiles every SIMD source of every architecture against the portable op model instead.

file(STRINGS ${PROJECT_SOURCE_DIR}/src/isa/isa.def HR_ISA_LINES REGEX "^ISA\\(")
file(STRINGS ${PROJECT_SOURCE_DIR}/src/registry/kernels.def HR_KERNEL_LINES REGEX "^KERNEL(_WITH|_BLOCKS)?\\(")
file(STRINGS ${PROJECT_SOURCE_DIR}/src/registry/kernels.def HR_FIELD_LINES REGEX "^FIELD\\(")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             src/isa/isa.def src/cipher/cipher.def src/cipher/family.def src/registry/kernels.def)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
  set(HR_ARCH x86)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(HR_ARCH arm64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^arm")
  set(HR_ARCH arm32)
else()
  set(HR_ARCH other)
endif()

set(HR_ISAS "")
foreach(line IN LISTS HR_ISA_LINES)
  if(NOT line MATCHES "^ISA\\(([a-z0-9_]+), *([a-z0-9]+), *([^,]+), *\"([^\"]*)\"\\)$")
    message(FATAL_ERROR "isa.def: cannot read: ${line}")
  endif()
  set(isa ${CMAKE_MATCH_1})
  list(APPEND HR_ISAS ${isa})
  set(HR_ISA_ARCH_${isa} ${CMAKE_MATCH_2})
  separate_arguments(HR_ISA_FLAGS_${isa} UNIX_COMMAND "${CMAKE_MATCH_4}")
endforeach()

# Whether objects of an ISA are part of a library.
function(hedgerow_isa_built isa model result)
  if(model OR HR_ISA_ARCH_${isa} STREQUAL any OR HR_ISA_ARCH_${isa} STREQUAL HR_ARCH)
    set(${result} 1 PARENT_SCOPE)
  else()
    set(${result} 0 PARENT_SCOPE)
  endif()
endfunction()

function(hedgerow_add_object prefix model kind name source isa extra_flags)
  hedgerow_isa_built(${isa} ${model} built)
  if(NOT built)
    return()
  endif()
  set(target ${prefix}_${kind}_${name})
  add_library(${target} OBJECT ${source})
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ${model}) # the model is for tests alone
  target_link_libraries(${target} PRIVATE hedgerow_settings)
  if(model)
    target_compile_definitions(${target} PRIVATE HR_VEC_MODEL)
    # For the time to compile; a model is never fast. At -O0 Clang 19 loses objects of Kalyna's: template
    # parameters of a type in an anonymous namespace.
    if(HEDGEROW_SANITIZE AND NOT name MATCHES "^kalyna_")
      target_compile_options(${target} PRIVATE -O0)
    else()
      target_compile_options(${target} PRIVATE -O1)
    endif()
  else()
    separate_arguments(extra UNIX_COMMAND "${extra_flags}")
    target_compile_options(${target} PRIVATE ${HR_ISA_FLAGS_${isa}} ${extra})
    # Instrumenting unrolled code takes minutes an object: guard pages and the taint run over the model watch it.
    # These objects are those of a release, so that the ledger of a sanitizer build is one of its compiler.
    if(HEDGEROW_SANITIZE AND NOT name MATCHES "_(reference|table)_")
      separate_arguments(release UNIX_COMMAND "${CMAKE_CXX_FLAGS_RELEASE}")
      target_compile_options(${target} PRIVATE -fno-sanitize=all -g0 ${release})
    endif()
  endif()
  set_property(GLOBAL APPEND PROPERTY ${prefix}_OBJECTS $<TARGET_OBJECTS:${target}>)
endfunction()

function(hedgerow_add_kernels prefix model)
  foreach(line IN LISTS HR_KERNEL_LINES)
    if(NOT line MATCHES
       "^KERNEL(_WITH|_BLOCKS)?\\(([a-z0-9]+), *([a-z0-9_]+), *([a-z0-9_]+),( *[^,]+, *\"([^\"]*)\",)? *[0-9]+, *[a-z]+, *[a-z]+\\)$")
      message(FATAL_ERROR "kernels.def: cannot read: ${line}")
    endif()
    set(name ${CMAKE_MATCH_2}_${CMAKE_MATCH_3}_${CMAKE_MATCH_4})
    hedgerow_add_object(${prefix} ${model} kernel ${name}
                        ${PROJECT_SOURCE_DIR}/src/cipher/${CMAKE_MATCH_2}/${name}.cpp ${CMAKE_MATCH_4} "${CMAKE_MATCH_6}")
  endforeach()
  foreach(line IN LISTS HR_FIELD_LINES)
    if(NOT line MATCHES "^FIELD\\(([a-z0-9]+), *([a-z0-9_]+), *[^,]+, *\"([^\"]*)\", *[a-z]+\\)$")
      message(FATAL_ERROR "kernels.def: cannot read: ${line}")
    endif()
    set(name ${CMAKE_MATCH_1}_${CMAKE_MATCH_2})
    hedgerow_add_object(${prefix} ${model} field ${name}
                        ${PROJECT_SOURCE_DIR}/src/field/${name}.cpp ${CMAKE_MATCH_2} "${CMAKE_MATCH_3}")
  endforeach()
endfunction()

# The rest of the library: one OBJECT target, with the HR_BUILD_<isa> definitions of the registry.
function(hedgerow_add_core prefix model)
  file(GLOB core CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/isa/*.cpp ${PROJECT_SOURCE_DIR}/src/registry/*.cpp
       ${PROJECT_SOURCE_DIR}/src/mode/*.cpp ${PROJECT_SOURCE_DIR}/src/api/*.cpp
       ${PROJECT_SOURCE_DIR}/src/cipher/*/schedule*.cpp)
  add_library(${prefix}_core OBJECT ${core})
  set_target_properties(${prefix}_core PROPERTIES EXCLUDE_FROM_ALL ${model})
  target_link_libraries(${prefix}_core PRIVATE hedgerow_settings)
  if(model)
    target_compile_definitions(${prefix}_core PRIVATE HR_VEC_MODEL)
  endif()
  foreach(isa IN LISTS HR_ISAS)
    hedgerow_isa_built(${isa} ${model} built)
    target_compile_definitions(${prefix}_core PRIVATE HR_BUILD_${isa}=${built})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY ${prefix}_OBJECTS $<TARGET_OBJECTS:${prefix}_core>)
endfunction()
