// Lab 03, the reference: the names and functions that several stages use.

enum { WARP = 32, BLOCK = 256 };

static unsigned blocks_for(int64_t n, int64_t per_block) {
  return (unsigned)((n + per_block - 1) / per_block);
}
