// The samples of lab 06's cases: distributions, levels, and the bin of a sample by the contract's formulas.
#include "parts.h"
#include <math.h>
#include <string.h>

// ---- distributions ----------------------------------------------------------------------------------------

int type_of(const struct pmpp_case *c) {
  return c->spec->variant >> 16;
}

int bytes_of(const struct pmpp_case *c) {
  return type_of(c) == BYTES ? 1 : 4;
}

// 2^16 values, drawn with equal chances: the value of rank r is there about 2^16 / (r H) times, H = sum of 1 / r.
enum { ZIPF_VALUES = 1 << 16 };

static _Thread_local uint32_t zipf[ZIPF_VALUES]; // cases may be made side by side

void fill_zipf(int bins, uint64_t seed) {
  double sum = 0, so_far = 0;
  uint32_t turn = (uint32_t)pmpp_random(&seed) | 1;
  for (int r = 1; r <= bins; r++) sum += 1.0 / r;
  for (int i = 0, r = 0; i < ZIPF_VALUES; i++) {
    while (r < bins && so_far <= sum * i / ZIPF_VALUES) so_far += 1.0 / ++r;
    uint64_t bin = (uint64_t)((uint32_t)r * turn) * (uint64_t)bins >> 32;
    zipf[i] = (uint32_t)(((bin << 32) + (UINT64_C(1) << 31)) / (uint64_t)bins);
  }
}

static uint8_t next_letter(const char **rest, uint64_t *state) {
  static const char *const words[] = {"the ",  "of ",   "and ", "a ",    "to ",  "in ",  "is ",   "you ",
                                      "that ", "it ",   "he ",  "was ",  "for ", "on ",  "are ",  "with ",
                                      "as ",   "they ", "be ",  "at ",   "one ", "have", "this ", "from ",
                                      "or ",   "had ",  "by ",  "hot, ", "but ", "some", "what ", "there. "};
  if (!**rest) *rest = words[pmpp_random(state) % 32];
  return (uint8_t) * (*rest)++;
}

// Rows of 1024 pixels: two gentle slopes, a disc in the negative, and noise of one step in an eighth of the pixels.
static uint8_t pixel(int64_t i, uint64_t random) {
  int x = (int)(i % 1024), y = (int)(i / 1024 % 1024);
  int slope = (x < 512 ? x : 1023 - x) / 16 + y / 8;
  int grey = 32 + slope + (random % 8 == 0);
  return (uint8_t)((x - 600) * (x - 600) + (y - 100) * (y - 100) < 250 * 250 ? 255 - grey : grey);
}

// Fills x[0..n) with values in 0 .. 2^32 - 1, whose upper bits make the samples.
void fill(uint32_t *x, int64_t n, int64_t first, int64_t total, int variant, bool whole_words,
          uint64_t *state, const char **rest) {
  for (int64_t i = 0; i < n; i++) {
    uint64_t random = variant == ONE_BIN || variant == TEXT ? 0 : pmpp_random(state);
    switch (variant) {
    case ZIPF:
      x[i] = zipf[random >> 48];
      break;
    case ONE_BIN:
      x[i] = (uint32_t)(*state >> 32);
      break;
    case SORTED:
      x[i] = (uint32_t)(((uint64_t)(first + i) << 32) / (uint64_t)total);
      break;
    case TEXT:
      x[i] = (uint32_t)next_letter(rest, state) << 24;
      for (int shift = 16; whole_words && shift >= 0; shift -= 8)
        x[i] |= (uint32_t)next_letter(rest, state) << shift;
      break;
    case PICTURE:
      x[i] = 0x01010101u * pixel(first + i, random);
      break;
    case BETWEEN:
      x[i] = (first + i < 5 ? 30u : first + i < 5 + 55040 ? 90u : 200u) << 24;
      break;
    case LAST:
      x[i] = first + i == total - 1 ? UINT32_MAX : 0;
      break;
    default:
      x[i] = (uint32_t)(random >> 32);
    }
  }
}

// ---- levels -----------------------------------------------------------------------------------------------

// size: n, bins, lower, width; floats: n, bins, and lower and upper in thousandths. Bytes: n, blocks.
int bins_of(const struct pmpp_case *c) {
  return type_of(c) == BYTES ? HIST_BINS : (int)c->spec->size[1];
}

float lower_of(const struct pmpp_case *c) {
  return (float)((double)c->spec->size[2] / 1000);
}

float upper_of(const struct pmpp_case *c) {
  return (float)((double)c->spec->size[3] / 1000);
}

// The bin of a sample with these bits; -1 where it has none. The contract's formulas.
int64_t bin_of(const struct pmpp_case *c, uint32_t bits) {
  int64_t bins = bins_of(c);
  if (type_of(c) == BYTES) return bits & 0xff;
  if (type_of(c) == WORDS) {
    uint32_t lower = (uint32_t)c->spec->size[2], width = (uint32_t)c->spec->size[3];
    if (bits < lower) return -1;
    int64_t bin = (bits - lower) / width;
    return bin < bins ? bin : -1;
  }
  float x, lower = lower_of(c), upper = upper_of(c);
  memcpy(&x, &bits, sizeof x);
  if (!(x >= lower && x < upper)) return -1;
  float scale = (float)bins / (upper - lower), place = (x - lower) * scale;
  int64_t bin = (int64_t)place;
  return bin < bins ? bin : bins - 1;
}

// A sample of which `part`, a fraction of 2^32, says where between the levels it lies.
uint32_t between_levels(const struct pmpp_case *c, uint32_t part) {
  const int64_t *size = c->spec->size;
  if (type_of(c) == WORDS)
    return (uint32_t)(size[2] + (int64_t)((uint64_t)part * (uint64_t)(size[1] * size[3]) >> 32));
  float x = lower_of(c) + (float)(part >> 8) * 0x1p-24f * (upper_of(c) - lower_of(c));
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// A level, or the value before or behind it; one in eight is a value far outside.
uint32_t edge(const struct pmpp_case *c, uint64_t random) {
  static const float far[] = {NAN, INFINITY, -INFINITY, -0.0f, 1e30f, -1e30f, 1e-40f, 3e9f};
  int64_t bins = bins_of(c), level = (int64_t)((random >> 8) % (uint64_t)(bins + 1));
  bool outside = random % 8 == 0;
  if ((random >> 3) % 4 == 0) level = (random >> 5) % 2 ? bins : 0; // the outermost levels, more often
  if (type_of(c) == WORDS) {
    uint32_t x = (uint32_t)(c->spec->size[2] + level * c->spec->size[3]);
    return outside ? (random >> 40) % 2 ? UINT32_MAX : 0 : x - (random >> 40) % 2;
  }
  float lower = lower_of(c), upper = upper_of(c), x = lower + (float)level * ((upper - lower) / (float)bins);
  if (level == bins) x = upper;
  int side = (int)((random >> 40) % 3);
  if (side) x = nextafterf(x, side == 1 ? -INFINITY : INFINITY);
  if (outside) x = far[(random >> 40) % 8];
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
