// What a lab's tasks.c gives the grader: tasks, points, cases, golden results, bounds, gates, floors.
#ifndef PMPP_TASK_H
#define PMPP_TASK_H

#include "emu/report.h"
#include "worker/protocol.h"
#include <stdbool.h>
#include <stdint.h>

struct pmpp_case;

// ---- cases ----

enum {
  PMPP_ON_EMU = 1, // run on the emulator
  PMPP_ON_GPU = 2, // run on a device
  PMPP_GATED = 4,  // emu: this case's counters go into the table and through the gates
  PMPP_TIMED = 8,  // gpu: `bench` times this case; not run for correctness unless ON_GPU is set too
  PMPP_FULL = 16,  // gpu: `bench --full` times this case, too
  PMPP_UNLISTED =
      32, // with PMPP_GATED: its counters go through the gates alone; the table shows those of another gated case
  PMPP_LARGE = 64, // gpu, with ON_GPU: run only with --large: beyond 2^28 elements, or long to make
};

struct pmpp_case_spec {
  const char *label; // "n=257", or what is special: "only negative numbers"
  int64_t size[4];   // the lab's own meaning, e.g. n; or width, height
  int variant;       // the lab's own meaning, e.g. an input distribution
  unsigned where;    // PMPP_ON_EMU | ...
  // gpu: the GiB of device memory that the case takes, of the host's up to three times as many. Where there is less it is
  // left out, and the result says so. 0: little enough for any device.
  int gib;
  // emu: the device's multiprocessors, where that matters; 0: the model's. A submission may keep the number: each device has
  // a worker of its own.
  int processors;
  // The devices that the function uses, 0 to devices - 1; 0: one. On emu there are so many; on gpu the case is left out where
  // there are fewer, and the result says so.
  int devices;
  // The ranks of MPI that call the function; 0: it is no task of ranks. On emu each has its own devices, on gpu they share those
  // that there are. Where there is no MPI the task is not assessed.
  int ranks;
  // gpu: each rank needs a device that no other has, as NCCL does. All cases of a task that calls it say so.
  bool apart;
};

// One argument of the contract function: data and golden result belong to the grader alone.
struct pmpp_buf {
  struct pmpp_arg arg;
  void *data;   // IN, INOUT: the input, count elements of arg.type
  void *golden; // OUT, INOUT: arg.type's elements for integers (compared exactly), double for floats
  double abs_bound, rel_bound; // floats: |got - want| <= abs_bound + rel_bound |want|
  double *bounds;              // floats: NULL, or each element's own abs_bound (pmpp_bounds)
  const char *bound_text;      // where the bound comes from: "eps log2(n) sum|x|"
  int64_t columns;             // of a row-major matrix: messages say [row][column]; 0: no matrix
  int64_t plane[2]; // of 3-D data: rows and columns of a plane, for the map of wrong elements; 0: it has none
  // Optional, for integers of which several values are right, such as a parent in a tree: whether element i may have
  // these bits. golden then holds one right answer, for messages; bound_text says what is right. It is asked about
  // timed samples too, after later ones have been patched: it must not depend on what patches change.
  bool (*accept)(const struct pmpp_buf *b, int64_t i, uint64_t bits);
  const void *context;      // the lab's own, for accept
  bool ones_mean_something; // all-ones is a legal value here: do not report it as never written
  bool counts;              // elements count something, samples say: hints tell lost ones from doubled ones
};

struct pmpp_case {
  const struct pmpp_case_spec *spec;
  uint64_t seed; // of the inputs: mix it into every random stream
  int n_bufs;
  struct pmpp_buf buf[PMPP_MAX_ARGS];
  int64_t param[PMPP_MAX_PARAMS];
  double real[PMPP_MAX_REALS];
  double floor_bytes, floor_ops; // the least the task must move and compute
  double state[4];               // the lab's own, e.g. a running sum for `update`
};

// Add an argument in the order calls.c expects; count 0 is allowed. IN and INOUT come back with ->data
// allocated, OUT and INOUT with ->golden allocated (zeroed). Out of memory ends the grader with status 99.
struct pmpp_buf *pmpp_add(struct pmpp_case *c, const char *name, int role, int type, int64_t count);
// Then, where wanted: buf->arg.place = PMPP_HOST; buf->arg.misalign = 4; bounds.

