// Host functions of the program itself, in whichever of its files they are defined.
//
// The compiler's dump tells which function a call means, and which ones are marked for the device. That one without a mark is
// a host function the text of its definition must show: what is constexpr (as with --expt-relaxed-constexpr), is defaulted,
// is a lambda, or has a macro's name among its specifiers is let pass.
#include "emu/emucc/audit/dump.h"
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/installed.h"
#include "emu/emucc/translate/lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What is no file of the program's: the compiler's and the system's headers, the toolkit's, the emulator's.
static bool is_foreign(struct span file) {
  return span_starts(file, "/usr/") || span_has(file, "/include/c++/") || span_has(file, "/thrust/") ||
         span_has(file, "/cub/") || span_has(file, "/cuda/") || is_own_header(file.text, file.n);
}

static size_t behind(const struct tokens *t, size_t i) {
  return i == NO_TOKEN ? NO_TOKEN : t->token[i].next;
}

// The bracket that closes the one at i.
static size_t closing(const struct tokens *t, size_t i) {
  int depth = 0;
  for (; i != NO_TOKEN; i = behind(t, i)) {
    if (token_is(t, i, "(") || token_is(t, i, "{")) depth++;
    if ((token_is(t, i, ")") || token_is(t, i, "}")) && --depth == 0) return i;
  }
  return NO_TOKEN;
}

// The body's opening brace of the function named at i, NO_TOKEN if none is defined there.
static size_t body_of(const struct tokens *t, size_t i) {
  static const char *const words[] = {"const", "noexcept", "override", "final", NULL};
  if (token_is(t, i, "operator"))
    for (i = behind(t, i); i != NO_TOKEN && !token_is(t, behind(t, i), "(");) i = behind(t, i);
  size_t open = behind(t, i), after = token_is(t, open, "(") ? behind(t, closing(t, open)) : NO_TOKEN;
  for (bool skipped = true; skipped;) {
    skipped = false;
    for (const char *const *w = words; *w && !skipped; w++) skipped = token_is(t, after, *w);
    if (skipped) after = behind(t, after);
  }
  while (token_is(t, after, ":") || token_is(t, after, ",")) { // a constructor's members: `a(1), b{2}`
    for (after = behind(t, after); after != NO_TOKEN && !token_is(t, after, "(") && !token_is(t, after, "{");)
      after = behind(t, after);
    after = behind(t, closing(t, after));
  }
  return token_is(t, after, "{") ? after : NO_TOKEN;
}

static bool is_macro_name(const struct tokens *t, size_t i) { // two or more capitals
  size_t n = t->token[i].end - t->token[i].begin;
  for (size_t b = t->token[i].begin; b < t->token[i].end; b++)
    if (islower((unsigned char)t->text[b])) return false;
  return n > 1;
}

// Whether the specifiers in front of the name at i leave a host function.
// constant: it is constexpr.
static bool plainly_host_token(const struct tokens *t, size_t i, bool constant) {
  static const char *const never[] = {"__device__", "__global__", "__host__", "consteval", NULL};
  bool constant_seen = false;
  static const char *const ends[] = {";", "{", "}", ":", NULL};
  for (size_t p = t->token[i].prev; p != NO_TOKEN; p = t->token[p].prev) {
    for (const char *const *e = ends; *e; e++)
      if (token_is(t, p, *e)) return constant == constant_seen;
    if (t->token[p].kind != TOKEN_WORD && t->token[p].kind != TOKEN_PUNCT)
      return constant == constant_seen; // a directive, extern "C"
    constant_seen = constant_seen || token_is(t, p, "constexpr");
    if (t->token[p].kind == TOKEN_WORD && is_macro_name(t, p)) return false;
    for (const char *const *n = never; *n; n++)
      if (token_is(t, p, *n) && (constant || !token_is(t, p, "__host__"))) return false;
  }
  return constant == constant_seen;
}

