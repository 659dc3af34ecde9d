// A task's row must be complete: the grader of a lab that lacks something grades nobody.
#include "grader/judge/row.h"
#include "grader/judge/case.h"
#include "grader/result.h"
#include <ctype.h>
#include <string.h>

// A result has room for so many bytes of a label, and one more.
enum { MAX_LABEL = sizeof(((struct task_result *)0)->failed_case) };

static bool says(const char *s) {
  return s && *s;
}

// "3_sequential": what --task, CTest and the scripts of class grading read.
static bool is_name(const char *s) {
  if (!s || !isdigit((unsigned char)*s)) return false;
  const char *word = s + strspn(s, "0123456789");
  if (*word++ != '_' || !islower((unsigned char)*word)) return false;
  return !word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_")];
}

static bool has_gated_case(const struct pmpp_task *t) {
  for (int i = 0; i < t->n_cases; i++)
    if (case_is_listed(&t->cases[i])) return true;
  return false;
}

static const char *case_lacks(const struct pmpp_task *t) {
  if (!t->cases || t->n_cases < 1) return "at least one case";
  bool run = false;
  for (int i = 0; i < t->n_cases; i++) {
    if (!says(t->cases[i].label)) return "a label for each case";
    if (strlen(t->cases[i].label) >= MAX_LABEL)
      return "a label for each case of at most 63 bytes: the rest is cut off";
    if (!t->cases[i].where) return "in each case where it is run";
    unsigned where = t->cases[i].where;
    if (where & PMPP_LARGE && !(where & PMPP_ON_GPU)) return "PMPP_ON_GPU in each case that is PMPP_LARGE";
    if (t->cases[i].gib && !(where & PMPP_LARGE)) return "PMPP_LARGE in each case that states its GiB (.gib)";
    run |= (where & PMPP_ON_EMU) != 0;
  }
  return run ? NULL : "a case for the emulator";
}

// The gated case of this label, from 1; 0: there is none.
static int gated_case(const struct pmpp_task *t, const char *label) {
  for (int i = 0; i < t->n_cases && label; i++)
    if (t->cases[i].where & PMPP_GATED && strcmp(t->cases[i].label, label) == 0) return i + 1;
  return 0;
}

static bool has_share(const struct pmpp_task *t, const struct pmpp_gate *g) {
  int per = gated_case(t, g->per);
  return per > 0 && gated_case(t, g->of) > per;
}

static const char *distinctions_lack(const struct pmpp_task *t) {
  int points = 0;
  for (int i = 0; i < t->n_gates; i++) {
    const struct pmpp_gate *g = &t->gates[i];
    if (g->points && !g->distinction) return "a name for each gate with points: it is a distinction";
    if (g->distinction && (!says(g->distinction) || g->points < 1))
      return "a name and points for each distinction";
    points += g->points;
  }
  return points < t->points ? NULL : "points beside those of its distinctions";
}

static const char *gate_lacks(const struct pmpp_task *t) {
  if (t->n_gates < 1) return says(t->no_gates) ? NULL : "a gate, or the reason why it has none (.no_gates)";
  if (t->no_gates) return "either gates or a reason why it has none, but not both";
  if (!has_gated_case(t)) return "a case that is gated (PMPP_GATED)";
  for (int i = 0; i < t->n_gates; i++) {
    if (!says(t->gates[i].formula)) return "a formula for each gate";
    if (!says(t->gates[i].hint)) return "a hint for each gate";
    if ((t->gates[i].of || t->gates[i].per) && !has_share(t, &t->gates[i]))
      return "a gated case of the label .per, and after it one of the label .of, for each gate on a share";
  }
  return distinctions_lack(t);
}

static const char *speed_lacks(const struct pmpp_lab *lab, const struct pmpp_task *t) {
  const struct pmpp_speed *s = &t->speed;
  bool timed = false, earlier = !s->beats;
  if (!s->size) return s->least || s->beats ? "the case that its time is measured on (.speed.size)" : NULL;
  for (int i = 0; i < t->n_cases; i++)
    timed |= (t->cases[i].where & (PMPP_TIMED | PMPP_FULL)) && strcmp(t->cases[i].label, s->size) == 0;
  if (!timed) return "a timed case of the label .speed.size";
  if (s->least <= 0 && !s->beats) return "what its time is measured by (.speed.least, .speed.beats)";
  if (s->least > 0 && !lab->baselines) return "a library to be measured beside (the lab's .baselines)";
  for (const struct pmpp_task *u = lab->tasks; u < t && !earlier; u++)
    earlier = strcmp(u->name, s->beats) == 0;
  if (!earlier) return "an earlier task of the name .speed.beats";
  return says(s->hint) ? NULL : "a hint for those who are too slow (.speed.hint)";
}

static const char *row_lacks(const struct pmpp_task *t) {
  const char *lacks;
  if (!is_name(t->name)) return "a name such as 3_sequential";
  if (!says(t->prefix)) return "its contract function's prefix (.prefix)";
  if (!says(t->idea)) return "its idea (.idea)";
  if (!says(t->first_step)) return "a first step (.first_step)";
  if (t->points < 1) return "points";
  if (!t->make) return "inputs (.make)";
  if (!t->golden) return "golden results (.golden)";
  for (int i = 0; i < t->n_mistakes; i++)
    if (!says(t->mistakes[i].hint) || !t->mistakes[i].golden) return "a hint and a golden() for each mistake";
  return (lacks = case_lacks(t)) ? lacks : gate_lacks(t);
}

bool rows_complete(const struct pmpp_lab *lab, struct text *why) {
  for (int t = 0; t < lab->n_tasks; t++) {
    const struct pmpp_task *task = &lab->tasks[t];
    const char *lacks = row_lacks(task);
    if (!lacks) lacks = speed_lacks(lab, task);
    for (int u = 0; !lacks && u < t; u++)
      if (strcmp(lab->tasks[u].name, task->name) == 0) lacks = "a name of its own";
    if (!lacks) continue;
    text_add(why, "row %d of lab %s's tasks, %s, lacks %s", t + 1, lab->number,
             says(task->name) ? task->name : "without a name", lacks);
    return false;
  }
  return true;
}
