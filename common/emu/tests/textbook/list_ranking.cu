// Linked structures of indices: list ranking by pointer jumping, roots of a forest, and searches in a tree.
#include <cassert>
#include <cstdio>
#include <memory>
#include <numeric>
#include <vector>

template <typename T> class DeviceBuffer {
public:
  explicit DeviceBuffer(size_t count) : count_(count) {
    if (cudaMalloc(&data_, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  }
  explicit DeviceBuffer(const std::vector<T> &host) : DeviceBuffer(host.size()) {
    cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  DeviceBuffer(DeviceBuffer &&other) noexcept : data_(other.data_), count_(other.count_) {
    other.data_ = nullptr;
  }
  ~DeviceBuffer() {
    if (data_) cudaFree(data_);
  }
  operator T *() {
    return data_;
  }
  std::vector<T> download() const {
    std::vector<T> host(count_);
    cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }

private:
  T *data_ = nullptr;
  size_t count_;
};

const int NIL = -1;

__global__ void jump(const int2 *from, int2 *to, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  int2 node = from[i]; // x: successor, y: distance so far
  if (node.x != NIL) {
    int2 next = from[node.x];
    node.y += next.y;
    node.x = next.x;
  }
  to[i] = node;
}

__global__ void findRoots(const int *parent, int *root, int *depth, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  int at = i, steps = 0;
  while (parent[at] != at) {
    at = parent[at];
    ++steps;
    assert(steps <= n && "a cycle");
  }
  root[i] = at;
  depth[i] = steps;
}

struct TreeNode {
  int key, left, right;
};

__device__ int lookup(const TreeNode *tree, int at, int key, int &visited) {
  if (at == NIL) return NIL;
  ++visited;
  if (tree[at].key == key) return at;
  return lookup(tree, key < tree[at].key ? tree[at].left : tree[at].right, key, visited);
}

__global__ void lookups(const TreeNode *tree, int root, const int *keys, int *found, unsigned *visits,
                        int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x, visited = 0;
  if (i < n) {
    found[i] = lookup(tree, root, keys[i], visited);
    atomicAdd(visits, visited);
  }
}

static int insert(std::vector<TreeNode> &tree, int at, int key) {
  if (at == NIL) {
    tree.push_back({key, NIL, NIL});
    return (int)tree.size() - 1;
  }
  if (key < tree[at].key) {
    int child = insert(tree, tree[at].left, key);
    tree[at].left = child;
  } else if (key > tree[at].key) {
    int child = insert(tree, tree[at].right, key);
    tree[at].right = child;
  }
  return at;
}

int main() {
  const int n = 1000, threads = 64, blocks = (n + threads - 1) / threads;
  // A list that visits the nodes in steps of 387, which is coprime to 1000.
  std::vector<int2> list(n);
  for (int k = 0; k < n; k++)
    list[k * 387 % n] = make_int2(k == n - 1 ? NIL : (k + 1) * 387 % n, k == n - 1 ? 0 : 1);
  {
    DeviceBuffer<int2> a(list), b(n);
    int2 *from = a, *to = b;
    int rounds = 0;
    for (int reach = 1; reach < n; reach *= 2, rounds++) {
      jump<<<blocks, threads>>>(from, to, n);
      std::swap(from, to);
    }
    std::vector<int2> ranked = from == (int2 *)a ? a.download() : b.download();
    int wrong = 0;
    for (int k = 0; k < n; k++) wrong += ranked[k * 387 % n].y != n - 1 - k;
    printf("list ranking: %d rounds, wrong %d\n", rounds, wrong);
  }
  {
    std::vector<int> parent(n);
    for (int i = 0; i < n; i++) parent[i] = i % 100 < 3 ? i : i - 1 - i % 3;
    DeviceBuffer<int> dParent(parent), dRoot(n), dDepth(n);
    findRoots<<<blocks, threads>>>(dParent, dRoot, dDepth, n);
    std::vector<int> root = dRoot.download(), depth = dDepth.download();
    printf("forest: sum of roots %d, sum of depths %d\n", std::accumulate(root.begin(), root.end(), 0),
           std::accumulate(depth.begin(), depth.end(), 0));
  }
  {
    std::vector<TreeNode> tree;
    int root = NIL;
    for (int i = 0; i < 300; i++) root = insert(tree, root, i * 7919 % 1009);
    std::vector<int> keys(n);
    std::iota(keys.begin(), keys.end(), 0);
    DeviceBuffer<TreeNode> dTree(tree);
    DeviceBuffer<int> dKeys(keys), dFound(n);
    DeviceBuffer<unsigned> dVisits(std::vector<unsigned>{0});
    lookups<<<blocks, threads>>>(dTree, root, dKeys, dFound, dVisits, n);
    int hits = 0, wrong = 0;
    std::vector<int> found = dFound.download();
    for (int i = 0; i < n; i++)
      if (found[i] != NIL) {
        hits++;
        wrong += tree[found[i]].key != i;
      }
    printf("tree of %zu: %d hits, wrong %d, %u visits\n", tree.size(), hits, wrong, dVisits.download()[0]);
  }
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
