// Matrix Market files, right ones with the matrix expected, wrong ones with the message expected.
#include "mtx.h"
#include "grader/tests/check.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER(field, symmetry) "%%MatrixMarket matrix coordinate " field " " symmetry "\n"
#define GENERAL                 HEADER("real", "general")
enum { MOST = 16 };

static char path[] = "/tmp/pmpp_mtx_test_XXXXXX";

static void write_file(const char *text, size_t n) {
  FILE *f = fopen(path, "w");
  CHECK(f && fwrite(text, 1, n, f) == n);
  fclose(f);
}

// ---- right files -----------------------------------------------------------------------------------------

static const struct {
  const char *text;
  int64_t rows, columns, nonzeros;
  struct {
    int row, column; // from 0 on
    float value;
  } entry[MOST]; // in order
} right[] = {
    {GENERAL "2 3 2\n1 3 1.5\n2 1 -2e1\n", 2, 3, 2, {{0, 2, 1.5f}, {1, 0, -20}}},
    {GENERAL "2 3 2\n2 1 -20\n1 3 1.5\n", 2, 3, 2, {{0, 2, 1.5f}, {1, 0, -20}}},
    {GENERAL "2 3 2\n1 3 1.5\n2 1 -20", 2, 3, 2, {{0, 2, 1.5f}, {1, 0, -20}}}, // no newline at the end
    {"%%matrixmarket MATRIX Coordinate Real General\n1 1 1\n1 1 1\n", 1, 1, 1, {{0, 0, 1}}},
    {GENERAL "% one\n%\n%two\n\n 2\t3  1 \n% three\n  \n1 3 1\n%four\n\n", 2, 3, 1, {{0, 2, 1}}},
    {"%%MatrixMarket matrix coordinate real general\r\n% c\r\n2 2 1\r\n2 2 7\r\n", 2, 2, 1, {{1, 1, 7}}},
    {HEADER("integer", "general") "1 2 2\n1 1 -3\n1 2 +4\n", 1, 2, 2, {{0, 0, -3}, {0, 1, 4}}},
    {HEADER("pattern", "general") "2 2 2\n2 1\n1 2\n", 2, 2, 2, {{0, 1, 1}, {1, 0, 1}}},
    {HEADER("real", "symmetric") "3 3 3\n1 1 5\n3 1 2\n2 2 4\n",
     3,
     3,
     4,
     {{0, 0, 5}, {0, 2, 2}, {1, 1, 4}, {2, 0, 2}}},
    {HEADER("pattern", "symmetric") "2 2 1\n2 1\n", 2, 2, 2, {{0, 1, 1}, {1, 0, 1}}},
    {HEADER("real", "skew-symmetric") "3 3 2\n3 1 2\n2 1 -4\n",
     3,
     3,
     4,
     {{0, 1, 4}, {0, 2, -2}, {1, 0, -4}, {2, 0, 2}}},
    {GENERAL "2 2 4\n1 2 1\n2 2 8\n1 2 2\n1 2 4\n", 2, 2, 2, {{0, 1, 7}, {1, 1, 8}}},
    {HEADER("real", "symmetric") "2 2 3\n2 1 1\n2 1 2\n1 1 1\n", 2, 2, 3, {{0, 0, 1}, {0, 1, 3}, {1, 0, 3}}},
    {GENERAL "3 3 2\n1 1 1\n1 1 -1\n", 3, 3, 1, {{0, 0, 0}}},
    {GENERAL "0 0 0\n", 0, 0, 0, {{0, 0, 0}}},
    {GENERAL "5 0 0\n", 5, 0, 0, {{0, 0, 0}}},
};

