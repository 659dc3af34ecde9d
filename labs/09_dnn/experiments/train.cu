// A use of the lab: a network of two layers learns to tell the arms of a spiral apart, with your kernels of stages 1, 6 and 7.
//
//   build/bin/lab09 --train, or
//   build/bin/emucc labs/09_dnn/experiments/train.cu -Icommon -o train && ./train
//
// A point (x, y) becomes HIDDEN numbers by a linear layer with GELU, these three scores by another layer, these shares by
// softmax. The loss is the mean of -log(share of the right arm). Gradients are halves with a loss scale; weights are fp32, and
// change by gradient descent with momentum. Exit status 1: the loss does not fall below GOAL.
#ifndef PMPP_IMPLEMENTATION // --train includes another one before this file
#include "../starter.cu"
#endif
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace training { // the implementation's names may be the same

enum { ARMS = 3, POINTS = 32, EXAMPLES = ARMS * POINTS, HIDDEN = 64, STEPS = 40, SHOWN = 8 };
static const float LOSS_SCALE = 1024, RATE = 0.3f, MOMENTUM = 0.9f, GOAL = 0.25f;

static void check(int error) {
  if (error == 0) return;
  fprintf(stderr, "train: %s\n",
          error == PMPP_TODO ? "stages 1, 6 and 7 have to be written first"
                             : cudaGetErrorString((cudaError_t)error));
  fflush(stdout);
  _Exit(1); // what is allocated is the system's to free
}

template <typename T> static T *device(size_t n) {
  T *p;
  check(cudaMalloc(&p, n * sizeof *p));
  check(cudaMemset(p, 0, n * sizeof *p));
  return p;
}

// ---- given kernels: what lies between the stages ----------------------------------------------------------

__global__ void to_halves(const float *from, int n, dnn_half *to) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) to[i] = __float2half_rn(from[i]);
}

// The gradient of the mean loss with respect to the scores is (share - 1 for the right arm) / EXAMPLES; it gets the loss scale.
__global__ void gradient_of_scores(const float *shares, const int *arm, float scale, dnn_half *d) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= EXAMPLES * ARMS) return;
  float right = i % ARMS == arm[i / ARMS] ? 1 : 0;
  d[i] = __float2half_rn((shares[i] - right) / EXAMPLES * scale);
}

// d is the gradient of GELU(z), and becomes that of z: GELU'(z) is the normal distribution below z, and z times its density.
__global__ void gradient_through_gelu(const float *z, int n, dnn_half *d) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float slope = 0.5f * (1 + erff(z[i] * 0.70710678f)) + z[i] * 0.39894228f * expf(-z[i] * z[i] / 2);
  d[i] = __float2half_rn(__half2float(d[i]) * slope);
}

__global__ void change(const float *gradient, int n, float *speed, float *weight) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  speed[i] = MOMENTUM * speed[i] - RATE * gradient[i];
  weight[i] += speed[i];
}

static unsigned blocks(int n) {
  return (n + 255) / 256;
}

// ---- a layer ----------------------------------------------------------------------------------------------

struct layer {
  int inputs, outputs;
  float *w, *b, *w_speed, *b_speed, *dw, *db;
  dnn_half *x_half, *w_half;
};

static float random_float() { // from -1 to 1, the same on every machine
  static uint32_t state = 1;
  state = state * 1664525 + 1013904223;
  return (float)(state >> 8) / 8388608 - 1;
}

