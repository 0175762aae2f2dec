# SPDX-License-Identifier: MIT
"""What `make install` puts into a folder works when that folder is moved, from an empty directory; new-bot; manual pages
and the examples of all commands."""
import fnmatch
import hashlib
import os
import re
import shutil
import subprocess
import sys

import pytest

import harness
from harness import BAD_FILE, INTERNAL, OK, ROOT, USAGE, arena, bad_bot, program, repeat

pytestmark = pytest.mark.no_sanitizer("about files, not memory")
REPLAYED = re.compile(r"games replayed, every field agrees")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Installed into one folder, moved to another."""
    temp = tmp_path_factory.mktemp("install")
    # The build is there: only what an installation adds is made. Its jobs are its own.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", "-s", "install", f"OUT={harness.BUILD}", f"DESTDIR={temp}/first", "PREFIX=/opt/skat"],
                          cwd=ROOT, env=environment, text=True, capture_output=True, timeout=harness.TIMEOUT)
    assert done.returncode == OK, done.stderr
    shutil.move(f"{temp}/first/opt/skat", temp / "moved")
    shutil.rmtree(temp / "first")
    return temp / "moved"


class Shell:
    """Commands in an empty folder, where skat-arena is what is installed."""

    def __init__(self, prefix, folder):
        self.prefix, self.folder = prefix, folder

    def __call__(self, command, folder=None, **environment):
        return subprocess.run(["bash", "-c", command], cwd=folder or self.folder, text=True, timeout=harness.TIMEOUT,
                              env=os.environ | {"PATH": f"{self.prefix}/bin:{os.environ['PATH']}", "MAKEFLAGS": "",
                                                "LC_ALL": "C.UTF-8"} | environment,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def ok(self, command, folder=None, **environment):
        done = self(command, folder, **environment)
        assert done.returncode == OK, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture
def shell(installed, tmp_path):
    return Shell(installed, tmp_path)


def all_files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class TestInstalled:
    @pytest.mark.long
    def test_it_works_from_an_empty_folder(self, shell, installed):
        before = all_files(installed)
        shell.ok("skat-arena run stammtisch -q")
        shell.ok("skat-arena run configs/round-robin.json -q --deals 72 --out by-path")
        shell.ok("skat-arena run pipe -q --deals 6 --out piped")  # its command is among the installed files
        shell.ok("skat-arena run iss-deals -q --out deals")
        assert REPLAYED.search(shell.ok("skat-arena verify results/stammtisch"))
        shell.ok("skat-arena study grand20 -q --deals 12 --population people --out study")
        shell.ok("skat-arena report study results/stammtisch --out page.html")
        assert "<html" in (shell.folder / "page.html").read_text()
        shell.ok("skat-arena realism results/stammtisch")
        shell.ok("skat-arena check stammtisch --deals 20")
        shell.ok("skat-arena compare basic random --deals 72 --isolation process -q")
        # Results go where the user is, and nothing into the installation.
        assert (shell.folder / "results" / "stammtisch" / "games.jsonl").exists()
        assert all_files(installed) == before

    def test_a_name_means_a_study_only_to_study(self, shell):
        """configs/pub.json and configs/studies/pub.json."""
        shell.ok("skat-arena run pub -q --session-deals 6")
        assert "grid" in shell("skat-arena run configs/studies/pub.json -q").stderr
        names = shell.ok("skat-arena --describe=configs").split()
        assert len(names) == len(set(names)) and "grand20" not in names
        assert "grand20" in shell.ok("skat-arena --describe=studies").split()
        shell.ok("skat-arena realism random -q --deals 6")

    def test_a_full_disk_is_seen(self, shell):
        for command in ("-V", "help", "--describe=man", "run --help", "rules list", "bots"):
            done = shell(f"skat-arena {command} > /dev/full")
            assert done.returncode == INTERNAL and "standard output" in done.stderr, command
        assert shell("skat-arena --describe=bogus").returncode == USAGE
        assert shell("skat-arena bots --include --json").returncode == USAGE

    def test_names_that_are_not_there(self, shell):
        for command, message in (("run duell", "did you mean \"duel\""), ("run configs/duell.json", "configs/duell.json"),
                                 ("rules show isco", "isco"), ("check stamtisch", "did you mean \"stammtisch\"")):
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
        (own / "mine.json").write_text('{"extends": "isko", "description": "of the folder", "grand_base": 20}')
        listed = shell.ok("skat-arena rules list", **path)
        assert "of the folder" in listed and "of the path" not in listed and "isko-1998" in listed
        # Code is not taken from the working directory by name.
        (shell.folder / "bots").mkdir()
        shutil.copy(bad_bot("mixed"), shell.folder / "bots" / "here.so")
        assert shell("skat-arena bots here").returncode != OK
        shell.ok("skat-arena bots ./bots/here.so")

    def test_pkg_config(self, shell, installed):
        """A program that deals and solves, linked with each library."""
        path = {"PKG_CONFIG_PATH": f"{installed}/lib/pkgconfig"}
        (shell.folder / "deal.c").write_text('#include <stdio.h>\n#include "engine/deal.h"\n#include "engine/seed.h"\n'
                                             "int main(void) { struct skat_rules rules; skat_rules_official(&rules);\n"
                                             'printf("%d\\n", skat_cards_points(SKAT_DECK_32)); return 0; }\n')
        for flags in ("", "-static-libgcc"):
            static = bool(flags)
            libs = "$(pkg-config --cflags libskat) deal.c " + (
                f"{installed}/lib/libskat.a $(pkg-config --static --libs-only-l libskat | sed 's/-lskat//')"
                if static else "$(pkg-config --libs libskat)")
            shell.ok(f"cc -std=c11 -o deal {libs}", **path)
            assert shell.ok("./deal", LD_LIBRARY_PATH=f"{installed}/lib") == "120\n"
        version = shell.ok("pkg-config --modversion skat-bot", **path).strip()
        assert shell.ok("skat-arena -V") == f"skat-arena {version}\n"

    def test_installed_headers_need_nothing_that_is_not_installed(self, shell, installed):
        headers = sorted(path.relative_to(installed / "include" / "skat-arena").as_posix()
                         for path in (installed / "include" / "skat-arena").rglob("*.h"))
        assert "engine/game/game.h" in headers and "engine/deck.h" not in headers
        for number, header in enumerate(headers):
            (shell.folder / f"{number}.c").write_text(f'#include "{header}"\n')
        shell.ok(f"cc -std=c11 -fsyntax-only -I{installed}/include/skat-arena " +
                 " ".join(f"{number}.c" for number in range(len(headers))))

    def test_the_library_for_other_languages(self, shell, installed):
        path = {"PKG_CONFIG_PATH": f"{installed}/lib/pkgconfig"}
        (shell.folder / "ask.c").write_text('#include <stdio.h>\n#include "skat_ffi.h"\n'
                                            'int main(void) { printf("%s\\n", skat_ffi_decision_name(6)); '
                                            "return skat_ffi_version() != FFI_VERSION; }\n")
        shell.ok("cc -o ask ask.c $(pkg-config --cflags --libs libskat-ffi)", **path)
        assert shell.ok("./ask") == "card\n"

    def test_the_examples_of_libskat(self, shell, installed):
        path = {"PKG_CONFIG_PATH": f"{installed}/lib/pkgconfig"}
        shutil.copy(ROOT / "docs" / "examples" / "play.c", shell.folder)
        shell.ok("cc -std=c11 -o play play.c $(pkg-config --cflags --libs libskat)", **path)
        assert "value " in shell.ok("./play", LD_LIBRARY_PATH=f"{installed}/lib")

    def test_python_finds_what_is_installed(self, shell, installed, tmp_path):
        """Library, bots and rule sets; with a Python package from Debian's place."""
        pytest.importorskip("numpy")
        subprocess.run(["make", "-s", "install-python", f"OUT={harness.BUILD}", f"DESTDIR={tmp_path}/packages"], cwd=ROOT,
                       check=True, capture_output=True)
        code = ("import skat_arena as s; t = s.Tables(s.Rules('bierlachs'), 2, 1, bots=[None, 'stammtisch', 'basic']);"
                "t.step(t.random_actions()); print(s._library.lib._name)")
        where = shell.ok(f'{sys.executable} -B -c "{code}"', PYTHONPATH=f"{tmp_path}/packages/usr/lib/python3/dist-packages",
                         SKAT_ARENA_LIBRARY="").strip()  # which test_python.py sets
        assert os.path.realpath(where) == os.path.realpath(f"{installed}/lib/skat-arena/libskat-ffi.so")

    def test_a_module_without_a_slash(self, shell):
        shutil.copy(program().parent / "bots" / "basic.so", shell.folder / "mine.so")
        assert 'did you mean "./mine.so"' in shell("skat-arena check mine.so").stderr

    def test_the_documents_lead_nowhere_else(self, installed):
        folder = installed / "share" / "doc" / "skat-arena"
        for page in folder.rglob("*.md"):
            for link in re.findall(r"\]\(([^)\s#:]+)[)#]", re.sub(r"```.*?```", "", page.read_text(), flags=re.S)):
                if not link.endswith((".c", ".h", ".py", "/")):
                    assert (page.parent / link).exists(), (page, link)

    def test_uninstall_leaves_nothing(self, tmp_path):
        variables = [f"OUT={harness.BUILD}", f"DESTDIR={tmp_path}", "PREFIX=/usr"]
        for target in ("install", "uninstall"):
            subprocess.run(["make", "-s", target, *variables], cwd=ROOT, check=True, capture_output=True,
                           env=os.environ | {"MAKEFLAGS": ""})
        assert not [path for path in tmp_path.rglob("*") if not path.is_dir()]


