// The stand-in of NVRTC: the text as C99 in a shared object, made by `cc`.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#define STANDIN_API extern "C" __attribute__((visibility("default")))

namespace {

struct Program {
  std::string text, log, image;
};

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

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
  *program = new Program{text, "", ""};
  return 0;
}
STANDIN_API int nvrtcDestroyProgram(void** program) {
  delete (Program*)*program;
  *program = nullptr;
  return 0;
}
STANDIN_API int nvrtcCompileProgram(void* handle, int count, const char* const* options) {
  auto& program = *(Program*)handle;
  char name[] = P_tmpdir "/standin-XXXXXX";
  if (!mkdtemp(name)) return 1;
  const std::filesystem::path folder(name);
  std::ofstream(folder / "text.c") << program.text;
  std::string command = "cc -std=gnu11 -w -O1 -shared -fPIC";
  for (int i = 0; i < count; i++)
    if (std::strncmp(options[i], "-D", 2) == 0) command += std::string(" '") + options[i] + "'";
  command += " -o " + (folder / "image").string() + " " + (folder / "text.c").string() + " >" +
             (folder / "log").string() + " 2>&1";
  const int status = std::system(command.c_str());
  program.log = content(folder / "log");
  program.image = content(folder / "image");
  std::filesystem::remove_all(folder);
  return status == 0 ? 0 : 6;
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
STANDIN_API int nvrtcGetPTXSize(void* program, std::size_t* bytes) {
  return nvrtcGetCUBINSize(program, bytes);
}
STANDIN_API int nvrtcGetPTX(void* program, char* image) { return nvrtcGetCUBIN(program, image); }
