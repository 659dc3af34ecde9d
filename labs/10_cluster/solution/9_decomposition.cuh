// ---- 9: cuts along three axes -----------------------------------------------------------------------------

enum {
  AXES_9 = 3,
  FACES_9 = 6
}; // face 2 axis is the one with the smaller coordinates, face 2 axis + 1 the other

struct box_9 { // a part of the grid: elements, without the layer of halos around it
  int64_t begin[AXES_9], extent[AXES_9];
};

struct part_9 {                // of a device
  int device, beside[FACES_9]; // the devices of its neighbours; -1: the grid ends there
  struct box_9 box;
  float *room[2], *send, *come;              // boxes with halos; the packed faces, one behind the other
  int64_t first[FACES_9], elements[FACES_9]; // of each face, in send and in come
  cudaStream_t stream;
  cudaEvent_t sent, taken; // its faces are with its neighbours; what came to it has been unpacked
};

__host__ __device__ static int64_t place_9(const struct box_9 *b, const int64_t at[AXES_9]) {
  return (at[0] * (b->extent[1] + 2) + at[1]) * (b->extent[2] + 2) + at[2];
}

struct face_9 { // of a room: where its first element is, and how far apart the others are
  int64_t at, elements, minor, major_stride, minor_stride;
};

// The elements of a face lie apart: those of the last axis' faces one in a row. A thread for each of them puts them together,
// or takes them apart, and so the copy between is one.
__global__ void face_9_decomposition(struct face_9 face, float *room, float *packed, bool pack) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k >= face.elements) return;
  float *element = room + face.at + k / face.minor * face.major_stride + k % face.minor * face.minor_stride;
  if (pack)
    packed[k] = *element;
  else
    *element = packed[k];
}

struct size_9 {
  int64_t along[AXES_9];
};

// A step of a box. Its halos hold what lies beyond its faces; edges and corners of the halo are never read.
__global__ void step_9_decomposition(struct box_9 box, struct size_9 grid, const float *from, float *to) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k >= box.extent[0] * box.extent[1] * box.extent[2]) return;
  int64_t at[AXES_9] = {k / box.extent[2] / box.extent[1] + 1, k / box.extent[2] % box.extent[1] + 1,
                        k % box.extent[2] + 1};
  int64_t i = place_9(&box, at), row = box.extent[2] + 2, plane = (box.extent[1] + 2) * row;
  bool edge = false;
  for (int axis = 0; axis < AXES_9; axis++) {
    int64_t global = box.begin[axis] + at[axis] - 1;
    edge |= global == 0 || global == grid.along[axis] - 1;
  }
  to[i] = edge ? from[i]
               : cluster_seven(from[i], from[i - plane], from[i + plane], from[i - row], from[i + row],
                               from[i - 1], from[i + 1]);
}

// A layer of a part's room: 0 is the halo, 1 the first of its own.
static struct face_9 layer_9(const struct part_9 *p, int axis, int64_t layer) {
  const int64_t *extent = p->box.extent;
  int major = axis == 0 ? 1 : 0, minor = axis == 2 ? 1 : 2;
  int64_t stride[AXES_9] = {(extent[1] + 2) * (extent[2] + 2), extent[2] + 2, 1};
  return (struct face_9){layer * stride[axis] + stride[major] + stride[minor], extent[major] * extent[minor],
                         extent[minor], stride[major], stride[minor]};
}

static cudaError_t pack_9_decomposition(const struct part_9 *p, int face, float *room) {
  struct face_9 f = layer_9(p, face / 2, face % 2 ? p->box.extent[face / 2] : 1);
  TRY(cudaSetDevice(p->device));
  face_9_decomposition<<<blocks_for(f.elements), BLOCK, 0, p->stream>>>(f, room, p->send + p->first[face],
                                                                        true);
  return cudaGetLastError();
}

static cudaError_t unpack_9_decomposition(const struct part_9 *p, int face, float *room) {
  struct face_9 f = layer_9(p, face / 2, face % 2 ? p->box.extent[face / 2] + 1 : 0);
  TRY(cudaSetDevice(p->device));
  face_9_decomposition<<<blocks_for(f.elements), BLOCK, 0, p->stream>>>(f, room, p->come + p->first[face],
                                                                        false);
  return cudaGetLastError();
}

// All faces of a part that have a neighbour go to it: packed, and each in one copy. What came there before has to be unpacked
// by then.
static cudaError_t send_9_decomposition(const struct part_9 *part, const struct part_9 *p, int now) {
  for (int face = 0; face < FACES_9; face++)
    if (p->beside[face] >= 0) TRY(pack_9_decomposition(p, face, p->room[now]));
  for (int face = 0; face < FACES_9; face++) {
    if (p->beside[face] < 0) continue;
    const struct part_9 *to = &part[p->beside[face]];
    TRY(cudaStreamWaitEvent(p->stream, to->taken, 0));
    TRY(cudaMemcpyPeerAsync(to->come + to->first[face ^ 1], to->device, p->send + p->first[face], p->device,
                            p->elements[face] * sizeof(float), p->stream));
  }
  return cudaEventRecord(p->sent, p->stream);
}

