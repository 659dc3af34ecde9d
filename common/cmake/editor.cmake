# What clangd, in VS Code and elsewhere, needs to know the labs: how each .cu file is read (build/editor), how each C file
# is (CMake's own compile_commands.json), and .clangd, which names both. The CUDA files are read on the emulator's headers
# in clang's CUDA mode (emu_editor.h), with a CUDA toolkit or without one.

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

function(pmpp_write_if_new file text)
  set(old "")
  if(EXISTS ${file})
    file(READ ${file} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${file} "${text}")
  endif()
endfunction()

# baseline.cu is for nvcc alone: it needs the toolkit's libraries.
function(pmpp_write_editor_files)
  set(include ${PROJECT_SOURCE_DIR}/common/emu/include)
  set(flags -x cuda --cuda-host-only -nocudainc -nocudalib --cuda-path=${PROJECT_BINARY_DIR}/editor -std=c++17 -fsigned-char
    -Xclang -fcuda-allow-variadic-functions -I${include} -include emu_editor.h -I${PROJECT_SOURCE_DIR}/common)
  foreach(dir IN LISTS CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    if(dir MATCHES "/c\\+\\+(/|$)") # the library of the g++ that compiles, whichever others are installed
      list(APPEND flags -stdlib++-isystem ${dir})
    endif()
  endforeach()
  list(JOIN flags "\", \"" flags)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/labs/*/*.cu ${PROJECT_SOURCE_DIR}/labs/*/*/*.cu)
  list(FILTER files EXCLUDE REGEX "/baseline\\.cu$")
  set(entries "")
  foreach(file IN LISTS files)
    string(REGEX REPLACE "(/labs/[^/]+)/.*" "\\1" lab ${file})
    list(APPEND entries "{\"directory\": \"${PROJECT_SOURCE_DIR}\", \"file\": \"${file}\",
  \"arguments\": [\"clang++\", \"${flags}\", \"-I${lab}\", \"${file}\"]}")
  endforeach()
  list(JOIN entries ",\n" entries)
  pmpp_write_if_new(${PROJECT_BINARY_DIR}/editor/compile_commands.json "[\n${entries}\n]\n")
endfunction()

# Beside the labs, by the build folder that lies there; a test's build folders lie elsewhere. A file of the user's own stays.
function(pmpp_write_clangd)
  cmake_path(GET PROJECT_BINARY_DIR PARENT_PATH parent)
  cmake_path(GET PROJECT_BINARY_DIR FILENAME build)
  set(file ${PROJECT_SOURCE_DIR}/.clangd)
  set(mark "# Written by cmake; a file without this line is left alone.")
  set(first "${mark}")
  if(EXISTS ${file})
    file(STRINGS ${file} first LIMIT_COUNT 1)
  endif()
  if(parent STREQUAL PROJECT_SOURCE_DIR AND first STREQUAL mark)
    pmpp_write_if_new(${file} "${mark}
CompileFlags:
  CompilationDatabase: ${build}
---
If:
  PathMatch: .*\\.cuh?
CompileFlags:
  CompilationDatabase: ${build}/editor
")
  endif()
endfunction()

pmpp_write_editor_files()
pmpp_write_clangd()
