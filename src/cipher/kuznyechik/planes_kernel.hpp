// The bitslice kernel over vectors, whole. Included inside a kernel's anonymous namespace, after
// `using namespace` of the ISA.
#pragma once

#include "cipher/shared/planes_vectors.hpp"

#include "cipher/kuznyechik/planes.hpp"

#include "cipher/kuznyechik/planes_prepare.hpp"

#include "cipher/kuznyechik/planes_ctr.hpp"
