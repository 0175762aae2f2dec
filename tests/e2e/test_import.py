# SPDX-License-Identifier: MIT
"""End-to-end tests of import and export: records of the ISS as result folders, and back."""
import collections
import hashlib
import itertools
import json
import math
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
from typing import Any

import pytest

import statistician
from crash_states import signal_at_write, traced
from harness import *

RECORDS = ROOT / "configs" / "deals" / "iss-games.sgf"
LINES = RECORDS.read_text().splitlines()
LOST_DIAMONDS, GRAND, GRAND_OUVERT, HAND, OVERBID, PASSED = range(6)

# The deal of the record in which all passed, for games of our own. Middlehand declares.
DEAL = re.search(r"MV\[w (\S+)", LINES[PASSED])[1]
SKAT, MIDDLEHAND = DEAL[90:], DEAL[30:59]
BIDS = "1 18 0 p 2 p"
TOOK = f"{BIDS} 1 s w {SKAT}"


def record(moves, result="passed", deal=DEAL, **properties):
    values = {"GM": "Skat", "PC": "place", "CO": "", "SE": "1", "ID": "2", "DT": "", "P0": "a",
              "P1": "b", "P2": "c", "R0": "", "R1": "0.0", "R2": "null",
              "MV": f"w {deal} {moves} ", "R": result} | properties
    return "(;" + "".join(f"{name}[{value}]" for name, value in values.items() if value is not None) + " ;)"


def changed(line, *pairs):
    text = LINES[line]
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def numbered(text):
    """Records of games of their own: each has its ID."""
    count = itertools.count(1)
    return re.sub(r"\bID\[\d+\]", lambda _: f"ID[{next(count)}]", text)


def no_more_than(size):
    """In a child: files grow no further, which is an error like a full disk, not a signal."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


class ImportTest(RunTest):
    def write(self, text, name="records.sgf"):
        folder = self.new_path("files")
        folder.mkdir()
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def import_path(self, *paths, code=OK, options=()):
        out = self.new_path("imported")
        done = arena("import", *paths, "--out", out, *options)
        assert done.returncode == code, done.stderr
        self.stderr = done.stderr
        return out

    def imported(self):
        """A copy of the server's games, imported."""
        def make(folder):
            arena_ok("import", RECORDS, "--out", folder / "out", "--quiet")
        return pathlib.Path(shutil.copytree(shared("iss-games", make) / "out", self.new_path("imported")))

    def import_text(self, text, **more):
        return self.import_path(self.write(text), **more)

    def findings(self, folder):
        found = [json.loads(line) for line in (folder / "import.jsonl").read_text().splitlines()]
        for line in found:
            self.assert_valid("import", line, "import.jsonl")
        return found

    def reasons(self, folder):
        return [line["reason"] for line in self.findings(folder)]

    def exported(self, folder, *options, code=OK):
        done = subprocess.run([program(), "export", folder, *options], cwd=ROOT,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT)
        self.stderr = done.stderr.decode()
        assert done.returncode == code, self.stderr
        return done.stdout

    def assert_sound(self, folder, statistics=False):
        super().assert_sound(folder)
        differences = list(statistician.check_folder(folder)) if statistics else []
        assert not differences, "\n".join(map(str, differences[:10]))
        self.assert_valid("manifest", read_json(folder, "manifest.json"), "manifest")
        if (folder / "import.jsonl").exists():
            self.findings(folder)