static struct span last_name(struct span name) { // `get` of `int ns::A<int>::get<3>`
  size_t begin = 0, end = name.n;
  int angle = 0;
  for (size_t i = 0; i < name.n; i++) {
    char c = name.text[i];
    if (c == '<' && !angle++ && i > begin) end = i;
    if (c == '>') angle--;
    if (!angle && strchr(":*& ", c)) begin = i + 1, end = name.n;
  }
  return (struct span){name.text + begin, end > begin ? end - begin : 0};
}

// A file of the program with its words, each with the one before it of the same hash. Kept: it is asked for each of its functions.
struct source {
  char *path;
  struct tokens t;
  size_t *last, *before, slots;
  struct source *next;
};

static size_t word_hash(const char *word, size_t n) {
  size_t hash = 5381;
  for (size_t i = 0; i < n; i++) hash = hash * 33 + (unsigned char)word[i];
  return hash;
}

static const struct source *source_of(const char *path) {
  static struct source *all;
  for (struct source *x = all; x; x = x->next)
    if (!strcmp(x->path, path)) return x;
  struct source *x = must_realloc(NULL, sizeof *x);
  size_t n = 0;
  char *text = access(path, R_OK) == 0 ? read_whole(path, &n) : NULL; // what #line names need not be there
  *x = (struct source){.path = must_print("%s", path), .slots = 64, .next = all};
  all = x;
  tokens_read(&x->t, text ? text : "", text ? n : 0);
  while (x->slots < x->t.count) x->slots *= 2;
  x->last = must_realloc(NULL, x->slots * sizeof *x->last);
  x->before = must_realloc(NULL, (x->t.count + 1) * sizeof *x->before);
  for (size_t i = 0; i < x->slots; i++) x->last[i] = NO_TOKEN;
  for (size_t i = 0; i < x->t.count; i++) {
    const struct token *k = &x->t.token[i];
    if (k->kind != TOKEN_WORD) continue;
    size_t *last = &x->last[word_hash(text + k->begin, k->end - k->begin) & (x->slots - 1)];
    x->before[i] = *last;
    *last = i;
  }
  return x;
}

// Looks in the file for the definition of `name` around the line.
static bool defined_for_host(const char *path, struct span name, int line, bool constant, int *at) {
  const struct source *x = source_of(path);
  const struct tokens *t = &x->t;
  for (size_t i = x->last[word_hash(name.text, name.n) & (x->slots - 1)]; i != NO_TOKEN; i = x->before[i]) {
    const struct token *k = &t->token[i];
    if (k->line > line || k->macro || k->end - k->begin != name.n ||
        memcmp(t->text + k->begin, name.text, name.n))
      continue;
    size_t open = body_of(t, i), close = open == NO_TOKEN ? NO_TOKEN : closing(t, open);
    if (close == NO_TOKEN || t->token[close].line < line) continue;
    *at = k->line;
    return plainly_host_token(t, i, constant);
  }
  return false;
}

struct place dump_place(const struct dump_function *f) {
  struct place defined = {{NULL, 0}, 0};
  for (size_t i = 0; i < f->statements && !defined.file.n; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    defined = dump_plain(f->statement[i], plain);
    free(plain);
  }
  return defined;
}

bool is_of_program(const struct dump_function *f) {
  struct place defined = dump_place(f);
  return defined.file.n && !is_foreign(defined.file);
}

bool is_foreign_function(const struct dump_function *f) {
  struct place defined = dump_place(f);
  return defined.file.n && is_foreign(defined.file) && !is_own_header(defined.file.text, defined.file.n);
}

static bool is_own_function(const struct dump_function *f, bool constant, struct place *defined) {
  struct span name = last_name(f->name), operation = {"operator", 8};
  if (f->device || f->kernel || !name.n || span_has(f->name, "<lambda")) return false;
  if (span_has(f->name, "operator")) name = operation;
  if (span_starts(name, "~") || !(isalpha((unsigned char)*name.text) || *name.text == '_')) return false;
  *defined = dump_place(f);
  if (!defined->file.n || is_foreign(defined->file)) return false;
  char *path = must_print("%.*s", (int)defined->file.n, defined->file.text);
  bool host = defined_for_host(path, name, defined->line, constant, &defined->line);
  free(path);
  return host;
}

