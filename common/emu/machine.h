// The emulated device's state and the calls between the emulator's own files. Nobody else includes this.
#ifndef EMU_MACHINE_H
#define EMU_MACHINE_H

#include "emu/emu.h"
#include "include/cuda_runtime_api.h"
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// In libemu_fast.a, which programs of emucc --fast are linked with, nothing is counted and no access is checked.
#ifdef EMU_FAST
enum { FAST = true };
#else
enum { FAST = false };
#endif

enum { WARP = 32, MAX_BLOCK = 1024, MAX_WARPS = MAX_BLOCK / WARP };
enum { SHARED_LIMIT = 48 << 10, DYNAMIC_ARENA = 256 << 10 };
#define DYNAMIC_LEAD                                                                                         \
  65536 // bytes in front of the dynamic shared memory, for accesses before its first element
enum { SHARED_LEAD = 4096 }; // the same for the static arrays; there lies what belongs to the C library

// ---- accesses as a lane logs them ----

enum space { SPACE_BLOCK, SPACE_GLOBAL, SPACE_SHARED, SPACE_CONSTANT };
enum kind { KIND_LOAD, KIND_STORE, KIND_ATOMIC };

// A lane's log: for the i-th record, pcs[i] is the callback's return address (the executable is linked below
// 2 GiB), with LOG_BLOCK set for a basic block; addrs[i] is an access's address, packed with its size, space and
// kind, and for every record how many calls deep the lane was.
#define LOG_BLOCK 0x80000000u
enum { LOG_DEEPEST = 127 };
static inline uint64_t log_pack(uint64_t addr, uint32_t size, int space, int kind) {
  return (addr & 0xffffffffffffull) | (uint64_t)size << 48 | (uint64_t)space << 53 | (uint64_t)kind << 55;
}
static inline uint64_t log_pack_depth(uint32_t depth) {
  return (uint64_t)(depth < LOG_DEEPEST ? depth : LOG_DEEPEST) << 57;
}
static inline uint64_t log_addr(uint64_t packed) {
  return packed & 0xffffffffffffull;
}
static inline uint32_t log_size(uint64_t packed) {
  return packed >> 48 & 31;
}
static inline int log_space(uint64_t packed) {
  return packed >> 53 & 3;
}
static inline int log_kind(uint64_t packed) {
  return packed >> 55 & 3;
}
static inline uint32_t log_depth(uint64_t packed) {
  return (uint32_t)(packed >> 57);
}
static inline bool log_same_way(uint64_t a, uint64_t b) { // the same space and kind
  return !((a ^ b) >> 53 & 15);
}
enum { LOG_CAPACITY = 2048 };

// ---- threads and warps ----

enum state { READY, AT_BARRIER, AT_WARP_OP, AT_GRID, LOG_FULL, DONE };

struct context { // where a fiber was left
#ifdef __x86_64__
  void *top;
#else
  jmp_buf registers;
#endif
};

struct thread {
  struct context context;
  char *stack_low, *stack_high;
  enum state state;
  bool touched;         // global or shared memory since the last block barrier
  bool of_block;        // its next cuda::atomic operation is of block scope
  uint32_t spins;       // full logs in a row in which it only read the same few words
  uint64_t last_atomic; // the address of its latest one
  uint32_t asks;        // how many before it at this address have changed nothing either
  uint32_t era;         // fast.c: of the barrier that it waits at
  uint32_t x, y, z;
  uint32_t barrier_pc;
  int barrier_op; // 0 plain, else the vote of __syncthreads_{count,and,or}
  int barrier_value;
  // a pending warp operation
  int op;
  uint32_t op_pc, op_mask, op_param, op_width;
  uint64_t op_value;
  uint64_t op_result;
  // The log, shared with the same lane of the other warps: a warp's is counted before the next one runs.
  uint32_t *pcs;
  uint64_t *addrs;
  uint32_t log_start, log_length; // what is left to count: log_length records from log_start on
  uint32_t last_pc;
  uint32_t depth;        // of calls
  struct copies *copies; // asynchronous copies under way (async_copy.c)
  uint64_t polled;       // what it began to read over and over, packed as in the log
};

