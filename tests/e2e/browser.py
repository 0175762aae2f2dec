# SPDX-License-Identifier: MIT
"""Headless Chromium, started once and told by its DevTools protocol, over a pipe, what to open in its one tab: starting
it takes longer than most of what tests do in it, and so does another tab."""
import contextlib
import itertools
import json
import select
import shutil
import subprocess
import time

CHROMIUM = shutil.which("chromium") or shutil.which("/usr/bin/chromium")
ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
             "--remote-debugging-pipe", "--disable-extensions", "--disable-component-update", "--disable-sync", "--disable-breakpad",
             "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process,BackForwardCache,"
             "SpareRendererForSitePerProcess,Translate,OptimizationHints,MediaRouter")
HANG = 150  # seconds: only ends a hang


class Browser:
    def __init__(self, folder):
        self.folder, self.process = folder, None

    def start(self):
        # It reads from 3 and writes to 4.
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&0 4>&1 < /dev/null > /dev/null', "sh", CHROMIUM, *ARGUMENTS,
             f"--user-data-dir={self.folder}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self.numbers, self.buffer, self.events = itertools.count(1), b"", []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.page = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):  # the last two: the console, that of the page's workers as well
            self.ask(f"{domain}.enable", self.page)

    def close(self):
        if not self.process:
            return
        with contextlib.suppress(OSError):
            self.send("Browser.close")
        try:
            self.process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        self.process = None

    # ---- the protocol ----

    def send(self, method, session=None, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[self.process.stdin.write(text):]
        return number

    def receive(self, end):
        """The next message, an event or an answer."""
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            read = self.process.stdout.read(1 << 20) if ready else b""
            if not read:
                raise RuntimeError("Chromium does not answer" if not ready else "Chromium has ended")
            self.buffer += read
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def wait(self, wanted):
        """The first message for which `wanted` holds; events that come before it are kept."""
        end = time.monotonic() + HANG
        while True:
            message = self.receive(end)
            if "method" in message:
                self.events.append(message)
                if message["method"] == "Inspector.targetCrashed":
                    raise RuntimeError("the page has crashed")
            if wanted(message):
                return message

    def ask(self, method, session=None, **parameters):
        number = self.send(method, session, **parameters)
        answer = self.wait(lambda message: message.get("id") == number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    # ---- pages ----

    def show(self, width, height=900, media="", scheme="light"):
        """As in a window of that size; with media "print" as on paper, for who prefers this colour scheme."""
        self.ask("Emulation.setDeviceMetricsOverride", self.page, width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", self.page, media=media,
                 features=[{"name": "prefers-color-scheme", "value": scheme}] if media else [])

    def open(self, address, width, height, *steps, media="", scheme="light"):
        """Opens a page, and takes these steps: a function is called, the promise of an expression is waited for. The document then, and
        what was written to the console."""
        try:
            if not self.process:
                self.start()
            self.show(width, height, media, scheme)
            self.events.clear()
            self.navigate(address)
            for step in steps:
                if callable(step):
                    step()
                else:
                    self.ask("Runtime.evaluate", self.page, expression=step, awaitPromise=True, allowUnsafeEvalBlockedByCSP=False)
            document = self.ask("Runtime.evaluate", self.page, returnByValue=True,
                                expression="document.documentElement.outerHTML")["result"]["value"]
            console = [text for event in self.events if (text := console_text(event)) is not None]
            if not address.startswith("file:"):
                self.navigate("about:blank")  # or the page would go on asking its server
        except BaseException:  # The next page gets another browser: this one may hang.
            self.close()
            raise
        return document, console

    def navigate(self, address):
        loaded = lambda message: message.get("method") == "Page.loadEventFired"
        before = len(self.events)
        self.ask("Page.navigate", self.page, url=address)
        if not any(map(loaded, self.events[before:])):
            self.wait(loaded)


def console_text(event):
    """What an event writes to the console; None if it writes nothing."""
    told = event["params"]
    match event["method"]:
        case "Runtime.consoleAPICalled":
            return " ".join(map(text_of, told["args"]))
        case "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            return f"{details['text']} {text_of(details.get('exception', {}))}"
        case "Log.entryAdded":
            return told["entry"]["text"]
    return None


def text_of(value):
    """A value as the console shows it."""
    known = value.get("value", value.get("description", value.get("type", "")))
    return known if isinstance(known, str) else json.dumps(known)