class TestNewBot:
    @pytest.mark.parametrize("language, compiler", [("c", "cc"), ("c++", "c++"), ("python", None)])
    @pytest.mark.long
    def test_it_is_sound_from_the_start(self, shell, language, compiler):
        said = shell.ok(f"skat-arena new-bot mine --lang {language}")
        folder = shell.folder / "mine"
        commands = re.findall(r"^  (\S.*)$", said, re.M)
        assert len(commands) == 5 and commands[0].startswith("cd mine")
        if compiler:  # without a warning
            shell.ok("make CFLAGS='-O2 -Wall -Wextra -Wpedantic -Werror' CXXFLAGS='-O2 -Wall -Wextra -Wpedantic -Werror'",
                     folder)
        if compiler or harness.FULL:  # Python: half a minute
            assert "is sound" in shell.ok(commands[1], folder)
        assert " is better: mine - stammtisch" in shell.ok(commands[2], folder)
        shown = shell.ok(f"printf 'quit\\n' | {commands[3]} --ascii --seed 5", folder)
        assert "middlehand mine" in shown and "Your bid?" in shown
        details = shell.ok(commands[4], folder)
        dearest = re.search(r"^ +-\d.*: (skat-arena replay .*)$", details.partition("largest swings")[2], re.M)
        assert dearest and "mine" in shell.ok(dearest[1], folder)
        self.assert_the_readme_has_them(folder, commands[1:])
        shell.ok("skat-arena run mine.json -q --deals 30", folder)
        shell.ok("skat-arena verify results/mine", folder)

    def assert_the_readme_has_them(self, folder, commands):
        """Without the options by which the first look at Python is shorter; no key is left in it."""
        readme = (folder / "README.md").read_text()
        named = re.findall(r"^\| `(.*?)` \|", readme, re.M)
        assert all(any(command.startswith(name) for name in named) for command in commands), (commands, named)
        assert "@" not in readme and all((folder / name).exists() for name in ("mine.json", "test.sh"))

    def test_its_test_compares_with_the_build_that_was_kept(self, shell):
        shell.ok("skat-arena new-bot mine")
        folder = shell.folder / "mine"
        assert "make keep" in shell("make test", folder).stderr
        assert shell("./test.sh", folder).returncode == USAGE
        shell.ok("make keep", folder)
        said = shell.ok("make test", folder)
        assert "PASS: new and old are the same file" in said and "WARNING if new should differ, it was not rebuilt" in said

    @pytest.mark.parametrize("kept, deals, status, verdict", [
        ("stammtisch", 36000, 1, "FAIL: new is worse"),
        ("random", 36000, 0, "PASS: new is not worse"),
        ("random", 4, 2, "UNDECIDED: "),
    ])
    def test_its_test_ends_with_the_status_of_regress(self, shell, kept, deals, status, verdict):
        """Where there are few deals, nothing is decided: they are the program's here, which the folder lets choose."""
        shell.ok("skat-arena new-bot mine")
        folder = shell.folder / "mine"
        shell.ok("make keep", folder)
        shutil.copy(program().parent / "bots" / f"{kept}.so", folder / "kept" / "mine.so")
        few = folder / "few"
        few.write_text(f'#!/bin/sh\ntest "$1" = regress && exec skat-arena "$@" --deals {deals}\nexec skat-arena "$@"\n')
        few.chmod(0o755)
        done = shell(f"SKAT_ARENA={few} ./test.sh", folder)
        assert done.returncode == status and verdict in done.stdout
        made = shell(f"make test SKAT_ARENA={few}", folder)
        assert verdict in made.stdout and made.returncode == (2 if status else 0)  # as docs/ci.md says of make
        assert not status or f"Error {status}\n" in made.stderr

    def test_its_build_follows_headers(self, shell):
        shell.ok("skat-arena new-bot mine")
        folder = shell.folder / "mine"
        (folder / "eval.h").write_text("enum { WORTH = 1 };\n")
        source = (folder / "mine.c").read_text()
        (folder / "mine.c").write_text('#include "eval.h"\nextern const int worth;\nconst int worth = WORTH;\n' + source)
        shell.ok("make", folder)
        before = (folder / "mine.so").read_bytes()
        assert "up to date" in shell.ok("make", folder)
        (folder / "eval.h").write_text("enum { WORTH = 2 };\n")
        shell.ok("make", folder)
        assert (folder / "mine.so").read_bytes() != before

    def test_names_and_folders_are_checked(self, shell):
        for name in ("Mine", "9", "a/b", "-x", "x" * 41, "'a b'", "stammtisch", "json --lang python"):
            assert shell(f"skat-arena new-bot {name}").returncode == USAGE
        (shell.folder / "there").mkdir()
        (shell.folder / "there" / "file").write_text("mine")
        done = shell("skat-arena new-bot there")
        assert done.returncode == USAGE and "not empty" in done.stderr
        assert all_files(shell.folder / "there") == {next(iter(all_files(shell.folder / "there"))): b"mine"}

    def test_the_languages_play_alike(self, shell):
        """The three are the same bot: C and C++ to the card."""
        shell.ok("skat-arena new-bot one && skat-arena new-bot two --lang c++ && make -C one && make -C two")
        said = shell.ok("skat-arena compare one/one.so two/two.so --deals 360")
        assert "no deal played differently" in said