// One bound for each element of an output, allocated and zeroed at the first call.
double *pmpp_bounds(struct pmpp_buf *b);

// The value of an IEEE binary16 number.
double half_value(uint16_t bits);

// ---- random inputs ----

uint64_t pmpp_random(uint64_t *state);                                      // splitmix64
void pmpp_fill_f32(float *x, int64_t n, float lo, float hi, uint64_t seed); // uniform
void pmpp_fill_whole_f32(float *x, int64_t n, int lo, int hi,
                         uint64_t seed); // whole numbers lo..hi as floats
void pmpp_fill_i32(int32_t *x, int64_t n, int32_t lo, int32_t hi, uint64_t seed);
void pmpp_fill_u8(uint8_t *x, int64_t n, uint64_t seed);

// ---- gates ----

enum pmpp_bound_kind { PMPP_AT_MOST, PMPP_AT_LEAST };

struct pmpp_gate {
  int metric; // enum emu_counter or enum emu_metric, over all launches of the case
  enum pmpp_bound_kind kind;
  double (*bound)(const struct pmpp_case *c); // NULL: `constant`
  double constant;
  const char *formula; // what the bound is: "n / 512: each thread adds two elements while loading"
  const char *hint;    // one line: what to look at when the gate is not met
  // A distinction is a refinement beyond the task's idea: it has a name and some of the task's points. A submission that misses it loses
  // these points and passes all the same. NULL and 0: the gate is required.
  const char *distinction;
  int points;
  // Optional: the labels of two gated cases. The value is the metric's in case `of` as a share of that in `per`, which comes
  // before it; other cases are not judged. For what a bound on one case cannot say, as each tile has its own.
  const char *of, *per;
  // Optional: the gate is also met where this metric is at most so much, for tasks whose idea shows in either count.
  int or_metric;
  double (*or_bound)(const struct pmpp_case *c);
};

// ---- times ----

// How fast a right implementation must be on a device. Without `size` its time is not judged.
struct pmpp_speed {
  const char *size;    // the label of the timed case that is measured
  double least;        // of the library's speed there: 0.75; 0: any
  const char *library; // which of the lab's baselines; NULL: the first
  const char
      *beats;       // an earlier task with the same arguments, than which this one must be faster; NULL: none
  const char *hint; // one line: what to look at when it is too slow
};

// ---- the contract's calls ----

enum {
  PMPP_MAY_COPY = 1,     // within the device's memory, as filters to constant memory
  PMPP_MAY_ASK = 2,      // words of the device's memory, and wait for them
  PMPP_MAY_ALLOCATE = 4, // and free
  PMPP_MAY_STREAM = 8,   // use streams of its own
  PMPP_MAY_ALL = 15,
};

// ---- mistakes ----

// A mistake that is easily made, and what comes of it. Where a wrong output is exactly that, its hint says so.
struct pmpp_mistake {
  const char *hint; // "the filter is turned round: tap k belongs to element i - radius + k"
  // As the task's golden(), with the mistake. The case has been made for it alone: it may change the inputs first, and it
  // may set an output's accept instead of its golden.
  void (*golden)(struct pmpp_case *c);
};

// ---- tasks ----

