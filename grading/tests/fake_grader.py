"""A build folder whose grader of lab 99 does what the first line of a submission says, for tests of what is around it.

    // fake: TASK=VERDICT ...   these verdicts, "pass" for the other tasks (1_a 10 points, 2_b 30, 3_c 60)
    // fake: exit N             ends with N and writes nothing
    // fake: infra-once FILE    our trouble the first time, then pass; FILE remembers
    // fake: sleep SECONDS      then pass
    // fake: wait FILE          until there is this file, then pass
    // fake: loud               prints a megabyte, then pass
    // fake: breaks             from now on the machine is broken: a file "broken" lies in the build folder

In the environment, as of another version of the grader: FAKE_VERSION its name, FAKE_JUDGES the verdicts in place of a submission's
TASK=VERDICT, FAKE_HINT the hint, FAKE_DIES=1 one that ends with 99. FAKE_GPU=1: there is a GPU. FAKE_CONTAINED=1: it knows
--contained. FAKE_ROOM: what its largest case takes. FAKE_BREAKS=1: `breaks` breaks.
"""
import os
import pathlib

# In sh, since a class of ten starts it twenty times and more: Python's start would be most of what these tests cost.
SCRIPT = r'''#!/bin/sh
tasks="1_a:10 2_b:30 3_c:60"
build=${0%/bin/*}
call="$* ${CUDA_VISIBLE_DEVICES--}" mode=$1
seed=1 backend=emu wanted=
while [ $# -gt 0 ]; do
  case $1 in
  --list)
    printf 'Lab 99, Fakes: tasks, points, cases on emu and gpu\n\n'
    for task in $tasks; do echo "  ${task%:*}  ${task#*:}  1  1  an idea"; done
    echo "$FAKE_ROOM"
    exit 0 ;;
  --help) echo "Grades lab 99, Fakes. ${FAKE_CONTAINED:+--contained}"; exit 0 ;;
  --name) echo "$build/workers/none"; exit 0 ;;
  --impl) impl=$2; shift ;;
  --seed) seed=$2; shift ;;
  --backend) backend=$2; shift ;;
  --json) json=$2; shift ;;
  --task) wanted="$wanted $2 "; shift ;;
  esac
  shift
done
printf '%s\n' "$call" >> "$build/calls"
[ "$FAKE_DIES" ] && [ "$impl" != starter ] && exit 99
no_device=
[ "$backend" = gpu ] && [ -z "$FAKE_GPU" ] && no_device=1
line=
[ "$impl" = starter ] || [ "$no_device" ] || read -r line < "$impl"
set -f; set -- $line; set +f
verdicts= status=0
if [ -e "$build/broken" ]; then # as of a compiler that dies: infra, and the starter is rejected
  [ "$impl" = starter ] && verdicts="1_a=rejected 2_b=rejected 3_c=rejected"
  [ "$impl" = starter ] || verdicts="1_a=infra 2_b=infra 3_c=infra" status=99
fi
if [ "$2" = fake: ]; then
  case $3 in
  exit) echo "$impl: the last words"; exit "$4" ;;
  infra-once) [ -e "$4" ] || { : > "$4"; verdicts=2_b=infra status=99; } ;;
  infra) verdicts=2_b=infra status=99 ;;
  breaks) [ "$FAKE_BREAKS" ] && { : > "$build/broken"; verdicts=2_b=infra status=99; } ;;
  sleep) sleep "$4" ;;
  wait) until [ -e "$4" ]; do sleep 0.05; done ;;
  loud) printf '%1048576s\n' x ;;
  *) shift 2; verdicts=${FAKE_JUDGES-$*} ;;
  esac
fi
timing=null
[ "$mode" = bench ] && timing='{"case": "n=1", "runs": [{"name": "impl", "median_ms": 1.0, "bytes_per_s": 2e12, "ops_per_s": 0.0},
 {"name": "cub", "median_ms": 0.9, "ratio": 0.9, "bytes_per_s": 2e12}]}'
case $impl in
*[\\\"]*) quoted=$(printf '%s' "$impl" | sed 's/[\\"]/\\&/g') ;;
*) quoted=$impl ;;
esac
rows=
for task in $tasks; do
  name=${task%:*} max=${task#*:} verdict=pass
  case $wanted in "" | *" $name "*) ;; *) continue ;; esac
  case " $verdicts" in *" $name="*) verdict=" $verdicts " verdict=${verdict#*" $name="} verdict=${verdict%% *} ;; esac
  [ "$no_device" ] && verdict=not-assessed
  points=$max message=
  [ "$verdict" = pass ] || points=0 message="$quoted:7: $verdict"
  [ "$status" = 0 ] && [ "$verdict" != pass ] && status=1
  rows="$rows${rows:+,}
  {\"name\": \"$name\", \"backend\": \"$backend\", \"verdict\": \"$verdict\", \"points\": $points, \"max\": $max,
   \"hint\": \"${FAKE_HINT:-a hint}\", \"message\": \"$message\", \"timing\": $timing}"
done
[ "$no_device" ] && status=77
printf '%s\n' "{
  \"schema_version\": 1, \"lab\": \"99\", \"title\": \"Fakes\", \"implementation\": \"$quoted\",
  \"grader_version\": \"${FAKE_VERSION:-v1}\", \"seed\": $seed, \"backend\": \"$backend\",
  \"date\": \"that of process $$\",
  \"not_assessed_reason\": \"no GPU\", \"tasks\": [$rows]
}" > "$json"
echo "graded $impl"
exit $status
'''


def make(folder):
    """Makes the build folder and gives it back."""
    folder = pathlib.Path(folder)
    (folder / "bin").mkdir(parents=True)
    file = folder / "bin" / "lab99"
    file.write_text(SCRIPT)
    os.chmod(file, 0o755)
    return folder


def calls(folder):
    """The command lines that the grader was called with, but for the trials of the starter."""
    file = pathlib.Path(folder) / "calls"
    return [c for c in file.read_text().splitlines() if "--impl starter" not in c] if file.exists() else []
