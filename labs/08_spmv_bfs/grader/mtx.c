// Reads a Matrix Market file (coordinate; real, integer or pattern; general, symmetric or skew-symmetric).
//
// The format: Boisvert, Pozo, Remington, The Matrix Market exchange formats, NISTIR 5935, 1996. Comment lines and blank
// lines may stand anywhere behind the header.
#include "mtx.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>

enum mtx_field { MTX_REAL, MTX_INTEGER, MTX_PATTERN };
enum mtx_symmetry { MTX_GENERAL, MTX_SYMMETRIC, MTX_SKEW };

struct mtx_entry {
  int32_t row, column;
  double value;
};

struct mtx {
  FILE *file;
  char *text; // the present line, without its end
  size_t room;
  int64_t line; // its number, from 1 on
  enum mtx_field field;
  enum mtx_symmetry symmetry;
  int64_t rows, columns, entries; // what the size line says
  struct mtx_entry *entry;
  int64_t n, entry_room;
  char *why; // MTX_MESSAGE bytes
};

__attribute__((format(printf, 2, 3))) static bool mtx_wrong(struct mtx *f, const char *format, ...) {
  int n = snprintf(f->why, MTX_MESSAGE, "line %lld: ", (long long)f->line);
  va_list args;
  va_start(args, format);
  vsnprintf(f->why + n, (size_t)(MTX_MESSAGE - n), format, args);
  va_end(args);
  return false;
}

// The next line, or false at the end of the file.
static bool mtx_line(struct mtx *f) {
  ssize_t n = getline(&f->text, &f->room, f->file);
  f->line++;
  if (n < 0) return false;
  if (n > 0 && f->text[n - 1] == '\n') f->text[--n] = 0;
  if (n > 0 && f->text[n - 1] == '\r') f->text[--n] = 0;
  if (memchr(f->text, 0, (size_t)n)) strcpy(f->text, "a line with a zero byte");
  return true;
}

// The next line that is neither a comment nor blank.
static bool mtx_content(struct mtx *f) {
  while (mtx_line(f))
    if (f->text[0] != '%' && f->text[strspn(f->text, " \t")]) return true;
  return false;
}

static int mtx_one_of(const char *word, const char *const *list, int n) {
  for (int i = 0; i < n; i++)
    if (strcasecmp(word, list[i]) == 0) return i;
  return -1;
}

static bool mtx_header(struct mtx *f) {
  static const char *const fields[] = {"real", "integer", "pattern"};
  static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
  char banner[20], object[20], format[20], field[20], symmetry[20], more[2];
  if (!mtx_line(f)) return mtx_wrong(f, "the file is empty; expected %%%%MatrixMarket matrix coordinate ...");
  int n = sscanf(f->text, "%19s %19s %19s %19s %19s %1s", banner, object, format, field, symmetry, more);
  if (n < 1 || strcasecmp(banner, "%%MatrixMarket") != 0)
    return mtx_wrong(f, "not a Matrix Market file: expected %%%%MatrixMarket, got '%.40s'", f->text);
  if (n != 5)
    return mtx_wrong(f, "expected five words, %%%%MatrixMarket matrix coordinate FIELD SYMMETRY, got '%.80s'",
                     f->text);
  if (strcasecmp(object, "matrix") != 0) return mtx_wrong(f, "expected a matrix, got '%s'", object);
  if (strcasecmp(format, "coordinate") != 0)
    return mtx_wrong(f, "expected the format coordinate, got '%s': dense matrices are not for this lab",
                     format);
  int which_field = mtx_one_of(field, fields, 3), which_symmetry = mtx_one_of(symmetry, symmetries, 3);
  if (which_field < 0) return mtx_wrong(f, "expected the field real, integer or pattern, got '%s'", field);
  if (which_symmetry < 0)
    return mtx_wrong(f, "expected the symmetry general, symmetric or skew-symmetric, got '%s'", symmetry);
  if (which_field == MTX_PATTERN && which_symmetry == MTX_SKEW)
    return mtx_wrong(f, "a pattern has no signs: it cannot be skew-symmetric");
  f->field = (enum mtx_field)which_field;
  f->symmetry = (enum mtx_symmetry)which_symmetry;
  return true;
}

// A whole number at *s, followed by a blank or the line's end; *s goes behind it.
static bool mtx_whole(const char **s, int64_t *number) {
  char *end;
  errno = 0;
  *number = strtoll(*s, &end, 10);
  if (errno || end == *s || (*end && *end != ' ' && *end != '\t')) return false;
  *s = end;
  return true;
}

static bool mtx_at_end(const char *s) {
  return !s[strspn(s, " \t")];
}

static bool mtx_size(struct mtx *f) {
  const char *s = f->text;
  if (!mtx_content(f)) return mtx_wrong(f, "the file ends before the line with rows, columns and entries");
  s = f->text;
  if (!mtx_whole(&s, &f->rows) || !mtx_whole(&s, &f->columns) || !mtx_whole(&s, &f->entries) ||
      !mtx_at_end(s))
    return mtx_wrong(f, "expected three whole numbers, rows, columns and entries, got '%.80s'", f->text);
  if (f->rows < 0 || f->columns < 0 || f->entries < 0)
    return mtx_wrong(f, "expected numbers of rows, columns and entries that are not negative, got '%.80s'",
                     f->text);
  if (f->rows > INT32_MAX || f->columns > INT32_MAX || f->entries > INT32_MAX / 2)
    return mtx_wrong(f, "too large: at most 2^31 - 1 rows and columns and 2^30 - 1 entries, got '%.80s'",
                     f->text);
  if (f->symmetry != MTX_GENERAL && f->rows != f->columns)
    return mtx_wrong(f, "a symmetric matrix is square; this one has %lld rows and %lld columns",
                     (long long)f->rows, (long long)f->columns);
  return true;
}

