# SPDX-License-Identifier: MIT
"""End-to-end tests of `serve`: pages of results and of runs as they go, and a server that no client can upset."""
import contextlib
import http.client
import signal
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

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

    def end_well(self) -> None:
        """Unless it has ended before."""
        if self.process.poll() is None:
            assert self.end() == (OK, "")

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=END)

    def send(self, request: bytes) -> bytes:
        """What comes back for these bytes until the server ends the connection."""
        with self.connect() as client:
            client.sendall(request)
            answer = b""
            while got := client.recv(1 << 16):
                answer += got
        return answer

    def status(self, request: bytes) -> int:
        return int(self.send(request).split(b" ", 2)[1])

    def get(self, path: str, method: str = "GET", body: Any = None, **fields: str) -> tuple[int, dict[str, str], bytes]:
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=END)
        client.request(method, path, body, headers={"Host": self.name} | fields)
        answer = client.getresponse()
        read = answer.read()
        client.close()
        return answer.status, dict(answer.getheaders()), read

    def page(self, path: str) -> str:
        status, _, body = self.get(path)
        assert status == 200, body
        return body.decode()

    def run_now(self, path: str) -> Any:
        status, _, body = self.get(f"{path}live.json")
        assert status in (200, 404), body
        return json.loads(body) if status == 200 else {"state": "none"}

    def run_when(self, path: str, wanted: Callable[..., Any]) -> Any:
        """The run as soon as `wanted` holds of it."""
        end = time.monotonic() + END
        while not wanted(now := self.run_now(path)):
            assert time.monotonic() < end, now
            time.sleep(0.02)
        return now


def policy_of(page: str) -> str:
    found = re.search('Content-Security-Policy" content="([^"]*)"', page)
    assert found
    return found[1]


def starts(path: Any, out: Any, *arguments: str) -> Any:
    """A run, as soon as it has written a game, or without a log its manifest."""
    process = subprocess.Popen([program(), "run", path, "--out", out, "--quiet", *arguments], cwd=ROOT, stdin=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    file = out / ("manifest.json" if "none" in arguments else "games.jsonl")
    wait_until(lambda: file.exists() and file.stat().st_size, process)
    return process


def interrupt(process: Any) -> None:
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=END)
    assert process.returncode == INTERRUPTED


# As long as no test waits for its end, and so slow that it costs little.
SLOW: dict[str, Any] = DUEL | {"deals": 36, "sessions": 20000, "compare": ["a", "b"], "bots": {"a": bad_bot("dawdles", ms=2), "b": "basic"}}


class ServeTest(ReportTest):
    @pytest.fixture(autouse=True)
    def results(self, temporary_folder: None) -> Iterator[None]:
        self.folder = self.temp / "results"
        self.folder.mkdir()
        yield

    def rows_of(self, server: Server, path: str = "/") -> dict[str, Any]:
        """The rows of an index when all are read."""
        end = time.monotonic() + END
        while (index := json.loads(server.page(f"{path}index.json")))["reading"]:
            assert time.monotonic() < end, index
            time.sleep(0.05)
        return {row["name"]: row for row in index["index"]}

    def several(self) -> Any:
        """A folder with a finished run, one with a name that has to be quoted, a study, and a run that was interrupted."""
        def make(folder: Any) -> None:
            shutil.copytree(self.sample(**DUEL, compare=["a", "b"]), folder / "one")
            shutil.copytree(self.sample(deals=3), folder / "two & more")
            config = self.write_config(deals=2, bots={"s": "basic"}, seats=["s"] * 3, variations={"twenty": {"value.grand": 20}})
            assert arena("study", config, "--out", folder / "study", "--quiet").returncode == OK
            interrupt(starts(self.write_config(**SLOW), folder / "stopped"))
        return shared("served", make)

    def serve(self, folder: Any = None, *arguments: str) -> Server:
        server = Server(folder or self.folder, *arguments)
        self.cleanup.callback(server.end_well)
        return server

    def play_as(self, name: str, **fields: Any) -> Any:
        return shutil.copytree(self.sample(**fields), self.folder / name)

    def start(self, name: str, *arguments: str, **fields: Any) -> Any:
        """A run that goes on until the test ends it."""
        process = starts(self.write_config(name=name, **fields), self.folder / name, *arguments)

        def end() -> None:
            if process.poll() is None:
                process.kill()
            process.communicate(timeout=END)

        self.cleanup.callback(end)
        return process


