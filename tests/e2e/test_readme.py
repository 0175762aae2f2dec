#!/usr/bin/env python3
"""The bot in bots/README.md is what the page says: 40 lines, builds without warnings, plays. And
arena/README.md lists the options that the commands have, no more and no less."""
import json
import os
import re
import subprocess
import sys
import tempfile

LINES = 40
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def code_of_readme():
    with open(os.path.join(ROOT, "bots", "README.md"), encoding="utf-8") as file:
        return re.search(r"```c\n(.*?)```", file.read(), re.S).group(1)


def build(folder, code):
    source, module = os.path.join(folder, "highest.c"), os.path.join(folder, "highest.so")
    with open(source, "w", encoding="utf-8") as file:
        file.write(code)
    subprocess.run([os.environ.get("CC", "cc"), "-std=gnu11", "-O2", "-fPIC", "-shared", "-Wall",
                    "-Wextra", "-Wpedantic", "-Werror", "-I", os.path.join(ROOT, "bots"), source,
                    "-o", module], check=True)


def play(folder, program):
    config = {"name": "mine", "bots": {"mine": "./highest.so", "club": "stammtisch"},
              "seats": ["mine", "club", "club"], "schedule": "rotations", "deals": 30}
    path = os.path.join(folder, "mine.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file)
    done = subprocess.run([program, "run", path, "--out", os.path.join(folder, "out"), "--json"],
                          check=True, capture_output=True, text=True, timeout=120)
    return {bot["name"]: bot for bot in json.loads(done.stdout)["bots"]}["mine"]


def help_of(program, *words):
    return subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True,
                          timeout=120).stdout


def options_of_program(program):
    commands = re.findall(r"^  ([a-z]+) ", help_of(program), re.M)
    return {command: set(re.findall(r"^.{6}--([a-z0-9-]+)", help_of(program, command), re.M)) - {"help"}
            for command in commands}


def options_of_readme():
    """Of the table: a row is of one command, or of several."""
    with open(os.path.join(ROOT, "arena", "README.md"), encoding="utf-8") as file:
        table = file.read().split("## Options of the commands")[1].split("## ")[0]
    options = {}
    for names, row in re.findall(r"^\| (`.*?) \| (.*) \|$", table, re.M):
        for name in re.findall(r"`(.*?)`", names):
            options.setdefault(name, set()).update(re.findall(r"`--(.*?)`", row))
    return options


def main():
    program = os.path.join(os.path.abspath(sys.argv[1]), "skat-arena")
    code = code_of_readme()
    checks = {}
    with tempfile.TemporaryDirectory() as folder:
        checks["the bot has at most %d lines" % LINES] = len(code.strip().splitlines()) <= LINES
        build(folder, code)
        mine = play(folder, program)
        checks["it declares games"] = mine["declared"] > 0
        checks["it makes no faults"] = not any(mine["faults"].values())
    checks["arena/README.md has the options of the commands"] = \
        options_of_readme() == options_of_program(program)
    failed = [name for name, ok in checks.items() if not ok]
    for name in failed:
        print("FAILED:", name)
    print("%d passed, %d failed" % (len(checks) - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
