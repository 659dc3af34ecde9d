// The report at a program's end: EMU_REPORT=table|lines|json to standard output or EMU_REPORT_FILE. Hazards make the
// exit status 86.
#define _GNU_SOURCE
#include "base/utf8.h"
#include "report/report.h"
#include "check/events.h"
#include "check/hazard.h"
#include "kernel/arithmetic.h"
#include "memory/heap.h"
#include "memory/result.h"
#include "runtime/error.h"
#include "runtime/fiber.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

// ---- JSON ----

void json_string(FILE *f, const char *s) {
  fputc('"', f);
  char one[8];
  for (const char *end = s + strlen(s); s < end;) fputs(json_character(&s, end, one), f);
  fputc('"', f);
}

static void json_counters(FILE *f, const struct emu_counters *c) {
  fputc('{', f);
  for (int m = 0; m < EMU_METRIC_COUNT; m++) {
    fprintf(f, "%s\"%s\":", m ? "," : "", emu_metric_name(m));
    if (m < EMU_COUNTER_COUNT)
      fprintf(f, "%llu", (unsigned long long)c->v[m]);
    else
      fprintf(f, "%.9g", emu_metric_value(c, m));
  }
  fputc('}', f);
}

static void json_triple(FILE *f, const char *name, const uint32_t v[3]) {
  fprintf(f, "\"%s\":[%u,%u,%u]", name, v[0], v[1], v[2]);
}

static void json_place(FILE *f, const struct emu_place *p) {
  fputs("\"file\":", f);
  json_string(f, p->file);
  fprintf(f, ",\"line\":%d,", p->line);
  json_triple(f, "block", p->block);
  fputc(',', f);
  json_triple(f, "thread", p->thread);
}

static void json_found(FILE *f, const struct emu_hazard *list, uint32_t n, const char *(*name)(int kind)) {
  for (uint32_t i = 0; i < n; i++) {
    const struct emu_hazard *h = &list[i];
    fprintf(f, "%s{\"kind\":\"%s\",\"kernel\":", i ? "," : "", name((int)h->kind));
    json_string(f, h->kernel);
    fputc(',', f);
    json_place(f, &h->at);
    fputs(",\"other\":", f);
    if (h->has_other) {
      fputc('{', f);
      json_place(f, &h->other);
      fputc('}', f);
    } else {
      fputs("null", f);
    }
    fputs(",\"what\":", f);
    json_string(f, h->what);
    fputs(",\"advice\":", f);
    json_string(f, h->advice);
    fprintf(f, ",\"count\":%llu}", (unsigned long long)h->count);
  }
}

static void print_json(FILE *f, const struct emu_report *r) {
  fprintf(f, "{\"emu_report\":1,\"seed\":%llu,\"launches\":[", (unsigned long long)L.seed);
  for (uint32_t i = 0; i < r->n_launches; i++) {
    const struct emu_launch *l = &r->launch[i];
    fprintf(f, "%s{\"kernel\":", i ? "," : "");
    json_string(f, l->kernel);
    fputc(',', f);
    json_triple(f, "grid", l->grid);
    fputc(',', f);
    json_triple(f, "block", l->block);
    fprintf(f, ",\"repeats\":%llu,\"counters\":", (unsigned long long)l->repeats);
    json_counters(f, &l->counters);
    fputc('}', f);
  }
  fprintf(f, "],\"launches_dropped\":%u,\"total\":", r->launches_dropped);
  json_counters(f, &r->total);
  fputs(",\"hazards\":[", f);
  json_found(f, r->hazard, r->n_hazards, emu_hazard_name);
  fprintf(f, "],\"hazards_dropped\":%u,\"notes\":[", r->hazards_dropped);
  json_found(f, r->note, r->n_notes, emu_note_name);
  fprintf(f, "],\"notes_dropped\":%u,\"lines\":", r->notes_dropped);
  lines_print_json(f);
  fputs("}\n", f);
}

