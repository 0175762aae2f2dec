# SPDX-License-Identifier: MIT
"""End-to-end tests of `serve`: pages of results and of runs as they go, and a server that no client can upset."""
import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from report_pages import *

END = 120  # seconds: only ends a hang


class Server:
    """A server at a port that is free. Its name is what requests call it."""

    def __init__(self, *words: Any, command: tuple[str, ...] = ("serve",)):
        self.process = subprocess.Popen([program(), *command, *map(str, words), "--port", "0"], cwd=ROOT, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout
        self.line = self.process.stdout.readline()
        told = re.fullmatch(r"http://(\S+):(\d+)/ \(Ctrl-C ends\)\n", self.line)
        assert told, self.line + (self.process.stderr.read() if self.process.stderr else "")
        self.address, self.port = told[1], int(told[2])
        self.name = f"{self.address}:{self.port}"

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=END)
        return self.process.returncode, errors

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=END)

    def send(self, request: bytes) -> bytes:
        """What comes back for these bytes, until the server ends the connection."""
        with self.connect() as client:
            client.sendall(request)
            answer = b""
            while got := client.recv(1 << 16):
                answer += got
        return answer

    def status(self, request: bytes) -> int:
        return int(self.send(request).split(b" ", 2)[1])

    def get(self, path: str, method: str = "GET", **fields: str) -> tuple[int, dict[str, str], bytes]:
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=END)
        client.request(method, path, headers={"Host": self.name} | fields)
        answer = client.getresponse()
        body = answer.read()
        client.close()
        return answer.status, dict(answer.getheaders()), body

    def page(self, path: str) -> str:
        status, _, body = self.get(path)
        assert status == 200, body
        return body.decode()

    def run_now(self, path: str) -> Any:
        status, _, body = self.get(f"{path}live.json")
        assert status in (200, 404), body
        return json.loads(body) if status == 200 else {"state": "none"}

    def run_when(self, path: str, wanted: Callable[[Any], Any]) -> Any:
        """The run as soon as `wanted` holds of it."""
        end = time.monotonic() + END
        while not wanted(now := self.run_now(path)):
            assert time.monotonic() < end, now
            time.sleep(0.05)
        return now


class ServeTest(BrowserTest):
    @pytest.fixture(autouse=True)
    def results(self, temporary_folder: None) -> Iterator[None]:
        self.folder = self.temp / "results"
        self.folder.mkdir()
        yield

    def serve(self, folder: Any = None, *arguments: str) -> Server:
        server = Server(folder or self.folder, *arguments)

        def end() -> None:
            if server.process.poll() is None:
                assert server.end() == (OK, "")

        self.cleanup.callback(end)
        return server

    def play_as(self, name: str, **fields: Any) -> Any:
        out = self.folder / name
        done = arena("run", self.write_config(name="test", **fields), "--out", out, "--quiet")
        assert done.returncode == OK, done.stderr
        return out

    def start(self, name: str, *arguments: str, **fields: Any) -> Any:
        """A run that goes on until the test ends it, as soon as it has written a game, or without a log its manifest."""
        process = subprocess.Popen([program(), "run", self.write_config(name=name, **fields), "--out", self.folder / name, "--quiet",
                                    *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)

        def end() -> None:
            if process.poll() is None:
                process.kill()
            process.communicate(timeout=END)

        self.cleanup.callback(end)
        self.wait_for(self.folder / name / ("manifest.json" if "none" in arguments else "games.jsonl"))
        return process

    def wait_for(self, file: Any) -> None:
        """Until there is something in it."""
        end = time.monotonic() + END
        while not (file.exists() and file.stat().st_size):
            assert time.monotonic() < end
            time.sleep(0.01)

    def interrupt(self, process: Any) -> None:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=END) == INTERRUPTED


