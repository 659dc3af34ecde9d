// Runs a task on a picture, and writes its output as one.
#include "grader/die.h"
#include "grader/cli/picture.h"
#include "grader/cli/program.h"
#include "grader/output/table.h"
#include <stdlib.h>
#include <string.h>

// The task that was asked for, or the lab's first that works on pictures.
static const struct pmpp_task *picture_task(const struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  struct text can = {0};
  for (int t = 0; t < lab->n_tasks; t++) {
    if (lab->tasks[t].picture && p->options.selected[t]) return &lab->tasks[t];
    if (lab->tasks[t].picture) text_add(&can, "%s%s", can.length ? ", " : "", lab->tasks[t].name);
  }
  if (can.length)
    die_usage("--image: that task has nothing to do with pictures; these have: %s", text_get(&can));
  die_usage("--image: no task of lab %s works on pictures", lab->number);
}

int command_image(struct program *p) {
  struct lab_result *r = &p->result;
  enum backend backend = p->options.on[BACKEND_GPU] ? BACKEND_GPU : BACKEND_EMU;
  const struct pmpp_task *task = picture_task(p);
  struct picture image = picture_read(p->options.image);
  for (int t = 0; t < p->config.lab->n_tasks; t++) p->options.selected[t] = &p->config.lab->tasks[t] == task;
  add_rows(p, backend);
  if (backend == BACKEND_GPU && !need_gpu(p)) {
    fprintf(stderr, "%s\n", text_get(&r->not_assessed));
    return EXIT_NOT_ASSESSED;
  }
  char *worker = ready_worker(p, backend);
  void *output = NULL;
  if (worker) {
    struct pmpp_case_spec spec = {.label = "picture", .size = {image.width, image.height}};
    struct pmpp_case *c = must_alloc(sizeof *c);
    c->spec = &spec;
    task->picture(c, image.grey, image.width, image.height);
    output = grade_run(&p->grading, worker, c, &r->task[0]);
    for (int i = 0; i < c->n_bufs && output; i++)
      if (buf_has_output(&c->buf[i])) {
        picture_from_output(&image, &c->buf[i], output);
        break;
      }
    case_free(c);
  }
  if (r->task[0].verdict != VERDICT_PASS) explain(stdout, r, &r->task[0]);
  if (output) {
    picture_write(p->options.out, &image);
    printf("%s, %d x %d: %s on %s\n", p->options.out, image.width, image.height, task->name,
           backend_name(backend));
  }
  free(output);
  free(image.grey);
  free(worker);
  return lab_result_exit_status(r);
}
