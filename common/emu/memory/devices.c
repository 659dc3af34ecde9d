// The devices: how many there are, and which reach the memory of which.
#include "memory/devices.h"
#include <stdio.h>
#include <stdlib.h>

int device_set;
static bool peers[MOST_DEVICES][MOST_DEVICES];

int device_count(void) {
  static int count;
  if (count) return count;
  const char *text = getenv("EMU_DEVICES");
  char *end = "";
  long n = text && *text ? strtol(text, &end, 10) : 1;
  if (n < 1 || n > MOST_DEVICES || *end) {
    fprintf(stderr, "emu: EMU_DEVICES=%s: expected a number of devices, 1 to %d\n", text, MOST_DEVICES);
    exit(99);
  }
  return count = (int)n;
}

bool device_allow_peer(int device, int peer, bool allow) {
  bool changes = peers[device][peer] != allow;
  peers[device][peer] = allow;
  return changes;
}

bool device_reaches(int device, int peer) {
  return device == peer || peers[device][peer];
}