class TestExampleOfActions:
    """The steps of docs/ci.md, in a repository whose rule for the bot names no headers."""

    @staticmethod
    def steps():
        yaml = pytest.importorskip("yaml")
        page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
        job = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", page, re.S)[0])["jobs"]["regress"]
        steps = [step for step in job["steps"] if "run" in step and step.get("if", "always()") == "always()"]
        return [re.sub(r"sudo apt-get.*\n", "", step["run"]) for step in steps]

    def test_a_change_in_a_header_is_compared(self, shell):
        shell.ok("skat-arena new-bot mine && git init -q -b main mine")
        folder = shell.folder / "mine"
        include = shell.ok("skat-arena bots --include").strip()
        (folder / "Makefile").write_text(f"mine.so: mine.c\n\tcc -fPIC -shared -I {include} -o $@ $<\n")
        source = '#include "eval.h"\nextern const int worth;\nconst int worth = WORTH;\n' + (folder / "mine.c").read_text()
        (folder / "mine.c").write_text(source)
        git = "git -c user.name=a -c user.email=a@b"
        for number, branch in enumerate(("main", "change")):
            (folder / "eval.h").write_text(f"enum {{ WORTH = {number} }};\n")
            shell.ok(f"make && git add -A && {git} commit -qm {branch} && git checkout -q -B change", folder)
        where = {"GITHUB_PATH": str(shell.folder / "path"), "GITHUB_STEP_SUMMARY": str(shell.folder / "summary"), "BASE": "main"}
        (folder / "mine.so").unlink()
        told = "".join(shell.ok("set -e\n" + step, folder, **where) for step in self.steps())
        assert "PASS: new and old play all " in told
        assert (folder / "mine.so").read_bytes() != (shell.folder / "old" / "mine.so").read_bytes()
        assert "PASS: new and old play all " in (shell.folder / "summary").read_text()
        assert (folder / "regress" / "report.html").exists() and (folder / "regress.xml").exists()


