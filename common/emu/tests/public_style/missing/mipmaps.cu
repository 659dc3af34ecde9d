// missing: textures | mipmapped arrays, cube maps, gathers
// says: mipmapped arrays are not part of the emulator
int main() {
  cudaMipmappedArray_t a;
  cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
  return cudaMallocMipmappedArray(&a, &d, make_cudaExtent(8, 8, 0), 3);
}
