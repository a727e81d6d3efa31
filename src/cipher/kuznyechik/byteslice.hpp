// What a byteslice kernel needs from outside its anonymous namespace.
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kuznyechik/decomposition.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/counter.hpp"
