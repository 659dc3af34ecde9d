// The Mandelbrot set as a PGM image; the file goes to stdout with an argument, its checksum without.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// A complex number whose arithmetic is rounded after each operation, so that all machines draw the same set.
class Complex {
  double re_, im_;

public:
  __host__ __device__ Complex(double re = 0, double im = 0) : re_(re), im_(im) {}
  __device__ Complex operator+(const Complex &o) const {
    return Complex(__dadd_rn(re_, o.re_), __dadd_rn(im_, o.im_));
  }
  __device__ Complex squared() const {
    double rr = __dmul_rn(re_, re_), ii = __dmul_rn(im_, im_), ri = __dmul_rn(re_, im_);
    return {__dadd_rn(rr, -ii), __dadd_rn(ri, ri)};
  }
  __device__ double norm() const {
    return __dadd_rn(__dmul_rn(re_, re_), __dmul_rn(im_, im_));
  }
};

struct View {
  double left, top, pixel;
  int width, height;
};

__global__ void mandelbrot(View view, int maxIterations, uint8_t *image, unsigned long long *work) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= view.width || py >= view.height) return;
  const Complex c(__dadd_rn(view.left, __dmul_rn(px, view.pixel)),
                  __dadd_rn(view.top, -__dmul_rn(py, view.pixel)));
  Complex z;
  int iteration = 0;
  while (iteration < maxIterations && z.norm() <= 4.0) {
    z = z.squared() + c;
    iteration++;
  }
  image[py * view.width + px] = iteration == maxIterations ? 0 : 255 - iteration % 256;
  atomicAdd(work, (unsigned long long)iteration);
}

static uint32_t adler32(const std::string &s) {
  uint32_t a = 1, b = 0;
  for (unsigned char ch : s) {
    a = (a + ch) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

int main(int argc, char **argv) {
  const View view = {-2.25, 1.25, 0.03125, 96, 80};
  const int maxIterations = 100;
  uint8_t *d_image;
  unsigned long long *d_work, work;
  std::vector<uint8_t> image(view.width * view.height);
  cudaMalloc(&d_image, image.size());
  cudaMalloc(&d_work, sizeof(work));
  cudaMemset(d_work, 0, sizeof(work));

  dim3 block(32, 8);
  dim3 grid((view.width + block.x - 1) / block.x, (view.height + block.y - 1) / block.y);
  mandelbrot<<<grid, block>>>(view, maxIterations, d_image, d_work);
  cudaMemcpy(image.data(), d_image, image.size(), cudaMemcpyDeviceToHost);
  cudaMemcpy(&work, d_work, sizeof work, cudaMemcpyDeviceToHost);
  if (cudaPeekAtLastError() != cudaSuccess) {
    fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }

  std::string pgm = "P5\n" + std::to_string(view.width) + " " + std::to_string(view.height) + "\n255\n";
  pgm.append(image.begin(), image.end());
  if (argc > 1) {
    fwrite(pgm.data(), 1, pgm.size(), stdout);
  } else {
    int inside = 0;
    for (uint8_t v : image) inside += v == 0;
    printf("%zu bytes, adler32 %08x\n", pgm.size(), (unsigned)adler32(pgm));
    printf("%llu iterations, %d pixels inside\n", work, inside);
    for (int y = 0; y < view.height; y += 8) {
      for (int x = 0; x < view.width; x += 4) putchar(image[y * view.width + x] ? '.' : '#');
      puts("");
    }
  }
  cudaFree(d_image);
  cudaFree(d_work);
  return 0;
}
