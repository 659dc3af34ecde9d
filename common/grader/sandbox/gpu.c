// Asks the CUDA driver for devices and has one do a little work; one grader at a time uses it.
#define _GNU_SOURCE
#include "grader/die.h"
#include "grader/sandbox/gpu.h"
#include "grader/sandbox/stopwatch.h"
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

enum answer { WORKS = 0, NO_DRIVER = 1, NO_DEVICE = 2, SICK = 3 };
enum { PATIENCE = 60, WORDS = 1024 }; // seconds, and what the device is asked to write

static void *driver;

static enum answer count_devices(void) {
  driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver) return NO_DRIVER;
  int (*init)(unsigned), (*count)(int *), n = 0;
  *(void **)&init = dlsym(driver, "cuInit");
  *(void **)&count = dlsym(driver, "cuDeviceGetCount");
  if (!init || !count) return NO_DRIVER;
  return init(0) == 0 && count(&n) == 0 && n > 0 ? WORKS : NO_DEVICE;
}

// A context, memory, words written there by the device and read back.
static enum answer round_trip(void) {
  int (*get)(int *, int), (*retain)(void **, int), (*use)(void *), (*allocate)(uint64_t *, size_t);
  int (*set)(uint64_t, unsigned, size_t), (*fetch)(void *, uint64_t, size_t);
  *(void **)&get = dlsym(driver, "cuDeviceGet");
  *(void **)&retain = dlsym(driver, "cuDevicePrimaryCtxRetain");
  *(void **)&use = dlsym(driver, "cuCtxSetCurrent");
  *(void **)&allocate = dlsym(driver, "cuMemAlloc_v2");
  *(void **)&set = dlsym(driver, "cuMemsetD32_v2");
  *(void **)&fetch = dlsym(driver, "cuMemcpyDtoH_v2");
  if (!get || !retain || !use || !allocate || !set || !fetch) return SICK;
  int device;
  void *context;
  uint64_t memory;
  static unsigned words[WORDS];
  if (get(&device, 0) || retain(&context, device) || use(context) || allocate(&memory, sizeof words))
    return SICK;
  if (set(memory, 0x600DF00D, WORDS) || fetch(words, memory, sizeof words)) return SICK;
  for (int i = 0; i < WORDS; i++)
    if (words[i] != 0x600DF00D) return SICK;
  return WORKS;
}

// In a child, so that the grader never holds a context; one that hangs in the driver is left to its fate.
static enum answer ask_driver(bool work) {
  pid_t child = fork();
  if (child < 0) die_infra("cannot start a process to look for a device");
  if (child == 0) {
    enum answer answer = count_devices();
    _exit(answer == WORKS && work ? round_trip() : answer);
  }
  int status = 0;
  for (double give_up = now() + PATIENCE; waitpid(child, &status, WNOHANG) != child; usleep(2000))
    if (now() > give_up) {
      kill(child, SIGKILL);
      return SICK;
    }
  return WIFEXITED(status) && WEXITSTATUS(status) <= SICK ? (enum answer)WEXITSTATUS(status) : SICK;
}

bool gpu_usable(const struct grader_config *config, struct text *why) {
  if (!*config->nvcc) {
    text_add(why, "no nvcc was found when the project was configured");
    return false;
  }
  enum answer answer = ask_driver(false);
  if (answer == NO_DRIVER)
    text_add(why, "no CUDA device: the driver (libcuda.so.1) is not installed");
  else if (answer == NO_DEVICE)
    text_add(why, "no CUDA device: the driver reports none that may be used");
  else if (answer == SICK)
    text_add(why, "no CUDA device: the driver does not answer");
  return answer == WORKS;
}

bool gpu_take(struct text *why) {
  const char *devices = getenv("CUDA_VISIBLE_DEVICES");
  char *path = must_print("/tmp/pmpp-gpu-%.64s.lock", devices && *devices ? devices : "all");
  for (char *s = path + strlen("/tmp/"); *s; s++)
    if (!isalnum((unsigned char)*s) && *s != '.') *s = '-';
  int lock =
      open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC); // several users may hold it: nobody needs to write
  if (lock < 0 && errno == ENOENT) lock = open(path, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
  bool taken = lock >= 0 && flock(lock, LOCK_EX) == 0;
  if (!taken)
    text_add(why, "cannot lock %s, by which one grader at a time uses the device: %s", path, strerror(errno));
  free(path);
  if (!taken) return false; // else it is held until the grader ends
  if (ask_driver(true) == WORKS) return true;
  text_add(why, "the device failed a small test (memory, a memset, a copy back): what ran before has broken "
                "or blocked it");
  return false;
}
