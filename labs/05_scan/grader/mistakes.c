// Lab 05's likely mistakes, and what comes of them.
#include "parts.h"
#include <string.h>

// ---- tasks 1 to 5: tiles ----------------------------------------------------------------------------------

// Hillis and Steele's nine steps, in each of which element i gets what lies `apart` places before it, if there is an element d
// places before; late: one more.
static void steps_with(struct pmpp_case *c, int late, int next(int d), int apart(int d)) {
  struct pmpp_buf *out = &c->buf[1];
  const float *in = c->buf[0].data;
  golden_inclusive(c);
  double *x = out->golden, old[SCAN_TILE];
  for (int64_t first = 0; first < out->arg.count; first += SCAN_TILE) {
    int64_t n = out->arg.count - first < SCAN_TILE ? out->arg.count - first : SCAN_TILE;
    for (int64_t i = 0; i < n; i++) x[first + i] = in[first + i];
    for (int step = 0, d = 1; step < 9; step++, d = next(d)) {
      memcpy(old, x + first, (size_t)n * sizeof *old);
      for (int64_t i = d + late; i < n; i++) x[first + i] = old[i] + old[i - apart(d)];
    }
  }
}

static int twice(int d) {
  return 2 * d;
}
static int one_more(int d) {
  return d + 1;
}
static int same(int d) {
  return d;
}
static int one(int d) {
  return d / d;
}

static void distance_by_one(struct pmpp_case *c) {
  steps_with(c, 0, one_more, same);
}

static void neighbour_only(struct pmpp_case *c) {
  steps_with(c, 0, twice, one);
}

// Thread d leaves element 0 out in step d.
static void begins_late(struct pmpp_case *c) {
  steps_with(c, 1, twice, same);
}

const struct pmpp_mistake inclusive_mistakes[4] = {
    {"the distance grows by 1 from step to step: it doubles, 1, 2, 4, ..., 256", distance_by_one},
    {"each step adds what lies one place before, s[t - 1]: in step d it is d places before, s[t - d]",
     neighbour_only},
    {"in step d the thread d itself adds nothing: t >= d, not t > d", begins_late},
    {"exclusive instead of inclusive: element i of the output includes element i of the input",
     golden_exclusive},
};

// The tree goes down from a root that still holds the tile's sum.
static void root_kept(struct pmpp_case *c) {
  const float *in = c->buf[0].data;
  double *want = c->buf[1].golden;
  int64_t n = c->buf[1].arg.count;
  golden_exclusive(c);
  for (int64_t first = 0; first < n; first += SCAN_TILE) {
    int64_t end = first + SCAN_TILE < n ? first + SCAN_TILE : n;
    double all = 0;
    for (int64_t i = first; i < end; i++) all += in[i];
    for (int64_t i = first; i < end; i++) want[i] += all;
  }
}

// The tree's two sweeps over a tile that is filled up with zeros.
static void sweeps(struct pmpp_case *c, int root, bool left_gets) {
  const float *in = c->buf[0].data;
  double *want = c->buf[1].golden, s[SCAN_TILE];
  int64_t n = c->buf[1].arg.count;
  golden_exclusive(c);
  for (int64_t first = 0; first < n; first += SCAN_TILE) {
    for (int i = 0; i < SCAN_TILE; i++) s[i] = first + i < n ? in[first + i] : 0;
    for (int d = 1; d < SCAN_TILE; d *= 2)
      for (int right = 2 * d - 1; right < SCAN_TILE; right += 2 * d) s[right] += s[right - d];
    s[root] = 0;
    for (int d = SCAN_TILE / 2; d > 0; d /= 2)
      for (int right = 2 * d - 1; right < SCAN_TILE; right += 2 * d) {
        double left = s[right - d];
        if (left_gets) s[right - d] = s[right];
        s[right] += left;
      }
    for (int i = 0; i < SCAN_TILE && first + i < n; i++) want[first + i] = s[i];
  }
}

static void left_kept(struct pmpp_case *c) {
  sweeps(c, SCAN_TILE - 1, false);
}

static void first_cleared(struct pmpp_case *c) {
  sweeps(c, 0, true);
}

const struct pmpp_mistake exclusive_mistakes[4] = {
    {"on the way down the left half keeps its sum: s[right - d] gets what s[right] was, and s[right] their "
     "sum",
     left_kept},
    {"the first element becomes 0 before the way down: it is the last, the root, that has to", first_cleared},
    {"to each element the sum of its whole tile is added: before the way down the last element, the root, "
     "becomes 0",
     root_kept},
    {"inclusive instead of exclusive: element i of the output is the sum of those before element i",
     golden_inclusive},
};

// ---- tasks 6 and 7: whole arrays --------------------------------------------------------------------------

static void other_kind(struct pmpp_case *c) {
  const struct pmpp_case_spec *own = c->spec;
  struct pmpp_case_spec other = *own;
  other.size[1] = !own->size[1];
  c->spec = &other;
  golden_whole(c);
  c->spec = own;
}

