// `hedgerow bench --device` is a separate program within hedgerow-bench, because measurements on a
// device have other figures.
#pragma once

namespace hedgerow::bench {

bool wants_device(int argc, char** argv);
// Arguments and result as for main. 0: at least one row ran, and all checked rows equal the CPU's.
// 1: a row differs. 2: the request is wrong. 3: the device failed or is lost, or standard output
// could not be written. 4: there is no such device, or no kernel serves it.
int run_device_bench(int argc, char** argv);

}  // namespace hedgerow::bench
