// The matrix of `lab08 --matrix F`: read once, kept as long as the grader runs.
#ifndef MATRIX_FILE_H
#define MATRIX_FILE_H

#include "mtx.h"

static struct csr csr_of_file;

static const char *read_matrix(const char *path) {
  static char why[MTX_MESSAGE];
  return mtx_read(path, &csr_of_file, why) ? NULL : why;
}

#endif
