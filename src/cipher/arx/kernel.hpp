// What an ARX kernel needs from outside its anonymous namespace.
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/arx/counter.hpp"
#include "cipher/arx/shape.hpp"
