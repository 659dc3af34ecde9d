// The page's view of the device: occupancy and what limits it, and the roofline with the run's point.
#include "report/page.h"
#include "memory/model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- occupancy ----

// Of a multiprocessor of every compute capability here: the register file, and in what steps a warp takes registers and
// warps are put (NVIDIA's occupancy calculator).
enum { REGISTERS = 65536, REGISTER_STEP = 256, WARP_STEP = 4, MOST_REGISTERS = 255 };

static int least_of(int a, int b) {
  return a < b ? a : b;
}

static int blocks_by_registers(int registers, int warps) {
  int a_warp = (registers * WARP + REGISTER_STEP - 1) / REGISTER_STEP * REGISTER_STEP;
  return REGISTERS / a_warp / WARP_STEP * WARP_STEP / warps;
}

static void add_limit(struct text *t, const char *name, int blocks, int least, bool *some) {
  if (blocks != least) return;
  text_add(t, "%s%s", *some ? ", " : "", name);
  *some = true;
}

static void add_kernel(struct text *t, const struct course *c, int threads) {
  const struct device *d = device_model();
  int warps = (threads + WARP - 1) / WARP, most_warps = d->threads_per_processor / WARP;
  int by_threads = most_warps / warps, by_blocks = d->blocks_per_processor;
  uint64_t shared = c->shared ? c->shared + (uint64_t)device_reserved_shared(d) : 0;
  int by_shared = shared ? (int)((uint64_t)d->shared_per_processor / shared) : by_blocks;
  text_add(t, "<h3>");
  html_add(t, c->kernel);
  text_add(t,
           "</h3>\n<p>%d threads and %llu bytes of shared memory a block. A multiprocessor of the %s holds "
           "%d warps and "
           "%d blocks.</p>\n",
           threads, (unsigned long long)c->shared, d->name, most_warps, d->blocks_per_processor);
  text_add(t, "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th class=\"n\">registers a thread</th>"
              "<th class=\"n\">blocks</th><th class=\"n\">warps</th><th "
              "class=\"n\">occupancy</th><th>limited by</th></tr>"
              "</thead><tbody>\n");
  for (int registers = 32; registers <= 256; registers += registers < 64 ? 8 : registers < 128 ? 16 : 64) {
    int given = least_of(registers, MOST_REGISTERS), by_registers = blocks_by_registers(given, warps);
    int blocks = least_of(least_of(by_threads, by_blocks), least_of(by_shared, by_registers));
    bool some = false;
    text_add(t,
             "<tr><th class=\"n\" scope=\"row\">%d</th><td class=\"n\">%d</td><td class=\"n\">%d</td><td "
             "class=\"n\">%.1f %%</td><td>",
             given, blocks, blocks * warps, 100.0 * blocks * warps / most_warps);
    add_limit(t, "threads", by_threads, blocks, &some);
    add_limit(t, "blocks", by_blocks, blocks, &some);
    if (shared) add_limit(t, "shared memory", by_shared, blocks, &some);
    add_limit(t, "registers", by_registers, blocks, &some);
    text_add(t, "</td></tr>\n");
  }
  text_add(t, "</tbody></table></div>\n");
}

void page_add_occupancy(struct text *t, const struct emu_report *r) {
  int n;
  const struct course *c = sample_courses(&n);
  if (n)
    text_add(t, "<h2>Occupancy</h2>\n<p>How many registers a thread takes is the compiler's choice: "
                "<code>nvcc -Xptxas -v</code> says it, and its row is the kernel's.</p>\n");
  for (int i = 0; i < n; i++)
    for (uint32_t k = 0; k < r->n_launches; k++) {
      const struct emu_launch *l = &r->launch[k];
      if (strcmp(l->kernel, c[i].kernel)) continue;
      add_kernel(t, &c[i], (int)(l->block[0] * l->block[1] * l->block[2]));
      break;
    }
}

// ---- roofline ----

// fp32 lanes of a multiprocessor, from NVIDIA's white papers: 64 before capability 8.6, and 128 since.
static double peak_operations(const struct device *d) {
  int lanes = d->major * 10 + d->minor < 86 ? 64 : 128;
  return 2.0 * lanes * d->processors * d->clock_khz * 1e3;
}

static double peak_bytes(const struct device *d) {
  return 2.0 * d->memory_khz * 1e3 * d->bus_bits / 8;
}

enum {
  ROOF_WIDTH = 640,
  HEIGHT = 260,
  LEFT = 84,
  RIGHT = 600,
  TOP = 20,
  BOTTOM = 220,
  OCTAVES = 16,
  DEPTH = 12
};
static double x_of(double intensity) { // 2^-6 .. 2^10 operations a byte
  double octave = log2(intensity) + 6;
  return LEFT + (octave < 0 ? 0 : octave > OCTAVES ? OCTAVES : octave) / OCTAVES * (RIGHT - LEFT);
}
static double y_of(double share) { // of the peak, 2^-12 .. 1
  double octave = -log2(share);
  return TOP + (octave > DEPTH ? DEPTH : octave) / DEPTH * (BOTTOM - TOP);
}

