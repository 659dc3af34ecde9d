// Pictures of one request: its lanes on sectors, on banks, on addresses; as SVG and for a terminal.
#include "report/page.h"
#include <string.h>

static const char *const what_of[4][3] = {
    {"", "", ""},
    {"global load", "global store", "global atomic"},
    {"shared load", "shared store", "shared atomic"},
    {"constant load", "constant load", "constant load"},
};

void lanes_add(struct text *t, uint32_t lanes) {
  const char *comma = "";
  for (int l = 0; l < WARP; l++) {
    if (!(lanes >> l & 1)) continue;
    int end = l;
    while (end + 1 < WARP && lanes >> (end + 1) & 1) end++;
    text_add(t, end > l ? "%s%d-%d" : "%s%d", comma, l, end);
    comma = ", ";
    l = end;
  }
}

static uint64_t unit_bytes(const struct request *r) {
  return r->kind == KIND_ATOMIC ? 1 : r->space == SPACE_GLOBAL ? 32 : 4;
}

static struct unit *unit_of(struct unit *u, int *n, uint64_t at) {
  int i = *n;
  for (int k = 0; k < *n; k++)
    if (u[k].at == at) return &u[k];
  for (; i > 0 && u[i - 1].at > at; i--) u[i] = u[i - 1];
  u[i] = (struct unit){.at = at};
  ++*n;
  return &u[i];
}

int request_units(const struct request *r, struct unit *u) {
  uint64_t bytes = unit_bytes(r);
  int n = 0;
  for (int l = 0; l < WARP; l++) {
    if (!(r->lanes >> l & 1)) continue;
    uint64_t first = r->addr[l], end = first + (r->kind == KIND_ATOMIC ? 1 : r->size[l]);
    for (uint64_t b = first; b < end; b++) {
      struct unit *one = unit_of(u, &n, b / bytes * bytes);
      one->lanes |= 1u << l;
      one->used |= 1u << (b % bytes);
    }
  }
  return n;
}

void picture_caption(struct text *t, const struct request *r) {
  int lanes = __builtin_popcount(r->lanes);
  text_add(t, "%s by %d lane%s: ", what_of[r->space][r->kind], lanes, lanes == 1 ? "" : "s");
  unsigned long long cost = r->cost, ideal = r->ideal;
  if (r->kind == KIND_ATOMIC)
    text_add(t, "%llu on the busiest address, one after another", cost);
  else if (r->space == SPACE_CONSTANT)
    text_add(t, "%llu word%s, one after another", cost, cost == 1 ? "" : "s");
  else
    text_add(t, "%llu %s%s; %llu would do if the bytes were packed%s", cost,
             r->space == SPACE_GLOBAL ? "sector" : "wavefront", cost == 1 ? "" : "s", ideal,
             r->space == SPACE_SHARED ? " without a conflict" : "");
}

// ---- SVG ----

enum { WIDTH = 640 };

static void svg_begin(struct text *t, int height, const char *name) {
  text_add(t,
           "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\">",
           name, WIDTH, height);
}

static void svg_end(struct text *t) {
  text_add(t, "</svg></div>\n");
}

// A sector a cell, four a row: the bytes that are wanted are full, the others empty; below it the lanes.
static void svg_sectors(struct text *t, const struct unit *u, int n) {
  enum { A_ROW = 4, CELL = WIDTH / A_ROW, BYTE = 4, ROW = 46 };
  svg_begin(t, (n + A_ROW - 1) / A_ROW * ROW, "sectors, the bytes of each that are used, and its lanes");
  for (int i = 0; i < n; i++) {
    int x = i % A_ROW * CELL + 4, y = i / A_ROW * ROW;
    text_add(t,
             "<text x=\"%d\" y=\"%d\">+%llu</text><rect class=\"o\" x=\"%d\" y=\"%d\" width=\"%d\" "
             "height=\"12\"/>",
             x, y + 11, (unsigned long long)(u[i].at - u[0].at), x, y + 15, 32 * BYTE);
    for (int b = 0; b < 32; b++) {
      if (!(u[i].used >> b & 1)) continue;
      int end = b;
      while (end + 1 < 32 && u[i].used >> (end + 1) & 1) end++;
      text_add(t, "<rect class=\"f\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"12\"/>", x + b * BYTE, y + 15,
               (end - b + 1) * BYTE);
      b = end;
    }
    text_add(t, "<text x=\"%d\" y=\"%d\">", x, y + 39);
    lanes_add(t, u[i].lanes);
    text_add(t, "</text>\n");
  }
  svg_end(t);
}

