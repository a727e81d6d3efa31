/* The start of a program that is linked to the symbols of an older glibc (old_glibc.py). The start code of glibc 2.34
 * leaves the constructors of the program to libc. Before, the program ran them itself, in a function that it passed.
 * Newer versions of libc still call it. */
typedef void constructor(int argc, char** argv, char** environment);
extern constructor *__preinit_array_start[], *__preinit_array_end[], *__init_array_start[],
    *__init_array_end[];
extern void _init(void);

static void run_constructors(int argc, char** argv, char** environment) {
  for (constructor** c = __preinit_array_start; c != __preinit_array_end; c++)
    (*c)(argc, argv, environment);
  _init();
  for (constructor** c = __init_array_start; c != __init_array_end; c++)
    (*c)(argc, argv, environment);
}

int __real___libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                             constructor* init, void (*fini)(void), void (*rtld_fini)(void),
                             void* stack_end);
int __wrap___libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                             constructor* init, void (*fini)(void), void (*rtld_fini)(void),
                             void* stack_end) {
  (void)init;
  return __real___libc_start_main(main, argc, argv, run_constructors, fini, rtld_fini, stack_end);
}
