// Matrix Market files, for `--matrix`.
#ifndef LAB_08_MTX_H
#define LAB_08_MTX_H

#include "csr.h"

enum { MTX_MESSAGE = 400 };

// The matrix in the file, with its values; a pattern's are 1. False: `why` (MTX_MESSAGE bytes) says what is wrong and in
// which line, and *m is not touched. For csr_free.
bool mtx_read(const char *path, struct csr *m, char *why);

#endif
