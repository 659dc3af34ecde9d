// missing: textures | mipmapped arrays, cube maps, gathers
// says: cudaMallocMipmappedArray is not provided by the emulator, which has no mipmapped arrays
int main() {
  cudaMipmappedArray_t a;
  cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
  return cudaMallocMipmappedArray(&a, &d, make_cudaExtent(8, 8, 0), 3);
}
