#!/bin/bash
# Compiles every program here with nvcc, runs it on the GPU, and compares what it prints with the .out beside it.
# usage: run_nvcc.sh [NVCC OPTION...]   default -arch=sm_80; NVCC and JOBS in the environment say which nvcc, how many at a time
# Exit status: 0 all the same, 1 some differ, 77 nothing could be run.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- -arch=sm_80

echo 'int main() { int n; return cudaGetDeviceCount(&n) != cudaSuccess; }' >"$work/probe.cu"
if ! "$nvcc" "$@" -o "$work/probe" "$work/probe.cu"; then
  echo "cannot compile with $nvcc $*" >&2
  exit 77
elif ! "$work/probe"; then
  echo "no GPU that this program can use" >&2
  exit 77
fi

# check PROGRAM.cu NVCC OPTION...: leaves PROGRAM.bad with the reason if the program does not do what it should
check() {
  local name
  name=$(basename "$1" .cu)
  if ! "$nvcc" -std=c++17 "${@:2}" -o "$work/$name" "$1" >"$work/$name.log" 2>&1; then
    { echo "$name: nvcc failed"; head -20 "$work/$name.log"; } >"$work/$name.bad"
    return 0
  fi
  timeout 60 "$work/$name" >"$work/$name.got" 2>"$work/$name.err"
  local status=$?
  diff "${1%.cu}.out" "$work/$name.got" >"$work/$name.diff" 2>&1 && [ $status -eq 0 ] && return 0
  { echo "$name: exit status $status; < expected, > printed"; head -20 "$work/$name.diff" "$work/$name.err"; } >"$work/$name.bad"
}
export -f check
export nvcc work

programs=("$here"/*.cu)
printf '%s\0' "${programs[@]}" | xargs -0 -P "${JOBS:-$(nproc)}" -I{} bash -c 'check "$@"' check {} "$@"
differ=0
for program in "${programs[@]}"; do
  bad=$work/$(basename "$program" .cu).bad
  [ -e "$bad" ] || continue
  differ=$((differ + 1))
  cat "$bad"
done
echo "${#programs[@]} programs, $differ differ"
[ "$differ" -eq 0 ]
