# SPDX-License-Identifier: MIT
"""What compiles or takes minutes (`make test-install`): programs that use what is installed, bots that are begun with new-bot, the examples
of all commands, packages, and that the same sources give the same bytes wherever they lie."""
import filecmp
import fnmatch
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

import pytest

import harness
from harness import ROOT, TIMEOUT, USAGE, program
from installation import Shell, commands, examples_of, installed_folder, make

pytestmark = pytest.mark.no_sanitizer("about files, not memory")


@pytest.fixture
def installed():
    return installed_folder()


@pytest.fixture
def shell(installed, tmp_path):
    return Shell(installed, tmp_path)


class TestInstalled:
    def test_bots_are_checked_and_isolated(self, shell):
        shell.ok("skat-arena check stammtisch --deals 20")
        shell.ok("skat-arena compare basic random --deals 72 --isolation process -q")

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

    def test_python_finds_what_is_installed(self, shell, installed):
        """Library, bots and rule sets, from the prefix that the Python package was moved with."""
        pytest.importorskip("numpy")
        [package] = installed.glob("lib/python3*/site-packages")
        code = ("import skat_arena as s; t = s.Tables(s.Rules('bierlachs'), 2, 1, bots=[None, 'stammtisch', 'basic']);"
                "t.step(t.random_actions()); print(s._library.lib._name)")
        where = shell.ok(f'{sys.executable} -B -c "{code}"', PYTHONPATH=str(package), PATH=os.environ["PATH"],
                         SKAT_ARENA_LIBRARY="").strip()  # which test_python.py sets
        assert os.path.realpath(where) == os.path.realpath(f"{installed}/lib/skat-arena/libskat-ffi.so")

    def test_every_file_has_its_package_and_is_uninstalled(self, tmp_path):
        """What `make install` installs is in one package, as dh_missing wants it: the library was in none."""
        words = [f"OUT={harness.BUILD}", f"DESTDIR={tmp_path}", "PREFIX=/usr", "LIBDIR=/usr/lib/x86_64-linux-gnu"]
        make("install", *words)
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
        make("uninstall", *words)
        assert not [path for path in tmp_path.rglob("*") if not path.is_dir()]


class TestNewBot:
    @pytest.mark.parametrize("language, compiler", [("c", "cc"), ("c++", "c++"), ("python", None)])
    def test_it_is_sound_from_the_start(self, shell, language, compiler):
        said = shell.ok(f"skat-arena new-bot mine --lang {language}")
        folder = shell.folder / "mine"
        told = re.findall(r"^  (\S.*)$", said, re.M)
        assert len(told) == 5 and told[0].startswith("cd mine")
        if compiler:  # without a warning
            shell.ok("make CFLAGS='-O2 -Wall -Wextra -Wpedantic -Werror' CXXFLAGS='-O2 -Wall -Wextra -Wpedantic -Werror'",
                     folder)
            assert "is sound" in shell.ok(told[1], folder)
        assert " is better: mine - stammtisch" in shell.ok(told[2], folder)
        shown = shell.ok(f"printf 'quit\\n' | {told[3]} --ascii --seed 5", folder)
        assert "middlehand mine" in shown and "Your bid?" in shown
        details = shell.ok(told[4], folder)
        dearest = re.search(r"^ +-\d.*: (skat-arena replay .*)$", details.partition("largest swings")[2], re.M)
        assert dearest and "mine" in shell.ok(dearest[1], folder)
        shell.ok("skat-arena run mine.json -q --deals 30", folder)
        shell.ok("skat-arena verify results/mine", folder)

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


class TestManual:
    def test_examples_work(self, shell):
        """All examples of all commands, in their order, in one folder with two builds of a bot of one's own."""
        for folder in ("", "old/", "new/"):
            (shell.folder / folder).mkdir(exist_ok=True)
            shutil.copy(program().parent / "bots" / "basic.so", shell.folder / folder / "mine.so")
        shutil.copy(ROOT / "bots" / "pipe" / "example.py", shell.folder / "mine.py")
        shell.ok("skat-arena run round-robin -q --deals 72 --shard 1/2 --board board --out part")  # what `results` shows
        names = commands()
        names.remove("new-bot")  # its folder has the name of the Python bot's file
        names.remove("serve")  # it does not end by itself: test_serve
        names.remove("history")  # it needs a repository: test_history
        for name in names:
            for example in examples_of(name) if name != "help" else []:
                if "--browser" in example:
                    continue  # a table in the browser does not end by itself, either: test_table
                done = shell(f"skat-arena {example}{' --seconds 1' if name == 'check' else ''}")
                # Verdicts: a difference, not shown.
                allowed = {"rules": (0, 1), "compare": (0, 1, 2), "plan": (0, 1, 2), "tune": (0, 1, 2),
                           "regress": (0, 1, 2)}.get(name, (0,))
                assert done.returncode in allowed, f"{example}\n{done.stdout}\n{done.stderr}"


