// A failure on a device has a status that a program can test and a sentence that a person can read.
// Every failure inside libhedgerow-device is thrown as Error.
#pragma once

#include <stdexcept>
#include <string>

#include "hedgerow/device.h"

namespace hedgerow::device {

// The statuses of device.h without their prefix, so that for example kLost is HEDGEROW_DEVICE_LOST.
enum class Status : int {
#define STATUS(name, constant, text) name = constant,
#include "device/status.def"
};

class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

// Throws if a call of hedgerow.h failed, with the nearest status of device.h.
void check_library(hedgerow_status status, const char* what);

}  // namespace hedgerow::device
