// Finds include directives as a compiler would and judges them.
#include "grader/source.h"
#include "grader/allowed.h"
#include <ctype.h>
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

// ---- reading C++
// -------------------------------------------------------------------------------------------

struct reader {
  const char *s;
  int line;
};

// Skips spliced line ends. (Inside a raw string they are text; splicing them there too hides nothing.)
static void splice(struct reader *r) {
  while (r->s[0] == '\\' && (r->s[1] == '\n' || (r->s[1] == '\r' && r->s[2] == '\n'))) {
    r->s += r->s[1] == '\n' ? 2 : 3;
    r->line++;
  }
}

static char peek(struct reader *r) {
  splice(r);
  return *r->s;
}

static char take(struct reader *r) {
  char c = peek(r);
  if (c) r->s++;
  if (c == '\n') r->line++;
  return c;
}

static bool comment(struct reader *r) { // at '/': skips a comment, if one begins here
  struct reader ahead = *r;
  take(&ahead);
  char second = peek(&ahead);
  if (second != '/' && second != '*') return false;
  *r = ahead;
  take(r);
  if (second == '/') {
    while (peek(r) && peek(r) != '\n') take(r);
    return true;
  }
  for (char last = 0; peek(r);) {
    char c = take(r);
    if (last == '*' && c == '/') break;
    last = c;
  }
  return true;
}

static void quoted(struct reader *r, char quote) { // behind the opening quote
  while (peek(r) && peek(r) != '\n') {
    char c = take(r);
    if (c == quote) return;
    if (c == '\\' && peek(r)) take(r);
  }
}

static void raw_string(struct reader *r) { // behind R"
  char end[20] = ")";
  int n = 1;
  while (*r->s && *r->s != '(' && n < 17) end[n++] = *r->s++;
  end[n++] = '"';
  end[n] = 0;
  while (*r->s && strncmp(r->s, end, n) != 0) r->line += *r->s++ == '\n';
  if (*r->s) r->s += n;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static void blanks(struct reader *r) {
  for (;;) {
    char c = peek(r);
    if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r')
      take(r);
    else if (!(c == '/' && comment(r)))
      return;
  }
}

static void word(struct reader *r, char *out, size_t size) {
  size_t n = 0;
  while (is_word(peek(r))) {
    char c = take(r);
    if (n + 1 < size) out[n++] = c;
  }
  out[n] = 0;
}

static bool separator(const struct reader *r) { // a ' within a number
  struct reader ahead = *r;
  return take(&ahead) == '\'' && is_word(peek(&ahead));
}

// Behind '#': reports an include directive. False where `each` wants no more.
static bool directive(struct reader *r, each_include *each, void *context) {
  char name[32], target[512];
  int line = r->line;
  blanks(r);
  word(r, name, sizeof name);
  if (strcmp(name, "include") && strcmp(name, "include_next") && strcmp(name, "import")) return true;
  blanks(r);
  char open = peek(r), close = open == '<' ? '>' : '"';
  if (open != '<' && open != '"') {
    word(r, target, sizeof target);
    return each(context, line, target, 0);
  }
  take(r);
  size_t n = 0;
  while (peek(r) && peek(r) != close && peek(r) != '\n') {
    char c = take(r);
    if (n + 1 < sizeof target) target[n++] = c;
  }
  target[n] = 0;
  if (peek(r) == close) take(r);
  return each(context, line, target, open);
}

void source_includes(const char *text, each_include *each, void *context) {
  struct reader r = {text, 1};
  bool line_begins = true;
  for (char c; (c = peek(&r));) {
    if (c == '/' && comment(&r)) continue;
    if (line_begins && (c == '#' || c == '%')) {
      take(&r);
      if (c == '%' && peek(&r) != ':') continue;
      if (c == '%') take(&r);
      if (!directive(&r, each, context)) return;
      line_begins = false;
    } else if (isdigit((unsigned char)c)) { // a number: its ' separates digits
      while (is_word(peek(&r)) || peek(&r) == '.' || separator(&r)) take(&r);
      line_begins = false;
    } else if (is_word(c)) {
      char w[64];
      word(&r, w, sizeof w);
      bool raw = ends_with(w, "R") &&
                 (!w[1] || !strcmp(w, "LR") || !strcmp(w, "uR") || !strcmp(w, "UR") || !strcmp(w, "u8R"));
      if (raw && peek(&r) == '"') take(&r), raw_string(&r);
      line_begins = false;
    } else {
      take(&r);
      if (c == '"' || c == '\'') quoted(&r, c);
      if (c == '\n')
        line_begins = true;
      else if (!isspace((unsigned char)c))
        line_begins = false;
    }
  }
}

// ---- following includes
// ------------------------------------------------------------------------------------

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
    bool from_wrong = is_in(wrong, w->file), to_wrong = is_in(wrong, path);
    free(wrong);
    if (is_in(w->rules->lab_dir, path) && header) return true; // the lab's own: not judged further
    // A wrong submission may take in the reference, and a header that several of them share.
    if (from_wrong && (to_wrong ? header : is_in(w->rules->lab_dir, path) && ends_with(path, ".cu"))) {
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
    source_includes(text_get(&text), w->list ? on_dependency : on_judged, w);
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
