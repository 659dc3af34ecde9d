# Few large files instead of many small ones: most of the time to compile one of ours is that of starting the compiler and of
# reading the same headers. An edit compiles its folder anew.

option(PMPP_UNITY "Compile the files of a folder as one; OFF: an object a file" ON)

# `result` becomes what is compiled of files below common/: one file of the build folder, `unit`, that includes them all; with
# PMPP_UNITY=OFF they themselves.
function(pmpp_unit result unit)
  set(sources ${ARGN})
  if(PMPP_UNITY AND ARGC GREATER 2)
    string(REPLACE "${PROJECT_SOURCE_DIR}/common/" "" files "${ARGN}") # so the unit is the same in each copy of the tree
    list(TRANSFORM files REPLACE "(.+)" "#include \"\\1\"")
    list(JOIN files "\n" lines)
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/${unit})
    file(CONFIGURE OUTPUT ${sources} CONTENT "${lines}\n" @ONLY)
    set_property(GLOBAL PROPERTY "PMPP_UNIT ${sources}" ${ARGN})
  endif()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# What the units of a target need: the files' static names differ (else two variables of one name were one), and one of the files
# that includes the C library's headers does so for all.
function(pmpp_compile_units target)
  target_compile_options(${target} PRIVATE -Werror=redundant-decls)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE=)
endfunction()

# An entry in compile_commands.json for each file of a target's units, for editors: those of a library that nothing needs.
function(pmpp_show_files target)
  get_target_property(sources ${target} SOURCES)
  set(files "")
  foreach(source IN LISTS sources)
    get_property(of_unit GLOBAL PROPERTY "PMPP_UNIT ${source}")
    list(APPEND files ${of_unit})
  endforeach()
  if(files)
    add_library(${target}_files OBJECT EXCLUDE_FROM_ALL ${files})
    target_include_directories(${target}_files PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_compile_definitions(${target}_files PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    target_compile_options(${target}_files PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>)
  endif()
endfunction()