static int bank_of(const struct unit *u) {
  return (int)(u->at / 4 % WARP);
}

// A bank a column: each word that lanes want of it is a box with the number of the first lane.
static void svg_banks(struct text *t, const struct unit *u, int n) {
  enum { CELL = WIDTH / WARP, ROW = 18 };
  int held[WARP] = {0}, most = 0;
  for (int i = 0; i < n; i++)
    if (++held[bank_of(&u[i])] > most) most = held[bank_of(&u[i])];
  svg_begin(t, (most + 1) * ROW + 4, "32 banks, and the words that lanes want of each");
  for (int b = 0; b < WARP; b++)
    text_add(t, "<text class=\"m\" x=\"%d\" y=\"13\">%d</text>", b * CELL + CELL / 2, b);
  memset(held, 0, sizeof held);
  for (int i = 0; i < n; i++) {
    int x = bank_of(&u[i]) * CELL, y = ++held[bank_of(&u[i])] * ROW;
    bool collides = held[bank_of(&u[i])] > 1;
    text_add(t, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", collides ? "w" : "o",
             x + 1, y + 1, CELL - 2, ROW - 2);
    text_add(t, "<text class=\"m\" x=\"%d\" y=\"%d\">%d<title>word %+lld: lanes ", x + CELL / 2, y + 13,
             __builtin_ctz(u[i].lanes), (long long)(u[i].at - u[0].at) / 4);
    lanes_add(t, u[i].lanes);
    text_add(t, "</title></text>\n");
  }
  svg_end(t);
}

// An address a row, as long as the lanes on it are many.
static void svg_addresses(struct text *t, const struct unit *u, int n) {
  enum { ROW = 18, LANE = 10, LEFT = 90 };
  svg_begin(t, n * ROW + 4, "addresses, and the lanes on each");
  for (int i = 0; i < n; i++) {
    int lanes = __builtin_popcount(u[i].lanes);
    text_add(
        t,
        "<text x=\"2\" y=\"%d\">+%llu</text><rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\"/>"
        "<text x=\"%d\" y=\"%d\">",
        i * ROW + 13, (unsigned long long)(u[i].at - u[0].at), lanes > 1 ? "w" : "o", LEFT, i * ROW + 2,
        lanes * LANE, LEFT + 6 + lanes * LANE, i * ROW + 13);
    lanes_add(t, u[i].lanes);
    text_add(t, "</text>\n");
  }
  svg_end(t);
}

void picture_add_svg(struct text *t, const struct request *r) {
  struct unit u[MOST_UNITS];
  int n = request_units(r, u);
  (r->kind == KIND_ATOMIC ? svg_addresses : r->space == SPACE_GLOBAL ? svg_sectors : svg_banks)(t, u, n);
}

// ---- for a terminal ----

void picture_add_ascii(struct text *t, const struct request *r) {
  struct unit u[MOST_UNITS];
  int n = request_units(r, u);
  bool bytes = r->kind != KIND_ATOMIC && r->space == SPACE_GLOBAL;
  for (int i = 0; i < n; i++) {
    if (r->kind != KIND_ATOMIC && !bytes) continue;
    text_add(t, "    %+8lld ", (long long)(u[i].at - u[0].at));
    for (int b = 0; b < 32 && bytes; b++) text_add(t, "%c", u[i].used >> b & 1 ? '#' : '.');
    text_add(t, bytes ? "  lanes " : "  ");
    lanes_add(t, u[i].lanes);
    text_add(t, "\n");
  }
  if (r->kind == KIND_ATOMIC || bytes) return;
  bool drawn[MOST_UNITS] = {false};
  text_add(t, "    bank");
  for (int b = 0; b < WARP; b++) text_add(t, " %2d", b);
  for (int left = n; left > 0;) { // a row: at most one word of each bank, by its first lane
    text_add(t, "\n    lane");
    for (int b = 0; b < WARP; b++) {
      int i = 0;
      while (i < n && (drawn[i] || bank_of(&u[i]) != b)) i++;
      if (i == n) {
        text_add(t, "  .");
        continue;
      }
      text_add(t, " %2d", __builtin_ctz(u[i].lanes));
      drawn[i] = true;
      left--;
    }
  }
  text_add(t, "\n");
}
