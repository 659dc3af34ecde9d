// The converters: every nonzero once and where its format says, in matrices of all shapes.
#include "spmv_formats.h"
#include "grader/task.h"
#include "grader/tests/check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The sum of all values of a row, weighted by column: two matrices with the same sums are the same but for rounding, and
// these weights are whole numbers, so that sums are exact.
static double *sums_of(const struct csr *m) {
  double *sum = csr_room(m->rows, sizeof *sum);
  for (int64_t r = 0; r < m->rows; r++)
    for (int64_t k = m->offset[r]; k < m->offset[r + 1]; k++)
      sum[r] += m->value[k] * (double)(m->column[k] + 1);
  return sum;
}

static bool same(const double *a, const double *b, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (a[i] != b[i]) return false;
  return true;
}

static void add_coo(const struct csr *m, int64_t skip, double *sum, int64_t expected) {
  int64_t n = coo_count(m, skip), last = 0;
  int32_t *row = csr_room(n, 4), *column = csr_room(n, 4);
  float *value = csr_room(n, 4);
  CHECK(n == expected);
  coo_fill(m, skip, row, column, value);
  for (int64_t k = 0; k < n; last = row[k++]) {
    CHECK(row[k] >= last && row[k] < m->rows);
    sum[row[k]] += value[k] * (double)(column[k] + 1);
  }
  free(row), free(column), free(value);
}

static int64_t add_ell(const struct csr *m, int64_t width, double *sum) {
  int64_t places = width * m->rows, filled = 0;
  int32_t *column = csr_room(places, 4);
  float *value = csr_room(places, 4);
  ell_fill(m, width, column, value);
  for (int64_t k = 0; k < places; k++) {
    if (column[k] == -1) {
      CHECK(isnan(value[k]));
      continue;
    }
    CHECK(k < m->rows || column[k - m->rows] != -1); // filled from place 0 on
    sum[k % m->rows] += value[k] * (double)(column[k] + 1);
    filled++;
  }
  free(column), free(value);
  return filled;
}

static void add_jds(const struct csr *m, double *sum) {
  int64_t width = csr_longest(m);
  int32_t *start = csr_room(width + 1, 4), *permutation = csr_room(m->rows, 4),
          *column = csr_room(m->nonzeros, 4);
  float *value = csr_room(m->nonzeros, 4);
  jds_fill(m, start, permutation, column, value);
  CHECK(start[0] == 0 && start[width] == m->nonzeros);
  for (int64_t i = 1; i < m->rows; i++) {
    int64_t before = csr_length(m, permutation[i - 1]), length = csr_length(m, permutation[i]);
    CHECK(before > length || (before == length && permutation[i - 1] < permutation[i]));
  }
  for (int64_t j = 0; j < width; j++)
    for (int32_t k = start[j]; k < start[j + 1]; k++)
      sum[permutation[k - start[j]]] += value[k] * (double)(column[k] + 1);
  free(start), free(permutation), free(column), free(value);
}

static void check_matrix(struct csr m) {
  m.value = csr_room(m.nonzeros, sizeof *m.value);
  pmpp_fill_whole_f32(m.value, m.nonzeros, -100, 100, 5);
  double *want = sums_of(&m), *got[4];
  for (int i = 0; i < 4; i++) got[i] = csr_room(m.rows, sizeof **got);
  int64_t hyb = hyb_width(&m), longest = csr_longest(&m);

  add_coo(&m, 0, got[0], m.nonzeros);
  CHECK(add_ell(&m, longest, got[1]) == m.nonzeros);
  add_jds(&m, got[2]);
  int64_t in_ell = add_ell(&m, hyb, got[3]);
  add_coo(&m, hyb, got[3], m.nonzeros - in_ell);
  for (int i = 0; i < 4; i++) CHECK(same(want, got[i], m.rows));

  // At least a third of the rows fill the hybrid's width; not so with one more.
  int64_t fill = 0, more = 0;
  for (int64_t r = 0; r < m.rows; r++) fill += csr_length(&m, r) >= hyb, more += csr_length(&m, r) > hyb;
  CHECK(3 * fill >= m.rows && (3 * more < m.rows || m.rows == 0));
  for (int i = 0; i < 4; i++) free(got[i]);
  free(want);
  csr_free(&m);
}

// What the shapes are said to be.
static void test_generators(void) {
  struct csr grid = csr_grid(3, 2, true), chain = csr_grid(4, 1, false), star = csr_star(5, 2);
  CHECK(grid.nonzeros == 6 + 2 * 7 && csr_length(&grid, 1) == 4 && grid.column[grid.offset[5]] == 2);
  CHECK(chain.nonzeros == 6 && csr_length(&chain, 0) == 1 && csr_length(&chain, 1) == 2);
  CHECK(star.nonzeros == 8 && csr_length(&star, 2) == 4 && csr_length(&star, 4) == 1);
  csr_free(&grid), csr_free(&chain), csr_free(&star);

  struct csr dense = csr_dense_row(20, 31, 100, 7, 3), empty = csr_empty_rows(40, 9, 200, 3, 3);
  CHECK(csr_length(&dense, 7) == 31);
  CHECK(csr_length(&empty, 1) == 0 && csr_length(&empty, 0) > 0 && csr_length(&empty, 30) == 0);
  CHECK(empty.offset[40] == 200 && empty.offset[30] == 200);
  csr_free(&dense), csr_free(&empty);

  // A quarter of R-MAT's edges: a + b of the rows' first bit is 0.76, so rows are far from even; numbers are shuffled, so
  // the longest is not row 0. The same seed gives the same matrix.
  struct csr a = csr_rmat(10, 16384, 1), b = csr_rmat(10, 16384, 1), c = csr_rmat(10, 16384, 2);
  CHECK(a.nonzeros == 16384 && csr_longest(&a) > 200 && csr_length(&a, 0) < 200);
  CHECK(memcmp(a.column, b.column, 4 * 16384) == 0 && memcmp(a.column, c.column, 4 * 16384) != 0);
  csr_free(&a), csr_free(&b), csr_free(&c);
}

