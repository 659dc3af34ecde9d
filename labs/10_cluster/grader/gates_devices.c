// Lab 10's gates for several devices: what may go between them, who waits, and that all of them work.
#include "parts.h"

// ---- 3: halos ---------------------------------------------------------------------------------------------

double links(const struct pmpp_case *c) { // between devices with rows, in both directions
  const int64_t *rows = c->buf[SLABS].data;
  int with_rows = 0;
  for (int d = 0; d < (int)c->spec->size[DEVICES]; d++) with_rows += rows[d] > 0;
  return 2.0 * (with_rows - 1);
}

double steps_of(const struct pmpp_case *c) {
  return (double)c->spec->size[SLAB_STEPS];
}

double row_bytes(const struct pmpp_case *c) {
  return 4.0 * (double)c->spec->size[SLAB_COLUMNS];
}

static bool copies(const struct pmpp_case *c) {
  return way_of(c) == CLUSTER_COPIES;
}

double stores_least(const struct pmpp_case *c) {
  const int64_t *size = c->spec->size;
  return 4.0 * (double)((size[SLAB_ROWS] - 2) * (size[SLAB_COLUMNS] - 2) * size[SLAB_STEPS]);
}

static double stores_most(const struct pmpp_case *c) {
  return row_bytes(c) * (double)c->spec->size[SLAB_ROWS] * steps_of(c);
}

static double copied_least(const struct pmpp_case *c) {
  return copies(c) ? links(c) * row_bytes(c) * steps_of(c) : 0;
}

static double copied_most(const struct pmpp_case *c) {
  return copies(c) ? links(c) * row_bytes(c) * (steps_of(c) + 1) : 0;
}

static double pieces_most(const struct pmpp_case *c) {
  return copies(c) ? links(c) * (steps_of(c) + 1) : 0;
}

static double loaded_least(const struct pmpp_case *c) {
  return copies(c) ? 0 : links(c) * (row_bytes(c) - 8) * steps_of(c);
}

static double loaded_most(const struct pmpp_case *c) {
  return copies(c) ? 0 : links(c) * row_bytes(c) * steps_of(c);
}

static double beside(const struct pmpp_case *c) {
  return links(c) / 2 * steps_of(c);
}

static double waits_most(const struct pmpp_case *c) {
  return 2.0 * (double)c->spec->size[DEVICES];
}

const struct pmpp_gate gates_3[9] = {
    {EMU_global_store_bytes, PMPP_AT_LEAST, stores_least, 0,
     "4 (rows - 2) (columns - 2) steps: the kernels themselves store every step",
     "let the kernels compute the steps, not the host"},
    {EMU_global_store_bytes, PMPP_AT_MOST, stores_most, 0,
     "4 rows columns steps: each step stores each element once",
     "a device computes its own rows alone, and stores each once a step"},
    {EMU_peer_copy_bytes, PMPP_AT_LEAST, copied_least, 0,
     "4 columns a halo and step, two halos for each two neighbours (by loads: 0)",
     "send each halo from device to device by cudaMemcpyPeerAsync; a way through the host's memory is twice "
     "as "
     "long"},
    {EMU_peer_copy_bytes, PMPP_AT_MOST, copied_most, 0,
     "4 columns a halo, for each step and one more (by loads: 0)",
     "a neighbour needs the first or the last row of a slab and nothing else of it, and in CLUSTER_LOADS not "
     "even "
     "that"},
    {EMU_peer_copies, PMPP_AT_MOST, pieces_most, 0, "a copy a halo, for each step and one more (by loads: 0)",
     "the elements of a row lie together: one copy takes them all"},
    {EMU_peer_access_bytes, PMPP_AT_LEAST, loaded_least, 0,
     "by loads: 4 (columns - 2) a halo and step (by copies: 0)",
     "in CLUSTER_LOADS give the kernel pointers to the rows in the neighbours' memory"},
    {EMU_peer_access_bytes, PMPP_AT_MOST, loaded_most, 0,
     "by loads: 4 columns a halo and step (by copies: 0)",
     "each device computes the slab that is in its own memory, and loads from another device nothing but "
     "halos; "
     "in "
     "CLUSTER_COPIES not even these"},
    {EMU_launches_beside_devices, PMPP_AT_LEAST, beside, 0,
     "a step's launches but one: no device waits for another one's kernel of the same step",
     "ask for the kernels of all devices before the host waits for any, and order a step after the "
     "neighbours' "
     "step before, not after the one under way"},
    {EMU_device_waits, PMPP_AT_MOST, waits_most, 0,
     "2 a device: as many as you like before the steps and after them, none within",
     "order the steps by events and streams: cudaMemcpyPeer stops everything, and so does "
     "cudaDeviceSynchronize on a device with several streams"},
};

// ---- 8: a ring --------------------------------------------------------------------------------------------

static double devices_of(const struct pmpp_case *c) {
  return (double)c->spec->size[DEVICES];
}

static double link_least(const struct pmpp_case *c) {
  return 8.0 * (devices_of(c) - 1) * (double)(c->spec->size[LENGTH] / c->spec->size[DEVICES]);
}

static double link_most(const struct pmpp_case *c) {
  int64_t devices = c->spec->size[DEVICES];
  return 8.0 * (devices_of(c) - 1) * (double)((c->spec->size[LENGTH] + devices - 1) / devices);
}

static double sums_stored(const struct pmpp_case *c) {
  return 4.0 * (double)c->spec->size[LENGTH];
}

static double chunks_sent(const struct pmpp_case *c) {
  return 4.0 * devices_of(c) * (devices_of(c) - 1);
}

