#!/usr/bin/env python3
"""Tests of grading/grade --slurm: with an sbatch that only counts up, and on a real Slurm of one node where it is installed.

Exit status 77, with the reason, where there is no Slurm; the other test has run then.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import fake_grader  # noqa: E402
from classroom import grader, one, pool, store  # noqa: E402
from test_class_grade import Class  # noqa: E402

COUNTS_UP = """#!/bin/bash
# sbatch --wait SCRIPT: runs every element of the array, one after the other.
last=$(sed -n 's/^#SBATCH --array=0-\\([0-9]*\\).*/\\1/p' "$2")
for i in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$i bash "$2" || exit 1; done
"""
CONF = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port1}
SlurmdPort={port2}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={top}/munge.socket
CredType=cred/munge
StateSaveLocation={top}/state
SlurmdSpoolDir={top}/spool
SlurmctldPidFile={top}/ctld.pid
SlurmdPidFile={top}/d.pid
SlurmctldLogFile={top}/ctld.log
SlurmdLogFile={top}/d.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MaxArraySize=1001
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo", "scontrol")


def tool(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


class Script(Class):
    def test_counted_up(self):
        tools = self.top / "tools"
        tools.mkdir()
        (tools / "sbatch").write_text(COUNTS_UP)
        (tools / "sbatch").chmod(0o755)
        self.env["PATH"] = f"{tools}:{self.env['PATH']}"
        self.put(**{name: "// fake: 2_b=wrong" for name in ("ada", "it's $HOME", "김민수")})
        said = self.grade("--slurm", "--slurm-option=--partition=x y")
        self.assertEqual([m["mark"] for m in self.marks().values()], [70] * 3)
        self.assertIn("[3/3]", said)
        script = (self.out / ".work/array.sh").read_text()
        for line in ("#SBATCH --array=0-2%2", "#SBATCH --partition=x y"):
            self.assertIn(line, script)

    def test_more_students_than_an_array_may_have(self):
        results = store.Results(self.out)
        results.work.mkdir(parents=True)
        store.write_json(results.run, {"lab": "99", "backend": "gpu", "seed": 1, "sandbox": False, "grader_version": "v1", "tasks": []})
        keys = [f"k{n}" for n in range(2300)]
        old, pool.ONE = pool.ONE, "-c;print"  # the script's loop alone
        self.addCleanup(setattr, pool, "ONE", old)
        script = pool.array_script(results, "s", keys, 4, [])
        self.assertIn("--array=0-999%4", script)
        self.assertIn("--gres=gpu:1", script)
        self.assertIn("--cpus-per-task=1,", script.replace("\n", ","))
        store.write_bytes(results.work / "slurm.keys", "".join(f"{k}\n" for k in keys).encode())
        loop = "echo" + script[script.index("awk"):].split("do\n")[0].replace("awk", " >/dev/null; awk", 1) + 'do echo "$key"; done'
        seen = []
        for i in (0, 299, 300, 999):
            seen += subprocess.run(["bash", "-c", loop], env={**self.env, "SLURM_ARRAY_TASK_ID": str(i)}, capture_output=True,
                                   text=True, check=True).stdout.split()
        self.assertEqual(seen, ["k0", "k1000", "k2000", "k299", "k1299", "k2299", "k300", "k1300", "k999", "k1999"])

    def test_ranks_and_devices(self):
        """Processors for all ranks of the lab's largest case, and on a GPU its devices."""
        results = store.Results(self.out)
        results.work.mkdir(parents=True)
        run = {"lab": "99", "backend": "all", "seed": 1, "sandbox": False, "grader_version": "v1", "tasks": [], "ranks": 8,
               "most_devices": 4}
        store.write_json(results.run, run)
        script = pool.array_script(results, "s", ["k"], 1, ["--gres=gpu:2"])
        self.assertIn("#SBATCH --ntasks=1 --cpus-per-task=8\n", script)
        self.assertLess(script.index("--gres=gpu:4"), script.index("--gres=gpu:2"))  # the last one counts
        store.write_json(results.run, {**run, "backend": "emu"})
        self.assertNotIn("--gres", pool.array_script(results, "s", ["k"], 1, []))

    def test_devices_of_one_student(self):
        """As many GPUs at a time as the lab's largest case uses, or all; nobody has one that another student has."""
        with mock.patch.dict(os.environ, {"CUDA_VISIBLE_DEVICES": "slurm-a,slurm-b,slurm-c,slurm-d,slurm-e"}):
            first, locks = one.take_devices(5, 2)
            second, more = one.take_devices(5, 2)
            self.assertEqual((first, second), ("slurm-a,slurm-b", "slurm-c,slurm-d"))
            with mock.patch("time.sleep", side_effect=InterruptedError):
                self.assertRaises(InterruptedError, one.take_devices, 5, 2)  # waits
                self.assertRaises(InterruptedError, one.take_devices, 5, 8)
                for lock in more:
                    os.close(lock)
                third, more = one.take_devices(5, 2)
                self.assertEqual(third, "slurm-c,slurm-d")
            for lock in locks + more:
                os.close(lock)
            every, locks = one.take_devices(5, 8)
            self.assertEqual(every, "slurm-a,slurm-b,slurm-c,slurm-d,slurm-e")
            for lock in locks:
                os.close(lock)

    def test_students_at_a_time(self):
        run = {"devices": 0, "ranks": 8, "most_devices": 4}
        with mock.patch("os.sched_getaffinity", return_value=set(range(20))):
            self.assertEqual(grader.at_a_time(run), 2)
            self.assertEqual(grader.at_a_time({**run, "ranks": 64}), 1)
        self.assertEqual([grader.at_a_time({**run, "devices": n}) for n in (1, 4, 7, 8)], [1, 1, 1, 2])

    def test_asked_of_the_grader(self):
        """What the grader's list says of its largest case goes into the run."""
        room = "\nA case takes up to 6 ranks at a time, on gpu up to 3 devices.\n"
        self.put(ada="int x;")
        self.env["FAKE_ROOM"] = room
        self.grade()
        run = store.Results(self.out).read_run()
        self.assertEqual((run["ranks"], run["most_devices"]), (6, 3))

    def test_no_slurm(self):
        tools = self.top / "tools"
        tools.mkdir()
        (tools / "make").symlink_to(shutil.which("make"))
        self.env["PATH"] = str(tools)
        self.put(ada="int x;")
        self.assertIn("there is no sbatch here", self.grade("--slurm", expect=2))

    def test_control_c_cancels_the_array(self):
        tools = self.top / "tools"
        tools.mkdir()
        (tools / "sbatch").write_text("#!/bin/sh\necho 'Submitted batch job 17'; exec sleep 60\n")
        (tools / "scancel").write_text(f"#!/bin/sh\necho $* > {self.top}/cancelled\n")
        for name in ("sbatch", "scancel"):
            (tools / name).chmod(0o755)
        self.env["PATH"] = f"{tools}:{self.env['PATH']}"
        self.put(ada="int x;")
        process = subprocess.Popen(self.words("--slurm"), env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        log = self.out / ".work/sbatch.log"
        for _ in range(200):
            if log.exists() and "17" in log.read_text():
                break
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        self.assertEqual(process.wait(20), 130)
        self.assertEqual((self.top / "cancelled").read_text(), "17\n")

    def test_a_failed_job_is_told(self):
        tools = self.top / "tools"
        tools.mkdir()
        (tools / "sbatch").write_text("#!/bin/sh\necho 'sbatch: error: invalid partition'; exit 1\n")
        (tools / "sbatch").chmod(0o755)
        self.env["PATH"] = f"{tools}:{self.env['PATH']}"
        self.put(ada="int x;")
        said = self.grade("--slurm", expect=1)
        self.assertIn("invalid partition", said)
        self.assertIn("not graded yet: ada", said)


class OneNode(Class):
    def wait(self, what, seconds=30):
        for _ in range(seconds * 5):
            if what():
                return True
            time.sleep(0.2)
        return False

    def start(self, *words):
        log = open(self.top / f"{pathlib.Path(words[0]).name}.out", "wb")
        self.addCleanup(log.close)
        process = subprocess.Popen(words, stdout=log, stderr=log, env=self.env, start_new_session=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return process

    def test_real(self):
        (self.top / "state").mkdir()
        (self.top / "spool").mkdir()
        os.chmod(self.top, 0o755)
        (self.top / "key").write_bytes(os.urandom(128))
        (self.top / "key").chmod(0o600)
        ports = []
        for _ in range(2):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
        host = socket.gethostname().split(".")[0]
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        conf = self.top / "slurm.conf"
        conf.write_text(CONF.format(host=host, user=user, top=self.top, port1=ports[0], port2=ports[1],
                                    cpus=len(os.sched_getaffinity(0))))
        self.env["SLURM_CONF"] = str(conf)
        self.start(tool("munged"), "--foreground", "--force", f"--socket={self.top}/munge.socket", f"--key-file={self.top}/key",
                   f"--log-file={self.top}/munge.log", f"--pid-file={self.top}/munge.pid", f"--seed-file={self.top}/seed")
        logs = lambda: "".join(p.read_text(errors="replace")[-1500:] for p in [*self.top.glob("*.log"), *self.top.glob("*.out")])  # noqa: E731
        self.assertTrue(self.wait((self.top / "munge.socket").exists), logs())
        self.start(tool("slurmctld"), "-D", "-f", str(conf))
        self.start(tool("slurmd"), "-D", "-f", str(conf))

        def idle():
            done = subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True, check=False, env=self.env)
            return done.stdout.strip() == "idle"
        self.assertTrue(self.wait(idle, 60), logs())
        self.put(**{f"s{n}": "// fake: 3_c=wrong" for n in range(4)})
        said = self.grade("--slurm")
        self.assertEqual([m["mark"] for m in self.marks().values()], [40] * 4, said)
        calls = fake_grader.calls(self.build)
        self.assertEqual(len(calls), 4)
        self.grade("--slurm")
        self.assertEqual(fake_grader.calls(self.build), calls)
        self.assertEqual(len(list((self.out / ".work").glob("slurm-*.log"))), 4)


if __name__ == "__main__":
    missing = [name for name in DAEMONS if not tool(name)]
    names = ["Script"] if missing else ["Script", "OneNode"]
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(globals()[n]) for n in names)
    ok = unittest.TextTestRunner().run(suite).wasSuccessful()
    if ok and missing:
        print(f"SKIP: the run on a real Slurm: {', '.join(missing)} missing (apt-get install slurm-wlm munge); the others ran")
    sys.exit(1 if not ok else 77 if missing else 0)
