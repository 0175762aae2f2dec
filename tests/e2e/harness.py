# SPDX-License-Identifier: MIT
"""What the end-to-end tests share: playing configs, checking folders.

Everything goes to a temporary folder. No elapsed time is asserted; TIMEOUT only ends a hang.
"""
import collections
import contextlib
import decimal
import fcntl
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import fastjsonschema
import jsonschema
import pytest

import scorekeeper
from packed_logs import packed, unpacked

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMAS = ROOT / "results" / "schemas"
TIMEOUT = 300  # a run that hangs: no test takes a tenth of it
OK, USAGE, BAD_FILE, INTERNAL, INTERRUPTED = 0, 64, 65, 70, 75
SEED = 9  # of the deals of a config that names none
LARGE = f"0x{'5' * 30}"  # a seed that isolated bots cannot find by trying
SAME_BYTES = ("manifest.json", "games.jsonl", "summary.json")
FAULTS = ("illegal", "timeout", "crash")
BUILD = None  # the build folder, set by conftest.py
SAMPLES = None  # what tests share, a folder of this run of the tests


def configure(build, run):
    """`run`: a name of this run of the tests, the same in all of its processes."""
    global BUILD, SAMPLES
    os.environ["SKAT_ARENA_SEED"] = "1"  # of commands that name none, so that what they print is known
    BUILD = (ROOT / build).resolve()
    SAMPLES = ROOT / "build" / "samples" / run


# ---- samples: results that several tests read ----------------------------------------------------

def listing(folder):
    """What differs if anything in a folder was written."""
    return sorted((str(path.relative_to(folder)), path.lstat().st_size, path.lstat().st_mtime_ns)
                  for path in folder.rglob("*"))


def shared(name, make):
    """The folder of this name, which the first test that asks for it makes by make(folder), whatever process it runs in. Tests
    read it, and write only to copies."""
    SAMPLES.mkdir(parents=True, exist_ok=True)
    folder = SAMPLES / name
    with open(SAMPLES / f"{name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = SAMPLES / f"{name}.unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            (SAMPLES / f"{name}.json").write_text(json.dumps(listing(unfinished)), encoding="utf-8")
            unfinished.rename(folder)
    return folder


def remove_samples():
    """Returns what to say of those that a test has written to: the name and, if it is a run, the config."""
    def described(name):
        config = SAMPLES / name / "config.json"
        return f"{name} {config.read_text(encoding='utf-8') if config.exists() else ''}"
    written = [described(path.stem) for path in SAMPLES.glob("*.json")
               if json.loads(path.read_text(encoding="utf-8")) != json.loads(json.dumps(listing(SAMPLES / path.stem)))]
    shutil.rmtree(SAMPLES, ignore_errors=True)
    return written


def program():
    return BUILD / "skat-arena"


def has_sanitizer():
    return "asan" in program().parent.name


def use_package(*folders):
    """For modules that import skat_arena: that of the tree, with the library of this build, and what is in other folders. Skips the
    module in a build with sanitizers."""
    os.environ["SKAT_ARENA_LIBRARY"] = str(program().parent / "libskat-ffi.so")
    os.environ["SKAT_ARENA"] = str(program())
    if has_sanitizer():
        pytest.skip("a library with sanitizers cannot be loaded into a Python without them", allow_module_level=True)
    sys.path[:0] = [str(ROOT / "python"), *map(str, folders)]


def check_each(rows, check):
    """check(*row) for each row of a table. A test fails with all that is wrong, not only with the first."""
    wrong = []
    for row in rows:
        try:
            check(*row) if isinstance(row, tuple) else check(row)
        except AssertionError as error:
            wrong.append(f"{row}: {error}")
    assert not wrong, "\n".join(wrong)


def some(cases):
    """All of them; under the sanitizers, which are three times as slow, every fifth."""
    return list(cases)[::5] if has_sanitizer() else list(cases)


RANDOM, UNIFORM = {"module": "random"}, {"module": "random", "options": {"bidding": "uniform"}}
PASS = {"module": "random", "options": {"bidding": "pass"}}


def bad_bot(name, **options):
    module = str(BUILD / "tests" / "bots" / f"{name}.so")
    return {"module": module, "options": options} if options else module


def with_limit(bot, milliseconds=500):
    """A bot that hangs until it is killed: it alone has so short a limit, so that a busy machine makes nobody else late."""
    return bot | {"limits": {"time_ms": milliseconds}}


def twin(name, folder):
    """Another file of the same module, which plays alike: the loader ignores what follows the end."""
    copy = pathlib.Path(folder) / f"{name}.so"
    copy.write_bytes((program().parent / "bots" / f"{name}.so").read_bytes() + b"twin")
    return str(copy)


def cheat(name, **options):
    """A bot of tests/bots/cheats."""
    return bad_bot(f"cheats/{name}", **options)


def other_hidden_cards(deal):
    """A deal like this one, but for a card of middlehand and one of rearhand, which change places."""
    first, *hidden, skat = deal.split("|")
    (middle, *middles), (rear, *rears) = (hand.split(".") for hand in hidden)
    return "|".join((first, ".".join((rear, *middles)), ".".join((middle, *rears)), skat))


def mixed(**options):
    return bad_bot("mixed", **({"concede": 2, "hand": 50} | options))


def preload(name, _folder=None):
    """A library of tests/preload, built once: to be loaded before the program, as LD_PRELOAD."""
    def make(folder):
        subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", folder / f"{name}.so", ROOT / "tests" / "preload" / f"{name}.c",
                        "-ldl"], check=True, timeout=TIMEOUT)
    return str(shared(f"preload-{name}", make) / f"{name}.so")


