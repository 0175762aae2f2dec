#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays the studies of docs/findings.md and draws its plots: docs/findings/make.py [FOLDER] [BUILD].

Each study twice: with three populations as they are, and with people who learn the rules and people who do not
notice them. FOLDER (results/findings) gets the studies; what is there is not played again. The plots are SVG,
next to this script; pictures.json has what they show, and `make.py --draw` draws them from it without a study. The
numbers in the page are those that this prints."""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PICTURES = HERE / "pictures.json"
SEED = 20261122
SEARCHES = 30  # of all studies here: two populations, each with six baselines and nine variations

# The study, how often its deals are multiplied, what players may learn, and the metrics of its plot.
STUDIES = [
    ("grand20", 36000, "caution=35..85,grand_bonus=-200..150",
     ["grand", "null", "hand", "won", "won_grand", "declarer", "spread"]),
    ("kontra", 36000, "caution=35..85,kontra=35..80",
     ["passed_in", "kontra", "won", "won_grand", "factor", "declarer", "spread"]),
    ("ramsch", 36000, "caution=35..85",
     ["passed_in", "ramsch", "declared", "won", "declarer", "ramsch_player", "spread"]),
    # Of a session of 36 deals so much is possible that nothing is shown of points in 1,000 of them.
    ("bock", 1000, "caution=35..85", ["bock", "ramsch", "declared", "won"]),
    ("matadors", 36000, "caution=35..85,grand_bonus=-200..150", ["grand", "won", "bid", "value", "declarer", "spread"]),
    ("lost-hand", 36000, "hand_caution=50..99", ["hand", "won", "overbid", "declarer", "spread"]),
]
NAMES = {"grand20": "Grand counts 20 instead of 24", "kontra": "Kontra", "kontra+re": "Kontra and re",
         "ramsch": "Ramsch when all pass", "schieberamsch": "Schieberamsch when all pass",
         "bock": "Bock rounds after 60-60 and a lost kontra", "bock+ramsch": "Bock rounds, each followed by schieberamsch",
         "jacks": "Matadors: the jacks only", "single": "Lost hand games count once"}
TITLES = {"points": "points", "share": "percentage points", "number": ""}
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]  # Okabe and Ito: told apart by colour-blind readers


def study(name, deals, folder, build, *options):
    out = folder / name
    if not (out / "populations.json").exists():
        config = json.loads((ROOT / "configs" / "studies" / f"{name.split('.')[0]}.json").read_text())
        config["seed"] = SEED
        config["schedule"] = "rotations"
        config["sessions" if "sessions" in config else "deals"] = deals
        path = folder / f"{name}.json"
        path.write_text(json.dumps(config))
        subprocess.run([build / "skat-arena", "study", path, "--out", out, "--force", "--log", "none", "--quiet",
                        *options], check=True, cwd=ROOT)
    return json.loads((out / "populations.json").read_text()), out


def effect_of(variation, metric):
    return next((effect for effect in variation["effects"] if effect["metric"] == metric), None)


def ends_of(own):
    """Of the interval that judges an effect."""
    return {key: own["judged"][key] for key in ("low", "high")}


def rows_of(variation, metrics, learned):
    """(title, unit, [(name, mean, low, high)]) of each metric that changed; `learned`: its effects by name."""
    rows = []
    for metric in metrics:
        effect = effect_of(variation, metric)
        if not effect:
            continue
        scale = 100 if effect["measured_in"] == "share" else 1
        marks = [(name, own["effect"] | ends_of(own)) for name, own in effect["populations"].items()] + learned.get(metric, [])
        marks = [(name, *(None if e[key] is None else scale * e[key] for key in ("mean", "low", "high")))
                 for name, e in marks]
        if any(mean for _, mean, _, _ in marks):
            rows.append((effect["title"], effect["measured_in"], marks))
    return rows


def svg(title, rows):
    """A block for each metric with an axis of its own: points with 95 % intervals, zero as a line."""
    names = [name for name, *_ in rows[0][2]]
    left, width, line, head = 210, 470, 18, 64
    block = line * len(names) + 34
    height = head + block * len(rows) + 6
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 90} {height}" font-family="sans-serif" '
           f'font-size="13" role="img" aria-label="{title}">',
           f'<rect width="100%" height="100%" fill="#ffffff"/><text x="8" y="20" font-size="15">{title}</text>']
    x = 8
    for name, colour in zip(names, COLOURS):
        out.append(f'<circle cx="{x + 5}" cy="40" r="5" fill="{colour}"/><text x="{x + 15}" y="45">{name}</text>')
        x += 32 + 8 * len(name)
    for i, (metric, unit, marks) in enumerate(rows):
        y = head + i * block
        ends = [v for _, mean, low, high in marks if mean is not None for v in (low, high)] + [0]
        least, most = min(ends), max(ends)
        pad = 0.06 * (most - least)
        least, most = least - pad, most + pad
        place = lambda v: left + width * (v - least) / (most - least)  # noqa: E731
        out.append(f'<text x="{left - 10}" y="{y + line * len(names) / 2 + 9}" text-anchor="end">{metric}</text>')
        out.append(f'<line x1="{place(0):.1f}" y1="{y}" x2="{place(0):.1f}" y2="{y + line * len(names) + 6}" stroke="#444444"/>')
        for k, (_, mean, low, high) in enumerate(marks):
            if mean is None:
                continue
            at = y + 12 + k * line
            out.append(f'<line x1="{place(low):.1f}" y1="{at}" x2="{place(high):.1f}" y2="{at}" stroke="{COLOURS[k]}" '
                       f'stroke-width="3"/><circle cx="{place(mean):.1f}" cy="{at}" r="4.5" fill="{COLOURS[k]}"/>')
            out.append(f'<text x="{left + width + 12}" y="{at + 4}" font-size="12">{mean:+.2f}</text>')
        base = y + line * len(names) + 8
        out.append(f'<line x1="{left}" y1="{base}" x2="{left + width}" y2="{base}" stroke="#999999"/>')
        for v in sorted({least + pad, 0, most - pad}):
            anchor = "middle" if least + pad < v < most - pad else "start" if v == least + pad else "end"
            if v == 0 or abs(place(v) - place(0)) > 60:
                out.append(f'<text x="{place(v):.1f}" y="{base + 14}" text-anchor="{anchor}" font-size="11" '
                           f'fill="#444444">{v:+.2f} {TITLES[unit] if v == 0 or len({least, most}) == 1 else ""}</text>'
                           .replace("+0.00", "0"))
    return "\n".join(out + ["</svg>"]) + "\n"


def draw(pictures):
    """The text of each SVG file, by its name, from the contents of pictures.json."""
    return {f"{name}.svg": svg(picture["title"], picture["rows"]) for name, picture in pictures.items()}


def write_pictures(pictures):
    for name, text in draw(pictures).items():
        (HERE / name).write_text(text)


def learned_of(folder, variation, metrics):
    """Of people who have learned this variation: their effects, if they learned something."""
    data = json.loads((folder / "people" / "study.json").read_text())
    found = next(v for v in data["variations"] if v["name"] == variation)
    if not found["learned"]["taken"]:
        return {}
    return {effect["metric"]: [("people, learned", effect["learned"]["effect"] | ends_of(effect["learned"]))] for effect in found["effects"]
            if effect["metric"] in metrics}


def tell(folder):
    for population in ("people", "habit"):
        data = json.loads((folder / population / "study.json").read_text())
        print("  ", population, "baseline", "took" if data["learned"]["taken"] else "keeps", data["learned"]["options"])
        for variation in data["variations"]:
            lesson = variation["learned"]
            gain = "nothing else"
            if "judged" in lesson["check"]:
                d = lesson["check"]["difference"] | lesson["check"]["judged"]
                gain = f"{d['mean']:+.2f} ({d['low']:+.2f} to {d['high']:+.2f}), p {d['p_adjusted']:.4f}"
            print("    ", variation["name"], "took" if lesson["taken"] else "found, not taken:", lesson["found"],
                  gain)


def main():
    if sys.argv[1:] == ["--draw"]:
        write_pictures(json.loads(PICTURES.read_text()))
        return
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "results" / "findings").resolve()
    build = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build" / "plain").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    populations = [word for name in ("people", "daring", "novices", "experts", "habit") for word in ("--population", name)]
    pictures = {}
    for name, deals, adapt, metrics in STUDIES:
        side, _ = study(name, deals, folder, build, *populations)
        _, own = study(f"{name}.learned", deals, folder, build, "--population", "people", "--population", "habit",
                       "--adapt", adapt, "--searches", str(SEARCHES))
        print(name)
        tell(own)
        for variation in side["variations"]:
            rows = rows_of(variation, metrics, learned_of(own, variation["name"], metrics))
            pictures[f"{name}-{variation['name'].replace('+', '-')}"] = {"title": NAMES[variation["name"]], "rows": rows}
            for title, unit, marks in rows:
                print("  ", variation["name"], title, unit,
                      [f"{n} {m:+.2f} ({lo:+.2f} to {hi:+.2f})" for n, m, lo, hi in marks if m is not None])
    PICTURES.write_text(json.dumps(pictures, indent=1) + "\n")
    write_pictures(json.loads(PICTURES.read_text()))


if __name__ == "__main__":
    main()
