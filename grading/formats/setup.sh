#!/usr/bin/env bash
# Prepares the image, once, when the autograder is uploaded: setup.sh; `setup.sh build` leaves out the packages.
# Needs CMake 3.22 and GCC 11 or newer; the bounds of the gates were counted with GCC 12, which Ubuntu 24.04 has.
set -euo pipefail
prefix=${PREFIX:-/autograder}
source=$(cd -P "$prefix/source" && pwd) # the build folder knows it: the same each time, also by way of a link
lab=LAB_NUMBER

if [ "${1:-}" != build ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  apt-get install -y --no-install-recommends cmake make gcc-12 g++-12 libc6-dev python3 bubblewrap
  export CC=gcc-12 CXX=g++-12 # what the bounds of the gates were counted with
fi

umask 022
cmake -S "$source/pmpp" -B "$source/build" -DPMPP_GPU=OFF
cmake --build "$source/build" --target "lab${lab}_grader" --parallel "$(nproc)"

# Should bubblewrap not work here, a submission runs as the user nobody, who needs the compiler and the libraries of the
# workers, and must not read the inputs' seed, the tasks, the grader or what the build left of them.
chmod 600 "$source/autograder.json" "$source/build/lib/libgrader.a"
chmod 700 "$source/pmpp"/labs/*/grader "$source/build/labs" "$source/build/common" "$source/build/CMakeFiles"
chmod 711 "$source/build/bin/lab$lab" # started by nobody, read by none; its processes cannot be traced
echo "setup: lab $lab is ready"
