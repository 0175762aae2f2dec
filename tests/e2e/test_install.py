# SPDX-License-Identifier: MIT
"""What is laid out as `make install` does works from an empty directory; manual pages, completion, versions, and what is promised of the
programs that are built. `make long-install` installs, and plays what compiles or takes minutes: tests/long/test_install.py."""
import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness import BAD_FILE, INTERNAL, OK, ROOT, USAGE, arena, bad_bot, listing, program, shared
from installation import Shell, all_files

COMPLETIONS = ROOT / "packaging" / "completions"
pytestmark = pytest.mark.no_sanitizer("about files, not memory")


@pytest.fixture
def installed():
    """As `make install` lays it out, which takes a second: tests/long/test_install.py."""
    def make(folder):
        (folder / "bin").mkdir()
        shutil.copy(program(), folder / "bin")
        share = folder / "share" / "skat-arena"
        for name in ("configs", "results/reference", "results/schemas", "bots/skat_bot.h", "bots/skat_bot_helpers.h", "bots/pipe",
                     "tests/positions"):
            (share / name).parent.mkdir(parents=True, exist_ok=True)
            (share / name).symlink_to(ROOT / name)
        (folder / "lib" / "skat-arena").mkdir(parents=True)
        (folder / "lib" / "skat-arena" / "bots").symlink_to(program().parent / "bots")
    return shared("laid-out", make)


@pytest.fixture
def shell(installed, tmp_path):
    return Shell(installed, tmp_path)


class TestInstalled:
    def test_it_works_from_an_empty_folder(self, shell, installed):
        before = listing(installed)
        shell.ok("skat-arena run stammtisch -qj1 --deals 1")
        shell.ok("skat-arena realism configs/random.json -qj1 --deals 1")
        shell.ok("skat-arena run iss-deals -qj1 --deals 2 --out deals")
        assert "games replayed, every field agrees" in shell.ok("skat-arena verify results/stammtisch")
        shell.ok("skat-arena study grand20 -qj1 --deals 1 --population people --out study")
        command = 'ls \\"$SKAT_ARENA_SHARE/bots/pipe/example.py\\" >&2'  # configs/pipe.json has it; it is among the installed files
        (shell.folder / "pipe.json").write_text(f'{{"bots": {{"p": {{"module": "pipe", "options": {{"command": "{command}"}}}}}}, '
                                                '"deals": 1, "name": "p", "schedule": "fixed", "seats": ["p", "p", "p"]}')
        assert f"{installed}/share/skat-arena/bots/pipe/example.py" in shell("skat-arena run pipe.json -q").stderr
        # Results go where the user is, and nothing into the installation.
        assert (shell.folder / "results" / "stammtisch" / "games.jsonl").exists()
        assert listing(installed) == before

    def test_a_name_means_a_study_only_to_study(self, shell):
        """configs/pub.json and configs/studies/pub.json."""
        shell.ok("skat-arena run pub -qj1 --session-deals 1")
        assert "grid" in shell("skat-arena run configs/studies/pub.json -q").stderr
        names = shell.ok("skat-arena --describe=configs").split()
        assert len(names) == len(set(names)) and "grand20" not in names
        assert "grand20" in shell.ok("skat-arena --describe=studies").split()

    def test_a_full_disk_is_seen(self, shell):
        for command in ("-V", "run --help", "rules list"):
            done = shell(f"skat-arena {command} > /dev/full")
            assert done.returncode == INTERNAL and "standard output" in done.stderr, command
        assert shell("skat-arena --describe=bogus").returncode == USAGE
        assert shell("skat-arena bots --include --json").returncode == USAGE

    def test_names_that_are_not_there(self, shell):
        shutil.copy(program().parent / "bots" / "basic.so", shell.folder / "mine.so")
        for command, message in (("rules show isco", "isco"), ("check --isolation none stamtisch", "did you mean \"stammtisch\""),
                                 ("check --isolation none mine.so", 'did you mean "./mine.so"')):
            done = shell(f"skat-arena {command}")
            assert done.returncode in (USAGE, BAD_FILE) and message in done.stderr, (command, done.stderr)

    def test_the_users_own_come_first(self, shell):
        """Rule sets of the working directory, then of SKAT_ARENA_PATH, then the installed ones; bots of the path alone."""
        own, other = shell.folder / "configs" / "rules", shell.folder / "elsewhere"
        (other / "configs" / "rules").mkdir(parents=True)
        (other / "bots").mkdir()
        (other / "configs" / "rules" / "mine.json").write_text('{"extends": "isko", "description": "of the path"}')
        shutil.copy(bad_bot("mixed"), other / "bots" / "odd.so")
        path = {"SKAT_ARENA_PATH": f"/nowhere:{other}"}
        assert "of the path" in shell.ok("skat-arena rules list", **path)
        assert "mixed" in shell.ok("skat-arena bots odd", **path)
        assert shell("skat-arena bots odd").returncode != OK
        own.mkdir(parents=True)
        (own / "mine.json").write_text('{"extends": "isko", "description": "of the folder", "value.grand": 20}')
        listed = shell.ok("skat-arena rules list", **path)
        assert "of the folder" in listed and "of the path" not in listed and "isko-1998" in listed
        # Code is not taken from the working directory by name.
        (shell.folder / "bots").mkdir()
        shutil.copy(bad_bot("mixed"), shell.folder / "bots" / "here.so")
        assert shell("skat-arena bots here").returncode != OK
        shell.ok("skat-arena bots ./bots/here.so")


