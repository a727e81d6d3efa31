# The lists are src/isa/isa.def, src/cipher/cipher.def, src/registry/kernels.def, src/registry/crossovers.def,
# src/mode/modes.def and lab/kernels.def. tools/lists_write.py writes them into the build folder for CMake and C++.
# This file makes one object library per KERNEL and FIELD line. hedgerow_add_kernels(<prefix> <model>) makes the targets
# <prefix>_kernel_... and the list <prefix>_OBJECTS. hedgerow_add_lab_kernels(<prefix> <model>) makes the references and
# the kernels of the lab, in <prefix>_LAB_OBJECTS. With <model> ON, it compiles every SIMD source of every architecture
# against the portable op model instead.

find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(HEDGEROW_LAB_KERNELS "" CACHE STRING "A regular expression: of the lab's kernels, build only those whose names, such as kalyna_table_scalar, contain it")
execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/lists_write.py ${PROJECT_BINARY_DIR} ${HEDGEROW_LAB_KERNELS}
                COMMAND_ERROR_IS_FATAL ANY)
include(${PROJECT_BINARY_DIR}/lists.cmake)
# circuit/<cipher>/*.hpp are the circuits of kernels in C++, and circuits/*/*.hpp are those of the lab.
file(GLOB HR_NETLISTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/circuit/*/*.gates ${PROJECT_SOURCE_DIR}/lab/circuits/*/*.gates)
execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/circuits.py --write ${PROJECT_BINARY_DIR}
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB HR_LIST_TOOLS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/lists*.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             src/isa/isa.def src/cipher/cipher.def src/registry/kernels.def src/registry/crossovers.def src/mode/modes.def src/device/devices.def ${HR_NETLISTS} tools/circuits.py
             ${HR_LIST_TOOLS})
if(EXISTS ${PROJECT_SOURCE_DIR}/lab/kernels.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS lab/kernels.def)
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
  set(HR_ARCH x86)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(HR_ARCH arm64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^arm")
  set(HR_ARCH arm32)
else()
  set(HR_ARCH other)
endif()

# Decides whether objects of an ISA are part of a library: all of the architecture, or those that HEDGEROW_ISAS names.
set(HEDGEROW_ISAS "" CACHE STRING "Instruction sets to build beside scalar, of src/isa/isa.def; empty: all of the architecture")
set(HEDGEROW_MODEL "" CACHE STRING "Instruction sets of the op model beside scalar, of src/isa/isa.def; empty: all")
foreach(option HEDGEROW_ISAS HEDGEROW_MODEL)
  set(allowed "")
  foreach(isa IN LISTS HR_ISAS)
    if("${option}" STREQUAL "HEDGEROW_MODEL" OR HR_ISA_${isa}_ARCH STREQUAL any OR HR_ISA_${isa}_ARCH STREQUAL HR_ARCH)
      list(APPEND allowed ${isa})
    endif()
  endforeach()
  foreach(isa IN LISTS ${option})
    if(NOT isa IN_LIST allowed)
      message(FATAL_ERROR "${option}: ${isa} is no instruction set of ${CMAKE_SYSTEM_PROCESSOR}. Allowed are ${allowed}.")
    endif()
  endforeach()
endforeach()
function(hedgerow_isa_built isa model result)
  set(arch ${HR_ISA_${isa}_ARCH})
  if(arch STREQUAL any OR (model AND (NOT HEDGEROW_MODEL OR isa IN_LIST HEDGEROW_MODEL)) OR
     (NOT model AND arch STREQUAL HR_ARCH AND (NOT HEDGEROW_ISAS OR isa IN_LIST HEDGEROW_ISAS)))
    set(${result} 1 PARENT_SCOPE)
  else()
    set(${result} 0 PARENT_SCOPE)
  endif()
endfunction()

# These flags keep the compile time of an instrumented kernel within seconds. Checks of addresses are calls. Checks that
# unrolled code multiplies, but that cannot find an error of a kernel, are left out. The references and the kernels of
# the lab are not instrumented, because the library does not contain them. MSan checks kernels through the op model.
# With HEDGEROW_KERNELS_FROM, kernels do not check addresses, and src/registry/access.hpp checks the memory that a mode
# gives to them. The op model then takes its kernels without vectors from there, except the lab's tables.
set(HEDGEROW_KERNELS_FROM "" CACHE PATH "The folder of another build, whose objects of kernels are used; empty: this build compiles its own")
set(HR_KERNEL_SANITIZERS -g0 -fno-sanitize=null,alignment,object-size,pointer-overflow -fsanitize-address-outline-instrumentation)
function(hedgerow_sanitize_object target name list)
  if(HEDGEROW_SANITIZE MATCHES "address" AND NOT list MATCHES "LAB_OBJECTS")
    target_compile_options(${target} PRIVATE ${HR_KERNEL_SANITIZERS})
    set_property(GLOBAL APPEND PROPERTY hedgerow_SANITIZED ${name})
  elseif(HEDGEROW_SANITIZE)
    target_compile_options(${target} PRIVATE -fno-sanitize=all -g0)
    set_property(GLOBAL APPEND PROPERTY hedgerow_UNSANITIZED ${name})
  endif()
endfunction()

# The object of a line. `word` is KERNEL or FIELD, `name` is its stem, and `list` is the property that collects it.
function(hedgerow_add_object prefix model word name list)
  set(line HR_${word}_${name})
  set(isa ${${line}_ISA})
  hedgerow_isa_built(${isa} ${model} built)
  if(NOT built)
    return()
  endif()
  string(TOLOWER ${word} kind)
  set(target ${prefix}_${kind}_${name})
  if(HEDGEROW_KERNELS_FROM AND word STREQUAL KERNEL AND (NOT model OR (isa STREQUAL scalar AND NOT name MATCHES "_table_")))
    set_property(GLOBAL APPEND PROPERTY ${list} ${HEDGEROW_KERNELS_FROM}/CMakeFiles/hedgerow_kernel_${name}.dir/${${line}_SOURCE}.o)
    return()
  endif()
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/${${line}_SOURCE})
  target_compile_definitions(${target} PRIVATE HR_ISA=${isa} HR_${word}_SYMBOL=hedgerow_${kind}_${name})
  if(${line}_FAMILY)
    target_compile_definitions(${target} PRIVATE HR_FAMILY_LIST="lists/${${line}_FAMILY}.inc")
  endif()
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ${model}) # only tests use the model
  target_link_libraries(${target} PRIVATE hedgerow_settings)
  target_include_directories(${target} PRIVATE $<$<STREQUAL:${list},${prefix}_LAB_OBJECTS>:${PROJECT_SOURCE_DIR}/lab>)
  if(model)
    set(definitions ${${line}_FLAGS})
    list(FILTER definitions INCLUDE REGEX "^-D")
    target_compile_definitions(${target} PRIVATE HR_VEC_MODEL)
    # Kernels of the lab use vectors wider than the processor's registers here. They stay within one object.
    target_compile_options(${target} PRIVATE ${definitions} -Wno-psabi)
    # A model is never fast, so it is compiled for a short compile time. The exceptions have two reasons. At -O0, Clang
    # 19 loses objects of Kalyna with template parameters of a type in an anonymous namespace. Also at -O0, MSan does
    # not propagate taint of a difference to the higher bits that model_pick uses as a mask, so it would not see the
    # look-ups in Kuznyechik's schedule.
    if(HEDGEROW_SANITIZE AND NOT name MATCHES "^(kalyna_|kuznyechik_byteslice)")
      target_compile_options(${target} PRIVATE -O0)
    else()
      target_compile_options(${target} PRIVATE -O1)
    endif()
  else()
    target_compile_options(${target} PRIVATE ${HR_ISA_${isa}_FLAGS} ${${line}_FLAGS})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      foreach(tuning IN LISTS ${line}_GCC)
        if(NOT DEFINED HR_GCC_${tuning})
          message(FATAL_ERROR "kernels.def: ${name}: gcc=${tuning} is not in cmake/gcc_tuning.cmake")
        endif()
        target_compile_options(${target} PRIVATE ${HR_GCC_${tuning}})
      endforeach()
    endif()
    hedgerow_sanitize_object(${target} ${name} ${list})
  endif()
  set_property(GLOBAL APPEND PROPERTY ${list} $<TARGET_OBJECTS:${target}>)
