// Speed of switching threads: 256 threads that meet at a barrier 20,000 times.
__global__ void meet(int times) {
  for (int i = 0; i < times; i++) __syncthreads();
}

int main() {
  meet<<<1, 256>>>(20000);
  return 0;
}