def commands():
    return [line.split("\t")[0] for line in arena("--describe=commands").stdout.splitlines()]


def examples_of(name):
    """Those of --help, without the name of the program."""
    return re.findall(r"^  skat-arena (.*)$", arena(name, "--help").stdout.partition("Examples:")[2], re.M)


class TestManual:
    @pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
    def test_pages_are_clean(self, installed):
        pages = sorted((installed / "share" / "man").rglob("*.[157]"))
        assert len(pages) == len(commands()) - 1 + 1 + 4  # but help, and the program; formats, config, rules, bot
        done = subprocess.run(["mandoc", "-Tlint", *pages], text=True, capture_output=True)
        assert not done.stdout

    @pytest.mark.parametrize("name", commands())
    def test_every_command_has_examples(self, name):
        assert name == "help" or examples_of(name)

    @pytest.mark.long
    def test_examples_work(self, shell):
        """All examples of all commands, in their order, in one folder with two builds of a bot of one's own."""
        for folder in ("", "old/", "new/"):
            (shell.folder / folder).mkdir(exist_ok=True)
            shutil.copy(program().parent / "bots" / "basic.so", shell.folder / folder / "mine.so")
        shutil.copy(ROOT / "bots" / "pipe" / "example.py", shell.folder / "mine.py")
        shell.ok("skat-arena run round-robin -q --deals 72 --shard 1/2 --board board --out part")  # what `status` shows
        names = commands()
        names.remove("new-bot")  # its folder has the name of the Python bot's file
        names.remove("serve")  # it does not end by itself: test_serve
        names = [name for name in names if name not in ("history", "bisect")]  # they need a repository: test_history
        if not harness.FULL:  # what plays long
            names = [name for name in names if name not in ("study", "regress", "check", "bench", "plan", "tune")]
        for name in names:
            for example in examples_of(name) if name != "help" else []:
                if "--browser" in example:
                    continue  # a table in the browser does not end by itself, either: test_table
                quick = {"check": " --seconds 1", "run stammtisch": repeat("", " --deals 9")}
                quick = quick.get(name, "") or quick.get(example, "")
                done = shell(f"skat-arena {example}{quick}")
                # Verdicts: a difference, not shown.
                allowed = {"rules": (0, 1), "compare": (0, 1, 2), "test": (0, 1, 2), "tune": (0, 1, 2)}.get(name, (0,))
                assert done.returncode in allowed, f"{example}\n{done.stdout}\n{done.stderr}"

    @pytest.mark.parametrize("width", [60, 80, 200])
    def test_help_keeps_to_the_width(self, width):
        """On a terminal of that width, which `script` provides; options that are longer stand alone."""
        for name in ("run", "games", "check"):
            done = subprocess.run(["script", "-qec", f"stty cols {width}; {program()} {name} --help", "/dev/null"],
                                  text=True, capture_output=True, stdin=subprocess.DEVNULL)
            lines = done.stdout.replace("\r", "").splitlines()
            long = [line for line in lines if len(line) > max(width, 40) and "--" not in line and "skat-arena" not in line
                    and "Exit status" not in line and "65 bad" not in line]
            assert lines and not long


