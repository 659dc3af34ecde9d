// The matrix of `lab08 --matrix F`.
#include "matrix_file.h"
#include "mtx.h"

struct csr csr_of_file;

const char *read_matrix(const char *path) {
  static char why[MTX_MESSAGE];
  return mtx_read(path, &csr_of_file, why) ? NULL : why;
}
