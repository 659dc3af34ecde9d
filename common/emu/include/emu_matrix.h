// A warp's matrix product as each lane hands it to the runtime. For C and C++.
#ifndef EMU_MATRIX_H
#define EMU_MATRIX_H

enum emu_element { EMU_HALF, EMU_BFLOAT16, EMU_TF32, EMU_FLOAT, EMU_INT8, EMU_UINT8, EMU_INT32 };

// D = A B + C, A of m x k, B of k x n. A fragment is cut into blocks of 8 x 8 elements. In each, lane l holds
// two neighbours: of row l / 4 columns 2 (l % 4) and the next; with `columns` set, rows and columns change
// places. The blocks follow one another along the rows; with `columns` set, along the columns.
struct emu_fragment {
  void *x;
  int element, rows, columns_count, columns;
};
struct emu_matrix_product {
  struct emu_fragment a, b, c, d;
  int saturates; // sums of whole numbers end at the least and the greatest int
};

// PTX's ldmatrix. Lane 8 i + r brings row r of matrix i; each lane receives of each matrix two neighbours of row lane / 4,
// or, transposed, of column lane / 4: columns (rows) 2 (lane % 4) and the next.
struct emu_matrix_rows {
  unsigned row[4], out[4];
  int matrices, transposed;
};

#endif