def has_signal(process, field, number):
    """Whether a signal is in a set of /proc/PID/status: SigCgt, those that it handles, or ShdPnd, those that it has not yet got."""
    with open(f"/proc/{process.pid}/status", encoding="ascii", errors="replace") as file:
        found = re.search(rf"^{field}:\s(\w+)", file.read(), re.M)
    return bool(found and int(found[1], 16) >> number - 1 & 1)


class Started(subprocess.Popen):
    """A process that is killed where its test fails, which would otherwise wait for its end."""

    def __exit__(self, kind, value, trace):
        if kind:
            self.kill()
        super().__exit__(kind, value, trace)


def processes_with(word):
    """The processes that have it on their command line."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if word.encode() in pathlib.Path(f"/proc/{name}/cmdline").read_bytes():
                found.append(int(name))
    return found


def wait_until(condition, process=None):
    """Until it holds. With a process, which has to run as long."""
    until = time.monotonic() + TIMEOUT
    while not condition():
        assert process is None or process.poll() is None, f"it has ended: {process.returncode}"
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.002)


def wait_until_it_hears(process, number=signal.SIGINT):
    """Until a program handles a signal: before, it is ended by it like any program."""
    wait_until(lambda: has_signal(process, "SigCgt", number), process)


def send_heard(process, number=signal.SIGINT):
    """Sends a signal, and waits until the program has got it: two of a kind at a time would be one."""
    process.send_signal(number)
    wait_until(lambda: process.poll() is not None or not has_signal(process, "ShdPnd", number))


def arena(*arguments, cwd=ROOT, timeout=TIMEOUT, **how):
    """Runs the program, by default in the project's folder, where rule sets have their names."""
    return subprocess.run([program(), *map(str, arguments)], cwd=cwd, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, **how)


def arena_ok(*arguments, **how):
    """As arena(), of a command that must succeed."""
    done = arena(*arguments, **how)
    assert done.returncode == OK, done.stdout[-2000:] + done.stderr
    return done


def arena_says(code, texts, *arguments, **how):
    """Runs the program as arena() does, and asserts its exit status and that standard error has each of these texts, or this one.
    After USAGE, standard output must be empty."""
    done = arena(*arguments, **how)
    assert_says(done, code, texts)
    return done