class TestPages(ServeTest):
    def test_the_same_as_report_writes(self):
        results = self.several()
        served, written = self.serve(results).page("/one/report.html"), self.page(results / "one")
        there, here = self.data_of(served), self.data_of(written)
        assert there.pop("home") == "../" and there.pop("tables") is True
        assert there == here
        assert DATA.sub("", served) == DATA.sub("", written)

    def test_an_index_of_all(self):
        server = self.serve(self.several())
        index = self.rows_of(server)
        assert sorted(index) == ["one", "stopped", "study", "two & more"]
        assert {name for name, entry in index.items() if entry.get("state") == "interrupted"} == {"stopped"}
        assert all(entry["page"] for entry in index.values())
        assert server.get("/two%20%26%20more/report.html")[0] == server.get("/stopped/live")[0] == 200
        assert self.data_of(server.page("/study/"))["others"]
        assert self.data_of(server.page("/study/baseline/report.html"))["home"] == "../../"
        alone = self.serve(self.several() / "one")
        assert alone.page("/") == alone.page("/report.html") and "home" not in self.data_of(alone.page("/"))

    def test_pages_follow_their_results(self):
        run = self.play_as("one", deals=3)
        server = self.serve()
        seed = lambda: int(re.search('"seed":(\\d+)', server.page("/one/report.html"))[1])
        assert seed() == SEED
        assert arena("run", self.write_config(seed=SEED + 1, deals=3), "--out", run, "--force", "--quiet").returncode == OK
        while seed() != SEED + 1:  # a page that is a second old may be sent again
            time.sleep(0.1)
        (run / "summary.json").write_text("{")
        while server.get("/one/report.html")[0] == 200:
            time.sleep(0.1)
        assert b"summary.json" in server.get("/one/report.html")[2]
        while "summary.json" not in self.rows_of(server)["one"].get("problem", ""):  # likewise
            time.sleep(0.1)
        shutil.rmtree(run)
        while [server.get(path)[0] for path in ("/one/", "/one/report.html", "/one/live", "/one/live.json")] != [404] * 4:
            time.sleep(0.1)
        shutil.rmtree(self.folder)
        while server.get("/")[0] != 404:
            time.sleep(0.1)


def bad_summary(make: Callable[[pathlib.Path], Any]) -> Callable[[pathlib.Path, pathlib.Path], None]:
    """Makes a run whose summary.json `make` has made."""
    def broken(good: pathlib.Path, folder: pathlib.Path) -> None:
        shutil.copytree(good, folder)
        (folder / "summary.json").unlink()
        make(folder / "summary.json")
    return broken


def nested(good: pathlib.Path, folder: pathlib.Path) -> None:
    here = os.getcwd()
    folder.mkdir()
    os.chdir(folder)
    for _ in range(300):
        os.mkdir("deeper")
        os.chdir("deeper")
    os.chdir(here)


def sized(size: int) -> Callable[[pathlib.Path], None]:
    def make(path: pathlib.Path) -> None:
        path.touch()
        os.truncate(path, size)
    return make


def without(name: str, make: Callable[[pathlib.Path], Any] = lambda path: None) -> Callable[[pathlib.Path, pathlib.Path], None]:
    def broken(good: pathlib.Path, folder: pathlib.Path) -> None:
        shutil.copytree(good, folder)
        (folder / name).unlink()
        make(folder / name)
    return broken


