// Host code with tables of functions, virtual functions, callbacks and std::function, beside device code that calls through a
// pointer: what is the host's is not taken for the device's, whoever takes its address.
// shows: C++ of old and new | host code with callbacks, virtual functions and `std::function` beside device function pointers
// prints: 4 2 first 8 apple 2 copy 3 5
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

__device__ int inc(int x) {
  return x + 1;
}
__device__ int dec(int x) {
  return x - 1;
}
__device__ int (*table[])(int) = {inc, dec};
__global__ void call(int *out) {
  out[threadIdx.x] = table[threadIdx.x](3);
}

static int length(const char *s) {
  return (int)strlen(s);
}
static int compare(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}
struct Command {
  const char *name;
  int (*plain)(const char *);
  int (*lambda)(const char *);
  std::function<int(int)> any;
};
struct Base {
  std::string name = "base";
  virtual const char *text() const = 0;
  virtual ~Base() {}
};
struct Copy : Base {
  char buffer[8];
  const char *text() const override {
    return strcmp(buffer, "copy") ? "" : buffer;
  }
  Copy() {
    strcpy(buffer, "copy");
  }
  ~Copy() override {
    memset(buffer, 0, sizeof buffer);
  }
};
class App {
  int n = 0;
  void one() {
    n += length("one");
  }

public:
  int run() {
    void (App::*step)() = &App::one;
    (this->*step)();
    return n;
  }
};

int main() {
  int *d, h[2], from = 5, to = 0;
  cudaMalloc(&d, sizeof h);
  call<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  const Command commands[] = {{"first", length, [](const char *s) { return strcmp(s, "first") ? 0 : 1; },
                               [](int x) { return x + (int)strlen("xx"); }}};
  const Command &c = commands[0];
  const char *names[] = {"pear", "apple"};
  qsort(names, 2, sizeof *names, compare);
  Base *object = new Copy;
  printf("%d %d %s %d %s %d %s %d ", h[0], h[1], c.name, c.plain("first") + c.lambda("first") + c.any(0),
         names[0], c.any(0), object->text(), App().run());
  std::function<void *(void *, const void *, size_t)> copy = [](void *a, const void *b, size_t n) {
    return memcpy(a, b, n);
  };
  copy(&to, &from, sizeof to);
  printf("%d\n", to);
  delete object;
  cudaFree(d);
}