struct warp {
  uint32_t index, lanes;     // lanes: how many threads exist
  uint32_t twist;            // of lanes, where turns are dealt: 0 ^ twist, 1 ^ twist, ...
  uint16_t tick;             // counts completed warp-wide synchronisations since the last block barrier
  uint16_t full_tick;        // tick of the last one that named every living lane
  uint16_t pair[WARP][WARP]; // tick of the last one that named both lanes
  bool pair_used;
};

// Where one block's threads live. An ordinary launch needs one room, since its blocks run one after another;
// a cooperative launch needs one for each block.
struct room {
  struct thread thread[MAX_BLOCK];
  struct warp warps[MAX_WARPS];
  char *stacks;
  uint32_t prepared; // threads that have a fiber
};

// ---- what the checks remember about one 4-byte word ----
//
// An era is the stretch of one block between two of its barriers; eras are numbered through the whole run, so
// one comparison tells "this launch", "this block" and "since the last barrier" apart.

struct cell {
  uint32_t w_era, r_era, w_pc, r_pc;
  uint32_t r_lanes; // lanes of r_warp that read at r_tick
  uint16_t w_tick, r_tick;
  uint16_t stamp; // launch (global: touched) or block (shared: written) that `bytes` belongs to
  uint16_t w_tid : 10;
  uint16_t r_blocks : 4;  // bytes that another block read in this launch
  uint16_t w_block : 1;   // the last write was an atomic of block scope
  uint16_t split : 1;     // the bytes have cells of their own (race.c)
  uint8_t r_warp, r_prev; // r_prev: another warp that read in this era, or NO_WARP
  uint8_t bytes : 4, w_bytes : 4;
  uint8_t r_bytes : 4, w_kind : 1, r_kind : 1;
  uint8_t w_volatile : 1; // the last write was a volatile store, no atomic
};
enum { NO_WARP = 255 };
_Static_assert(sizeof(struct cell) == 32, "the shadow is eight times the memory");
enum { PLAIN, SYNC }; // w_kind, r_kind: SYNC accesses (atomics, volatile global) do not race among themselves

static inline void cell_begin(struct cell *c, uint16_t stamp) { // of a launch or a block
  if (c->split) c->split = c->w_bytes = c->r_bytes = c->r_blocks = 0;
  c->stamp = stamp;
  c->bytes = 0;
}

// ---- device memory ----

#define HEAP_BASE    0x100000000000ull
#define HEAP_RESERVE (16ull << 30)
#define HEAP_DEVICE                                                                                          \
  (12ull << 30)                 // of these the device's own; then managed and pinned memory, open to the host
#define HEAP_LIMIT (4ull << 30) // live bytes: the model device's memory

enum memory { DEVICE_MEMORY, MANAGED_MEMORY, PINNED_MEMORY };

struct allocation {
  uint64_t address, bytes;
  uint32_t pc;
  bool freed, foreign; // foreign: there before emu_leaks_begin
  uint32_t free_pc;
  enum memory memory;
  char name[24];   // given by emu_name; "" otherwise
  uint32_t offset; // of the named array in the allocation
};

// ---- the machine ----

struct machine {
  // hot: read by every callback
  struct thread *self;            // running thread; NULL while the host runs
  uint32_t *log_pcs, log_n;       // the running thread's
  uint64_t *log_addrs, log_depth; // log_depth: of calls, packed
  uint32_t depth;
  uint32_t era, block_era, launch_era; // now; first of this block; first of this launch
  uint32_t tid, lane, lane_bit;
  struct warp *warp;
  uint16_t tick; // the warp's
  uint8_t warp_index;
  bool touched; // global or shared memory by the running thread, since the last block barrier
  uint16_t launch_stamp, block_stamp;
  uint64_t shared_base, shared_size;   // static shared memory: the executable's thread-local segment
  uint64_t dynamic_base, dynamic_size; // dynamic shared memory of this launch
  struct cell *heap_cells, *shared_cells, *dynamic_cells;
  uint8_t *foreign_shared; // a byte a word of static shared memory: not the running kernel's; NULL: not known
  uint8_t *heap_state;     // a byte a word: low four bits initialised, high four allocated, byte by byte
  struct emu_counters *counters; // of the running launch
  // What the next access must see to: a race that is not sure yet (race.c), stores under way (late.c), an access out of bounds (stray.c).
  enum { PENDING_NONE, PENDING_STORE, PENDING_LOAD, PENDING_RACE, PENDING_LATE, PENDING_STRAY = 8 } pending;
  bool fenced;              // a thread of the running block has executed a fence
  uint32_t block_first_era; // of the running block, from its beginning: its name among the blocks of the run
  uint32_t
      block_resumed_era; // the running block has been taken up again: the era that its first one continues

