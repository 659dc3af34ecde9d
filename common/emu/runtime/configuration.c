// The check of what a launch asks for.
#include "runtime/configuration.h"
#include "memory/cluster_blocks.h"
#include "memory/devices.h"
#include "memory/image.h"
#include "memory/launch.h"
#include "runtime/error.h"
#include <stdio.h>

void configuration_invalid(int error, uint32_t pc, const char *what, unsigned long long got,
                           unsigned long long most, const char *advice) {
  char reason[160];
  snprintf(reason, sizeof reason, "the launch asks for %llu %s; %s %llu", got, what,
           got ? "the device allows at most" : "there must be at least one and at most", most);
  error_of_refused(error, pc, reason, advice);
}

// The runtime of CUDA 13 has one error for all of these, as an H200 says; earlier ones had cudaErrorInvalidConfiguration.
bool configuration_valid(const unsigned grid[3], const unsigned block[3], size_t dynamic_shared, uint32_t pc,
                         bool has_work) {
  static const unsigned grid_most[3] = {2147483647u, 65535, 65535}, block_most[3] = {1024, 1024, 64};
  static const char *const grid_name[3] = {"blocks in x", "blocks in y", "blocks in z"};
  static const char *const block_name[3] = {"threads a block in x", "threads a block in y",
                                            "threads a block in z"};
  const char *nothing =
      has_work ? "a division of whole numbers rounds down, as n / 256 does to 0: launch (n + 255) / 256 "
                 "blocks of 256, and compare the index with n in the kernel"
               : "where there is nothing to do, return before the launch";
  for (int d = 0; d < 3; d++) {
    if (grid[d] == 0 || grid[d] > grid_most[d])
      return configuration_invalid(cudaErrorInvalidValue, pc, grid_name[d], grid[d], grid_most[d],
                                   grid[d] ? NULL : nothing),
             false;
    if (block[d] == 0 || block[d] > block_most[d])
      return configuration_invalid(cudaErrorInvalidValue, pc, block_name[d], block[d], block_most[d],
                                   block[d] ? NULL : nothing),
             false;
  }
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  if (threads > MAX_BLOCK)
    return configuration_invalid(cudaErrorInvalidValue, pc, "threads a block", threads, MAX_BLOCK, NULL),
           false;
  uint64_t shared = dynamic_shared + image_static_shared(L.kernel);
  uint64_t most = device_shared_limit(L.kernel), granted = (uint64_t)device_model()->shared_opt_in;
  if (shared > most) {
    char advice[200] = "";
    if (shared > granted)
      snprintf(advice, sizeof advice,
               "no launch on this device (%s) gets more than %llu bytes a block: choose the tile by "
               "cudaDevAttrMaxSharedMemoryPerBlockOptin",
               device_model()->name, (unsigned long long)granted);
    else if (dynamic_shared)
      snprintf(advice, sizeof advice,
               "dynamic shared memory beyond 48 KiB is allowed after cudaFuncSetAttribute(kernel, "
               "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)");
    configuration_invalid(cudaErrorInvalidValue, pc, "bytes of shared memory (static and dynamic)", shared,
                          most, *advice ? advice : NULL);
    return false;
  }
  return true;
}

bool configuration_bad_clusters(const uint32_t grid[3], const uint32_t cluster[3], char *reason, size_t n) {
  unsigned most = device_cluster_limit(L.kernel), blocks = cluster[0] * cluster[1] * cluster[2];
  *reason = '\0';
  if (!blocks || blocks > most)
    snprintf(
        reason, n, "the launch asks for clusters of %u blocks; the device allows at most %u%s", blocks, most,
        most == PORTABLE_CLUSTER_BLOCKS ? " without cudaFuncAttributeNonPortableClusterSizeAllowed" : "");
  for (int d = 0; d < 3 && !*reason; d++)
    if (grid[d] % cluster[d])
      snprintf(reason, n, "the grid's %u blocks in %c are not a multiple of the cluster's %u", grid[d],
               "xyz"[d], cluster[d]);
  return *reason;
}

void configuration_invalid_clusters(uint32_t pc, const char *reason) {
  error_of_refused(cudaErrorInvalidClusterSize, pc, reason,
                   "a cluster has at most 8 blocks, and the grid a multiple of its blocks in x, y and z");
}
