"""A family's pages in a real browser: the built program serves them, Chromium shows them, nothing is made up.

What no page may ever do is watched in every browser from its beginning: speak to another host, log an error, break the
policy, or run words that a person typed. `Browser.close` fails when anything of it happened.
"""

import faulthandler
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from datetime import date
from contextlib import ExitStack, contextmanager
from functools import cache
from urllib.parse import parse_qs

import greenlet
from playwright.sync_api import Error, sync_playwright

# The test starts this script on a thread that blocks signals, and child processes inherit that.
# Without this line, `serve` would never receive the signal that ends it.
signal.pthread_sigmask(signal.SIG_SETMASK, [])

NOW = "2026-02-10T12:00:00Z"
# The time in milliseconds that an answer or a change of a page may take. A busy machine is slow,
# which is no fault of a page, so the limit is long.
PATIENCE = int(os.environ.get("PATIENCE", "120000"))

# The longest time in seconds without a request of a browser. Each wait for a page ends within PATIENCE.
SILENCE = 5 * PATIENCE // 1000

# The servers that this process has started.
started = []

# Playwright waits in a greenlet of its own while the script stands still in this one.
SCRIPT = greenlet.getcurrent()


def hangs():
    """Prints where the script waits, and ends its servers and this process."""
    print(f"There was no request for {SILENCE} seconds. The script waits here:", file=sys.stderr)
    if SCRIPT.gr_frame:
        traceback.print_stack(SCRIPT.gr_frame)
    else:
        faulthandler.dump_traceback()
    sys.stderr.flush()
    for process in started:
        process.kill()
    os._exit(1)


class Watch:
    """The time of the last request, and a thread that ends the process when there was none for SILENCE."""

    last = time.monotonic()

    @classmethod
    def run(cls):
        while (left := cls.last + SILENCE - time.monotonic()) > 0:
            time.sleep(left)
        hangs()


def still_running():
    """Begins the time SILENCE anew."""
    Watch.last = time.monotonic()


# A script for every page. It records each call of `planted`, which only hostile text makes, and
# each violation of the content security policy that the browser reports.
WATCH = """
window.__seen = [];
window.planted = what => window.__seen.push("ran: " + what);
document.addEventListener("securitypolicyviolation", event =>
  window.__seen.push("policy: " + event.violatedDirective + " " + event.blockedURI));
addEventListener("error", event => window.__seen.push("error: " + event.message));
// What is said goes by itself after six seconds, which may be over before a test looks.
window.told = false;
new MutationObserver(() => { window.told = window.told || !!document.querySelector("#outcome .message"); })
  .observe(document, { childList: true, subtree: true });
"""


# What belongs to this process and ends with it.
ending = ExitStack()


class Failed(Exception):
    pass


def check(condition, words):
    if not condition:
        raise Failed(words)