endfunction()

function(hedgerow_add_kernels prefix model)
  foreach(name IN LISTS HR_KERNELS)
    hedgerow_add_object(${prefix} ${model} KERNEL ${name} ${prefix}_OBJECTS)
  endforeach()
  foreach(name IN LISTS HR_FIELDS)
    hedgerow_add_object(${prefix} ${model} FIELD ${name} ${prefix}_OBJECTS)
  endforeach()
endfunction()

function(hedgerow_add_lab_kernels prefix model)
  foreach(name IN LISTS HR_LAB_KERNELS)
    hedgerow_add_object(${prefix} ${model} KERNEL ${name} ${prefix}_LAB_OBJECTS)
  endforeach()
endfunction()

# The rest of the library: the OBJECT target <prefix>_core, and the registry twice (<prefix>_registry for the library
# and <prefix>_lab_registry for the lab). They have the HR_BUILD_<isa> definitions.
function(hedgerow_add_core prefix model)
  file(GLOB core CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/isa/*.cpp ${PROJECT_SOURCE_DIR}/src/registry/*.cpp
       ${PROJECT_SOURCE_DIR}/src/hash/*.cpp ${PROJECT_SOURCE_DIR}/src/mode/*.cpp ${PROJECT_SOURCE_DIR}/src/mode/*/*.cpp ${PROJECT_SOURCE_DIR}/src/api/*.cpp
       ${PROJECT_SOURCE_DIR}/src/cipher/*/schedule*.cpp)
  set(registry ${PROJECT_SOURCE_DIR}/src/registry/registry.cpp)
  list(REMOVE_ITEM core ${registry})
  add_library(${prefix}_core OBJECT ${core})
  add_library(${prefix}_registry OBJECT ${registry})
  add_library(${prefix}_lab_registry OBJECT ${registry})
  target_compile_definitions(${prefix}_lab_registry PRIVATE HR_LAB)
  foreach(target ${prefix}_core ${prefix}_registry ${prefix}_lab_registry)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ${model})
    target_link_libraries(${target} PRIVATE hedgerow_settings)
    target_compile_definitions(${target} PRIVATE HR_ISA=scalar) # key schedules over the words of vec_scalar.hpp
    if(model)
      target_compile_definitions(${target} PRIVATE HR_VEC_MODEL)
    endif()
    foreach(isa IN LISTS HR_ISAS)
      hedgerow_isa_built(${isa} ${model} built)
      target_compile_definitions(${target} PRIVATE HR_BUILD_${isa}=${built})
    endforeach()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY ${prefix}_OBJECTS $<TARGET_OBJECTS:${prefix}_core>)
  set_property(GLOBAL APPEND PROPERTY ${prefix}_LAB_OBJECTS $<TARGET_OBJECTS:${prefix}_lab_registry>)
endfunction()
