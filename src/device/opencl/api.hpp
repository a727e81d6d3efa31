// The functions of the OpenCL loader. They are bound at run time, so the build needs no OpenCL
// header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "device/error.hpp"
#include "device/library.hpp"

namespace hedgerow::device::opencl {

struct Loader {
#define OPENCL(result, member, symbol, parameters) result(*member) parameters = nullptr;
#include "device/opencl/functions.def"
};

// Throws kNoDriver or kOldDriver.
Loader load_loader();

// For example "CL_OUT_OF_RESOURCES (-5)".
std::string describe(int error);
// Returns the status for an error of a call, where `waiting` means that the error came from queued
// work.
Status meaning(int error, bool waiting);

// The values of the OpenCL standard that are used here.
constexpr int kSuccess = 0, kDeviceNotFound = -1, kNoPlatform = -1001;
constexpr unsigned kPlatformName = 0x0902, kPlatformVersion = 0x0901;
constexpr std::uint64_t kTypeAll = 0xffffffff, kTypeCpu = 2;
constexpr unsigned kDeviceUnits = 0x1002, kDeviceClock = 0x100c, kDeviceMemory = 0x101f,
                   kDeviceLocal = 0x1023, kDeviceType = 0x1000, kDeviceLittle = 0x1026,
                   kDeviceAvailable = 0x1027, kDeviceCompiler = 0x1028, kDeviceName = 0x102b,
                   kDeviceDriver = 0x102d, kDeviceVersion = 0x102f, kDeviceLanguage = 0x103d;
constexpr unsigned kQueueContext = 0x1090, kQueueProperties = 0x1093;
constexpr unsigned kBufferSize = 0x1102, kBufferContext = 0x1106;
constexpr std::uint64_t kReadWrite = 1, kHostPinned = 1 << 4, kMapBoth = 3;
constexpr unsigned kBuildLog = 0x1183, kBinarySizes = 0x1165, kBinaries = 0x1166;
constexpr unsigned kEventStatus = 0x11d3;

}  // namespace hedgerow::device::opencl
