// Which functions of a task still return PMPP_TODO: the task's own, or one beside it, for another type.
#define _GNU_SOURCE
#include "grader/cli/todo.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The word before the first bracket of a line that begins a function; else nothing.
static void take_name(const char *line, size_t n, struct text *name) {
  if (!n || !(isalpha((unsigned char)line[0]) || line[0] == '_')) return;
  const char *end = memchr(line, '(', n), *begin;
  if (!end) return;
  for (begin = end; begin > line && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_');) begin--;
  text_free(name);
  text_add(name, "%.*s", (int)(end - begin), begin);
}

static bool returns_todo(const char *line, size_t n) {
  char *text = must_print("%.*s", (int)n, line), *comment = strstr(text, "//");
  if (comment) *comment = 0;
  bool found = strstr(text, "return PMPP_TODO") != NULL;
  free(text);
  return found;
}

void name_todo(const char *path, struct task_result *t) {
  struct text source = {0}, name = {0};
  char *own = must_print("%s%s", t->task->prefix, t->task->name);
  if (!text_read_file(&source, path, 1 << 24)) text_free(&source);
  for (const char *s = text_get(&source), *end; *s; s = *end ? end + 1 : end) {
    end = strchrnul(s, '\n');
    take_name(s, (size_t)(end - s), &name);
    if (!returns_todo(s, (size_t)(end - s)) || !starts_with(text_get(&name), own)) continue;
    text_add(&t->todo_in, "%s%s", t->todo_in.length ? " and " : "", text_get(&name));
  }
  text_free(&source), text_free(&name);
  free(own);
}
