// The n queens problem: the host places the first rows, each thread searches below, recursively or with a
// stack.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

struct Board {
  unsigned columns, left, right;
  int row;
};

class NQueens {
public:
  __host__ __device__ NQueens(int n) : n(n), full((1u << n) - 1) {}

  __host__ __device__ unsigned free(const Board &b) const {
    return full & ~(b.columns | b.left | b.right);
  }
  __host__ __device__ static Board place(const Board &b, unsigned bit) {
    return {b.columns | bit, (b.left | bit) << 1, (b.right | bit) >> 1, b.row + 1};
  }
  __host__ __device__ unsigned long long recursive(const Board &b) const {
    if (b.row == n) return 1;
    unsigned long long solutions = 0;
    for (unsigned open = free(b); open; open &= open - 1) solutions += recursive(place(b, open & -open));
    return solutions;
  }
  __device__ unsigned long long iterative(Board b) const {
    Board boards[16];
    unsigned opens[16];
    unsigned long long solutions = 0;
    int depth = 0;
    boards[0] = b;
    opens[0] = free(b);
    while (depth >= 0) {
      if (!opens[depth]) {
        depth--;
        continue;
      }
      unsigned bit = opens[depth] & (~opens[depth] + 1u);
      opens[depth] ^= bit;
      Board next = place(boards[depth], bit);
      if (next.row == n) {
        solutions++;
      } else {
        ++depth;
        boards[depth] = next;
        opens[depth] = free(next);
      }
    }
    return solutions;
  }

  const int n;

private:
  const unsigned full;
};

enum Method { RECURSIVE, ITERATIVE };

__global__ void search(NQueens problem, const Board *boards, int count, Method method,
                       unsigned long long *solutions) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned long long found =
      method == RECURSIVE ? problem.recursive(boards[i]) : problem.iterative(boards[i]);
  if (found) atomicAdd(solutions, found);
}

static void prefixes(const NQueens &problem, const Board &b, int rows, std::vector<Board> &out) {
  if (b.row == rows) {
    out.push_back(b);
    return;
  }
  for (unsigned open = problem.free(b); open; open &= open - 1)
    prefixes(problem, NQueens::place(b, open & -open), rows, out);
}

int main(int argc, char **argv) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 8;
  for (int n = 4; n <= largest; n++) {
    NQueens problem(n);
    std::vector<Board> boards;
    prefixes(problem, Board{0, 0, 0, 0}, 2, boards);
    Board *d_boards;
    unsigned long long *d_solutions, solutions[2];
    if (cudaMalloc(&d_boards, boards.size() * sizeof(Board)) || cudaMalloc(&d_solutions, sizeof solutions))
      return 1;
    cudaMemcpy(d_boards, boards.data(), boards.size() * sizeof(Board), cudaMemcpyHostToDevice);
    cudaMemset(d_solutions, 0, sizeof solutions);
    const int count = (int)boards.size();
    search<<<(count + 31) / 32, 32>>>(problem, d_boards, count, RECURSIVE, d_solutions);
    search<<<(count + 31) / 32, 32>>>(problem, d_boards, count, ITERATIVE, &d_solutions[1]);
    cudaMemcpy(solutions, d_solutions, sizeof solutions, cudaMemcpyDeviceToHost);
    std::cout << n << " queens: " << boards.size() << " boards, " << solutions[0] << " and " << solutions[1]
              << " solutions, " << problem.recursive({0, 0, 0, 0}) << " on the host\n";
    cudaFree(d_boards);
    cudaFree(d_solutions);
  }
  std::cout << cudaGetErrorString(cudaGetLastError()) << std::endl;
}
