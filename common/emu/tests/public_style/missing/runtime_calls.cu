// missing: the runtime API | handles for other processes, memory of other interfaces, OpenGL, libraries of kernels, the driver's log
// says: cudaIpcGetMemHandle is not provided by the emulator, which has no handles for other processes
// says: cudaIpcMemHandle_t is not provided by the emulator, which has no handles for other processes
// says: cudaImportExternalMemory is not provided by the emulator, which has no memory or semaphores of other interfaces
// says: cudaGraphicsMapResources is not provided by the emulator, which has no pictures on a screen
// says: cudaLibraryLoadFromFile is not provided by the emulator, which has no kernels that are loaded from files
// says: cudaLogsDumpToFile is not provided by the emulator, which has no log of a driver
// says: cudaGraphAddMemAllocNode is not provided by the emulator, which has no nodes of a graph that allocate or free memory
// says: cudaGraphConditionalHandleCreate is not provided by the emulator, which has no conditional nodes of a graph
// says: cudaMemcpyBatchAsync is not provided by the emulator, which has no call for several copies at once
// says: cudaFuncGetParamInfo is not provided by the emulator; common/emu/SUPPORTED.md lists what is
cudaIpcMemHandle_t handle;
int main() {
  int *p;
  cudaMalloc(&p, sizeof *p);
  cudaIpcGetMemHandle(&handle, p);
  cudaImportExternalMemory(nullptr, nullptr);
  cudaGraphicsMapResources(1, nullptr, 0);
  cudaLibraryLoadFromFile(nullptr, "kernels.cubin", nullptr, nullptr, 0, nullptr, nullptr, 0);
  cudaLogsDumpToFile(nullptr, "log", 0);
  cudaGraphAddMemAllocNode(nullptr, nullptr, nullptr, 0, nullptr);
  cudaGraphConditionalHandleCreate(nullptr, nullptr, 0, 0);
  cudaMemcpyBatchAsync(nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, 0);
  cudaFuncGetParamInfo(nullptr, 0, nullptr, nullptr);
}