// Tiles that do not know of each other: each of `tile` elements has a scan of its own.
static void tiles_apart(struct pmpp_case *c, int64_t tile) {
  struct pmpp_buf *out = &c->buf[2];
  golden_whole(c);
  if (out->arg.type != PMPP_F32) return;
  double *want = out->golden, before = 0;
  const float *in = c->buf[0].data;
  for (int64_t i = 0; i < c->spec->size[0]; i++) {
    if (i % tile == 0) before = want[i] - (c->spec->size[1] ? 0 : in[i]);
    want[i] -= before;
  }
}

static void apart_256(struct pmpp_case *c) {
  tiles_apart(c, 256);
}

static void apart_512(struct pmpp_case *c) {
  tiles_apart(c, 512);
}

static void apart_1024(struct pmpp_case *c) {
  tiles_apart(c, 1024);
}

// To each tile but the first its own sum is added beside those before it.
static void own_sum_too(struct pmpp_case *c, int64_t tile) {
  struct pmpp_buf *out = &c->buf[2];
  int64_t n = c->spec->size[0];
  golden_whole(c);
  if (out->arg.type != PMPP_F32) return;
  double *want = out->golden;
  const float *in = c->buf[0].data;
  for (int64_t first = tile; first < n; first += tile) {
    double own = 0;
    int64_t end = first + tile < n ? first + tile : n;
    for (int64_t i = first; i < end; i++) own += in[i];
    for (int64_t i = first; i < end; i++) want[i] += own;
  }
}

static void own_256(struct pmpp_case *c) {
  own_sum_too(c, 256);
}

static void own_512(struct pmpp_case *c) {
  own_sum_too(c, 512);
}

static void own_1024(struct pmpp_case *c) {
  own_sum_too(c, 1024);
}

// To each tile the sum of the one before it is added, and of none before that.
static void sum_before_alone(struct pmpp_case *c, int64_t tile) {
  struct pmpp_buf *out = &c->buf[2];
  const float *in = c->buf[0].data;
  tiles_apart(c, tile);
  if (out->arg.type != PMPP_F32) return;
  double *want = out->golden, before = 0, own = 0;
  for (int64_t i = 0; i < c->spec->size[0]; i++) {
    if (i % tile == 0) before = own, own = 0;
    own += in[i];
    want[i] += before;
  }
}

static void before_512(struct pmpp_case *c) {
  sum_before_alone(c, 512);
}

static void before_1024(struct pmpp_case *c) {
  sum_before_alone(c, 1024);
}

#define SUM_BEFORE_ALONE                                                                                     \
  "each tile gets the sum of the one tile before it alone: the tiles' sums are to be scanned before they "   \
  "are added"

#define OWN_SUM_TOO                                                                                          \
  "to each tile its own sum is added, too: tile t needs the sums of the tiles before it, scan[t - 1] where " \
  "the scan of the sums is inclusive"

const struct pmpp_mistake whole_mistakes[9] = {
    {SUM_BEFORE_ALONE " (tiles of 512)", before_512},
    {SUM_BEFORE_ALONE " (tiles of 1024)", before_1024},
    {"inclusive for exclusive, or exclusive for inclusive: look at the argument `exclusive`", other_kind},
    {"each tile of 256 elements has a scan of its own: what the tiles before it add up to is not added",
     apart_256},
    {"each tile of 512 elements has a scan of its own: what the tiles before it add up to is not added",
     apart_512},
    {"each tile of 1024 elements has a scan of its own: what the tiles before it add up to is not added",
     apart_1024},
    {OWN_SUM_TOO " (tiles of 256)", own_256},
    {OWN_SUM_TOO " (tiles of 512)", own_512},
    {OWN_SUM_TOO " (tiles of 1024)", own_1024},
};

// ---- task 8: compaction -----------------------------------------------------------------------------------

static void zeros_kept(struct pmpp_case *c) {
  int64_t n = c->spec->size[0], kept = 0;
  const int32_t *x = c->buf[0].data;
  int32_t *out = c->buf[2].golden;
  for (int64_t i = 0; i < n; i++)
    if (x[i] >= 0) out[kept++] = x[i];
  for (int64_t i = kept; i < n; i++) out[i] = -1;
  *(int64_t *)c->buf[3].golden = kept;
}

const struct pmpp_mistake compaction_mistakes[1] = {
    {"zeros are kept, too: only elements above 0 stay", zeros_kept},
};

// ---- task 9: row pointers ---------------------------------------------------------------------------------

static void row_ends(struct pmpp_case *c) {
  int32_t *row_ptr = c->buf[2].golden;
  int64_t rows = c->spec->size[1];
  golden_csr(c);
  for (int64_t r = 0; r < rows; r++) row_ptr[r] = row_ptr[r + 1];
}

const struct pmpp_mistake csr_mistakes[1] = {
    {"inclusive instead of exclusive: a row pointer is where its row begins, not where it ends", row_ends},
};