#: What a folder of results may have beside good runs: how it is made, what its row says (None: it has none).
BAD_FOLDERS: dict[str, tuple[Callable[[pathlib.Path, pathlib.Path], Any], str | None]] = {
    "pipe": (bad_summary(os.mkfifo), "summary.json: is a named pipe"),
    "device": (bad_summary(lambda path: path.symlink_to("/dev/zero")), "summary.json: leads out of the folder that is served"),
    "secret": (bad_summary(lambda path: path.symlink_to("/etc/passwd")), "summary.json: leads out of the folder that is served"),
    "deep": (bad_summary(lambda path: path.write_text("[" * 200000)), "summary.json:1:1001: not JSON"),
    "cut": (bad_summary(lambda path: path.write_text('{"format": 1, "na')), "summary.json:1:"),
    "huge": (bad_summary(sized(1 << 40)), "summary.json: is larger than 256 MiB"),
    "zeros": (bad_summary(sized(1 << 20)), "summary.json"),
    "other": (bad_summary(lambda path: path.write_text("null")), "summary.json: $: found null; expected an object"),
    "folder": (bad_summary(pathlib.Path.mkdir), "summary.json: is a folder"),
    "no summary": (without("summary.json"), "manifest.json: there is no summary.json beside it"),
    "no log": (without("games.jsonl"), "is the result of a run; expected a log"),
    "log pipe": (without("games.jsonl", os.mkfifo), "games.jsonl: is a named pipe"),
    "circle": (lambda good, folder: folder.symlink_to(folder), "Too many levels of symbolic links"),
    "nowhere": (lambda good, folder: folder.symlink_to("/nothing/here"), "is a link that leads nowhere"),
    "outside": (lambda good, folder: folder.symlink_to("/etc"), "leads out of the folder that is served"),
    "empty": (lambda good, folder: folder.mkdir(), None),
    "nested": (nested, None),
}