def assert_says(done, code, texts):
    texts = [texts] if isinstance(texts, str) else texts
    missing = [text for text in texts if text not in done.stderr]
    assert done.returncode == code and not missing, (done.args[1:], done.returncode, missing, done.stderr)
    assert code != USAGE or not done.stdout, (done.args[1:], done.stdout)


class Validator:
    """A schema. Most values are right, which compiled code sees thirty times as fast; what is wrong with
    the others jsonschema tells, whose judgement counts."""

    def __init__(self, schema, compiled=True):
        self.schema, self.compiled = schema, compiled
        self.slow = jsonschema.Draft202012Validator(schema)
        self.iter_errors = self.slow.iter_errors

    @functools.cached_property
    def fast(self):
        """Compiled when it is first asked for: that takes a fifth of a second."""
        return fastjsonschema.compile(self.schema | {"$schema": "http://json-schema.org/draft-07/schema#", "$id": ""}, use_default=False)

    def is_valid(self, value):
        if not self.compiled:
            return self.slow.is_valid(value)
        try:
            self.fast(value)
            return True
        except fastjsonschema.JsonSchemaException:
            return self.slow.is_valid(value)

    def check(self, value, said=""):
        """Says where a wrong value is, and what is wrong with it."""
        if not self.is_valid(value):
            error = next(self.iter_errors(value))
            pytest.fail(f"{said} {self.schema.get('title', '')} {error.json_path}: {error.message[:500]}")


@functools.cache
def validator(name):
    return Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text()))


def read_lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def read_lines(folder):
    """The games of a log; a run that compares bids alone has other lines, too."""
    path = folder / "games.jsonl"
    path = path if path.exists() else folder / "games.jsonl.zst"
    return [line for line in map(json.loads, unpacked(path).splitlines()) if "bids" not in line]


def read_json(folder, name):
    return json.loads((folder / name).read_text())


def checked(folder, kind):
    """KIND.json of a folder, which fits its schema."""
    value = read_json(folder, f"{kind}.json")
    validator(kind).check(value)
    return value


def rounded(value, digits):
    """As the program prints a number with its sign: halves away from 0, where Python's formats go to the even digit."""
    step = decimal.Decimal(1).scaleb(-digits)
    return f"{decimal.Decimal(value).quantize(step, decimal.ROUND_HALF_UP):+}"


def is_within(file, page):
    """Whether a page has what a file has; it may have figures that follow from that, too (report/page_figures.h)."""
    if isinstance(file, dict):
        return isinstance(page, dict) and all(key in page and is_within(value, page[key]) for key, value in file.items())
    if isinstance(file, list):
        return isinstance(page, list) and len(file) == len(page) and all(map(is_within, file, page))
    return file == page


def seal(folder):
    """Has summary.json name the manifest that is there, as whoever forges both would."""
    text = json.dumps(read_json(folder, "manifest.json"), separators=(",", ":"), ensure_ascii=False)
    summary = read_json(folder, "summary.json") | {"manifest_sha256": hashlib.sha256(text.encode()).hexdigest()}
    (folder / "summary.json").write_text(json.dumps(summary))


def comparison_of(folder):
    return read_json(folder, "summary.json")["comparison"]


def games_of_deals(folder):
    """The lines of a log by session and deal."""
    deals = collections.defaultdict(list)
    for game in read_lines(folder):
        deals[game["session"], game["deal"]].append(game)
    return deals


def config_of(fields):
    """A config with these fields, and what a test usually wants of the others. Bots of tests/bots are our own: they play in workers,
    which takes less time, unless the fields say otherwise."""
    config = {"name": "test", "seed": SEED, "deals": 36, "workers": 1, "bots": {"r": RANDOM}, "seats": ["r", "r", "r"]} | fields
    return {"isolation": "none"} | config if str(BUILD / "tests") in json.dumps(config.get("bots")) else config