class TestNewBot:
    def test_the_readme_has_the_commands_that_are_told(self, shell):
        """In each language; without the options by which the first look at Python is shorter. No key is left in it."""
        for language in ("c", "c++", "python"):
            said = shell.ok(f"skat-arena new-bot {language[0]}x{len(language)} --lang {language}")
            commands = re.findall(r"^  (\S.*)$", said, re.M)
            folder = shell.folder / commands[0].split()[1]
            readme = (folder / "README.md").read_text()
            named = re.findall(r"^\| `(.*?)` \|", readme, re.M)
            assert len(commands) == 5, commands
            assert all(any(command.startswith(name) for name in named) for command in commands[1:]), (commands, named)
            assert "@" not in readme and all((folder / name).exists() for name in (f"{folder.name}.json", "test.sh"))

    def test_names_and_folders_are_checked(self, shell):
        for name in ("Mine", "a/b", "x" * 41, "stammtisch", "json --lang python"):
            assert shell(f"skat-arena new-bot {name}").returncode == USAGE
        (shell.folder / "there").mkdir()
        (shell.folder / "there" / "file").write_text("mine")
        done = shell("skat-arena new-bot there")
        assert done.returncode == USAGE and "not empty" in done.stderr
        assert all_files(shell.folder / "there") == {next(iter(all_files(shell.folder / "there"))): b"mine"}


class TestManual:
    @pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is missing")
    def test_pages_are_clean(self, tmp_path):
        pages = {"skat-arena": arena("--describe=man"), "run": arena("run", "--describe=man"), "bots": arena("bots", "--describe=man"),
                 "rules": subprocess.run([sys.executable, "packaging/manual.py", "docs/rules.md", "skat-arena-rules", "5", "the rules", "1",
                                          "2026-01-01"], cwd=ROOT, text=True, capture_output=True, check=True)}
        for name, done in pages.items():
            (tmp_path / name).write_text(done.stdout)
            assert done.stdout.count("\n") > 20, name
        done = subprocess.run(["mandoc", "-Tlint", *(tmp_path / name for name in pages)], text=True, capture_output=True)
        assert not done.stdout


class TestCompletion:
    def complete(self, shell, line):
        words = line.split(" ")
        script = (f"source {COMPLETIONS}/skat-arena.bash; COMP_WORDS=({line}"
                  f"{' ' + repr('') if line.endswith(' ') else ''}); COMP_CWORD={len(words) - 1}; compopt() {{ :; }}; "
                  "_skat_arena; printf '%s\\n' \"${COMPREPLY[@]}\"")
        return shell.ok(script).split()

    def test_bash(self, shell):
        assert self.complete(shell, "skat-arena ver") == ["verify"]
        assert "--seed=" in self.complete(shell, "skat-arena run --s")
        assert "stammtisch" in self.complete(shell, "skat-arena check sta")
        assert "isko" in self.complete(shell, "skat-arena rules show is")
        assert "grand20" in self.complete(shell, "skat-arena study gran")

    def test_others_are_read(self):
        there = [(shell, file) for shell, file in (("zsh", "_skat-arena"), ("fish", "skat-arena.fish")) if shutil.which(shell)]
        for name, file in there:
            subprocess.run([name, "-n", COMPLETIONS / file], check=True)
        if not there:
            pytest.skip("neither zsh nor fish is installed")


