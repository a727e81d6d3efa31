# CPack runs this script between installation and packaging. It gives all files the time of the commit. For Debian it
# adds the documents that the policy asks for: copyright, changelogs, compressed manual pages and the list of symbols.
# SOURCE_DATE_EPOCH is the time of the commit.
string(TIMESTAMP stamp "%Y-%m-%d %H:%M:%S" UTC) # uses SOURCE_DATE_EPOCH, if set

function(debian_documents folder package)
  set(doc ${folder}/usr/share/doc/${package})
  file(MAKE_DIRECTORY ${doc})
  file(READ ${CPACK_HEDGEROW_SOURCE}/packaging/copyright copyright)
  file(WRITE ${doc}/copyright "${copyright}")
  file(COPY_FILE ${CPACK_HEDGEROW_SOURCE}/CHANGELOG.md ${doc}/changelog)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE ${doc}/changelog.Debian "hedgerow (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}. The file changelog lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  file(GLOB pages ${folder}/usr/share/man/man*/*)
  execute_process(COMMAND gzip -9nf ${doc}/changelog ${doc}/changelog.Debian ${pages} COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE ${folder}/usr/share/doc/hedgerow/LICENSE) # copyright names Debian's copy
endfunction()

# Writes the control files of a library: its symbols, the package to depend on, and that ldconfig must run. It also
# removes the RUNPATH of the libraries, because they are in a folder of the system.
function(debian_library folder)
  set(package ${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME})
  file(GLOB libraries ${folder}/usr/lib/*/*.so.${CPACK_PACKAGE_VERSION})
  foreach(library IN LISTS libraries)
    file(RPATH_REMOVE FILE ${library})
    get_filename_component(soname ${library} NAME_WLE)
    execute_process(COMMAND nm -D --defined-only ${library} OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "hedgerow_[a-z0-9_]+@+HEDGEROW_[0-9.]+" names "${lines}")
    list(TRANSFORM names REPLACE "@+" "@")
    list(JOIN names " ${CPACK_PACKAGE_VERSION}\n " names)
    string(APPEND symbols "${soname} ${package} #MINVER#\n ${names} ${CPACK_PACKAGE_VERSION}\n")
    string(REPLACE ".so." " " short ${soname})
    string(APPEND shlibs "${short} ${package} (>= ${CPACK_PACKAGE_VERSION})\n")
  endforeach()
  list(GET CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA 0 first)
  get_filename_component(control ${first} DIRECTORY)
  file(WRITE ${control}/symbols "${symbols}")
  file(WRITE ${control}/shlibs "${shlibs}")
  file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
endfunction()

if(CPACK_GENERATOR STREQUAL DEB)
  foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} upper)
    debian_documents(${CPACK_TEMPORARY_DIRECTORY}/${component} ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  endforeach()
  debian_library(${CPACK_TEMPORARY_DIRECTORY}/library)
  file(RENAME ${CPACK_TEMPORARY_DIRECTORY}/program/usr/share/zsh/site-functions
       ${CPACK_TEMPORARY_DIRECTORY}/program/usr/share/zsh/vendor-completions)
endif()
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d "${stamp} UTC" {} + COMMAND_ERROR_IS_FATAL ANY)
