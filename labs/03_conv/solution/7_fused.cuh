// Lab 03, stage 7: several steps a launch, for large grids.

// A warp walks down a strip of the grid and takes each row through all STEPS steps at once. A lane has four
// neighbouring cells of a row in registers. Of each step it keeps the last two rows: when the step before has
// made the next one, the row between them can make its step. So the row that is stored is STEPS rows above the
// one that is loaded. Neighbours in a row come from the lanes beside it, so that no shared memory and no
// barrier is needed.
//
// At the ends of a strip each step has one wrong cell more, for want of a neighbour. The first and the last
// lane, four cells each, are the halo for four steps: a warp loads 128 cells of a row and stores 120. In the
// same way it begins STEPS rows above its own rows and goes on for STEPS rows below them.
//
// Four steps then take 8 bytes a cell and the halo, where four launches take 32. AHEAD rows are loaded before
// they are needed.
enum { MAX_FUSED = 4, STRIP = 4 * (WARP - 2), STRIP_ROWS = 64, STRIP_WARPS = 4, AHEAD = 3 };

struct cells {
  float of[4];
};

// Returns the cells from (x, y) on; column is x's place in the grid. VECTORS: the width is a multiple of 4.
template <bool VECTORS>
static __device__ cells load_cells(const float *in, int width, int height, int x, int column, int y,
                                   int mode) {
  cells c = {};
  int row = place(y, height, mode);
  if (!VECTORS)
    for (int j = 0; j < 4; j++) c.of[j] = pixel(in, width, row, x + j, mode);
  else if (row >= 0 && column >= 0)
    set4(c.of, *(const float4 *)(in + (int64_t)row * width + column));
  return c;
}

template <int STEPS, bool VECTORS>
__global__ void __launch_bounds__(STRIP_WARPS *WARP)
    conv_7_fused_kernel(const float *__restrict__ in, int width, int height, float k, int edges,
                        float *__restrict__ out) {
  int lane = threadIdx.x % WARP, strip = blockIdx.x * STRIP_WARPS + threadIdx.x / WARP;
  int x = strip * STRIP - 4 + 4 * lane, first = blockIdx.y * STRIP_ROWS,
      end = min(first + STRIP_ROWS, height);
  if (strip * STRIP >= width) return;
  bool fixed = edges == CONV_FIXED, at_side = strip == 0 || (strip + 1) * STRIP + 4 >= width;
  bool stores = lane > 0 && lane < WARP - 1;
  int mode = fixed ? CONV_ZERO : CONV_WRAP, column = place(x, width, mode);

  cells above[STEPS] = {}, here[STEPS] = {}, next[AHEAD];
  int y = first - STEPS; // the row that comes next
#pragma unroll
  for (int i = 0; i < AHEAD; i++) next[i] = load_cells<VECTORS>(in, width, height, x, column, y + i, mode);

  for (; y < end + STEPS; y += AHEAD)
#pragma unroll
    for (int i = 0; i < AHEAD; i++) {
      cells below = next[i];
      next[i] = load_cells<VECTORS>(in, width, height, x, column, y + i + AHEAD, mode);
#pragma unroll
      for (int s = 0; s < STEPS; s++) { // below and here are rows of step s, after becomes one of step s + 1
        int row = y + i - 1 - s;
        cells c = here[s], after;
        float left = __shfl_up_sync(~0u, c.of[3], 1), right = __shfl_down_sync(~0u, c.of[0], 1);
#pragma unroll
        for (int j = 0; j < 4; j++) {
          float l = j > 0 ? c.of[j - 1] : left, r = j < 3 ? c.of[j + 1] : right;
          after.of[j] = c.of[j] + k * ((l + r) + (above[s].of[j] + below.of[j]) - 4 * c.of[j]);
        }
        bool outer_row = row <= 0 || row >= height - 1;
        if (fixed && (at_side || outer_row))
#pragma unroll
          for (int j = 0; j < 4; j++)
            if (outer_row || x + j <= 0 || x + j >= width - 1) after.of[j] = c.of[j];
        above[s] = c, here[s] = below, below = after;
      }
      int row = y + i - STEPS;
      if (stores && row >= first && row < end)
        store4(out, width, height, x, row, make_float4(below.of[0], below.of[1], below.of[2], below.of[3]));
    }
}

template <int STEPS>
static void conv_7_fused(const float *in, int width, int height, float k, int edges, float *out) {
  dim3 grid(blocks_for(width, STRIP * STRIP_WARPS), blocks_for(height, STRIP_ROWS));
  if (width % 4 == 0)
    conv_7_fused_kernel<STEPS, true><<<grid, STRIP_WARPS * WARP>>>(in, width, height, k, edges, out);
  else
    conv_7_fused_kernel<STEPS, false><<<grid, STRIP_WARPS * WARP>>>(in, width, height, k, edges, out);
}

// As below, but each launch makes four steps; the first one makes what is left over.
static int conv_7_in_strips(const float *in, int width, int height, float k, int steps, int edges,
                            float *scratch, float *out) {
  static void (*const of_steps[])(const float *, int, int, float, int, float *) = {
      conv_7_fused<1>, conv_7_fused<2>, conv_7_fused<3>, conv_7_fused<4>};
  for (int left = (steps + MAX_FUSED - 1) / MAX_FUSED, made = (steps - 1) % MAX_FUSED; left > 0; left--) {
    float *to = left % 2 ? out : scratch;
    of_steps[made](in, width, height, k, edges, to);
    in = to, made = MAX_FUSED - 1;
  }
  return cudaGetLastError();
}
