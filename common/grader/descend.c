// Finds descendants by reading the parent of every process from /proc.
#define _GNU_SOURCE
#include "grader/descend.h"
#include "grader/text.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct one {
  pid_t pid, parent, session;
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
  return name_end && sscanf(name_end + 1, " %*c %d %*d %d", &o->parent, &o->session) == 2;
}

int descendants(pid_t *list, int max) {
  struct one *all = NULL;
  int n = 0, room = 0, found = 0;
  DIR *d = opendir("/proc");
  if (!d) die_infra("/proc cannot be read: the grader could not find what a submission leaves behind");
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] < '0' || e->d_name[0] > '9') continue;
    if (n == room) all = must_realloc(all, (room = 2 * room + 256) * sizeof *all);
    if (read_one(e->d_name, &all[n])) n++;
  }
  closedir(d);
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