static layer make_layer(int inputs, int outputs) {
  int n = inputs * outputs;
  layer l = {inputs,
             outputs,
             device<float>(n),
             device<float>(outputs),
             device<float>(n),
             device<float>(outputs),
             device<float>(n),
             device<float>(outputs),
             device<dnn_half>(EXAMPLES * inputs),
             device<dnn_half>(n)};
  std::vector<float> w(n);
  for (float &x : w) x = random_float() * sqrtf(3.0f / inputs);
  check(cudaMemcpy(l.w, w.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  return l;
}

// x is what went in, dy the scaled gradient of what came out; dx becomes that of x.
static void learn(layer *l, const float *x, const dnn_half *dy, dnn_half *dx) {
  int n = l->inputs * l->outputs;
  to_halves<<<blocks(EXAMPLES * l->inputs), 256>>>(x, EXAMPLES * l->inputs, l->x_half);
  to_halves<<<blocks(n), 256>>>(l->w, n, l->w_half);
  check(dnn_7_linear_backward(l->x_half, l->w_half, dy, EXAMPLES, l->inputs, l->outputs, LOSS_SCALE, dx,
                              l->dw, l->db));
  change<<<blocks(n), 256>>>(l->dw, n, l->w_speed, l->w);
  change<<<blocks(l->outputs), 256>>>(l->db, l->outputs, l->b_speed, l->b);
  check(cudaGetLastError());
}

static void free_layer(layer *l) {
  for (float *p : {l->w, l->b, l->w_speed, l->b_speed, l->dw, l->db}) check(cudaFree(p));
  for (dnn_half *p : {l->x_half, l->w_half}) check(cudaFree(p));
}

// ---- training ---------------------------------------------------------------------------------------------

// Arm a begins in the middle and turns by 4 radians, outwards.
static void make_spirals(float *points, int *arm) {
  std::vector<float> p(EXAMPLES * 2);
  std::vector<int> a(EXAMPLES);
  for (int i = 0; i < EXAMPLES; i++) {
    a[i] = i % ARMS;
    float r = (float)(i / ARMS + 4) / (POINTS + 4), angle = 2.0943951f * a[i] + 4 * r;
    p[2 * i] = 3 * r * cosf(angle), p[2 * i + 1] = 3 * r * sinf(angle);
  }
  check(cudaMemcpy(points, p.data(), p.size() * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemcpy(arm, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice));
}

static float loss_of(const float *shares) {
  std::vector<float> s(EXAMPLES * ARMS);
  check(cudaMemcpy(s.data(), shares, s.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double loss = 0;
  for (int i = 0; i < EXAMPLES; i++) loss -= log(fmax(s[i * ARMS + i % ARMS], 1e-30)) / EXAMPLES;
  return (float)loss;
}

static void draw(int step, float loss) {
  int width = loss > 0 ? (int)(loss * 40 + 0.5f) : 0; // a NaN has none
  printf("%4d  %6.3f  ", step, loss);
  for (int i = 0; i < width && i < 60; i++) putchar('#');
  puts(width > 60 ? "..." : "");
}

static int train() {
  float *points = device<float>(EXAMPLES * 2), *z = device<float>(EXAMPLES * HIDDEN),
        *hidden = device<float>(EXAMPLES * HIDDEN), *scores = device<float>(EXAMPLES * ARMS),
        *shares = device<float>(EXAMPLES * ARMS), loss = 0;
  int *arm = device<int>(EXAMPLES);
  dnn_half *d_scores = device<dnn_half>(EXAMPLES * ARMS), *d_hidden = device<dnn_half>(EXAMPLES * HIDDEN),
           *d_points = device<dnn_half>(EXAMPLES * 2);
  layer first = make_layer(2, HIDDEN), second = make_layer(HIDDEN, ARMS);
  make_spirals(points, arm);
  for (int step = 0; step <= STEPS; step++) {
    check(dnn_6_linear_gelu(points, first.w, first.b, EXAMPLES, 2, HIDDEN, DNN_GELU, hidden));
    check(dnn_6_linear_gelu(hidden, second.w, second.b, EXAMPLES, HIDDEN, ARMS, DNN_NONE, scores));
    check(dnn_1_softmax_three_passes(scores, EXAMPLES, ARMS, shares));
    if (step == 0) puts("step    loss");
    if (step % (STEPS / SHOWN) == 0) draw(step, loss = loss_of(shares));
    if (step == STEPS) break;
    gradient_of_scores<<<blocks(EXAMPLES * ARMS), 256>>>(shares, arm, LOSS_SCALE, d_scores);
    learn(&second, hidden, d_scores, d_hidden);
    // z was not kept: the layer without its activation computes it again.
    check(dnn_6_linear_gelu(points, first.w, first.b, EXAMPLES, 2, HIDDEN, DNN_NONE, z));
    gradient_through_gelu<<<blocks(EXAMPLES * HIDDEN), 256>>>(z, EXAMPLES * HIDDEN, d_hidden);
    learn(&first, points, d_hidden, d_points);
  }
  for (float *p : {points, z, hidden, scores, shares}) check(cudaFree(p));
  for (dnn_half *p : {d_scores, d_hidden, d_points}) check(cudaFree(p));
  check(cudaFree(arm));
  free_layer(&first);
  free_layer(&second);
  if (loss < GOAL) return 0;
  printf("The loss has to fall below %.2f. Which of stages 1, 6 and 7 is not right yet? build/bin/lab09 "
         "--task 7 "
         "grades one.\n",
         GOAL);
  return 1;
}

} // namespace training

int main() {
  return training::train();
}