  // launch
  uint32_t grid[3], block[3], block_index[3], n_threads, n_warps;
  uint64_t block_linear;
  const char *kernel;
  uint32_t entry_pc; // in the launched function, once a thread has entered it
  void (*body)(void *);
  void *closure;
  uint64_t parameters, parameter_bytes; // host memory that holds the kernel's arguments
  bool aborted;
  uint64_t seed, steps;
  bool adverse;         // the schedule does what a device seldom does (emu_adverse_schedule)
  bool deals_turns;     // to lanes, in another order: an adverse launch has done an atomic
  uint64_t block_steps; // value of steps when the running block began
  uint64_t most_steps;  // of a block, after which it counts as endless; EMU_STEPS, in millions
  struct context scheduler;
  struct room *room; // of the running block
  struct thread *thread;
  struct warp *warps;
  bool took_turns;  // a block of this launch has gone on after another had run
  bool cooperative; // the launch's blocks are all on the device at once and may wait for each other
  int error;        // sticky device error
  bool embedded, fatal;
  uint64_t blocks_begun; // of an ordinary launch
  uint64_t resident;     // of its blocks the device holds so many at once
  bool may_wait;  // the running block gives way when all its threads only ask for what others would store
  bool waits;     // it has done so
  bool hopeless;  // all others on the device have asked in vain, for long: it is told of if it asks once more
  bool held;      // it gives way before a fence (late.c)
  uint64_t moves; // of threads: atomics that changed something, ends
};
extern struct machine M;

// launch.c
void machine_init(void);       // once, before anything else is used; cheap to call again
uint64_t seed_mix(uint64_t x); // a number that looks random, the same for the same x

// block.c
void block_begin(uint64_t linear);
void block_run(void); // until its threads are done, or wait for the grid, or for other blocks (M.waits)
bool block_waits_for_grid(void);
void block_resume(uint64_t linear);      // behind the grid barrier
void block_go_on(uint64_t linear);       // where it gave way
void block_enter(uint64_t linear);       // note which block runs, and that nothing before it is ordered
void block_order_warps(uint32_t *order); // the order in which its warps run
void block_advance_tick(struct warp *w); // so that what a lane did before can be told from what comes
void block_release(uint32_t done); // let all go on that wait at the barrier; done: threads that have ended
int block_vote(int op, int count, int all); // what a barrier of that kind returns

// fast.c: the same for ordinary launches of libemu_fast.a
void fast_run(struct room *room, uint64_t blocks, uint64_t (*nth)(uint64_t i));
void fast_yield(enum state state);
void emu_poll(void); // the running thread may be waiting for another: from time to time, let the others run

// stuck.c: a thread of a block that does not end. polls: it only reads the same few words.
uint64_t stuck_last_access(const struct thread *t); // in its log, packed; 0 if there is none
void report_stuck(const struct thread *t, bool polls, int million_steps);

// resident.c: several blocks on the device at once
void resident_run(uint64_t blocks, uint64_t (*nth)(uint64_t i)); // a cooperative launch
void turns_run(uint64_t blocks, uint64_t (*nth)(uint64_t i));    // an ordinary one

// builtin.c
void need_kernel_at(const char *what, void *return_address); // ends a program that uses it in host code
#define need_kernel(what) need_kernel_at(what, __builtin_return_address(0))

// The race check for what happens most: one more plain load of a whole word that the block has read since its
// last barrier. False, and nothing remembered, where the whole check of race.c is due. stamp: what the cell's must be.
static inline bool race_repeated_load(struct cell *c, bool shared, uint16_t stamp, uint32_t pc) {
  uint32_t era = M.era;
  if (c->r_era != era || c->r_bytes != 15 || c->r_kind != PLAIN || c->bytes != 15 || c->stamp != stamp)
    return false;
  if (c->w_era == era ? c->w_tid != M.tid : !shared && c->w_era >= M.launch_era && c->w_era < M.block_era)
    return false;
  if (c->r_warp != M.warp_index) {
    c->r_prev = c->r_warp;
    c->r_warp = M.warp_index;
    c->r_lanes = 0;
  } else if (c->r_tick != M.tick) {
    c->r_lanes = 0;
  }
  c->r_lanes |= M.lane_bit;
  c->r_tick = M.tick;
  c->r_pc = pc;
  return true;
}

