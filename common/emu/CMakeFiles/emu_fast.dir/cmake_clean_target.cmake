file(REMOVE_RECURSE
  "libemu_fast.a"
)
