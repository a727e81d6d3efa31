// `hedgerow bench --device`: a program of its own within hedgerow-bench, for what is measured on a device has other figures.
#pragma once

namespace hedgerow::bench {

bool wants_device(int argc, char** argv);
// As main. 0: all ran, and were equal where that was checked.
int run_device_bench(int argc, char** argv);

}  // namespace hedgerow::bench
