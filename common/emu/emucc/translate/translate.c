// The translator: walks the tokens, knows which scope is open, applies the rules, writes the result.
#define _GNU_SOURCE
#include "emu/emucc/translate/translate.h"
#include "emu/emucc/translate/rewrite.h"
#include "emu/emucc/translate/rewrite_macro.h"

#include <stdlib.h>
#include <string.h>

// Which braces are open around a token: 'n' for a namespace or extern "C", 'b' for any other.
struct scopes {
  char *open;
  size_t depth, capacity;
  struct {
    char *open;
    size_t depth;
  } * saved; // at every #if
  size_t ifs, if_capacity;
};

static bool opens_namespace(const struct translation *x, size_t brace) {
  size_t i = prev(x, brace);
  if (i != NO_TOKEN && tok(x, i)->kind == TOKEN_STRING) return is(x, prev(x, i), "extern");
  for (int steps = 0; steps < 32; steps++) {
    if (is(x, i, "namespace")) return true;
    if (!is_word(x, i) && !is(x, i, "::") && !is(x, i, "]") && !is(x, i, "[")) return false;
    i = prev(x, i);
  }
  return false;
}

static void track_scope(struct translation *x, struct scopes *s, size_t i) {
  const struct token *k = tok(x, i);
  if (k->kind == TOKEN_IF) {
    if (s->ifs == s->if_capacity) {
      s->if_capacity = s->if_capacity ? 2 * s->if_capacity : 16;
      s->saved = must_realloc(s->saved, s->if_capacity * sizeof *s->saved);
    }
    s->saved[s->ifs].open = must_realloc(NULL, s->depth);
    if (s->depth) memcpy(s->saved[s->ifs].open, s->open, s->depth);
    s->saved[s->ifs++].depth = s->depth;
  } else if (k->kind == TOKEN_ELSE && s->ifs) {
    s->depth = s->saved[s->ifs - 1].depth; // there was room for it at the #if
    if (s->depth) memcpy(s->open, s->saved[s->ifs - 1].open, s->depth);
  } else if (k->kind == TOKEN_ENDIF && s->ifs) {
    free(s->saved[--s->ifs].open);
  } else if (k->macro == 0 && is(x, i, "{")) {
    if (s->depth == s->capacity) {
      s->capacity = s->capacity ? 2 * s->capacity : 64;
      s->open = must_realloc(s->open, s->capacity);
    }
    s->open[s->depth++] = opens_namespace(x, i) ? 'n' : 'b';
  } else if (k->macro == 0 && is(x, i, "}") && s->depth) {
    s->depth--;
  }
}

static bool in_function(const struct translation *x, const struct scopes *s, size_t i) {
  return tok(x, i)->macro || (s->depth && memchr(s->open, 'b', s->depth));
}

static bool outside_functions(const struct translation *x, const struct scopes *s, size_t directive) {
  if (!s->depth || !memchr(s->open, 'b', s->depth)) return true;
  size_t p = directive;
  while (p && (tok(x, p)->kind > TOKEN_PUNCT || tok(x, p)->macro)) p--;
  if (is(x, p, "{")) return is_word(x, prev(x, p)) && in_class(x, next(x, p));
  return in_class(x, p);
}

static void rewrite_include(struct translation *x, size_t i, emu_include_fn *include, void *context) {
  const struct token *k = tok(x, i);
  char *name = must_print("%.*s", (int)(k->end - k->begin - 2), x->t.text + k->begin + 1);
  char *other = include(context, name);
  if (other) replace(x, k->begin, k->end, must_print("\"%s\"", other));
  free(other);
  free(name);
}

// Inside __attribute__((...)) or [[...]], where __noinline__ is the compiler's own word.
static bool in_attribute(const struct translation *x, size_t i) {
  for (size_t p = prev(x, i); p != NO_TOKEN && !is(x, p, ";") && !is(x, p, "{"); p = prev(x, p)) {
    if (is(x, p, ")") || is(x, p, "]"))
      p = match_backward(x, p);
    else if (is(x, p, "("))
      return is(x, prev(x, p), "(") && is(x, prev(x, prev(x, p)), "__attribute__");
    else if (is(x, p, "["))
      return true;
  }
  return false;
}

// Whether the macros of the file may be meant for device code.
static bool is_of_device(const struct translation *x) {
  size_t n = strlen(x->file);
  return (n >= 3 && !strcmp(x->file + n - 3, ".cu")) || (n >= 4 && !strcmp(x->file + n - 4, ".cuh")) ||
         memmem(x->t.text, x->t.n, "__device__", 10) || memmem(x->t.text, x->t.n, "__global__", 10);
}