class TestIndex(ServeTest):
    def test_bad_folders_are_rows_that_say_so(self):
        """Ten of each kind beside ten good ones: each page answers, and none of it is of a file outside."""
        good = self.sample(**DUEL, compare=["a", "b"])
        for number in range(10):
            shutil.copytree(good, self.folder / f"good{number}")
            for kind, (make, _) in BAD_FOLDERS.items():
                make(good, self.folder / f"{kind}{number}")
        server = self.serve()
        rows = self.rows_of(server)
        for number in range(10):
            assert "problem" not in rows[f"good{number}"] and rows[f"good{number}"]["verdict"]
            for kind, (_, problem) in BAD_FOLDERS.items():
                row = rows.pop(f"{kind}{number}", None)
                assert (row and row["problem"].startswith(problem)) if problem else row is None, (kind, row)
        assert len(rows) == 10
        for kind, (_, problem) in BAD_FOLDERS.items():
            status, _, body = server.get(f"/{kind.replace(' ', '%20')}0/report.html")
            assert status == (404 if kind in ("circle", "nowhere", "outside") else 500 if problem else 200), kind
            assert b"root:" not in body
        assert server.get("/good0/report.html")[0] == server.get("/")[0] == 200

    def test_links_of_files_are_not_followed_out(self):
        """Whatever file of a run it is, and wherever it is read: a page, a run as it goes, a table."""
        secret = self.temp / "secret"
        secret.write_text("quxwortel\n" * 100)
        files = [path.name for path in self.sample(**DUEL, compare=["a", "b"]).iterdir()]
        assert {"games.jsonl", "manifest.json", "summary.json"} <= set(files)
        server = self.serve()
        for name in [*files, "faults.jsonl", "redeals.jsonl", "analysis.json", "analysis.jsonl", "resume.json"]:
            run = shutil.copytree(self.sample(**DUEL, compare=["a", "b"]), self.folder / f"with {name}")
            (run / name).unlink(missing_ok=True)
            (run / name).symlink_to(secret)
            for page in ("report.html", "live", "live.json"):
                status, _, body = server.get(f"/with%20{name}/{page}")
                assert status in (200, 404, 500) and b"quxwortel" not in body, (name, page)
        assert "quxwortel" not in server.page("/") + json.dumps(self.rows_of(server))

    def send_to_a_child(self, server: Server, number: int) -> int:
        """Sends a signal to a process that reads a row, of which several are read at a time; which one it was."""
        children = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        end = time.monotonic() + END
        while time.monotonic() < end:
            with server.connect() as client:
                client.sendall(head(b"GET /index.json HTTP/1.1", f"Host: {server.name}".encode()))
                for _ in range(100):
                    found = list(map(int, children.read_text().split()))
                    with contextlib.suppress(ProcessLookupError):
                        if len(found) > 1:
                            os.kill(found[0], number)
                            return found[0]
        raise AssertionError("no process reads")

    def test_what_is_slow_holds_up_nobody(self):
        """A process that reads stands still: the index says what it has, and pages come."""
        for number in range(3):
            shutil.copytree(self.sample(**DUEL, compare=["a", "b"]), self.folder / f"run{number}")
        server = self.serve()
        assert len(self.rows_of(server)) == 3
        stopped = self.send_to_a_child(server, signal.SIGSTOP)
        for number in range(3):
            assert server.get(f"/run{number}/report.html")[0] == 200
            assert json.loads(server.page("/index.json"))["index"]
        assert server.get("/")[0] == 200
        with contextlib.suppress(ProcessLookupError):  # where all this takes long, its limit of time has ended it
            os.kill(stopped, signal.SIGCONT)
        assert len(self.rows_of(server)) == 3

    def test_a_reader_that_dies_costs_its_row(self):
        for number in range(3):
            shutil.copytree(self.sample(**DUEL, compare=["a", "b"]), self.folder / f"run{number}")
        server = self.serve()
        self.send_to_a_child(server, signal.SIGKILL)
        assert server.get("/")[0] == 200
        end = time.monotonic() + END
        while len(rows := self.rows_of(server)) < 3 or any("problem" in row for row in rows.values()):  # it is read again
            assert time.monotonic() < end
            time.sleep(0.1)

    def test_a_name_that_is_no_text(self):
        """Of bytes that are not UTF-8: JSON and pages stay valid, and the row says why it leads nowhere."""
        os.rename(os.fsencode(self.play_as("one", **DUEL, compare=["a", "b"])), os.fsencode(self.folder) + b"/bad\xff\n\x1bname")
        row = self.rows_of(self.serve())["bad???name"]
        assert row["page"] is False and row["verdict"] and "problem" not in row and "its name is not UTF-8" in row["note"]
        done = subprocess.run([program(), "results", self.folder, "--json"], capture_output=True)
        assert [entry["folder"] for entry in json.loads(done.stdout.decode())] == [f"{self.folder}/bad???name"]
        [entry] = self.data_of(self.page(self.folder))["index"]
        assert (entry["name"], entry["page"]) == ("bad???name", False)

    def test_nothing_yet(self):
        server = self.serve()
        assert self.data_of(server.page("/"))["index"] == [] and self.rows_of(server) == {}
        self.play_as("one", deals=3)
        while "one" not in self.rows_of(server):
            time.sleep(0.1)

    def test_a_folder_in_the_folder(self):
        self.play_as("one", deals=3)
        shutil.copytree(self.folder / "one", self.folder / "older" / "two")
        server = self.serve()
        assert set(self.rows_of(server, "/older/")) == {"two"}
        row = self.rows_of(server)["older"]
        assert (row["kind"], row["verdict"], row["page"]) == ("folder", "1 result", True)
        listed = {entry["folder"]: entry for entry in json.loads(arena("results", self.folder, "--json").stdout)}
        assert listed[f"{self.folder}/older"]["verdict"] == "1 result" and len(listed) == 2
        assert self.data_of(server.page("/older/"))["home"] == "../"
        assert server.get("/one/index.json")[0] == 404

    def test_a_run_that_is_played(self):
        """How far it is, and its verdict so far, with the way there."""
        self.start("run", **SLOW)
        server = self.serve()
        end = time.monotonic() + END
        while "verdict" not in (live := json.loads(server.page("/index.json"))["live"].get("run", {})):
            assert time.monotonic() < end
            time.sleep(0.1)
        row = self.rows_of(server)["run"]
        assert row["state"] == "playing" and 0 < row["games"] < row["planned"] == live["planned"]
        assert live["verdict"]["sentence"] and len(live["path"]) >= 1 and all(len(point) == 2 for point in live["path"])


