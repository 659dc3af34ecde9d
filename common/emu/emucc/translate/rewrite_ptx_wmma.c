// Inline PTX of tensor-core fragments, wmma.load, wmma.mma and wmma.store: calls of emu_ptx_wmma.h.
#include "emu/emucc/translate/rewrite.h"
#include "emu/emucc/translate/rewrite_ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 16 };

// wmma.load.a.sync.aligned.row.m16n16k16.shared.f16, by its words; shape and layouts come in either order.
struct name {
  char text[128], *word[MOST_WORDS];
  int words;
  int m, n, k;
  bool by_columns[2]; // of each layout, in their order
  int layouts;
  const char *type[4]; // behind the shape and the layouts: of d, a, b and c, of d and c, or of the one matrix
  int types;
  bool saturates;
};

// The C++ name of an element's type, as fragments have it; NULL: emu_ptx_wmma.h has no such fragments.
static const char *element(const char *type) {
  static const char *const names[][2] = {
      {"f16", "::__half"}, {"bf16", "::__nv_bfloat16"}, {"tf32", "::nvcuda::wmma::precision::tf32"},
      {"f32", "float"},    {"s8", "signed char"},       {"u8", "unsigned char"},
      {"s32", "int"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(type, names[i][0])) return names[i][1];
  return NULL;
}

// False for an instruction with a word that is none of these.
static bool read_name(struct name *w, const char *name) {
  *w = (struct name){.words = 0};
  snprintf(w->text, sizeof w->text, "%s", name);
  for (char *p = strtok(w->text, "."); p && w->words < MOST_WORDS; p = strtok(NULL, "."))
    w->word[w->words++] = p;
  for (int i = 1; i < w->words; i++) {
    const char *p = w->word[i];
    int end = 0;
    if (!strcmp(p, "row") || !strcmp(p, "col")) {
      if (w->layouts == 2) return false;
      w->by_columns[w->layouts++] = *p == 'c';
    } else if (sscanf(p, "m%dn%dk%d%n", &w->m, &w->n, &w->k, &end) == 3 && !p[end]) {
      continue;
    } else if (!strcmp(p, "satfinite")) {
      w->saturates = true;
    } else if (element(p)) {
      if (w->types == 4) return false;
      w->type[w->types++] = element(p);
    } else if (strcmp(p, "load") && strcmp(p, "store") && strcmp(p, "mma") && strcmp(p, "sync") &&
               strcmp(p, "aligned") && strcmp(p, "shared") && strcmp(p, "global") &&
               !(i == 2 && p[0] >= 'a' && p[0] <= 'd' && !p[1])) {
      return false;
    }
  }
  return w->m != 0;
}

static const char *layout(bool by_columns) {
  return by_columns ? "::nvcuda::wmma::col_major" : "::nvcuda::wmma::row_major";
}

// The fragment of matrix a, b, c or d.
static char *fragment(const struct name *w, char matrix, const char *type, bool by_columns) {
  if (matrix > 'b')
    return must_print("::nvcuda::wmma::fragment<::nvcuda::wmma::accumulator, %d, %d, %d, %s>", w->m, w->n,
                      w->k, type);
  return must_print("::nvcuda::wmma::fragment<::nvcuda::wmma::matrix_%c, %d, %d, %d, %s, %s>", matrix, w->m,
                    w->n, w->k, type, layout(by_columns));
}

// wmma.load.a.sync.aligned.row.m16n16k16.f16 {r}, [p], stride and wmma.store.d.sync.aligned.row.m16n16k16.f32 [p], {r}, stride.
// Without a stride the matrix is dense.
static char *wmma_move_call(const struct ptx_statement *s, const struct ptx_instruction *n,
                            const struct name *w, bool load) {
  char matrix = w->word[2][0];
  if (w->layouts != 1 || w->types != 1 || n->parts < 2 || n->parts > 3) return NULL;
  int rows = matrix == 'b' ? w->k : w->m, columns = matrix == 'a' ? w->k : w->n;
  char *to = fragment(w, matrix, w->type[0], w->by_columns[0]), *list = must_print("%s", ""), *call = NULL;
  char *p = ptx_address(s, n->part[load], ptx_has_part(n->name, "shared"));
  char *stride =
      n->parts == 3 ? ptx_value(s, n->part[2]) : must_print("%d", w->by_columns[0] ? rows : columns);
  if (p && stride && ptx_add_values(s, n->part[!load], &list))
    call = must_print("::emu::ptx::wmma_%s%s<%s>(%s, %s%s%s)", load ? "load" : "store",
                      matrix > 'b' ? "_sum" : "", to, p, stride,
                      matrix <= 'b'      ? ""
                      : w->by_columns[0] ? ", true"
                                         : ", false",
                      list);
  free(to), free(list), free(p), free(stride);
  return call;
}

// wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {d}, {a}, {b}, {c}: of halves; of other elements all four types are named.
static char *multiply_call(const struct ptx_statement *s, const struct ptx_instruction *n,
                           const struct name *w) {
  if (w->layouts != 2 || (w->types != 2 && w->types != 4) || n->parts != 4 || w->saturates) return NULL;
  const char *operand = w->types == 2 ? "::__half" : w->type[1];
  const char *type[4] = {w->type[0], operand, w->types == 2 ? operand : w->type[2], w->type[w->types - 1]};
  if (strcmp(type[1], type[2])) return NULL;
  char *of[4], *list[4], *call = NULL;
  bool known = true;
  for (int p = 0; p < 4; p++) {
    of[p] = fragment(w, "dabc"[p], type[p], p == 1 ? w->by_columns[0] : w->by_columns[1]);
    list[p] = must_print("%s", "");
    known &= ptx_add_values(s, n->part[p], &list[p]) > 0;
  }
  if (known)
    call = must_print(
        "::emu::ptx::wmma_mma<%s, %s, %s, %s>(::emu::ptx::wmma_words(%s), ::emu::ptx::wmma_words(%s), "
        "::emu::ptx::wmma_words(%s)%s)",
        of[0], of[1], of[2], of[3], list[1] + 2, list[2] + 2, list[3] + 2, list[0]);
  for (int p = 0; p < 4; p++) free(of[p]), free(list[p]);
  return call;
}

char *ptx_wmma_call(const struct ptx_statement *s, const struct ptx_instruction *n) {
  struct name w;
  if (!read_name(&w, n->name) || w.words < 3) return NULL;
  if (!strcmp(w.word[1], "mma")) return multiply_call(s, n, &w);
  return wmma_move_call(s, n, &w, !strcmp(w.word[1], "load"));
}