static void mtx_keep(struct mtx *f, int64_t row, int64_t column, double value) {
  if (f->n == f->entry_room) {
    f->entry_room = 2 * f->entry_room + 1024;
    f->entry = realloc(f->entry, (size_t)f->entry_room * sizeof *f->entry);
    if (!f->entry) csr_room(f->entry_room, sizeof *f->entry); // says so and ends
  }
  f->entry[f->n++] = (struct mtx_entry){(int32_t)row, (int32_t)column, value};
}

static bool mtx_index(struct mtx *f, const char *what, int64_t i, int64_t n) {
  if (i >= 1 && i <= n) return true;
  return mtx_wrong(f, "%s %lld does not exist: there are %lld, counted from 1", what, (long long)i,
                   (long long)n);
}

static bool mtx_value(struct mtx *f, const char **s, double *value) {
  char *end;
  if (f->field == MTX_INTEGER) {
    int64_t whole;
    if (!mtx_whole(s, &whole))
      return mtx_wrong(f, "expected a whole number as the value, got '%.80s'", f->text);
    *value = (double)whole;
    return true;
  }
  *value = strtod(*s, &end);
  if (end == *s || (*end && *end != ' ' && *end != '\t'))
    return mtx_wrong(f, "expected row, column and a real number, got '%.80s'", f->text);
  if (!isfinite((float)*value)) return mtx_wrong(f, "the value in '%.80s' is not a finite float", f->text);
  *s = end;
  return true;
}

static bool mtx_entries(struct mtx *f) {
  for (int64_t k = 0; k < f->entries; k++) {
    int64_t row, column;
    double value = 1;
    if (!mtx_content(f))
      return mtx_wrong(f, "the file ends after %lld of %lld entries", (long long)k, (long long)f->entries);
    const char *s = f->text;
    if (!mtx_whole(&s, &row) || !mtx_whole(&s, &column))
      return mtx_wrong(f, "expected row and column, two whole numbers, got '%.80s'", f->text);
    if (!mtx_index(f, "row", row, f->rows) || !mtx_index(f, "column", column, f->columns)) return false;
    if (f->field != MTX_PATTERN && !mtx_value(f, &s, &value)) return false;
    if (!mtx_at_end(s)) return mtx_wrong(f, "more text after the entry than expected: '%.80s'", f->text);
    if (f->symmetry != MTX_GENERAL && column > row)
      return mtx_wrong(f, "(%lld, %lld) is above the diagonal; a symmetric file lists what is below it",
                       (long long)row, (long long)column);
    if (f->symmetry == MTX_SKEW && row == column)
      return mtx_wrong(f, "(%lld, %lld) is on the diagonal, which is 0 in a skew-symmetric matrix",
                       (long long)row, (long long)column);
    mtx_keep(f, row - 1, column - 1, value);
    if (f->symmetry != MTX_GENERAL && row != column)
      mtx_keep(f, column - 1, row - 1, f->symmetry == MTX_SKEW ? -value : value);
  }
  if (mtx_content(f))
    return mtx_wrong(f, "one more entry than the %lld of the size line: '%.80s'", (long long)f->entries,
                     f->text);
  return true;
}

static int mtx_order(const void *a, const void *b) {
  const struct mtx_entry *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

// The entries in the order of rows and columns; values of the same place are added.
static bool mtx_join(struct mtx *f) {
  if (f->n) qsort(f->entry, (size_t)f->n, sizeof *f->entry, mtx_order);
  int64_t kept = 0;
  for (int64_t k = 0; k < f->n; k++) {
    if (kept && mtx_order(&f->entry[kept - 1], &f->entry[k]) == 0)
      f->entry[kept - 1].value += f->entry[k].value;
    else
      f->entry[kept++] = f->entry[k];
  }
  f->n = kept;
  for (int64_t k = 0; k < kept; k++) {
    if (isfinite((float)f->entry[k].value)) continue;
    snprintf(f->why, MTX_MESSAGE, "the values at (%d, %d) add up to no finite float", f->entry[k].row + 1,
             f->entry[k].column + 1);
    return false;
  }
  return true;
}

static struct csr mtx_rows(const struct mtx *f) {
  int64_t kept = f->n;
  struct csr m = csr_new(f->rows, f->columns, kept);
  m.value = csr_room(kept, sizeof *m.value);
  for (int64_t k = 0; k < kept; k++) {
    m.offset[f->entry[k].row + 1]++;
    m.column[k] = f->entry[k].column;
    m.value[k] = (float)f->entry[k].value;
  }
  csr_add_up(&m);
  return m;
}

bool mtx_read(const char *path, struct csr *m, char *why) {
  struct mtx f = {.file = fopen(path, "r"), .why = why};
  if (!f.file) {
    snprintf(why, MTX_MESSAGE, "%s", strerror(errno));
    return false;
  }
  errno = 0;
  bool right = mtx_header(&f) && mtx_size(&f) && mtx_entries(&f) && mtx_join(&f);
  if (ferror(f.file)) {
    snprintf(why, MTX_MESSAGE, "%s", strerror(errno));
    right = false;
  }
  if (right) *m = mtx_rows(&f);
  fclose(f.file);
  free(f.text);
  free(f.entry);
  return right;
}
