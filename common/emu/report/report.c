// The report at a program's end: EMU_REPORT=table|lines|ascii|html|json to standard output or EMU_REPORT_FILE. Hazards make the
// exit status 86.
#define _GNU_SOURCE
#include "model/modelled.h"
#include "report/report.h"
#include "check/events.h"
#include "check/hazard.h"
#include "count/sample.h"
#include "model/traffic.h"
#include "kernel/arithmetic.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/symbolise.h"
#include "memory/result.h"
#include "memory/setting.h"
#include "runtime/error.h"
#include "runtime/fiber.h"
#include "runtime/queue.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

// ---- JSON ----

static void json_counters(struct json *j, const char *key, const struct emu_counters *c) {
  json_open(j, key, '{');
  for (int m = 0; m < EMU_METRIC_COUNT; m++)
    if (m < EMU_COUNTER_COUNT)
      json_count(j, emu_metric_name(m), c->v[m]);
    else
      json_number(j, emu_metric_name(m), emu_metric_value(c, m));
  json_close(j, '}');
}

static void json_triple(struct json *j, const char *key, const uint32_t v[3]) {
  json_open(j, key, '[');
  for (int i = 0; i < 3; i++) json_whole(j, NULL, v[i]);
  json_close(j, ']');
}

static void json_place(struct json *j, const struct emu_place *p) {
  json_string(j, "file", p->file);
  json_whole(j, "line", p->line);
  json_triple(j, "block", p->block);
  json_triple(j, "thread", p->thread);
}

