// Lab 10's task of boxes on several devices as the worker calls it.
#include "calls_devices.h"
#include "parts.h"

// Of either backend's runtime.
int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
                 int kind);
int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                      size_t rows, int kind, void *stream);

struct box { // on a device, with a layer of halos around it
  int device;
  int64_t begin[3], extent[3];
};

static struct box box_of(const struct pmpp_io *io, int device) {
  const int64_t *size = io->param;
  struct cut cut = cut_of((int)io->param[CUT]);
  int k[3] = {device / (cut.along[1] * cut.along[2]), device / cut.along[2] % cut.along[1],
              device % cut.along[2]};
  struct box b = {.device = device};
  for (int axis = 0; axis < 3; axis++) {
    b.begin[axis] = cluster_part(size[axis], cut.along[axis], k[axis]);
    b.extent[axis] = cluster_part(size[axis], cut.along[axis], k[axis] + 1) - b.begin[axis];
  }
  return b;
}

// Between a box on its device and its place in the grid on the host, a plane at a time. With a stream: from the device.
static int move(const struct pmpp_io *io, struct box b, float *room, float *grid, void *stream) {
  const int64_t *size = io->param;
  size_t own = (size_t)(b.extent[2] + 2) * sizeof(float), all = (size_t)size[2] * sizeof(float);
  size_t width = (size_t)b.extent[2] * sizeof(float);
  int error = 0;
  for (int64_t z = 0; z < b.extent[0] && !error; z++) {
    float *here = room + ((z + 1) * (b.extent[1] + 2) + 1) * (b.extent[2] + 2) + 1;
    float *there = grid + ((b.begin[0] + z) * size[1] + b.begin[1]) * size[2] + b.begin[2];
    size_t rows = (size_t)b.extent[1];
    error = stream ? cudaMemcpy2DAsync(there, all, here, own, width, rows, DEVICE_TO_HOST, stream)
                   : cudaMemcpy2D(here, own, there, all, width, rows, HOST_TO_DEVICE);
  }
  return error;
}

static int fetch(const struct pmpp_io *io, struct box b, float *room) {
  void *stream;
  int error = cudaSetDevice(b.device);
  if (!error) error = cudaStreamCreateWithFlags(&stream, NON_BLOCKING);
  if (error) return error;
  error = move(io, b, room, io->arg[BOX_RESULT], stream);
  if (!error) error = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  return error;
}

static int on_boxes(const struct pmpp_io *io, boxes_function *f, arrays a, arrays b, arrays faces) {
  struct cut cut = cut_of((int)io->param[CUT]);
  int steps = (int)io->param[BOX_STEPS], error = 0;
  for (int d = 0; d < devices_of_cut(cut) && !error; d++) {
    struct box box = box_of(io, d);
    int64_t room = (box.extent[0] + 2) * (box.extent[1] + 2) * (box.extent[2] + 2);
    error = make_array(&a[d], d, room, "a");
    if (!error) error = make_array(&b[d], d, room, "b");
    if (!error) error = make_array(&faces[d], d, cluster_face_room(box.extent), "faces");
    if (!error) error = move(io, box, a[d], io->arg[BOX_GRID], NULL);
  }
  if (!error) error = cudaSetDevice(0);
  if (!error) error = leaving_device_0(f(cut.along, io->param, steps, a, b, faces));
  for (int d = 0; d < devices_of_cut(cut) && !error; d++)
    error = fetch(io, box_of(io, d), (steps % 2 ? b : a)[d]);
  return error;
}

int call_boxes(const struct pmpp_io *io, boxes_function *f) {
  arrays a = {0}, b = {0}, faces = {0};
  int devices = devices_of_cut(cut_of((int)io->param[CUT]));
  int error = on_boxes(io, f, a, b, faces);
  free_arrays(a, devices);
  free_arrays(b, devices);
  free_arrays(faces, devices);
  return error;
}
