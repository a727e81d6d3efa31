// Opens libOpenCL.so.1, and names and interprets its errors.
#include "device/opencl/api.hpp"

namespace hedgerow::device::opencl {

Loader load_loader() {
  const Library library({"libOpenCL.so.1"});
  if (!library)
    throw Error(Status::kNoDriver,
                "no OpenCL: libOpenCL.so.1 cannot be opened: " + library.error());
  Loader loader;
  std::string missing;
#define OPENCL(result, member, symbol, parameters) library.bind(loader.member, symbol, &missing);
#include "device/opencl/functions.def"
  if (!missing.empty())
    throw Error(Status::kOldDriver,
                "libOpenCL.so.1 is too old: it lacks " + missing + " of OpenCL 1.2");
  return loader;
}

std::string describe(int error) {
  const char* name = "error";
  switch (error) {
#define NAME(number, text) \
  case number:             \
    name = text;           \
    break;
    NAME(-1, "CL_DEVICE_NOT_FOUND")
    NAME(-2, "CL_DEVICE_NOT_AVAILABLE")
    NAME(-3, "CL_COMPILER_NOT_AVAILABLE")
    NAME(-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE")
    NAME(-5, "CL_OUT_OF_RESOURCES")
    NAME(-6, "CL_OUT_OF_HOST_MEMORY")
    NAME(-11, "CL_BUILD_PROGRAM_FAILURE")
    NAME(-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET")
    NAME(-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST")
    NAME(-30, "CL_INVALID_VALUE")
    NAME(-34, "CL_INVALID_CONTEXT")
    NAME(-36, "CL_INVALID_COMMAND_QUEUE")
    NAME(-38, "CL_INVALID_MEM_OBJECT")
    NAME(-42, "CL_INVALID_BINARY")
    NAME(-43, "CL_INVALID_BUILD_OPTIONS")
    NAME(-46, "CL_INVALID_KERNEL_NAME")
    NAME(-54, "CL_INVALID_WORK_GROUP_SIZE")
    NAME(-61, "CL_INVALID_BUFFER_SIZE")
    NAME(kNoPlatform, "CL_PLATFORM_NOT_FOUND_KHR")
#undef NAME
    default:
      break;
  }
  return std::string(name) + " (" + std::to_string(error) + ")";
}

Status meaning(int error, bool waiting) {
  switch (error) {
    case -2:
    case -14:
    case -34:
    case -36:
    case -9999:  // NVIDIA's code for an illegal access by a kernel
      return Status::kLost;
    case -5:
      return waiting ? Status::kLost : Status::kDeviceMemory;
    case -4:
    case -61:
      return Status::kDeviceMemory;
    case -6:
      return Status::kMemory;
    case -3:
    case -11:
    case -42:
    case -43:
      return Status::kCompile;
    default:
      // The event of failed work has a negative code of its own: the work failed on the device.
      return waiting ? Status::kLost : Status::kDriver;
  }
}

}  // namespace hedgerow::device::opencl
