// Members of aligned objects: `v.x + v.y + v.z + v.w` of a float4 in memory is one load of 16 bytes to nvcc, four to g++.
//
// emucc tells the members' accesses apart from others (emucc/audit/members.c). Here they are joined in the thread's log as nvcc
// 13.0 joins them: within a basic block, with nothing in between that might concern the same memory. Checks have seen
// each member by itself before.
#include "kernel/member.h"
#include "check/address.h"
#include "memory/running.h"
#include <string.h>

// A record of the log that stands for members: which bytes of their object have been asked for.
struct member {
  uint32_t at, pc;
  uint64_t packed;
  uint32_t size, of, asked; // asked: a bit for each byte of the object
  bool skewed;              // it is the first one of an object that is not aligned
};

// The latest ones, of any thread: one that the log no longer holds as it is here has gone.
enum { MEMBERS = 32, FAR = 256 }; // FAR: records away
static struct member members[MEMBERS];
static uint32_t next, next_of_skewed = -MEMBERS; // what `next` was for the latest skewed one

static bool is_there(const struct member *m) {
  return m->at >= M.log_begin && m->at < M.log_n && log_pcs[m->at] == m->pc && log_addrs[m->at] == m->packed;
}

static const struct member *member_at(uint32_t at) {
  for (int i = 0; i < MEMBERS; i++)
    if (members[i].at == at && is_there(&members[i])) return &members[i];
  return NULL;
}

static uint64_t object_of(const struct member *m) {
  return log_addr(m->packed) & -(uint64_t)m->of;
}

// Two of the same kind of object, and different members: they cannot be the same memory, whatever the objects are.
static bool are_apart(const struct member *a, const struct member *b) {
  return a && a->size == b->size && a->of == b->of && !(a->asked & b->asked);
}

// Whether nothing stands between the two that keeps the compiler from moving the later one's load up, or the earlier one's store
// down. What a function called in between does counts as if it stood here: nvcc inlines it.
static bool may_meet(const struct member *earlier, const struct member *later) {
  bool store = log_kind(later->packed) == KIND_STORE;
  for (uint32_t i = later->at; --i > earlier->at;) {
    if (log_pcs[i] & LOG_BLOCK) {
      if (log_depth(log_addrs[i]) <= log_depth(later->packed)) return false;
      continue;
    }
    int kind = log_kind(log_addrs[i]);
    if (kind == KIND_ATOMIC) return false;
    if (log_space(log_addrs[i]) != log_space(later->packed) || (kind == KIND_LOAD && !store)) continue;
    if (!are_apart(member_at(i), store ? earlier : later)) return false;
  }
  return true;
}

// Whether nvcc takes those bytes of `width` in one piece: it loads over a gap, if the first member is asked for and one in
// the second half is; it stores no byte that is not stored.
static bool is_one_piece(uint32_t asked, uint32_t size, uint32_t width, bool store) {
  uint32_t all = (1u << width) - 1, first = (1u << size) - 1, second_half = all & ~((1u << width / 2) - 1);
  return store ? asked == all : (asked & first) == first && asked & second_half;
}

static void remove_record(uint32_t at) {
  uint32_t behind = M.log_n - at - 1;
  memmove(log_pcs + at, log_pcs + at + 1, behind * sizeof *log_pcs);
  memmove(log_addrs + at, log_addrs + at + 1, behind * sizeof *log_addrs);
  M.log_n--;
  M.logs++;
  for (int i = 0; i < MEMBERS; i++)
    if (members[i].at > at) members[i].at--;
}

// Joins the latest member with others in its piece of `width` bytes; false if they make none.
static bool join(struct member *latest, uint32_t width) {
  uint32_t begin = (uint32_t)(log_addr(latest->packed) & (latest->of - 1) & -(uint64_t)width);
  uint32_t window = ((1u << width) - 1) << begin, asked = latest->asked, found[MEMBERS], n = 0;
  for (uint32_t at = latest->at; at-- > M.log_begin && latest->at - at <= FAR;) { // the same for all lanes
    const struct member *m = member_at(at);
    if (!m || m->size != latest->size || m->of != latest->of || object_of(m) != object_of(latest)) continue;
    if (m->asked & ~window || m->asked & asked) continue;
    if ((m->packed ^ latest->packed) >> 53 || !may_meet(m, latest)) continue; // space, kind and depth
    asked |= m->asked;
    found[n++] = (uint32_t)(m - members);
  }
  if (!n || !is_one_piece(asked >> begin, latest->size, width, log_kind(latest->packed) == KIND_STORE))
    return false;
  struct member *first = &members[found[n - 1]];
  first->asked = asked;
  first->packed =
      log_pack(object_of(latest) + begin, width, log_space(latest->packed), log_kind(latest->packed)) |
      log_pack_depth(log_depth(latest->packed));
  log_addrs[first->at] = first->packed;
  remove_record(latest->at);
  latest->pc = 0;
  for (uint32_t i = 0; i + 1 < n; i++) {
    remove_record(members[found[i]].at);
    members[found[i]].pc = 0;
  }
  return true;
}

// Gives the launch up where nvcc makes one piece of members whose object begins with `first` at an address that is not a multiple of
// the piece's width. A member by itself may stand at any multiple of its own size.
static void check_piece(const struct member *first) {
  uint64_t base = log_addr(first->packed);
  bool store = log_kind(first->packed) == KIND_STORE;
  uint32_t asked = 0;
  for (const struct member *m = members; m < members + MEMBERS; m++) {
    uint64_t inside = log_addr(m->packed) - base;
    if (!is_there(m) || m->size != first->size || m->of != first->of || inside >= first->of) continue;
    if ((m->packed ^ first->packed) >> 53) continue; // space, kind and depth
    if (m != first && !(m->at < first->at ? may_meet(m, first) : may_meet(first, m))) continue;
    asked |= ((1u << log_size(m->packed)) - 1) << inside;
  }
  for (uint32_t width = first->of; width > first->size; width /= 2) {
    if (!is_one_piece(asked & ((1u << width) - 1), first->size, width, store)) continue;
    if (base % width) address_misaligned(base, width, store ? TOUCH_STORE : TOUCH_LOAD, first->pc);
    return;
  }
}

void member_joins(uint32_t size, uint32_t of, bool first) {
  struct member *latest = &members[next % MEMBERS];
  uint64_t packed = log_addrs[M.log_n - 1];
  uint32_t asked = ((1u << size) - 1) << (log_addr(packed) & (of - 1));
  *latest = (struct member){M.log_n - 1, log_pcs[M.log_n - 1],          packed, size, of,
                            asked,       first && log_addr(packed) % of};
  if (latest->skewed) next_of_skewed = next;
  if (next++ - next_of_skewed < MEMBERS)
    for (int i = 0; i < MEMBERS; i++)
      if (members[i].skewed && is_there(&members[i])) check_piece(&members[i]);
  for (uint32_t width = of; width > size; width /= 2)
    if (join(latest, width)) return;
}
