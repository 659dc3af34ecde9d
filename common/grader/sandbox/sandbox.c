// Builds bubblewrap's command line and the filter of system calls.
#define _GNU_SOURCE
#include "grader/die.h"
#include "grader/sandbox/sandbox.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint64_t MIB = 1 << 20, GIB = 1 << 30;

struct sandbox sandbox_of(bool gpu, bool compiler) {
  struct sandbox j = {.gpu = gpu, .compiler = compiler};
  j.memory_bytes =
      compiler ? (gpu ? 6 : 1) * GIB : (gpu ? 16 : 2) * GIB; // g++ takes 105 MiB for lab 02's reference
  j.max_tasks = compiler ? 256 : gpu ? 512 : 16;
  return j;
}

struct sandbox sandbox_of_job(bool gpu) {
  struct sandbox j = sandbox_of(gpu, false);
  j.job = true;
  j.memory_bytes = (gpu ? 48 : 8) * GIB; // what ranks share counts for each
  j.max_tasks = gpu ? 1024 : 96;
  return j;
}

void sandbox_show(struct sandbox *j, const char *path) {
  for (int i = 0; i < j->n_shown; i++)
    if (path && strcmp(j->shown[i], path) == 0) return;
  if (j->n_shown == sizeof j->shown / sizeof *j->shown)
    die_infra("a contained process needs more than %d files", j->n_shown);
  if (path) j->shown[j->n_shown++] = path;
}

// ---- the command line ----

void words_free(struct words *w) {
  for (int i = 0; i < w->n; i++) free(w->word[i]);
  free(w->word);
  *w = (struct words){0};
}

static void add(struct words *w, const char *word) {
  w->word = must_realloc(w->word, (w->n + 2) * sizeof *w->word);
  w->word[w->n++] = must_print("%s", word);
  w->word[w->n] = NULL;
}

static void add_all(struct words *w, const char *const *words) {
  for (; *words; words++) add(w, *words);
}

static void add_number(struct words *w, const char *option, uint64_t value) {
  char *number = must_print("%llu", (unsigned long long)value);
  add(w, option);
  add(w, number);
  free(number);
}

static void add_path(struct words *w, const char *option, const char *path) {
  add_all(w, (const char *const[]){option, path, path, NULL});
}

// What programs need of the system: its libraries and compilers, and what the dynamic linker reads in /etc.
static void add_system(struct words *w) {
  static const char *const links[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
  static const char *const files[] = {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
                                      "/etc/alternatives"};
  add_path(w, "--ro-bind", "/usr");
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    char target[64];
    struct stat st;
    ssize_t n = readlink(links[i], target, sizeof target - 1);
    if (n > 0) {
      target[n] = 0;
      add_all(w, (const char *const[]){"--symlink", target, links[i], NULL});
    } else if (stat(links[i], &st) == 0) {
      add_path(w, "--ro-bind", links[i]);
    }
  }
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) add_path(w, "--ro-bind-try", files[i]);
}

// Behind --dev, which would cover the nodes; without /sys the driver does not start.
static void add_devices(struct words *w) {
  static const char *const nodes[] = {"/dev/nvidiactl",      "/dev/nvidia-uvm",  "/dev/nvidia-uvm-tools",
                                      "/dev/nvidia-modeset", "/dev/nvidia-caps", "/dev/dxg"};
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) add_path(w, "--dev-bind-try", nodes[i]);
  for (int i = 0; i < 16; i++) {
    char node[32];
    snprintf(node, sizeof node, "/dev/nvidia%d", i);
    if (access(node, F_OK) == 0) add_path(w, "--dev-bind", node);
  }
  add_path(w, "--ro-bind", "/sys");
}

struct words sandbox_command(const struct sandbox *j, const char *const *argv, int status_fd, int filter_fd) {
  struct words w = {0};
  add_all(&w, (const char *const[]){"bwrap", "--unshare-all", "--unshare-user", "--disable-userns",
                                    "--die-with-parent", "--cap-drop", "ALL", "--hostname", "grader", NULL});
  add_number(&w, "--json-status-fd", status_fd);
  add_number(&w, "--seccomp", filter_fd);
  add_system(&w);
  add_all(&w, (const char *const[]){"--proc", "/proc", "--dev", "/dev", NULL});
  if (j->gpu && !j->compiler) add_devices(&w);
  if (j->gpu && j->job)
    add_all(&w, (const char *const[]){"--tmpfs", "/dev/shm", NULL}); // NCCL's way between ranks
  add_all(&w, (const char *const[]){"--remount-ro", "/dev", NULL});
  add_number(&w, "--size", j->compiler ? GIB : 64 * MIB);
  add_all(&w, (const char *const[]){"--tmpfs", "/tmp", NULL});
  for (int i = 0; i < j->n_shown; i++) add_path(&w, "--ro-bind", j->shown[i]);
  if (j->writable) add_path(&w, "--bind", j->writable);
  add_all(&w, (const char *const[]){"--remount-ro", "/", "--chdir", "/tmp", "--", NULL});
  add_all(&w, argv);
  return w;
}

