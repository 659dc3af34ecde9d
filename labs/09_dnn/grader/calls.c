// Lab 09 as the worker sees it: which contract function serves which task.
#include "dnn.h"
#include "worker/matrix_map.h"
#include "worker/worker.h"

// Parameters: rows, columns; of a layer batch, inputs, outputs, activation. Real numbers: eps, or the loss scale.
#define SHAPE io->param[0], io->param[1]
#define LAYER io->param[0], io->param[1], io->param[2]
#define EPS   (float)io->real[0]

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(dnn, 1_softmax_three_passes, f(io->arg[0], SHAPE, io->arg[1]))                                         \
  RUN(dnn, 2_softmax_online, f(io->arg[0], SHAPE, io->arg[1]))                                               \
  RUN(dnn, 3_softmax_resident, f(io->arg[0], SHAPE, io->arg[1], io->arg[2]))                                 \
  RUN(dnn, 4_layer_norm, f(io->arg[0], io->arg[1], io->arg[2], SHAPE, EPS, io->arg[3]))                      \
  RUN(dnn, 5_rms_norm_residual, f(io->arg[0], io->arg[1], io->arg[2], SHAPE, EPS, io->arg[3]))               \
  RUN(dnn, 6_linear_gelu, f(io->arg[0], io->arg[1], io->arg[2], LAYER, (int)io->param[3], io->arg[3]))       \
  RUN(dnn, 7_linear_backward,                                                                                \
      f(io->arg[0], io->arg[1], io->arg[2], LAYER, (float)io->real[0], io->arg[3], io->arg[4], io->arg[5]))  \
  RUN(dnn, 8_conv_implicit_gemm,                                                                             \
      f(io->arg[0], io->param[0], io->param[1], io->param[2], io->param[3], io->arg[1], io->param[4],        \
        (int)io->param[5], io->arg[2]))                                                                      \
  RUN(dnn, 9_quantised_gemv, f(io->arg[0], io->arg[1], io->arg[2], SHAPE, io->arg[3]))                       \
  RUN(dnn, 10_attention,                                                                                     \
      f(io->arg[0], io->arg[1], io->arg[2], io->arg[3], io->param[0], io->param[1], io->param[2],            \
        io->param[3], (int)io->param[4], io->arg[4]))
PMPP_CALLS(CALLS);

int dnn_map_encode(dnn_map *map, const dnn_half *matrix, int rows, int columns, int box_rows,
                   int box_columns) {
  return pmpp_map_matrix(map, PMPP_MAP_F16, matrix, rows, columns, box_rows, box_columns);
}