class TestRoundTrip(ImportTest):
    def test_the_servers_games_come_back_to_the_byte(self):
        folder = self.imported()
        self.assert_sound(folder, statistics=True)
        assert self.exported(folder) == RECORDS.read_bytes()
        assert (collections.Counter(self.reasons(folder)) == {"shows_cards": 1, "split_declaration": 1})
        lines = read_lines(folder)
        for line, text in zip(lines, LINES):
            result = re.search(r" v:(-?\d+)", text)
            assert line["result"]["signed"] == (int(result[1]) if result else 0)
            names = re.findall(r"P[012]\[([^]]*)\]", text)
            assert [line["table"][seat] for seat in line["seats"]] == names
        assert lines[GRAND_OUVERT]["moves"] == "1 p 2 p 0 18 0 GO 0 CJ 1 RE 1 H9 2 RE"
        manifest = read_json(folder, "manifest.json")
        assert manifest["name"] == "iss-games"
        assert manifest["import"]["records"] == 6
        [source] = manifest["import"]["files"]
        assert source == {"file": "iss-games.sgf", "bytes": len(RECORDS.read_bytes()),
                        "sha256": hashlib.sha256(RECORDS.read_bytes()).hexdigest(),
                        "records": 6}
        assert (folder / "records.sgf").read_bytes() == RECORDS.read_bytes()

    def test_every_layout_comes_back(self):
        spread = LINES[GRAND].replace("MV[w ", "MV[\nw ").replace(" 2 s ", "\n2 s ")
        spread = spread.replace("]", "]\n") + "\n"
        text = numbered(
                "\ufeff" + "\n\n" + "\n \n\t\n".join(LINES) + "\n\n  \n"  # a mark and blank lines
                + spread + LINES[HAND] + "\n" + spread + spread.rstrip() + LINES[PASSED] + "\r\n"
                + 66000 * "\n" + LINES[HAND] + "\n" + 70000 * " " + LINES[HAND] + "\n"
                + 20 * "".join(LINES) + "\n"  # a line longer than any record
                + record("1 p 2 p 0 p", P0=r"a\]b", P1="Jürgen", P2="x y:2", CO=r"[\\ \] (;"))
        folder = self.import_text(text)
        assert self.exported(folder) == text.encode()
        assert len(read_lines(folder)) == text.count("GM[")
        first = numbered(LINES[0])
        other = self.write(first, "one.sgf")  # several files become one run; its line has no newline
        assert self.exported(self.import_path(other, RECORDS)).decode() == first + "\n" + RECORDS.read_text()

    def piped(self, data):
        out = self.new_path("piped")
        done = subprocess.run([program(), "import", "-", "--out", out], cwd=ROOT, input=data, capture_output=True, timeout=TIMEOUT)
        assert done.returncode == OK, done.stderr
        return out

    def test_standard_input_and_compressed_files(self):
        """Known by their content, from standard input too; two that were joined are read to the end, and damage is found."""
        whole, names = self.imported(), ("games.jsonl", "summary.json", "records.sgf")
        self.assert_same_bytes(whole, self.piped(RECORDS.read_bytes()), names)
        tools = [tool for tool in ("gzip", "bzip2", "xz", "zstd") if shutil.which(tool)]
        for tool in tools:
            packed = subprocess.run([tool, "-c"], input=RECORDS.read_bytes(), capture_output=True, check=True).stdout
            path = self.write(packed + packed, "archive.sgf")
            joined = read_json(self.import_path(path), "manifest.json")["import"]
            assert (joined["records"], joined["findings"]["duplicate"]) == (2 * len(LINES), len(LINES)), tool
            if tool in ("gzip", "xz"):
                path.write_bytes(packed[:-20])
                self.import_path(path, code=BAD_FILE)
                assert "damaged compressed data" in self.stderr, tool
            if tool == "zstd":  # that of a file is found whether its name says so or not
                path = self.write(packed, "iss-games.sgf.zst")
                folder = self.import_path(path.with_suffix(""))
                self.assert_same_bytes(whole, folder, names[:2])
                assert self.exported(folder) == RECORDS.read_bytes()
        if len(tools) < 4:
            pytest.skip("one of gzip, bzip2, xz and zstd is missing")

    def test_normalized_records_are_written_anew(self):
        folder = self.imported()
        lines = self.exported(folder, "--normalize").decode().splitlines()
        assert [a == b for a, b in zip(lines, LINES)] == [True, True, False, False, False, True]
        assert lines[OVERBID] == changed(OVERBID, (" 2 D 2 D9.DQ", " 2 D.D9.DQ"))
        assert lines[HAND] == changed(HAND, (" to:-1]", " to:-1 r:0]"))
        again = self.import_text("\n".join(lines) + "\n")
        self.assert_same_bytes(folder, again, ["games.jsonl", "summary.json"])
        assert self.exported(again, "--normalize").decode().splitlines() == lines


