// Finds descendants by reading the parent of every process from /proc.
#define _GNU_SOURCE
#include "grader/die.h"
#include "grader/sandbox/descend.h"
#include "base/text.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct one {
  pid_t pid, parent, session;
  char state;
  double seconds; // processor time: its own and that of the children it waited for
  uint64_t bytes; // resident
  int tasks;
  bool ours;
};

static bool read_one(const char *pid, struct one *o) {
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  FILE *f = fopen(path, "re");
  if (!f) return false;
  size_t n = fread(line, 1, sizeof line - 1, f);
  fclose(f);
  line[n] = 0;
  char *name_end = strrchr(line, ')'); // the name before it may hold anything
  o->pid = atoi(pid);
  o->ours = false;
  unsigned long long user, system;
  long long child_user, child_system, pages;
  if (!name_end ||
      sscanf(name_end + 1,
             " %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld %*d %*d %d %*d %*u %*u %lld",
             &o->state, &o->parent, &o->session, &user, &system, &child_user, &child_system, &o->tasks,
             &pages) != 9)
    return false;
  o->bytes = pages > 0 ? (uint64_t)pages * sysconf(_SC_PAGESIZE) : 0;
  o->seconds = (double)(user + system + child_user + child_system) / sysconf(_SC_CLK_TCK);
  return true;
}

static int read_all(struct one **all) {
  int n = 0, room = 0;
  *all = NULL;
  DIR *d = opendir("/proc");
  if (!d) die_infra("/proc cannot be read: the grader could not find what a submission leaves behind");
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] < '0' || e->d_name[0] > '9') continue;
    if (n == room) *all = must_realloc(*all, (room = 2 * room + 256) * sizeof **all);
    if (read_one(e->d_name, &(*all)[n])) n++;
  }
  closedir(d);
  return n;
}

int descendants(pid_t *list, int max) {
  struct one *all;
  int n = read_all(&all), found = 0;
  pid_t self = getpid(), session = getsid(0);
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < n; i++) {
      if (all[i].ours) continue;
      bool child = all[i].parent == self;
      for (int j = 0; j < n && !child; j++) child = all[j].ours && all[j].pid == all[i].parent;
      if (!child) continue;
      all[i].ours = more = true;
      if (all[i].session != session && found < max) list[found++] = all[i].pid;
    }
  }
  free(all);
  return found;
}

struct tree_use tree_use(pid_t root) {
  struct one *all;
  int n = read_all(&all);
  struct tree_use use = {0};
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < n; i++) {
      bool in = all[i].pid == root;
      for (int j = 0; j < n && !in; j++) in = all[j].ours && all[j].pid == all[i].parent;
      if (!in || all[i].ours) continue;
      all[i].ours = more = true;
      use.seconds += all[i].seconds;
      use.bytes += all[i].bytes;
      use.tasks += all[i].tasks;
      use.runnable |= all[i].state == 'R' || all[i].state == 'D';
    }
  }
  free(all);
  return use;
}

double processor_seconds(pid_t pid) {
  struct one o;
  char name[24];
  snprintf(name, sizeof name, "%d", (int)pid);
  return read_one(name, &o) ? o.seconds : 0;
}