class TestLive(ServeTest):
    def comparable(self, summary: Any) -> Any:
        """Without what is found out in the moves of the games, at the end."""
        for bot in summary["bots"]:
            bot["faults"].pop("inconsistent", None)
        for name in ("swings", "divergences"):
            for one in summary["comparison"].get(name) or []:
                one.pop("first", None)
        return summary

    FAULTY: dict[str, Any] = {"bots": SLOW["bots"] | {"b": bad_bot("faulty", what="illegal_card", percent=5)}}
    KINDS: dict[str, dict[str, Any]] = {
        "faults": FAULTY, "redeals, sessions with a test": {"redeals": 1, "bots": {"a": "stammtisch", "b": "stammtisch:caution=80"},
                                          "test": {"h0": 0, "h1": 5, "min_units": 500000}}}

    @pytest.mark.parametrize("kind", KINDS)
    def test_what_is_shown_is_what_was_played(self, kind):
        """When a run is stopped, its summary says the same as the page did."""
        process = self.start("run", **SLOW | self.KINDS[kind])
        server = self.serve()
        playing = server.run_when("/run/", lambda now: now.get("games", 0) > 0 and "summary" in now)
        assert playing["state"] == "playing"
        interrupt(process)
        kept = read_json(self.folder / "run", "summary.json")
        stopped = server.run_when("/run/", lambda now: now["state"] == "interrupted" and now["read"])
        assert is_within(self.comparable(kept), self.comparable(stopped["summary"]))
        assert stopped["manifest"] == read_json(self.folder / "run", "manifest.json")
        assert stopped["games"] == kept["games"] < stopped["planned"] == kept["planned"]
        assert "left" not in stopped
        if kind == "faults":
            assert sum(int(row[3]) for row in stopped["tables"]["faults"]["rows"]) == sum(
                sum(bot["faults"][kind] for kind in FAULTS) for bot in kept["bots"])
        else:
            assert "faults" not in stopped["tables"]

    def test_nothing_is_disturbed(self):
        """A run with many who look gives the bytes that it gives alone, and nothing else is in its folder."""
        fields: Any = SLOW | {"sessions": 1, "name": "run"}
        alone = self.sample(**fields)
        server = self.serve()
        process = self.start(**fields)
        while process.poll() is None:
            server.get("/run/live.json")
            server.get("/")
            time.sleep(0.05)
        assert process.returncode == OK
        self.assert_same_bytes(alone, self.folder / "run")
        assert {path.name for path in alone.iterdir()} == {path.name for path in (self.folder / "run").iterdir()}
        done = server.run_when("/run/", lambda now: now["state"] == "finished")
        assert is_within(read_json(alone, "summary.json"), done["summary"])
        assert done["games"] == done["planned"] == done["summary"]["games"]

    @pytest.mark.long
    def test_killed_and_resumed(self):
        process = self.start("run", **SLOW)
        server = self.serve()
        first = server.run_when("/run/", lambda now: now.get("games", 0) > 0)
        process.kill()
        process.wait(timeout=END)
        killed = server.run_when("/run/", lambda now: now["state"] == "interrupted" and now["read"])
        assert killed["games"] >= first["games"]
        assert "skat-arena" in server.page("/run/")
        again = subprocess.Popen([program(), "run", "--resume", self.folder / "run", "--quiet"], cwd=ROOT, stderr=subprocess.PIPE)
        try:
            now = server.run_when("/run/", lambda now: now["state"] == "playing" and now.get("games", 0) > killed["games"])
            assert not now.get("note"), now["note"]
        finally:
            interrupt(again)
        kept = read_json(self.folder / "run", "summary.json")
        stopped = server.run_when("/run/", lambda now: now["state"] == "interrupted" and now["read"] and now["games"] == kept["games"])
        assert is_within(self.comparable(kept), self.comparable(stopped["summary"]))

    def test_parts(self):
        """Of the three shards two are here; the third has more deals than the others."""
        fields = SLOW | {"sessions": 400, "deals": 35, "name": "run"}
        for number in (3, 1):
            interrupt(starts(self.write_config(**fields), self.folder / f"part{number}", "--shard", f"{number}/3"))
        self.play_as("other", deals=3)
        table = self.serve().run_when("/part1/", lambda now: now["read"])["tables"]["shards"]
        assert [column["title"] for column in table["columns"][:4]] == ["shard", "folder", "state", "finished"]
        assert [row[:3] for row in table["rows"]] == [["1", "part1", "interrupted"], ["3", "part3", "interrupted"]]
        for _, folder, _, finished, *_ in table["rows"]:
            units, of = map(int, finished.split(" of "))
            games = read_json(self.folder / folder, "manifest.json")["schedule"]["games"] / of  # of a unit
            assert units * games == read_json(self.folder / folder, "summary.json")["games"]

    def test_a_log_that_is_none(self):
        """What cannot be read is said, and the server stays."""
        run = shutil.copytree(self.several() / "stopped", self.folder / "run")
        lines = (run / "games.jsonl").read_bytes().splitlines(keepends=True)
        (run / "games.jsonl").write_bytes(lines[0] + b"{}\n" + b"".join(lines[2:]))
        server = self.serve()
        assert "games.jsonl:2" in server.run_now("/run/")["note"]
        assert server.get("/")[0] == 200


