// Asks the CUDA driver for the number of devices.
#include "grader/gpu.h"
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HAS_DEVICE = 0, NO_DRIVER = 1, NO_DEVICE = 2 };

static int ask_driver(void) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver) return NO_DRIVER;
  int (*init)(unsigned), (*count)(int *), n = 0;
  *(void **)&init = dlsym(driver, "cuInit");
  *(void **)&count = dlsym(driver, "cuDeviceGetCount");
  if (!init || !count) return NO_DRIVER;
  return init(0) == 0 && count(&n) == 0 && n > 0 ? HAS_DEVICE : NO_DEVICE;
}

bool gpu_usable(const struct grader_config *config, struct text *why) {
  if (!*config->nvcc) {
    text_add(why, "no nvcc was found when the project was configured");
    return false;
  }
  pid_t child = fork();
  if (child < 0) die_infra("cannot start a process to look for a device");
  if (child == 0) {
    alarm(60); // a driver that hangs is no device
    _exit(ask_driver());
  }
  int status;
  while (waitpid(child, &status, 0) < 0) continue;
  if (status == 0) return true;
  if (WIFEXITED(status) && WEXITSTATUS(status) == NO_DRIVER)
    text_add(why, "no CUDA device: the driver (libcuda.so.1) is not installed");
  else
    text_add(why, "no CUDA device: the driver reports none that may be used");
  return false;
}
