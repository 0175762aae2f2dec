# SPDX-License-Identifier: MIT
"""Makes the pictures of the documentation from real runs, in headless Chromium: `make pictures`.

python3 docs/pictures/make.py SKAT_ARENA FOLDER plays configs/bidding.json, analyses the games of one deal, writes the
report, and photographs it: the page as it opens, and the table of the largest swing in the middle of the play. Then a game of
configs/stammtisch.json is taken over in the browser. pictures.json has the command of each picture, what stands in it, and its checksum:
tests/e2e/test_docs.py compares these with the README and the files.
The curve of the learner is drawn from learner.json by the page's own code; without SKAT_ARENA, it alone."""
import hashlib
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
COLOURS = 96  # as many as drawings need: a tenth of the bytes
COMMAND = "skat-arena compare configs/bidding.json"  # of the README
HEADLESS = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=3000")

# In the page: the first deal of the list is opened, played up to its first difference and some cards further, and shown
# alone.
TABLE = """
addEventListener('load', () => setTimeout(() => {
  const details = document.querySelector('ol.deals details');
  details.open = true;
  setTimeout(() => {
    const viewer = details.querySelector('.viewer'), steps = [...viewer.querySelectorAll('.steps button')];
    const named = name => steps.find(button => button.title === name || button.textContent === name);
    named('First difference')?.click();
    for (let i = 0; i < 11; i++) named('forward one card').click();
    details.parentElement.style.listStyle = 'none';
    document.querySelector('main').replaceChildren(document.querySelector('.patterns'), details.parentElement);
    document.querySelector('header')?.remove();
    for (const button of document.querySelectorAll('.save')) button.remove();
  }, 300);
}, 300));
"""

# After elements.js and charts.js: what the learner wins by how much it learned from; a column for each doubling of the games.
LEARNER = """
function learnerChart(rows) {
  const first = rows[0].games, places = rows.map(row => Math.log2(row.games / first)), last = places.at(-1);
  const scorings = [['a', 'classic'], ['b', 'seeger']];
  const ends = rows.flatMap(row => scorings.flatMap(([, scoring]) => row[scoring]));
  return chart({label: 'Points a deal more than stammtisch, by games learned from', height: 290,
      x: {title: 'Games from which the networks for cards learned', low: -0.5, high: last + 0.5,
          names: Array.from({length: last + 1}, (_, i) => number(first * 2 ** i))},
      y: {title: 'Points a deal more than stammtisch, with 95 % intervals', low: Math.min(...ends) - 1, high: Math.max(...ends) + 1,
          sign: true},
      keys: [['a', 'classic'], ['b', 'Seeger']], points: places, say: () => '',
      draw: plot => scorings.flatMap(([mark, scoring], k) => {
        const at = rows.map((row, i) => [plot.x(places[i] + 0.06 * (2 * k - 1)), ...row[scoring].map(plot.y)]);
        return [shape('path', {class: 'line', style: `stroke: var(--${mark}); opacity: 0.4`, d: pathOf(at)}),
            ...at.map(([x, mean, low, high]) => shape('g', null, shape('line', {class: 'whisker', x1: x, x2: x, y1: low, y2: high}),
                shape('circle', {class: `fill-${mark}`, cx: x, cy: mean, r: 4.5})))];
      })});
}
byId('main').replaceChildren(learnerChart(LEARNER).node);
"""


def run(*command, **keywords):
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   **keywords)


def photograph(address, width, height, picture):
    run(*HEADLESS, f"--window-size={width},{height}", f"--screenshot={picture}", f"{address}#light")
    run("pngquant", "--force", "--strip", "--speed", "1", "--output", picture, COLOURS, picture)


def said(page, begin, end):
    """The text of a part of the page as the browser has drawn it."""
    drawn = subprocess.run([*HEADLESS, "--window-size=1280,900", "--dump-dom", f"file://{page}"], check=True, capture_output=True,
                           text=True).stdout
    part = drawn[drawn.index(begin):]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", part[:part.index(end)]))).strip()


def learner(folder):
    """The curve of docs/learning.md."""
    page = HERE.parents[1] / "arena" / "report" / "page"
    script = "\n".join([(page / "elements.js").read_text(encoding="utf-8"),
                        (page / "charts.js").read_text(encoding="utf-8"), f"const LEARNER = {(HERE / 'learner.json').read_text()};",
                        LEARNER])
    style = (page / "page.css").read_text(encoding="utf-8") + ".save { display: none; }"
    with tempfile.TemporaryDirectory() as name:
        drawn = pathlib.Path(name) / "learner.html"
        drawn.write_text(f"<!doctype html><html data-theme='light'><meta charset='utf-8'><style>{style}</style><main id='main'></main>"
                         f"<script>'use strict';(() => {{{script}}})();</script></html>", encoding="utf-8")
        photograph(drawn.as_uri(), 760, 365, folder / "learner.png")


def main():
    *programs, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    learner(folder)
    for program in programs:
        report(program, folder)
        play(program, folder)


def report(program, folder):
    with tempfile.TemporaryDirectory() as name:
        temp = pathlib.Path(name)
        run(program, "compare", pathlib.Path(COMMAND.split()[-1]).stem, "--quiet", "--out", "out", cwd=temp)
        swing = json.loads((temp / "out" / "summary.json").read_text())["comparison"]["swings"][0]["games"]
        run(program, "analyze", "out", "--quiet", "--first", swing[0], "--count", len(swing), cwd=temp)
        run(program, "report", "out", cwd=temp)
        page = temp / "out" / "report.html"
        photograph(page.as_uri(), 1280, 1130, folder / "verdict.png")
        table = temp / "table.html"
        text = page.read_text(encoding="utf-8").replace("Content-Security-Policy", "x-none")  # which allows the page's own script alone
        table.write_text(text.replace("</body>", f"<script>{TABLE}</script></body>"), encoding="utf-8")
        photograph(table.as_uri(), 1000, 960, folder / "table.png")
        says = {"verdict.png": said(page, '<p class="headline">', "</p>"), "table.png": said(page, '<ol class="costly">', "</a>")}
    record = {name: {"command": COMMAND, "says": text, "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest()}
              for name, text in says.items()}
    (folder / "pictures.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def play(program, folder):
    """A game of a log that a person takes over in the fourth trick."""
    with tempfile.TemporaryDirectory() as temp:
        run(program, "run", "stammtisch", "--quiet", "--out", "out", cwd=temp)
        words = "play --browser --port 0 --from out --game 33 --move 23 pimc stammtisch".split()
        with subprocess.Popen([program, *words], cwd=temp, stdout=subprocess.PIPE, text=True) as table:
            photograph(re.search(r"http://\S+", table.stdout.readline())[0], 1140, 620, folder / "play.png")
            table.terminate()


if __name__ == "__main__":
    main()