def clones(folder):
    """Two checkouts of what is committed, in folders of other names and lengths."""
    for name in ("one", "another/that-is-longer"):
        subprocess.run(["git", "clone", "-q", ROOT, folder / name], check=True, capture_output=True)
        yield folder / name


#: Two users, who live in other places.
USERS = ({"TZ": "UTC", "LC_ALL": "C.UTF-8", "USER": "one"}, {"TZ": "Asia/Tokyo", "LC_ALL": "C", "USER": "other", "TMPDIR": "/var/tmp"})


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="this is no clone, or git is not installed")
class TestPackages:
    def test_the_source_archive_repeats(self, tmp_path):
        """The same commit gives the same bytes, with nothing but what is committed."""
        archives = [(folder / make("dist", folder=folder, **user).split()[-1]).read_bytes()
                    for folder, user in zip(clones(tmp_path), USERS)]
        assert archives[0] == archives[1] and len(archives[0]) > 100_000

    @pytest.mark.skipif(not os.environ.get("DEB"), reason="minutes of building: make test-deb")
    def test_debian_packages_repeat(self, tmp_path):
        packages = []
        for folder, user in zip(clones(tmp_path), USERS):
            make("deb", folder=folder, **user)
            packages.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (folder / "build" / "deb").glob("*.deb")})
        assert packages[0] == packages[1] and len(packages[0]) >= 5


class TestBuild:
    """The same sources give the same bytes wherever they lie, other flags build anew, and what is no longer there is no longer built in."""
    LIBRARY, BOT = "libskat.a", "bots/basic.so"

    def copy_tree(self, folder):
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                cwd=ROOT, capture_output=True, check=True).stdout
        # `make wasm` has built the solver of the page or not; the program has it in if it is there.
        for name in (*filter(None, listed.decode().split("\0")), "build/wasm/solver.base64"):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)

    def test_builds_elsewhere(self, tmp_path):
        folder, out = tmp_path / "a longer name", harness.BUILD.relative_to(ROOT).as_posix()
        self.copy_tree(folder)

        def build(*words):
            """The lines that make prints for the same build as the tested one."""
            plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
            return subprocess.run(["make", f"OUT={out}", *words], cwd=folder, env=plain, check=True, capture_output=True,
                                  text=True, timeout=TIMEOUT).stdout

        def members():
            return subprocess.run(["ar", "t", folder / out / self.LIBRARY], capture_output=True, text=True, check=True).stdout.split()

        names = (self.LIBRARY, self.BOT, "skat-arena", "libskat-ffi.so")
        library, module = f"{out}/{self.LIBRARY}", f"{out}/bots/extra.so"
        build(*(f"{out}/{name}" for name in names))
        for name in names:
            assert filecmp.cmp(harness.BUILD / name, folder / out / name, shallow=False), name
        assert "CC" not in build(library)
        for flag in ("CFLAGS=-O0", "CPPFLAGS=-DANYTHING", "ARCH="):
            assert "CC" in build(flag, f"{out}/engine/card.o"), flag
            assert "CC" not in build(flag, f"{out}/engine/card.o"), flag
        bot, source = folder / "bots" / "extra.c", folder / "engine" / "extra.c"
        shutil.copy(folder / "bots" / "basic.c", bot)
        source.write_text("int skat_extra(void);\nint skat_extra(void) { return 1; }\n")
        build(library, module)
        assert "extra.o" in members()
        bot.unlink()
        source.unlink()
        build(library)
        assert "extra.o" not in members()
        assert not (folder / module).exists(), "the program would still find the bot"

    def test_bill_of_materials(self):
        """Each program with its hash, and each library that it needs with its package; twice, the same bytes."""
        files = [program(), *sorted((program().parent / "bots").glob("*.so"))]
        bills = [subprocess.run([sys.executable, "packaging/sbom.py", "2.0.0", "2026-11-28", *order], cwd=ROOT,
                                check=True, capture_output=True).stdout for order in (files, files[::-1])]
        assert bills[0] == bills[1]
        bill = json.loads(bills[0])
        names = {entry["SPDXID"]: entry for kind in ("packages", "files") for entry in bill[kind]}
        assert len(names) == len(bill["packages"]) + len(bill["files"])
        for entry, file in zip(bill["files"], sorted(files)):
            assert entry["fileName"] == f"./{file.name}"
            assert {"algorithm": "SHA256", "checksumValue": hashlib.sha256(file.read_bytes()).hexdigest()} in entry["checksums"]
        for relation in bill["relationships"]:
            assert relation["relatedSpdxElement"] in names and relation["spdxElementId"] in names | {"SPDXRef-DOCUMENT": 0}
        linked = {names[relation["relatedSpdxElement"]].get("name", "") for relation in bill["relationships"]}
        for library in ("libarchive13", "libmicrohttpd12", "libcjson", "libpcg"):
            assert any(name.startswith(library) for name in linked), library