def head(line: bytes = b"GET / HTTP/1.1", *fields: bytes) -> bytes:
    return b"\r\n".join((line, b"Connection: close", *fields, b"", b""))


class TestClients(ServeTest):
    def test_bad_requests(self):
        server = self.serve(self.several())
        host = f"Host: {server.name}".encode()
        for request, status in (
                (head(b"GET / HTTP/1.1", host), 200), (head(b"HEAD / HTTP/1.1", host), 200), (head(b"GET / HTTP/1.1"), 400),
                (head(b"GET /", host), 400), (head(b"GET / HTTP/3.0", host), 505), (head(b"BREW / HTTP/1.1", host), 405),
                (head(b"POST / HTTP/1.1", host), 405), (head(b"GET http://a/ HTTP/1.1", host), 400),
                (head(b"GET / HTTP/1.1", host, host), 400), (head(b"GET /" + b"a" * 3000 + b" HTTP/1.1", host), 404),
                (head(b"GET /" + b"a" * 100000 + b" HTTP/1.1", host), 414), (head(b"GET /%00 HTTP/1.1", host), 400),
                (head(b"GET / HTTP/1.1", host, b"X: " + b"a" * 100000), 431), (head(b"GET / HTTP/1.1", host, *[b"X: a"] * 5000), 431),
                (head(b"GET /nothing HTTP/1.1", host), 404), (head(b"POST / HTTP/1.1", host, b"Content-Length: -1"), 400),
                (head(b"POST / HTTP/1.1", host, b"Content-Length: 99999"), 413)):
            assert server.status(request) == status, request[:60]
        assert server.send(head(b"HEAD / HTTP/1.1", host)).endswith(b"\r\n\r\n")
        chunks = b"1000\r\n" + b"a" * 0x1000 + b"\r\n"
        assert server.send(head(b"POST / HTTP/1.1", host, b"Transfer-Encoding: chunked") + 2 * chunks) == b""
        for part in (b"", b"GET", b"GET / HTTP/1.1\r\nHost: ", b"\0" * 20000, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"):
            with server.connect() as client:
                client.sendall(part)
        assert server.get("/")[0] == 200

    def test_no_way_out_of_the_folder(self):
        self.play_as("one", deals=3)
        secret = shutil.copytree(self.folder / "one", self.temp / "secret")
        (self.folder / "link").symlink_to(secret)
        (self.folder / "inside").symlink_to(self.folder / "one")
        server = self.serve()
        for path in ("/../secret/", "/%2e%2e/secret/report.html", "/one/../../secret/", "/one/%2e%2e%2f%2e%2e%2fsecret/", "/link/",
                     "/link/report.html", "/link/live.json", "//secret/", "/one/summary.json", "/one/games.jsonl", "/one/manifest.json",
                     f"{secret}/"):
            status, _, body = server.get(path)
            assert (status, body) == (404, b"There is nothing here. All results are listed at /\n"), path
        assert server.get("/.%00/")[0] == server.get("/one%00/")[0] == 400
        assert server.get("/inside/report.html")[0] == 200

    def test_pages_of_strangers(self):
        """Neither a name that leads here (DNS rebinding) nor another site's page reads anything."""
        server = self.serve(self.several())
        for name, status in ((server.name, 200), (f"localhost:{server.port}", 200), (f"evil.example:{server.port}", 403),
                             (f"127.0.0.1.evil.example:{server.port}", 403), ("127.0.0.1", 403), (f"192.168.0.1:{server.port}", 403)):
            assert server.get("/", Host=name)[0] == status, name
        _, fields, _ = server.get("/")
        assert fields["Cross-Origin-Resource-Policy"] == "same-origin" and fields["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in fields["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in fields
        assert server.get("/", "POST", Origin="http://evil.example")[0] == 403
        assert "connect-src" not in policy_of(server.page("/one/report.html"))
        live = policy_of(server.page("/one/live"))
        assert "default-src 'none'" in live and "connect-src 'self'" in live and "unsafe" not in live

    def test_who_sends_nothing_or_takes_nothing(self):
        """More than there are places for: the others are served all the same."""
        server = self.serve(self.several())
        silent, slow = ([server.connect() for _ in range(count)] for count in (300, 30))
        try:
            for client in slow:
                client.sendall(b"GET / HT")
            assert server.get("/")[0] == 200
            greedy = [server.connect() for _ in range(5)]
            for client in greedy:
                client.sendall(head(b"GET / HTTP/1.1", f"Host: {server.name}".encode()))
            assert server.get("/")[0] == 200
            for client in greedy:
                client.close()
        finally:
            for client in silent + slow:
                client.close()
        assert server.get("/")[0] == 200

    def test_who_takes_an_answer_slowly_gives_up_its_place(self):
        """More clients than there are places take the beginning of a large page; a visitor is answered while most of them are there."""
        server = self.serve(self.several())
        page = len(server.page("/one/report.html"))
        files = pathlib.Path(f"/proc/{server.process.pid}/fd")

        def sockets():
            found = 0
            for entry in files.iterdir():
                with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                    found += os.readlink(entry).startswith("socket:")
            return found

        with contextlib.ExitStack() as slow:
            for _ in range(260):
                client = slow.enter_context(socket.socket())
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)  # or the kernel takes the whole page from the server
                client.settimeout(END)
                client.connect(("127.0.0.1", server.port))
                client.sendall(head(b"GET /one/report.html HTTP/1.1", f"Host: {server.name}".encode()))
                with contextlib.suppress(ConnectionError):
                    assert client.recv(12) in (b"HTTP/1.1 200", b"")
            assert server.get("/")[0] == 200
            assert sockets() > 200, page

    @pytest.mark.long
    def test_a_head_that_does_not_end(self):
        """The server waits for it for ten seconds, also where it comes byte by byte."""
        server = self.serve()
        with server.connect() as nothing, server.connect() as slow:
            with pytest.raises(OSError):
                for _ in range(END):
                    slow.sendall(b"a")
                    time.sleep(1)
            assert nothing.recv(100) == b""

    def test_one_connection_asks_often(self):
        server = self.serve(self.several())
        client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=END)
        for path, status in (("/one/report.html", 200), ("/nothing", 404), ("/one/live.json", 200)) * 2:
            client.request("GET", path)
            answer = client.getresponse()
            assert (answer.status, bool(answer.read())) == (status, True)
        client.close()