# As long as no test waits for its end. FAULTY plays so slowly that what has been read is never far behind what has been played.
LONG: dict[str, Any] = DUEL | {"deals": 36, "sessions": 20000, "compare": ["a", "b"], "audit": 0}
FAULTY = LONG | {"bots": {"a": bad_bot("dawdles", ms=5), "b": bad_bot("faulty", what="illegal_card", percent=5)}}


class TestPages(ServeTest):
    def test_the_same_as_report_writes(self):
        run = self.play_as("one", **DUEL, compare=["a", "b"])
        served, written = self.serve().page("/one/report.html"), self.page(run)
        there, here = self.data_of(served), self.data_of(written)
        assert there.pop("home") == "../" and there.pop("tables") is True
        assert there == here
        assert DATA.sub("", served) == DATA.sub("", written)
        assert not (run / "report.html").exists()

    def test_an_index_of_all(self):
        self.play_as("one")
        self.play_as("two & more")
        self.interrupt_at_once("three")
        server = self.serve()
        index = {entry["name"]: entry for entry in self.data_of(server.page("/"))["index"]}
        assert sorted(index) == ["one", "three", "two & more"]
        assert {name: entry.get("state") for name, entry in index.items()} == {"one": None, "three": "stopped", "two & more": None}
        assert all(entry["page"] for entry in index.values())
        assert server.get("/two%20%26%20more/report.html")[0] == server.get("/three/live")[0] == 200

    def interrupt_at_once(self, name: str) -> None:
        process = self.start(name, **LONG)
        self.interrupt(process)

    def test_one_result_alone(self):
        server = self.serve(self.play_as("one"))
        assert server.page("/") == server.page("/report.html")
        assert "home" not in self.data_of(server.page("/"))

    def test_a_study(self):
        config = self.write_config(bots={"s": "stammtisch"}, seats=["s", "s", "s"], variations={"twenty": {"grand_base": 20}})
        done = arena("study", config, "--out", self.folder / "s", "--quiet")
        assert done.returncode == OK, done.stderr
        server = self.serve()
        assert self.data_of(server.page("/s/"))["studies"]
        assert self.data_of(server.page("/s/base/report.html"))["home"] == "../../"

    def test_pages_follow_their_results(self):
        run = self.play_as("one")
        server = self.serve()
        seed = lambda: self.data_of(server.page("/one/report.html"))["runs"][0]["manifest"]["seed"]
        assert seed() == SEED
        done = arena("run", self.write_config(name="one", seed=SEED + 1), "--out", run, "--force", "--quiet")
        assert done.returncode == OK
        end = time.monotonic() + END
        while seed() != SEED + 1:  # a page that is a second old may be sent again
            assert time.monotonic() < end
            time.sleep(0.1)

    def test_what_is_damaged_says_so(self):
        run = self.play_as("one")
        (run / "summary.json").write_text("{")
        server = self.serve()
        status, _, body = server.get("/one/report.html")
        assert status == 500 and b"summary.json" in body
        assert server.get("/")[0] == 500 or b"damaged" in server.get("/")[2]

    def test_a_folder_that_goes(self):
        run = self.play_as("one")
        server = self.serve()
        assert server.get("/one/")[0] == 200
        shutil.rmtree(run)
        assert [server.get(path)[0] for path in ("/one/", "/one/report.html", "/one/live", "/one/live.json")] == [404] * 4
        shutil.rmtree(self.folder)
        assert server.get("/")[0] == 404


