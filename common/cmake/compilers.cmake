# Which GCC: the default one; where that is no GCC or too old, the newest that is installed beside it. Included before
# project(), so that project() finds it.

set(PMPP_GCC_OLDEST 11)
set(PMPP_GCC_NEWEST 16) # that was tried
# Their counts stand in handouts and tables. With another GCC basic blocks may differ (warp_blocks, active_lanes, SIMT
# efficiency, warp_balance) and bytes of local memory; with GCC 11 also loads that a loop repeats. No gate does.
set(PMPP_GCC_COUNTED 12 13)

# Sets `result` to the major version of the GCC that `command` runs; 0: it is none.
function(pmpp_gcc_major command result)
  set(${result} 0 PARENT_SCOPE)
  execute_process(COMMAND ${command} -dM -E -x c /dev/null OUTPUT_VARIABLE macros ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0 AND NOT macros MATCHES "__clang__|__INTEL_COMPILER" AND macros MATCHES "__GNUC__ ([0-9]+)")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

# Takes gcc-N and g++-N of the greatest N where cc and c++ would not do. What the user names (CC, CXX,
# -DCMAKE_C_COMPILER=, a toolchain file) stays.
macro(pmpp_choose_compilers)
  if(NOT CMAKE_C_COMPILER AND NOT CMAKE_CXX_COMPILER AND NOT CMAKE_TOOLCHAIN_FILE
      AND NOT DEFINED ENV{CC} AND NOT DEFINED ENV{CXX})
    pmpp_gcc_major(cc pmpp_cc)
    pmpp_gcc_major(c++ pmpp_cxx)
    if(pmpp_cc LESS PMPP_GCC_OLDEST OR pmpp_cxx LESS PMPP_GCC_OLDEST)
      foreach(n RANGE ${PMPP_GCC_OLDEST} ${PMPP_GCC_NEWEST})
        find_program(PMPP_GCC_${n} NAMES gcc-${n} gcc${n} NO_CACHE)
        find_program(PMPP_GXX_${n} NAMES g++-${n} g++${n} NO_CACHE)
        if(PMPP_GCC_${n} AND PMPP_GXX_${n})
          set(CMAKE_C_COMPILER ${PMPP_GCC_${n}})
          set(CMAKE_CXX_COMPILER ${PMPP_GXX_${n}})
        endif()
      endforeach()
      if(CMAKE_C_COMPILER)
        message(STATUS "cc and c++ are not GCC ${PMPP_GCC_OLDEST} or newer: taking ${CMAKE_C_COMPILER}")
      endif()
    endif()
  endif()
endmacro()
pmpp_choose_compilers()

# The command that installs a GCC on this system, by its /etc/os-release.
function(pmpp_gcc_packages result)
  set(release "")
  if(EXISTS /etc/os-release)
    file(STRINGS /etc/os-release release REGEX "^(ID|ID_LIKE|VERSION_ID)=")
  endif()
  if(release MATCHES "(debian|ubuntu)")
    set(line "sudo apt install gcc g++")
    if(release MATCHES "VERSION_ID=\"?(20|18)\\.04")
      set(line "sudo add-apt-repository ppa:ubuntu-toolchain-r/test && sudo apt install gcc-11 g++-11")
    endif()
  elseif(release MATCHES "(rhel|centos|fedora)")
    set(line "sudo dnf install gcc gcc-c++")
    if(release MATCHES "VERSION_ID=\"?[89]")
      set(line "sudo dnf install gcc-toolset-13 && scl enable gcc-toolset-13 bash")
    endif()
  elseif(release MATCHES "arch")
    set(line "sudo pacman -S gcc")
  elseif(release MATCHES "suse")
    set(line "sudo zypper install gcc13 gcc13-c++")
  else()
    set(line "the packages gcc and g++ (gcc-c++) of your system")
  endif()
  set(${result} "${line}" PARENT_SCOPE)
endfunction()

# Stops where the compilers that project() has found will not do.
function(pmpp_check_compilers)
  foreach(lang C CXX)
    if(NOT CMAKE_${lang}_COMPILER_ID STREQUAL "GNU" OR CMAKE_${lang}_COMPILER_VERSION VERSION_LESS PMPP_GCC_OLDEST)
      pmpp_gcc_packages(packages)
      message(FATAL_ERROR
        "PMPP Labs needs GCC ${PMPP_GCC_OLDEST} or newer: the emulator counts what GCC's instrumentation reports.\n"
        "Found for ${lang}: ${CMAKE_${lang}_COMPILER_ID} ${CMAKE_${lang}_COMPILER_VERSION} "
        "(${CMAKE_${lang}_COMPILER}).\n"
        "Install a newer one:\n  ${packages}\n"
        "Then delete ${CMAKE_BINARY_DIR} and configure again. A gcc-N beside an older default is found by itself; "
        "CC=gcc-N CXX=g++-N names one.")
    endif()
  endforeach()
endfunction()