static cudaError_t steps_9_decomposition(const struct part_9 *part, int devices, struct size_9 grid,
                                         int steps) {
  for (int s = 0; s < steps; s++) {
    int now = s % 2;
    for (int d = 0; d < devices; d++) TRY(send_9_decomposition(part, &part[d], now));
    for (int d = 0; d < devices; d++) {
      const struct part_9 *p = &part[d];
      for (int face = 0; face < FACES_9; face++) {
        if (p->beside[face] < 0) continue;
        TRY(cudaStreamWaitEvent(p->stream, part[p->beside[face]].sent, 0));
        TRY(unpack_9_decomposition(p, face, p->room[now]));
      }
      TRY(cudaEventRecord(p->taken, p->stream));
      TRY(cudaSetDevice(d));
      int64_t elements = p->box.extent[0] * p->box.extent[1] * p->box.extent[2];
      step_9_decomposition<<<blocks_for(elements), BLOCK, 0, p->stream>>>(p->box, grid, p->room[now],
                                                                          p->room[1 - now]);
      TRY(cudaGetLastError());
    }
  }
  for (int d = 0; d < devices; d++) TRY(cudaStreamSynchronize(part[d].stream));
  return cudaSuccess;
}

// Where the part lies, who is beside it, and where its faces are packed.
static void lay_9_decomposition(struct part_9 *p, int device, const int cut[AXES_9], struct size_9 grid) {
  int apart[AXES_9] = {cut[1] * cut[2], cut[2], 1}; // the numbers of neighbouring devices
  int64_t first = 0;
  p->device = device;
  for (int axis = 0; axis < AXES_9; axis++) {
    int64_t k = device / apart[axis] % cut[axis];
    p->box.begin[axis] = cluster_part(grid.along[axis], cut[axis], k);
    p->box.extent[axis] = cluster_part(grid.along[axis], cut[axis], k + 1) - p->box.begin[axis];
    p->beside[2 * axis] = k > 0 ? device - apart[axis] : -1;
    p->beside[2 * axis + 1] = k < cut[axis] - 1 ? device + apart[axis] : -1;
  }
  for (int face = 0; face < FACES_9; face++) {
    p->elements[face] = 1;
    for (int axis = 0; axis < AXES_9; axis++)
      if (axis != face / 2) p->elements[face] *= p->box.extent[axis];
    p->first[face] = first;
    first += p->elements[face];
  }
  p->come = p->send + first;
}

static cudaError_t open_9_decomposition(struct part_9 *p) {
  TRY(cudaSetDevice(p->device));
  TRY(cudaStreamCreateWithFlags(&p->stream, cudaStreamNonBlocking));
  TRY(cudaEventCreateWithFlags(&p->sent, cudaEventDisableTiming));
  return cudaEventCreateWithFlags(&p->taken, cudaEventDisableTiming);
}

static void link_9_decomposition(const struct part_9 *p, cudaError_t (*change)(int)) {
  cudaSetDevice(p->device);
  for (int face = 0, can; face < FACES_9; face++)
    if (p->beside[face] >= 0 && !cudaDeviceCanAccessPeer(&can, p->device, p->beside[face]) && can)
      change(p->beside[face]);
}

static void close_9_decomposition(struct part_9 *p) {
  if (p->taken) cudaEventDestroy(p->taken);
  if (p->sent) cudaEventDestroy(p->sent);
  if (p->stream) cudaStreamDestroy(p->stream);
}

// A cube of n x n x n elements on p devices sends 2 (p - 1) n^2 elements a step if it is cut along one axis, and about
// 6 p^(1/3) n^2 if it is cut along three: the surface of the parts.
int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *faces) {
  struct part_9 part[CLUSTER_MOST_DEVICES] = {};
  struct size_9 grid = {{size[0], size[1], size[2]}};
  int devices = cut[0] * cut[1] * cut[2];
  cudaError_t error = cudaSuccess;
  for (int d = 0; d < devices && error == cudaSuccess; d++) {
    part[d].room[0] = a[d];
    part[d].room[1] = b[d];
    part[d].send = faces[d];
    lay_9_decomposition(&part[d], d, cut, grid);
    error = open_9_decomposition(&part[d]);
  }
  for (int d = 0; d < devices; d++) link_9_decomposition(&part[d], enable_access);
  if (error == cudaSuccess) error = steps_9_decomposition(part, devices, grid, steps);
  for (int d = 0; d < devices; d++) link_9_decomposition(&part[d], cudaDeviceDisablePeerAccess);
  for (int d = 0; d < devices; d++) close_9_decomposition(&part[d]);
  cudaSetDevice(0);
  return error;
}
