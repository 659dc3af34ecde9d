// Grades an implementation that must be caught, and compares the verdict with the one that its first line states.
#include "grader/die.h"
#include "grader/cli/expectation.h"
#include "grader/cli/program.h"
#include "grader/output/json.h"
#include "grader/output/table.h"
#include <errno.h>
#include <string.h>

int command_check_wrong(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  const char *file = p->options.wrong;
  enum backend backend = p->options.on[BACKEND_EMU] ? BACKEND_EMU : BACKEND_GPU;
  struct text text = {0}, why = {0};
  if (!text_read_file(&text, file, 4 << 20)) die_usage("--check-wrong %s: %s", file, strerror(errno));
  text.s = text.s ? text.s : must_print("%s", "");
  text.s[strcspn(text.s, "\n")] = 0;
  struct expectation e;
  if (!expectation_parse(text.s, lab, &e, &why)) die_usage("%s:1: %s", file, text_get(&why));
  if (!e.on[backend]) {
    printf("%s is expected to be caught on %s only\n", file, backend_name(!backend));
    return EXIT_NOT_ASSESSED;
  }
  for (int t = 0; t < lab->n_tasks; t++) p->options.selected[t] = &lab->tasks[t] == e.task;
  if (e.verdict == VERDICT_INEFFICIENT && e.reason[0])
    p->grading.until_missed = e.reason; // what the line states is shown
  grade_on(p, backend);
  enum verdict got = p->result.task[0].verdict;
  bool reason = expectation_reason_found(&e, &p->result.task[0]);
  if (got == e.verdict && reason) {
    printf("%s: %s: %s%s%s, as expected\n", p->impl.shown, e.task->name, verdict_name(got),
           e.reason[0] ? " for " : "", e.reason);
    explain(stdout, &p->result, &p->result.task[0]); // right for the right reason?
    if (p->options.json) json_write(p->options.json, &p->result);
    return EXIT_PASSED;
  }
  if (got == e.verdict)
    printf("%s: %s: expected the verdict %s for %s, got it for another reason\n\n", p->impl.shown,
           e.task->name, verdict_name(got), e.reason);
  else if (got == VERDICT_NOT_ASSESSED)
    printf("%s: %s: skipped, the verdict %s cannot be had here\n\n", p->impl.shown, e.task->name,
           verdict_name(e.verdict));
  else
    printf("%s: %s: expected the verdict %s, got %s\n\n", p->impl.shown, e.task->name,
           verdict_name(e.verdict), verdict_name(got));
  output(p);
  return got == VERDICT_NOT_ASSESSED ? EXIT_NOT_ASSESSED
         : got == VERDICT_INFRA      ? EXIT_INFRA
                                     : EXIT_NOT_PASSED;
}