class TestCompletion:
    def complete(self, shell, line):
        words = line.split(" ")
        script = (f"source {shell.prefix}/share/bash-completion/completions/skat-arena; COMP_WORDS=({line}"
                  f"{' ' + repr('') if line.endswith(' ') else ''}); COMP_CWORD={len(words) - 1}; compopt() {{ :; }}; "
                  "_skat_arena; printf '%s\\n' \"${COMPREPLY[@]}\"")
        return shell.ok(script).split()

    def test_bash(self, shell):
        assert self.complete(shell, "skat-arena ver") == ["verify"]
        assert "--seed=" in self.complete(shell, "skat-arena run --s")
        assert "stammtisch" in self.complete(shell, "skat-arena check sta")
        assert "isko" in self.complete(shell, "skat-arena rules show is")
        assert "grand20" in self.complete(shell, "skat-arena study gran")

    @pytest.mark.parametrize("program_", ["zsh", "fish"])
    def test_others_are_read(self, installed, program_):
        if not shutil.which(program_):
            pytest.skip(f"{program_} is not installed")
        files = {"zsh": "share/zsh/site-functions/_skat-arena", "fish": "share/fish/vendor_completions.d/skat-arena.fish"}
        subprocess.run([program_, "-n", installed / files[program_]], check=True)


