// Macros in assembly. What an asm statement says must be known where it is rewritten, so the macros that its strings and
// constraints come from are expanded in it, and a macro whose statement depends on its arguments at each of its uses:
//
//   #define OP(name, d, a) asm(name " %0, %1;" : "=r"(d) : "r"(a))
#define _GNU_SOURCE
#include "emu/emucc/translate/rewrite_macro.h"
#include "emu/emucc/translate/rewrite_ptx.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 32, DEEPEST = 16 };

// Text in the making.
struct words {
  char *text;
  size_t n;
};

static void add_text(struct words *w, const char *text, size_t n) {
  w->text = must_realloc(w->text, w->n + n + 1);
  if (n) memcpy(w->text + w->n, text, n);
  w->text[w->n += n] = '\0';
}

static const struct emu_macro *macro_named(const struct emu_names *names, const char *word, size_t n) {
  for (size_t i = names->macros; i-- > 0;) // the latest
    if (!strncmp(names->macro[i].name, word, n) && !names->macro[i].name[n]) return &names->macro[i];
  return NULL;
}

// Whether one of the words of the body is a macro of which `asked` holds.
static bool names_macro(const struct emu_names *names, const struct emu_macro *m, int depth,
                        bool (*asked)(const struct emu_names *, const struct emu_macro *, int)) {
  struct lexer l = lexer_of(m->body, strlen(m->body));
  for (struct lexeme k; depth < DEEPEST && lexeme_next(&l, &k);) {
    const struct emu_macro *named =
        k.kind == LEXEME_WORD ? macro_named(names, m->body + k.begin, k.end - k.begin) : NULL;
    if (named && asked(names, named, depth + 1)) return true;
  }
  return false;
}

static bool gives_strings(const struct emu_names *names, const struct emu_macro *m, int depth) {
  return m->strings || names_macro(names, m, depth, gives_strings);
}

static bool is_expanded_at_use(const struct emu_names *names, const struct emu_macro *m, int depth) {
  return m->open_assembly || names_macro(names, m, depth, is_expanded_at_use);
}

// Takes the body, whose tokens begin at *i: on one line, with a blank wherever there is one.
static void take_body(const struct translation *x, int macro, size_t *i, struct emu_macro *m) {
  static const char *const assembly[] = {"asm", "__asm", "__asm__", NULL};
  struct words w = {0};
  size_t behind = NO_TOKEN;
  add_text(&w, "", 0);
  for (; *i < x->t.count && tok(x, *i)->macro == macro; (*i)++) {
    if (behind != NO_TOKEN && behind != tok(x, *i)->begin) add_text(&w, " ", 1);
    for (size_t c = tok(x, *i)->begin, spliced; c < tok(x, *i)->end; c += spliced ? spliced : 1)
      if (!(spliced = spliced_newline_length(x->t.text, x->t.n, c))) add_text(&w, x->t.text + c, 1);
    m->strings |= tok(x, *i)->kind == TOKEN_STRING || is(x, *i, "#");
    m->open_assembly |= is_one_of(x, *i, assembly) && !ptx_is_readable(x, *i);
    behind = tok(x, *i)->end;
  }
  m->body = w.text;
}

void collect_macros(struct translation *x) {
  struct emu_names *names = x->kernels;
  size_t i = 0;
  for (size_t m = 0; m < x->t.macro_count; m++) {
    const struct macro *from = &x->t.macro[m];
    if (names->macros == names->macro_capacity) {
      names->macro_capacity = names->macro_capacity ? 2 * names->macro_capacity : 16;
      names->macro = must_realloc(names->macro, names->macro_capacity * sizeof *names->macro);
    }
    struct emu_macro *new = &names->macro[names->macros++];
    *new = (struct emu_macro){.function_like = from->function_like};
    new->name = must_print("%.*s", (int)(from->name_end - from->name_begin), x->t.text + from->name_begin);
    new->parameters =
        must_print("%.*s", (int)(from->params_end - from->params_begin), x->t.text + from->params_begin);
    while (i < x->t.count && tok(x, i)->macro < (int)m + 1) i++;
    take_body(x, (int)m + 1, &i, new);
    names->open_assembly |= new->open_assembly;
  }
}

static char *trimmed(const char *text, size_t begin, size_t end) {
  while (begin < end && strchr(" \t\r\n", text[begin])) begin++;
  while (begin < end && strchr(" \t\r\n", text[end - 1])) end--;
  return must_print("%.*s", (int)(end - begin), text + begin);
}

// Cuts `a, f(b, c)` behind the open parenthesis into arguments. Returns the place behind its `)`, 0 if there is none.
static size_t macro_arguments(const char *text, size_t n, size_t at, char **argument, int *count) {
  struct lexer l = lexer_of(text, n);
  struct lexeme k;
  int depth = 0;
  size_t begin = 0;
  *count = 0;
  while (lexeme_next(&l, &k)) {
    if (k.begin < at) continue;
    char c = k.kind == LEXEME_PUNCT ? text[k.begin] : ' ';
    bool ends = depth == 1 && (c == ',' || c == ')');
    if (ends && *count < MOST_ARGUMENTS) argument[(*count)++] = trimmed(text, begin, k.begin);
    if (c == '(' && !depth) begin = k.end;
    if (ends) begin = k.end;
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (!depth) return k.end;
  }
  return 0;
}

