# SPDX-License-Identifier: MIT
"""What users of other tournament programs ask and stumble over: modules in odd places, slow bots, odds, more deals, pooled runs. From the
command line, and with the sentence that helps."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

import harness
from harness import *

#: A child that plays its first legal card. It needs so many seconds to start, and so many for a card.
SLOW = """#!%s -IS
import json, sys, time
start, card = %s, %s
time.sleep(start)
for line in sys.stdin:
    question = json.loads(line)
    answer, kind = {}, question.get("decision", {}).get("kind")
    if question["type"] == "bye":
        break
    if question["type"] == "hello":
        answer = {"type": "hello", "protocol": 2, "name": "slow", "wants": [], "decisions": []}
    elif kind == "card":
        time.sleep(card)
        answer = {"action": {"card": question["decision"]["cards"][0]}}
    elif kind:
        answer = {"action": {"declare": question["decision"]["declarations"][0]} if kind == "game" else
                  {"bid": 18} if question["decision"].get("bids", [0])[0] == 18 else "pass"}
    print(json.dumps({"seq": question["seq"], **answer}), flush=True)
"""


class OutsideTest(RunTest):
    def run(self, *arguments, code=OK, says=(), **how):
        done = arena(*arguments, cwd=self.temp, **how)
        assert done.returncode == code and all(text in done.stdout + done.stderr for text in says), (done.stdout, done.stderr)
        return done

    def module(self, path="mine.so", change=lambda data: data):
        path = self.temp / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(change((harness.BUILD / "bots" / "random.so").read_bytes()))
        return path

    def slow(self, path="slow.py", start: float = 0, card: float = 0):
        path = self.temp / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SLOW % (sys.executable, start, card))
        path.chmod(0o755)
        return path

    def compare(self, *words, **how):
        out = self.new_path("out")
        self.run("compare", *words, "--quiet", "--out", out, **how)
        return out


class TestModules(OutsideTest):
    def test_where_a_file_lies(self):
        """Blanks, colons, commas, equals signs, other letters: in folders, in the name of the file, before options, in a config."""
        words = []
        for path, options in (("a b:c,d/rä b.so", ""), ("a=b/x=y:z.so", ":bidding=pass"), ("ß:1,2.so", ":limit.time_ms=20000")):
            self.module(path)
            words.append(f"./{path}{options}")
        self.slow("pro gramme/s:l,ö w=1.py")
        words.append("./pro gramme/s:l,ö w=1.py:limit.start_ms=50000")
        for word in words:
            self.assert_verified(self.compare(word, "basic", "-n", 1))
        self.run("check", words[1], "--rules", "isko")
        bots = {f"b{number}": word for number, word in enumerate(words)}
        (self.temp / "c ö:n,f.json").write_text(json.dumps({"name": "c", "bots": bots, "seats": [*bots][:3], "deals": 3}))
        self.run("run", "c ö:n,f.json", "--out", "ö:u,t x", "--quiet")
        self.assert_verified(self.temp / "ö:u,t x")

    def test_names_of_other_letters(self):
        for one, other in (("ß", "Jörg"), ("日本", "Ωmega-2")):
            out = self.compare(f"{one}=random", f"{other}=basic", "-n", 3)
            assert {bot["name"] for bot in read_json(out, "summary.json")["bots"]} == {one, other}
            self.assert_verified(out)

    def test_what_cannot_be_loaded(self):
        """Not: that there is none. tests/e2e/test_command_line.py has those that are cut off, and those of another processor."""
        self.module("small.so", lambda data: data[:4] + b"\1" + data[5:])
        self.compare("./small.so", "basic", code=USAGE, says=["./small.so: is built for", "with another word size or byte order"])
        words = "cannot allocate memory in static TLS block: compile it, and the libraries in it, without -ftls-model=initial-exec"
        self.compare(harness.BUILD / "tests" / "bots" / "static_tls.so", "basic", code=USAGE, says=[words])
        self.compare("./none.so", "basic", code=USAGE, says=['no bot module "./none.so"'])

    def test_what_may_not_be_read(self):
        """As any user: root may read everything."""
        self.module("secret.so").chmod(0)
        self.module("closed/mine.so").parent.chmod(0)
        self.temp.chmod(0o777)
        user: dict = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        if subprocess.run([program(), "--version"], cwd=self.temp, capture_output=True, check=False, **user).returncode != OK:
            pytest.skip("the user nobody cannot run the program here")
        for path in ("secret.so", "closed/mine.so"):
            self.compare(f"./{path}", "basic", code=USAGE, says=[f"./{path}: cannot be read: Permission denied"], **user)
        (self.temp / "closed").chmod(0o755)
        shutil.rmtree(self.temp / "closed")


class TestSlowBots(OutsideTest):
    def test_one_that_needs_long_to_start(self):
        """A call may take less than the start. What is too long names the limit."""
        self.slow(start=1.5)
        out = self.compare("./slow.py:limit.time_ms=1000", "basic", "-n", 1)
        assert not any(bot["faults"]["timeout"] for bot in read_json(out, "summary.json")["bots"])
        self.compare("./slow.py:limit.start_ms=300", "basic", "-n", 1, code=USAGE, says=["did not greet in 300 ms (limit start_ms)"])

    def test_one_that_needs_long_for_a_card(self):
        """An interrupt is answered at once, however long the game in progress takes, and a second one ends it."""
        self.slow(card=6)
        process = subprocess.Popen([program(), "compare", "./slow.py", "basic", "--out", "out", "--quiet"], cwd=self.temp, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.cleanup.callback(process.kill)
        wait_until(lambda: (self.temp / "out" / "manifest.json").exists(), process)
        wait_until_it_hears(process)
        send_heard(process)
        assert process.stderr and process.stdout
        said = next(line for line in process.stderr if "stopping" in line)
        assert "stopping when the games in progress are finished" in said and "interrupted again, it ends at once" in said
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        assert process.wait(timeout=TIMEOUT) == INTERRUPTED and time.monotonic() - begun < 30
        process.stderr.close()
        process.stdout.close()


class TestOtherRunners(OutsideTest):
    def test_time_odds(self):
        """The same program twice, with limits of its own each."""
        self.slow(card=0.3)
        out = self.compare("rich=./slow.py:limit.time_ms=60000", "poor=./slow.py:limit.time_ms=60", "-n", 1)
        late = {bot["name"]: bot["faults"]["timeout"] for bot in read_json(out, "summary.json")["bots"]}
        assert late["rich"] == 0 < late["poor"], late

    def test_more_deals_for_a_run_that_is_over(self):
        out = self.compare("stammtisch", "random", "-n", 4, "--seed", 7)
        self.run("run", "--resume", out, "--deals", 9, "--quiet")
        assert read_lines(out) == read_lines(self.compare("stammtisch", "random", "-n", 9, "--seed", 7))
        self.assert_verified(out)
        self.run("results", out, says=["got more deals after 4"])
        self.module()
        mine = self.compare("./mine.so", "random", "-n", 1)
        done = arena("run", "--resume", mine, "--deals", 2)  # from another folder
        assert done.returncode == USAGE and "continue the run in the folder of its config" in done.stderr
        self.run("run", "--resume", mine, "--deals", 2, "--quiet")

    def test_two_runs_are_one(self):
        runs = [self.compare("stammtisch", "random", "-n", 5, "--seed", seed) for seed in (4, 5)]
        self.run("merge", "--pool", *runs, "--out", "pool", "--quiet")
        assert read_json(self.temp / "pool", "summary.json")["comparison"]["units"] == 10
        self.run("merge", "--pool", runs[0], runs[0], "--out", "twice", "--quiet", code=BAD_FILE, says=["has the seed of"])
