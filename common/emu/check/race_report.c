// What is said of a race, and when: at once, or after the thread's next step, which may excuse it.
#include "check/race_report.h"
#include "check/race.h"
#include "memory/cluster_blocks.h"
#include "memory/describe.h"
#include "memory/symbolise.h"
#include <stdio.h>
#include <string.h>

// A race that the next steps of the thread may excuse. A plain store: it is none if it stores the value that
// is there already. A plain load of a word that others update atomically: it is none if the thread's own next
// step on the word is atomic too (the load that begins a compare-and-swap loop).
static struct {
  uint64_t addr;
  uint32_t size;
  uint8_t old[16];
  int kind;
  struct access_site self, other;
  bool has_other;
  const char *advice;
  bool follows; // the next load of the same place read on elsewhere, as along parent[]: no first guess
  bool agreed;  // both are volatile: stores that are meant to meet
  // Such a note is known already: `what` and the advice are made only where the value turns out to be another.
  bool untold;
  bool with_atomic;
  int touch;
  uint32_t barrier_pc;
  const char *other_did;
  char what[320];
} pending;

// Places of plain loads whose value a compare-and-swap of the same thread then took for its first guess. The swap
// verifies the guess, so a thread that leaves the loop by such a load, since there is nothing to change, is right too.
enum { MOST_GUESSES = 64 };
static struct {
  uint32_t pc[MOST_GUESSES];
  uint32_t n;
} guesses;

void race_guessed(uint32_t pc) {
  for (uint32_t i = 0; i < guesses.n; i++)
    if (guesses.pc[i] == pc) return;
  if (guesses.n < MOST_GUESSES) guesses.pc[guesses.n++] = pc;
}

bool race_is_guess(uint32_t pc) {
  char file[2][160];
  int32_t line[2];
  for (uint32_t i = 0; i < guesses.n; i++)
    if (guesses.pc[i] == pc) return true;
  symbolise(pc, file[0], sizeof file[0], &line[0], NULL, 0);
  for (uint32_t i = 0; i < guesses.n && line[0]; i++) { // inlined elsewhere, too
    symbolise(guesses.pc[i], file[1], sizeof file[1], &line[1], NULL, 0);
    if (line[0] == line[1] && strcmp(file[0], file[1]) == 0) return true;
  }
  return false;
}

// A read and a write in one source line, as in s[t] += s[t + stride]: a barrier between the two is no line of its own.
static bool in_one_line(const struct access_site *self, const struct access_site *other) {
  char file[2][160];
  int32_t line[2];
  if (self->pc == other->pc) return false;
  symbolise(self->pc, file[0], sizeof file[0], &line[0], NULL, 0);
  symbolise(other->pc, file[1], sizeof file[1], &line[1], NULL, 0);
  return line[0] && line[0] == line[1] && strcmp(file[0], file[1]) == 0;
}

// Does the barrier that the running thread came from stand between the two accesses, by lines of one file? Then they meet
// because nothing orders one turn of a loop and the next.
static bool barrier_between(const struct access_site *self, const struct access_site *other,
                            uint32_t barrier_pc) {
  char file[3][160];
  int32_t line[3];
  uint32_t pc[3] = {self->pc, other->pc, barrier_pc};
  if (!pc[2]) return false;
  for (int i = 0; i < 3; i++) symbolise(pc[i], file[i], sizeof file[i], &line[i], NULL, 0);
  if (strcmp(file[0], file[1]) || strcmp(file[0], file[2])) return false;
  return (line[0] < line[2] && line[2] < line[1]) || (line[1] < line[2] && line[2] < line[0]);
}

const char race_beside_atomic[] =
    "an atomic beside a plain write of another block is a race: write before the "
    "launch or in a kernel of its own, or write by an atomic, too (a write: "
    "atomicExch(p, x))";
const char race_read_before[] =
    "other blocks have read this element, and this thread has, before it changes it: if all update it, "
    "use an atomic (atomicAdd, atomicMax); else end the kernel between the two accesses, or write into "
    "another array than is read";

