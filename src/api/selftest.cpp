// hedgerow_selftest.
#include "hedgerow/hedgerow.h"

extern "C" {

hedgerow_status hedgerow_selftest(void) { return HEDGEROW_OK; }

}  // extern "C"
