// Lab 05, stage 9: row pointers of a sparse matrix.

// First, row_ptr holds counters: row_ptr[r] becomes the number of entries of row r.
__global__ void scan_9_zero_kernel(int *row_ptr, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) row_ptr[i] = 0;
}

__global__ void scan_9_count_kernel(const int *row, int64_t entries, int *row_ptr) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k < entries) atomicAdd(&row_ptr[row[k]], 1);
}

// The exclusive scan works in place: a block stores its tile after it has loaded all of it, and no other block
// needs the tile.
int scan_9_csr_build(const int *row, int64_t entries, int64_t rows, uint64_t *scratch, int *row_ptr) {
  scan_9_zero_kernel<<<tiles_of(rows + 1, BLOCK), BLOCK>>>(row_ptr, rows + 1);
  if (entries > 0) scan_9_count_kernel<<<tiles_of(entries, BLOCK), BLOCK>>>(row, entries, row_ptr);
  return scan_7_look_back_int(row_ptr, rows + 1, 1, scratch, row_ptr);
}
