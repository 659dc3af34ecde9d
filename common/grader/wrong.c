// Reads the first line of a wrong/*.cu.
#include "grader/wrong.h"
#include <string.h>

// The next word of *s and its length; 0 at the end.
static size_t next(const char **s) {
  *s += strspn(*s, " \t\r");
  return strcspn(*s, " \t\r");
}

bool expectation_parse(const char *line, const struct pmpp_lab *lab, struct expectation *e,
                       struct text *why) {
  static const char form[] = "expected `// expect: VERDICT TASK [on emu|gpu]`";
  static const char begin[] = "// expect:";
  *e = (struct expectation){.on = {true, true}};
  if (!starts_with(line, begin)) {
    text_add(why, "%s", form);
    return false;
  }
  const char *s = line + strlen(begin);
  size_t n = next(&s);
  e->verdict = verdict_from_name(s, n);
  if (n == 0 || e->verdict == VERDICT_COUNT) {
    text_add(why, "'%.*s' is no verdict; %s", (int)n, s, form);
    return false;
  }
  s += n;
  n = next(&s);
  for (int t = 0; t < lab->n_tasks; t++)
    if (strlen(lab->tasks[t].name) == n && memcmp(lab->tasks[t].name, s, n) == 0) e->task = &lab->tasks[t];
  if (!e->task) {
    text_add(why, "lab %s has no task '%.*s'; %s", lab->number, (int)n, s, form);
    return false;
  }
  s += n;
  n = next(&s);
  if (n == 0) return true;
  bool on = n == 2 && memcmp(s, "on", 2) == 0;
  s += n;
  n = next(&s);
  bool emu = n == 3 && memcmp(s, "emu", 3) == 0, gpu = n == 3 && memcmp(s, "gpu", 3) == 0;
  s += n;
  if (!on || !(emu || gpu) || next(&s) != 0) {
    text_add(why, "%s", form);
    return false;
  }
  e->on[BACKEND_EMU] = emu;
  e->on[BACKEND_GPU] = gpu;
  return true;
}
