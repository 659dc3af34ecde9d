# The test of a lab whose grader has not been built: it fails and says what to do. -DLAB=lab04 -DBUILD=
message(FATAL_ERROR "${LAB} has not been built, so its tasks are not known: cmake --build ${BUILD} --target ${LAB}")
