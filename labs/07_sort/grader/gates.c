// Lab 07's gates: what the kernels may do at most, or must do at least.
#include "gates.h"
#include "parts.h"
#include <math.h>

static double n_of(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

static double reads_all(const struct pmpp_case *c) {
  return 4 * n_of(c);
}

static double merge_passes(const struct pmpp_case *c) {
  return 1 + ceil(log2(n_of(c) / 1024));
}

static double merge_sort_bytes(const struct pmpp_case *c) {
  return 1.05 * 8 * n_of(c) * merge_passes(c);
}

// Tiles of both runs are loaded for each tile of outputs, as textbooks have it.
static double book_merge_sort_bytes(const struct pmpp_case *c) {
  return 1.05 * n_of(c) * (8 + 12 * (merge_passes(c) - 1));
}

// Of ascending keys a merge sort stores what it loads, and the tiles' parts of each run are whole sectors, nearly.
static double merge_sort_excess(const struct pmpp_case *c) {
  if (c->spec->variant == ASCENDING) return n_of(c) / 16 + 64;
  return n_of(c) / 16 * merge_passes(c) + 64;
}

static double one_bit_bytes(const struct pmpp_case *c) {
  return 1.05 * 32 * 28 * n_of(c);
}

// Of ascending keys a merge sort stores what it loads, side by side. A radix sort deals them out by their lowest digits: each
// of a tile's digits goes to a place of its own, which begins inside a sector. (Counted: a merge sort 4857 sectors of 2^16 keys, the
// least of the radix sorts 15374.)
static double scattered(const struct pmpp_case *c) {
  return c->spec->variant == ASCENDING || c->spec->variant == RISING ? n_of(c) / 8 : 0;
}

#define GATE_SCATTERED                                                                                       \
  {                                                                                                          \
    EMU_global_sectors_excess, PMPP_AT_LEAST, scattered, 0,                                                  \
        "n / 8 where the keys ascend: their digits take them to different places all the same",              \
        "distribute the keys by their digits, pass by pass; compare no keys"                                 \
  }

static double four_bit_bytes(const struct pmpp_case *c) {
  return 1.15 * 8 * 16 * n_of(c);
}

static double four_bit_sectors(const struct pmpp_case *c) {
  return 8 * n_of(c) / 8 * 3.5;
}

static double onesweep_sectors(const struct pmpp_case *c) {
  return 4 * n_of(c) / 8 * 3;
}

static double onesweep_bytes(const struct pmpp_case *c) {
  return 1.3 * 36 * n_of(c);
}

static double pairs_bytes(const struct pmpp_case *c) {
  return 1.3 * 68 * n_of(c);
}

// Both as stage 5 has them, for keys and values; the counts of digits need no values.
static double four_bit_pairs_bytes(const struct pmpp_case *c) {
  return 2 * four_bit_bytes(c);
}

static double four_bit_pairs_sectors(const struct pmpp_case *c) {
  return 2 * four_bit_sectors(c);
}

static double bitonic_bytes(const struct pmpp_case *c) {
  return c->spec->size[1] ? 12 * n_of(c) : 1.01 * 8 * n_of(c);
}

static double bitonic_one_barrier(const struct pmpp_case *c) {
  return (c->spec->size[1] ? 1.2 : 1.0) * 57 * ceil(n_of(c) / SORT_TILE) + (c->spec->size[1] ? 57 : 0);
}

static double bitonic_barriers(const struct pmpp_case *c) {
  return (c->spec->size[1] ? 1.2 : 1.0) * 115 * ceil(n_of(c) / SORT_TILE) + (c->spec->size[1] ? 115 : 0);
}

// Two words for each of 32 warps and of the network's 55 steps, whether loaded or by shuffles; 180 to spare.
static double bitonic_words(const struct pmpp_case *c) {
  return (c->spec->size[1] ? 1.2 : 1.0) * 3700 * ceil(n_of(c) / SORT_TILE) + (c->spec->size[1] ? 3700 : 0);
}
#define BITONIC_WORDS                                                                                        \
  "3700 a tile of 1024: 2 for each of 32 warps and of 55 steps, 180 to spare; for the k largest a fifth "    \
  "more, and one tile"

#define GATE_READ_SORT GATE_READ(reads_all, "4n: the kernels themselves read every element")

#define GATE_STORES(most, why)                                                                               \
  {                                                                                                          \
    EMU_global_store_sectors, PMPP_AT_MOST, most, 0, why,                                                    \
        "bring the tile into the order of its digits in shared memory; then let neighbours store neighbours" \
  }

const struct pmpp_gate gates_3[] = {
    GATE_READ_SORT,
    {EMU_global_bytes, PMPP_AT_MOST, book_merge_sort_bytes, 0,
     "1.05 n (8 + 12 ceil(log2(n / 1024))): runs of 1024 or more to begin with; in each pass elements are "
     "loaded twice at most and stored once; 5 % for the searches",
     "sort tiles of 1024 or more elements in shared memory first: every doubling of them saves a pass"},
    {EMU_global_sectors_excess, PMPP_AT_MOST, merge_sort_excess, 0,
     "n / 16 (1 + ceil(log2(n / 1024))) + 64: a quarter of the sectors of those passes; n / 16 + 64 where "
     "keys ascend and "
     "are stored as they are loaded",
     "merge, and distribute nothing by digits; elements that a thread has in a row must go through shared "
     "memory, on the way in and out"},
    {EMU_global_bytes, PMPP_AT_MOST, merge_sort_bytes, 0,
     "1.05 x 8n (1 + ceil(log2(n / 1024))): runs of 1024 or more to begin with, then 8n a pass; 5 % for the "
     "searches",
     "load the elements of the tile of outputs alone, as in 2_merge_tiled; begin with runs of 1024 or more",
     "every element loaded once a pass", 3},
};

const struct pmpp_gate gates_4[] = {
    GATE_READ_SORT,
    {EMU_global_bytes, PMPP_AT_MOST, one_bit_bytes, 0,
     "1.05 x 32 x 28n: 32 passes that may load the keys twice and store them once, and store the zeros as "
     "numbers, "
     "scan them and load them",
     "count a block's zeros, scan the counts, and add what is before a key inside its block"},
    GATE_SCATTERED,
};

const struct pmpp_gate gates_5[] = {
    GATE_READ_SORT,
    {EMU_global_bytes, PMPP_AT_MOST, four_bit_bytes, 0,
     "1.15 x 8 x 16n: 8 passes that load the keys twice and store them twice at most, once as sorted tiles "
     "for a second kernel; 15 % for the counts",
     "a pass takes four bits: count 16 digits a tile, scan all counts at once"},
    {EMU_global_store_sectors, PMPP_AT_MOST, four_bit_sectors, 0,
     "8 x n / 8 x 3.5: n / 8 sectors a pass hold the keys, twice that where sorted tiles are stored too; "
     "in tiles of 256 a digit has 16 keys, which touch a sector more than 2; the counts take the rest",
     "bring the tile into the order of its digits in shared memory; then let neighbours store neighbours",
     "tiles sorted before they are stored", 4},
    GATE_SCATTERED,
};

const struct pmpp_gate gates_6[] = {
    GATE_READ_SORT,
    {EMU_global_bytes, PMPP_AT_MOST, onesweep_bytes, 0,
     "1.3 x 36n: 4n to count all digits, 4 passes of 8n; 30 % for the words of tiles of 4096 keys",
     "a pass must load the keys once: count all four digits in one pass before, and let tiles look back"},
    GATE_STORES(onesweep_sectors,
                "4 x n / 8 x 3: of a tile of 4096 keys 16 have the same digit; 2 sectors hold them, "
                "and where they begin inside a sector they touch one more or two"),
    GATE_SCATTERED,
};

// What a network compares does not depend on the keys.
#define GATE_OF_NO_KEYS(kind, share)                                                                         \
  {                                                                                                          \
    EMU_shared_load_requests, kind, NULL, share,                                                             \
        #share ": what the network loads of ascending keys, as a share of what it loads of others",          \
        "compare the same pairs whatever the keys are: no search, and no step left out", NULL, 0,            \
        "n=2^16+7, ascending", "n=2^16+7"                                                                    \
  }

const struct pmpp_gate gates_7[] = {
    GATE_READ_SORT,
    {EMU_global_bytes, PMPP_AT_MOST, bitonic_bytes, 0,
     "1.01 x 8n for tiles: loaded once, stored once; 12n for the k largest, where most elements are seen "
     "once",
     "keep the tile in registers or shared memory; of a tile, only its k largest need to be stored"},
    {EMU_barriers, PMPP_AT_MOST, bitonic_barriers, 0,
     "115 a tile of 1024: two for each of the network's 1 + 2 + ... + 10 = 55 steps, five to spare; for the "
     "k "
     "largest a fifth more, and one tile",
     "the network has log2 (log2 + 1) / 2 steps: runs of 2, 4, ..., 1024, each with distances length / 2, "
     "..., 1"},
    {EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.5, "0.5: the threads of a tile share the comparisons",
     "in each step of the network a thread compares one pair: no thread sorts by itself"},
    {EMU_warp_balance, PMPP_AT_LEAST, NULL, 0.25,
     "0.25: the mean warp executes a quarter of what the busiest one executes",
     "let all warps compare: one warp or one thread that sorts the tile leaves the others idle"},
    {EMU_shared_load_requests, PMPP_AT_MOST, bitonic_words, 0, BITONIC_WORDS,
     "compare pairs in 55 steps: whoever compares its element with all others of the tile loads 1024 words"},
    {EMU_warp_exchanges, PMPP_AT_MOST, bitonic_words, 0, BITONIC_WORDS,
     "compare pairs in 55 steps: whoever compares its element with all others of the tile needs 1024 "
     "shuffles"},
    GATE_OF_NO_KEYS(PMPP_AT_MOST, 1),
    GATE_OF_NO_KEYS(PMPP_AT_LEAST, 1),
    {EMU_barriers, PMPP_AT_MOST, bitonic_one_barrier, 0,
     "57 a tile of 1024: one for each of the network's 55 steps, two to spare; for the k largest a fifth "
     "more, and one tile",
     "a step's pairs are nobody else's: one barrier between two steps is enough", "one barrier a step", 2},
};

const struct pmpp_gate gates_8[] = {
    GATE_READ_SORT,
    {EMU_global_bytes, PMPP_AT_MOST, four_bit_bytes, 0, "1.15 x 8 x 16n: as in 5_radix_4bit",
     "turn the bits in the sort of 5_radix_4bit or in a better one: where the first pass loads them, and "
     "back "
     "where the last one stores them"},
    GATE_SCATTERED,
    {EMU_global_bytes, PMPP_AT_MOST, onesweep_bytes, 0,
     "1.3 x 36n: as in 6_radix_onesweep; no bytes are added",
     "turn the bits where they are loaded in the first pass, and back where they are stored in the last",
     "one sweep a digit", 2},
};

const struct pmpp_gate gates_9[] = {
    GATE_READ_SORT,
    {EMU_global_bytes, PMPP_AT_MOST, four_bit_pairs_bytes, 0,
     "1.15 x 8 x 32n: twice what 5_radix_4bit may, for keys and values",
     "let the values go along with their keys in the sort of 5_radix_4bit or in a better one"},
    GATE_STORES(four_bit_pairs_sectors,
                "2 x 8 x n / 8 x 3.5: twice what 5_radix_4bit may, for keys and values"),
    {EMU_global_bytes, PMPP_AT_MOST, pairs_bytes, 0,
     "1.3 x 68n: 4n to count the digits, 4 passes of 16n; 30 % for the tiles' words",
     "let the values go along with their keys, pass by pass; the count needs no values", "one sweep a digit",
     3},
};