// fiber.c
void fibers_prepare(struct room *room, uint32_t n); // enter it; contexts and stacks for threads 0..n-1
void fiber_run(struct thread *t);                   // from the scheduler: run until the thread yields
void fiber_yield(enum state state);                 // from the thread
void fiber_switch(struct context *from, struct context *to);
_Noreturn void fiber_abort(void);    // from the thread: give up the whole launch
bool fiber_guard_hit(uint64_t addr); // the address lies in the guard page below the running thread's stack

// warp_log.c: match what the lanes of one warp logged into warp instructions
void warp_log_flush(struct warp *w, bool segment_ends);
void log_make_room(struct thread *t);        // before the lane runs on: log_start becomes 0
bool log_only_polls(const struct thread *t); // reads of at most four words, no store
enum { POLLED = 4 };
struct polled { // what a warp that may be polling has read between two warp operations, as one number each
  uint64_t places[POLLED];
  int n;
};
// Whether the lanes have stored nothing since the last warp operation, and read nothing, or what they read in
// one of the last few stretches.
bool log_polls_again(const struct thread *lanes, uint32_t n, struct polled *p);

// warp_count.c
struct instruction { // one warp instruction: the accesses of its active lanes
  uint32_t pc;
  int space, kind, lanes;
  uint64_t addr[WARP];
  uint32_t size[WARP];
};
void count_instruction(const struct instruction *in);
// The same for loads or stores of neighbouring 4-byte words, ascending from `addr`, or of one word by all lanes.
void count_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes);
void count_block(uint32_t pc, int lanes);

// lines.c: the same counts by the place in the source
struct site {
  uint32_t pc;
  int space, kind;
  uint64_t requests, lanes, bytes;
  uint64_t sectors, sectors_ideal;       // global
  uint64_t wavefronts, wavefronts_ideal; // shared
  uint64_t most;                         // sectors, wavefronts or lanes on one address of the worst request
};
struct site *site_of(uint32_t pc, int space, int kind);
void lines_print_table(FILE *f);
void lines_print_json(FILE *f);

// warp_op.c
bool warp_op_resolve(struct warp *w); // complete the operations whose lanes are all there; true if any was
bool warp_op_stuck(struct warp *w);   // report and force an operation that can never complete

// warp_exchange.c
const char *warp_op_name(int op);
void warp_exchange(struct warp *w, struct thread *lanes,
                   uint32_t group); // sets op_result of the group's lanes

// matrix.c
void matrix_multiply(struct thread *lanes, uint32_t group); // op_value: the lane's struct emu_matrix_product

// race.c: check an access of the running thread against what is remembered of its words, then remember it.
// BLOCK: an atomic of block scope. WEAK: one that only loads, which orders only with a fence behind it.
enum {
  TOUCH_LOAD = 1,
  TOUCH_STORE = 2,
  TOUCH_SYNC = 4,
  TOUCH_BLOCK = 8,
  TOUCH_WEAK = 16,
  TOUCH_VOLATILE = 32
};
void race_global(struct cell *cells, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc);
void race_shared(struct cell *cells, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc);
void race_settle(void);                          // decide a pending race: before the thread waits or ends
void race_next_access(uint64_t addr, int touch); // decide it by the thread's next access, if that is enough
void race_launch_begin(void);
void race_block_begin(void); // forget what the last block left in shared memory

// async_copy.c
void async_block_ends(void); // report what was read although its copy was never waited for

// access.c
void touch_range(uint64_t addr, uint64_t bytes, int touch,
                 uint32_t pc); // of what a library function has done

// late.c: volatile stores that other blocks see late
bool late_wanted(uint64_t addr, uint32_t size); // whether the store that comes is to be such a one
void late_store(uint64_t addr, uint32_t size,
                const uint8_t *state);                     // it comes next; state: its words' before it
