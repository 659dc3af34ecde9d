# Builds a project with CUDA among its languages for the emulator: cmake -B build -DCMAKE_TOOLCHAIN_FILE=.../emucc.cmake
#
# CMake asks a compiler for what only nvcc prints, and links without it. So it is told here instead, and emucc links all of the
# project's programs.
get_filename_component(emucc_home "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
find_program(EMUCC emucc PATHS ${emucc_home}/../../bin ${emucc_home}/../../../bin NO_DEFAULT_PATH REQUIRED)
get_filename_component(EMUCC "${EMUCC}" REALPATH)
set(CMAKE_CUDA_COMPILER "${EMUCC}")
set(CMAKE_CUDA_COMPILER_FORCED TRUE)
set(CMAKE_CUDA_COMPILER_ID_RUN TRUE)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 13.0.0)
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT "#$ LIBRARIES=-lemu\n#$ ${EMUCC} -lemu\n")
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80)
endif()
foreach(language C CXX CUDA)
  set(CMAKE_${language}_LINK_EXECUTABLE "\"${EMUCC}\" <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
endforeach()
list(PREPEND CMAKE_MODULE_PATH "${emucc_home}") # FindCUDAToolkit.cmake