class Household:
    """One family's computer: a home and a data folder, gone afterwards."""

    def __init__(self, program, demo=True):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="compass-browser-")
        self.data = os.path.join(self.folder, "data")
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home)
        self.environment = {
            "HOME": self.home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "NO_COLOR": "1",
        }
        if demo:
            shutil.copytree(example(program), self.data)

    def options(self, now=NOW, profile=None):
        given = ["--data", self.data, "--now", now, "--timezone", "UTC"]
        return given + (["--profile", profile] if profile else [])

    def run(self, *words, now=NOW, profile=None, code=0):
        answer = subprocess.run(
            [self.program, *self.options(now, profile), *words], env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL)
        check(answer.returncode == code, f"{words}: {answer.returncode}\n{answer.stdout}{answer.stderr}")
        return answer.stdout

    def tries(self, *words):
        """Whether the line was taken; one that is refused says so and breaks nothing."""
        answer = subprocess.run(
            [self.program, *self.options(), *words], env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        check(answer.returncode in (0, 2), f"{words}: {answer.returncode}\n{answer.stdout}{answer.stderr}")
        return answer.returncode == 0

    @staticmethod
    def port():
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    @contextmanager
    def serving(self, now=NOW, profile=None, port=None):
        """Serves the pages; gives the address that lets one browser in."""
        port = port or self.port()
        process = subprocess.Popen(
            [self.program, *self.options(now, profile), "serve", "--port", str(port)], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        started.append(process)
        try:
            entrance = process.stdout.readline().strip()
            if not entrance.startswith("http"):
                process.kill()
                raise Failed(f"Nothing is served: {entrance} {process.communicate()[1]}")
            yield entrance
        finally:
            process.terminate()
            errors = process.communicate()[1]
        check(process.returncode == 0, f"The host ended with {process.returncode}: {errors}")

    def browser(self, engine, entrance, **window):
        """A window of the person whose pages are served."""
        return Browser(engine, entrance, **window)

    # What follows differs at a server (`server.py`), where people have accounts and days are those of the clock.

    # The year in which an athlete graduates who is in grade 11 during the tests.
    junior = "2027"

    def today(self, number):
        """The day for which the tests serve pages: that day of the month."""
        return date(2026, 2, number)

    def begin(self, hand):
        """The athlete makes a profile."""
        hand.see_title("Welcome to Recruiting Compass")
        hand.press("I'm the athlete")
        hand.fill(name="Sam Lee", graduation_year=self.junior, sport="baseball")
        hand.send("Create")
        hand.see("Sam Lee")

    def parent_joins(self, hand, code):
        """The parent Dana makes an account on the same computer and joins the family, and looks at the athlete's tasks."""
        hand.open("account create")
        hand.fill(role="Parent", name="Dana Lee")
        hand.send("Create")
        # A parent has to name the athlete, so the form without the name is refused.
        hand.see("There are 2 things to mend", "Your athlete's name")
        hand.fill(athlete_name="Sam Lee", athlete_graduation_year=self.junior)
        hand.send("Create")
        hand.see("Signed in: Dana Lee")
        hand.open("family join")
        hand.fill(code=code)
        hand.send("Join")
        hand.see("Athletes you can look at")

    def athlete_returns(self, hand):
        """The athlete signs in after the parent."""
        hand.open("account sign-in")
        self.come_back(hand)

    def come_back(self, hand):
        """The athlete signs in on another day."""
        hand.see("Sign in")
        hand.fill(profile="Sam Lee")
        hand.send("Sign in")

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def example(program):
    """A folder with the data of the example family, made once for this process."""
    household = Household(program, demo=False)
    ending.callback(household.remove)
    household.run("--demo", "tasks")
    return household.data


class Browser:
    """A window that watches what goes on in it."""

    def __init__(self, chromium, entrance, width=1280, height=900, scheme="light", scripts=True, refusals=(), worker=False, touch=False):
        self.origin = re.match(r"http://[^/]+", entrance).group(0)
        self.scripts = scripts
        self.faults = []
        # The statuses of refused forms that a test expects. Chromium logs them as errors, which
        # would otherwise count as faults.
        self.refusals = set(refusals)
        # The words of further errors that a test expects. They are left out at the end, because the browser can report an error late.
        self.expected = ()
        self.context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=scripts,
            accept_downloads=True, reduced_motion="reduce", has_touch=touch, is_mobile=touch,
            # Playwright does not report the requests of a service worker, so only the tests of
            # pages without a connection allow one.
            service_workers="allow" if worker else "block")
        if scripts:
            self.context.add_init_script(WATCH)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("request", self._asked)
        self.page.on("console", self._logged)
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.page.goto(entrance)
        # The first address has a key that signs the browser in. It redirects to a page without the
        # key.
        self.page.wait_for_url(lambda address: "key=" not in address)

    def _asked(self, request):
        still_running()
        if not request.url.startswith((self.origin, "data:", "blob:" + self.origin)):
            self.faults.append(f"{self.page.url} asks elsewhere: {request.url}")

    def _logged(self, message):
        if message.type != "error":
            return
        refused = re.search(r"status of (\d+)", message.text)
        if refused and int(refused.group(1)) in self.refusals:
            return
        self.faults.append(f"{self.page.url}: {message.text}")

    def look(self):
        """What the page itself saw happen."""
        if self.scripts:
            self.faults += [f"{self.page.url}: {one}" for one in self.page.evaluate("window.__seen || []")]

    def go(self, path):
        address = path if path.startswith("http") else self.origin + path
        while True:
            try:
                return self.page.goto(address)
            except Error as failure:
                # A key that was pressed before can still be opening another page, which interrupts
                # this one. The second try comes after that page.
                if "interrupted by another navigation" not in failure.message:
                    raise
                self.page.wait_for_load_state()

    def close(self):
        self.look()
        self.last_cookie = next((one["value"] for one in self.context.cookies() if one["name"].startswith("compass-")), "")
        self.context.close()
        faults = {one for one in self.faults if not any(words in one for words in self.expected)}
        check(not faults, "\n".join(sorted(faults)[:20]))


@cache
def launched():
    playwright = ending.enter_context(sync_playwright())
    browser = playwright.chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"),
        # The scripts of a page run for less time than it takes to compile them into faster code.
        args=["--no-sandbox", "--js-flags=--no-maglev --no-turbofan"])
    ending.callback(browser.close)
    return browser


