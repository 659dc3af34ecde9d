// Lab 07, stage 9: keys and values.

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  return onesweep<uint32_t, true, as_unsigned>(key, value, n, scratch, key_out, value_out);
}
