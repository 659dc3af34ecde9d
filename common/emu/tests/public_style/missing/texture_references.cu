// A texture reference at file scope, as before CUDA 12.
// missing: textures | texture and surface references (ended with CUDA 12: use objects)
// says: texture references ended with CUDA 12
texture<float, 1> t;
int main() {}
