# Looks up what a build needs, says what is missing and what follows from it, and fixes the common settings.

if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  message(FATAL_ERROR "PMPP Labs runs on Linux (found ${CMAKE_SYSTEM_NAME}): use a Linux machine, WSL or a container.")
endif()
pmpp_check_compilers()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Of our own C code; student code has its own, pinned flags" FORCE)
endif()
# Of what each program of emucc and each worker is linked with: lines alone, a fifth of all, make links and a program's first
# hazard quicker. -DCMAKE_BUILD_TYPE=Debug keeps the variables.
set(PMPP_LINKED_DEBUG $<IF:$<CONFIG:Debug>,-g,-g1>)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
add_compile_options($<$<COMPILE_LANGUAGE:C>:-Wall> $<$<COMPILE_LANGUAGE:C>:-Wextra>)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # an installation takes emucc alone: `cmake --build build --target emucc`
set(PMPP_EMUCC ${PROJECT_BINARY_DIR}/bin/emucc)

# ---- libbacktrace: file and line in the emulator's reports; part of Debian's and Ubuntu's GCC -------------------
include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES backtrace)
check_c_source_compiles("
  #include <backtrace.h>
  int main(void) { return backtrace_create_state(0, 0, 0, 0) == 0; }" PMPP_HAVE_BACKTRACE)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT PMPP_HAVE_BACKTRACE)
  message(STATUS "no libbacktrace: addr2line gives the emulator's reports their file and line, more slowly, and not to "
    "submissions that are graded with --contained")
endif()

# ---- Python 3: drives tests, never a build --------------------------------------------------------------------
# Looked up here: find_package starts it seven times, and a wrapper such as pyenv's each time, 2 s in all.
# Tests start Python thousands of times. They get a virtual environment without packages: a start of a wrapper
# costs 0.1 s of processor time, one of Python with its installed packages up to 0.05 s, this one 0.01 s.
set(PMPP_PYTHON_BIN ${PROJECT_BINARY_DIR}/python/bin) # the first folder of the tests' PATH
set(Python3_FOUND FALSE)
find_program(Python3_EXECUTABLE NAMES python3 python HINTS ${Python3_ROOT_DIR}/bin)
if(Python3_EXECUTABLE)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import os, sys; sys.version_info[0] == 3 and print(os.path.realpath(sys.executable))"
    OUTPUT_VARIABLE python OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(python AND EXISTS ${python})
    set(Python3_FOUND TRUE)
    cmake_path(GET python PARENT_PATH home)
    file(WRITE ${PMPP_PYTHON_BIN}/../pyvenv.cfg "home = ${home}\ninclude-system-site-packages = false\n")
    file(CREATE_LINK ${python} ${PMPP_PYTHON_BIN}/python3 SYMBOLIC RESULT linked)
    execute_process(COMMAND ${PMPP_PYTHON_BIN}/python3 -c "import ctypes, json, zlib" RESULT_VARIABLE works ERROR_QUIET)
    if(works EQUAL 0)
      set(python ${PMPP_PYTHON_BIN}/python3)
    endif()
    set(Python3_EXECUTABLE ${python})
    add_executable(Python3::Interpreter IMPORTED GLOBAL)
    set_property(TARGET Python3::Interpreter PROPERTY IMPORTED_LOCATION ${python})
  endif()
endif()
if(NOT Python3_FOUND)
  message(STATUS "Python 3 not found: the unit tests written in Python are left out")
endif()

# ---- nvcc: the gpu backend ------------------------------------------------------------------------------------
if(PMPP_GPU)
  include(${CMAKE_CURRENT_LIST_DIR}/nvcc.cmake)
  pmpp_find_nvcc()
else()
  set(PMPP_NVCC "")
  set(PMPP_GPU_ARCH_FLAGS "")
  set(PMPP_GPU_BASELINE_FLAGS "")
  set(PMPP_GPU_OPTIMISATION "")
  set(PMPP_BASELINE_OPTIMISATION "")
  message(STATUS "gpu backend: switched off (PMPP_GPU=OFF)")
endif()

# ---- Open MPI: jobs of ranks -----------------------------------------------------------------------------------
set(PMPP_HAVE_MPI FALSE)
set(PMPP_MPI_FLAGS "") # of the compiler, separated by blanks
set(PMPP_MPI_LINK "")
set(PMPP_MPI_PROBLEM "switched off (PMPP_MPI=OFF)")
set(PMPP_GPU_MPI_FLAGS "")
set(PMPP_GPU_MPI_LINK "")
set(PMPP_NCCL_PROBLEM "")

# Ranks on GPUs: MPI, NCCL where it lies beside nvcc, and what a message needs that names a line of host code. Addresses are those
# of all ranks, so the programs stand where they are linked.
function(pmpp_ranks_on_gpus flags link problem)
  cmake_path(GET PMPP_NVCC PARENT_PATH nvcc_folder)
  find_path(PMPP_NCCL_INCLUDE nccl.h HINTS ${nvcc_folder}/../include)
  find_library(PMPP_NCCL_LIBRARY nccl HINTS ${nvcc_folder}/../lib64)
  mark_as_advanced(PMPP_NCCL_INCLUDE PMPP_NCCL_LIBRARY)
  set(compile "${PMPP_MPI_FLAGS} -Xcompiler -g1,-fno-pie")
  set(linked "${PMPP_MPI_LINK} -Xcompiler -no-pie")
  if(PMPP_HAVE_BACKTRACE)
    string(APPEND linked " -Xlinker --wrap=dl_iterate_phdr -lbacktrace")
  endif()
  if(PMPP_NCCL_INCLUDE AND PMPP_NCCL_LIBRARY)
    string(APPEND compile " -DPMPP_REAL_NCCL")
    string(APPEND linked " -lnccl")
  else()
    string(APPEND compile " -DPMPP_NO_NCCL")
    set(${problem} "no nccl.h and libnccl were found beside ${PMPP_NVCC} when the project was configured" PARENT_SCOPE)
  endif()
  set(${flags} ${compile} PARENT_SCOPE)
  set(${link} ${linked} PARENT_SCOPE)
endfunction()

if(PMPP_MPI)
  find_program(PMPP_MPICC NAMES mpicc mpicc.openmpi) # find_package takes longer to find nothing
  if(PMPP_MPICC OR MPI_C_COMPILER OR MPI_HOME OR DEFINED ENV{MPI_HOME})
    find_package(MPI QUIET COMPONENTS C)
  endif()
  find_program(PMPP_MPIRUN mpirun HINTS ${MPIEXEC_EXECUTABLE}/..)
  set(version "")
  if(MPI_C_FOUND AND PMPP_MPIRUN)
    execute_process(COMMAND ${PMPP_MPIRUN} --version OUTPUT_VARIABLE version ERROR_QUIET)
  endif()
  if(version MATCHES "Open MPI")
    set(PMPP_HAVE_MPI TRUE)
    set(PMPP_MPI_FLAGS "-DPMPP_MPI")
    foreach(folder IN LISTS MPI_C_INCLUDE_DIRS)
      string(APPEND PMPP_MPI_FLAGS " -I${folder}")
    endforeach()
    list(JOIN MPI_C_LIBRARIES " " PMPP_MPI_LINK)
    if(PMPP_NVCC)
      pmpp_ranks_on_gpus(PMPP_GPU_MPI_FLAGS PMPP_GPU_MPI_LINK PMPP_NCCL_PROBLEM)
    endif()
  else()
    set(PMPP_MPI_PROBLEM "no Open MPI was found when the project was configured (Debian: apt install libopenmpi-dev openmpi-bin)")
  endif()
endif()
if(NOT PMPP_HAVE_MPI)
  message(STATUS "jobs of ranks: ${PMPP_MPI_PROBLEM}; tasks of MPI are not assessed")
endif()

# ---- the version that packages, emucc and result files name: as of the last configuration ----------------------
include(${CMAKE_CURRENT_LIST_DIR}/version.cmake)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/VERSION)
pmpp_read_version(${PROJECT_SOURCE_DIR} PMPP_VERSION)
# emucc reads it when it is asked: a new version compiles nothing anew.
set(PMPP_VERSION_FILE ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/emucc.version)
file(CONFIGURE OUTPUT ${PMPP_VERSION_FILE} CONTENT "@PMPP_VERSION@\n" @ONLY)

configure_file(${CMAKE_CURRENT_LIST_DIR}/pmpp_config.h.in ${PROJECT_BINARY_DIR}/generated/pmpp_config.h @ONLY)
