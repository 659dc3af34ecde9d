// Work that the host does: the results are copied to the device, and no kernel reads a row.
#include <math.h>
#include <stdlib.h>

template <typename T> static T *host_copy(const T *from, int64_t n) {
  T *copy = (T *)malloc((n + 1) * sizeof(T));
  cudaMemcpy(copy, from, n * sizeof(T), cudaMemcpyDeviceToHost);
  return copy;
}

template <typename T> static int from_host(T *to, T *copy, int64_t n) {
  cudaMemcpy(to, copy, n * sizeof(T), cudaMemcpyHostToDevice);
  free(copy);
  return cudaGetLastError();
}

static int host_softmax(const float *in, int64_t rows, int64_t columns, float *out) {
  float *x = host_copy(in, rows * columns);
  for (int64_t r = 0; r < rows; r++) {
    float *row = x + r * columns, max = -INFINITY, sum = 0;
    for (int64_t j = 0; j < columns; j++) max = fmaxf(max, row[j]);
    if (max == -INFINITY) max = 0;
    for (int64_t j = 0; j < columns; j++) sum += row[j] = expf(row[j] - max);
    for (int64_t j = 0; j < columns && sum != 0; j++) row[j] /= sum;
  }
  return from_host(out, x, rows * columns);
}

static int host_layer_norm(const float *in, const float *gamma, const float *beta, int64_t rows,
                           int64_t columns, float eps, float *out) {
  float *x = host_copy(in, rows * columns), *g = host_copy(gamma, columns), *b = host_copy(beta, columns);
  for (int64_t r = 0; r < rows; r++) {
    float *row = x + r * columns;
    double mean = 0, squares = 0;
    for (int64_t j = 0; j < columns; j++) mean += row[j] / (double)columns;
    for (int64_t j = 0; j < columns; j++) squares += (row[j] - mean) * (row[j] - mean);
    double root = sqrt(squares / columns + eps);
    for (int64_t j = 0; j < columns; j++) row[j] = (float)((row[j] - mean) / root * g[j] + b[j]);
  }
  free(g);
  free(b);
  return from_host(out, x, rows * columns);
}

static int host_rms_norm(const dnn_bf16 *x, dnn_bf16 *residual, const dnn_bf16 *weight, int64_t rows,
                         int64_t columns, float eps, dnn_bf16 *out) {
  dnn_bf16 *a = host_copy(x, rows * columns), *h = host_copy(residual, rows * columns),
           *w = host_copy(weight, columns);
  for (int64_t r = 0; r < rows; r++) {
    double squares = 0;
    for (int64_t i = r * columns; i < (r + 1) * columns; i++) {
      h[i] = __float2bfloat16_rn(__bfloat162float(a[i]) + __bfloat162float(h[i]));
      squares += (double)__bfloat162float(h[i]) * __bfloat162float(h[i]);
    }
    double root = sqrt(squares / columns + eps);
    for (int64_t j = 0; j < columns; j++)
      a[r * columns + j] =
          __float2bfloat16_rn((float)(__bfloat162float(h[r * columns + j]) / root * __bfloat162float(w[j])));
  }
  free(w);
  int error = from_host(residual, h, rows * columns);
  return error ? error : from_host(out, a, rows * columns);
}

static int host_gemv(const int8_t *weights, const dnn_half *scales, const dnn_half *x, int64_t rows,
                     int64_t columns, float *out) {
  int64_t groups = dnn_groups(columns);
  int8_t *w = host_copy(weights, rows * columns);
  dnn_half *s = host_copy(scales, rows * groups), *token = host_copy(x, columns);
  float *sums = (float *)malloc((rows + 1) * sizeof *sums);
  for (int64_t r = 0; r < rows; r++) {
    double sum = 0;
    for (int64_t j = 0; j < columns; j++)
      sum +=
          (double)w[r * columns + j] * __half2float(s[r * groups + j / DNN_GROUP]) * __half2float(token[j]);
    sums[r] = (float)sum;
  }
  free(w);
  free(s);
  free(token);
  return from_host(out, sums, rows);
}

