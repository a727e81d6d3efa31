// The standin of NVRTC compiles the text as C99 into a shared object with `cc`. Its PTX is the
// text itself, which the driver's standin compiles.
#include <cstdio>
#include <cstring>
#include <string>

#include "compile.hpp"

#define STANDIN_API extern "C" __attribute__((visibility("default")))

namespace {

struct Program {
  std::string text, options, log, image;
};

}  // namespace

STANDIN_API int nvrtcVersion(int* major, int* minor) {
  *major = 12;
  *minor = 4;
  return 0;
}
STANDIN_API int nvrtcGetNumSupportedArchs(int* count) {
  *count = 2;
  return 0;
}
STANDIN_API int nvrtcGetSupportedArchs(int* archs) {
  archs[0] = 75;
  archs[1] = 90;
  return 0;
}
STANDIN_API int nvrtcCreateProgram(void** program, const char* text, const char*, int,
                                   const char* const*, const char* const*) {
  *program = new Program{text, "", "", ""};
  return 0;
}
STANDIN_API int nvrtcDestroyProgram(void** program) {
  delete (Program*)*program;
  *program = nullptr;
  return 0;
}
STANDIN_API int nvrtcCompileProgram(void* handle, int count, const char* const* options) {
  auto& program = *(Program*)handle;
  for (int i = 0; i < count; i++)
    if (std::strncmp(options[i], "-D", 2) == 0)
      program.options += std::string(" '") + options[i] + "'";
  const standin::Compiled made = standin::compile(program.text, program.options);
  program.log = made.log;
  program.image = made.image;
  return made.good ? 0 : 6;
}
STANDIN_API int nvrtcGetProgramLogSize(void* program, std::size_t* bytes) {
  *bytes = ((Program*)program)->log.size() + 1;
  return 0;
}
STANDIN_API int nvrtcGetProgramLog(void* program, char* log) {
  std::strcpy(log, ((Program*)program)->log.c_str());
  return 0;
}
STANDIN_API int nvrtcGetCUBINSize(void* program, std::size_t* bytes) {
  *bytes = ((Program*)program)->image.size();
  return 0;
}
STANDIN_API int nvrtcGetCUBIN(void* program, char* image) {
  std::memcpy(image, ((Program*)program)->image.data(), ((Program*)program)->image.size());
  return 0;
}

namespace {
std::string ptx_of(const Program& program) {
  return standin::kPtxHead + program.options + "\n" + program.text;
}
}  // namespace

STANDIN_API int nvrtcGetPTXSize(void* program, std::size_t* bytes) {
  *bytes = ptx_of(*(Program*)program).size() + 1;
  return 0;
}
STANDIN_API int nvrtcGetPTX(void* program, char* image) {
  const std::string ptx = ptx_of(*(Program*)program);
  std::memcpy(image, ptx.c_str(), ptx.size() + 1);
  return 0;
}
