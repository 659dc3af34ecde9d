// Sorts the tokens of a CUDA source into streams: the source proper and the bodies of macros, without what `#if 0` disables.
#include "emu/emucc/translate/lex.h"

#include <stdlib.h>

struct sorter {
  struct tokens *out;
  struct lexer l;
  int macro;      // of the #define whose body is being read, else 0
  size_t last[2]; // last token of the source proper and of the present macro
  int disabled;   // depth of #if inside an `#if 0`, 0 outside
};

static void add_token(struct sorter *s, enum token_kind kind, const struct lexeme *k) {
  struct tokens *t = s->out;
  if (s->disabled) return;
  if (t->count == t->token_capacity) {
    t->token_capacity = t->token_capacity ? 2 * t->token_capacity : 1024;
    t->token = must_realloc(t->token, t->token_capacity * sizeof *t->token);
  }
  struct token *new = &t->token[t->count];
  char first = kind <= TOKEN_PUNCT ? t->text[k->begin] : 0; // no spliced line stands before it
  *new = (struct token){kind, k->line, s->macro, first, k->begin, k->end, NO_TOKEN, NO_TOKEN};
  if (kind <= TOKEN_PUNCT) { // directives stand between the streams
    size_t *last = &s->last[s->macro != 0];
    new->prev = *last;
    if (*last != NO_TOKEN) t->token[*last].next = t->count;
    *last = t->count;
  }
  t->count++;
}

static struct macro *add_macro(struct tokens *t) {
  if (t->macro_count == t->macro_capacity) {
    t->macro_capacity = t->macro_capacity ? 2 * t->macro_capacity : 16;
    t->macro = must_realloc(t->macro, t->macro_capacity * sizeof *t->macro);
  }
  return &t->macro[t->macro_count++];
}

static void read_parameters(struct lexer *l, struct macro *m) {
  struct lexeme k;
  m->params_begin = m->params_end = l->at;
  while (lexeme_in_line(l, &k) && !lexeme_is(l, &k, ")")) m->params_end = k.end;
}

static void read_define(struct sorter *s) {
  struct lexeme k = {.begin = s->l.at, .end = s->l.at};
  lexeme_in_line(&s->l, &k);
  struct macro m = {.name_begin = k.begin, .name_end = k.end};
  struct lexer ahead = s->l;
  if (lexeme_in_line(&ahead, &k) && k.begin == m.name_end && lexeme_is(&ahead, &k, "(")) {
    s->l = ahead;
    m.function_like = true;
    read_parameters(&s->l, &m);
  }
  *add_macro(s->out) = m;
  s->macro = (int)s->out->macro_count;
  s->last[1] = NO_TOKEN;
  while (lexeme_in_line(&s->l, &k)) add_token(s, (enum token_kind)k.kind, &k);
  s->macro = 0;
}

static bool is_zero_alone(struct lexer l) {
  struct lexeme k;
  return lexeme_in_line(&l, &k) && lexeme_is(&l, &k, "0") && !lexeme_in_line(&l, &k);
}

static void read_conditional(struct sorter *s, enum token_kind kind, struct lexeme *k) {
  if (s->disabled) {
    s->disabled += (kind == TOKEN_IF) - (kind == TOKEN_ENDIF || (kind == TOKEN_ELSE && s->disabled == 1));
    if (kind != TOKEN_IF) add_token(s, kind, k); // which adds nothing inside
    return;
  }
  add_token(s, kind, k);
  s->disabled = lexeme_is(&s->l, k, "if") && is_zero_alone(s->l);
}

// Behind #.
static void read_directive(struct sorter *s, int line) {
  static const struct {
    const char *name;
    enum token_kind kind;
  } conditionals[] = {{"if", TOKEN_IF},     {"ifdef", TOKEN_IF},  {"ifndef", TOKEN_IF},
                      {"else", TOKEN_ELSE}, {"elif", TOKEN_ELSE}, {"endif", TOKEN_ENDIF}};
  struct lexeme k, name;
  if (!lexeme_in_line(&s->l, &k)) return;
  k.line = line;
  for (size_t i = 0; i < sizeof conditionals / sizeof *conditionals; i++)
    if (lexeme_is(&s->l, &k, conditionals[i].name)) read_conditional(s, conditionals[i].kind, &k);
  if (!s->disabled && lexeme_is(&s->l, &k, "define")) read_define(s);
  if (lexeme_is(&s->l, &k, "include") && lexeme_header(&s->l, &name)) {
    bool quoted = s->l.text[name.begin] == '"' && name.end - name.begin > 1 && s->l.text[name.end - 1] == '"';
    name.line = line;
    if (quoted) add_token(s, TOKEN_INCLUDE, &name);
  }
  while (lexeme_in_line(&s->l, &k)) {
  }
}

void tokens_read(struct tokens *t, const char *text, size_t n) {
  *t = (struct tokens){.text = text, .n = n};
  struct sorter s = {.out = t, .l = lexer_of(text, n), .last = {NO_TOKEN, NO_TOKEN}};
  for (struct lexeme k; lexeme_next(&s.l, &k);)
    if (lexeme_is_hash(&s.l, &k))
      read_directive(&s, k.line);
    else
      add_token(&s, (enum token_kind)k.kind, &k);
}

void tokens_free(struct tokens *t) {
  free(t->token);
  free(t->macro);
}

bool token_spells(const struct tokens *t, size_t i, const char *spelling) {
  struct lexer l = {.text = t->text, .n = t->n};
  return lexeme_is(&l, &(struct lexeme){.begin = t->token[i].begin, .end = t->token[i].end}, spelling);
}
