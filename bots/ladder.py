#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The ladder: how strong each bot here is for how much time, all under the same conditions.

  bots/ladder.py play FOLDER [--build BUILD] [--deals N] [--note TEXT]
      plays duels of each bot against stammtisch, adds them with date and commit to results/ladder/ladder.json, and
      writes the page. What is in FOLDER is not played again. --deals N: at most N deals and positions each, into FOLDER alone.
      The seed follows from the commit: nobody knows the deals of a list before its bots are committed.
  bots/ladder.py page
      writes results/ladder/README.md and ladder.svg again from results/ladder/ladder.json."""
import argparse
import datetime
import hashlib
import json
import math
import pathlib
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
LADDER = ROOT / "results" / "ladder"
ANCHOR, RULES, SCORING = "stammtisch", "skat", "seeger_fabian"
# Deals as many as the time of a bot allows: the first of the same ones for all.
RUNGS = [("basic", 2000), ("random", 2000), ("beginner", 2000), ("book", 10000), ("neural", 20000), ("pimc:fast", 600), ("pimc", 150)]
ANALYZED = 300  # games: the first hundred deals of each duel
POSITIONS = {name: ROOT / "tests" / "positions" / f"{name}.jsonl" for name in ("textbook", "endings")}
KINDS = {"suit": ("clubs", "spades", "hearts", "diamonds"), "grand": ("grand",), "null": ("null",)}


def seed_of(commit):
    return str(int(hashlib.sha256(f"ladder {commit}".encode()).hexdigest()[:16], 16))


def play(bot, deals, folder, build):
    """The folder of the duel, played unless it was, and continued if it was interrupted."""
    out = folder / bot.replace(":", "-")
    if (out / "resume.json").exists():
        command = ["run", "--resume", out]
    elif not (out / "summary.json").exists():
        command = ["compare", f"bot={bot}", f"anchor={ANCHOR}", "--rules", RULES, "--scoring", SCORING, "--deals", str(deals),
                   "--seed", seed_of(commit()), "--out", out, "--force"]
    else:
        return out
    subprocess.run([build / "skat-arena", *command, "--workers", "1", "--quiet"], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return out


def losses(name, folder, build):
    """Card points that the cards of a bot of the duel lost a game, with all cards open, by role."""
    if not (folder / "analysis.json").exists():
        subprocess.run([build / "skat-arena", "analyze", folder, "--count", str(ANALYZED), "--workers", "1", "--force", "--quiet"],
                       check=True)
    analysis = json.loads((folder / "analysis.json").read_text())
    bot = next(one for one in analysis["bots"] if one["name"] == name)
    return {role: {"games": bot[role]["points"]["games"], **difference(bot[role]["points"]["per_game"])}
            for role in ("declarer", "defender") if bot[role]["points"]["games"]}


def positions(bot, folder, build, most):
    """How many of the positions with a known answer it passes, by file."""
    counts = {}
    for name, source in POSITIONS.items():
        path = folder / source.name
        path.write_text("".join(source.read_text().splitlines(keepends=True)[:most or None]))
        done = subprocess.run([build / "skat-arena", "positions", bot, path, "--json"], check=True, cwd=ROOT, capture_output=True)
        counts[name] = {key: json.loads(done.stdout)[key] for key in ("passed", "positions")}
    return counts


def difference(effect):
    return {key: round(effect[key], 3) for key in ("mean", "low", "high")}


def games_of(bot, contracts):
    """Of the games that a bot declared: how many of each kind, how many of them it won, and what games of this kind, whoever
    declared them, contribute to the difference."""
    effects = {row["name"]: row["effect"]["mean"] for row in contracts}
    return {kind: {**{what: sum(bot["games"].get(game, {}).get(what, 0) for game in games) for what in ("declared", "won")},
                   "effect": round(sum(effects.get(game, 0) for game in games), 3)} for kind, games in KINDS.items()}


def rung(bot, folder, build, most):
    """What the ladder keeps of a bot and its duel."""
    summary, timing, manifest = (json.loads((folder / f"{name}.json").read_text()) for name in ("summary", "timing", "manifest"))
    comparison = summary["comparison"]
    own = next(one for one in summary["bots"] if one["name"] == "bot")
    time = next(one for one in timing["bots"] if one["name"] == "bot")
    identity = next({key: one[key] for key in ("version", "sha256")} for one in manifest["bots"] if one["name"] == "bot")
    return {"bot": bot, **identity, "deals": comparison["deals"],
            "difference": difference(comparison["scorings"][SCORING]),
            "roles": {row["name"]: difference(row["effect"]) for row in comparison["roles"]},
            "declared_share": round(own["declared_share"], 4), "won_share": round(own["won_share"], 4),
            "games": games_of(own, comparison["contracts"]),
            "microseconds": {"mean": round(time["mean_decision_us"], 2), "median": time["p50_us"], "p99": time["p99_us"]},
            "losses": losses("bot", folder, build), "positions": positions(bot, folder, build, most)}


def commit():
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=ROOT, check=True)
    return done.stdout.strip()


def entry(folder, build, most, note):
    """All rungs, with what they have in common."""
    rungs = [rung(bot, play(bot, min(deals, most or deals), folder, build), build, most) for bot, deals in RUNGS]
    anchor, manifest = (next(one for one in json.loads((folder / "neural" / f"{name}.json").read_text())["bots"]
                             if one["name"] == "anchor") for name in ("timing", "manifest"))
    return {"date": datetime.date.today().isoformat(), "commit": commit(), "anchor": ANCHOR, "anchor_version": manifest["version"],
            "anchor_sha256": manifest["sha256"], "rules": RULES, "scoring": SCORING,
            "seed": seed_of(commit()), "note": note, "anchor_microseconds": anchor["p50_us"],
            "anchor_losses": losses("anchor", folder / "neural", build), "anchor_positions": positions(ANCHOR, folder, build, most),
            "rungs": sorted(rungs, key=lambda one: -one["difference"]["mean"])}


# ---- the page ----

def time_of(microseconds):
    """With two digits that count."""
    unit, number = ("ms", microseconds / 1e3) if microseconds >= 1e3 else ("microseconds", microseconds)
    return f"{number:.0f} {unit}" if number >= 10 else f"{number:.2g} {unit}"


def interval(effect):
    return f"{effect['mean']:+.1f} ({effect['low']:.1f} to {effect['high']:.1f})"


def row_of(one):
    time = one["microseconds"]
    return (f"| `{one['bot']}` {one['version']} | {interval(one['difference'])} | {one['deals']} | {time_of(time['mean'])} | "
            f"{time_of(time['median'])} | {time_of(time['p99'])} |")


def share(part, whole):
    return f"{100 * part / whole:.0f}" if whole else "-"


def games_row(one):
    games = [f"{share(game['declared'], sum(kind['declared'] for kind in one['games'].values()))} / "
             f"{share(game['won'], game['declared'])}, {game['effect']:+.1f}" for game in one["games"].values()]
    roles = [interval(one["roles"][role]) for role in ("declarer", "defender")]
    return f"| `{one['bot']}` | {100 * one['declared_share']:.1f} | {100 * one['won_share']:.1f} | {' | '.join(games + roles)} |"


def loss_of(one):
    return f"{one['mean']:.1f} ({one['low']:.1f} to {one['high']:.1f}), {one['games']}" if one else "-"


def cards_row(bot, lost, passed):
    counts = [f"{passed[name]['passed']} of {passed[name]['positions']}" for name in POSITIONS]
    return f"| `{bot}` | {' | '.join([*(loss_of(lost.get(role)) for role in ('declarer', 'defender')), *counts])} |"


def cards_table(entry):
    """How often its cards lose what was won, and what it passes."""
    return ["Card points that its cards lost a game against perfect play with all cards open, and in how",
            f"many games, of the first {ANALYZED} of the duel (of `{entry['anchor']}`: of its duel against `neural`). A bot that",
            "declares other games has other chances to lose some. And how many of the",
            "[positions](../../docs/positions.md) with a known answer it passes: textbook positions, and",
            "endings of games.", "",
            "| bot | lost as declarer, games | lost as defender, games | textbook | endings |", "| --- |" + " --- |" * 4,
            *(cards_row(one["bot"], one["losses"], one["positions"]) for one in entry["rungs"]),
            cards_row(entry["anchor"], entry["anchor_losses"], entry["anchor_positions"]), ""]


def list_of(entry):
    """Everything about one list."""
    return [f"## {entry['date']}, commit {entry['commit'][:8]}", "",
            *textwrap.wrap(f"A decision of `{entry['anchor']}` {entry['anchor_version']} takes {time_of(entry['anchor_microseconds'])} in "
                           f"the median. {entry['note']}".rstrip(), 100), "",
            "![Seeger points a deal over stammtisch, by the time of a decision](ladder.svg)", "",
            "| bot | Seeger | deals | mean decision | median | 99 of 100 |", "| --- | --- | --- | --- | --- | --- |",
            *map(row_of, entry["rungs"]), "",
            "What it declares, in percent of its seats, and how many of these games it won. By contract: the",
            "share of its games, how many it won, and the points a deal that such games contribute to the",
            "difference. And what its games as declarer and as defender contribute:", "",
            "| bot | declared | won | suit | grand | null | as declarer | as defender |", "| --- |" + " --- |" * 7,
            *map(games_row, entry["rungs"]), "", *cards_table(entry)]


def page_of(entries):
    last = entries[-1]
    lines = ["# The ladder", "",
             f"Each bot here in duels against `{last['anchor']}`, in three rotations of each deal, rules `{last['rules']}`, scoring",
             "of Seeger and Fabian: points a deal more than the other side, with 95 % intervals. The bots of a",
             "list play the first deals of one seed, which is made of the commit that has them, so that no bot in",
             "it can have been trained on them. [ladder.json](ladder.json) has the earlier lists, too; until",
             "2026-11-27 their seed was 45951.", "",
             "```", "skat-arena ladder              # prints the newest list",
             "skat-arena ladder ./mine.so    # plays your bot's duel on the same deals, and says where it stands", "```", "",
             "`skat-arena verify` recomputes the run that this leaves. To be in the next list, put the bot into a",
             "folder of `bots/` and add a line to `RUNGS` in `bots/ladder.py`. `bots/ladder.py play FOLDER` plays",
             "a list and adds it to `ladder.json`; `bots/ladder.py page` writes this page.", "", *list_of(last)]
    return "\n".join(lines)


WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 320, 60, 270, 20, 560
FIRST, DECADES = 0.01, 7  # microseconds


def picture_of(last):
    """The newest entry: points over the logarithm of the mean time."""
    rungs = [one for one in last["rungs"] if one["difference"]["mean"] > -10]
    most = 4 * math.ceil(max([4.0] + [one["difference"]["high"] for one in rungs]) / 4)
    least = 4 * math.floor(min([0.0] + [one["difference"]["low"] for one in rungs]) / 4)

    def x_of(microseconds):
        return LEFT + (RIGHT - LEFT) * min(1, max(0, math.log10(microseconds / FIRST) / DECADES))

    def y_of(points):
        return BOTTOM - (BOTTOM - TOP) * (points - least) / (most - least)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for points in range(least, most + 1, 4):
        parts.append(f'<path d="M{LEFT} {y_of(points):.1f}H{RIGHT}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 8}" y="{y_of(points) + 4:.1f}" text-anchor="end">{points}</text>')
    for decade in range(DECADES + 1):
        parts.append(f'<text x="{x_of(FIRST * 10 ** decade):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{FIRST * 10 ** decade:g}</text>')
    parts.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 38}" text-anchor="middle">microseconds a decision, mean</text>')
    parts.append(f'<text x="16" y="{(TOP + BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 16 {(TOP + BOTTOM) / 2})">'
                 f'Seeger points a deal over {last["anchor"]}</text>')
    for one in rungs:
        x, effect = x_of(one["microseconds"]["mean"]), one["difference"]
        parts.append(f'<path d="M{x:.1f} {y_of(effect["low"]):.1f}V{y_of(effect["high"]):.1f}" stroke="#0072B2"/>'
                     f'<circle cx="{x:.1f}" cy="{y_of(effect["mean"]):.1f}" r="4" fill="#0072B2"/>'
                     f'<text x="{x + 7:.1f}" y="{y_of(effect["mean"]) + 16:.1f}">{one["bot"]}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def write_page():
    entries = json.loads((LADDER / "ladder.json").read_text())
    (LADDER / "README.md").write_text(page_of(entries))
    (LADDER / "ladder.svg").write_text(picture_of(entries[-1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("folder", type=pathlib.Path)
    player.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "plain")
    player.add_argument("--deals", type=int, default=0)
    player.add_argument("--note", default="", help="a sentence about the conditions")
    commands.add_parser("page")
    arguments = parser.parse_args()
    if arguments.command == "play":
        changed = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, cwd=ROOT, check=True).stdout
        if changed and not arguments.deals:
            sys.exit("the tree has changes that no commit has, from which the seed is made:\n" + changed)
        folder = arguments.folder.resolve()
        new = entry(folder, arguments.build.resolve(), arguments.deals, arguments.note)
        path = folder / "ladder.json" if arguments.deals else LADDER / "ladder.json"
        entries = json.loads(path.read_text()) if path.exists() else []
        path.write_text("[" + ",\n".join(json.dumps(one) for one in entries + [new]) + "]\n")
    if arguments.command == "page" or not arguments.deals:
        write_page()


if __name__ == "__main__":
    main()
