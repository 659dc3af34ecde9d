file(REMOVE_RECURSE
  "CMakeFiles/emu_fast_precompiled"
  "lib/emu_fast_precompiled.stamp"
)

# Per-language clean rules from dependency scanning.
foreach(lang )
  include(CMakeFiles/emu_fast_precompiled.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
