file(REMOVE_RECURSE
  "CMakeFiles/emu_precompiled"
  "lib/emu_precompiled.stamp"
)

# Per-language clean rules from dependency scanning.
foreach(lang )
  include(CMakeFiles/emu_precompiled.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
