file(REMOVE_RECURSE
  "emu.o"
  "libemu.a"
  "libemu.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang )
  include(CMakeFiles/emu.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
