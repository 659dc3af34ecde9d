
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/h/speed/common/emu/emucc/absent.c" "CMakeFiles/emucc_program.dir/emucc/absent.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/absent.o.d"
  "/tmp/h/speed/common/emu/emucc/body.c" "CMakeFiles/emucc_program.dir/emucc/body.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/body.o.d"
  "/tmp/h/speed/common/emu/emucc/build.c" "CMakeFiles/emucc_program.dir/emucc/build.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/build.o.d"
  "/tmp/h/speed/common/emu/emucc/dump.c" "CMakeFiles/emucc_program.dir/emucc/dump.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/dump.o.d"
  "/tmp/h/speed/common/emu/emucc/explain.c" "CMakeFiles/emucc_program.dir/emucc/explain.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/explain.o.d"
  "/tmp/h/speed/common/emu/emucc/explain_code.c" "CMakeFiles/emucc_program.dir/emucc/explain_code.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/explain_code.o.d"
  "/tmp/h/speed/common/emu/emucc/host.c" "CMakeFiles/emucc_program.dir/emucc/host.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/host.o.d"
  "/tmp/h/speed/common/emu/emucc/lex.c" "CMakeFiles/emucc_program.dir/emucc/lex.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/lex.o.d"
  "/tmp/h/speed/common/emu/emucc/main.c" "CMakeFiles/emucc_program.dir/emucc/main.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/main.o.d"
  "/tmp/h/speed/common/emu/emucc/nvcc_options.c" "CMakeFiles/emucc_program.dir/emucc/nvcc_options.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/nvcc_options.o.d"
  "/tmp/h/speed/common/emu/emucc/parts.c" "CMakeFiles/emucc_program.dir/emucc/parts.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/parts.o.d"
  "/tmp/h/speed/common/emu/emucc/precompiled.c" "CMakeFiles/emucc_program.dir/emucc/precompiled.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/precompiled.o.d"
  "/tmp/h/speed/common/emu/emucc/reach.c" "CMakeFiles/emucc_program.dir/emucc/reach.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/reach.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite.c" "CMakeFiles/emucc_program.dir/emucc/rewrite.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_arch.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_arch.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_arch.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_class.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_class.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_class.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_convert.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_convert.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_convert.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_device.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_device.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_device.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_host.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_host.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_host.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_kernel.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_kernel.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_kernel.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_launch.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_launch.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_launch.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_local_array.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_local_array.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_local_array.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_memory.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_memory.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_memory.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_own_name.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_own_name.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_own_name.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_ptx.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_ptx.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_ptx.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_ptx_reg.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_ptx_reg.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_ptx_reg.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_ptx_warp.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_ptx_warp.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_ptx_warp.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_shape.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_shape.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_shape.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_shift.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_shift.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_shift.o.d"
  "/tmp/h/speed/common/emu/emucc/rewrite_union.c" "CMakeFiles/emucc_program.dir/emucc/rewrite_union.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/rewrite_union.o.d"
  "/tmp/h/speed/common/emu/emucc/seen.c" "CMakeFiles/emucc_program.dir/emucc/seen.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/seen.o.d"
  "/tmp/h/speed/common/emu/emucc/taken.c" "CMakeFiles/emucc_program.dir/emucc/taken.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/taken.o.d"
  "/tmp/h/speed/common/emu/emucc/thrust.c" "CMakeFiles/emucc_program.dir/emucc/thrust.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/thrust.o.d"
  "/tmp/h/speed/common/emu/emucc/translate.c" "CMakeFiles/emucc_program.dir/emucc/translate.o" "gcc" "CMakeFiles/emucc_program.dir/emucc/translate.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
