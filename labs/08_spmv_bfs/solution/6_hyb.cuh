// Lab 08, stage 6: ELLPACK and coordinates.

// Stage 4's kernel stores every y, stage 1's adds to those of the few long rows: first the one, then the other. What
// moves: no more padding than the common width needs, and atomics only for what exceeds it.
int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  const spmv_coo &rest = a->rest;
  if (a->ell.rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->ell.rows), SPMV_BLOCK>>>(a->ell, x, y);
  if (rest.nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(rest.nonzeros), SPMV_BLOCK>>>(rest, x, y);
  return cudaGetLastError();
}
