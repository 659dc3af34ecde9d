// Runs the case of each task whose counts the handout has, and reads the reference's counts from the handout.
#include "grader/cli/ladder.h"
#include "base/html.h"
#include "grader/judge/case.h"
#include "grader/output/counters.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int table_case(const struct pmpp_task *task) {
  for (int i = task->n_cases - 1; i >= 0; i--)
    if (case_is_listed(&task->cases[i]) && !task->cases[i].ranks)
      return i; // a program by itself is no job of ranks
  return -1;
}

// ---- the stage before ----

static bool same_arguments(const struct pmpp_case *a, const struct pmpp_case *b) {
  bool same = a->n_bufs == b->n_bufs;
  for (int i = 0; same && i < a->n_bufs; i++) {
    const struct pmpp_arg *x = &a->buf[i].arg, *y = &b->buf[i].arg;
    same = strcmp(x->name, y->name) == 0 && x->type == y->type && x->role == y->role && x->place == y->place;
  }
  return same;
}

const struct pmpp_task *stage_before(const struct pmpp_lab *lab, const struct pmpp_task *task) {
  if (task == lab->tasks) return NULL;
  const struct pmpp_task *before = task - 1;
  int mine = table_case(task), other = table_case(before);
  if (mine < 0 || other < 0 || strcmp(task->prefix, before->prefix)) return NULL;
  struct pmpp_case *a = case_make(task, mine, 1), *b = case_make(before, other, 1);
  bool same = same_arguments(a, b);
  case_free(a), case_free(b);
  return same ? before : NULL;
}

// ---- the reference's counts ----

static bool has(const char *begin, const char *end, const char *word) {
  const char *at = strstr(begin, word);
  return at && at < end;
}

// The line of the handout's table of counts that begins with the task's name and is of this case (or the table is, as its first lines
// say); NULL: it has none.
static const char *line_of(const char *handout, const char *name, const char *label) {
  const char *begin = strstr(handout, "<!-- counts:begin -->"),
             *end = begin ? strstr(begin, "<!-- counts:end -->") : NULL,
             *rows = begin ? strstr(begin, "\n\n") : NULL;
  bool all = rows && rows < end && has(begin, rows, label);
  for (const char *line = begin; line && line < end; line = strchr(line + 1, '\n')) {
    const char *word = line + strspn(line, " \n");
    size_t n = strlen(name);
    if (strncmp(word, name, n) == 0 && isspace((unsigned char)word[n]))
      return all || has(word, word + strcspn(word, "\n"), label) ? word : NULL;
  }
  return NULL;
}

// The cell of a line that has `after` more cells behind it.
static void cell_of(const char *line, int after, char *cell, size_t size) {
  const char *end = line + strcspn(line, "\n");
  const char *begin = end;
  for (int left = after; left >= 0; left--) {
    for (end = begin; end > line && end[-1] == ' ';) end--;
    for (begin = end; begin > line && begin[-1] != ' ';) begin--;
  }
  snprintf(cell, size, "%.*s", (int)(end - begin), begin);
}

// ---- the table ----

static void add_heading(struct text *t, const struct pmpp_lab *lab) {
  text_add(
      t,
      "<div class=\"scroll\" tabindex=\"0\"><table class=\"pair\"><thead><tr><th>stage</th><th>verdict</th>");
  for (int c = 0; c < lab->n_columns; c++) {
    const char *heading = lab->columns[c].heading, *second = strchr(heading, '\n'); // of two lines at most
    text_add(t, "<th class=\"n\">");
    html_add_bytes(t, heading, second ? (size_t)(second - heading) : strlen(heading));
    if (second) text_add(t, "<br>"), html_add(t, second + 1);
    text_add(t, "</th>");
  }
  text_add(t, "</tr></thead><tbody>\n");
}

static void add_row(struct text *t, const struct pmpp_lab *lab, const struct task_result *r,
                    const char *handout) {
  enum { CELL = 40 };
  char cell[CELL];
  const char *reference = r->only ? line_of(handout, r->task->name, r->task->cases[r->only - 1].label) : NULL;
  text_add(t, "<tr><th scope=\"row\">%s</th><td>%s<span>%s</span></td>", r->task->name,
           verdict_name(r->verdict), reference ? "reference" : "");
  for (int c = 0; c < lab->n_columns; c++) {
    text_add(t, "<td class=\"n\">");
    if (r->has_counters) counters_cell(&lab->columns[c], r, cell, sizeof cell), html_add(t, cell);
    if (reference) {
      cell_of(reference, lab->n_columns - 1 - c, cell, sizeof cell);
      text_add(t, "%s<span>", r->has_counters ? "" : "&#8211;");
      html_add(t, cell);
      text_add(t, "</span>");
    }
    text_add(t, "</td>");
  }
  text_add(t, "</tr>\n");
}

// One schedule of the case: the others change no count that a gate bounds.
static void count(const struct program *p, const char *worker, struct task_result *r,
                  const struct pmpp_task *task) {
  struct grading grading = p->grading;
  grading.schedules = 1;
  *r = (struct task_result){
      .task = task, .backend = BACKEND_EMU, .only = table_case(task) + 1, .timed_case = -1};
  r->difference.arg = -1;
  if (r->only) grade_task(&grading, worker, r, NULL);
}

// What has been seen of the case whose counts are shown; NULL: nothing. Whether a handle is lost only grade_task looks at.
static const struct task_result *seen_of(const struct pmpp_task *task, const struct seen *seen, int n) {
  for (int i = 0; i < n; i++)
    if (seen[i].there && seen[i].result.task == task && seen[i].result.only == table_case(task) + 1 &&
        !task->check_handles)
      return &seen[i].result;
  return NULL;
}

void ladder_add(struct text *t, const struct program *p, const char *worker, const struct seen *seen, int n) {
  const struct pmpp_lab *lab = p->config.lab;
  struct text handout = {0};
  char *file = must_print("%s/README.md", p->config.lab_dir);
  text_read_file(&handout, file, 4 << 20);
  text_add(t,
           "<h2>Your stages%s</h2>\n<p>Each task's case whose counts are shown when it is graded, as it is "
           "now%s. A star: a gate or a "
           "distinction on this count is not met.</p>\n",
           handout.length ? ", and the reference's" : "",
           handout.length ? "; below your count the reference's" : "");
  add_heading(t, lab);
  struct task_result *r = must_alloc(sizeof *r);
  for (int i = 0; i < lab->n_tasks; i++) {
    const struct task_result *known = seen_of(&lab->tasks[i], seen, n);
    if (known) {
      add_row(t, lab, known, text_get(&handout));
      continue;
    }
    count(p, worker, r, &lab->tasks[i]);
    add_row(t, lab, r, text_get(&handout));
    task_result_free(r);
  }
  text_add(t, "</tbody></table></div>\n");
  free(r), free(file), text_free(&handout);
}