@contextmanager
def chromium():
    """The browser, which is the same for all tests of a process. The windows of one test are closed before the next one."""
    browser = launched()
    try:
        yield browser
    finally:
        for window in browser.contexts:
            window.close()


def shape(address):
    """The address without what is one record's own, so that of many pages of a kind one is looked at."""
    path, _, query = address.partition("#")[0].partition("?")
    path = re.sub(r"/(?:[0-9a-f]{8}-[0-9a-f-]{27,}|[a-z]{1,2}\d+|\d+)(?=/|$)", "/…", path)
    given = parse_qs(query)
    if path == "/c":
        # The first two words of the command, such as `coaches show`, without the record.
        return path + " " + " ".join(given.get("line", [""])[0].split()[:2])
    return path + ("?" if set(given) - {"athlete"} else "")


def reached(links_at, start="/"):
    """The address of every page that can be reached by links, one of each shape. `links_at` opens a page and gives its links, or
    nothing if there is no page."""
    waiting, seen = [start], set()
    while waiting:
        address = waiting.pop(0)
        if shape(address) in seen:
            continue
        seen.add(shape(address))
        links = links_at(address)
        if links is None:
            continue
        waiting += [link for link in links if link.startswith("/") and shape(link) not in seen]
        yield address


def pages(browser):
    """Opens every page that can be reached by pressing links, one of each shape, and gives its address."""
    def links_at(address):
        answer = browser.go(address)
        if answer is None or answer.status >= 400:
            browser.faults.append(f"A link leads to {address}, which answers {answer and answer.status}")
            return None
        browser.look()
        return browser.page.eval_on_selector_all(
            "a[href]:not([rel=nofollow])", "links => links.map(link => link.getAttribute('href'))")

    return reached(links_at)


def main(*tests):
    """Runs tests by their names, and says what failed: `python3 week.py PROGRAM NAME…`. Without a name all are run."""
    program, *names = sys.argv[1:]
    named = {one.__name__: one for one in tests}
    failed = False
    still_running()
    threading.Thread(target=Watch.run, daemon=True).start()
    with ending:
        for test in [named[name] for name in names] or tests:
            still_running()
            try:
                test(program)
            except Exception as failure:
                failed = True
                words = failure if isinstance(failure, Failed) else traceback.format_exc()
                print(f"{test.__name__}: {words}", file=sys.stderr, flush=True)
        still_running()
    sys.exit(1 if failed else 0)
