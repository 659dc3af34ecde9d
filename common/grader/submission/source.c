// Finds include directives as a compiler would and judges them.
#include "grader/submission/source.h"
#include "base/lexeme.h"
#include "grader/submission/allowed.h"
#include "grader/submission/tokens.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_LIMIT = 4 << 20 };

void path_list_add(struct path_list *l, const char *path) {
  for (int i = 0; i < l->n; i++)
    if (strcmp(l->path[i], path) == 0) return;
  l->path = must_realloc(l->path, (l->n + 1) * sizeof *l->path);
  l->path[l->n++] = must_print("%s", path);
}

void path_list_free(struct path_list *l) {
  for (int i = 0; i < l->n; i++) free(l->path[i]);
  free(l->path);
  *l = (struct path_list){0};
}

// ---- directives ----

// Behind '#': reports an include directive. False where `each` wants no more.
static bool include_directive(struct lexer *l, each_include *each, void *context) {
  struct lexeme k;
  if (!lexeme_in_line(l, &k)) return true;
  if (!lexeme_is(l, &k, "include") && !lexeme_is(l, &k, "include_next") && !lexeme_is(l, &k, "import"))
    return true;
  int line = k.line;
  char name[512] = "";
  if (!lexeme_header(l, &k)) {
    if (lexeme_in_line(l, &k) && k.kind == LEXEME_WORD) lexeme_spell(l, &k, name, sizeof name);
    return each(context, line, name, 0);
  }
  lexeme_spell(l, &k, name, sizeof name);
  char *close = strchr(name + 1, *name == '<' ? '>' : '"');
  if (close) *close = 0;
  return each(context, line, name + 1, *name);
}

void source_includes(const char *text, each_include *each, void *context) {
  struct lexer l = lexer_of(text, strlen(text));
  for (struct lexeme k; lexeme_next(&l, &k);)
    if (lexeme_is_hash(&l, &k) && !include_directive(&l, each, context)) return;
}

// ---- following includes ----

struct walk {
  const struct source_rules *rules;
  const char *file;       // whose directives are read now
  struct path_list *list; // dependencies; NULL: judge instead
  struct path_list *seen;
  struct text *why;
  bool refused;
};

static void walk_file(struct walk *w, const char *file);

// The file that the compiler would take for a quoted include, as an absolute path.
static bool resolve(const struct walk *w, const char *name, char path[PATH_MAX]) {
  char directory[PATH_MAX], candidate[3 * PATH_MAX];
  snprintf(directory, sizeof directory, "%s", w->file);
  char *slash = strrchr(directory, '/');
  if (slash) *slash = 0;
  const char *places[] = {directory, w->rules->lab_dir, w->rules->common_dir};
  for (int i = 0; i < 3; i++) {
    snprintf(candidate, sizeof candidate, "%s/%s", places[i], name);
    if (realpath(name[0] == '/' ? name : candidate, path)) return true;
  }
  return false;
}

static bool is_in(const char *directory, const char *path) { // directly in it
  size_t n = strlen(directory);
  return strncmp(path, directory, n) == 0 && path[n] == '/' && !strchr(path + n + 1, '/');
}

static bool on_dependency(void *context, int line, const char *name, char kind) {
  struct walk *w = context;
  (void)line;
  char path[PATH_MAX];
  if (kind == '"' && resolve(w, name, path)) walk_file(w, path);
  return true;
}

static bool on_judged(void *context, int line, const char *name, char kind) {
  struct walk *w = context;
  char path[PATH_MAX];
  const char *file = strrchr(w->file, '/') ? strrchr(w->file, '/') + 1 : w->file;
  if (kind == 0) {
    text_add(w->why, "%s:%d: includes what the macro %s says; name the header itself", file, line, name);
  } else if (kind == '"' && resolve(w, name, path)) {
    bool header = ends_with(path, ".h") || ends_with(path, ".cuh");
    char *wrong = must_print("%s/wrong", w->rules->lab_dir);
    char *stages = must_print("%s/solution", w->rules->lab_dir);
    char *solution = must_print("%s/solution.cu", w->rules->lab_dir);
    bool from_wrong = is_in(wrong, w->file), to_wrong = is_in(wrong, path);
    bool of_solution =
        header && is_in(stages, path) && (strcmp(w->file, solution) == 0 || is_in(stages, w->file));
    free(wrong), free(stages), free(solution);
    if (is_in(w->rules->lab_dir, path) && header) return true; // the lab's own: not judged further
    // The reference may take in its stages; a wrong submission the reference, and a header that several of them share.
    if (of_solution ||
        (from_wrong && (to_wrong ? header : is_in(w->rules->lab_dir, path) && ends_with(path, ".cu")))) {
      walk_file(w, path);
      return !w->refused;
    }
    text_add(w->why, "%s:%d: includes \"%s\", which %s", file, line, name,
             starts_with(path, w->rules->common_dir)
                 ? header_reason(name)
                 : "is not one of the lab's own headers; a submission is one file");
  } else if (header_allowed(name)) {
    return true;
  } else {
    text_add(w->why, "%s:%d: includes %c%s%c, which %s", file, line, kind, name, kind == '<' ? '>' : kind,
             header_reason(name));
  }
  w->refused = true;
  return false;
}

static void walk_file(struct walk *w, const char *file) {
  for (int i = 0; i < w->seen->n; i++)
    if (strcmp(w->seen->path[i], file) == 0) return;
  path_list_add(w->seen, file);
  if (w->list) path_list_add(w->list, file);
  struct text text = {0};
  if (text_read_file(&text, file, SOURCE_LIMIT)) {
    const char *before = w->file;
    w->file = file;
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    const char *nul = memchr(text_get(&text), 0, text.length);
    if (!w->list && nul) { // compilers read on behind it
      int line = 1;
      for (const char *s = text.s; s < nul; s++) line += *s == '\n';
      text_add(w->why, "%s:%d: holds a NUL byte: it is not a text", name, line);
      w->refused = true;
    } else {
      source_includes(text_get(&text), w->list ? on_dependency : on_judged, w);
    }
    if (!w->list && !w->refused && !tokens_allowed(text_get(&text), name, w->why)) w->refused = true;
    w->file = before;
  }
  text_free(&text);
}

void source_dependencies(const struct source_rules *rules, const char *file, struct path_list *list) {
  struct path_list seen = {0};
  walk_file(&(struct walk){.rules = rules, .list = list, .seen = &seen}, file);
  path_list_free(&seen);
}

bool source_allowed(const struct source_rules *rules, const char *file, struct text *why) {
  struct path_list seen = {0};
  struct text text = {0};
  struct walk w = {.rules = rules, .seen = &seen, .why = why};
  if (!text_read_file(&text, file, SOURCE_LIMIT)) {
    text_add(why, "%s cannot be read, or is larger than %d MiB", file, SOURCE_LIMIT >> 20);
    w.refused = true;
  } else {
    walk_file(&w, file);
  }
  text_free(&text);
  path_list_free(&seen);
  return !w.refused;
}