// Accesses of two blocks: no barrier and no fence of a block makes it wait for another one.
static const char *advice_between_blocks(int touch, const char *other_did, bool with_atomic) {
  bool updates = touch & TOUCH_LOAD && touch & TOUCH_STORE,
       reads = touch == TOUCH_LOAD || other_did[0] == 'r';
  if ((with_atomic || updates) && !(touch & TOUCH_VOLATILE))
    return reads
               ? "the updates of all blocks are done when the kernel has ended: read in a second kernel, or "
                 "after "
                 "grid.sync() of a cooperative launch; only a flag that is waited for is read by an atomic, "
                 "atomicAdd(p, 0)"
               : race_beside_atomic;
  if (!reads) return NULL;
  return "__syncthreads() and fences wait for no other block: end the kernel between the two accesses and "
         "launch a "
         "second one (or grid.sync() in a cooperative launch), or write into another array than is read";
}

// Advice for what is special about the two accesses; NULL: the kind's own.
static const char *advice_for(const struct access_site *self, const struct access_site *other, int touch,
                              const char *other_did, bool with_atomic, uint32_t barrier_pc, bool shared) {
  if (!other || self->block != other->block) return advice_between_blocks(touch, other_did, with_atomic);
  if ((with_atomic && !(touch & TOUCH_VOLATILE)) || (touch & TOUCH_LOAD && touch & TOUCH_STORE))
    return "an atomic beside a plain access is a race: put __syncthreads() between the two, or make both "
           "atomic "
           "(a read: atomicAdd(p, 0), a write: atomicExch(p, x))";
  if (touch & TOUCH_STORE && other_did[0] == 'w' && self->pc == other->pc)
    return "several threads store different values to one element: let one of them do it, or use an atomic";
  if (barrier_between(self, other, barrier_pc))
    return "one turn of the loop meets the next: a barrier stands between the two lines, but none between "
           "the "
           "later one and the earlier one's next turn; put __syncthreads() at the end of the loop's body, "
           "too";
  if (shared && touch & TOUCH_VOLATILE && self->tid / WARP == other->tid / WARP)
    return "volatile does not keep the lanes of a warp in step: keep what is read in a variable, and put "
           "__syncwarp() "
           "after each read and after each write";
  if (!shared && (uint64_t)L.grid[0] * L.grid[1] * L.grid[2] > 1 && in_one_line(self, other))
    return advice_between_blocks(touch, other_did,
                                 with_atomic); // the line's other threads are other blocks', too
  if (L.n_warps > 1 && in_one_line(self, other))
    return "one line makes both accesses: if a loop repeats it, put __syncthreads() at the end of each turn; "
           "else keep "
           "what is read in a variable and put __syncthreads() before the write";
  if (self->tid / WARP == other->tid / WARP && !shared)
    return "lanes of one warp do not run in lockstep: __syncwarp() between the two accesses orders them; if "
           "any "
           "order is "
           "right, read through a volatile and write by an atomic (atomicExch, atomicCAS)";
  if (self->tid / WARP == other->tid / WARP)
    return L.n_warps > 1
               ? "put __syncthreads() between the two accesses (__syncwarp() if only lanes of one warp share "
                 "the element): even the lanes of a warp do not run in lockstep"
               : "lanes of one warp do not run in lockstep: put __syncwarp() between the two accesses";
  return NULL;
}

const char race_lost_update[] = "several threads read this element, add to it and write it back, and all "
                                "updates but one are lost: use an "
                                "atomic (atomicAdd, say), or give each thread its own element";

