// `hedgerow bench --device`: a program of its own within hedgerow-bench, for what is measured
// on a device has other figures.
#pragma once

namespace hedgerow::bench {

bool wants_device(int argc, char** argv);
// As main. 0: at least one row ran, and those that were checked are equal to the CPU's; 1: one differs; 2: a wrong
// request; 3: the device failed or is lost, or standard output could not be written; 4: there is no such device, or
// nothing serves it.
int run_device_bench(int argc, char** argv);

}  // namespace hedgerow::bench