static void test_right(void) {
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    struct csr m = {0};
    char why[MTX_MESSAGE] = "";
    write_file(right[i].text, strlen(right[i].text));
    bool read = mtx_read(path, &m, why);
    if (!read) printf("file %zu: %s\n", i, why);
    CHECK(read && m.rows == right[i].rows && m.columns == right[i].columns &&
          m.nonzeros == right[i].nonzeros);
    CHECK(m.offset[0] == 0 && m.offset[m.rows] == m.nonzeros);
    for (int64_t r = 0; r < m.rows; r++)
      for (int64_t k = m.offset[r]; k < m.offset[r + 1]; k++)
        CHECK(right[i].entry[k].row == r && right[i].entry[k].column == m.column[k] &&
              right[i].entry[k].value == m.value[k]);
    csr_free(&m);
  }
}

// ---- wrong files -----------------------------------------------------------------------------------------

static const struct {
  const char *text, *message;
} wrong[] = {
    {"", "line 1: the file is empty; expected %%MatrixMarket matrix coordinate ..."},
    {"1 1 1\n1 1 1\n", "line 1: not a Matrix Market file: expected %%MatrixMarket, got '1 1 1'"},
    {"\n" GENERAL, "line 1: not a Matrix Market file: expected %%MatrixMarket, got ''"},
    {"%MatrixMarket matrix coordinate real general\n1 1 0\n",
     "line 1: not a Matrix Market file: expected %%MatrixMarket, got '%MatrixMarket matrix coordinate real "
     "gen'"},
    {"%%MatrixMarket matrix coordinate real\n1 1 0\n",
     "line 1: expected five words, %%MatrixMarket matrix coordinate FIELD SYMMETRY, got "
     "'%%MatrixMarket matrix coordinate real'"},
    {"%%MatrixMarket matrix coordinate real general x\n1 1 0\n",
     "line 1: expected five words, %%MatrixMarket matrix coordinate FIELD SYMMETRY, got "
     "'%%MatrixMarket matrix coordinate real general x'"},
    {"%%MatrixMarket vector coordinate real general\n", "line 1: expected a matrix, got 'vector'"},
    {"%%MatrixMarket matrix array real general\n1 1\n1\n",
     "line 1: expected the format coordinate, got 'array': dense matrices are not for this lab"},
    {HEADER("complex", "general") "1 1 1\n1 1 1 0\n",
     "line 1: expected the field real, integer or pattern, got 'complex'"},
    {HEADER("real", "hermitian") "1 1 1\n1 1 1\n",
     "line 1: expected the symmetry general, symmetric or skew-symmetric, got 'hermitian'"},
    {HEADER("pattern", "skew-symmetric") "2 2 1\n2 1\n",
     "line 1: a pattern has no signs: it cannot be skew-symmetric"},
    {GENERAL "% only comments\n", "line 3: the file ends before the line with rows, columns and entries"},
    {GENERAL "2 2\n1 1 1\n", "line 2: expected three whole numbers, rows, columns and entries, got '2 2'"},
    {GENERAL "2 2 1 1\n1 1 1\n",
     "line 2: expected three whole numbers, rows, columns and entries, got '2 2 1 1'"},
    {GENERAL "2 2.0 1\n1 1 1\n",
     "line 2: expected three whole numbers, rows, columns and entries, got '2 2.0 1'"},
    {GENERAL "99999999999999999999 2 1\n1 1 1\n",
     "line 2: expected three whole numbers, rows, columns and entries, got '99999999999999999999 2 1'"},
    {GENERAL "2 -2 1\n1 1 1\n",
     "line 2: expected numbers of rows, columns and entries that are not negative, got '2 -2 1'"},
    {GENERAL "2147483648 2 1\n1 1 1\n",
     "line 2: too large: at most 2^31 - 1 rows and columns and 2^30 - 1 entries, got '2147483648 2 1'"},
    {GENERAL "2 2 1073741824\n1 1 1\n",
     "line 2: too large: at most 2^31 - 1 rows and columns and 2^30 - 1 entries, got '2 2 1073741824'"},
    {HEADER("real", "symmetric") "2 3 1\n1 1 1\n",
     "line 2: a symmetric matrix is square; this one has 2 rows and 3 columns"},
    {GENERAL "2 2 2\n1 1 1\n", "line 4: the file ends after 1 of 2 entries"},
    {GENERAL "2 2 1000000\n1 1 1\n", "line 4: the file ends after 1 of 1000000 entries"},
    {GENERAL "2 2 1\n% more\n1 1 1\n% and\n2 2 2\n",
     "line 6: one more entry than the 1 of the size line: '2 2 2'"},
    {GENERAL "2 2 0\n1 1 1\n", "line 3: one more entry than the 0 of the size line: '1 1 1'"},
    {GENERAL "2 2 1\n0 1 1\n", "line 3: row 0 does not exist: there are 2, counted from 1"},
    {GENERAL "2 2 1\n3 1 1\n", "line 3: row 3 does not exist: there are 2, counted from 1"},
    {GENERAL "2 2 1\n1 3 1\n", "line 3: column 3 does not exist: there are 2, counted from 1"},
    {GENERAL "2 2 1\n1 -1 1\n", "line 3: column -1 does not exist: there are 2, counted from 1"},
    {GENERAL "2 2 1\n1 1.5 1\n", "line 3: expected row and column, two whole numbers, got '1 1.5 1'"},
    {GENERAL "2 2 1\nx 1 1\n", "line 3: expected row and column, two whole numbers, got 'x 1 1'"},
    {GENERAL "2 2 1\n1\n", "line 3: expected row and column, two whole numbers, got '1'"},
    {GENERAL "2 2 1\n1 1\n", "line 3: expected row, column and a real number, got '1 1'"},
    {GENERAL "2 2 1\n1 1 1x\n", "line 3: expected row, column and a real number, got '1 1 1x'"},
    {GENERAL "2 2 1\n1 1 nan\n", "line 3: the value in '1 1 nan' is not a finite float"},
    {GENERAL "2 2 1\n1 1 1e39\n", "line 3: the value in '1 1 1e39' is not a finite float"},
    {GENERAL "2 2 1\n1 1 1 0\n", "line 3: more text after the entry than expected: '1 1 1 0'"},
    {HEADER("pattern", "general") "2 2 1\n1 1 1\n",
     "line 3: more text after the entry than expected: '1 1 1'"},
    {HEADER("integer", "general") "2 2 1\n1 1 1.0\n",
     "line 3: expected a whole number as the value, got '1 1 1.0'"},
    {HEADER("real", "symmetric") "2 2 1\n1 2 1\n",
     "line 3: (1, 2) is above the diagonal; a symmetric file lists what is below it"},
    {HEADER("real", "skew-symmetric") "2 2 1\n2 2 1\n",
     "line 3: (2, 2) is on the diagonal, which is 0 in a skew-symmetric matrix"},
    {GENERAL "1 1 2\n1 1 3e38\n1 1 3e38\n", "the values at (1, 1) add up to no finite float"},
};

static void expect_message(size_t i, const char *message) {
  struct csr m = {.rows = -7};
  char why[MTX_MESSAGE] = "";
  bool read = mtx_read(path, &m, why);
  if (read || strcmp(why, message) != 0) printf("wrong file %zu: expected '%s', got '%s'\n", i, message, why);
  CHECK(!read && strcmp(why, message) == 0);
  CHECK(m.rows == -7 && !m.offset);
}

static void test_wrong(void) {
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    write_file(wrong[i].text, strlen(wrong[i].text));
    expect_message(i, wrong[i].message);
  }
  static const char zero[] = GENERAL "2 2 1\n1\0 1 1\n";
  write_file(zero, sizeof zero - 1);
  expect_message(999, "line 3: expected row and column, two whole numbers, got 'a line with a zero byte'");
}

static void test_no_file(void) {
  struct csr m;
  char why[MTX_MESSAGE];
  CHECK(!mtx_read("/nonexistent/m.mtx", &m, why) && strcmp(why, "No such file or directory") == 0);
  CHECK(!mtx_read("/tmp", &m, why) && strcmp(why, "Is a directory") == 0);
}

int main(void) {
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  test_right();
  test_wrong();
  test_no_file();
  unlink(path);
  return CHECK_STATUS();
}
