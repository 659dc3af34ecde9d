file(REMOVE_RECURSE
  "emu_fast.o"
  "libemu_fast.a"
  "libemu_fast.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang )
  include(CMakeFiles/emu_fast.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
