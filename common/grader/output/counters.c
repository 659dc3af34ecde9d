// Prints what the emulator counted.
#include "grader/die.h"
#include "grader/output/counters.h"
#include <string.h>

enum { CELL_BYTES = 40, MAX_COLUMNS = 24 };

void counters_cell(const struct pmpp_column *column, const struct task_result *t, char *cell, size_t size) {
  double value = emu_metric_value(&t->counters, column->metric) * (column->scale == 0 ? 1 : column->scale);
  if (column->floor == PMPP_PER_FLOOR_BYTE)
    value = t->gated_floor_bytes > 0 ? value / t->gated_floor_bytes : 0;
  if (column->floor == PMPP_FLOOR_OPS_PER) value = value > 0 ? t->gated_floor_ops / value : 0;
  int n = snprintf(cell, size, column->format, value);
  for (int i = 0; i < t->n_gates; i++)
    if (!t->gate[i].met && t->gate[i].gate->metric == column->metric && n > 0 && (size_t)n + 1 < size) {
      strcpy(cell + n, "*");
      return;
    }
}

static int width(const char *s) { // in characters
  int n = 0;
  for (; *s; s++) n += ((unsigned char)*s & 0xC0) != 0x80;
  return n;
}

// The heading's n-th line from below (0: the last).
static void heading_line(const char *heading, int from_below, char *line) {
  const char *second = strchr(heading, '\n');
  if (!second)
    snprintf(line, CELL_BYTES, "%s", from_below ? "" : heading);
  else if (from_below)
    snprintf(line, CELL_BYTES, "%.*s", (int)(second - heading), heading);
  else
    snprintf(line, CELL_BYTES, "%s", second + 1);
}

static void right(FILE *f, const char *s, int w) {
  fprintf(f, "  %*s%s", w > width(s) ? w - width(s) : 0, "", s);
}

void counters_print(FILE *f, const struct lab_result *r) {
  const struct pmpp_lab *lab = r->lab;
  int rows = 0, name_width = 4, case_width = 4, widths[MAX_COLUMNS];
  const char *same_case = NULL;
  bool star = false, differ = false, two_lines = false;
  char cell[CELL_BYTES];
  if (lab->n_columns > MAX_COLUMNS) die_infra("tasks.c: more than %d columns", MAX_COLUMNS);
  for (int c = 0; c < lab->n_columns; c++) {
    widths[c] = 0;
    two_lines |= strchr(lab->columns[c].heading, '\n') != NULL;
    for (int line = 0; line < 2; line++) {
      heading_line(lab->columns[c].heading, line, cell);
      if (width(cell) > widths[c]) widths[c] = width(cell);
    }
  }
  for (int i = 0; i < r->n; i++) {
    const struct task_result *t = &r->task[i];
    if (!t->has_counters) continue;
    rows++;
    if (width(t->task->name) > name_width) name_width = width(t->task->name);
    if (width(t->gated_case) > case_width) case_width = width(t->gated_case);
    differ |= same_case && strcmp(same_case, t->gated_case);
    same_case = t->gated_case;
    for (int c = 0; c < lab->n_columns; c++) {
      counters_cell(&lab->columns[c], t, cell, sizeof cell);
      if (width(cell) > widths[c]) widths[c] = width(cell);
      star |= strchr(cell, '*') != NULL;
    }
  }
  if (!rows || !lab->n_columns) return;
  fprintf(f, "\nCounted by the emulator%s%s\n\n", differ ? "" : ", ", differ ? "" : same_case);
  for (int line = two_lines; line >= 0; line--) {
    fprintf(f, "  %-*s", name_width, line ? "" : "task");
    if (differ) fprintf(f, "  %-*s", case_width, line ? "" : "case");
    for (int c = 0; c < lab->n_columns; c++) {
      heading_line(lab->columns[c].heading, line, cell);
      right(f, cell, widths[c]);
    }
    fputc('\n', f);
  }
  for (int i = 0; i < r->n; i++) {
    const struct task_result *t = &r->task[i];
    if (!t->has_counters) continue;
    fprintf(f, "  %-*s", name_width, t->task->name);
    if (differ) fprintf(f, "  %-*s", case_width, t->gated_case);
    for (int c = 0; c < lab->n_columns; c++) {
      counters_cell(&lab->columns[c], t, cell, sizeof cell);
      right(f, cell, widths[c]);
    }
    fputc('\n', f);
  }
  if (star) fprintf(f, "  * a gate or a distinction on this count is not met\n");
}
