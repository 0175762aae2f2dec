#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How strong pimc is for how much time: bots/pimc/strength.py FOLDER [BUILD].

Plays duels against stammtisch with ever more worlds and nodes, prints the rows of the table in docs/research/pimc-versions.md and draws
strength.svg next to this script. What is in FOLDER is not played again. The times are those of forty other deals, which are to be played
on an idle machine: delete FOLDER/*-time to measure them again."""
import json
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SEED = 9301
# Without a search: left of the axis, so drawn as a line.
SIGHT = ("sight", "worlds=0,solved=0,bids=false,announce=false,kontra=false,caution=57,networks=false", 20000)
SETTINGS = [SIGHT, ("fast", "fast=true", 1000), ("quarter", "worlds=75,solved=15,knodes=175", 600),
            ("default", "worlds=160", 600),
            ("twice", "worlds=320,solved=96,knodes=1200", 600)]


def duel(options, deals, seed, out, build):
    if not (out / "summary.json").exists():
        subprocess.run([build / "skat-arena", "compare", f"p=pimc:{options}", "s=stammtisch", "--rules", "isko", "--scoring",
                        "seeger_fabian", "--deals", str(deals), "--seed", str(seed), "--workers", "1", "--log", "none", "--out", out,
                        "--force", "--quiet"], check=True, cwd=ROOT)
    return [json.loads((out / name).read_text()) for name in ("summary.json", "timing.json")]


def measure(folder, build):
    """(options, deals, mean, low, high, mean milliseconds, 99th percentile) of each setting; those not played are left out."""
    rows = []
    for name, options, deals in SETTINGS:
        summary, _ = duel(options, deals, SEED, folder / name, build)
        _, timing = duel(options, 40, SEED + 1, folder / f"{name}-time", build)
        points = summary["comparison"]["scorings"]["seeger_fabian"]
        times = next(bot for bot in timing["bots"] if bot["name"] == "p")
        rows.append((options, deals, points["mean"], points["low"], points["high"],
                     times["mean_decision_us"] / 1000, times["p99_us"] / 1000))
    return rows


WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 560, 300, 60, 250, 20, 540
FIRST, LAST, MOST = 0.5, 64, 20  # milliseconds, on a scale of doublings; points


def x_of(ms):
    return LEFT + (RIGHT - LEFT) * math.log(ms / FIRST) / math.log(LAST / FIRST)


def y_of(points):
    return BOTTOM - (BOTTOM - TOP) * points / MOST


def draw(rows):
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for points in range(0, MOST + 1, 4):
        parts.append(f'<path d="M{LEFT} {y_of(points):.1f}H{RIGHT}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 8}" y="{y_of(points) + 4:.1f}" text-anchor="end">{points}</text>')
    for doubling in range(8):
        ms = FIRST * 2 ** doubling
        parts.append(f'<text x="{x_of(ms):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{ms:g}</text>')
    parts.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 38}" text-anchor="middle">milliseconds a decision, mean</text>')
    parts.append(f'<text x="16" y="{(TOP + BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 16 {(TOP + BOTTOM) / 2})">'
                 'Seeger points a deal over stammtisch</text>')
    sight, rows = rows[0], rows[1:]
    parts.append(f'<path d="M{LEFT} {y_of(sight[2]):.1f}H{RIGHT}" stroke="#D55E00" stroke-dasharray="5 4"/>'
                 f'<text x="{RIGHT}" y="{y_of(sight[2]) + 16:.1f}" text-anchor="end" fill="#A14700">without a search, '
                 f'{1000 * sight[5]:.1f} microseconds</text>')
    line = " ".join(f"{x_of(row[5]):.1f},{y_of(row[2]):.1f}" for row in rows)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#0072B2" stroke-width="1.5"/>')
    for row, (name, _, _) in zip(rows, SETTINGS[1:]):
        x = x_of(row[5])
        parts.append(f'<path d="M{x:.1f} {y_of(row[3]):.1f}V{y_of(row[4]):.1f}" stroke="#0072B2"/>'
                     f'<circle cx="{x:.1f}" cy="{y_of(row[2]):.1f}" r="4" fill="#0072B2"/>')
        if name in ("fast", "default"):
            parts.append(f'<text x="{x + 7:.1f}" y="{y_of(row[2]) + 16:.1f}">{name}</text>')
    (HERE / "strength.svg").write_text("\n".join(parts) + "\n</svg>\n")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    build = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build" / "plain").resolve()
    rows = measure(folder, build)
    for options, deals, mean, low, high, ms, p99 in rows:
        print(f"| `{options}` | {deals} | +{mean:.1f} ({low:.1f} to {high:.1f}) | {ms:.2g} ms | {p99:.2g} ms |")
    draw(rows)


if __name__ == "__main__":
    main()
