// Given: a block's tile of a matrix product, as in lab 02. BLOCK threads compute TILE x TILE elements, a thread SIDE x SIDE.
#ifndef TILE_CUH
#define TILE_CUH

#include "block.cuh"
#include <cuda_fp16.h>

enum { TILE = 64, DEPTH = 16, SIDE = 4, ACROSS = TILE / SIDE };

// A part of an operand in shared memory: TILE of the lines that the product pairs, and DEPTH places along which it adds up.
// Two more elements a row keep the stores of load_rows free of bank conflicts.
struct tile {
  float s[DEPTH][TILE + 2];
};

// Which element of the block's TILE x TILE ones sum[i][j] of this thread is. Neighbouring threads have neighbouring columns.
static __device__ int tile_row(int i) {
  return threadIdx.x / ACROSS * SIDE + i;
}

static __device__ int tile_column(int j) {
  return threadIdx.x % ACROSS + j * ACROSS;
}

static __device__ float as_float(float x) {
  return x;
}

static __device__ float as_float(__half x) {
  return __half2float(x);
}

// Both read a part of a row-major matrix m of rows x columns elements, 0 outside; all threads of the block call, and a barrier
// has to follow. load_rows: the lines are rows, m[first + line][from + depth].
template <typename T>
static __device__ void load_rows(tile *to, const T *m, int64_t rows, int64_t columns, int64_t first,
                                 int64_t from) {
  for (int i = threadIdx.x; i < TILE * DEPTH; i += BLOCK) {
    int line = i / DEPTH, depth = i % DEPTH;
    bool inside = first + line < rows && from + depth < columns;
    to->s[depth][line] = inside ? as_float(m[(first + line) * columns + from + depth]) : 0;
  }
}

// load_columns: the lines are columns, m[from + depth][first + line].
template <typename T>
static __device__ void load_columns(tile *to, const T *m, int64_t rows, int64_t columns, int64_t first,
                                    int64_t from) {
  for (int i = threadIdx.x; i < TILE * DEPTH; i += BLOCK) {
    int line = i % TILE, depth = i / TILE;
    bool inside = from + depth < rows && first + line < columns;
    to->s[depth][line] = inside ? as_float(m[(from + depth) * columns + first + line]) : 0;
  }
}

// Adds the products of each line of a with each line of b: sum[i][j] gets those of lines tile_row(i) and tile_column(j).
static __device__ void multiply(const tile *a, const tile *b, float sum[SIDE][SIDE]) {
  for (int l = 0; l < DEPTH; l++) {
    float x[SIDE], y[SIDE];
    for (int i = 0; i < SIDE; i++) x[i] = a->s[l][tile_row(i)];
    for (int j = 0; j < SIDE; j++) y[j] = b->s[l][tile_column(j)];
    for (int i = 0; i < SIDE; i++)
      for (int j = 0; j < SIDE; j++) sum[i][j] += x[i] * y[j];
  }
}

static inline unsigned tiles(int64_t n) {
  return (unsigned)((n + TILE - 1) / TILE);
}

#endif