class TestLive(ServeTest):
    def comparable(self, summary: Any) -> Any:
        """Without what is found out in the moves of the games, at the end."""
        for bot in summary["bots"]:
            bot["faults"].pop("inconsistent", None)
        for name in ("swings", "divergences"):
            for one in summary["comparison"].get(name) or []:
                one.pop("first", None)
        return summary

    KINDS: dict[str, dict[str, Any]] = {
        "log": {}, "journal": {"log": "divergent"},
        "redeals": {"redeals": 1, "bots": {"a": "stammtisch", "b": {"module": "stammtisch", "options": {"caution": 80}}}},
        "sessions": {"rules": "kneipe", "bots": {"a": RANDOM, "b": UNIFORM}},
        "test": {"test": {"h0": 0, "h1": 5, "min_units": 500000}}, "faults": {}}

    @pytest.mark.parametrize("kind", KINDS)
    def test_what_is_shown_is_what_was_played(self, kind):
        """When a run is stopped, its summary says the same as the page did."""
        fields = {"bots": {"a": "basic", "b": bad_bot("faulty", what="illegal_card", percent=5)}} if kind == "faults" else self.KINDS[kind]
        process = self.start("run", **LONG | fields)
        server = self.serve()
        playing = server.run_when("/run/", lambda now: now.get("games", 0) > 0 and "summary" in now)
        assert playing["state"] == "playing"
        self.interrupt(process)
        kept = read_json(self.folder / "run", "summary.json")
        stopped = server.run_when("/run/", lambda now: now["state"] == "stopped" and now["read"])
        assert self.comparable(stopped["summary"]) == self.comparable(kept)
        assert stopped["manifest"] == read_json(self.folder / "run", "manifest.json")
        assert stopped["games"] == kept["games"] < stopped["planned"] == kept["planned"]
        assert "left" not in stopped
        if kind == "faults":
            assert sum(group["count"] for group in stopped["fault_groups"]) == sum(
                sum(bot["faults"][kind] for kind in FAULTS) for bot in kept["bots"])
        else:
            assert "fault_groups" not in stopped

    def test_nothing_is_disturbed(self):
        """A run with many who look gives the bytes that it gives alone, and nothing else is in its folder."""
        fields = DUEL | {"deals": 36, "sessions": 60, "compare": ["a", "b"]}
        alone = self.play(name="run", **fields)
        server = self.serve()
        process = self.start("run", **fields)
        while process.poll() is None:
            server.get("/run/live.json")
            server.get("/")
        assert process.returncode == OK
        self.assert_same_bytes(alone, self.folder / "run")
        assert {path.name for path in alone.iterdir()} == {path.name for path in (self.folder / "run").iterdir()}
        done = server.run_when("/run/", lambda now: now["state"] == "finished")
        assert done["summary"] == read_json(alone, "summary.json")
        assert done["games"] == done["planned"] == done["summary"]["games"]

    def test_killed_and_resumed(self):
        process = self.start("run", **LONG)
        server = self.serve()
        first = server.run_when("/run/", lambda now: now.get("games", 0) > 0)
        process.kill()
        process.wait(timeout=END)
        killed = server.run_when("/run/", lambda now: now["state"] == "stopped" and now["read"])
        assert killed["games"] >= first["games"]
        assert "skat-arena" in server.page("/run/")
        again = subprocess.Popen([program(), "run", "--resume", self.folder / "run", "--quiet"], cwd=ROOT, stderr=subprocess.DEVNULL)
        try:
            now = server.run_when("/run/", lambda now: now["state"] == "playing" and now.get("games", 0) > killed["games"])
            assert not now.get("note"), now["note"]
        finally:
            again.send_signal(signal.SIGINT)
            assert again.wait(timeout=END) == INTERRUPTED
        kept = read_json(self.folder / "run", "summary.json")
        stopped = server.run_when("/run/", lambda now: now["state"] == "stopped" and now["read"] and now["games"] == kept["games"])
        assert self.comparable(stopped["summary"]) == self.comparable(kept)

    def test_another_run_in_its_place(self):
        process = self.start("run", **LONG)
        server = self.serve()
        server.run_when("/run/", lambda now: now.get("games", 0) > 0)
        self.interrupt(process)
        other = self.start("run", "--force", **LONG | {"seed": SEED + 1})
        now = server.run_when("/run/", lambda now: now["state"] == "playing" and now.get("games", 0) > 0
                              and now["manifest"]["seed"] == SEED + 1)
        assert not now.get("note"), now["note"]
        self.interrupt(other)

    @pytest.mark.parametrize("log", ["none", "sample:5"])
    def test_without_a_log_of_all(self, log):
        self.start("run", "--log", log, **LONG)
        server = self.serve()
        now = server.run_when("/run/", lambda now: log == "none" or now.get("games", 0) > 0)
        assert "keeps no log" in now["note"] and "summary" not in now and ("games" in now) == (log != "none")

    @pytest.mark.parametrize("second", [2, 3])  # part 3 has more deals than the others
    def test_parts(self, second):
        fields = LONG | {"sessions": 400, "deals": 35}
        config = self.write_config(name="run", **fields)
        for number in (second, 1):
            process = subprocess.Popen([program(), "run", config, "--shard", f"{number}/3", "--quiet", "--out",
                                        self.folder / f"part{number}"], cwd=ROOT, stderr=subprocess.DEVNULL)
            self.wait_for(self.folder / f"part{number}" / "games.jsonl")
            self.interrupt(process)
        self.play_as("other", **DUEL)
        parts = self.serve().run_when("/part1/", lambda now: now["read"])["parts"]
        assert [(part["folder"], part["number"], part["of"], part["state"]) for part in parts] == [
            ("part1", 1, 3, "stopped"), (f"part{second}", second, 3, "stopped")]
        for part in parts:
            assert part["games"] == read_json(self.folder / part["folder"], "summary.json")["games"]
            assert part["planned"] == read_json(self.folder / part["folder"], "manifest.json")["schedule"]["games"]

    def test_a_log_that_is_none(self):
        """What cannot be read is said, once, and the server stays."""
        process = self.start("run", **LONG)
        log = self.folder / "run" / "games.jsonl"
        self.interrupt(process)
        lines = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(lines[0] + b"{}\n" + b"".join(lines[2:]))
        server = self.serve()
        assert "games.jsonl:2" in server.run_now("/run/")["note"]
        assert server.get("/")[0] == 200


