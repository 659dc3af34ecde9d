// The map of wrong elements: where cells lie in data of one, two and three dimensions.
#include "check.h"
#include "grader/output/map.h"
#include <stdlib.h>
#include <string.h>

static struct pmpp_buf buffer(int64_t n) {
  struct pmpp_buf b = {.arg = {.name = "out", .role = PMPP_OUT, .type = PMPP_I32, .count = n}};
  b.golden = calloc((size_t)n, sizeof(int32_t));
  return b;
}

// The map of an output whose elements are wrong where `is_wrong` says so.
static struct text map_of(const struct pmpp_buf *b, bool (*is_wrong)(int64_t i)) {
  struct text t = {0};
  int32_t *output = calloc((size_t)b->arg.count, sizeof *output);
  for (int64_t i = 0; i < b->arg.count; i++) output[i] = is_wrong(i);
  map_add(&t, b, output);
  free(output);
  free(b->golden);
  return t;
}

static int count(const char *s, const char *part) {
  int n = 0;
  while ((s = strstr(s, part))) n++, s++;
  return n;
}

static void expect(struct text t, int cells, const char *const *parts) {
  CHECK(count(t.s, "<rect class=\"x\"") == cells);
  for (; *parts; parts++) {
    if (!strstr(t.s, *parts)) fprintf(stderr, "no '%s' in %s\n", *parts, t.s);
    CHECK(strstr(t.s, *parts));
  }
  text_free(&t);
}

static bool never(int64_t i) {
  return i < 0;
}
static bool in_plane_2(int64_t i) {
  return i / 12 == 2;
}
static bool first_of_planes(int64_t i) {
  return i % 400 == 0;
}
static bool tail(int64_t i) {
  return i >= 200;
}

int main(void) {
  struct pmpp_buf b = buffer(60);
  b.plane[0] = 3, b.plane[1] = 4;
  expect(map_of(&b, in_plane_2), 12,
         (const char *const[]){"A cell is 1 x 1 x 1 element of 5 x 3 x 4;", "plane 0</text>",
                               "plane 4</text>", "from [2][0][0]: 1 wrong", "from [2][2][3]: 1 wrong", NULL});
  b = buffer(60);
  b.plane[0] = 3, b.plane[1] = 4;
  expect(map_of(&b, never), 0, (const char *const[]){"All 60 elements are right.", NULL});
  b = buffer(40 * 400); // 40 planes of 20 x 20: three a panel, two by two a cell
  b.plane[0] = b.plane[1] = 20;
  expect(map_of(&b, first_of_planes), 14,
         (const char *const[]){"A cell is 3 x 2 x 2 elements of 40 x 20 x 20;", "plane 0 to 2</text>",
                               "plane 39</text>", "from [0][0][0]: 3 wrong", "from [39][0][0]: 1 wrong",
                               NULL});
  b = buffer(12); // a plane alone is a matrix
  b.plane[0] = 3, b.plane[1] = b.columns = 4;
  expect(map_of(&b, never), 0, (const char *const[]){"All 12", NULL});
  b = buffer(257);
  expect(map_of(&b, tail), 57,
         (const char *const[]){"A cell is 1 x 1 element of 5 x 64;", "from [3][8]: 1 wrong", NULL});
  return CHECK_STATUS();
}