class TestOdd(ImportTest):
    # Forehand has all but the jack of diamonds.
    GRAND = ("CJ.SJ.HJ.CA.CT.SA.ST.HA.HT.D7.DJ.SK.SQ.S9.HK.HQ.H9.DA.DT.DK.CK.CQ.C9.C8.C7.S8.S7.H8.H7.DQ.D8.D9")

    def test_odd_records(self):
        """What is said of each, what the game is then, and that it comes back to the byte."""
        cases = []

        def odd(text, reasons, **fields):
            text = re.sub(r"\bID\[\d+\]", f"ID[{len(cases)}]", text)
            cases.append((text, reasons, fields))

        def cut_short(line, first, *pairs):
            """The record of a game that ends with the surrender of rearhand before these moves."""
            text = LINES[line]
            return changed(line, (text[text.index(first):text.index(" ]R[")], " 2 RE"), *pairs)

        odd(record("1 18 0 y 1 33 0 p 2 p 1 NOH 0 RE 2 RE", "unknown"), ["jump", "unknown_result"], bid=33, contract="NOH", signed=59)
        odd(record(f"{BIDS} 1 NOH.{MIDDLEHAND} 0 RE 2 RE", "unknown"), ["shown_hand", "unknown_result"], contract="NOH", won=True, tricks=0,
            signed=59, moves=" 1 NOH 0 RE")
        for declaration in (f"1 NO.{SKAT}.{MIDDLEHAND}", f"1 NO 1 {SKAT}.{MIDDLEHAND}"):
            odd(record(f"{TOOK} {declaration} 2 RE 0 RE", "unknown"),
                ["split_declaration"] * (" 1 CA" in declaration) + ["shown_hand", "unknown_result"], contract="NO", signed=46,
                moves=f" 1 NO.{SKAT} 2 RE")
        # L2: the server ends a game with schwarz announced when the first trick is lost.
        odd(record("1 p 2 p 0 18 0 GHZ 0 CA 1 DJ 2 CK", "unknown", self.GRAND), ["broken_announcement", "unknown_result"],
            status="conceded", signed=-432)
        # ... and one with schneider announced when the defenders have more than 30 points.
        odd(record("1 p 2 p 0 18 0 GHS 0 D7 1 DA 2 DQ 1 DT 2 CK 0 HT", "unknown", self.GRAND),
            ["broken_announcement", "unknown_result"], contract="GHS", won=False)
        # L2: out of time between contract and discards, the server charges the contract that was named.
        for end, reason in (("TI.0", "timeout"), ("LE.0", "left")):
            odd(record(f"1 p 2 p 0 18 0 s w D8.D9 0 G w {end}", "unknown", self.GRAND),
                [reason, "no_discards", "unknown_result"], signed=-192, contract="G")
        odd(record("1 p 2 p 0 18 0 s w D8.D9 0 G w TI.1", "unknown", self.GRAND), ["timeout", "unknown_result"], contract=None)
        odd(record("1 p 2 p 0 18 0 s w D8.D9 w TI.0", "unknown", self.GRAND), ["timeout", "unknown_result"], signed=-36, contract=None)
        # Declarer gives up.
        less = (" p:59 t:4", " p:32 t:1"), ("r:0", "r:1")
        odd(cut_short(LOST_DIAMONDS, " 2 HJ 0 SJ", *less), [], status="conceded", signed=-54, points=32)
        odd(cut_short(LOST_DIAMONDS, " 0 C9 1 S9", *less), [], status="ok", signed=-54, tricks=1, points=32, levels={},
            moves="0 CQ 1 CA 2 C7 2 RE")
        odd(cut_short(OVERBID, " 1 C7 2 CQ", (" p:41 t:4 s:0", " p:14 t:1 s:1"), ("r:0", "r:1")), ["split_declaration"], status="ok",
            signed=-72, levels={"schneider": 1}, overbid=True, points=14)
        odd(record(f"{TOOK} 1 N.{SKAT} 0 CK 1 CQ 2 C7 0 HK 1 HT 2 H8 0 SK 1 SJ 2 ST 1 RE", "unknown"), ["unknown_result"],
            status="conceded", signed=-46, tricks=0)
        # One defender alone gives up; both do, in the first trick: all is declarer's.
        odd(changed(GRAND, (" 0 DK 1 DA", " 1 RE 0 DK 1 DA")), [], signed=96, moves=" 2 G.S8.C9 1 RE 0 DK")
        odd(record(f"{TOOK} 1 S.{SKAT} 0 C8 2 RE 0 RE", "unknown"), ["unknown_result"], points=120, tricks=10,
            levels={"schneider": 1, "schwarz": 1}, matadors=-1, signed=44)
        # Who leaves or is late is at fault: moves, reason, status, position, signed, R.
        for moves, reason, status, position, signed, result in (
                (f"{TOOK} w TI.1", "timeout", "timeout", 1, -36,
                 "d:1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:1 p2:0 l:-1 to:1 r:0"),
                (f"{TOOK} w LE.2", "left", "crash", 2, 18, "d:1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:1 p1:0 p2:1 l:2 to:-1 r:0"),
                ("1 18 w LE.0", "left", "crash", 0, -36, "d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:1 p1:0 p2:0 l:0 to:-1 r:0"),
                (f"{BIDS} 1 NOH 0 C8 w TI.2", "timeout", "timeout", 2, 59,
                 "d:1 win v:59 m:0 bidok p:22 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:2 r:0")):
            odd(record(moves, result), [reason], status=status, signed=signed, position=position)
        odd(changed(GRAND, (" ]R[", " 2 RE w TI.1 ]R[")), ["after_end"], status="ok", signed=96)
        odd(changed(PASSED, ("CO[]", ""), ("R0[]", "R0[null]")), [])
        odd(changed(PASSED, ("R0[]", "OW[3]P3[dealer]R0[]")), ["unknown_property"])
        for name, log in (("", "?"), ("x" * 50, "x" * 40), (r"a\"\]\\", "a??]?"), ("a\x01b", "a?b"), ("ü" * 30, "ü" * 20)):
            odd(record("1 p 2 p 0 p", P0=name), ["name_changed"], name=log)
        for result, reason in ((None, "no_result"), ("what", "bad_result")):
            odd(record("1 p 2 p 0 p", result), [reason])
        odd(changed(GRAND, (" m:3", ""), (" r:0", "")), ["missing_fields"])
        # Results that say something else: field, what the record says, and what is so.
        odd(changed(GRAND, ("win", "loss"), ("v:96", "v:-192"), ("m:3", "m:4")), [("outcome", "loss", "win"), ("v", -192, 96), ("m", 4, 3)])
        odd(record("1 p 2 p 0 p", re.search(r" ]R\[(.*)\]", LINES[GRAND])[1]), [("result", "a game", "passed")])

        text = "\n".join(text for text, _, _ in cases)
        folder = self.import_text(text)
        self.assert_sound(folder)
        assert self.exported(folder).decode() == text
        anew = self.exported(folder, "--normalize").decode().split("\n")
        findings = collections.defaultdict(list)
        for found in self.findings(folder):
            findings[found["game"]].append((found["field"], found["theirs"], found["ours"]) if found["kind"] == "difference" else
                                           found["reason"])
        wrong = []
        for (text, reasons, fields), line, again in zip(cases, read_lines(folder), anew):
            told = {name: line.get(name, line["result"].get(name)) for name in fields}
            told |= {"name": line["table"][line["seats"][0]], "position": line["seats"].index(line["fault"]) if "fault" in line else None}
            told["moves"] = fields["moves"] if "moves" in fields and fields["moves"] in line["moves"] else line["moves"]
            changed_anew = "position" in fields and again != text
            if findings[line["game"]] != reasons or {name: told[name] for name in fields} != fields or changed_anew:
                wrong.append((text, reasons, fields, findings[line["game"]], told))
        assert not wrong, wrong
        assert read_json(folder, "summary.json")["depends_on_clock"]
        assert read_json(folder, "manifest.json")["import"]["difference"] == 2
        left = self.import_text(record(f"{TOOK} w LE.2"))
        assert not read_json(left, "summary.json")["depends_on_clock"]

    def test_refusals(self):
        grand, over = LINES[GRAND], LINES[OVERBID]
        cases = [
            ("rubbish", "no_record", "rubbish"), (grand[:-200], "cut_off", grand[-210:-200]),
            ("(;" + "x" * 70000, "too_long", "(;xxx"), (changed(GRAND, ("GM[Skat]", "GM[Go]")), "other_game", "Go"),
            (re.sub(r"MV\[.*?\]", "", grand), "no_moves", ""), (changed(GRAND, ("MV[w ", "MV[")), "no_moves", "SQ.DK"),
            (changed(GRAND, ("SQ.DK.ST", "SQ.??.ST")), "damaged", "SQ.??.ST"),
            (changed(GRAND, (" w HT.H9", " w ??.??")), "damaged", "w ??.??"),
            (changed(GRAND, ("SQ.DK.ST", "SQ.SQ.ST")), "bad_deal", "SQ is in the deal twice"),
            (changed(GRAND, ("SQ.DK.ST", "SQ.ST")), "bad_deal", "32"), (changed(GRAND, (" w HT.H9", " w HT.H8")), "wrong_skat", "w HT.H8"),
            *((changed(GRAND, (" 0 DK 1 DA", f" {move} 1 DA")), "bad_move", move)
              for move in ("0 XX", "3 DK", "0 DK.", "0 12345", "w what")),
            (changed(GRAND, (" 0 DK 1 DA", " 00 DK 1 DA")), "bad_move", "? DK"),
            (changed(GRAND, (" 2 G.S8.C9", " 2 .S8.C9")), "bad_move", "2 .S8.C9"),
            (changed(GRAND, (" 1 CA ]R", " 1 ]R")), "bad_move", "46: 1 "),
            (changed(GRAND, (" 1 DA 2 D8", " 1 CA 2 D8")), "illegal_move", "18: 1 CA", "must follow suit"),
            (changed(GRAND, (" 2 G.S8.C9", " 2 N.S8.C9")), "illegal_move", "16: 2 N.S8.C9", "worth less than the bid"),
            (grand.replace(" 1 CA ]R", " ]R"), "unfinished", "0 SK"),
            (changed(OVERBID, (over[over.index(" 2 D9.DQ"):over.index(" ]R")], "")), "unfinished", "2 D"),
            (record("1 p 2 p 0 18 0 GHS 0 CA 1 DJ 2 CK", "unknown", self.GRAND), "unfinished", "2 CK")]
        good = numbered("\n".join(LINES[number % len(LINES)] for number in range(len(cases)))).splitlines()
        text = "".join(f"{case[0]}\n{line}\n" for case, line in zip(cases, good))
        folder = self.import_text(text)
        assert all(case[1] in self.stderr for case in cases)
        assert self.exported(folder).decode().splitlines() == good  # the rest comes back
        found = [line for line in self.findings(folder) if line["kind"] == "refused"]
        wrong = [(case[0], line) for number, (case, line) in enumerate(zip(cases, found, strict=True))
                 if (line["reason"], line["game"], line["line"]) != (case[1], None, 2 * number + 1) or case[2] not in line["found"]
                 or case[3:] and case[3] not in line["why"]]
        assert not wrong, wrong
        self.import_text(text, code=BAD_FILE, options=["--strict"])
        self.import_text(LINES[0], options=["--strict"])

    def test_damage_anywhere_stops_nothing(self):
        """Bytes changed, dropped and doubled at random: what is imported is sound."""
        chance = random.Random(7)
        damaged = []
        for _ in range(40):
            text = bytearray(chance.choice(LINES).replace("ID[", f"ID[{len(damaged)}").encode())
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(text))
                text[at:at + chance.randrange(3)] = bytes(chance.choices(b"[]() \\\n?wRE0D9\xff\0", k=chance.randrange(3)))
            damaged.append(bytes(text))
        folder = self.import_text(b"\n".join(damaged) + b"\n")
        self.assert_sound(folder)
        assert len(read_lines(folder)) > 3
        again = self.import_text(self.exported(folder))
        self.assert_same_bytes(folder, again, ["games.jsonl", "summary.json"])


