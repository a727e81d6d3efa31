# Manual pages and completion, from the parser itself: the program that was built tells of itself, and of bench, circuit
# and lab when they stand beside it. The same file is the script that does it, in DIRECTORY,
# with SCDOC where that is not empty.
if(CMAKE_SCRIPT_MODE_FILE)
  file(REMOVE_RECURSE ${DIRECTORY}) # pages of commands that went
  file(MAKE_DIRECTORY ${DIRECTORY}/man)
  execute_process(COMMAND ${PROGRAM} generate files -o ${DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB sources ${DIRECTORY}/*.scd)
  foreach(source IN LISTS sources)
    get_filename_component(page ${source} NAME_WLE)
    if(SCDOC)
      execute_process(COMMAND ${SCDOC} INPUT_FILE ${source} OUTPUT_FILE ${DIRECTORY}/man/${page} COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()
  return()
endif()

find_program(SCDOC scdoc)
if(NOT SCDOC)
  message(STATUS "No manual pages: scdoc is not installed")
  set(SCDOC "")
endif()
set(documents ${PROJECT_BINARY_DIR}/documents)
set(programs hedgerow)
foreach(program hedgerow-bench hedgerow-circuit)
  if(TARGET ${program})
    list(APPEND programs ${program})
  endif()
endforeach()
add_custom_command(OUTPUT ${documents}.stamp
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:hedgerow> -DDIRECTORY=${documents} "-DSCDOC=${SCDOC}"
          -P ${CMAKE_CURRENT_LIST_FILE}
  COMMAND ${CMAKE_COMMAND} -E touch ${documents}.stamp
  DEPENDS ${programs} ${CMAKE_CURRENT_LIST_FILE} VERBATIM)
add_custom_target(hedgerow_documents ALL DEPENDS ${documents}.stamp)
install(DIRECTORY ${documents}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${documents}/hedgerow.bash RENAME hedgerow
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${documents}/_hedgerow DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${documents}/hedgerow.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
