# SPDX-License-Identifier: MIT
"""End-to-end tests of runs on many machines: the commands of docs/many-machines.md, under a Slurm of our own, with GNU parallel, as
Kubernetes would start them, and by Python's executors, all on this machine.
"""
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import jsonschema
import pytest

from harness import *

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")

PARTS = 4
README = (ROOT / "docs" / "many-machines.md").read_text()
DUEL = {"name": "duel", "bots": {"a": "stammtisch", "b": RANDOM}, "seats": ["a", "b"], "schedule": "duel", "deals": 3000}


def commands_of_readme(word):
    """The block of docs/many-machines.md that has the word."""
    return next(block for block in re.findall(r"^```\w*\n(.*?)^```$", README, re.S | re.M) if word in block)


def find(name):
    """Daemons are where only root's path leads."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin:/sbin")


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class ClusterTest(RunTest):
    """The commands are run as they stand, in a folder where `docs` is the project's."""

    @pytest.fixture(autouse=True)
    def project_folder(self, temporary_folder):
        self.project = self.temp / "project"
        (self.project / "configs").mkdir(parents=True)
        (self.project / "build").mkdir()
        (self.project / "docs").symlink_to(ROOT / "docs")
        (self.project / "build" / "plain").symlink_to(program().parent)
        self.config = self.write_config(**DUEL)
        shutil.copy(self.config, self.project / "configs" / "duel.json")
        self.environment = {**os.environ, "PATH": f"{program().parent}:{os.environ['PATH']}"}

    def shell(self, script):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=self.project, text=True,
                              env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT)
        assert done.returncode == OK, done.stdout + done.stderr
        return done.stdout

    def begin_part(self, part, parts):
        """A part that was cut off: its process was killed while it wrote the log."""
        out = self.project / "shards" / f"shard-{part}"
        log, until = out / "games.jsonl", time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            shutil.rmtree(out, ignore_errors=True)
            process = subprocess.Popen(
                [program(), "run", "configs/duel.json", "--shard", f"{part}/{parts}", "--out", out,
                 "--quiet", "--workers", "1"], cwd=self.project)
            while not (log.exists() and log.stat().st_size) and process.poll() is None:
                time.sleep(0.001)
            process.kill()
            if process.wait() == -signal.SIGKILL:  # else it was faster than this test: again
                return out
        pytest.fail("no part could be cut off")

    def assert_whole(self, folder):
        done, whole = self.run_ok("--quiet", **DUEL)
        self.assert_same_bytes(whole, folder)


# ---- Slurm ---------------------------------------------------------------------------------

