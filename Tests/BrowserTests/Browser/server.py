"""The pages of a server, for people who sign in with a browser: the same tests as over a family's own computer.

The family of the examples is brought to a real server, over a real PostgreSQL, as a family would: its program connects and sends. A
test takes the kind of household that it shall have, and `ServedHousehold` is the one of a server.
"""

import html
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from contextlib import contextmanager
from datetime import datetime, timezone
from functools import cache

import every
import hostile
import offline
import pages as looking
import presses
import terminal
import week
import wrong
from hand import Hand
from support import Browser, Household, check, chromium, ending, main, pages, started, still_running

PASSWORD = "a long enough password"
# The athlete of the examples, whatever the name is.
ATHLETE = "p1"
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))


@cache
def cluster():
    """The folder of the PostgreSQL that the tests of this process share. One household at a time uses it."""
    process = subprocess.Popen(
        [os.path.join(ROOT, "Tools/postgres"), "lend"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end():
        process.stdin.close()
        process.wait()

    ending.callback(end)
    folder = process.stdout.readline().strip()
    check(folder, "There is no database.")
    return folder


def query(database, *statements):
    """The rows of the last statement, asked beside the server."""
    words = [word for one in statements for word in ("-c", one)]
    answer = subprocess.run(
        ["psql", "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-h", cluster(), "-U", "postgres", "-d", database, *words],
        capture_output=True, text=True)
    check(answer.returncode == 0, answer.stderr)
    return answer.stdout.splitlines()


class Server(Household):
    """A server's folder and a device of the athlete of the examples, on which `run` writes and then syncs."""

    has_device = True

    def __init__(self, program):
        super().__init__(program, demo=False)
        self.server = os.path.join(os.path.dirname(program), "compass-server")
        self.config = os.path.join(self.folder, "server.json")

    def set_up(self):
        """Makes the server's configuration and the tables of its database."""
        reach = f"host={cluster()} dbname=postgres"
        self.ask(
            "init", "--database", f"{reach} user=authenticator", "--admin", f"{reach} user=postgres", "--schema",
            os.path.join(ROOT, "Modules/Services/PostgreSQLSchema"), "--port", "0")
        self.configure(pages={"folder": os.path.join(self.folder, "pages"), "time_zone": "UTC"})
        self.ask("migrate")

    def configure(self, **members):
        with open(self.config) as file:
            config = json.load(file)
        with open(self.config, "w") as file:
            json.dump(config | members, file)

    def keep(self, name):
        """Keeps the database under the name, and this folder until the process ends. `take` begins with both."""
        ending.callback(self.remove)
        query("template1", f"CREATE DATABASE {name} TEMPLATE postgres")
        return self.folder, name

    def take(self, kept):
        folder, name = kept
        shutil.copytree(folder, self.folder, dirs_exist_ok=True)
        with open(self.config) as file:
            words = file.read()
        with open(self.config, "w") as file:
            file.write(words.replace(folder, self.folder))
        query("template1", "DROP DATABASE postgres WITH (FORCE)", f"CREATE DATABASE postgres TEMPLATE {name}")

    def ask(self, *words):
        answer = subprocess.run([self.server, *words, "--config", self.config], capture_output=True, text=True)
        check(answer.returncode == 0, f"{words}: {answer.stdout}{answer.stderr}")

    def start(self):
        """Serves, after the first time at the same port."""
        process = subprocess.Popen(
            [self.server, "serve", "--config", self.config], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        started.append(process)
        said = process.stdout.readline().split()
        check(len(said) > 3 and said[3].startswith("http"), f"Nothing is served: {said}")
        self.address, self.key = said[3], said[5]
        self.configure(port=int(self.address.rsplit(":", 1)[1]))
        return process

    def names(self, table):
        """What the database has."""
        return set(query("postgres", f"SELECT name FROM public.{table}"))

    @contextmanager
    def serving(self, now=None, profile=None, port=None):
        process = self.start()
        try:
            yield self.address + "/sign-in"
        finally:
            process.terminate()
            process.communicate()
        check(process.returncode == 0, f"The server ended with {process.returncode}.")

    def bring_family(self):
        """Brings the example family to the device, makes the athlete's account and sends the family to the server."""
        demo = Household(self.program)
        try:
            demo.run("export", "--out", os.path.join(self.folder, "family.json"))
        finally:
            demo.remove()
        super().run("import", "everything", os.path.join(self.folder, "family.json"), "--yes")
        secret = os.path.join(self.folder, "password")
        with open(os.open(secret, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(PASSWORD)
        with self.serving():
            super().run(
                "account", "connect", self.address, "--key", self.key, "--email", CASEY, "--new", "--birth-date", "2000-05-31",
                "--password-file", secret, "--yes", profile=ATHLETE)
            super().run("sync", profile=ATHLETE)

    def run(self, *words, now=None, profile=ATHLETE, code=0):
        super().run("sync", profile=profile)
        said = super().run(*words, profile=profile, code=code)
        super().run("sync", profile=profile)
        return said

    def options(self, now=None, profile=ATHLETE):
        return ["--data", self.data, "--timezone", "UTC"] + (["--profile", profile] if profile else [])

    def browser(self, engine, entrance, **window):
        browser = Browser(engine, entrance, **window)
        if self.has_device:
            sign_in(Hand(browser), self.person)
        return browser

    @property
    def junior(self):
        today = self.today()
        # Another grade begins with September.
        return str(today.year + (1 if today.month < 9 else 2))

    def today(self, number=None):
        return datetime.now(timezone.utc).date()

    def begin(self, hand):
        sign_up(hand, self.person, "player", "Sam Lee", self.junior)

    def parent_joins(self, hand, code):
        sign_out(hand)
        sign_up(hand, DANA, "parent", "Dana Lee")
        hand.open("family join")
        hand.fill(code=code)
        hand.send("Join")
        hand.see_outcome("You asked to join")
        sign_out(hand)
        self.come_back(hand)
        hand.open("family admit")
        hand.activate(hand.page.locator("form.fields button.primary"))
        hand.activate(hand.page.locator(".asks button[type=submit]"))
        hand.see_outcome("is in your family now")
        sign_out(hand)
        sign_in(hand, DANA)

    def athlete_returns(self, hand):
        sign_out(hand)
        self.come_back(hand)

    def come_back(self, hand):
        sign_in(hand, self.person)


@cache
def without_accounts(program):
    """A server without accounts, made once for this process."""
    household = Server(program)
    household.set_up()
    return household.keep("without_accounts")


@cache
def with_family(program):
    """A server that has the family of the examples, made once for this process."""
    household = Server(program)
    household.take(without_accounts(program))
    household.bring_family()
    return household.keep("with_family")


class ServedHousehold(Server):
    """A family at a server: that of the examples, or another one that begins in the browser."""

    def __init__(self, program, demo=True):
        kept = (with_family if demo else without_accounts)(program)
        super().__init__(program)
        self.has_device = demo
        self.person = CASEY if demo else "sam@example.org"
        self.take(kept)


@cache
def with_parent(program):
    """A server that has the family of the examples and a parent who has joined it, made once for this process."""
    household = ServedHousehold(program)
    with household.serving() as entrance, chromium() as engine:
        browser = household.browser(engine, entrance)
        hand = Hand(browser)
        # A code of before ends with the connection to a server.
        browser.go("/family")
        hand.activate(browser.page.get_by_role("button", name="Make a code"))
        hand.activate(browser.page.locator(".asks button[type=submit]"))
        hand.see_outcome("FAM-")
        code = re.search(r"FAM-[A-Z0-9]{6}", browser.page.locator("#outcome").inner_text())[0]
        household.parent_joins(hand, code)
        browser.close()
    return household.keep("with_parent")


class ParentsHousehold(Server):
    """The family of the examples at a server, as its parent sees it."""

    def __init__(self, program):
        kept = with_parent(program)
        super().__init__(program)
        self.person = DANA
        self.take(kept)


CASEY, DANA = "casey@example.org", "dana@example.org"


def sign_in(hand, address):
    hand.see_title("Sign in")
    hand.write(hand.page.get_by_label("Your e-mail address"), address)
    hand.write(hand.page.get_by_label("Your password"), PASSWORD)
    hand.activate(hand.page.get_by_role("button", name="Sign in"))
    hand.page.wait_for_url("**/dashboard*")


def sign_out(hand):
    hand.press("Sign out")
    hand.see_title("Sign")
    # A page without scripts asks before.
    asked = hand.page.locator(".asks button")
    if asked.count():
        hand.activate(asked)
    hand.see_title("Sign in")


# What is pressed or filled in on a form. The label of a check box is pressed too.
CONTROLS = "main form.fields :is(button, select, .buttons a, .field > .box label, input:not([type=hidden], [type=checkbox], [type=radio]))"


def sign_up(hand, address, role, name, year="2028", sport="Baseball"):
    """Makes an account and its profile."""
    page = hand.page
    hand.browser.go("/sign-up")
    heights = page.locator(CONTROLS).evaluate_all("all => all.map(one => one.getBoundingClientRect().height).filter(one => one > 1)")
    check(heights and min(heights) >= 44, f"The controls are {sorted(set(heights))} px high.")
    hand.write(page.get_by_label("Your e-mail address"), address)
    for field in page.locator("input[name=password]").all():
        hand.write(field, PASSWORD)
    hand.write(page.get_by_label("Your birth date"), "1980-05-31")
    hand.activate(page.get_by_role("button", name="Make my account"))
    page.wait_for_url("**/begin")
    hand.mark(page.locator(f"input[value={role}]"))
    hand.write(page.get_by_label("Your name"), name)
    hand.write(page.get_by_label("the year of your graduation"), year)
    hand.write(page.get_by_label("your sport"), sport)
    hand.activate(page.get_by_role("button", name="Go on"))
    page.wait_for_url("**/dashboard*")


def everywhere(program):
    looking.look_at_all(program, home=ServedHousehold, dark=False)


def for_a_parent(program):
    looking.look_at_all(program, home=ParentsHousehold, dark=False)


def without_connection(program):
    for test in (offline.kept, offline.with_choices):
        test(program, home=ServedHousehold)


def every_button(program):
    every.walk(program, ServedHousehold, "a server's family", widths=[390])


def hostile_words(program):
    hostile.everywhere(program, home=ServedHousehold)


def week_without_scripts(program):
    week.without_scripts(program, home=ServedHousehold)


def week_with_scripts(program):
    week.with_scripts(program, home=ServedHousehold)


def week_by_keyboard(program):
    week.by_keyboard(program, home=ServedHousehold)


def wrong_words(program):
    wrong.everywhere(program, home=ServedHousehold)


# Single presses that are about what a server does not have or does in its own way: a program that is ended by the test, quick tasks,
# signing out without a question, backups, the days of the past that the examples are about, and a second person of the same computer.
NOT_PRESSED = {
    "survives", "press_after_the_end", "quick_task", "ticks_stay_beside_others", "long_outcome", "sign_out", "sign_out_elsewhere",
    "kept_while_away", "sealed", "report", "printed_report", "calendar", "family_on_a_phone",
}


def single_presses(program):
    check(NOT_PRESSED <= {one.__name__ for one in presses.TESTS}, "A press of this list is no test any more.")
    for test in presses.TESTS:
        if test.__name__ not in NOT_PRESSED:
            print(test.__name__, flush=True)
            test(program, home=ServedHousehold)


def newcomers(program):
    """A parent and an athlete who have just made their accounts: every page speaks to people, and a family that is made has a code with
    which the parent asks to join."""
    household = ServedHousehold(program, demo=False)
    try:
        process = household.start()
        with chromium() as engine:
            found, windows = [], {}
            for role, name in (("parent", "Dana Berg"), ("player", "Lena Berg")):
                browser = Browser(engine, household.address + "/sign-up")
                page = browser.page
                sign_up(Hand(browser), f"{role}@example.org", role, name, sport="Swimming")
                for address in pages(browser):
                    found += [f"{role} {address}: {line}" for line in terminal.lines_of_a_terminal(page)]
                    # A parent who follows no athlete can add no records, so no page may have a link
                    # for that.
                    adding = page.locator("a[href*='schools+add'], a[href*='interactions+add'], a[href*='line=import']").count()
                    check(role != "parent" or adding == 0, f"{address} offers a parent without an athlete to add something.")
                windows[role] = browser
            check(not found, f"{len(found)} lines speak of the terminal:\n" + "\n".join(found[:40]))
            page = windows["player"].page
            windows["player"].go("/c?line=performance+log")
            measures = page.get_by_label("Metric type").inner_text()
            check("Freestyle" in measures and "Fastball" not in measures, f"A swimmer is offered:\n{measures}")
            windows["player"].go("/family")
            page.get_by_role("button", name="Make your family").click()
            page.locator("#outcome", has_text="Made your family").wait_for()
            windows["player"].go("/family")
            code = re.search(r"FAM-[A-Z0-9]+", page.locator("main").inner_text())
            check(code, f"The family has no code:\n{page.locator('main').inner_text()}")
            page = windows["parent"].page
            windows["parent"].go("/c?line=family+join")
            page.get_by_label("What is the family's code?").fill(code.group(0))
            page.get_by_role("button", name="Join").click()
            page.locator("#outcome", has_text="You asked to join").wait_for()
            windows["parent"].go("/family")
            spoken = terminal.lines_of_a_terminal(page)
            page.get_by_role("button", name="Withdraw it").click()
            page.locator("#outcome", has_text="You withdrew your request").wait_for()
            spoken += terminal.lines_of_a_terminal(page)
            check(not spoken, "Withdrawing a request speaks of the terminal:\n" + "\n".join(spoken))
            for browser in windows.values():
                browser.close()
        process.terminate()
        process.communicate()
    finally:
        household.remove()


# An address at which no mail server runs. A letter that cannot be sent is a line of the log.
MAIL = {"host": "127.0.0.1", "port": 9, "security": "none", "from": "compass@example.org"}
# The secret of a letter's link. The letters do not arrive, so it is put into the database.
LINK = "the-secret-of-a-letter"


def entrances(program):
    """The pages for people who are not signed in keep axe-core's rules and fit a narrow window, as they open and with what is refused:
    signing in and up, with and without e-mail, the code, a parent's consent and its end."""
    household, looks, found, seen = ServedHousehold(program, demo=False), set(), [], 0

    def look(page):
        nonlocal seen
        seen += 1
        for width in (1280, 320):
            page.set_viewport_size({"width": width, "height": 900})
            found.extend(looking.violations(page, looking.ALL, f"{width} px", looks))
            wide = looking.overflow(page)
            if wide:
                found.append(f"{page.url} is wider than {width} pixels by {wide}")
        found.extend(f"{page.url} speaks of the terminal: {line}" for line in terminal.lines_of_a_terminal(page))

    def look_at(browser, address):
        """Looks at the page of a form, and at the answer to the form that is sent empty."""
        browser.go(address)
        look(browser.page)
        browser.page.locator("form.fields .buttons button").first.click()
        browser.page.locator(".faults").wait_for()
        look(browser.page)

    try:
        for mail, addresses in (
            (None, ["/sign-in", "/sign-up"]),
            (MAIL, ["/sign-in", "/sign-up", "/send-code?for=recovery", "/send-code?for=sign-in", "/code?for=sign-up", "/code?for=recovery"]),
        ):
            if mail:
                household.configure(mail=mail)
            with household.serving() as entrance, chromium() as engine:
                browser = household.browser(engine, entrance, refusals={400, 422, 429})
                for address in addresses:
                    look_at(browser, address)
                if mail:
                    page = browser.page
                    browser.go("/sign-up")
                    page.locator("input[name=email]").fill("child@example.org")
                    for field in page.locator("input[name=password]").all():
                        field.fill(PASSWORD)
                    page.locator("input[name=born]").fill(f"{household.today().year - 15}-01-01")
                    page.locator("input[name=parent-name]").fill("Dana Lee")
                    page.locator("input[name=parent-email]").fill("dana@example.org")
                    page.get_by_role("button", name="Make my account").click()
                    page.locator("input[name=code]").wait_for()
                    look(page)
                    query("postgres", f"UPDATE accounts.sign_ups SET confirmed_at = now(), parent_link = accounts.digest('{LINK}')")
                    look_at(browser, f"/consent?link={LINK}")
                    page.locator("input[name=answer][value=yes]").check()
                    page.locator("form.fields .buttons button").first.click()
                    page.locator("h1", has_text="Thank you").wait_for()
                    look(page)
                    query("postgres", f"UPDATE accounts.consents SET withdraw_link = accounts.digest('{LINK}')")
                    browser.go(f"/withdraw?link={LINK}")
                    look(page)
                browser.close()
        print(f"{seen} pages of people who are not signed in")
        check(not found, f"{len(found)} faults:\n" + "\n".join(found[:40]))
    finally:
        household.remove()


def killed(program):
    """The server is killed in the middle of presses. What a page said to be done is in the database, and after each new start the pages
    show what the database has and nothing else."""
    household, acknowledged, chance = ServedHousehold(program, demo=False), set(), random.Random(7)
    cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(path, fields=None):
        request = urllib.request.Request(household.address + path)
        if fields is not None:
            request.data = urllib.parse.urlencode(fields).encode()
            request.add_header("Origin", household.address)
        still_running()
        with cookies.open(request, timeout=60) as answer:
            return html.unescape(answer.read().decode())

    def fields(page):
        return re.findall(r'<input type="hidden" name="(_(?!command)[a-z]+)" value="([^"]*)">', page)

    try:
        process, rounds = household.start(), 8
        secret = [("password", PASSWORD)] * 2
        begin = ask("/sign-up", [("email", "casey@example.org"), ("born", "2000-05-31")] + secret)
        ask("/begin", fields(begin) + [("role", "player"), ("name", "Casey"), ("year", "2028"), ("sport", "Baseball")])
        for number in range(rounds):
            # A busy machine needs longer for a press. The moment is therefore counted in presses: some whole ones and a part of one.
            whole, part, killer = chance.randrange(1, 6), chance.random(), None
            try:
                for count in range(1000):
                    began = time.monotonic()
                    name = f"School {number}-{count}"
                    form = ask("/c?line=schools+add")
                    if f"Added {name}" in ask("/command", fields(form) + [("_command", "schools add"), ("name", name)]):
                        acknowledged.add(name)
                    if count + 1 == whole:
                        killer = threading.Timer(part * (time.monotonic() - began), process.kill)
                        killer.start()
            except (OSError, http.client.HTTPException):
                check(killer, "A press failed before the server was killed.")
            killer.join()
            process.wait()
            process = household.start()
            # PostgreSQL may still commit the killed server's last transaction while the page is read.
            before = household.names("schools")
            shown = set(re.findall(r"School \d+-\d+", ask("/schools?all=yes")))
            there = household.names("schools")
            check(acknowledged <= before, f"Said to be done, and not there: {acknowledged - before}")
            check(before <= shown <= there, f"There and not shown: {before - shown}; shown and not there: {shown - there}")
        check(len(acknowledged) >= rounds, f"Only {len(acknowledged)} presses were done.")
        print(f"{rounds} kills, {len(acknowledged)} presses, {len(there)} there")
        process.terminate()
        process.wait()
    finally:
        household.remove()


if __name__ == "__main__":
    main(
        everywhere, for_a_parent, without_connection, every_button, hostile_words, wrong_words, week_without_scripts, week_with_scripts,
        week_by_keyboard, single_presses, newcomers, entrances, killed)
