# `cmake --install build --prefix P` installs emucc, which then needs neither this tree nor the build; emucc finds its parts
# from its own place (emucc/installed.c), so P may move. `cpack` in the build folder makes Debian packages: emucc, and from
# the whole tree pmpp-labs: labs, graders and grading tools, to build anywhere.

set(emu ${PROJECT_SOURCE_DIR}/common/emu)
install(TARGETS emucc_program RUNTIME DESTINATION bin COMPONENT emucc)
install(FILES $<TARGET_FILE:emu> $<TARGET_FILE:emu_fast> ${PMPP_VERSION_FILE} ${emu}/threads.gdb
  DESTINATION lib/emucc COMPONENT emucc)
install(FILES ${emu}/emu.h ${emu}/report.h ${emu}/demand.h ${emu}/hazards.h DESTINATION lib/emucc/emu COMPONENT emucc)
install(DIRECTORY ${emu}/emucc/cmake DESTINATION lib/emucc COMPONENT emucc)
install(DIRECTORY ${emu}/include DESTINATION lib/emucc/emu COMPONENT emucc)
install(FILES ${emu}/README.md ${emu}/SUPPORTED.md ${emu}/COUNTERS.md ${emu}/CHECKS.md ${emu}/MODEL.md
  ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/emucc COMPONENT emucc)

set(CPACK_COMPONENTS_ALL emucc)
if(EXISTS ${PROJECT_SOURCE_DIR}/grading/CMakeLists.txt) # not in a handout
  list(APPEND CPACK_COMPONENTS_ALL labs)
  install(FILES CMakeLists.txt CMakePresets.json LICENSE README.md CONTRIBUTING.md STYLE.md CHANGELOG.md CITATION.cff CODE_OF_CONDUCT.md
    LICENSE-TEXTS Dockerfile mkdocs.yml .clang-format .dockerignore .editorconfig .gitattributes .gitignore
    DESTINATION share/pmpp-labs COMPONENT labs EXCLUDE_FROM_ALL)
  install(FILES ${PMPP_VERSION_FILE} RENAME VERSION DESTINATION share/pmpp-labs COMPONENT labs EXCLUDE_FROM_ALL)
  install(DIRECTORY common docs labs grading colab .devcontainer .vscode DESTINATION share/pmpp-labs COMPONENT labs EXCLUDE_FROM_ALL USE_SOURCE_PERMISSIONS
    PATTERN __pycache__ EXCLUDE)
endif()

string(REGEX REPLACE "[^0-9A-Za-z.+~]" "+" CPACK_DEBIAN_PACKAGE_VERSION ${PMPP_VERSION})
set(CPACK_PACKAGE_VERSION ${CPACK_DEBIAN_PACKAGE_VERSION})

# The compiler by its package's name where that names its version: the counts are that version's.
cmake_path(GET CMAKE_CXX_COMPILER FILENAME cxx)
if(NOT cxx MATCHES "^g\\+\\+-[0-9]+$")
  set(cxx g++)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pmpp-labs)
set(CPACK_PACKAGE_VENDOR "PMPP Labs")
set(CPACK_PACKAGE_CONTACT "PMPP Labs <pmpp-labs@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF) # libemu.a is one relocatable object
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_EMUCC_PACKAGE_NAME emucc)
set(CPACK_DEBIAN_EMUCC_PACKAGE_DEPENDS "${cxx}, binutils, libc6-dev")
find_program(PMPP_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(PMPP_SHLIBDEPS)
if(PMPP_SHLIBDEPS) # it adds the oldest C library that emucc runs with
  set(CPACK_DEBIAN_EMUCC_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_COMPONENT_EMUCC_DESCRIPTION "Compiler of CUDA C++ for a device emulator that counts and checks")
set(CPACK_DEBIAN_LABS_PACKAGE_NAME pmpp-labs)
set(CPACK_DEBIAN_LABS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_LABS_PACKAGE_DEPENDS "python3, bubblewrap, cmake (>= 3.22), make, g++, binutils")
set(CPACK_COMPONENT_LABS_DESCRIPTION "Labs of parallel programming in CUDA C with their graders and grading tools")
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