// ---- table ----

static void print_table(FILE *f, const struct emu_report *r) {
  fprintf(f, "\nWhat the emulator counted (seed %llu). A count is exact; it is no time.\n",
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
  }
  for (uint32_t i = 0; i < r->n_notes; i++) {
    const struct emu_hazard *h = &r->note[i];
    fprintf(f, "%s  %s in kernel %s, %s:%d: %s\n", i ? "" : "\nnotes\n", emu_note_name((int)h->kind),
            h->kernel, h->at.file, h->at.line, h->what);
  }
  if (r->launches_dropped)
    fprintf(f, "\n%u more launches are in the total but not listed\n", r->launches_dropped);
}

static void report_print(void) {
  const char *form = getenv("EMU_REPORT"), *path = getenv("EMU_REPORT_FILE");
  if (!form || !*form) return;
  FILE *f = path && *path ? fopen(path, "w") : stdout;
  if (!f) {
    fprintf(stderr, "emu: cannot write the report to %s\n", path);
    return;
  }
  if (strcmp(form, "json") == 0)
    print_json(f, &emu_the_report);
  else if (strcmp(form, "table") == 0)
    print_table(f, &emu_the_report);
  else if (strcmp(form, "lines") == 0)
    lines_print_table(f);
  else
    fprintf(stderr, "emu: EMU_REPORT=%s is neither table, lines nor json\n", form);
  if (f != stdout) fclose(f);
}

// ---- the program's end ----

static void at_end(void) {
  if (L.embedded) return;
  M.self = NULL;
  if (!L.fatal) errors_unread();
  if (!L.fatal && !L.error) event_program_end(); // a program that was cut short had no chance to free
  report_print();
  uint32_t n = emu_the_report.n_hazards;
  if (!n) return;
  fflush(stdout);
  fprintf(stderr, "emu: %u hazard%s", n, n == 1 ? "" : "s");
  if (emu_the_report.hazards_dropped) fprintf(stderr, " (more were seen than are kept)");
  fputc('\n', stderr);
  fflush(NULL);
  _exit(86);
}

// A fault that no callback saw coming: uninstrumented host code in device memory, a thread's stack used up. After a division
// by zero a kernel goes on.
static void on_fault(int signal, siginfo_t *info, void *context) {
  if (signal == SIGFPE && arithmetic_divided(context)) return;
  uint64_t addr = (uint64_t)info->si_addr;
#ifdef __x86_64__
  uint64_t at = (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] + 1;
#else
  uint64_t at = (uint64_t)((ucontext_t *)context)->uc_mcontext.pc + 1;
#endif
  uint32_t pc = at <= UINT32_MAX ? (uint32_t)at : M.self && M.log_n ? M.log_pcs[M.log_n - 1] & ~LOG_BLOCK : 0;
  struct access_site here = M.self ? site_self(pc) : site_host(pc);
  if (M.self && fiber_guard_hit(addr))
    hazard(EMU_HAZARD_STACK_OVERFLOW, here, NULL, NULL, "the thread's stack is used up");
  else if (!M.self && heap_has(addr) && signal == SIGSEGV)
    hazard(EMU_HAZARD_DEVICE_POINTER, here, NULL, NULL,
           "host code (a library function, say) touches device memory at 0x%llx", (unsigned long long)addr);
  else if (signal == SIGFPE)
    hazard(EMU_HAZARD_FAULT, here, NULL, NULL, "divides a whole number by zero");
  else
    hazard(EMU_HAZARD_FAULT, here, NULL, NULL, "ends with %s at address 0x%llx",
           signal == SIGBUS   ? "a bus error"
           : signal == SIGILL ? "an illegal instruction (does a function end without its return?)"
                              : "a segmentation fault",
           (unsigned long long)addr);
  M.self = NULL;
  emu_fatal();
}

static void on_step(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
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
  install();
}