class TestCommand(ServeTest):
    def test_ends_with_its_processes(self):
        self.start("run", **SLOW)
        server = self.serve()
        server.run_now("/run/")
        children = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert children
        assert server.end(signal.SIGTERM) == (OK, "")
        assert not any(pathlib.Path(f"/proc/{child}").exists() for child in children)

    def test_refusals(self):
        server = self.serve()
        for code, says, *arguments in ((BAD_FILE, "No such file", self.temp / "nothing"),
                                       (USAGE, "no address in digits", self.folder, "--listen", "localhost"),
                                       (INTERNAL, "Address already in use; --port takes another", self.folder, "--port", server.port)):
            done = arena("serve", *arguments)
            assert (done.returncode, done.stdout) == (code, ""), done.stdout
            assert says in done.stderr and done.stderr.count("\n") == 1

    def test_others_only_when_told(self):
        assert self.serve().address == "127.0.0.1"
        told = Server(self.folder, "--listen", "0.0.0.0")
        assert told.get("/", Host=f"192.168.7.7:{told.port}")[0] != 403
        assert told.get("/", Host=f"evil.example:{told.port}")[0] == 403
        code, errors = told.end()
        assert code == OK and "no password" in errors


class TestBrowserServe(BrowserTest, ServeTest):
    def test_a_run_as_it_goes(self):
        """Also when the server does not answer: the page says so, and keeps what it shows, until it answers again. Then the run stops."""
        process = self.start("run", **SLOW | TestLive.FAULTY)
        server = self.serve()
        tell = "console.log(document.querySelector('#main').innerText, document.documentElement.scrollWidth <= innerWidth);"
        _, console = self.browser.open(f"http://{server.name}/run/live", 390, 1200, probe(f"""
            const main = document.querySelector('#main'), real = globalThis.fetch;
            const drawn = () => document.querySelector('.verdict') && document.querySelector('#live-faults table');
            await until(() => drawn() && /Rate/.test(main.textContent));
            {tell}
            globalThis.fetch = async () => {{ throw new TypeError('gone'); }};
            console.log(await until(() => /does not answer/.test(main.textContent)) && !!document.querySelector('.verdict'));
            globalThis.fetch = real;"""), lambda: interrupt(process), probe(f"""
            await until(() => /Stopped/.test(document.querySelector('#main').textContent)
              && !/being read/.test(document.querySelector('#main').textContent));
            {tell}"""))
        playing, kept, stopped = console
        assert kept == "true" and playing.endswith(" true") and stopped.endswith(" true")
        for words in ("Playing", "So far", "Time left, at most", "it is no reason to stop", "illegal"):
            assert words.lower() in playing.lower(), words
        self.assert_said(read_json(self.folder / "run", "summary.json")["verdict"]["sentence"], stopped)
        assert "run --resume" in stopped and "Time left" not in stopped

    def test_the_index_in_a_browser(self):
        """Nothing yet, then results without loading it again; sorted, filtered, at the width of a telephone; and the server gone."""
        server = self.serve()
        results = self.several()

        def appear() -> None:
            for folder in results.iterdir():
                shutil.copytree(folder, self.folder / folder.name)
            (self.folder / "one" / "summary.json").write_text("{")
            self.play_as("pair", **DUEL)
            self.play_as("twin", **DUEL | {"seed": 99})

        names = "[...document.querySelectorAll('.index tbody th')].map(cell => cell.textContent).join('|')"
        _, console = self.browser.open(f"http://{server.name}/", 400, 1200, probe("""
            const main = document.querySelector("#main");
            await until(() => /No results yet/.test(main.textContent));
            console.log(main.textContent);"""), appear, probe(f"""
            const main = document.querySelector('#main');
            await until(() => document.querySelectorAll('.index tbody tr').length === 6 && !/being read/.test(main.textContent));
            console.log(await until(() => /Rating list: 2 bots in 2 runs/.test(main.textContent)));
            const press = name => document.querySelector(`#sort-${{name}}`).click(), box = document.querySelector('input[type=search]');
            press('folder');
            console.log({names});
            press('folder');
            console.log({names}, document.querySelector('[aria-sort]').textContent);
            box.value = 'STUDY  skat-ARENA';
            box.dispatchEvent(new Event('input'));
            console.log({names});
            box.value = 'cannot';
            box.dispatchEvent(new Event('input'));
            console.log({names});
            box.value = 'summary';
            box.dispatchEvent(new Event('input'));
            console.log({names}, main.textContent.includes('Cannot be read: summary.json'));
            console.log(document.documentElement.scrollWidth <= innerWidth, main.querySelector('a[href="one/report.html"]') !== null);
            globalThis.fetch = async () => {{ throw new TypeError('gone'); }};
            console.log(await until(() => /does not answer/.test(main.textContent)), {names});"""))
        nothing, rated, up, down, study, none, damaged, fits, gone = console
        assert f"skat-arena run stammtisch --out {self.folder}/stammtisch" in nothing
        assert rated == "true" and up == "one|pair|stopped|study|twin|two & more"
        assert down == "two & more|twin|study|stopped|pair|one folder ↓"
        assert study == "study" and none == "" and damaged == "one true" and fits == "true true" and gone == "true one"