class TestTwice(ImportTest):
    """A record counts once, wherever else it is, and whatever is refused is shown with its place."""

    def test_the_same_record(self):
        spread, other = LINES[GRAND].replace("]", "]\n").replace(" 2 s ", "\r\n 2 s "), changed(GRAND, ("P0[foo]", "P0[bar]"))
        log = f"table .8 me end {changed(GRAND, ('R0[0.0]', 'R0[1.5]'))}"  # as the client of a player saw it
        once = self.import_text(LINES[GRAND])
        for text, place in ((f"{LINES[GRAND]}\n\n{spread}", ":3"),
                            (LINES[GRAND] + log, f":1:{len(LINES[GRAND]) + len('table .8 me end ') + 1}"),
                            (f"{LINES[GRAND]}\n{changed(GRAND, (' r:0', ''))}", ":2")):
            folder = self.import_text(text)
            self.assert_sound(folder)
            self.assert_same_bytes(once, folder, ["games.jsonl", "summary.json", "players.jsonl"])
            [found] = self.findings(folder)
            assert (found["reason"], found["found"], found["game"]) == ("duplicate", "game 0", None)
            assert f"{place}: refused: the record of a game that is imported already" in self.stderr, self.stderr
        path = self.write("\n".join((LINES[HAND], LINES[GRAND], other, changed(GRAND, (" 1 CA ]R", " ]R")))))
        folder = self.import_path(RECORDS, path)
        assert self.reasons(folder)[-3:] == ["duplicate", "duplicate", "unfinished"] and len(read_lines(folder)) == len(LINES) + 1
        assert read_json(folder, "manifest.json")["import"]["refused"] == 3

    def test_places_of_all_that_is_refused(self):
        """With several records a line, of which some are damaged: the others are read."""
        cut, open_value = LINES[HAND][:300], changed(GRAND, (" r:0] ;)", " r:0 ;)"))
        parts = [(LINES[GRAND], None), (cut, "cut_off"), (LINES[HAND], None), ("rubbish", "no_record"), (open_value, "cut_off"),
                 (LINES[PASSED], None), ("(;" + 70000 * "x", "too_long"), (LINES[OVERBID], None)]
        text, refused = "\n", []
        for part, reason in parts:
            if reason:
                refused.append((2, len(text), reason))
            text += part + " "
        folder = self.import_text(text)
        assert [(line["line"], line["column"], line["reason"]) for line in self.findings(folder) if line["kind"] == "refused"] == refused
        for line, column, _ in refused:
            assert f"records.sgf:{line}:{column}: refused: " in self.stderr
        assert "".join(self.exported(folder).decode().split()) == "".join("".join(part.split()) for part, reason in parts if not reason)
        first = read_json(folder, "manifest.json")["import"]["first"]["too_long"]
        assert (first["line"], first["column"]) == refused[-1][:2]
        self.import_text("rubbish\n" * 30 + LINES[0])
        assert self.stderr.count(": refused: ") == 20 and "import.jsonl has all that is refused" in self.stderr

    def test_logs_of_clients(self):
        """Messages are no records: of the server, to it, and as a program writes them down."""
        text = "\n".join((
            "Welcome me to the server 14", "clients + foo 1 DE 3 0.0 0 0 0 0", "tables + .8 3 0 foo me bar",
            "table .8 me start 5 foo 240.0 me 240.0",
            "table .8 me play w ??.??", f"table .8 me end {LINES[GRAND]}", "send: table .8 me tell hi (; there ;)",
            f"17:03:22.123 [main] DEBUG Connector - ISS |--> table .8 me end {LINES[HAND]}", "table .8 me end (;GM[Skat]PC[cut",
            "table .9 me play 1 p 1.0 2.0 3.0", f"table .9 me end {LINES[PASSED]}", "destroy .8 me", "yell foo bye"))
        folder = self.import_text(text)
        refused = [(line["reason"], line["line"], line["column"]) for line in self.findings(folder) if line["kind"] == "refused"]
        assert refused == [("cut_off", 9, 17)]
        assert self.exported(folder).decode() == "".join(f"{LINES[game]}\n" for game in (GRAND, HAND, PASSED))
        assert read_json(folder, "manifest.json")["import"]["records"] == 4


