// What the CUDA toolkit declares and the emulator has not: the beginnings of the names, and what it is that is not there.
#include "emu/emucc/driver/driver.h"

#include <string.h>

#define DRAWING "pictures on a screen: copy the picture to the host and write it to a file"

static const struct {
  const char *what, *begins; // one beginning after another, with spaces between them
} families[] = {
    {"handles for other processes", "cudaIpc cudaMemPoolExport cudaMemPoolImport cudaMemPoolPtrExport"},
    {"memory or semaphores of other interfaces",
     "cudaImportExternal cudaDestroyExternal cudaExternal cudaSignalExternal cudaWaitExternal "
     "cudaGraphAddExternal cudaGraphExternal cudaGraphExecExternal cudaDeviceGetNvSciSync "
     "cudaDeviceFlushGPUDirectRDMA"},
    {DRAWING, "cudaGraphics cudaGL cudaEGL cudaVDPAU cudaD3D"},
    {"kernels that are loaded from files while the program runs", "cudaLibrary cudaKernel_t cudaKernelSet "
                                                                  "cudaGetKernel"},
    {"driver API", "cudaGetDriverEntryPoint cudaGetExportTable cudaDriverEntryPoint"},
    {"log of a driver", "cudaLogs cudaLog"},
    {"notices of the driver's",
     "cudaDeviceRegisterAsyncNotification cudaDeviceUnregisterAsyncNotification cudaAsync"},
    {"mipmapped arrays", "cudaMallocMipmapped cudaFreeMipmapped cudaGetMipmapped cudaMipmapped"},
    {"views of arrays as another format", "cudaGetTextureObjectResourceView"},
    {"sparse arrays or arrays of several planes",
     "cudaArrayGetPlane cudaArrayGetSparse cudaArrayGetMemoryRequirements"},
    {"nodes of a graph that allocate or free memory",
     "cudaGraphAddMemAlloc cudaGraphAddMemFree cudaGraphMemAlloc cudaGraphMemFree cudaGraphMemAttr "
     "cudaDeviceGetGraphMem cudaDeviceSetGraphMem cudaDeviceGraphMem cudaMemAllocNode"},
    {"conditional nodes of a graph", "cudaGraphConditional cudaGraphCond cudaConditionalNode"},
    {"attributes of a graph's kernels", "cudaGraphKernelNode cudaKernelNodeAttr"},
    {"captures into a graph that exists, or changes of captures",
     "cudaStreamBeginCaptureToGraph cudaStreamUpdateCaptureDependencies"},
    {"green contexts", "cudaGreen cudaDevResource cudaDeviceGetDevResource cudaExecutionCtx"},
    {"call for several copies at once",
     "cudaMemcpyBatch cudaMemcpy3DBatch cudaMemPrefetchBatch cudaMemDiscard "
     "cudaMemcpyAttributes cudaMemcpy3DOperand"},
};

const char *absent_kind(const char *name) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    for (const char *b = families[i].begins; *b; b += strspn(b, " ")) {
      size_t n = strcspn(b, " ");
      if (!strncmp(name, b, n)) return families[i].what;
      b += n;
    }
  return NULL;
}