bool is_own_host_function(const struct dump_function *f, struct place *defined) {
  return is_own_function(f, false, defined);
}

bool is_own_constexpr_function(const struct dump_function *f, struct place *defined) {
  return is_own_function(f, true, defined);
}

// ---- variables ----

// Whether only braces of namespaces and `extern "C"` are open at token i.
static bool at_namespace_scope(const struct tokens *t, size_t i) {
  int depth = 0;
  for (size_t p = t->token[i].prev; p != NO_TOKEN; p = t->token[p].prev) {
    if (token_is(t, p, "}")) depth++;
    if (!token_is(t, p, "{") || depth-- > 0) continue;
    depth = 0;
    size_t q = t->token[p].prev, r = q == NO_TOKEN ? q : t->token[q].prev;
    bool namespace = token_is(t, q, "namespace") || token_is(t, r, "namespace") ||
                     (q != NO_TOKEN && t->token[q].kind == TOKEN_STRING && token_is(t, r, "extern"));
    if (!namespace) return false;
  }
  return true;
}

// Whether the word at i is declared there as a host variable that device code cannot know: no constant of a plain type.
static bool declares_host_variable(const struct tokens *t, size_t i) {
  static const char *const ends[] = {"=", ";", "[", "{", NULL};
  static const char *const never[] = {"__device__", "__constant__", "__managed__", "__shared__", "constexpr",
                                      "using",      "typedef",      "template",    "return",     "operator",
                                      "friend",     "__global__",   "goto",        "namespace",  "struct",
                                      "class",      "enum",         "union",       "case",       "delete",
                                      "new",        "throw",        NULL};
  size_t after = behind(t, i), before = t->token[i].prev;
  bool ended = false, constant = false, pointer = false;
  for (const char *const *e = ends; *e && !ended; e++) ended = token_is(t, after, *e);
  if (!ended || t->token[i].macro || before == NO_TOKEN) return false;
  bool array = token_is(t, after, "[");
  if (t->token[before].kind != TOKEN_WORD && !token_is(t, before, "*") && !token_is(t, before, ">") &&
      !token_is(t, before, "::"))
    return false;
  for (size_t p = before; p != NO_TOKEN; p = t->token[p].prev) {
    if (token_is(t, p, ";") || token_is(t, p, "{") || token_is(t, p, "}")) break;
    if (t->token[p].kind != TOKEN_WORD && !token_is(t, p, "*") && !token_is(t, p, "::")) return false;
    if (t->token[p].kind == TOKEN_WORD && is_macro_name(t, p)) return false;
    for (const char *const *n = never; *n; n++)
      if (token_is(t, p, *n) && !(array && token_is(t, p, "constexpr"))) return false;
    pointer = pointer || token_is(t, p, "*");
    constant = constant || (!pointer && token_is(t, p, "const")); // not that of what it points to
  }
  return (!constant || array) && at_namespace_scope(t, i);
}

bool is_host_variable(struct span file, struct span name, int *line) {
  if (!file.n || is_foreign(file)) return false;
  char *path = must_print("%.*s", (int)file.n, file.text);
  const struct source *x = source_of(path);
  const struct tokens *t = &x->t;
  int found = 0;
  free(path);
  for (size_t i = x->last[word_hash(name.text, name.n) & (x->slots - 1)]; i != NO_TOKEN; i = x->before[i]) {
    const struct token *k = &t->token[i];
    if (k->end - k->begin != name.n || memcmp(t->text + k->begin, name.text, name.n)) continue;
    if (!declares_host_variable(t, i)) {
      bool typed = k->prev != NO_TOKEN &&
                   (t->token[k->prev].kind == TOKEN_WORD || token_is(t, k->prev, "*") ||
                    token_is(t, k->prev, "&") || token_is(t, k->prev, ">") || token_is(t, k->prev, ","));
      if (k->macro || (typed && at_namespace_scope(t, i))) return false; // as something else, too
      continue;
    }
    *line = k->line;
    found++;
  }
  return found > 0;
}
