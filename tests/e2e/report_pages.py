# SPDX-License-Identifier: MIT
"""What the tests of the report share: pages, what is in them, and headless Chromium."""
import concurrent.futures
import html
import http.server
import json
import os
import re
import shutil
import subprocess
import threading

import pytest

from harness import *

CHROMIUM = shutil.which("chromium") or shutil.which("/usr/bin/chromium")
AXE = ROOT / "build" / "browser" / "axe.min.js"
HANDY = {"module": "random", "options": {"hand": 60}}
NASTY = ("</script><b>x", "`touch pwned`", "a'b{^_@&<")
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
DUEL = {"schedule": "duel", "seats": ["a", "b"], "bots": {"a": "stammtisch", "b": "basic"}}


def cards_in(text):
    """The cards of a hand or trick on a page."""
    return re.findall("..", text)


class ReportTest(RunTest):
    def report(self, *arguments, **environment):
        return subprocess.run([program(), "report", *map(str, arguments)], cwd=self.temp,
                              text=True, capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | environment)

    def page(self, *folders, **environment):
        """The text of a new page."""
        self.count += 1
        out = self.temp / f"page{self.count}.html"
        done = self.report(*folders, "--out", out, **environment)
        assert (done.returncode, done.stdout, done.stderr) == (OK, f"{out}\n", "")
        return out.read_text()

    def data_of(self, page):
        found = DATA.findall(page)
        assert len(found) == 1
        return json.loads(found[0])

    def refused(self, code, *arguments, says=()):
        done = self.report(*arguments)
        assert done.returncode == code, f"{arguments}: {done.stdout}{done.stderr}"
        for text in says:
            assert text in done.stderr
        assert done.stdout == ""
        return done


# Opens everything on the page, but only some of the deals, presses, then tells how wide it is.
EXERCISE = """
const all = [...document.querySelectorAll('details')], deals = all.filter(d => d.closest('.deal'));
for (const details of all) details.open = !deals.includes(details) || deals.indexOf(details) % 4 === 0;
setTimeout(() => {
  for (const list of ['.tabs button', '.steps button', '.tricks button', '#theme', '#theme'])
    for (const button of [...document.querySelectorAll(list)].slice(0, 30)) button.click();
  for (const slider of document.querySelectorAll('input[type=range]')) {
    slider.value = slider.max; slider.dispatchEvent(new Event('input'));
  }
  document.body.dataset.pressed = document.querySelectorAll('.tricks button').length;
  console.log('WIDTH ' + innerWidth + ' ' + document.documentElement.scrollWidth);
}, 50);
"""


# Every deal opened, at its second picture.
SECOND_PICTURE = """
for (const details of document.querySelectorAll('.deal details')) details.open = true;
setTimeout(() => {
  for (const slider of document.querySelectorAll('input[type=range]')) {
    slider.value = 1; slider.dispatchEvent(new Event('input'));
  }
}, 50);
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class BrowserTest(ReportTest):
    def live(self, page, script, link="", width=1280, height=2000, reads=None):
        """What the page writes to the console while `script` runs, the body of an async function; in real time, since
        the solver's worker knows no other. The page is served: it has ended when it says so. `reads`: another script
        for the page to run first."""
        self.count += 1
        done = threading.Event()
        body = page.replace("</body>", f"""<img src="/wait" alt="" hidden><script>{reads or ""}</script><script>
          const NUMBER = Number(/game=(\\d+)/.exec(location.hash)?.[1]);
          const pause = milliseconds => new Promise(go => setTimeout(go, milliseconds));
          const until = async test => {{ for (let i = 0; i < 400 && !test(); i++) await pause(25); return test(); }};
          (async () => {{
            try {{ {script} }} catch (error) {{ console.error('FAILED ' + error); }}
            await fetch('/done');
          }})();</script></body>""")
        frame = f"<!doctype html><html lang=en><title>frame</title><body style='margin:0'><iframe title=page src='/page{link}' " \
            f"width='{width}' height='{height}' style='border:0'></iframe>"

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                if self.path == "/wait":
                    done.wait(TIMEOUT / 2)
                if self.path == "/done":
                    done.set()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write({"/page": body, "/frame": frame}.get(self.path, "").encode())

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            address = f"http://127.0.0.1:{server.server_port}/" + ("frame" if width < 500 else "page" + link)
            ran = subprocess.run(
                [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
                 "--disable-background-networking", "--no-first-run", f"--user-data-dir={self.temp / f'live{self.count}'}",
                 f"--window-size={max(width, 1280)},{height}", "--dump-dom", address],
                text=True, capture_output=True, timeout=TIMEOUT, check=False)
        finally:
            done.set()
            server.shutdown()
            server.server_close()
        assert ran.returncode == 0, ran.stderr
        return re.findall(r':CONSOLE[:(]\d+\)?\] "(.*?)", source: ', ran.stderr, re.DOTALL)

    def open(self, page, width, script=EXERCISE, link=""):
        """The document after its scripts, and what they wrote to the console.

        Windows are 500 pixels wide at least: a narrower page stands in a frame.
        """
        name = f"{self.count}-{width}"
        file = self.temp / f"open{name}.html"
        file.write_text(page.replace("</body>", f"<script>{script}</script></body>"))
        if width < 500:
            frame = self.temp / f"frame{name}.html"
            frame.write_text(f"<!doctype html><iframe src='{file.name}' width='{width}' "
                             "height='2000' frameborder='0'></iframe>")
            file = frame
        done = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
             "--v=0", f"--user-data-dir={self.temp / f'browser{name}'}",
             "--virtual-time-budget=1000", f"--window-size={width if width >= 500 else 1280},2000",
             "--dump-dom", file.as_uri() + link], text=True, capture_output=True, timeout=TIMEOUT,
            check=False)
        assert done.returncode == 0, done.stderr
        console = re.findall(r':CONSOLE[:(]\d+\)?\] "(.*?)", source: ', done.stderr, re.DOTALL)
        return done.stdout, console

    def view(self, page, widths=None):
        """The page after its scripts, which say nothing on the console; nowhere too wide."""
        widths = widths or repeat((390, 800, 1280), (390, 1280))
        with concurrent.futures.ThreadPoolExecutor() as pool:
            views = list(pool.map(lambda width: self.open(page, width), widths))
        for width, (document, console) in zip(widths, views):
            told = [text for text in console if text.startswith("WIDTH ")]
            assert len(told) == 1, console
            assert [text for text in console if text not in told] == []
            inner, scroll = map(int, told[0].split()[1:])
            assert inner == width
            assert scroll <= inner, "scrolls sideways"
        return document

    def text(self, document):
        """What is to be read; without scripts and the data."""
        text = re.sub(r"<(script|style)\b.*?</\1>", " ", document, flags=re.DOTALL)
        return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text)))
