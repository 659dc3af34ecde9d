// Child processes: start, contain, watch, end.
#define _GNU_SOURCE
#include "grader/die.h"
#include "grader/sandbox/process.h"
#include "grader/sandbox/descend.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) {
  interrupted = signal;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw) {
  (void)st, (void)type, (void)ftw;
  remove(path);
  return 0;
}

// A grader that was killed could not tidy up: its directories carry its number. A living grader holds a lock on each of its own,
// since another container's numbers say nothing here though its /tmp may be ours.
static bool is_locked(const char *directory) {
  int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
  if (fd >= 0) close(fd);
  return locked;
}

static void remove_stale_directories(void) {
  DIR *d = opendir("/tmp");
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));) {
    int pid, end = 0;
    struct stat st;
    if (sscanf(e->d_name, "pmpp-%d-%*6[A-Za-z0-9]%n", &pid, &end) < 1 || !end || e->d_name[end]) continue;
    if (pid < 1 || kill(pid, 0) == 0 || errno != ESRCH) continue;
    char *path = must_print("/tmp/%s", e->d_name);
    if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() && !is_locked(path))
      nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(path);
  }
  closedir(d);
}

void process_setup(void) {
  remove_stale_directories();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGPIPE, SIG_IGN);
  struct sigaction act = {.sa_handler = note_interrupt};
  for (int i = 0; i < 3; i++) sigaction((int[]){SIGINT, SIGTERM, SIGHUP}[i], &act, NULL);
}

// ---- the child's side ----

static void limit(int what, rlim_t value) {
  struct rlimit r;
  if (getrlimit(what, &r)) return;
  if (r.rlim_max != RLIM_INFINITY && r.rlim_max < value) value = r.rlim_max;
  setrlimit(what, &(struct rlimit){value, value});
}

static void set_limits(const struct process_spec *spec) {
  limit(RLIMIT_CORE, 0);
  bool compiler = spec->sandbox && spec->sandbox->compiler;
  limit(RLIMIT_FSIZE, spec->gpu ? (rlim_t)1 << 30 : compiler ? 1 << 26 : 1 << 24);
  struct sysinfo info;
  // The limit counts all threads of this user, so it is put above what runs already. Root has none.
  if (geteuid() != 0 && sysinfo(&info) == 0) limit(RLIMIT_NPROC, info.procs + 256);
  if (spec->cpu_seconds > 0) {
    rlim_t s = (rlim_t)spec->cpu_seconds + 1;
    setrlimit(RLIMIT_CPU, &(struct rlimit){s, s + 5}); // SIGXCPU, then SIGKILL
  }
}