struct pmpp_task {
  const char *name;       // "3_sequential": what --task and CTest call it
  const char *prefix;     // of its contract function: "reduce_" makes it reduce_3_sequential
  const char *idea;       // one line for the table and the todo answer
  const char *first_step; // shown while the task is todo: where to begin
  int points;             // with those of its distinctions
  const struct pmpp_case_spec *cases;
  int n_cases;
  // Add arguments and parameters and fill the inputs from c->spec and c->seed; set the floors and bounds.
  void (*make)(struct pmpp_case *c);
  // Compute golden (and bounds that depend on the data) from the inputs; `make` has run before.
  void (*golden)(struct pmpp_case *c);
  // Optional: element i of input `arg` was `old` (bits as in pmpp_patch) and has its new value in data:
  // bring golden up to date without computing all of it again. NULL: the grader calls golden().
  void (*update)(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
  // Optional: a new value for element i of input `arg`, for timed samples. NULL: the grader draws a value
  // that occurs elsewhere in the same input.
  uint64_t (*patch_value)(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
  // Optional: `labNN --image IN.pgm --out OUT.pgm --task T`: as make, from a picture of width x height grey
  // values, 0 .. 255, instead of c->spec's sizes. The first output, U8 or F32, has as many elements: it
  // becomes OUT.pgm.
  void (*picture)(struct pmpp_case *c, const uint8_t *grey, int width, int height);
  // Optional, in a lab with a file option: the variant of the case that is made of the file. `make` is called as for
  // the task's own cases. 0: the task takes no file.
  int file_variant;
  const struct pmpp_gate *gates;
  int n_gates;
  const char *no_gates;                // why the task has no gate: a complete row has gates or this reason
  const struct pmpp_mistake *mistakes; // the likeliest first
  int n_mistakes;
  struct pmpp_speed speed;
  // Optional: what to write in this task where global memory is raced for, instead of the emulator's general advice.
  const char *race_advice;
  bool check_leaks;   // the function allocates by itself: what it leaves behind is a leak
  bool check_handles; // so are streams, events and pinned host memory of its own (emu)
  bool synchronous;   // the function synchronises by contract: time it without holding the stream
  // What floor_ops counts where it is no arithmetic: "edges". `bench` then rates the task by them, and not by its bytes.
  const char *ops_name;
  // floor_ops are fp32 additions and multiplications that tensor cores must not do: `bench` rates the
  // task by them and refuses a time that the device's fp32 peak rules out.
  bool fp32_ops;
  // The grid deals its results out: where a gated case has many, no block may do most of the work, nor a
  // few threads of each block (judge/gate.c).
  bool many_blocks;
  // And each result costs as much as any other: one warp of many may not, either.
  bool even;
  // Whatever else than launches and sets on the default stream the contract lets the function do: PMPP_MAY_... or 0.
  unsigned may;
  // After how many steps the host may read a number or two (16 bytes) that tell it what to launch next, such as the levels of a
  // search. NULL: four of them.
  double (*steps)(const struct pmpp_case *c);
  // Each result may be part of one claim (a sum or a maximum over all of them): the bound on atomics of a task without its own.
  bool claims;
};

// What a column does with the case's floor: nothing; divide by its bytes; divide its operations by the metric
// (operations a byte, a request, ...).
enum pmpp_floor { PMPP_NO_FLOOR, PMPP_PER_FLOOR_BYTE, PMPP_FLOOR_OPS_PER };

struct pmpp_column {   // of the counter table
  const char *heading; // at most 12 characters a line; '\n' starts a second line
  int metric;
  const char *format; // printf format for one double: "%.0f", "%.2f"
  double scale;       // the value is multiplied by this first; 0 means 1
  int floor;          // enum pmpp_floor
};

struct pmpp_lab {
  const char *number; // "04"
  const char *name;   // "reduce"
  const char *title;  // "Reduction"
  const struct pmpp_task *tasks;
  int n_tasks;
  const struct pmpp_column *columns;
  int n_columns;
  const char *const *baselines; // names of the baseline variants on gpu: {"cub", "thrust", NULL}
  const char
      *baseline_link;    // what baseline.cu is linked with, words with blanks between: "-lcublas"; or NULL
  const char *copy_note; // optional note under the bench table
  // Optional: `labNN --matrix F`: instead of their own cases the tasks have one, made of file F. file_option is
  // "--matrix"; read_file reads and keeps it, and returns NULL or what is wrong with it and where. Nobody is graded on a
  // file that is wrong.
  const char *file_option;
  const char *(*read_file)(const char *path);
  // Optional: a program of the lab's folder that uses the implementation, such as experiments/train.cu. It includes
  // ../starter.cu unless PMPP_IMPLEMENTATION is defined. `labNN --train` compiles it for the emulator and runs it; its exit
  // status is 0 where it works. program_option is "--train", program_help what it does.
  const char *program_option, *program_file, *program_help;
};

extern const struct pmpp_lab pmpp_lab; // tasks.c defines it

#endif
