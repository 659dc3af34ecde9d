// A guess of the translator may cost a note, never a program: what g++ refuses is translated again without the optional
// rewrites (rewrite_optional.c) at the places that g++ names, then without any in those files, then without any at all. Only
// what is refused so, too, is refused, with what g++ says of that.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"
#include "emu/emucc/driver/retry.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The file of the program with that name; NULL: another one's.
static bool is_translated(const struct driver *d, const char *file) {
  for (size_t i = 0; i < d->files; i++)
    if (!strcmp(d->file[i].name, file)) return true;
  return false;
}

// What is left out in turn. The last is a kernel's address in a launch, without which g++ says less of a wrong launch.
enum { PLACES = 1, FILES, ANYWHERE, ADDRESSES };

// Leaves out what stands where g++'s messages point to, `file:line:...`: the errors', and those they are reached from.
static void leave_out_named(struct driver *d, const char *messages, bool whole_files) {
  for (const char *line = messages; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    size_t length = strcspn(line, "\n");
    for (size_t at = 0; at + 1 < length; at++) {
      if (line[at] != ':' || !isdigit((unsigned char)line[at + 1])) continue;
      char *file = must_print("%.*s", (int)at, line), *end;
      long number = strtol(line + at + 1, &end, 10);
      if (*end == ':' && is_translated(d, file))
        emu_leave_out(&d->optional, file, whole_files ? 0 : (int)number);
      free(file);
      break;
    }
  }
}

// Translates the source again with more left out than before. False: there is nothing more, or it failed with a message.
static bool translate_with_less(struct driver *d, const char *source, const char *messages, int *step) {
  size_t before = d->optional.left_out;
  for (++*step; *step <= ADDRESSES; ++*step) {
    if (*step == ADDRESSES) emu_optional_free(&d->optional);
    if (*step != ANYWHERE) leave_out_named(d, messages, *step == FILES);
    d->optional.all = *step == ANYWHERE;
    d->optional.addresses = *step == ADDRESSES;
    if (!translate_source(d, source)) return false;
    if (*step == ADDRESSES ? d->optional.rules >> RULE_ADDRESS & 1 : d->optional.left_out > before)
      return true;
  }
  return false;
}

static void note_left_out(const struct driver *d) {
  fprintf(stderr, "emucc: note: g++ refuses the translation");
  const struct emu_place *p = d->optional.place;
  if (d->optional.places) fprintf(stderr, p->line ? " of %s:%d" : " of %s", p->file, p->line);
  fprintf(stderr, " and compiles it without %zu optional rewrite%s:", d->optional.left_out,
          d->optional.left_out == 1 ? "" : "s");
  bool required;
  int told = 0;
  for (int rule = 0; emu_rule_name(rule, &required); rule++)
    if (d->optional.rules >> rule & 1)
      fprintf(stderr, "%s %s", told++ ? "," : "", emu_rule_name(rule, &required));
  fprintf(stderr, " (common/emu/SUPPORTED.md, \"A guess costs a note\")\n");
}

static int errors_in(const char *messages) {
  int n = 0;
  for (const char *at = messages; (at = strstr(at, " error: ")); at++) n++;
  return n;
}

// Whether g++ has read the program and refuses it: it was not killed, by another process or for want of memory or time.
static bool is_refused(const char *messages) {
  return errors_in(messages) > 0 && !strstr(messages, " signal terminated program ");
}

// A name that a class uses and then declares anew: g++ refuses that, nvcc takes it, since what it hands to g++ is qualified.
static bool only_changes_meaning(const char *messages) {
  int n = 0;
  for (const char *at = messages; (at = strstr(at, " changes meaning of ")); at++) n++;
  return n && n == errors_in(messages);
}

// The command with g++ as lenient as nvcc, to be freed.
static struct list lenient(const struct list *command) {
  struct list more = {0};
  push_all(&more, command->item);
  push(&more, "-fpermissive");
  return more;
}

// Passes on what g++ said but for the warnings that these errors have become.
static void say_all_else(const char *said) {
  bool left_out = false;
  for (const char *line = said; *line;) {
    int length = (int)strcspn(line, "\n");
    char *text = must_print("%.*s", length, line);
    if (*text != ' ' && !strstr(text, "note: "))
      left_out = strstr(text, "warning: ") && strstr(text, " changes meaning of ");
    if (!left_out) fprintf(stderr, "%s\n", text);
    free(text);
    line += length + (line[length] == '\n');
  }
}

int compile_translation(struct driver *d, const char *source, const struct list *strict) {
  char *messages, *said;
  struct list more = {0};
  const struct list *command = strict;
  int step = 0, status = run_and_hold(d, command, &messages, &said);
  if (status && !build_signal && only_changes_meaning(messages)) {
    free(messages), free(said);
    more = lenient(strict);
    command = &more;
    status = run_and_hold(d, command, &messages, &said);
  }
  while (status && !build_signal && is_refused(messages) && translate_with_less(d, source, messages, &step)) {
    if (d->verbose) fputs(said, stderr);
    char *new_messages, *new_said;
    status = run_and_hold(d, command, &new_messages, &new_said);
    // Of a program that is refused whatever is left out, the plainest form that g++ says least of is told.
    if (status && (step == ADDRESSES || errors_in(new_messages) > errors_in(messages))) {
      free(new_messages), free(new_said);
      continue;
    }
    free(messages), free(said);
    messages = new_messages, said = new_said;
  }
  if (!d->failed && command == &more)
    say_all_else(said);
  else if (!d->failed)
    fputs(said, stderr);
  if (status && !d->failed) explain_messages(d, messages);
  if (!status && d->optional.left_out) note_left_out(d);
  free(messages), free(said), free(more.item);
  return status;
}