static void json_found(struct json *j, const char *key, const struct emu_hazard *list, uint32_t n,
                       const char *(*name)(int kind)) {
  json_open(j, key, '[');
  for (const struct emu_hazard *h = list; h < list + n; h++) {
    json_open(j, NULL, '{');
    json_string(j, "kind", name((int)h->kind));
    json_string(j, "kernel", h->kernel);
    json_place(j, &h->at);
    if (h->has_other) {
      json_open(j, "other", '{');
      json_place(j, &h->other);
      json_close(j, '}');
    } else {
      json_string(j, "other", NULL);
    }
    json_string(j, "what", h->what);
    json_string(j, "advice", h->advice);
    json_count(j, "count", h->count);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_launch(struct json *j, const struct emu_report *r, uint32_t i) {
  const struct emu_launch *l = &r->launch[i];
  struct modelled m = modelled_of(r, i);
  json_open(j, NULL, '{');
  json_string(j, "kernel", l->kernel);
  json_triple(j, "grid", l->grid);
  json_triple(j, "block", l->block);
  json_count(j, "repeats", l->repeats);
  json_counters(j, "counters", &l->counters);
  json_open(j, "demand", '{');
  for (int d = 0; d < EMU_DEMAND_COUNT; d++) json_count(j, emu_demand_name(d), l->demand.v[d]);
  json_close(j, '}');
  modelled_add_json(j, &m);
  json_close(j, '}');
}

static void print_json(FILE *f, const struct emu_report *r) {
  struct json j = {.one_line = true};
  json_open(&j, NULL, '{');
  json_whole(&j, "emu_report", 1);
  json_count(&j, "seed", L.seed);
  json_open(&j, "launches", '[');
  for (uint32_t i = 0; i < r->n_launches; i++) json_launch(&j, r, i);
  json_close(&j, ']');
  json_whole(&j, "launches_dropped", r->launches_dropped);
  json_counters(&j, "total", &r->total);
  json_found(&j, "hazards", r->hazard, r->n_hazards, emu_hazard_name);
  json_whole(&j, "hazards_dropped", r->hazards_dropped);
  json_found(&j, "notes", r->note, r->n_notes, emu_note_name);
  json_whole(&j, "notes_dropped", r->notes_dropped);
  lines_add_json(&j, "lines");
  json_close(&j, '}');
  fprintf(f, "%s\n", text_get(&j.text));
  text_free(&j.text);
}

// ---- table ----

static void print_table(FILE *f, const struct emu_report *r) {
  fprintf(f, "\nWhat the emulator counted (seed %llu). A count is exact; it is not a time.\n",
          (unsigned long long)L.seed);
  for (uint32_t i = 0; i <= r->n_launches; i++) {
    bool total = i == r->n_launches;
    if (total && (r->n_launches <= 1 && !r->launches_dropped)) break;
    const struct emu_launch *l = &r->launch[i < r->n_launches ? i : 0];
    const struct emu_counters *c = total ? &r->total : &l->counters;
    if (total)
      fputs("\nall launches\n", f);
    else {
      fprintf(f, "\n%s <<<(%u,%u,%u), (%u,%u,%u)>>>", l->kernel, l->grid[0], l->grid[1], l->grid[2],
              l->block[0], l->block[1], l->block[2]);
      if (l->repeats > 1) fprintf(f, " x %llu", (unsigned long long)l->repeats);
      fputc('\n', f);
    }
    for (int m = 0; m < EMU_METRIC_COUNT; m++) {
      double v = emu_metric_value(c, m);
      if (v == 0) continue;
      bool whole = m < EMU_COUNTER_COUNT || v == (double)(long long)v;
      fprintf(f, whole ? "  %-26s %14.0f\n" : "  %-26s %14.3f\n", emu_metric_name(m), v);
    }
    if (total) continue;
    struct modelled m = modelled_of(r, i);
    modelled_print(f, &m);
  }
  modelled_print_total(f, r);
  for (uint32_t i = 0; i < r->n_notes; i++) {
    const struct emu_hazard *h = &r->note[i];
    fprintf(f, "%s  %s in kernel %s, %s:%d: %s\n", i ? "" : "\nnotes\n", emu_note_name((int)h->kind),
            h->kernel, h->at.file, h->at.line, h->what);
  }
  if (r->launches_dropped)
    fprintf(f, "\n%u more launches are in the total but not listed\n", r->launches_dropped);
}

// False: it could not be written.
static bool report_print(void) {
  const char *form = getenv("EMU_REPORT"), *path = getenv("EMU_REPORT_FILE");
  if (!form || !*form) return true;
  if (!path || !*path) path = NULL;
  FILE *f = path ? fopen(path, "w") : stdout;
  if (!f) {
    fprintf(stderr, "emu: cannot write the report to EMU_REPORT_FILE=%s: %s\n", path, strerror(errno));
    return false;
  }
  if (strcmp(form, "json") == 0)
    print_json(f, &emu_the_report);
  else if (strcmp(form, "table") == 0)
    print_table(f, &emu_the_report);
  else if (strcmp(form, "lines") == 0)
    lines_print_table(f);
  else if (strcmp(form, "html") == 0)
    page_print(f, &emu_the_report);
  else
    page_print_ascii(f);
  bool written = fflush(f) == 0 && !ferror(f);
  if (path) written &= fclose(f) == 0;
  if (!written)
    fprintf(stderr, "emu: the report is not whole in %s: %s\n", path ? path : "standard output",
            strerror(errno));
  return written;
}

// ---- the program's end ----

static void at_end(void) {
  if (L.embedded) return;
  M.self = NULL;
  event_program_ends();
  if (!L.fatal) queue_wait_all();
  if (!L.fatal && !L.error) effect_all_done();
  overlap_settle();
  if (!L.fatal) errors_unread();
  if (!L.fatal && !L.error) event_program_end(); // a program that was cut short had no chance to free
  bool written = report_print();
  uint32_t n = emu_the_report.n_hazards;
  if (!n && written) return;
  if (!n) {
    fflush(NULL);
    _exit(2);
  }
  fflush(stdout);
  fprintf(stderr, "emu: %u hazard%s", n, n == 1 ? "" : "s");
  if (emu_the_report.hazards_dropped) fprintf(stderr, " (more were seen than are kept)");
  fputc('\n', stderr);
  fflush(NULL);
  _exit(86);
}

// Not of the emulator, whose callbacks a deep call's stack may be too small for.
static bool is_of_program(uint32_t pc) {
  char file[160] = "";
  int32_t line = 0;
  symbolise(pc, file, sizeof file, &line, NULL, 0);
  size_t n = strlen(file);
  return n < 2 || strcmp(file + n - 2, ".c") != 0;
}

// Host code's own fault ends the program as it would without the emulator: by the signal, with the status that shells know. No
// kernel did it, so it is no hazard; after one the program ends as hazards do.
static _Noreturn void host_crashed(int signal, const char *how, uint64_t addr, uint32_t pc) {
  char file[160] = "", function[200] = "";
  int32_t line = 0;
  symbolise_crash(pc, file, sizeof file, &line, function, sizeof function);
  char *readable = demangle(function);
  fflush(stdout);
  fprintf(stderr, "emu: host code ends with %s", how);
  if (signal != SIGFPE) fprintf(stderr, " at address 0x%llx", (unsigned long long)addr);
  fprintf(stderr, "\n  at %s:%d", *file ? file : "?", line);
  fprintf(stderr, *function ? ", in %s\n" : "%s\n", readable ? readable : function);
  fprintf(stderr,
          "  advice: no kernel did this: look for a null pointer, an index or a missing argument (argv) in "
          "main() and what it calls\n");
  free(readable);
  if (emu_the_report.n_hazards) emu_fatal(); // of which this may be what came
  report_print();
  fflush(NULL);
  struct sigaction as_ever = {.sa_handler = SIG_DFL};
  sigaction(signal, &as_ever, NULL);
  raise(signal);
  _exit(128 + signal);
}

// A fault that no callback saw coming: uninstrumented host code in device memory, a thread's stack used up. After a division
// by zero a kernel goes on.
// A kernel has called a function of the device by the address that host code has of it.
static _Noreturn void tell_host_function(uint64_t addr, uint32_t pc) {
  const char *mangled = image_function((uint32_t)image_of_host_side(addr));
  char name[96] = "a function";
  if (mangled) image_last_name(mangled, name, sizeof name);
  struct access_site launch = site_host(L.launch_pc);
  hazard(EMU_HAZARD_HOST_POINTER, site_self(pc), &launch,
         "take the address in device code: initialise a __device__ variable with it, and copy that to the "
         "host with "
         "cudaMemcpyFromSymbol; or make the function a template argument",
         "calls %s by an address that host code has taken, which is none of device code", name);
  M.self = NULL;
  emu_fatal();
}

// Where the function was called that the signal has interrupted at its first instruction.
static uint32_t caller_of(void *context) {
#ifdef __x86_64__
  return (uint32_t) * (uint64_t *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
#else
  return (uint32_t)((ucontext_t *)context)->uc_mcontext.regs[30];
#endif
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  if (signal == SIGFPE && (arithmetic_invalid(context, info->si_code) || arithmetic_divided(context))) return;
  uint64_t addr = (uint64_t)info->si_addr;
#ifdef __x86_64__
  uint64_t at = (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] + 1;
#else
  uint64_t at = (uint64_t)((ucontext_t *)context)->uc_mcontext.pc + 1;
#endif
  uint32_t pc = at <= UINT32_MAX && (!M.self || is_of_program((uint32_t)at)) ? (uint32_t)at
                : M.self && M.log_n > M.log_begin ? log_pcs[M.log_n - 1] & ~LOG_BLOCK
                                                  : 0;
  if (M.self && at - 1 == addr && image_of_host_side(addr)) tell_host_function(addr, caller_of(context));
  struct access_site here = M.self ? site_self(pc) : site_host(pc);
  const char *how = signal == SIGBUS   ? "a bus error"
                    : signal == SIGILL ? "an illegal instruction (does a function end without its return?)"
                    : signal == SIGFPE ? "a division of a whole number by zero"
                                       : "a segmentation fault";
  bool device_memory = !M.self && heap_has(addr) && signal == SIGSEGV;
  if (!M.self && !device_memory && !L.embedded) host_crashed(signal, how, addr, pc);
  if (M.self && fiber_guard_hit(addr))
    hazard(EMU_HAZARD_STACK_OVERFLOW, here, NULL, NULL, "the thread's stack is used up");
  else if (device_memory)
    hazard(EMU_HAZARD_DEVICE_POINTER, here, NULL, NULL,
           "host code (a library function, say) touches device memory at 0x%llx", (unsigned long long)addr);
  else if (M.self && heap_has(addr) && signal == SIGSEGV && heap_range_ok(addr, 1))
    hazard(EMU_HAZARD_PEER, here, NULL, NULL, "a kernel of device %d touches memory of device %d at 0x%llx",
           stream_acting->device, heap_device_of(addr), (unsigned long long)addr);
  else if (signal == SIGFPE)
    hazard(EMU_HAZARD_FAULT, here, NULL, NULL, "divides a whole number by zero");
  else
    hazard(EMU_HAZARD_FAULT, here, NULL, NULL, "%sends with %s at address 0x%llx", M.self ? "" : "host code ",
           how, (unsigned long long)addr);
  M.self = NULL;
  emu_fatal();
}

static void on_step(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  arithmetic_invalid_done(context);
  arithmetic_step(context);
}

static void install(void) {
  atexit(at_end);
  static char stack[64 << 10];
  stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&s, NULL);
  struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &fault, NULL);
  struct sigaction step = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGTRAP, &step, NULL);
}

// Before main: handlers registered first run last, behind those of the program.
__attribute__((constructor)) static void at_start(void) {
  const char *form = getenv("EMU_REPORT");
  if (FAST && form && *form) {
    fprintf(stderr,
            "emu: EMU_REPORT=%s asks for a report, but this program was built with emucc --fast: it counts "
            "nothing and "
            "checks no access. Build it without --fast.\n",
            form);
    _exit(2);
  }
  static const char *const forms[] = {"table", "lines", "ascii", "html", "json"};
  bool known = !form || !*form;
  for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) known |= form && strcmp(form, forms[i]) == 0;
  if (!known) setting_refused("EMU_REPORT=%s is neither table, lines, ascii, html nor json", form);
  sampling = form && (strcmp(form, "html") == 0 || strcmp(form, "ascii") == 0);
  if (form && *form && strcmp(form, "ascii")) modelling = &traffic_model;
  install();
}