class TestCommands(ImportTest):
    def test_what_cannot_be(self):
        arena_says(USAGE, "--out", "import", RECORDS)
        self.import_path(self.temp / "absent.sgf", code=BAD_FILE)
        self.import_path(RECORDS, "-", "-", code=BAD_FILE)
        folder = self.import_text("rubbish", code=BAD_FILE)
        assert "no record could be imported" in self.stderr
        assert self.reasons(folder) == ["no_record"]
        self.import_text("", code=BAD_FILE)
        self.import_path(self.temp, code=BAD_FILE)
        folder = self.import_path(RECORDS)
        done = arena("import", RECORDS, "--out", folder)
        assert done.returncode == USAGE

    def test_other_commands_take_the_folder(self):
        folder = self.imported()
        done = arena("replay", folder, "--game", 2, "--ascii")
        assert "after 2 cards Legolaus resigns" in done.stdout
        assert arena("report", folder).returncode == OK
        arena_says(USAGE, "pairs", "compare", folder, "bernie", "xskat")
        for command in (["run", "--resume", folder], ["merge", folder, "--out", self.temp / "m"]):
            assert arena(*command).returncode in (USAGE, BAD_FILE)

    def test_tampering_is_found(self):
        folder = self.imported()
        log = folder / "games.jsonl"
        text = log.read_text()
        for old, new, field in (('"points":59', '"points":60', "points"),
                                ('"table":["foo","zoot"', '"table":["zoot","foo"', "table"),
                                (" 2 RE", "", "moves"), ('"arrangement":3', '"arrangement":99', "arrangement")):
            assert old in text
            log.write_text(text.replace(old, new, 1))
            self.assert_tampering_found(folder, field)
        log.write_text(text.replace("HA.SK", "SK.HA", 1))
        self.exported(folder, code=BAD_FILE)
        assert "does not have the record of this game" in self.stderr
        log.write_text("".join(text.splitlines(True)[:-1]))
        self.exported(folder, code=BAD_FILE)
        assert "games that summary.json counts: its end was lost" in self.stderr

    def test_verify_computes_the_table_of_players_again(self):
        """Of 70 players, for whom the log has too few names."""
        names = [f"player{number}" for number in range(70)]
        text = "\n".join(record(f"{TOOK} 1 G.{SKAT} 1 RE", result="unknown", P0=names[i], P1=names[(i + 7) % 70],
                                P2=names[(i + 31) % 70]) for i in range(70))
        folder = self.import_text(text)
        assert "(others)" in (folder / "games.jsonl").read_text() and "(others)" in self.stderr
        manifest = read_json(folder, "manifest.json")
        assert len(manifest["bots"]) == 64 and (manifest["import"]["players"], manifest["import"]["others"]) == (70, 7)
        assert self.exported(folder).decode() == text
        players, records = folder / "players.jsonl", folder / "records.sgf"
        good, all_records = players.read_text(), records.read_text()

        def said():
            done = arena("verify", folder)
            assert (done.returncode == OK) == (not done.stderr)
            return done.stderr
        for wrong, line in ((good.replace('"beaten":2', '"beaten":1', 1), "players.jsonl:1: is"),
                            ("".join(good.splitlines(keepends=True)[:-1]), "players.jsonl:70: is missing")):
            assert wrong != good
            players.write_text(wrong)
            errors = said()
            assert line in errors and errors.count("\n") == 1
        players.write_text(good)
        records.write_text("".join(all_records.splitlines(keepends=True)[:-1]))
        assert "records.sgf: has fewer records than the log has games" in said()
        records.unlink()  # nothing to compute it from
        assert said() == ""

    def test_every_player_has_a_line_and_tables_add_up(self):
        """Two parts of an archive, imported one by one, give the table of the whole, which agrees with the games."""
        games = [record(f"{TOOK} 1 G.{SKAT} 1 RE", result="unknown", P0=f"a{i % 90}", P1=f"b{i % 7}", P2="c") for i in range(100)]
        games += [record("1 p 2 p 0 p", P0="c", P1="b1", P2=f"a{i % 90}", ID=str(i)) for i in range(100)]
        parts = [self.import_text("\n".join(games[:120])), self.import_text("\n".join(games[120:]))]
        whole = self.import_text("\n".join(games))
        summary = {bot["name"]: bot["seats"] for bot in read_json(whole, "summary.json")["bots"]}
        assert summary["c"] == 200 and {f"b{i}" for i in range(7)} <= set(summary), "who plays most has a name in the log"
        as_json = json.loads(arena("results", whole, "--most", "5", "--json").stdout)
        assert (as_json[0]["name"], as_json[0]["games"], len(as_json)) == ("c", 200, 5)
        lines = [json.loads(line) for line in (whole / "players.jsonl").read_text().splitlines()]
        for line in lines:
            self.assert_valid("players", line, "players.jsonl")
        added = self.temp / "added.jsonl"
        assert arena("results", *parts, "--out", added).returncode == OK
        assert added.read_bytes() == (whole / "players.jsonl").read_bytes()
        assert len(lines) == 98 and lines[0]["player"] == "c"
        played, seeger = collections.Counter(), collections.defaultdict(list)
        for game, text in enumerate(games):
            names = re.findall(r"P[012]\[(\w+)\]", text)
            played.update(names)
            for position, name in enumerate(names):
                lost = game < 100
                seeger[name].append((-96 - 50 if position == 1 else 40) if lost else 0)
        for line in lines:
            points = seeger[line["player"]]
            assert (line["games"], line["seeger"], line["seeger_squares"]) == (
                played[line["player"]], sum(points), sum(p * p for p in points)), line
            if len(points) < 30:
                assert line["seeger_low"] is None
                continue
            mean, n = sum(points) / len(points), len(points)
            error = math.sqrt(sum((p - mean) ** 2 for p in points) / (n - 1) / n)
            assert line["seeger_low"] < mean - 1.95 * error < mean + 1.95 * error < line["seeger_high"], line
            assert line["seeger_high"] - line["seeger_low"] < 2 * 2.05 * error
        by_name = {line["player"]: line for line in lines}
        b0 = by_name["b0"]
        assert (b0["declared"], b0["won"], b0["beaten"], by_name["c"]["beaten"]) == (15, 0, 0, 100)
        assert abs(b0["won_high"] - 3.8415 / (15 + 3.8415)) < 1e-4 and b0["won_low"] == 0  # Wilson's, of none in 15
        for to in ("games.jsonl", "players.jsonl"):
            arena_says(USAGE, f"{to}: belongs to the run that is read", "results", whole, "--out", whole / to)
        shown = arena("results", whole, "--most", "2").stdout
        assert re.search(r"^c +200 ", shown, re.M) and "2 of 98 players; 96 more" in shown

    def test_a_folder_whose_file_is_read(self):
        """--force would remove it before it is read."""
        folder = self.imported()
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        link = self.temp / "link.sgf"
        link.symlink_to(folder / "records.sgf")
        for path in (link,):
            for option in ("--force", "--resume"):
                arena_says(USAGE, f"{path}, which is read", "import", RECORDS, path, "--out", folder, option)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