void late_access(uint64_t addr, uint32_t size, int touch); // before any access, while PENDING_LATE is set
void late_settle(void);                                    // before the thread waits or ends
void late_hold(void);                                      // before a fence: others may run first
void late_fence(void);
void late_block_begins(void);
void late_launch_ends(void);

// shared.c
static inline bool foreign_shared(uint64_t addr) { // an address in static shared memory
  return M.foreign_shared && M.foreign_shared[(addr - M.shared_base) >> 2];
}
void shared_kernel_begins(uint32_t entry_pc); // sets foreign_shared
void shared_overrun(uint64_t addr, uint32_t size, int touch,
                    uint32_t pc); // tells of an access to a foreign word

// padding.c: around the access to a range, the copy of an object
bool padding_begin(uint64_t addr, uint64_t bytes, int touch);
void padding_end(uint64_t addr, uint64_t bytes, int touch, bool begun); // begun: what padding_begin said
bool padding_in_16(uint64_t addr); // what the logged load of 16 bytes finds unwritten there may be padding

// stray.c: the kernel goes on behind an access out of bounds
void stray_access(uint64_t addr,
                  uint32_t size); // the next instruction finds zeros there, and what it stores is dropped
void stray_settle(void);          // before the thread's next access, and before it waits or ends
void stray_launch_ends(void);

// access.c
void access_describe(uint64_t addr, uint32_t size, char *text,
                     size_t n); // "s[12] (shared float-sized elements)"

// order.c: order between threads, handed over by fences and atomics
struct moment { // of the launch: in which block's run, as it appears in reports
  uint32_t block, era;
  bool own; // in the running block
  uint64_t linear;
};
void order_launch_begin(void);
void order_block_begin(void);
struct timeline *
order_block_put_aside(void); // what is remembered of the running block; another begins or is taken up
void order_block_take_up(struct timeline *aside, uint32_t era); // era: order_era() when it was put aside
void order_fence(bool of_block);
void order_sync_access(uint64_t addr, int touch, bool shared);
uint32_t order_era(void); // of the running block: the one in which it was left, if there was no barrier since
struct moment order_when(uint32_t era);
// The running thread may rely on that thread's accesses before that tick of that moment.
bool order_covers(const struct moment *at, uint32_t tid, uint32_t tick);
const char *order_lacks(const struct moment *at, uint32_t tid,
                        uint32_t tick); // advice, NULL if nothing is known
bool order_any(void);                   // something was handed over to the running block, whoever did it

// heap.c
void heap_open(bool open);        // accessible to this process's ordinary instructions
bool heap_is_open(uint64_t page); // during a launch

// Device memory as seen by who runs: to the host, managed and pinned memory is memory like any other.
static inline bool heap_has(uint64_t a) {
  return a - HEAP_BASE < (M.self ? HEAP_RESERVE : HEAP_DEVICE);
}
static inline bool heap_visible(uint64_t a) {
  return a - HEAP_BASE - HEAP_DEVICE < HEAP_RESERVE - HEAP_DEVICE;
}
int heap_allocate(uint64_t bytes, uint32_t pc, enum memory memory, uint64_t *address);
int heap_free(uint64_t address, uint32_t pc, bool pinned); // pinned: what cudaFreeHost frees, not cudaFree
void heap_mark(uint64_t address, uint64_t bytes, bool initialised);
void heap_copy_marks(uint64_t to, uint64_t from, uint64_t bytes);
uint64_t heap_live(void);         // bytes
uint64_t heap_live_visible(void); // of those what the host can read: managed and pinned memory
void heap_report_leaks(void);
void heap_forget(void);                               // drop the shadow of all accesses
const struct allocation *heap_find(uint64_t address); // the allocation that holds or most nearly precedes it
const struct allocation *heap_nearest(uint64_t address); // that, or the live one behind it if that is nearer
bool heap_range_ok(uint64_t address, uint64_t bytes);    // wholly inside one live allocation

// device.c: the model device
struct device {
  const char *name;
  int major, minor, processors, shared_per_processor, shared_opt_in, l2_bytes, bus_bits;
};
const struct device *device_model(void);
int device_resident(int threads, uint64_t shared); // blocks of that size that one processor holds at once
uint64_t
device_shared_limit(const char *kernel); // bytes of shared memory that a block of this kernel may have

