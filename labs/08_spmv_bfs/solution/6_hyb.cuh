// Lab 08, stage 6: ELLPACK and coordinates.

// First stage 4's kernel stores every y, then stage 1's kernel adds the rest of the few long rows. The
// counters: bytes fall, because the common width needs little padding; there are atomics only for the
// nonzeros beyond this width.
int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  const spmv_coo &rest = a->rest;
  if (a->ell.rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->ell.rows), SPMV_BLOCK>>>(a->ell, x, y);
  if (rest.nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(rest.nonzeros), SPMV_BLOCK>>>(rest, x, y);
  return cudaGetLastError();
}
