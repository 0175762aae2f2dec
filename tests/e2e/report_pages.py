# SPDX-License-Identifier: MIT
"""What the tests of the report share: pages, what is in them, and headless Chromium."""
import base64
import hashlib
import html
import json
import os
import re
import subprocess

import pytest

from browser import CHROMIUM, Browser
from harness import *

AXE = ROOT / "build" / "browser" / "axe.min.js"
HANDY = {"module": "random", "options": {"hand": 60}}
NASTY = ("</script><b>x", "`touch pwned`", "a'b{^_@&<")

DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
DUEL = {"schedule": "duel", "seats": ["a", "b"], "bots": {"a": "stammtisch", "b": "basic"}}
#: Whatever stands in the names and in the description is text on the page.
NASTY_RUN = {"bots": {NASTY[0]: "stammtisch", NASTY[1]: HANDY, NASTY[2]: "basic"}, "seats": list(NASTY), "schedule": "round_robin",
             "seatings": "all", "compare": [NASTY[0], NASTY[2]], "description": "<!-- <script> ]]> </SCRIPT > <i>&amp; \u2028"}


def faulty_run():
    """Bots that fail in several ways, so that the page has groups of faults to filter."""
    bots = {"a": "basic", "b<i>": bad_bot("wild", wild=20, crash=10), "c": bad_bot("faulty", what="illegal_card", when="card", percent=20)}
    return {"bots": bots, "seats": list(bots), "deals": 72}


def cards_in(text):
    """The cards of a hand or trick on a page."""
    return re.findall("..", text)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("chromium"))
    browser.start()  # here, so that it is not taken for a part of the first test
    yield browser
    browser.close()


def source_of(script):
    """What lets a page's content security policy run an inline script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


class ReportTest(RunTest):
    def report(self, *arguments, **environment):
        return arena("report", *arguments, cwd=self.temp, env=os.environ | environment)

    def page(self, *folders, **environment):
        """The text of a new page."""
        out = self.new_path("page", ".html")
        done = self.report(*folders, "--out", out, **environment)
        assert (done.returncode, done.stdout, done.stderr) == (OK, f"{out}\n", "")
        return out.read_text()

    def data_of(self, page):
        found = DATA.findall(page)
        assert len(found) == 1
        return json.loads(found[0])

    def refused(self, code, *arguments, says=()):
        done = self.report(*arguments)
        assert_says(done, code, says)
        assert done.stdout == ""
        return done


# For the scripts of tests; once it has settled, all that the page draws itself is drawn.
HELPERS = r"""
const NUMBER = Number(/game=(\d+)/.exec(location.hash)?.[1]);
const STEP = Number(/step=(\d+)/.exec(location.hash)?.[1]);
const pause = milliseconds => new Promise(go => setTimeout(go, milliseconds));
const until = async test => { for (let i = 0; i < 400 && !test(); i++) await pause(25); return test(); };
const settled = async () => {
  for (let i = 0; i < 3; i++) await new Promise(go => requestAnimationFrame(() => setTimeout(go)));
};
"""


def probe(script):
    """An expression that runs the body of an async function; its promise is kept when the page has settled."""
    return f"(async () => {{ {HELPERS} try {{ {script} }} catch (error) {{ console.error('FAILED ' + error); }} await settled(); }})()"


# Opens everything on the page, but only some of the deals, presses, then tells how wide it is.
EXERCISE = """
const all = [...document.querySelectorAll('details')], deals = all.filter(d => d.closest('.deal'));
for (const details of all) details.open = !deals.includes(details) || deals.indexOf(details) % 12 === 0;
await settled();
for (const list of ['.tabs button', '.steps button', '.tricks button', '#theme', '#theme'])
  for (const button of [...document.querySelectorAll(list)].slice(0, 6)) button.click();
for (const slider of document.querySelectorAll('input[type=range]')) {
  slider.value = slider.max; slider.dispatchEvent(new Event('input'));
}
document.body.dataset.pressed = document.querySelectorAll('.tricks button').length;
console.log('WIDTH ' + innerWidth + ' ' + document.documentElement.scrollWidth);
"""


class BrowserTest(ReportTest):
    """Tests that open pages: in one process of pytest, with one browser, which begins early since it takes long."""
    pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.long, pytest.mark.no_sanitizer("about documents, not memory"),
                  pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: the page is not opened in a browser")]

    @pytest.fixture(autouse=True)
    def the_browser(self, chromium):
        self.browser = chromium

    def open(self, page, width, script=EXERCISE, link="", height=900, before=(), **media):
        """The document after `script`, the body of an async function, and what was written to the console. `before`: steps before it."""
        file = self.new_path("open", ".html")
        file.write_text(page)
        return self.browser.open(file.as_uri() + link, width, height, *before, probe(script), **media)

    def live(self, page, script, link="", width=1280, **more):
        """What the page writes to the console while `script` runs."""
        return self.open(page, width, script, link, **more)[1]

    def view(self, page, widths=(390, 1280)):
        """The page after its scripts, which say nothing on the console; nowhere too wide."""
        for width in widths:
            document, console = self.open(page, width)
            self.assert_wide(console, width)
        return document

    def assert_wide(self, console, width):
        told = [text for text in console if text.startswith("WIDTH ")]
        assert len(told) == 1, console
        assert [text for text in console if text not in told] == []
        inner, scroll = map(int, told[0].split()[1:])
        assert inner == width
        assert scroll <= inner, "scrolls sideways"

    def typeset(self, sentence):
        """As the page writes numbers: minus, plus-minus, and a space before a percent sign."""
        return re.sub(r"(?<=\d)%", "\u00a0%", re.sub(r"(?:(?<=[\s(])|^)-(?=[\s\d])", "−", sentence.replace("+-", "±")))

    def assert_said(self, sentence, text):
        """Whatever spaces the colours of names bring."""
        assert re.sub(r"\s+", "", self.typeset(sentence)) in re.sub(r"\s+", "", text), sentence

    def text(self, document):
        """What is to be read; without scripts and the data."""
        text = re.sub(r"<(script|style)\b.*?</\1>", " ", document, flags=re.DOTALL)
        return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text)))