// image.c: the running executable: its device sections, its shared segment, its symbols
uint64_t image_managed_bytes(void); // of __managed__ variables
enum section { SECTION_NONE, SECTION_DEVICE, SECTION_MANAGED, SECTION_CONSTANT };
void image_load(void); // sets shared_base, shared_size and their cells
enum section image_section(uint64_t address);
bool image_compiler_data(uint64_t address); // a literal or a virtual table, which device code has copies of
bool image_guard(uint64_t address);         // a byte of the compiler's own in shared memory
struct cell *image_cells(uint64_t address, uint64_t *base); // of a device or managed variable
// The variable that holds the address (shared: address in the shared segment). False where none is known.
bool image_variable(uint64_t address, char *name, size_t n, uint64_t *offset, uint64_t *bytes);
// The shared variable that begins last before the address, for an access that overran the shared segment.
bool image_shared_before(uint64_t address, char *name, size_t n, uint64_t *offset, uint64_t *bytes);
// Each of the executable's variables, mangled; bytes: 0 for those outside the shared segment. False behind the last.
bool image_shared_variable(size_t i, const char **mangled, uint64_t *address, uint64_t *bytes);
char *demangle(const char *name); // malloc'ed; NULL for a name that is not mangled
void image_last_name(const char *mangled, char *name, size_t n); // "kernel(float*)::s" -> "s"
const char *image_function(uint32_t pc);                         // mangled; NULL if the address is in none
// The text of the launch if it names a function; else (a pointer, a parameter) the function that pc lies in.
const char *image_kernel_name(const char *text, uint32_t pc);
bool image_has_function(const char *name, size_t n); // by its last name
int image_launch_bounds(
    const void *entry); // of the kernel at that address: its __launch_bounds__, or MAX_BLOCK
uint64_t image_static_shared(const char *kernel); // bytes of __shared__ variables declared in the kernel
void symbolise(uint32_t pc, char *file, size_t n, int32_t *line, char *function, size_t m);
// The place outside the emulator from where host code called it; file "" where it is not known.
void symbolise_caller(char *file, size_t n, int32_t *line);

// hazard.c
struct party {
  uint32_t pc;
  uint64_t block; // linear; ~0 where unknown
  uint32_t tid;   // in the block; ~0 where unknown
};
struct party party_self(uint32_t pc);
void hazard(int kind, struct party at, const struct party *other, const char *advice, const char *what, ...)
    __attribute__((format(printf, 5, 6)));
// The same for what may be right: recorded apart, said on stderr if it bears on the result.
void hazard_note(int kind, struct party at, const struct party *other, const char *advice, const char *what,
                 ...) __attribute__((format(printf, 5, 6)));
// Counts one more of a hazard of these places that has been told. False if there was none.
bool hazard_repeated(int kind, uint32_t pc, const struct party *other);
void hazards_reset(void);
extern struct emu_report emu_the_report;
_Noreturn void
emu_fatal(void); // the program cannot go on: after reporting, end it (embedded: tell the worker)

// precision.c: an operation of small_float.c, to be looked at
struct small_sum {
  int operation; // '+' (a + c, with b = 1), '*', '/', or 'f' (a b + c)
  int digits;    // explicit ones of the format's fraction
  double a, b, c;
  float result;
};
void precision_result(const struct small_sum *s, uint32_t pc);
void precision_matrix(const struct thread *t, float v); // v: an element of a half-precision accumulator
void precision_atomic(const struct small_sum *s, uint64_t address, uint32_t pc); // c is what was there

// api.c
void error_set(int error);                                        // what cudaGetLastError returns next
void error_of_launch(int error, uint32_t pc, const char *reason); // the same, for a launch that did not run
void error_of_kernel(int error, uint32_t pc, const char *reason); // a kernel that ended itself: it stays
void errors_unread(void);                    // at the program's end: report what nobody asked for
enum cudaError api_done(enum cudaError own); // what a call returns: an earlier device error, else its own

// report.c
void json_string(FILE *f, const char *s); // quoted and escaped
void report_install(void);                // what is to happen at the program's end and on a fault

#endif
