// The bitslice kernel over vectors, whole. Included inside a kernel's anonymous namespace, after
// `using namespace` of the ISA.
#pragma once

#include "cipher/shared/byteslice.hpp"

#include "cipher/shared/bit_transpose.hpp"

consteval int byte_of(int i) { return i; }

#include "cipher/kuznyechik/planes.hpp"

#include "cipher/kuznyechik/planes_batches.hpp"

#include "cipher/kuznyechik/planes_prepare.hpp"

#include "cipher/kuznyechik/planes_ctr.hpp"