def head(line: bytes = b"GET / HTTP/1.1", *fields: bytes) -> bytes:
    return b"\r\n".join((line, *fields, b"", b""))


class TestClients(ServeTest):
    def test_bad_requests(self):
        server = self.serve(self.play_as("one"))
        host = f"Host: {server.name}".encode()
        for request, status in (
                (head(b"GET / HTTP/1.1", host), 200), (head(b"HEAD / HTTP/1.1", host), 200), (head(b"GET / HTTP/1.1"), 400),
                (head(b"GET /", host), 400), (head(b"GET / HTTP/3.0", host), 505), (head(b"BREW / HTTP/1.1", host), 405),
                (head(b"POST / HTTP/1.1", host), 405), (head(b"GET http://a/ HTTP/1.1", host), 400),
                (head(b"GET / HTTP/1.1", host, host), 400), (head(b"GET /" + b"a" * 3000 + b" HTTP/1.1", host), 414),
                (head(b"GET / HTTP/1.1", host, b"X: " + b"a" * 20000), 431), (b"\0" * 20000, 431), (b"\r\n\r\n", 400),
                (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400), (head(b"GET /nothing HTTP/1.1", host), 404),
                (head(b"POST / HTTP/1.1", host, b"Transfer-Encoding: chunked"), 501),
                (head(b"POST / HTTP/1.1", host, b"Content-Length: 99999"), 413)):
            assert server.status(request) == status, request[:60]
        assert server.send(head(b"HEAD / HTTP/1.1", host)).endswith(b"\r\n\r\n")
        for part in (b"", b"GET", b"GET / HTTP/1.1\r\nHost: "):
            with server.connect() as client:
                client.sendall(part)
        assert server.get("/")[0] == 200

    def test_no_way_out_of_the_folder(self):
        secret = self.temp / "secret"
        shutil.copytree(self.play_as("one"), secret)
        (self.folder / "link").symlink_to(secret)
        (self.folder / "inside").symlink_to(self.folder / "one")
        server = self.serve()
        for path in ("/../secret/", "/%2e%2e/secret/report.html", "/one/../../secret/", "/one/%2e%2e%2f%2e%2e%2fsecret/", "/link/",
                     "/link/report.html", "/link/live.json", "//secret/", "/one/summary.json", "/one/games.jsonl", "/one/manifest.json",
                     "/.%00/", "/one%00/", f"{secret}/"):
            status, _, body = server.get(path)
            assert (status, body) == (404, b"There is nothing here. All results are listed at /\n"), path
        assert server.get("/inside/report.html")[0] == 200

    def test_pages_of_strangers(self):
        """Neither a name that leads here (DNS rebinding) nor another site's page reads anything."""
        server = self.serve(self.play_as("one"))
        for name, status in ((server.name, 200), (f"localhost:{server.port}", 200), (f"evil.example:{server.port}", 403),
                             (f"127.0.0.1.evil.example:{server.port}", 403), ("127.0.0.1", 403), (f"192.168.0.1:{server.port}", 403)):
            assert server.get("/", Host=name)[0] == status, name
        _, fields, _ = server.get("/")
        assert fields["Cross-Origin-Resource-Policy"] == "same-origin" and fields["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in fields["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in fields
        assert server.get("/", "POST", Origin="http://evil.example")[0] == 403

    def test_policies(self):
        self.play_as("one")
        server = self.serve()
        policy = lambda page: re.search('Content-Security-Policy" content="([^"]*)"', page)[1]
        assert "connect-src" not in policy(server.page("/one/report.html"))
        live = policy(server.page("/one/live"))
        assert "default-src 'none'" in live and "connect-src 'self'" in live and "unsafe" not in live

    def test_who_sends_nothing_or_takes_nothing(self):
        """More than there are places for: the others are served all the same."""
        server = self.serve(self.play_as("one"))
        silent = [server.connect() for _ in range(300)]
        slow = [server.connect() for _ in range(100)]
        try:
            for client in slow:
                client.sendall(b"GET / HT")
            assert server.get("/")[0] == 200
            greedy = [server.connect() for _ in range(20)]
            for client in greedy:
                client.sendall(head(b"GET / HTTP/1.1", f"Host: {server.name}".encode()))
            assert server.get("/")[0] == 200
            for client in greedy:
                client.close()
        finally:
            for client in silent + slow:
                client.close()
        assert server.get("/")[0] == 200

    def test_a_head_that_does_not_end(self):
        """It is waited for ten seconds; one who sent nothing is not answered at all."""
        server = self.serve()
        with server.connect() as nothing:
            assert server.status(b"GET / HTTP/1.1\r\nHost: ") == 408
            assert nothing.recv(100) == b""

    def test_many_tabs(self):
        process = self.start("run", **LONG)
        self.play_as("one", **DUEL, compare=["a", "b"])
        server, statuses = self.serve(), []

        def look(path: str) -> None:
            for _ in range(4):
                statuses.append(server.get(path)[0])

        threads = [threading.Thread(target=look, args=(path,)) for path in ("/", "/one/report.html", "/run/live.json", "/run/live") * 10]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert statuses == [200] * 160
        self.interrupt(process)

    def test_more_runs_than_are_watched(self):
        for number in range(12):
            self.play_as(f"run{number}")
        server = self.serve()
        for number in list(range(12)) * 2:
            now = server.run_now(f"/run{number}/")
            assert now["state"] == "finished" and now["games"] == now["planned"] > 0


class TestCommand(ServeTest):
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_ends_with_its_processes(self, number):
        process = self.start("run", **LONG)
        server = self.serve()
        server.run_now("/run/")
        children = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert children
        assert server.end(number) == (OK, "")
        assert not any(pathlib.Path(f"/proc/{child}").exists() for child in children)
        self.interrupt(process)

    def refuses(self, code: int, says: str, *arguments: Any) -> None:
        done = arena("serve", *arguments)
        assert (done.returncode, done.stdout) == (code, ""), done.stdout
        assert says in done.stderr and done.stderr.count("\n") == 1

    def test_refusals(self):
        server = self.serve()
        self.refuses(BAD_FILE, "No such file", self.temp / "nothing")
        self.refuses(USAGE, "no address in digits", self.folder, "--listen", "localhost")
        self.refuses(INTERNAL, "Address already in use; --port takes another", self.folder, "--port", server.port)

    def test_others_only_when_told(self):
        server = self.serve()
        assert server.address == "127.0.0.1"
        told = Server(self.folder, "--listen", "0.0.0.0")
        assert told.get("/", Host=f"192.168.7.7:{told.port}")[0] != 403
        assert told.get("/", Host=f"evil.example:{told.port}")[0] == 403
        code, errors = told.end()
        assert code == OK and "no password" in errors


@pytest.mark.no_sanitizer("about documents, not memory")
@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium: the page is not opened in a browser")
class TestBrowserServe(ServeTest):
    def look(self, address: str, width: int, until: str) -> str:
        """The document when `until` holds; it writes nothing to the console, and nothing is too wide."""
        script = f"""(async () => {{ for (let i = 0; i < 2000 && !({until}); i++) await new Promise(go => setTimeout(go, 25));
            console.log('DONE ' + !!({until}) + ' ' + (document.documentElement.scrollWidth <= innerWidth)); }})()"""
        document, console = self.browser.open(address, width, 1200, script)
        assert console == ["DONE true true"]
        return document

    def test_a_run_as_it_goes(self):
        process = self.start("run", **FAULTY)
        server = self.serve()
        address = f"http://{server.name}/run/live"
        for width in (390, 800, 1280):
            document = self.look(address, width, "document.querySelector('.verdict') && document.querySelector('#live-faults table')"
                                 " && /Rate/.test(document.body.innerText)")
        text = self.text(document)
        for words in ("Playing", "So far", "Time left, at most", "it is no reason to stop", "illegal"):
            assert words in text
        self.interrupt(process)
        text = self.text(self.look(address, 1280, "/Stopped/.test(document.body.innerText)"
                                   " && !/being read/.test(document.body.innerText)"))
        self.assert_said(read_json(self.folder / "run", "summary.json")["verdict"]["sentence"], text)
        assert "run --resume" in text and "Time left" not in text

    def test_the_server_goes(self):
        process = self.start("run", **LONG)
        server = self.serve()
        script = """(async () => {
          const until = async test => {
            for (let i = 0; i < 2000 && !test(); i++) await new Promise(go => setTimeout(go, 25));
            return test();
          };
          await until(() => document.querySelector('.verdict'));
          globalThis.fetch = async () => { throw new TypeError('gone'); };
          console.log('TOLD ' + await until(() => /does not answer/.test(document.body.innerText))
            + ' ' + !!document.querySelector('.verdict'));
        })()"""
        _, console = self.browser.open(f"http://{server.name}/run/live", 800, 1200, script)
        assert console == ["TOLD true true"]
        self.interrupt(process)

    @pytest.mark.skipif(not AXE.exists(), reason="there is no axe-core (make deps-browser)")
    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_accessible(self, theme):
        process = self.start("run", **FAULTY)
        self.play_as("one")
        server = self.serve()
        source = AXE.read_text()
        for path in ("", "run/live"):
            script = f"""(async () => {{ for (let i = 0; i < 2000 && !document.querySelector('.verdict, #index'); i++)
                await new Promise(go => setTimeout(go, 25));
                {source}; const found = await axe.run();
                console.log('AXE ' + JSON.stringify(found.violations.map(v => [v.id, v.nodes[0].html.slice(0, 200)]))); }})()"""
            _, console = self.browser.open(f"http://{server.name}/{path}#{theme}", 800, 1200, script)
            assert console == ["AXE []"], path
        self.interrupt(process)