// The share of rows of at most `most` nonzeros.
static double share_of(const struct csr *m, int64_t most) {
  int64_t n = 0;
  for (int64_t r = 0; r < m->rows; r++) n += csr_length(m, r) <= most;
  return (double)n / (double)m->rows;
}

// What the rules say of those that look as applications' do: the rows' lengths, and how far from the diagonal they reach.
static void test_applications(void) {
  struct csr mesh = csr_mesh(5), road = csr_road(301, 207, 1), circuit = csr_circuit(20011, 1),
             web = csr_web(20011, 1), program = csr_program(5003, 9001, 1);
  CHECK(mesh.rows == 125 && csr_length(&mesh, 0) == 8 && csr_length(&mesh, 62) == 27 &&
        mesh.nonzeros == 13 * 13 * 13);
  CHECK(mesh.column[mesh.offset[62]] == 31 && mesh.column[mesh.offset[63] - 1] == 93);
  CHECK(csr_longest(&road) == 4 && fabs((double)road.nonzeros / (double)road.rows - 2.5) < 0.05);
  for (int64_t k = 0; k < csr_length(&road, 5000); k++)
    CHECK(llabs(road.column[road.offset[5000] + k] - 5000) == 1 ||
          llabs(road.column[road.offset[5000] + k] - 5000) == 301);
  CHECK(csr_length(&circuit, 3) > 15 && share_of(&circuit, 20) > 0.99 && share_of(&circuit, 0) == 0);
  CHECK(share_of(&web, 2) == 0 && fabs(share_of(&web, 6) - 0.57) < 0.02 && share_of(&web, 999) < 0.999 &&
        csr_longest(&web) > 1000);
  CHECK(csr_length(&program, 0) == 12 && csr_length(&program, 5002) == 9001 / 16 + (5002 % 16 < 9001 % 16));
  CHECK(program.column[program.offset[1500]] >= 1000 && program.column[program.offset[1501] - 1] < 2000);
  struct csr *all[] = {&mesh, &road, &circuit, &web, &program};
  for (int i = 0; i < 5; i++) csr_free(all[i]);
}

// Edges in any order, rows and columns of one, two and three digits of the sort: each comes out once, a row's in the order of
// columns.
static void check_edges(int64_t rows, int64_t columns, int64_t n) {
  struct edge *edge = csr_room(n, sizeof *edge);
  int64_t *length = csr_room(rows, sizeof *length), *sum = csr_room(rows, sizeof *sum);
  uint64_t random = 9;
  for (int64_t i = 0; i < n; i++) {
    int64_t row = csr_below(&random, rows), column = csr_below(&random, columns);
    edge[i] = (struct edge){(int32_t)row, (int32_t)column};
    length[row]++, sum[row] += column * column;
  }
  struct csr m = csr_from_edges(rows, columns, edge, n);
  CHECK(m.rows == rows && m.columns == columns && m.nonzeros == n && m.offset[0] == 0);
  int64_t wrong = 0, unsorted = 0;
  for (int64_t r = 0; r < rows; r++) {
    for (int64_t k = m.offset[r]; k < m.offset[r + 1]; k++) {
      sum[r] -= (int64_t)m.column[k] * m.column[k];
      unsorted += k > m.offset[r] && m.column[k - 1] > m.column[k];
    }
    wrong += csr_length(&m, r) != length[r] || sum[r] != 0;
  }
  CHECK(wrong == 0);
  CHECK(unsorted == 0);
  free(length), free(sum);
  csr_free(&m);
}

int main(void) {
  check_edges(1, 1, 3);
  check_edges(4096, 4097, 20000);
  check_edges(4097, 4096, 20000);
  check_edges(20000000, 5, 20000);
  check_edges(3, 20000000, 20000);
  check_matrix(csr_uniform(1, 1, 1, 1));
  check_matrix(csr_uniform(0, 5, 0, 1));
  check_matrix(csr_uniform(5, 0, 0, 1));
  check_matrix(csr_uniform(50, 7, 0, 1));
  check_matrix(csr_uniform(300, 200, 5000, 1));
  check_matrix(csr_uniform(3, 200, 5000, 1));
  check_matrix(csr_rmat(9, 8000, 1));
  check_matrix(csr_grid(13, 17, true));
  check_matrix(csr_star(101, 50));
  check_matrix(csr_disconnected(500, 37, 5));
  check_matrix(csr_empty_rows(1000, 50, 3000, 7, 1));
  check_matrix(csr_dense_row(100, 200, 500, 99, 1));
  check_matrix(csr_mesh(4));
  check_matrix(csr_road(13, 17, 1));
  check_matrix(csr_circuit(301, 1));
  check_matrix(csr_web(301, 1));
  check_matrix(csr_program(101, 303, 1));
  test_generators();
  test_applications();
  return CHECK_STATUS();
}