static double others(const struct pmpp_case *c) {
  return devices_of(c) - 1;
}

static double share_8(const struct pmpp_case *c) {
  return c->spec->size[LENGTH] / c->spec->size[DEVICES] >= MANY_OF_A_LAUNCH ? 0.75 : 1;
}

const struct pmpp_gate gates_8[8] = {
    GATES_SHARED(share_8),
    {EMU_global_store_bytes, PMPP_AT_LEAST, sums_stored, 0, "4 n: kernels store each sum",
     "let kernels add what has come, not the host"},
    {EMU_busiest_link_bytes, PMPP_AT_LEAST, link_least, 0,
     "8 (devices - 1) (n / devices, rounded down): what every device must send and receive at least",
     "send the chunks from device to device by cudaMemcpyPeerAsync, not by way of the host's memory"},
    {EMU_busiest_link_bytes, PMPP_AT_MOST, link_most, 0,
     "8 (devices - 1) (n / devices, rounded up): a chunk in each of 2 (devices - 1) steps",
     "no device may send or receive more than the others: cut the vector into as many chunks as there are "
     "devices, and reduce each of them on another device"},
    {EMU_peer_copies, PMPP_AT_MOST, chunks_sent, 0, "4 devices (devices - 1): every chunk in one copy or two",
     "the elements of a chunk lie together"},
    {EMU_launches_beside_devices, PMPP_AT_LEAST, others, 0,
     "devices - 1: the additions on different devices have no order, at least once around",
     "ask for the work of all devices before the host waits for any; a device waits for the one before it "
     "alone"},
    {EMU_device_waits, PMPP_AT_MOST, waits_most, 0,
     "2 a device: as many as you like before the steps and after them, none within",
     "order the steps by events and streams: cudaMemcpyPeer stops everything, and so does "
     "cudaDeviceSynchronize on a device with several streams"},
};

// ---- 9: faces ---------------------------------------------------------------------------------------------

// Over all faces between two boxes, in both directions: elements of the grid in the plane of the cut, on every side more of
// them, or fewer, by `margin`, and for each box that touches the plane `halo` more.
static double faces_of(const struct pmpp_case *c, double margin, double halo) {
  struct cut cut = cut_of(c->spec->variant);
  double elements = 0;
  for (int axis = 0; axis < 3; axis++) {
    double plane = 2.0 * (cut.along[axis] - 1);
    for (int other = 0; other < 3; other++)
      if (other != axis) plane *= (double)c->spec->size[other] + margin + halo * cut.along[other];
    elements += plane;
  }
  return elements;
}

static double box_steps(const struct pmpp_case *c) {
  return (double)c->spec->size[BOX_STEPS];
}

static double inner_stored(const struct pmpp_case *c) {
  const int64_t *size = c->spec->size;
  return 4.0 * (double)((size[0] - 2) * (size[1] - 2) * (size[2] - 2)) * box_steps(c);
}

static double faces_least(const struct pmpp_case *c) {
  return 4 * faces_of(c, -2, 0) * box_steps(c);
}

static double faces_most(const struct pmpp_case *c) {
  return 4 * faces_of(c, 0, 2) * (box_steps(c) + 1);
}

static double faces_copied(const struct pmpp_case *c) {
  struct cut cut = cut_of(c->spec->variant);
  double faces = 0;
  for (int axis = 0; axis < 3; axis++)
    faces += 2.0 * (cut.along[axis] - 1) * devices_of_cut(cut) / cut.along[axis];
  return faces * (box_steps(c) + 1);
}

static double boxes_beside(const struct pmpp_case *c) {
  return (devices_of_cut(cut_of(c->spec->variant)) - 1) * box_steps(c);
}

static double box_waits(const struct pmpp_case *c) {
  return 2.0 * devices_of_cut(cut_of(c->spec->variant));
}

const struct pmpp_gate gates_9[7] = {
    {EMU_global_store_bytes, PMPP_AT_LEAST, inner_stored, 0,
     "4 bytes for each element within the surface and step: the kernels store every step",
     "let the kernels compute the steps, not the host"},
    {EMU_peer_copy_bytes, PMPP_AT_LEAST, faces_least, 0,
     "4 bytes for each element of a face, but those of the grid's surface, and step",
     "send each face from device to device by cudaMemcpyPeerAsync; a way through the host's memory is twice "
     "as "
     "long"},
    {EMU_peer_copy_bytes, PMPP_AT_MOST, faces_most, 0,
     "4 bytes for each element of a face, halos around it included, for each step and one more",
     "a neighbour needs the outermost layer of a box on its side, and nothing behind it"},
    {EMU_peer_copies, PMPP_AT_MOST, faces_copied, 0, "a copy a face, for each step and one more",
     "the elements of a face lie apart: a kernel packs them, one copy sends them, a kernel unpacks them; a "
     "copy of "
     "rows with gaps is as many copies as rows"},
    {EMU_peer_access_bytes, PMPP_AT_MOST, NULL, 0, "0: no kernel touches another device's memory",
     "copy the packed faces by cudaMemcpyPeerAsync"},
    {EMU_launches_beside_devices, PMPP_AT_LEAST, boxes_beside, 0,
     "(devices - 1) steps: no device waits for another one's kernels of the same step",
     "ask for the work of all devices before the host waits for any"},
    {EMU_device_waits, PMPP_AT_MOST, box_waits, 0,
     "2 a device: as many as you like before the steps and after them, none within",
     "order the steps by events and streams: cudaMemcpyPeer stops everything, and so does "
     "cudaDeviceSynchronize on a device with several streams"},
};
