// The programs of the lab's folder bugs/: what the student found, beside what is wrong with them.
//
// bugs/answers.txt has a line `PROGRAM LINE CAUSE` for each program. bugs/sealed.txt has digests of the right answers, so
// that nobody reads them by accident: PROGRAM, the digest of its line, the digest of its line and cause; a program with
// more than one right answer has more than one row. They protect against nobody who wants to cheat.
#include "base/random.h"
#include "grader/cli/program.h"
#include "grader/die.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *means;
} causes[] = {{"bound", "an index is not compared with the end, or with another end"},
              {"index", "an address or a place is computed wrongly"},
              {"comparison", "two values are compared the wrong way round"},
              {"start", "the value to begin with is missing or wrong"},
              {"barrier", "a barrier is missing, or some threads do not reach it"},
              {"mask", "a warp operation names lanes that do not reach it"},
              {"atomic", "what must be one step is several"},
              {"fence", "other blocks may see the flag before the value"},
              {"order", "nothing orders a work of one stream and a work of another"}};
enum { N_CAUSES = sizeof causes / sizeof *causes, MOST_BYTES = 1 << 16, MOST_ROWS = 64 };

enum found { UNANSWERED, ELSEWHERE, LINE_FOUND, ALL_FOUND };

struct answer {
  const char *program, *cause; // cause NULL: `?`
  long line;                   // 0: `?`
};
struct seal {
  const char *program;
  uint64_t line, all;
};

// ---- digests ----

// What belongs to a program's line, or with a cause to both. Many rounds, so that nobody tries all lines by hand.
static uint64_t digest(const struct answer *a, bool with_cause) {
  enum { ROUNDS = 1 << 16 };
  char *words = must_print("%s %ld %s", a->program, a->line, with_cause ? a->cause : "");
  uint64_t d = fnv1a(words, strlen(words));
  for (int i = 0; i < ROUNDS; i++) d = random_mix(d);
  free(words);
  return d;
}

static enum found judge(const struct answer *a, const struct seal *seals, int n) {
  if (!a->line || !a->cause) return UNANSWERED;
  uint64_t line = digest(a, false), all = digest(a, true);
  enum found best = ELSEWHERE;
  for (int i = 0; i < n; i++) {
    if (strcmp(seals[i].program, a->program)) continue;
    if (seals[i].all == all) return ALL_FOUND;
    if (seals[i].line == line) best = LINE_FOUND;
  }
  return best;
}

// ---- the two files ----

struct lines {
  struct text text;
  char *at;
  int number;
  const char *path;
};

static void open_lines(struct lines *l, const char *path) {
  *l = (struct lines){.path = path};
  if (!text_read_file(&l->text, path, MOST_BYTES)) die_usage("%s: %s", path, strerror(errno));
  l->at = l->text.s;
}

// The next line's first three words, without comments; false behind the last line. Other numbers of words are an error.
static bool three_words(struct lines *l, const char *expected, const char *words[3]) {
  while (l->at && *l->at) {
    char *line = l->at, *end = line + strcspn(line, "\n"), *rest;
    l->at = *end ? end + 1 : end;
    *end = 0, l->number++;
    line[strcspn(line, "#")] = 0;
    int n = 0;
    for (char *word = strtok_r(line, " \t\r", &rest); word; word = strtok_r(NULL, " \t\r", &rest), n++)
      if (n < 3) words[n] = word;
    if (n == 3) return true;
    if (n) die_usage("%s:%d: expected %s, got %d word%s", l->path, l->number, expected, n, n == 1 ? "" : "s");
  }
  return false;
}

static uint64_t hexadecimal(const struct lines *l, const char *word) {
  char *end;
  uint64_t x = strtoull(word, &end, 16);
  if (*end) die_infra("%s:%d: %s is not a digest", l->path, l->number, word);
  return x;
}

static int read_seals(struct lines *l, const char *path, struct seal *seals) {
  const char *w[3];
  int n = 0;
  for (open_lines(l, path); three_words(l, "PROGRAM DIGEST DIGEST", w); n++) {
    if (n == MOST_ROWS) die_infra("%s: more than %d rows", path, MOST_ROWS);
    seals[n] = (struct seal){w[0], hexadecimal(l, w[1]), hexadecimal(l, w[2])};
  }
  return n;
}

static void list_causes(struct text *out) {
  for (int c = 0; c < N_CAUSES; c++) text_add(out, "\n  %-10s  %s", causes[c].name, causes[c].means);
}