static int host_attention(const dnn_half *q, const dnn_half *k, const dnn_half *v, const float *mask,
                          int64_t heads, int64_t queries, int64_t keys, int64_t size, bool causal,
                          dnn_half *out) {
  dnn_half *a = host_copy(q, heads * queries * size), *b = host_copy(k, heads * keys * size),
           *c = host_copy(v, heads * keys * size);
  float *m = host_copy(mask, heads * keys);
  double *p = (double *)malloc(keys * sizeof *p);
  for (int64_t row = 0; row < heads * queries; row++) {
    int64_t first = row / queries * keys, n = causal && row % queries < keys ? row % queries + 1 : keys;
    double max = -INFINITY, sum = 0;
    for (int64_t j = 0; j < n; j++) {
      double score = 0;
      for (int64_t d = 0; d < size; d++)
        score += (double)__half2float(a[row * size + d]) * __half2float(b[(first + j) * size + d]);
      p[j] = score / sqrt((double)size) + m[first + j];
      max = p[j] > max ? p[j] : max;
    }
    for (int64_t j = 0; j < n; j++) sum += p[j] = p[j] == -INFINITY ? 0 : exp(p[j] - max);
    for (int64_t d = 0; d < size; d++) {
      double result = 0;
      for (int64_t j = 0; j < n; j++) result += p[j] * __half2float(c[(first + j) * size + d]);
      a[row * size + d] = __float2half((float)(sum == 0 ? 0 : result / sum));
    }
  }
  free(b);
  free(c);
  free(m);
  free(p);
  return from_host(out, a, heads * queries * size);
}

static int host_linear(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                       int64_t outputs, int activation, float *y) {
  int products = activation == DNN_SWIGLU ? 2 : 1;
  float *a = host_copy(x, batch * inputs), *m = host_copy(w, products * inputs * outputs),
        *bias = host_copy(b, products * outputs),
        *out = (float *)malloc((batch * outputs + 1) * sizeof(float));
  for (int64_t at = 0; at < batch * outputs; at++) {
    double z[2] = {};
    for (int p = 0; p < products; p++) {
      z[p] = bias[p * outputs + at % outputs];
      for (int64_t l = 0; l < inputs; l++)
        z[p] += (double)a[at / outputs * inputs + l] * m[(p * inputs + l) * outputs + at % outputs];
    }
    out[at] = (float)(activation == DNN_NONE   ? z[0]
                      : activation == DNN_GELU ? z[0] * erfc(-z[0] * sqrt(0.5)) / 2
                                               : z[0] / (1 + exp(-z[0])) * z[1]);
  }
  free(a);
  free(m);
  free(bias);
  return from_host(y, out, batch * outputs);
}

static int host_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                         int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db) {
  dnn_half *a = host_copy(x, batch * inputs), *m = host_copy(w, inputs * outputs),
           *d = host_copy(dy, batch * outputs), *of_x = host_copy(x, batch * inputs);
  float *of_w = (float *)calloc(inputs * outputs + 1, sizeof(float)),
        *of_b = (float *)calloc(outputs + 1, sizeof(float));
  for (int64_t i = 0; i < inputs; i++)
    for (int64_t j = 0; j < outputs; j++) {
      double sum = 0;
      for (int64_t r = 0; r < batch; r++)
        sum += (double)__half2float(a[r * inputs + i]) * __half2float(d[r * outputs + j]);
      of_w[i * outputs + j] = (float)(sum / scale);
    }
  for (int64_t j = 0; j < outputs; j++) {
    double sum = 0;
    for (int64_t r = 0; r < batch; r++) sum += __half2float(d[r * outputs + j]);
    of_b[j] = (float)(sum / scale);
  }
  for (int64_t at = 0; at < batch * inputs; at++) {
    float sum = 0;
    for (int64_t j = 0; j < outputs; j++)
      sum += __half2float(d[at / inputs * outputs + j]) * __half2float(m[at % inputs * outputs + j]);
    of_x[at] = __float2half_rn(sum);
  }
  free(a);
  free(m);
  free(d);
  int error = from_host(dw, of_w, inputs * outputs);
  if (error == 0) error = from_host(db, of_b, outputs);
  return error ? error : from_host(dx, of_x, batch * inputs);
}

static int host_conv(const float *in, int64_t pictures, int64_t channels, int64_t height, int64_t width,
                     const float *filter, int64_t filters, int radius, float *out) {
  int64_t pixels = height * width, side = 2 * radius + 1, depth = channels * side * side;
  float *x = host_copy(in, pictures * channels * pixels), *taps = host_copy(filter, filters * depth);
  float *sums = (float *)malloc((pictures * filters * pixels + 1) * sizeof *sums);
  for (int64_t i = 0; i < pictures * filters * pixels; i++) {
    int64_t picture = i / pixels / filters, own = i / pixels % filters, y = i % pixels / width,
            at = i % width;
    double sum = 0;
    for (int64_t k = 0; k < depth; k++) {
      int64_t row = y + k / side % side - radius, column = at + k % side - radius;
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      sum += (double)taps[own * depth + k] *
             x[(picture * channels + k / (side * side)) * pixels + row * width + column];
    }
    sums[i] = (float)sum;
  }
  free(x);
  free(taps);
  return from_host(out, sums, pictures * filters * pixels);
}