// The two sentences about a race; advice: what the caller knows, or NULL.
static const char *describe_race(char text[320], uint64_t addr, uint32_t size, int touch,
                                 const struct access_site *self, const struct access_site *other,
                                 const char *other_did, bool with_atomic, uint32_t barrier_pc,
                                 const char *advice) {
  char what[160];
  access_describe(addr, size, what, sizeof what);
  const char *did = !(touch & TOUCH_STORE) ? "reads" : touch & TOUCH_LOAD ? "atomically updates" : "writes";
  snprintf(text, 320, "%s %s, which another thread %s with nothing to order the two", did, what, other_did);
  bool apart = advice == race_lost_update && !in_one_line(self, other);
  bool turns =
      advice == race_lost_update && self->block == other->block && barrier_between(self, other, barrier_pc);
  if (turns || (apart && shadow_of_shared(addr))) // a tile that is filled again: no sum
    advice = NULL;
  else if (apart)
    advice = "several threads find this element as it was, and then write it: let an atomic do both "
             "(atomicCAS to set it "
             "once, atomicAdd to add), or give each thread its own element";
  if (!advice && C.blocks && other && self->block != other->block &&
      (cluster_block_at(addr, &(uint64_t){0}) || shadow_of_shared(addr)))
    advice = with_atomic ? NULL : "put cluster.sync() between the two accesses";
  return advice ? advice
                : advice_for(self, other, touch, other_did, with_atomic, barrier_pc, shadow_of_shared(addr));
}

void race_found(bool shared, uint64_t addr, uint32_t size, int touch, uint32_t pc,
                const struct access_site *other, const char *other_did, bool with_atomic,
                const char *advice) {
  int kind = shared ? EMU_HAZARD_RACE_SHARED : EMU_HAZARD_RACE_GLOBAL;
  if (hazard_repeated(kind, pc, other)) return;
  struct access_site self = site_self(pc);
  bool store = touch & TOUCH_STORE && !(touch & TOUCH_LOAD);
  bool looks = (touch & ~(TOUCH_SYNC | TOUCH_VOLATILE)) == TOUCH_LOAD && with_atomic;
  bool waits = (store && size <= sizeof pending.old) || looks;
  bool untold = store && waits && hazard_noted(EMU_NOTE_SAME_VALUE, pc, other);
  char text[320];
  uint32_t barrier_pc = M.self ? M.self->barrier_pc : 0;
  if (!untold)
    advice = describe_race(text, addr, size, touch, &self, other, other_did, with_atomic, barrier_pc, advice);
  if (!waits) {
    hazard(kind, self, other, advice, "%s", text);
    return;
  }
  if (M.pending & PENDING_RACE && pending.addr == addr) return; // another word of the same access
  pending.follows = M.pending & PENDING_LOAD && pending.self.pc == pc;
  if (M.pending & PENDING_RACE) race_settle();
  pending.follows = false;
  pending_begin(store ? PENDING_STORE : PENDING_LOAD);
  pending.addr = addr;
  pending.size = size;
  if (store) memcpy(pending.old, (const void *)addr, size);
  pending.kind = kind;
  pending.self = self;
  pending.has_other = other != NULL;
  if (other) pending.other = *other;
  pending.advice = advice;
  pending.agreed = touch & TOUCH_SYNC && with_atomic;
  pending.untold = untold;
  pending.with_atomic = with_atomic;
  pending.touch = touch;
  pending.barrier_pc = barrier_pc;
  pending.other_did = other_did;
  if (!untold) memcpy(pending.what, text, sizeof text);
}

void race_settle(void) {
  int was = M.pending & PENDING_RACE;
  pending_end(PENDING_RACE);
  const struct access_site *other = pending.has_other ? &pending.other : NULL;
  if (was == PENDING_LOAD && !pending.follows && race_is_guess(pending.self.pc)) return;
  bool same = was == PENDING_STORE && memcmp(pending.old, (const void *)pending.addr, pending.size) == 0;
  if (same) {
    if (!pending.agreed)
      hazard_note(EMU_NOTE_SAME_VALUE, pending.self, other,
                  "right only while all store the same value: with other data it is a race",
                  "%s (here the value that was there already)", pending.what);
    return;
  }
  if (pending.untold)
    pending.advice =
        describe_race(pending.what, pending.addr, pending.size, pending.touch, &pending.self, other,
                      pending.other_did, pending.with_atomic, pending.barrier_pc, pending.advice);
  hazard(pending.kind, pending.self, other, pending.advice, "%s", pending.what);
}

void race_next_access(uint64_t addr, int touch) {
  if (M.pending & PENDING_STORE)
    race_settle();
  else if (pending.addr == addr && touch == (TOUCH_LOAD | TOUCH_STORE | TOUCH_SYNC))
    pending_end(PENDING_RACE);
}