static char **limited_environment(const struct process_spec *spec) {
  static char *list[64] = {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C", "CUDA_CACHE_DISABLE=1"};
  if (spec->sandbox && spec->sandbox->compiler) list[2] = "LC_ALL=C.UTF-8";
  static const char *const emu[] = {"EMU_", NULL};
  static const char *const gpu[] = {"CUDA_VISIBLE_DEVICES=", "CUDA_DEVICE_ORDER=", "NVIDIA_",
                                    "LD_LIBRARY_PATH=", NULL};
  int n = 4;
  if (spec->setting) list[n++] = (char *)spec->setting; // the first of a name counts
  for (char **e = environ; e && *e && n < 63; e++)
    for (const char *const *pass = spec->gpu ? gpu : emu; *pass; pass++)
      if (starts_with(*e, *pass)) list[n++] = *e;
  list[n] = NULL;
  return list;
}

// Runs in the child. Moves the descriptors to 0, 1, 2, 3 ... and becomes the program; on failure sends errno.
static void become(const struct process_spec *spec, const struct process *p, int out, int report, int status,
                   pid_t parent) {
  int high[8], n = 0, filter = spec->sandbox ? sandbox_filter(spec->sandbox) : -1;
  for (; n < spec->n_keep; n++) high[n] = fcntl(spec->keep[n], F_DUPFD, 64);
  struct words sandboxed = {0};
  if (spec->sandbox) { // bubblewrap closes its own two before it starts the command
    sandboxed = sandbox_command(spec->sandbox, spec->argv, 3 + n, 4 + n);
    high[n++] = fcntl(status, F_DUPFD, 64);
    high[n++] = fcntl(filter, F_DUPFD, 64);
  }
  int null = open("/dev/null", O_RDONLY), fail = fcntl(report, F_DUPFD_CLOEXEC, 80),
      print = fcntl(out, F_DUPFD, 64);
  dup2(null, 0);
  dup2(print, 1);
  dup2(print, 2);
  for (int i = 0; i < n; i++) dup2(high[i], 3 + i);
  close_range(3 + n, fail - 1, 0);
  close_range(fail + 1, ~0U, 0);

  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (int s = 1; s < NSIG; s++) signal(s, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  char **env = environ;
  if (spec->limited) {
    env = limited_environment(spec);
    set_limits(spec);
    if (chdir(p->directory)) goto failed;
  }
  if (spec->sandbox)
    execvpe("bwrap", sandboxed.word, env); // execvpe looks in the grader's own PATH
  else
    execve(spec->argv[0], (char *const *)spec->argv, env);
failed:;
  int error = errno;
  if (write(fail, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

// ---- the grader's side ----

static void remove_directory(struct process *p) {
  if (!p->directory[0]) return;
  nftw(p->directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (p->directory_lock >= 0) close(p->directory_lock);
  p->directory[0] = 0;
}

bool process_start(struct process *p, const struct process_spec *spec, struct text *why) {
  *p = (struct process){.output = -1, .sandbox_status = -1, .directory_lock = -1};
  int out[2], report[2], status[2] = {-1, -1};
  if (spec->limited) {
    snprintf(p->directory, sizeof p->directory, "/tmp/pmpp-%d-XXXXXX", (int)getpid());
    if (!mkdtemp(p->directory)) {
      p->directory[0] = 0;
      text_add(why, "cannot make a directory in /tmp: %s", strerror(errno));
      return false;
    }
    p->directory_lock = open(p->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->directory_lock >= 0) flock(p->directory_lock, LOCK_EX);
  }
  if (pipe2(out, O_CLOEXEC) || pipe2(report, O_CLOEXEC) || (spec->sandbox && pipe2(status, O_CLOEXEC)))
    die_infra("pipe: %s", strerror(errno));
  if (spec->sandbox) {
    p->sandbox_status = status[0];
    p->memory_bytes = spec->sandbox->memory_bytes;
    p->max_tasks = spec->sandbox->max_tasks;
  }
  fflush(NULL);
  pid_t parent = getpid();
  p->pid = fork();
  if (p->pid < 0) die_infra("fork: %s", strerror(errno));
  if (p->pid == 0) become(spec, p, out[1], report[1], status[1], parent);
  if (spec->sandbox) close(status[1]);
  close(out[1]);
  close(report[1]);
  p->output = out[0];
  fcntl(p->output, F_SETFL, O_NONBLOCK);
  int error = 0;
  ssize_t n;
  while ((n = read(report[0], &error, sizeof error)) < 0 && errno == EINTR) continue;
  close(report[0]);
  if (n <= 0) return true;
  text_add(why, "cannot start %s: %s", spec->sandbox ? "bwrap" : spec->argv[0], strerror(error));
  process_end(p);
  return false;
}

static void read_output(struct process *p) {
  char part[65536];
  for (int i = 0; i < 16 && p->output >= 0; i++) { // someone may be printing faster than this reads
    ssize_t n = read(p->output, part, sizeof part);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return;
    if (n == 0) {
      close(p->output);
      p->output = -1;
      return;
    }
    size_t room = PROCESS_KEPT_OUTPUT - p->kept.length, keep = (size_t)n < room ? (size_t)n : room;
    text_add_bytes(&p->kept, part, keep);
    p->dropped += n - keep;
    if ((size_t)n < sizeof part) return;
  }
}

// bubblewrap ends with a command's exit status, or 128 and the number of the signal that ended it; with 1 also where it
// never came to start the command.
static void see_through_sandbox(struct process *p) {
  char said[4096];
  ssize_t n = read(p->sandbox_status, said, sizeof said - 1);
  said[n > 0 ? n : 0] = 0;
  if (!WIFEXITED(p->status)) return;
  p->sandbox_failed = !sandbox_was_started(said);
  int status = WEXITSTATUS(p->status);
  if (status > 128 && status <= 128 + 64) p->status = status - 128; // as waitpid says it of a signal
}

bool process_killed(const struct process *p) {
  static const int outside[] = {SIGKILL, SIGTERM, SIGHUP, SIGINT, SIGQUIT};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
    if (WIFSIGNALED(p->status) && WTERMSIG(p->status) == outside[i]) return true;
  return false;
}

static void note_end(struct process *p) {
  if (!p->pid || p->ended || waitpid(p->pid, &p->status, WNOHANG) != p->pid) return;
  p->ended = true;
  if (p->sandbox_status >= 0) see_through_sandbox(p);
}

// A look takes a time that grows with the number of processes on the machine: it may take a twentieth of all time.
static void watch_excess(struct process *p) {
  double begin = now();
  if (!p->memory_bytes || p->ended || begin < p->next_look) return;
  struct tree_use use = tree_use(p->pid);
  double took = now() - begin;
  p->next_look = begin + (20 * took > 0.05 ? 20 * took : 0.05);
  if (use.bytes > p->memory_bytes + p->given_bytes)
    text_add(&p->excess, "used more than %.3g GiB of memory", p->memory_bytes / 0x1p30);
  else if (use.tasks > p->max_tasks)
    text_add(&p->excess, "started more than %d processes and threads", p->max_tasks);
  else
    return;
  process_end(p);
}

static void obey_interrupt(struct process *p) {
  if (!interrupted) return;
  process_end(p);
  process_sweep();
  signal(interrupted, SIG_DFL);
  raise(interrupted);
}

bool process_wait(struct process *p, int fd) {
  struct pollfd list[2] = {{p->output, POLLIN, 0}, {fd, POLLIN, 0}};
  poll(list, 2, 20); // an end is no event of its own: a descendant may keep pipe and socket open
  obey_interrupt(p);
  if (list[0].revents) read_output(p);
  note_end(p);
  watch_excess(p);
  return fd >= 0 && list[1].revents;
}

void process_end(struct process *p) {
  if (p->pid) {
    note_end(p);
    if (p->ended) kill(-p->pid, SIGKILL); // the rest of its group; the id is not free while one of them lives
    for (double give_up = now() + 10; !p->ended && now() < give_up; note_end(p)) {
      kill(-p->pid, SIGKILL);
      kill(p->pid, SIGKILL); // setsid may not have happened yet
      usleep(500);
    }
    if (!p->ended) die_infra("process %d does not die (a driver may hold it)", (int)p->pid);
    p->pid = 0;
  }
  read_output(p);
  if (p->output >= 0) close(p->output);
  p->output = -1;
  if (p->sandbox_status >= 0) close(p->sandbox_status);
  p->sandbox_status = -1;
  remove_directory(p);
}

enum run_outcome process_run(struct process *p, const char *const *argv, const struct sandbox *sandbox,
                             double seconds, struct text *why) {
  struct process_spec spec = {
      .argv = argv, .limited = sandbox, .gpu = sandbox && sandbox->gpu, .sandbox = sandbox};
  if (!process_start(p, &spec, why)) return RUN_NOT_STARTED;
  struct stopwatch watch = stopwatch_start(p->pid, seconds, true);
  watch.ours = true;
  enum time_state time = TIME_LEFT;
  while (!p->ended && !p->excess.length && time == TIME_LEFT) {
    process_wait(p, -1);
    if (!p->ended && !p->excess.length) time = stopwatch_look(&watch, why);
  }
  process_end(p);
  if (sandbox) process_sweep(); // what bubblewrap started ends with it, but a moment later
  if (p->excess.length) {
    text_add(why, "%s", text_get(&p->excess));
    text_free(&p->excess);
    return RUN_EXCESS;
  }
  if (p->sandbox_failed) {
    text_add(why, "bubblewrap does not start it: ");
    text_add_tail(why, text_get(&p->kept), 2, 200);
    return RUN_NO_SANDBOX;
  }
  return time == TIME_LEFT ? RUN_ENDED : time == TIME_UP ? RUN_TIME_UP : RUN_STARVED;
}

int process_sweep(void) {
  int killed = 0;
  double give_up = now() + 10;
  for (useconds_t pause = 200; now() < give_up; pause = pause < 20000 ? 2 * pause : pause) {
    pid_t list[4096];
    int n = descendants(list, 4096);
    if (n == 0) return killed;
    for (int i = 0; i < n; i++) kill(list[i], SIGSTOP); // what is stopped starts no other
    for (int i = 0; i < n; i++)
      if (kill(list[i], SIGKILL) == 0) killed++;
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    usleep(pause);
  }
  return -1;
}

bool process_sandbox_works(struct text *why) {
  if (!sandbox_installed(why)) return false;
  struct sandbox sandbox = sandbox_of(false, false);
  struct process p;
  const char *const nothing[] = {"/bin/true", NULL};
  struct text trouble = {0};
  enum run_outcome run = process_run(&p, nothing, &sandbox, 20, &trouble);
  bool works = run == RUN_ENDED && p.status == 0;
  if (!works)
    text_add(
        why,
        "--contained: bubblewrap is installed but does not work here; user namespaces must be allowed (in a "
        "container: --security-opt seccomp=unconfined, or a privileged one). %s",
        trouble.length ? text_get(&trouble) : "Its trial failed");
  text_free(&p.kept);
  text_free(&trouble);
  return works;
}