static const char *cause_of(const struct lines *l, const char *word) {
  if (strcmp(word, "?") == 0) return NULL;
  for (int c = 0; c < N_CAUSES; c++)
    if (strcmp(word, causes[c].name) == 0) return causes[c].name;
  struct text list = {0};
  list_causes(&list);
  die_usage("%s:%d: there is no cause '%s'; the causes are%s", l->path, l->number, word, text_get(&list));
}

static long line_number_of(const struct lines *l, const char *word) {
  char *end;
  long line = strtol(word, &end, 10);
  if (strcmp(word, "?") == 0) return 0;
  if (*end || line < 1) die_usage("%s:%d: '%s' is not a line of a program", l->path, l->number, word);
  return line;
}

static int read_answers(struct lines *l, const char *path, struct answer *answers) {
  const char *w[3];
  int n = 0;
  for (open_lines(l, path); three_words(l, "PROGRAM LINE CAUSE", w); n++) {
    if (n == MOST_ROWS) die_usage("%s: more than %d answers", path, MOST_ROWS);
    answers[n] = (struct answer){w[0], cause_of(l, w[2]), line_number_of(l, w[1])};
  }
  return n;
}

// ---- what is said ----

static void check_programs(const struct lines *l, const struct answer *answers, int n,
                           const struct seal *seals, int n_seals) {
  for (int i = 0; i < n; i++) {
    bool known = false;
    for (int k = 0; k < n_seals; k++) known |= strcmp(answers[i].program, seals[k].program) == 0;
    for (int k = 0; k < i; k++)
      if (strcmp(answers[i].program, answers[k].program) == 0)
        die_usage("%s: %s has two answers", l->path, answers[i].program);
    if (!known) die_usage("%s: the folder has no program '%s'", l->path, answers[i].program);
  }
}

static void print_row(const char *folder, const struct answer *a, enum found found) {
  char line[24] = "?", *stem = must_print("%.*s", (int)strcspn(a->program, "."), a->program);
  if (a->line) snprintf(line, sizeof line, "%ld", a->line);
  printf("  %-16s %4s  %-10s  ", a->program, line, a->cause ? a->cause : "?");
  if (found == UNANSWERED)
    printf("build/bin/emucc %s/%s -o %s && ./%s shows what goes wrong\n", folder, a->program, stem, stem);
  else
    puts(found == ALL_FOUND ? "found"
         : found == LINE_FOUND
             ? "the line is right, the cause is another"
             : "not this line: which line would you change, or after which line would you put another one?");
  free(stem);
}

static bool program_answered(const char *program, const struct answer *answers, int n) {
  for (int i = 0; i < n; i++)
    if (strcmp(answers[i].program, program) == 0) return true;
  return false;
}

static void seal_answers(const struct answer *answers, int n) {
  for (int i = 0; i < n; i++)
    printf("%s %016llx %016llx\n", answers[i].program, (unsigned long long)digest(&answers[i], false),
           (unsigned long long)digest(&answers[i], true));
}

int command_bugs(struct program *p) {
  struct answer answers[2 * MOST_ROWS];
  struct seal seals[MOST_ROWS];
  struct lines answered, sealed;
  char *folder = must_print("%s/bugs", p->config.lab_dir), *shown = path_shown(&p->config, folder);
  char *usual = must_print("%s/answers.txt", folder), *seal_file = must_print("%s/sealed.txt", folder);
  int n = read_answers(&answered, p->options.answers ? p->options.answers : usual, answers), found = 0;
  if (p->options.seal) {
    seal_answers(answers, n);
    return EXIT_PASSED;
  }
  int n_seals = read_seals(&sealed, seal_file, seals);
  check_programs(&answered, answers, n, seals, n_seals);
  for (int i = 0; i < n_seals; i++)
    if (!program_answered(seals[i].program, answers, n))
      answers[n++] = (struct answer){.program = seals[i].program};
  printf("Lab %s, %s: the programs of %s\n\n  %-16s line  %-10s\n", p->config.lab->number,
         p->config.lab->title, shown, "program", "cause");
  for (int i = 0; i < n; i++) {
    enum found f = judge(&answers[i], seals, n_seals);
    print_row(shown, &answers[i], f);
    found += f == ALL_FOUND;
  }
  struct text list = {0};
  if (found < n) list_causes(&list);
  printf("\n%d of %d found%s%s\n", found, n, found < n ? ". The causes are" : "", text_get(&list));
  text_free(&list), text_free(&answered.text), text_free(&sealed.text);
  free(folder), free(shown), free(usual), free(seal_file);
  return found == n ? EXIT_PASSED : EXIT_NOT_PASSED;
}
