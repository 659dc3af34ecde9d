// Lab 07, stage 8: other keys.

// With the top bit set, a signed number is smaller and an unsigned number is larger. So the bit is flipped.
struct as_signed {
  static __device__ uint32_t number(uint32_t bits) {
    return bits ^ 0x80000000u;
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number ^ 0x80000000u;
  }
};

// Floats without a sign have the order of their bits: the exponent lies above the fraction. They get the top
// bit. Floats with a sign come first, in the reverse order of the other bits, so all their bits are flipped.
struct as_float {
  static __device__ uint32_t number(uint32_t bits) {
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number >> 31 ? number & 0x7fffffffu : ~number;
  }
};

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return onesweep<uint32_t, as_float>((const uint32_t *)in, n, scratch, (uint32_t *)out);
}

int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return onesweep<uint32_t, as_signed>((const uint32_t *)in, n, scratch, (uint32_t *)out);
}
