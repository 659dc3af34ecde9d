file(REMOVE_RECURSE
  "libemu.a"
)
