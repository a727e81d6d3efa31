/* Runs emitted circuits on all inputs, each in every lane of its words. Prints one line per
 * input with the outputs as one hexadecimal number. It is C99 without a library. The including
 * file defines WORD (the type of a plane, of any size) and put(char). */
#ifndef TABLE_MAIN_H
#define TABLE_MAIN_H

enum { kMostOutputs = 64, kMostEntries = 256 };

static unsigned char table_bits[kMostOutputs][kMostEntries];

static unsigned lane_bit(const void* plane, unsigned lane) {
  return ((const unsigned char*)plane)[lane / 8] >> lane % 8 & 1u;
}

/* Fills a plane with bit i of the inputs: lane k gets bit i of the input x = `first` + k.
 *
 *   lane:    0            1             2             ...
 *   bit i of first        first + 1     first + 2     ... */
static void fill_plane(void* plane, unsigned bytes, unsigned first, unsigned i) {
  for (unsigned k = 0; k < bytes; k++) {
    unsigned char byte = 0;
    for (unsigned j = 0; j < 8; j++) byte |= (unsigned char)(((first + 8 * k + j) >> i & 1u) << j);
    ((volatile unsigned char*)plane)[k] = byte;
  }
}

static void print_table(unsigned entries, unsigned outputs) {
  for (unsigned v = 0; v < entries; v++) {
    for (unsigned o = outputs; o; o -= 4) {
      unsigned digit = 0;
      for (unsigned i = 1; i <= 4; i++) digit = 2 * digit + table_bits[o - i][v];
      put((char)(digit < 10 ? '0' + digit : 'a' + digit - 10));
    }
    put('\n');
  }
}

/* Prints one circuit. `call` is a statement over the planes x and y. Bit i of `nots` inverts
 * y[i]. */
#define PRINT_TABLE(inputs, outputs, nots, call)                                               \
  do {                                                                                         \
    WORD x[inputs], y[outputs];                                                                \
    for (unsigned first = 0; first < 1u << (inputs); first += 8 * sizeof(WORD)) {              \
      for (unsigned i = 0; i < (inputs); i++) fill_plane(&x[i], sizeof(WORD), first, i);       \
      call;                                                                                    \
      for (unsigned lane = 0; lane < 8 * sizeof(WORD); lane++)                                 \
        for (unsigned o = 0; o < (outputs); o++)                                               \
          table_bits[o][(first + lane) & ((1u << (inputs)) - 1)] =                             \
              (unsigned char)(lane_bit(&y[o], lane) ^ ((unsigned long long)(nots) >> o & 1u)); \
    }                                                                                          \
    print_table(1u << (inputs), outputs);                                                      \
  } while (0)

#endif