// `a + \  // comment`: to nvcc's front end the line goes on, since the comment is gone by then.
static void rewrite_splice(struct translation *x, size_t i) {
  if (!is(x, i, "\\") || tok(x, i)->macro) return;
  if (i + 1 < x->t.count && tok(x, i + 1)->line == tok(x, i)->line) return;
  erase(x, tok(x, i)->begin, tok(x, i)->end);
}

// Whether the innermost function around token i is main, declared to return an int.
static bool is_in_main(const struct translation *x, size_t i) {
  static const char *const statements[] = {"if", "for", "while", "switch", "catch", "constexpr", NULL};
  static const char *const before_block[] = {"else", "do", "try", ";", "{", "}", ":", NULL};
  for (size_t p = prev(x, i); p != NO_TOKEN; p = prev(x, p)) {
    bool closes = is(x, p, "}") || is(x, p, ")");
    if (closes) p = match_backward(x, p);
    if (closes || !is(x, p, "{")) continue;
    size_t before = prev(x, p), word = is(x, before, ")") ? prev(x, match_backward(x, before)) : NO_TOKEN;
    if (is(x, word, "main")) return is(x, prev(x, word), "int");
    if (!is_one_of(x, word, statements) && !is_one_of(x, before, before_block)) return false;
  }
  return false;
}

// `return;` in main, of which nvcc warns and makes `return 0;`.
static void rewrite_main_return(struct translation *x, size_t i) {
  if (!is(x, i, "return") || !is(x, next(x, i), ";") || tok(x, i)->macro || !is_in_main(x, i)) return;
  if (may_rewrite(x, RULE_MAIN, i, i)) insert(x, tok(x, i)->end, " 0");
}

// The compiler's own names of what moves memory are the library's, which is counted (emu_memory.h).
static void rewrite_builtin(struct translation *x, size_t i) {
  static const char *const movers[] = {"__builtin_memcpy", "__builtin_memmove", "__builtin_memset", NULL};
  if (is_one_of(x, i, movers) && is(x, next(x, i), "("))
    replace(x, tok(x, i)->begin, tok(x, i)->begin + strlen("__builtin_"), must_print("::"));
}

static bool rewrite_all(struct translation *x, emu_include_fn *include, void *context) {
  static const char *const assembly[] = {"asm", "__asm", "__asm__", NULL};
  struct scopes scopes = {0};
  bool ok = true, of_device = is_of_device(x);
  size_t known = 0; // behind the last device function: those inside it have been seen with it
  struct device_function inside = {.close = 0};
  size_t function = 0; // the word that made it one
  for (size_t i = 0; i < x->t.count && ok; i++) {
    track_scope(x, &scopes, i);
    if (tok(x, i)->kind == TOKEN_IF && outside_functions(x, &scopes, i)) rewrite_arch_group(x, i);
    if (tok(x, i)->kind == TOKEN_INCLUDE && include) rewrite_include(x, i, include, context);
    if (launch_open(x, i) != NO_TOKEN) ok = rewrite_launch(x, i);
    if (is(x, i, "cudaLaunchKernel") || is(x, i, "cudaLaunchCooperativeKernel")) rewrite_packed_launch(x, i);
    if (is(x, i, "(") || is(x, i, "reinterpret_cast")) rewrite_bare_kernel(x, i);
    if (of_device) rewrite_shift_of_macro(x, i);
    rewrite_splice(x, i);
    if (!is_word(x, i) || x->done[i]) continue;
    ok = rewrite_assembly_macro(x, i);
    if (i < inside.close || (of_device && tok(x, i)->macro)) rewrite_builtin(x, i);
    rewrite_own_name(x, i, i < inside.close ? &inside : NULL);
    struct device_function f;
    if (device_function_at(x, i, &f)) {
      if (i >= inside.close) inside = f, function = i;
      note_local_arrays(x, &f);
      if (i >= known) {
        note_views(x, &f);
        rewrite_shifts(x, &f);
        rewrite_conversions(x, &f);
        known = f.close;
      }
      ok = ok && check_host_calls(x, &f) && rewrite_arch_body(x, &f);
    }
    if (is(x, i, "__shared__") || is_space_word(x, i)) rewrite_alignas(x, i);
    if (ok && is(x, i, "__shared__")) ok = rewrite_shared(x, i, in_function(x, &scopes, i));
    if (is(x, i, "static") && i < inside.close) rewrite_static_local(x, i, function, &inside);
    if (of_device && is(x, i, "static")) rewrite_static_constant(x, i);
    if (rewrite_space_of_type(x, i)) continue;
    if (ok && is_space_word(x, i)) ok = rewrite_device_variable(x, i);
    if (is(x, i, "__launch_bounds__") || is(x, i, "__cluster_dims__")) rewrite_launch_bounds(x, i);
    if (is(x, i, "__noinline__") && !in_attribute(x, i))
      replace(x, tok(x, i)->begin, tok(x, i)->end, must_print("__attribute__((noinline))"));
    if (is_one_of(x, i, assembly)) rewrite_ptx(x, i);
    if (is(x, i, "union")) rewrite_union(x, i);
    if (of_device && i >= inside.close) rewrite_main_return(x, i);
  }
  while (scopes.ifs) free(scopes.saved[--scopes.ifs].open);
  free(scopes.saved);
  free(scopes.open);
  return ok;
}

