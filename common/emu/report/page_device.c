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

enum { WIDTH = 640, HEIGHT = 260, MARGIN = 40 };
static double x_of(double intensity) { // 2^-6 .. 2^10 operations a byte
  return MARGIN + (log2(intensity) + 6) / 16 * (WIDTH - 2 * MARGIN);
}
static double y_of(double share) { // of the peak, 2^-16 .. 1
  return 20 - log2(share) / 16 * (HEIGHT - MARGIN - 20);
}

static void add_roof(struct text *t, double ridge, double intensity) {
  double roof = intensity < ridge ? intensity / ridge : 1, left = exp2(-6);
  text_add(t,
           "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"the roofline and the run's "
           "intensity\" "
           "viewBox=\"0 0 %d %d\"><path class=\"b\" fill=\"none\" d=\"M%.1f %.1fL%.1f %.1fH%.1f\"/>",
           WIDTH, HEIGHT, x_of(left), y_of(left / ridge), x_of(ridge), y_of(1), x_of(exp2(10)));
  for (int i = -6; i <= 10; i += 2)
    text_add(t, "<text class=\"m\" x=\"%.1f\" y=\"%d\">%g</text>", x_of(exp2(i)), HEIGHT - 20, exp2(i));
  double shown = intensity < left ? left : intensity > exp2(10) ? exp2(10) : intensity;
  text_add(t,
           "<path class=\"q\" d=\"M%.1f %.1fV%d\"/><circle class=\"x\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>"
           "<text class=\"m\" x=\"%d\" y=\"%d\">operations a byte</text></svg></div>\n",
           x_of(shown), y_of(roof), HEIGHT - MARGIN, x_of(shown), y_of(roof), WIDTH / 2, HEIGHT - 4);
}

// Operations are not counted: a kernel's arithmetic is the host compiler's code. Tensor operations are, and EMU_OPERATIONS
// says those of the run where its author knows them.
void page_add_roofline(struct text *t, const struct emu_report *r) {
  const char *given = getenv("EMU_OPERATIONS");
  double operations = given && *given ? strtod(given, NULL) : (double)r->total.v[EMU_tensor_ops];
  double bytes = 32.0 * (double)(r->total.v[EMU_global_load_sectors] + r->total.v[EMU_global_store_sectors]);
  if (!(operations > 0 && operations < 1e30) || bytes == 0) return;
  const struct device *d = device_model();
  double intensity = operations / bytes, ridge = peak_operations(d) / peak_bytes(d);
  text_add(t,
           "<h2>Roofline</h2>\n<p>%.4g operations (%s) on %.4g bytes of sectors: %.3g operations a byte. The "
           "%s has its "
           "ridge at %.3g: %.3g TB/s and %.3g fp32 TFLOP/s by its data sheet, which nobody has measured "
           "here. This run is "
           "%s. A cache may serve some of the sectors.</p>\n",
           operations, given && *given ? "as told" : "of tensor cores, as counted; the roof is fp32's", bytes,
           intensity, d->name, ridge, peak_bytes(d) / 1e12, peak_operations(d) / 1e12,
           intensity < ridge ? "left of it: memory bounds it" : "right of it: arithmetic bounds it");
  add_roof(t, ridge, intensity);
}