bool sandbox_was_started(const char *status) {
  return strstr(status, "\"exit-code\"") != NULL; // bwrap leaves it out where it came to an end before
}

bool sandbox_installed(struct text *why) {
  const char *path = getenv("PATH");
  for (const char *s = path ? path : "", *end; *s; s = *end ? end + 1 : end) {
    end = strchrnul(s, ':');
    char *file = must_print("%.*s/bwrap", (int)(end - s), s);
    bool found = access(file, X_OK) == 0;
    free(file);
    if (found) return true;
  }
  text_add(why, "--contained needs bubblewrap, and there is no bwrap in the PATH: install it "
                "(Debian: apt install bubblewrap)");
  return false;
}

// ---- the filter ----

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "name this machine's AUDIT_ARCH here"
#endif

// Refused to everybody: other processes, other machines, other namespaces, memory that nobody counts.
static const int refused[] = {
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_kcmp,
    __NR_pidfd_open,
    __NR_pidfd_getfd,
    __NR_socket,
    __NR_connect,
    __NR_bind,
    __NR_listen,
    __NR_unshare,
    __NR_setns,
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_keyctl,
    __NR_add_key,
    __NR_request_key,
    __NR_io_uring_setup,
    __NR_memfd_create,
    __NR_shmget,
    __NR_msgget,
    __NR_semget,
    __NR_mq_open,
    __NR_fanotify_init,
    __NR_chroot,
    __NR_personality,
    __NR_quotactl,
    __NR_name_to_handle_at,
    __NR_open_by_handle_at,
};
// And on the emulator, whose worker has one thread and starts nothing.
static const int makes_a_process[] = {
#ifdef __NR_fork
    __NR_fork,
    __NR_vfork,
#endif
    __NR_clone,
    __NR_clone3,
};

enum { FILTER_ROOM = 256 };

struct filter {
  struct sock_filter step[FILTER_ROOM];
  int n;
};

static void put(struct filter *f, struct sock_filter step) {
  if (f->n == FILTER_ROOM) die_infra("the filter of system calls has more than %d steps", FILTER_ROOM);
  f->step[f->n++] = step;
}

static void refuse(struct filter *f, int call, int error) {
  put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1));
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error));
}

// On a GPU the driver makes a file in memory, and binds an abstract socket of its own (cuda-uvmfd-...) on which it listens;
// refused one of them, it gives up with error 304. Nobody connects: the namespace has no other process.
static bool driver_needs(int call) {
  return call == __NR_memfd_create || call == __NR_socket || call == __NR_bind || call == __NR_listen;
}

// mpirun talks to the ranks by sockets. There is no network but the namespace's own.
static bool job_needs(int call) {
  return call == __NR_socket || call == __NR_bind || call == __NR_listen || call == __NR_connect;
}

static void local_sockets_only(struct filter *f) {
  put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 0, 4));
  put(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
  put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0));
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

// A new thread of this process may be, a new process not. Where clone3 hides its flags in memory, ENOSYS makes the C
// library use clone.
static void threads_only(struct filter *f) {
#ifdef __NR_fork
  refuse(f, __NR_fork, EPERM);
  refuse(f, __NR_vfork, EPERM);
#endif
  refuse(f, __NR_clone3, ENOSYS);
  put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4));
  put(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
  put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

static void make_filter(const struct sandbox *j, struct filter *f) {
  put(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  put(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
#ifdef __x86_64__
  put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0,
                                      1)); // the x32 calls' other numbers
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
#endif
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (!(j->gpu && driver_needs(refused[i])) && !(j->job && job_needs(refused[i])))
      refuse(f, refused[i], EPERM);
  for (size_t i = 0;
       i < sizeof makes_a_process / sizeof *makes_a_process && !j->compiler && !j->gpu && !j->job; i++)
    refuse(f, makes_a_process[i], EPERM);
  if (j->gpu && !j->job) local_sockets_only(f);
  if (j->gpu && !j->compiler && !j->job) threads_only(f);
  put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

int sandbox_filter(const struct sandbox *j) {
  struct filter f = {.n = 0};
  make_filter(j, &f);
  int fd = memfd_create("filter", MFD_CLOEXEC);
  ssize_t bytes = f.n * sizeof *f.step;
  if (fd < 0 || write(fd, f.step, bytes) != bytes || lseek(fd, 0, SEEK_SET))
    die_infra("cannot make the filter of system calls: %s", strerror(errno));
  return fd;
}