static int compare_edits(const void *a, const void *b) {
  const struct edit *p = a, *q = b;
  if (p->begin != q->begin) return p->begin < q->begin ? -1 : 1;
  return p->order < q->order ? -1 : p->order > q->order;
}

// What is written, and the last character of it.
struct output {
  FILE *file;
  char last;
};

static void put(struct output *out, const char *text, size_t n) {
  if (!n) return;
  if (out->last == ':' && *text == ':')
    fputc(' ', out->file); // `case 0:k<<<...`, `? a :(int)b`: not a third colon
  fwrite(text, 1, n, out->file);
  out->last = text[n - 1];
}

static void write_range(const struct translation *x, size_t done, size_t end, bool again,
                        struct output *out) {
  for (size_t e = 0; e < x->edits; e++) {
    const struct edit *k = &x->edit[e];
    if (k->begin < done) continue; // inside a piece already rewritten: only in text that is no C++
    if (again && (k->begin >= end || k->once)) continue;
    put(out, x->t.text + done, k->begin - done);
    put(out, k->text, strlen(k->text));
    if (k->again) write_range(x, k->again, k->begin, true, out);
    done = k->end;
  }
  put(out, x->t.text + done, end - done);
}

static void write_line_of_file(const struct translation *x, FILE *out) {
  fputs("#line 1 \"", out);
  for (const char *c = x->file; *c; c++) fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
  fputs("\"\n", out);
}

static void write_edited(struct translation *x, FILE *out) {
  if (x->edits) qsort(x->edit, x->edits, sizeof *x->edit, compare_edits);
  write_range(x, 0, x->t.n, false, &(struct output){out, '\0'});
}

static void begin_translation(struct translation *x, const char *text, size_t n) {
  tokens_read(&x->t, text, n);
  x->done = memset(must_realloc(NULL, x->t.count), 0, x->t.count);
  collect_kernels(x);
  collect_classes(x);
}

static void free_translation(struct translation *x) {
  for (size_t e = 0; e < x->edits; e++) free(x->edit[e].text);
  free(x->edit);
  free(x->done);
  free(x->declared);
  free(x->host_function);
  tokens_free(&x->t);
}

static char *translate_piece(struct translation *x, const char *text, int line) {
  struct translation y = {.file = x->file,
                          .kernels = x->kernels,
                          .error = x->error,
                          .error_size = x->error_size,
                          .own_names = x->own_names,
                          .translate_piece = translate_piece,
                          .piece = true};
  char *all = NULL;
  size_t n;
  FILE *out = open_memstream(&all, &n);
  if (!out) return NULL;
  begin_translation(&y, text, strlen(text));
  for (size_t i = 0; i < y.t.count; i++) y.t.token[i].line += line - 1;
  bool ok = rewrite_all(&y, NULL, NULL) && !*y.refused;
  memcpy(x->refused, y.refused, sizeof x->refused);
  if (ok) write_edited(&y, out);
  free_translation(&y);
  if (fclose(out) || !ok) {
    free(all);
    return NULL;
  }
  return all;
}

int emu_translate(const char *file_name, const char *text, size_t n, emu_include_fn *include, void *context,
                  struct emu_names *kernels, FILE *out, char *error, size_t error_size) {
  struct emu_names own = {0};
  struct translation x = {.file = file_name,
                          .kernels = kernels ? kernels : &own,
                          .translate_piece = translate_piece,
                          .error = error,
                          .error_size = error_size};
  if (n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) text += 3, n -= 3;
  begin_translation(&x, text, n);
  collect_arch_macros(&x);
  collect_own_names(&x);
  collect_macros(&x);
  bool ok = rewrite_all(&x, include, context);
  if (ok) write_line_of_file(&x, out), write_edited(&x, out);
  free_translation(&x);
  emu_names_free(&own);
  return ok ? 0 : -1;
}