def test_a_build_for_another_kind_of_processor_says_so(tmp_path):
    compiler = tmp_path / "cc32"
    compiler.write_text('#!/bin/sh\nexec cc -m32 "$@"\n')
    compiler.chmod(0o755)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-s", "deps-missing", "NO_INSTALL=1", f"CC={compiler}"], cwd=ROOT, env=plain, text=True,
                          capture_output=True)
    assert done.returncode and done.stderr.startswith("Skat Arena runs on Linux, on 64-bit little-endian processors only; "), done.stderr


class TestVersion:
    def test_it_is_the_same_everywhere(self):
        version = re.search(r'ARENA_VERSION "(.*?)"', (ROOT / "arena" / "base" / "version.h").read_text()).group(1)
        assert arena("-V").stdout == f"skat-arena {version}\n"
        assert f"skat-arena ({version})" in (ROOT / "packaging" / "debian" / "changelog").read_text()
        assert f"## {version} (" in (ROOT / "CHANGELOG.md").read_text()
        assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()


@pytest.mark.skipif(not shutil.which("reuse"), reason="reuse is not installed")
def test_every_file_has_its_licence():
    done = subprocess.run(["reuse", "lint"], cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == OK, done.stdout


needs_readelf = pytest.mark.skipif(not shutil.which("readelf"), reason="readelf is not installed")


@needs_readelf
def test_programs_are_hardened():
    """Read-only after relocation, bound at the start, stacks guarded, calls of the C library checked."""
    files = [program(), program().parent / "libskat-ffi.so", program().parent / "bots" / "basic.so"]
    read = lambda option, file: subprocess.run(["readelf", "-W", option, file], check=True, text=True,
                                               capture_output=True).stdout
    for file in files:
        segments, dynamic = read("-l", file), read("-d", file)
        assert "GNU_RELRO" in segments and "BIND_NOW" in dynamic, file
        stack = next(line for line in segments.splitlines() if "GNU_STACK" in line)
        assert "RWE" not in stack and "TEXTREL" not in dynamic, file
    symbols = read("--dyn-syms", program())
    assert "__stack_chk_fail" in symbols and "__snprintf_chk" in symbols and "PIE" in read("-d", program())


@needs_readelf
@pytest.mark.skipif(not shutil.which("pkg-config"), reason="pkg-config is not installed")
@pytest.mark.parametrize("library, source", [("libarchive", "arena/base/late_library.c"), ("libmicrohttpd", "arena/serve/http_server.c")])
def test_libraries_of_a_few_commands_are_loaded_late(library, source):
    """No command but those that see an archive or a browser loads them and what they need: in the version of the headers."""
    needed = subprocess.run(["readelf", "-d", program()], check=True, text=True, capture_output=True).stdout
    assert library not in needed
    folder = subprocess.run(["pkg-config", "--variable=libdir", library], check=True, text=True, capture_output=True).stdout
    linked = subprocess.run(["readelf", "-d", Path(folder.strip()) / f"{library}.so"], check=True, text=True, capture_output=True).stdout
    [name] = re.findall(r"\(SONAME\).*\[(.*)\]", linked)
    assert f'"{name}"' in (ROOT / source).read_text()
    assert f'"{name}"' in (ROOT / "packaging" / "sbom.py").read_text()


def test_without_the_library_of_archives(tmp_path):
    """A damaged installation: a sentence, and the exit code of a fault of the program's own."""
    (tmp_path / "libarchive.so.13").write_bytes(b"")
    packed = tmp_path / "games.sgf.gz"
    packed.write_bytes(gzip.compress(b""))
    done = arena("import", "-o", tmp_path / "games", packed, env=os.environ | {"LD_LIBRARY_PATH": str(tmp_path)})
    assert done.returncode == INTERNAL and "a library is missing or damaged" in done.stderr and "libarchive.so.13" in done.stderr
