# Writes OUT with the commit of SOURCE, and "-dirty" if tracked files differ from it. It runs at every build, but the
# file changes only if its text changes, so that no source is compiled again without need.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define HR_BENCH_COMMIT \"@commit@\"\n" @ONLY)