class TestInterrupted(ImportTest):
    """An import keeps what is finished, and --resume gives the same bytes as in one piece."""

    def many(self, records):
        """Two files, not at the border of a block: records of all kinds, refused ones, and blank lines."""
        lines = [*LINES, record("w p"), changed(GRAND, ("R[", "R[d:")), "", "no record"]
        text = numbered("\n".join(lines[i % len(lines)] for i in range(records)))
        return self.write(text, "one.sgf"), self.write(text[:len(text) // 3].replace("SE[", "SE[1") + "\n" + text[:3000], "two.sgf")

    @staticmethod
    def content(folder):
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    @traced
    def test_the_same_bytes(self):
        paths, out, whole = self.many(1200), self.temp / "out", self.temp / "whole"
        command = ("import", *paths, "--quiet", "--out")
        assert arena(*command, whole).returncode == OK
        journal = out / "import.part"
        for number in (signal.SIGINT, signal.SIGKILL):
            done = signal_at_write([str(program()), *map(str, command), str(out), "--resume"], out / "games.jsonl", 2, number, cwd=ROOT)
            if number != signal.SIGKILL:
                assert done.returncode == INTERRUPTED and "the same command with --resume continues" in done.stderr, done.stderr
            assert journal.exists() and not (out / "manifest.json").exists()
        arena_says(USAGE, "--resume continues it, --force starts over", *command, out)
        arena_says(USAGE, "belongs to other work", "import", paths[0], "--out", out, "--resume")
        kept = self.content(out)
        data = kept["import.part"]
        for name, content in kept.items():  # what is written after the last entry does not count
            (out / name).write_bytes(content + (b"torn" if name != "import.part" else b""))
        journal.write_bytes(data[:-20] + bytes([data[-20] ^ 1]) + data[-19:])
        assert arena(*command, out, "--resume").returncode == OK
        assert self.content(out) == self.content(whole)

    def test_anew(self):
        """What has no journal begins anew; --force does, too."""
        out, whole = self.temp / "out", self.temp / "whole"
        assert arena("import", RECORDS, "--out", whole).returncode == OK
        assert arena("import", RECORDS, "--out", out, "--resume").returncode == OK
        assert self.content(out) == self.content(whole)
        (out / "import.part").write_bytes(b"of something else")
        assert arena("import", RECORDS, "--out", out, "--force").returncode == OK
        assert self.content(out) == self.content(whole)
        assert arena("import", RECORDS, "--out", out, "--force", "--resume").returncode == USAGE

    def test_a_full_disk(self):
        """It ends with 70, as other commands do, and goes on where there is room."""
        paths, out, whole = self.many(300), self.temp / "out", self.temp / "whole"
        assert arena("import", *paths, "--quiet", "--out", whole).returncode == OK
        arena_says(INTERNAL, "could not be written completely", "import", *paths, "--out", out, "--quiet", preexec_fn=no_more_than(1 << 16))
        assert arena("import", *paths, "--quiet", "--out", out, "--resume").returncode == OK
        assert self.content(out) == self.content(whole)


class TestOwnRuns(ImportTest):
    def assert_comes_back(self, folder):
        exported = self.exported(folder)
        again = self.import_text(exported)
        self.assert_scored(again)
        assert not [line for line in self.findings(again) if line["kind"] != "odd"]
        assert self.exported(again) == exported
        assert self.exported(again, "--normalize") == exported
        lines = [line for line in read_lines(folder) if line["status"] != "illegal"]
        for mine, line in zip(lines, read_lines(again), strict=True):
            for field in ("cards", "moves", "declarer", "bid", "contract", "result", "status"):
                assert line[field] == mine[field], mine["game"]
            assert ([line["table"][seat] for seat in line["seats"]] == [mine["table"][seat] for seat in mine["seats"]])
            assert ([line["score"][seat] for seat in line["seats"]] == [mine["score"][seat] for seat in mine["seats"]])
        return again

    def test_games_of_all_kinds_come_back(self):
        """Also at a table of four."""
        folder = self.play(bots={"m": mixed(), "u": UNIFORM, "x y]": RANDOM}, seats=["m", "u", "x y]", "m"])
        self.assert_comes_back(folder)
        types = collections.Counter(line["contract"] for line in read_lines(folder))
        assert len(types) > 8

    def test_faults_come_back(self):
        bots = {what: bad_bot("faulty", what=what, percent=20) for what in ("abort", "illegal_card")} | {"r": UNIFORM}
        folder = self.play(bots=bots, seats=[*bots], deals=18, seed=3,
                           rules={"extends": "isko", "faults": "conceded"})  # as imported games are charged
        assert {"crash", "illegal"} <= {line["status"] for line in read_lines(folder)}
        self.assert_comes_back(folder)
        assert "skipped: ended by an illegal" in arena("export", folder, "--out", self.temp / "x").stderr

    def test_what_iss_does_not_play_is_skipped_and_counted(self):
        bots = {"bots": {"m": mixed(), "p": PASS}, "seats": ["m", "m", "p"], "deals": 24}
        rules = [({"kontra": {"levels": 2}, "concede": "never"}, "kontra"),
                 ({"value.lost_hand": "single"}, "another value by the official rules")]
        for options, word in rules:
            folder = self.play(rules=options, **bots)
            exported = self.exported(folder)
            assert word in self.stderr
            counts = [int(number) for number in re.findall(r"(\d+) (?:games exported|skipped)", self.stderr)]
            assert sum(counts) == len(read_lines(folder))
            again = self.import_text(exported)
            assert len(read_lines(again)) == counts[0]
            assert not [line for line in self.findings(again) if line["kind"] != "odd"]

    def test_a_file_takes_the_place_of_the_old_one_when_it_is_whole(self):
        folder = self.play()
        out = self.temp / "games.sgf"
        assert arena("export", folder, "--out", out, "--date", "2026-11-21").returncode == OK
        assert "DT[2026-11-21]" in out.read_text()
        before = out.read_text()
        log = folder / "games.jsonl"
        log.write_text(log.read_text()[:-100])
        assert arena("export", folder, "--out", out).returncode == BAD_FILE
        assert out.read_text() == before
        assert arena("export", self.temp / "absent").returncode == BAD_FILE
        assert arena("export", folder, "--out", self.temp / "no" / "x").returncode == USAGE


class TestGivenDeals(ImportTest):
    """Deals of imported games, and of runs, in a tournament."""

    def play_with(self, path, **fields):
        return self.play(**({"deals": {"file": str(path)}, "bots": {"r": RANDOM, "u": UNIFORM},
                             "seats": ["r", "u", "u"], "schedule": "rotations"} | fields))

    def deals_of(self, folder):
        return [line["cards"] for line in read_lines(folder)]

    def test_deals_of_records_folders_and_logs(self):
        imported = self.imported()
        deals = self.deals_of(imported)
        for path in (RECORDS, imported):
            folder = self.play_with(path, schedule="fixed")
            assert self.deals_of(folder) == deals
            manifest = read_json(folder, "manifest.json")
            assert manifest["deals"] == deals
            source = path / "games.jsonl" if path.is_dir() else path
            assert manifest["deals_from"] == {"file": path.name, "sha256": hashlib.sha256(source.read_bytes()).hexdigest()}
        self.assert_valid("manifest", manifest, "manifest")
        self.assert_sound(folder)
        log = self.write("Welcome me 14\n" + "\n".join(f"table .8 me end {line}" for line in LINES) + "\ndestroy .8 me\n")
        assert self.deals_of(self.play_with(log, schedule="fixed")) == deals
        one_line = self.write(20 * "".join(LINES))
        done, folder = self.run_config(deals={"file": str(one_line)}, bots={"r": RANDOM}, seats=["r"] * 3)
        assert self.deals_of(folder) == deals  # each once, since a bot could remember it
        assert f"skipping {19 * len(deals)} deals of {one_line}: " in done.stderr

    def test_what_is_wrong_with_them(self):
        imported = self.imported()
        broken = self.write(LINES[0] + "\n" + changed(1, ("SQ.DK.ST", "SQ.SQ.ST")) + "\n")
        line = json.loads((imported / "games.jsonl").read_text().splitlines()[0])
        double = self.write(json.dumps(line | {"cards": line["cards"].replace("SK", "SJ")}) + "\n")
        no_cards = self.write('{"game":0}\n')
        table: Any = [(broken, {}, "records.sgf:2"), (broken, {}, "SQ is in the deal twice"),
                 (double, {}, "SJ is in the deal twice"), (no_cards, {}, 'no "cards"'),
                 (self.temp, {}, "games.jsonl"), (self.write("\n# none\n"), {}, "no deals"),
                 (imported, {"sessions": 2}, "one session"),
                 (self.write("CJ.SJ\n" * 1000), {}, "and more")]
        for path, fields, text in table:
            self.run_says(USAGE, text, deals={"file": str(path)}, **fields)
        self.run_says(USAGE, "only 6 deals are given", "--deals", "7", deals={"file": str(imported)})
        done, _ = self.run_config(deals={})
        assert done.returncode == USAGE

    def test_a_file_that_changes_is_noticed(self):
        imported = self.imported()
        folders = []
        for shard in (1, 2):
            done, out = self.run_ok("--quiet", "--shard", f"{shard}/2", deals={"file": str(imported)})
            folders.append(out)
            with open(imported / "games.jsonl", "a") as log:
                log.write("\n")
        arena_says(BAD_FILE, "deals_from", "merge", *folders, "--out", self.temp / "merged")