SLURM = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "scancel")
USER = pwd.getpwuid(os.geteuid()).pw_name
# Twice as many processors as tasks, whatever this machine has: nobody waits for anybody. A job that can
# never begin, as the one that it waits for has failed, ends. Nothing listens to other machines.
SLURM_CONF = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={controller}
SlurmdPort={node}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=kill_invalid_depend,sched_interval=1
SlurmdParameters=config_overrides
MailProg=/bin/true
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus}
PartitionName=all Nodes={host} Default=YES MaxTime=10
"""


class Daemons:
    """A cluster of one node. Whatever was started is ended, by its process id."""

    def __init__(self, folder):
        self.folder, self.processes, self.started = folder, [], False
        self.conf = folder / "slurm.conf"
        for name in ("", "state", "spool"):
            (folder / name).mkdir(mode=0o700)

    def write(self):
        host = socket.gethostname().split(".")[0]
        controller, node = free_ports(2)
        self.conf.write_text(SLURM_CONF.format(folder=self.folder, host=host, user=USER, controller=controller, node=node, cpus=2 * PARTS))
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)

    def start(self, name, *arguments):
        log = open(self.folder / f"{name}.log", "wb")
        with log:
            self.processes.append(subprocess.Popen(
                [find(name), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "SLURM_CONF": str(self.conf)}, start_new_session=True))

    def start_all(self):
        self.write()
        folder = self.folder
        # --force: folders in /tmp are not what it likes.
        self.start("munged", "--foreground", "--force", f"--socket={folder}/munge.socket",
                   f"--key-file={folder}/munge.key", f"--log-file={folder}/munge.log",
                   f"--pid-file={folder}/munge.pid", f"--seed-file={folder}/munge.seed")
        self.start("slurmctld", "-D", "-f", self.conf)
        self.start("slurmd", "-D", "-f", self.conf)

    def ask(self, *words, patience=TIMEOUT):
        done = subprocess.run(words, text=True, env={**os.environ, "SLURM_CONF": str(self.conf)},
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=patience)
        return done.stdout.strip() if done.returncode == 0 else f"error: {done.stderr.strip()}"

    def end_jobs(self):
        """After a failed test: jobs would outlive the daemons."""
        PATIENCE = 10
        until = time.monotonic() + PATIENCE
        try:
            while self.ask("squeue", "-h", patience=PATIENCE) and time.monotonic() < until:
                self.ask("scancel", "--user", USER, patience=PATIENCE)
                time.sleep(0.1)
        except subprocess.TimeoutExpired:
            pass  # there is no controller to ask

    def stop(self):
        if self.started:
            self.end_jobs()
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def end_of_logs(self):
        texts = []
        for path in sorted(self.folder.glob("*.log")):
            texts.append(f"{path.name}: " + " | ".join(path.read_text().splitlines()[-5:]))
        return "\n".join(texts)


class TestSlurm(ClusterTest):
    @pytest.fixture(autouse=True)
    def slurm(self, project_folder):
        missing = [name for name in SLURM if not find(name)]
        if missing:
            pytest.skip(f"there is no {', '.join(missing)}: Debian's slurm-wlm and munge have them")
        self.cluster = Daemons(self.temp / "slurm")
        self.cleanup.callback(self.cluster.stop)
        self.cluster.start_all()
        self.environment["SLURM_CONF"] = str(self.cluster.conf)
        self.environment["SKAT_ARENA"] = str(program())
        self.wait_for_node()

    def wait_for_node(self):
        """Where daemons may not run - in a container, without rights - there is nothing to test."""
        PATIENCE = 20
        until = time.monotonic() + PATIENCE
        while (state := self.cluster.ask("sinfo", "-h", "-o", "%T")) != "idle":
            dead = any(process.poll() is not None for process in self.cluster.processes)
            if dead or time.monotonic() > until:
                pytest.skip(f"Slurm does not start here: {state}\n{self.cluster.end_of_logs()}")
            time.sleep(0.1)
        self.cluster.started = True

    def wait_for_jobs(self):
        until = time.monotonic() + TIMEOUT
        while (jobs := self.cluster.ask("squeue", "-h")) != "":
            assert time.monotonic() < until, jobs + "\n" + self.cluster.end_of_logs()
            time.sleep(0.1)

    def test_job_array(self):
        """Also with a part that was cut off and one that is there already: the one goes on, the other
        is left alone."""
        cut = self.begin_part(2, PARTS)
        assert (cut / "resume.json").exists()
        self.shell(f"build/plain/skat-arena run configs/duel.json --shard 3/{PARTS} " "--out shards/shard-3 --quiet")
        done = self.project / "shards" / "shard-3"
        before = (done / "summary.json").stat().st_mtime_ns
        script = commands_of_readme("sbatch").replace("--array=1-8", f"--array=1-{PARTS}")
        assert f"1-{PARTS} docs/cluster/slurm-array.sh configs/duel.json shards" in script
        self.shell(script)
        self.wait_for_jobs()
        printed = "".join(path.read_text() for path in self.project.glob("slurm-*.out"))
        assert (self.project / "whole" / "summary.json").exists(), printed
        self.assert_whole(self.project / "whole")
        assert not (cut / "resume.json").exists()
        assert (done / "summary.json").stat().st_mtime_ns == before

    def submit(self, *options):
        """An array of the script of the documentation, and the printed number of its job."""
        return self.shell(f"sbatch --parsable {' '.join(options)} docs/cluster/slurm-array.sh configs/duel.json shards").strip()

    def printed(self):
        return "".join(path.read_text() for path in self.project.glob("slurm-*.out"))

    def test_verdict_ends_the_array(self):
        """More tasks than play at a time: those after the verdict play nothing."""
        config = DUEL | {"bots": {"a": "stammtisch", "b": {"module": "stammtisch", "options": {"caution": 30}}}, "seed": 7,
                         "deals": 8000, "test": {"h0": 0, "h1": 1}}
        self.config = self.write_config(**config)
        shutil.copy(self.config, self.project / "configs" / "duel.json")
        self.submit("--array=1-8%2")
        self.wait_for_jobs()
        assert "the shards have a verdict after 800 of 8000 deals: 0 of the 3000 games" in self.printed()
        self.shell("build/plain/skat-arena merge shards/shard-* --out whole --quiet")
        done, whole = self.run_ok("--quiet", **config)
        self.assert_same_bytes(whole, self.project / "whole")
        assert json.loads(self.shell("build/plain/skat-arena results shards/board --json"))[0]["beginning"] == 800


# ---- GNU parallel --------------------------------------------------------------------------

class TestParallel(ClusterTest):
    @pytest.fixture(autouse=True)
    def parallel(self):
        found = find("parallel")  # moreutils has another one of that name
        version = found and subprocess.run([found, "--version"], text=True, capture_output=True,
                                           stdin=subprocess.DEVNULL, timeout=TIMEOUT).stdout
        if not found or "GNU parallel" not in version:
            pytest.skip("there is no GNU parallel: Debian's package parallel has it")

    def test_shards(self):
        """`:` is this machine, without ssh."""
        script = commands_of_readme("parallel --sshlogin")
        assert "--sshlogin one,two,three" in script
        script = script.replace("one,two,three", ":")
        self.shell(script + "\nskat-arena merge shards/* --out whole --quiet")
        self.assert_whole(self.project / "whole")


# ---- Kubernetes ----------------------------------------------------------------------------

def of(required, **properties):
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}
LIST = lambda item: {"type": "array", "items": item, "minItems": 1}
RESOURCES = of([], cpu={"type": "string", "pattern": "^[0-9]+m?$"}, memory={"type": "string", "pattern": "^[0-9]+(Mi|Gi)$"})
# The fields of batch/v1 that the page uses, from the reference of its API; one that is misspelt is in none of these.
JOB = of(["apiVersion", "kind", "metadata", "spec"], apiVersion={"const": "batch/v1"}, kind={"const": "Job"},
         metadata=of(["name"], name=TEXT),
         spec=of(["template"], completionMode={"enum": ["Indexed", "NonIndexed"]}, completions=COUNT, parallelism=COUNT,
                 backoffLimitPerIndex=COUNT, template=of(["spec"], spec=of(
                     ["containers", "restartPolicy"], restartPolicy={"enum": ["Never", "OnFailure"]},
                     containers=LIST(of(["name", "image"], name=TEXT, image=TEXT, workingDir=TEXT, command=LIST(TEXT), args=LIST(TEXT),
                                        resources=of([], requests=RESOURCES, limits=RESOURCES),
                                        volumeMounts=LIST(of(["name", "mountPath"], name=TEXT, mountPath=TEXT)))),
                     volumes=LIST(of(["name"], name=TEXT, persistentVolumeClaim=of(["claimName"], claimName=TEXT)))))))


class TestKubernetes(ClusterTest):
    def test_pods(self):
        """What each container starts, one of them a second time after it was cut off."""
        job = pytest.importorskip("yaml").safe_load(commands_of_readme("batch/v1"))
        jsonschema.validate(job, JOB)
        [container] = job["spec"]["template"]["spec"]["containers"]
        assert job["spec"]["completions"] == int(re.search(r"/(\d+)\"", container["args"][0])[1])
        script = container["args"][0].replace("/96", f"/{PARTS}").replace("duel.json", "configs/duel.json")
        shutil.move(self.begin_part(2, PARTS), self.project / "duel" / "shard-2")
        for index in range(PARTS):
            done = subprocess.run([*container["command"], script], cwd=self.project, text=True, capture_output=True,
                                  stdin=subprocess.DEVNULL, env=self.environment | {"JOB_COMPLETION_INDEX": str(index)})
            assert done.returncode == OK, done.stderr
        self.shell("skat-arena merge duel/shard-* --out whole --quiet")
        self.assert_whole(self.project / "whole")


# ---- Python's executors --------------------------------------------------------------------

class TestExecutors(ClusterTest):
    def test_shards_and_parts(self):
        """Twice: the second time, all shards are there."""
        pytest.importorskip("numpy")
        (self.project / "shards.py").write_text(commands_of_readme("ThreadPoolExecutor"))
        environment = self.environment | {"PYTHONPATH": str(ROOT / "python"), "SKAT_ARENA": str(program()),
                                          "SKAT_ARENA_LIBRARY": str(program().parent / "libskat-ffi.so")}
        for _ in range(2):
            shutil.rmtree(self.project / "whole", ignore_errors=True)
            done = subprocess.run([sys.executable, "-B", "shards.py"], cwd=self.project, text=True, capture_output=True, env=environment)
            assert done.returncode == OK, done.stderr
            self.assert_whole(self.project / "whole")
        assert json.loads((self.project / "whole" / "summary.json").read_text())["verdict"]["sentence"] == done.stdout.strip()
