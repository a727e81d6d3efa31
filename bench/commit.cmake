# Writes OUT with the commit of SOURCE, "-dirty" where tracked files differ from it. Run at every build;
# the file changes only when its text does, so nothing is compiled in vain.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define HR_BENCH_COMMIT \"@commit@\"\n" @ONLY)