class TestVersion:
    def test_it_is_the_same_everywhere(self):
        version = re.search(r'ARENA_VERSION "(.*?)"', (ROOT / "arena" / "base" / "version.h").read_text()).group(1)
        assert arena("-V").stdout == f"skat-arena {version}\n"
        assert f"skat-arena ({version})" in (ROOT / "packaging" / "debian" / "changelog").read_text()
        assert f"## {version} (" in (ROOT / "CHANGELOG.md").read_text()


def clones(folder):
    """Two checkouts of what is committed, in folders of other names and lengths."""
    for name in ("one", "another/that-is-longer"):
        subprocess.run(["git", "clone", "-q", ROOT, folder / name], check=True, capture_output=True)
        yield folder / name


#: Two users, who live in other places.
USERS = ({"TZ": "UTC", "LC_ALL": "C.UTF-8", "USER": "one"}, {"TZ": "Asia/Tokyo", "LC_ALL": "C", "USER": "other", "TMPDIR": "/var/tmp"})


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not in a clone")
class TestPackages:
    def make(self, folder, target, user):
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        return subprocess.run(["make", "-s", target], cwd=folder, check=True, text=True, capture_output=True, env=plain | user,
                              timeout=3600).stdout

    def test_the_source_archive_repeats(self, tmp_path):
        """The same commit gives the same bytes, with nothing but what is committed."""
        archives = [(folder / self.make(folder, "dist", user).split()[-1]).read_bytes()
                    for folder, user in zip(clones(tmp_path), USERS)]
        assert archives[0] == archives[1] and len(archives[0]) > 100_000

    @pytest.mark.skipif(not os.environ.get("DEB"), reason="minutes of building: make test-deb")
    def test_debian_packages_repeat(self, tmp_path):
        packages = []
        for folder, user in zip(clones(tmp_path), USERS):
            self.make(folder, "deb", user)
            packages.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (folder / "build" / "deb").glob("*.deb")})
        assert packages[0] == packages[1] and len(packages[0]) >= 5

    def test_bug_every_file_has_its_package(self, tmp_path):
        """What `make install` installs is in one package, as dh_missing wants it: the library was in none."""
        subprocess.run(["make", "-s", "install", "install-python", f"OUT={harness.BUILD}", f"DESTDIR={tmp_path}", "PREFIX=/usr",
                        "LIBDIR=/usr/lib/x86_64-linux-gnu"], cwd=ROOT, check=True, capture_output=True,
                       env=os.environ | {"MAKEFLAGS": ""})
        patterns = {(path.stem, line.split()[0]) for path in (ROOT / "packaging" / "debian").glob("*.install")
                    for line in path.read_text().splitlines() if line.strip()}
        for path in tmp_path.rglob("*"):
            name = str(path.relative_to(tmp_path))
            if path.is_dir():
                continue
            among = {package for package, pattern in patterns
                     if fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, pattern + "/*")}
            assert among, f"{name} is in no package"
        for package, pattern in patterns:
            assert list(tmp_path.glob(pattern)), f"{package}: nothing is {pattern}"