struct roof {
  double peak, ridge; // operations a second; operations a byte
};

static double reached(const struct roof *r, double intensity) { // a share of the peak
  return intensity < r->ridge ? intensity / r->ridge : 1;
}

// The axes, with what they count, and the roof.
static void add_roof(struct text *t, const struct roof *r) {
  for (int i = 0; i <= DEPTH; i += 4)
    text_add(t, "<path class=\"q\" d=\"M%d %.1fH%d\"/><text class=\"e\" x=\"%d\" y=\"%.1f\">%.3g</text>",
             LEFT, y_of(exp2(-i)), RIGHT, LEFT - 6, y_of(exp2(-i)) + 4, r->peak * exp2(-i) / 1e9);
  for (int i = -6; i <= 10; i += 2)
    text_add(t, "<text class=\"m\" x=\"%.1f\" y=\"%d\">%g</text>", x_of(exp2(i)), BOTTOM + 18, exp2(i));
  text_add(t,
           "<text class=\"m\" x=\"%d\" y=\"%d\">operations a byte</text><text x=\"2\" y=\"12\">GFLOP/s</text>"
           "<path class=\"b\" fill=\"none\" d=\"M%d %.1fL%.1f %dH%d\"/>\n",
           (LEFT + RIGHT) / 2, BOTTOM + 36, LEFT, y_of(reached(r, exp2(-6))), x_of(r->ridge), TOP, RIGHT);
}

// A point under the roof and its words: right of it, or left where there is no room.
static void add_point(struct text *t, const struct roof *r, double intensity, const char *shape, int down,
                      const char *words) {
  double x = x_of(intensity), y = y_of(reached(r, intensity));
  bool right = x < (LEFT + RIGHT) / 2;
  text_add(t,
           "<path class=\"q\" d=\"M%.1f %.1fV%d\"/><circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>"
           "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
           x, y, BOTTOM, shape, x, y, right ? "" : "e", x + (right ? 9 : -9), y + down, words);
}

static void add_picture(struct text *t, const struct roof *r, double intensity, double packed) {
  text_add(t,
           "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"the roofline and the run's "
           "intensity\" viewBox=\"0 0 %d %d\">",
           ROOF_WIDTH, HEIGHT);
  add_roof(t, r);
  if (packed > intensity * 1.01) add_point(t, r, packed, "h", 30, "if each byte moved once");
  add_point(t, r, intensity, "x", 16, "this run");
  text_add(t, "</svg></div>\n");
}

// Operations are not counted: a kernel's arithmetic is the host compiler's code. Tensor operations are, and EMU_OPERATIONS
// says those of the run where its author knows them.
void page_add_roofline(struct text *t, const struct emu_report *report) {
  const uint64_t *v = report->total.v;
  const char *given = getenv("EMU_OPERATIONS");
  double operations = given && *given ? strtod(given, NULL) : (double)v[EMU_tensor_ops];
  double bytes = 32.0 * (double)(v[EMU_global_load_sectors] + v[EMU_global_store_sectors]);
  if (!(operations > 0 && operations < 1e30) || bytes == 0) return;
  const struct device *d = device_model();
  struct roof r = {peak_operations(d), peak_operations(d) / peak_bytes(d)};
  double intensity = operations / bytes, touched = (double)v[EMU_global_bytes_touched];
  double packed = touched > 0 ? operations / touched : 0;
  text_add(t,
           "<h2>Roofline</h2>\n<p>%.4g operations (%s) on %.4g bytes of sectors: %.3g operations a byte. The "
           "%s has its ridge at %.3g: %.3g TB/s and %.3g fp32 TFLOP/s by its data sheet, which nobody has "
           "measured "
           "here. This run is %s: the roof above it is %.3g GFLOP/s. A cache may serve some of the sectors.",
           operations, given && *given ? "as told" : "of tensor cores, as counted; the roof is fp32's", bytes,
           intensity, d->name, r.ridge, peak_bytes(d) / 1e12, r.peak / 1e12,
           intensity < r.ridge ? "left of the ridge, where memory bounds it"
                               : "right of the ridge, where arithmetic bounds it",
           reached(&r, intensity) * r.peak / 1e9);
  if (packed > intensity * 1.01)
    text_add(
        t,
        " The kernels touch %.4g different bytes: if each moved once, there would be %.3g operations a byte, "
        "and the hollow point is the roof there.",
        touched, packed);
  text_add(t, "</p>\n");
  add_picture(t, &r, intensity, packed);
}
