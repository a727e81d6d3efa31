// The bitslice kernel over vectors, whole. Included inside a kernel's anonymous namespace, after
// `using namespace` of the ISA.
#pragma once

#include "cipher/shared/planes_vectors.hpp"

#include "cipher/clefia/planes.hpp"

#include "cipher/clefia/planes_keys.hpp"

#include "cipher/clefia/planes_ctr.hpp"

#include "cipher/shared/kernel_ops.hpp"