// The argument of the parameter spelled so, or NULL. Behind the last named one, __VA_ARGS__ is what is left.
static char *argument_of(const struct emu_macro *m, char **argument, int count, const char *word, size_t n) {
  struct lexer l = lexer_of(m->parameters, strlen(m->parameters));
  int number = 0;
  for (struct lexeme k; lexeme_next(&l, &k); number += m->parameters[k.begin] == ',') {
    bool rest = m->parameters[k.begin] == '.';
    if (rest && n == 11 && !memcmp(word, "__VA_ARGS__", 11)) {
      struct words w = {0};
      add_text(&w, "", 0);
      for (int i = number; i < count; i++) {
        if (i > number) add_text(&w, ",", 1);
        add_text(&w, argument[i], strlen(argument[i]));
      }
      return w.text;
    }
    if (k.kind == LEXEME_WORD && k.end - k.begin == n && !memcmp(m->parameters + k.begin, word, n))
      return must_print("%s", number < count ? argument[number] : "");
  }
  return NULL;
}

static void add_quoted(struct words *w, const char *text) {
  add_text(w, "\"", 1);
  for (const char *c = text; *c; c++) {
    if (*c == '"' || *c == '\\') add_text(w, "\\", 1);
    add_text(w, c, 1);
  }
  add_text(w, "\"", 1);
}

static char *expand(const struct emu_names *names, const char *text, int depth);

static char *substitute(const struct emu_names *names, const struct emu_macro *m, char **argument, int count,
                        int depth) {
  struct lexer l = lexer_of(m->body, strlen(m->body));
  struct words w = {0};
  size_t behind = 0;
  bool quote = false, paste = false;
  add_text(&w, "", 0);
  for (struct lexeme k; lexeme_next(&l, &k); behind = k.end) {
    const char *word = m->body + k.begin;
    size_t n = k.end - k.begin;
    if (n == 2 && !memcmp(word, "##", 2)) {
      while (w.n && w.text[w.n - 1] == ' ') w.text[--w.n] = '\0';
      paste = true;
      continue;
    }
    if (!paste) add_text(&w, m->body + behind, k.begin - behind);
    char *own = k.kind == LEXEME_WORD ? argument_of(m, argument, count, word, n) : NULL;
    if (n == 1 && *word == '#' && m->function_like) {
      quote = true;
      continue;
    }
    struct lexer ahead = l;
    struct lexeme after;
    bool pasted = paste || (lexeme_next(&ahead, &after) && lexeme_is(&ahead, &after, "##"));
    char *full = own && !quote && !pasted ? expand(names, own, depth + 1) : NULL;
    if (own && quote)
      add_quoted(&w, own);
    else if (own)
      add_text(&w, full ? full : own, strlen(full ? full : own));
    else
      add_text(&w, word, n);
    free(own), free(full);
    quote = paste = false;
  }
  return w.text;
}

// The text with the macros that strings come from expanded. malloc'ed.
static char *expand(const struct emu_names *names, const char *text, int depth) {
  size_t n = strlen(text), behind = 0;
  struct lexer l = lexer_of(text, n);
  struct words w = {0};
  add_text(&w, "", 0);
  for (struct lexeme k; lexeme_next(&l, &k);) {
    if (k.begin < behind) continue;
    const struct emu_macro *m =
        k.kind == LEXEME_WORD ? macro_named(names, text + k.begin, k.end - k.begin) : NULL;
    char *argument[MOST_ARGUMENTS];
    int count = 0;
    size_t end = k.end;
    if (m && m->function_like) {
      size_t open = k.end;
      while (open < n && strchr(" \t\r\n", text[open])) open++;
      end = open < n && text[open] == '(' ? macro_arguments(text, n, open, argument, &count) : 0;
    }
    if (m && end && depth < DEEPEST && gives_strings(names, m, 0)) {
      char *made = substitute(names, m, argument, count, depth), *whole = expand(names, made, depth + 1);
      add_text(&w, text + behind, k.begin - behind);
      add_text(&w, whole, strlen(whole));
      free(made), free(whole);
      behind = end;
    }
    while (count) free(argument[--count]);
  }
  add_text(&w, text + behind, n - behind);
  return w.text;
}

static char *spelled(const struct translation *x, size_t first, size_t last) {
  return must_print("%.*s", (int)(tok(x, last)->end - tok(x, first)->begin),
                    x->t.text + tok(x, first)->begin);
}

// Puts the translation of what [first, last] expands to in its place, on its first line, or refuses it there. False: it has nothing
// to expand, or fail() was called.
static bool put_expanded(struct translation *x, size_t first, size_t last) {
  char *text = spelled(x, first, last), *whole = expand(x->kernels, text, 0);
  bool other = strcmp(text, whole);
  if (other) {
    for (char *c = whole; *c; c++)
      if (*c == '\n' || *c == '\r') *c = ' ';
    char *translated = x->translate_piece(x, whole, tok(x, first)->line);
    if (translated) insert(x, tok(x, first)->begin, translated);
    if (translated) erase(x, tok(x, first)->begin, tok(x, last)->end);
    if (!translated && *x->refused) ptx_refuse(x, first, x->refused);
    other = translated || *x->refused;
    free(translated);
  }
  free(text), free(whole);
  return other;
}

bool expand_assembly(struct translation *x, size_t i, size_t close) {
  return !x->piece && !tok(x, i)->macro && close != NO_TOKEN && put_expanded(x, i, close);
}

bool rewrite_assembly_macro(struct translation *x, size_t i) {
  if (x->piece || !x->kernels->open_assembly || tok(x, i)->macro || !is_word(x, i)) return true;
  const struct emu_macro *m =
      macro_named(x->kernels, x->t.text + tok(x, i)->begin, tok(x, i)->end - tok(x, i)->begin);
  if (!m || !is_expanded_at_use(x->kernels, m, 0)) return true;
  size_t last = m->function_like && is(x, next(x, i), "(") ? match_forward(x, next(x, i))
                : m->function_like                         ? NO_TOKEN
                                                           : i;
  return last == NO_TOKEN || put_expanded(x, i, last);
}
