// The devices: how many there are, which reach the memory of which, and what goes between them.
#include "emu.h"
#include "memory/devices.h"
#include "memory/result.h"
#include "memory/setting.h"
#include <stdlib.h>
#include <string.h>

int device_set, device_running;
static bool peers[MOST_DEVICES][MOST_DEVICES];

static int count; // 0: nobody has asked yet

static int count_of_environment(void) {
  const char *text = getenv("EMU_DEVICES");
  char *end = "";
  long n = text && *text ? strtol(text, &end, 10) : 1;
  if (n < 1 || n > MOST_DEVICES || *end)
    setting_refused("EMU_DEVICES=%s: expected a number of devices, 1 to %d", text, MOST_DEVICES);
  return (int)n;
}

int device_count(void) {
  return count ? count : (count = count_of_environment());
}

bool device_exists(int device) {
  return device >= 0 && device < device_count();
}

int emu_set_devices(int n) {
  if (n < 0 || n > MOST_DEVICES) return -1;
  if (!count && n) count = n;
  return device_count() == (n ? n : count_of_environment()) ? 0 : -1;
}

bool device_allow_peer(int device, int peer, bool allow) {
  bool changes = peers[device][peer] != allow;
  peers[device][peer] = allow;
  return changes;
}

bool device_reaches(int device, int peer) {
  return device == peer || peers[device][peer];
}

// Each device has one link to all others, which carries as much in either direction: what an NVLink switch makes of it.
static uint64_t sent[MOST_DEVICES], received[MOST_DEVICES];

static void busiest(uint64_t bytes) {
  uint64_t *most = &emu_the_report.total.v[EMU_busiest_link_bytes];
  if (bytes > *most) *most = bytes;
}

void device_link(int from, int to, uint64_t bytes) {
  busiest(sent[from] += bytes);
  busiest(received[to] += bytes);
}

void device_links_forget(void) {
  memset(sent, 0, sizeof sent);
  memset(received, 0, sizeof received);
}