class RunTest:
    """A test has a folder, `temp`, and a stack of what to do at its end, `cleanup`."""

    @pytest.fixture(autouse=True)
    def temporary_folder(self):
        with tempfile.TemporaryDirectory(prefix="skat-arena-test-",
                                         ignore_cleanup_errors=True) as folder, \
                contextlib.ExitStack() as self.cleanup:
            self.temp = pathlib.Path(folder)
            self.count = 0
            yield

    def new_path(self, name, suffix=""):
        """A path in the temporary folder that no other call returns; nothing is there yet."""
        self.count += 1
        return self.temp / f"{name}{self.count}{suffix}"

    # ---- playing ----

    def write_config(self, **fields):
        path = self.new_path("config", ".json")
        path.write_text(json.dumps(config_of(fields)))
        return path

    def sample(self, *arguments, **fields):
        """As play(), but for all tests that ask for the same: it is played once, and must not be written to."""
        asked = json.dumps([list(map(str, arguments)), config_of(fields)], sort_keys=True)

        def make(folder):
            (folder / "config.json").write_text(json.dumps(config_of(fields)))
            arena_ok("run", folder / "config.json", "--out", folder / "out", "--quiet", *arguments)
        return shared(hashlib.sha256(asked.encode()).hexdigest()[:16], make) / "out"

    def sample_copy(self, *arguments, **fields):
        """A copy of a sample, in a folder of its own, which may be written to."""
        return pathlib.Path(shutil.copytree(self.sample(*arguments, **fields), self.new_path("out")))

    def run_config(self, *arguments, **fields):
        """Plays a config; returns the process and the result folder, which may not exist."""
        path = self.write_config(**fields)
        out = self.temp / f"out{self.count}"
        return arena("run", path, "--out", out, *arguments), out

    def run_ok(self, *arguments, **fields):
        done, out = self.run_config(*arguments, **fields)
        assert done.returncode == OK, done.stderr
        return done, out

    def run_says(self, code, texts, *arguments, **fields):
        """As arena_says(), of a run of this config. After USAGE, there must be no result folder."""
        done, out = self.run_config(*arguments, **fields)
        assert_says(done, code, texts)
        assert code != USAGE or not out.exists()
        return done, out

    def play(self, *arguments, **fields):
        return self.run_ok("--quiet", *arguments, **fields)[1]

    def run_killed(self, path, out, name, size):
        """A run that is killed once the file of this name has more than so many bytes."""
        with Started([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, stderr=subprocess.PIPE) as process:
            file = out / name
            while process.poll() is None and not (file.exists() and file.stat().st_size > size):
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=TIMEOUT)

    # ---- checking ----

    def assert_verified(self, folder):
        done = arena("verify", folder)
        assert done.returncode == OK, done.stderr[:2000]

    def assert_scored(self, folder):
        differences = scorekeeper.check_folder(folder)
        assert not differences, "\n".join(differences[:10])

    def assert_sound(self, folder):
        games = read_json(folder, "manifest.json")["schedule"]["games"]
        assert len(read_lines(folder)) == games
        self.assert_verified(folder)
        self.assert_scored(folder)

    def assert_valid(self, schema, value, where):
        errors = [f"{where}: {error.json_path}: {error.message[:300]}"
                  for error in validator(schema).iter_errors(value)]
        assert not errors, "\n".join(errors[:10])

    def assert_same_bytes(self, one, other, names=SAME_BYTES):
        for name in names:
            name = name if (one / name).exists() or name != "games.jsonl" else "games.jsonl.zst"
            texts = [unpacked(folder / name) for folder in (one, other)]
            if name == "summary.json" and "manifest.json" not in names:  # which differ as these may
                texts = [re.sub(rb'\t"manifest_sha256":.*', b"", text) for text in texts]
            assert texts[0] == texts[1], name

    def assert_tampering_found(self, folder, field):
        done = arena("verify", folder)
        assert done.returncode == BAD_FILE, f"{field}: not found\n{done.stderr[:500]}"
        assert field in done.stderr
        return done.stderr

    def assert_schemas(self, folder):
        for name in ("manifest", "summary", "timing"):
            self.assert_valid(name, read_json(folder, f"{name}.json"), name)
        game = validator("game")
        for line in read_lines(folder):
            if not game.is_valid(line):
                self.assert_valid("game", line, f"game {line['game']}")
