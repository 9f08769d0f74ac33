"""Every link and button of every page of a family, pressed once: of a new family, the example's and a large one, for an athlete, a
parent and a parent who helps, without scripts and in Chromium at the width of a wide screen and of a phone.

Each press has to end in a page that says what was done, what is asked or what is wrong with a field: no error page, nothing in the
console, no violation that axe-core knows, and no words of the terminal (`terminal.py` has the list). A link is opened by its address,
one of each shape. A button is that of a form, also in the frame of the page: a form can have several.

What would end the visit or replace the records is pressed last, and signing out is the very last (`LAST`). A question that comes is
agreed to without scripts. The yes to a restore, to an erasure and to leaving the family has a walk of its own, `endings`. `week.py`
imports tables, `AccountPagesTests` delete an account of a server, and `ServingTests` leave the made-up family of the first visit.
"""

import os
import re
import shutil
from collections import defaultdict
from contextlib import contextmanager
from functools import cache

from playwright.sync_api import Error

import pages as looking
import terminal
from reader import Reader, given, is_of, parsed, text, ways
from support import Household, check, chromium, ending, main, reached, shape

# What is pressed last, and in this order: what deletes records, what replaces or ends everything,
# what makes another person sign in, and what signs out.
LAST = [
    re.compile(one) for one in (
        "delete", "choice none|^import|^family leave", "^(erase|restore)", "account sign-in", "account sign-out|/sign-out")
]

# A script for the page. It returns each button that sends a form.
PRESSABLE = """() => [...document.forms].flatMap((form, at) =>
  [...form.querySelectorAll("button[type=submit]:not([aria-disabled])")].map((button, nth) => ({
    at, nth, method: form.method, action: form.getAttribute("action"), name: button.name, asks: form.matches(".asks"),
    command: button.name === "_command" ? button.value : form.elements._command?.value || "",
  })))"""
# A script for the page. It presses a button; buttons for rows that are selected get the first row.
SEND = """({ at, nth }) => {
  const form = document.forms[at], row = [...form.elements].find(one => one.type === "checkbox" && !form.contains(one));
  if (row) row.checked = true;
  window.told = false;
  form.requestSubmit(form.querySelectorAll("button[type=submit]:not([aria-disabled])")[nth]);
}"""
# A script for the page. It presses the visible buttons that send no form and that the list does not
# name yet, such as those that scripts add for days, and returns their names.
PRESS_OWN = """known => [...document.querySelectorAll("button[type=button]:not([popovertarget], [aria-disabled], [aria-pressed=true])")]
  .filter(one => one.checkVisibility({ visibilityProperty: true }))
  .map(one => [one.className + " " + one.innerText.trim(), one])
  .filter(([name]) => !known.includes(name) && known.push(name))
  .map(([name, one]) => { one.click(); return name; })"""
# A script for the page. It returns the ids of the parts of the frame that visible buttons open.
OPENED = """() => [...document.querySelectorAll("button[popovertarget]")]
  .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.getAttribute("popovertarget"))"""
# What a press can show on a page.
SHOWN = ["dialog[open]", "#outcome .message", ".faults", ".asks"]
# A script for the page. It returns what a press has shown, each part with what is around it.
PARTS = """shown => shown.flatMap(one => [...document.querySelectorAll(one)]).map(part => {
  const above = [];
  for (let one = part.parentElement; one; one = one.parentElement) above.push(one.tagName + "." + one.className);
  return [above.join(" "), part.outerHTML];
})"""

# The ways of what axe-core has checked in this process, by the width of the window, and the looks of
# the texts.
CHECKED, LOOKS = defaultdict(set), set()
# The buttons that were pressed in Chromium in this process, by the person and the width: the shape of
# their page, their kind, and the ways of their form.
PRESSED = defaultdict(set)


def kind(button):
    """Buttons that do the same with other records are one."""
    command = re.sub(r"\b[a-z]{1,2}\d+\b|[0-9a-f]{8}-[0-9a-f-]{27}", "…", button["command"])
    return (button["method"], button["action"].split("?")[0], " ".join(command.split()[:3]), button["name"])


def rank(button):
    words = f"{button['command']} {button['action']}"
    return max((place for place, one in enumerate(LAST, start=1) if one.search(words)), default=0)


class Walk:
    """Presses what is on the pages of one family. `Unscripted` does it as a browser without scripts does, and finds the pages, one of
    each shape. `Drawn` does it in Chromium."""

    def __init__(self, origin, where):
        self.origin, self.where = origin, where
        self.faults, self.opened, self.pressed, self.gone = [], 0, 0, 0

    @property
    def address(self):
        """The address of the page that is open, without the origin."""
        return self.url().removeprefix(self.origin)

    def fault(self, words):
        self.faults.append(f"{self.where}  {self.address}: {words}")

    def judge(self, what, status=None):
        """Whether the page that came says something that people can use."""
        said, has_form, is_fault, queries = self.read()
        if status is not None and status >= 400 and not has_form:
            self.fault(f"{what} ended in {status}: {said[:200]!r}")
        if is_fault:
            self.fault(f"{what} ended in an error page: {said[:200]!r}")
        if not said.strip():
            self.fault(f"{what} ended in an empty page.")
        for line in terminal.of_a_terminal(said):
            self.fault(f"{what} speaks of the terminal: {line}")
        for query in queries:
            self.fault(f"A form that is fetched has a query in its address: {query}")

    def press(self, address, button):
        """Presses a button of the page, and judges what comes. Says whether the button was there."""
        # The page of a record that an earlier press deleted answers 404. Its button is left out.
        again = None if self.go(address) == 404 else next((one for one in self.buttons() if kind(one) == kind(button)), None)
        if again is None:
            self.gone += 1
            return False
        self.deliver(f"Pressing {' '.join(filter(None, (button['command'] or button['action'], button['name'])))}", again)
        return True

    def deliver(self, what, button):
        self.pressed += 1
        statuses, tells, is_file = self.send(button)
        if any(status >= 500 for status in statuses):
            self.fault(f"{what} was answered {statuses}.")
        if button["method"] == "post" and not is_file and not tells:
            self.fault(f"{what} says nothing of what was done: {self.read()[0][:150]!r}")
        self.judge(what)

    def report(self):
        print(f"{self.where}: {self.opened} pages, {self.pressed} presses, {self.gone} buttons gone", flush=True)
        print("\n".join(self.faults[:60]), flush=True)
        return self.faults


class Unscripted(Walk):
    def __init__(self, reader, where="without scripts"):
        super().__init__(reader.origin, where)
        # The ways of each page that was opened, by its address, and each kind of button with the
        # address of its first one.
        self.reader, self.ways, self.found = reader, {}, {}

    def walk(self):
        for _ in reached(self.open):
            for button in self.buttons():
                self.found.setdefault(kind(button), (self.address, button))
        # All pages are opened before any button is pressed, and deletions come last, so that no
        # press takes away a page or a record that is still needed.
        asked, kept = [], []
        for address, button in self.in_order():
            if rank(button) >= 2:
                kept.append((address, button))
            elif self.press(address, button) and self.question():
                asked.append((address, button))
        for address, button in asked:
            if self.press(address, button) and self.question():
                self.deliver(f"Agreeing to {button['command']}", self.question())
        for address, button in kept:
            self.press(address, button)
        self.faults += self.reader.faults

    def in_order(self):
        return sorted(self.found.values(), key=lambda one: rank(one[1]))

    def question(self):
        """The button that agrees to what the page asks."""
        return next((one for one in self.buttons() if one["asks"]), None)

    def url(self):
        return self.reader.url

    def go(self, address):
        answer = self.reader.go(address)
        return None if answer.is_file else answer.status

    def open(self, address):
        """Opens a page, judges it and gives its links. A link to a file opens no page."""
        status = self.go(address)
        if status is None:
            return None
        self.opened += 1
        self.judge("Opening it", status)
        self.ways[self.address] = ways(self.reader.page)
        for aim in aims(self.reader.page):
            self.fault(f"A button or a link leads to #{aim}, which is not on the page.")
        return [link.get("href") for link in self.reader.page.iter("a") if link.get("href")]

    def read(self):
        everything = list(self.reader.page.iter())
        queries = [one.get("action") for one in everything if one.tag == "form" and one.get("method") == "get" and "?" in one.get("action")]
        return (
            text(self.reader.page.find(".//main")), any(is_of(one, "faults") or self.is_form(one, "fields") for one in everything),
            any(is_of(one, "page-fault") for one in everything), queries)

    @staticmethod
    def is_form(element, name):
        return element.tag == "form" and is_of(element, name)

    def buttons(self):
        return [
            {
                "form": form, "button": button, "method": form.get("method"), "action": form.get("action"),
                "name": button.get("name", ""), "command": command(form, button), "asks": is_of(form, "asks"),
            }
            for form in self.reader.page.iter("form") for button in form.iter("button")
            if button.get("type") == "submit" and "aria-disabled" not in button.keys()
        ]

    def send(self, button):
        form = button["form"]
        # The boxes of the rows stand outside of the form of the buttons for selected rows.
        rows = [one for one in self.reader.page.iter("input") if one.get("form") and one.get("form") == form.get("id")]
        if rows and rows[0] not in list(form):
            rows[0].set("checked", "")
            form.append(rows[0])
        answer = self.reader.send(form, button["button"])
        tells = any(self.is_form(one, "fields") or self.is_form(one, "asks") for one in self.reader.page.iter()) or any(
            is_of(one, "message") for part in self.reader.page.iter() if part.get("id") == "outcome" for one in part.iter())
        return [answer.status], tells, answer.is_file


def command(form, button):
    """The command that a button sends, as scripts read it too. A list has the command that is chosen."""
    fields = [button] if button.get("name") == "_command" else [one for one in form.iter() if one.get("name") == "_command"]
    return dict(given(form, fields[0])).get("_command", "") if len(fields) == 1 else ""


def aims(page):
    """What the buttons and links of a page open on the page itself, and what is not there."""
    ids = {one.get("id") for one in page.iter()}
    opened = {one.get("popovertarget") for one in page.iter("button")} - {None}
    opened |= {link.get("href")[1:] for link in page.iter("a") if link.get("href", "").startswith("#")}
    return sorted(opened - ids)


class Drawn(Walk):
    """The pages and buttons were found without drawing them. Chromium draws all pages (`opens`) or those that are like none before,
    opens the parts of the frame, and presses each button that is like none which the person has pressed in another family.

    With `is_known`, `pages.py` draws the pages and checks the rules of axe-core on them, and here only what presses show is checked.
    """

    def __init__(self, browser, width, where, person, reading, opens, is_known):
        super().__init__(browser.origin, f"{where} at {width} px")
        self.browser, self.page, self.reading = browser, browser.page, reading
        self.opens, self.is_known = opens, is_known
        self.checked, self.known, self.own, self.looked = CHECKED[width], PRESSED[person, width], PRESSED["scripts", width], set()

    def walk(self):
        self.press_frame()
        for address, of_page in self.reading.ways.items():
            is_new = not of_page <= self.checked and not self.is_known
            self.checked |= of_page
            if is_new:
                # Two addresses can lead to pages of one shape.
                self.looked.discard(shape(address))
            else:
                self.looked.add(shape(address))
            if is_new or self.opens:
                self.open(address)
        for address, button in self.reading.in_order():
            of_form = {(shape(address), kind(button), way) for way in ways(button["form"])}
            if not of_form <= self.known:
                self.known |= of_form
                self.press(address, button)

    def open(self, address):
        self.opened += 1
        self.judge("Opening it", self.go(address))
        pressed = self.page.evaluate(PRESS_OWN, sorted(self.own))
        if pressed:
            self.own.update(pressed)
            self.pressed += len(pressed)
            self.judge(f"Pressing {', '.join(pressed)}")

    def press_frame(self):
        """Presses the buttons that open parts of the frame: Find, the list of what can be new, and More. All pages have one frame."""
        self.go("/")
        parts = self.page.evaluate(OPENED)
        if not parts:
            self.fault("The frame has no button.")
        for part in parts:
            self.pressed += 1
            shown = self.page.locator(f"#{part}:popover-open")
            self.page.locator(f"button[popovertarget={part}]").locator("visible=true").first.click()
            shown.wait_for()
            wide = looking.overflow(self.page)
            if wide:
                self.fault(f"With #{part} open, the page is too wide by {wide}")
            of_part = {(part, way) for way in ways(parsed(shown.evaluate("one => one.outerHTML")))}
            if not of_part <= self.checked:
                self.checked |= of_part
                self.faults += looking.violations(self.page, looking.ALL, self.where, LOOKS, [f"#{part}"])
            self.page.keyboard.press("Escape")
            shown.wait_for(state="detached")

    def url(self):
        return self.page.url

    def go(self, address):
        """The status of the page at the address; nothing if there is a file."""
        try:
            answer = self.browser.go(address)
        except Error as failure:
            # Playwright reports a download as an error.
            if "Download is starting" in failure.message:
                return None
            raise
        return answer.status if answer else 200

    def read(self):
        return self.page.locator("main").evaluate("""main => [
          main.innerText, !!document.querySelector(".faults, form.fields"), !!document.querySelector(".page-fault"),
          [...document.querySelectorAll("form[method=get]")].map(form => form.getAttribute("action")).filter(one => one.includes("?"))]""")

    def buttons(self):
        return self.page.evaluate(PRESSABLE)

    def judge(self, what, status=None):
        super().judge(what, status)
        self.look()

    def look(self):
        """Checks axe-core's rules, once for each kind of page, and once for each kind of thing that a press shows on one."""
        within = self.page.evaluate("shown => shown.filter(one => document.querySelector(one))", SHOWN)
        if within:
            # Of a page on which a press shows something, only what it shows is new.
            of_parts = {(above, way) for above, part in self.page.evaluate(PARTS, within) for way in ways(parsed(part))}
            if not of_parts <= self.checked:
                self.checked |= of_parts
                self.faults += looking.violations(self.page, looking.ALL, self.where, LOOKS, within)
        elif not self.is_known and shape(self.address) not in self.looked:
            self.looked.add(shape(self.address))
            self.faults += looking.violations(self.page, looking.ALL, self.where, LOOKS)

    def wait(self, before):
        """Waits until a press is over: another page has come, a dialog asks a question, the page shows a message, or a file has been
        downloaded. A page that is hidden is being left, because its person has signed out."""
        try:
            self.page.wait_for_function(
                """before => performance.timeOrigin !== before || !document.body.hidden
                  && (document.querySelector("dialog[open], #outcome .message") || !document.querySelector("[aria-busy=true], form[data-sent]"))""",
                arg=before)
        except Error as failure:
            if "Execution context was destroyed" not in failure.message:
                raise

    def send(self, button):
        """The statuses of the answers, whether the page says what was done or asked, and whether a file came."""
        statuses, files = [], []
        watch = lambda answer: statuses.append(answer.status) if answer.request.resource_type in ("document", "fetch") else None
        take = lambda file: files.append(file)
        self.page.on("response", watch)
        self.page.on("download", take)
        before = self.page.evaluate("performance.timeOrigin")
        self.page.evaluate(SEND, {"at": button["at"], "nth": button["nth"]})
        self.wait(before)
        self.page.wait_for_load_state()
        self.page.remove_listener("response", watch)
        self.page.remove_listener("download", take)
        tells = self.page.evaluate(
            "() => !!document.querySelector('dialog[open], #outcome .message, form.fields, form.asks') || window.told")
        return statuses, tells, bool(files)


HEIGHTS = {1280: 900, 390: 844}


@contextmanager
def window(program, home, profile, width=1280):
    """A window of a household of its own."""
    household = home(program)
    try:
        with household.serving(profile=profile) as entrance, chromium() as engine:
            browser = household.browser(engine, entrance, width=width, height=HEIGHTS[width], refusals={400, 401, 403, 404, 409})
            yield browser
            browser.close()
    finally:
        household.remove()


def walk(
    program, home=Household, where="", person="athlete", profile=None, widths=HEIGHTS, pages=85, presses=50, opens=False, is_known=True
):
    """Walks through a family without scripts and in windows of the widths, each time through a copy of it.

    `pages` and `presses` are the smallest numbers that must be found without scripts: less would mean that the walk ended early.
    """
    with window(program, home, profile) as browser:
        reading = Unscripted(Reader.beside(browser), f"{where} without scripts")
        # An open page would hear of the sign-out and load another one.
        browser.page.goto("about:blank")
        reading.walk()
    faults = reading.report()
    for width in widths:
        with window(program, home, profile, width) as browser:
            drawn = Drawn(browser, width, where, person, reading, opens, is_known)
            drawn.walk()
            faults += drawn.report()
    check(reading.opened >= pages, f"Only {reading.opened} of {pages} kinds of pages were found.")
    check(reading.pressed > presses, f"Only {reading.pressed} buttons were pressed.")
    check(not faults, f"{len(faults)} faults.")


ATHLETE, PARENT = "Sam Lee", "Dana Lee"


def begun(program, person):
    """The family of an athlete who has put in nothing yet. Where a parent looks at it, the parent has set it up."""
    household = Household(program, demo=False)
    if person == "athlete":
        household.run("account", "create", "--name", ATHLETE, "--role", "athlete", "--graduation-year", "2027", "--sport", "baseball")
        household.run("family", "create")
    else:
        household.run(
            "account", "create", "--name", PARENT, "--role", "parent", "--athlete-name", ATHLETE, "--athlete-graduation-year", "2027",
            "--athlete-sport", "baseball")
    return household


def with_thousands(program, person):
    """A family of some thousands of rows, which came as tables."""
    household = begun(program, person)
    tables = {
        "schools": ["Name,City,State,Division,Priority tier,Status"] + [
            f"School {one},City {one % 90},OH,D{one % 3 + 1},{'ABC'[one % 3]},Interested" for one in range(600)],
        "coaches": ["Name,School,Role,E-mail"] + [
            f"Coach Number{one},School {one},Head Coach,coach{one}@example.edu" for one in range(600)],
        "interactions": ["Type,Date,School,Direction,Subject"] + [
            f"Email,2025-{one % 12 + 1:02}-{one % 28 + 1:02},School {one % 600},Outbound,Subject {one}" for one in range(2000)],
        "metrics": ["Metric,Value,Date"] + [
            f"Fastball Velocity,{80 + one % 90 / 10},2025-{one % 12 + 1:02}-{one % 28 + 1:02}" for one in range(300)],
        "events": ["Name,Type,Date"] + [f"Camp {one},Camp,2026-{one % 12 + 1:02}-15" for one in range(60)],
    }
    for kind, lines in tables.items():
        path = os.path.join(household.folder, kind + ".csv")
        with open(path, "w") as file:
            file.write("\n".join(lines))
        household.run("import", kind, path, "--yes", profile=ATHLETE)
    return household


# The families that are walked, each with the athlete and the parent in it. A name of the example is
# enough for its person.
FAMILIES = {
    "demo": (lambda program, _: Household(program), None, "Maria"), "new": (begun, ATHLETE, PARENT),
    "large": (with_thousands, ATHLETE, PARENT),
}
# The smallest numbers of kinds of pages and of presses, by the family and the person.
LEAST = {
    ("demo", "parent"): (60, 50), ("new", "athlete"): (50, 40), ("large", "athlete"): (60, 50), "demo": (85, 50), "new": (30, 15),
    "large": (45, 25),
}


@cache
def made(program, family, person):
    """A folder with the data of that family, made once for this process."""
    make, athlete, parent = FAMILIES[family]
    if person == "helper":
        household = copied(program, family, "parent")
        household.run("family", "allow", parent, "all", profile=athlete)
    else:
        household = make(program, person)
    ending.callback(household.remove)
    return household.data


def copied(program, family, person):
    household = Household(program, demo=False)
    shutil.copytree(made(program, family, person), household.data)
    return household


def test(family, person):
    """The test that walks through the pages of that family as that person."""
    def home(program):
        return copied(program, family, person)

    def walks(program):
        _, athlete, parent = FAMILIES[family]
        pages, presses = LEAST.get((family, person)) or LEAST[family]
        walk(
            program, home, f"{family} as {person}", person, athlete if person == "athlete" else parent, pages=pages, presses=presses,
            opens=(family, person) == ("demo", "athlete"), is_known=family == "demo" and person != "helper")

    walks.__name__ = f"{family}_{person}"
    return walks


# The example comes first, because its pages have most kinds of elements and buttons.
WALKS = [test(family, person) for person in ("athlete", "parent", "helper") for family in ("demo", "new", "large")]

# What replaces or ends everything: the person, the address of the page with its button, the command, and what is said when it is done.
ENDINGS = [
    (None, "/data", "restore", "Restored"), (None, "/data/erase", "erase person", "Erased"),
    (None, "/data/erase", "erase family", "Erased"), ("Maria", "/family", "family leave", "You left"),
]


def endings(program):
    """What replaces or ends everything asks first, and after a yes comes a page that is none of an error."""
    def with_backup(program):
        household = Household(program)
        household.run("backup")
        return household

    for person, address, words, done in ENDINGS:
        with window(program, with_backup, person) as browser:
            reader = Reader.beside(browser)
            browser.page.goto("about:blank")
            reading = Unscripted(reader, words)
            reading.go(address)
            button = next((one for one in reading.buttons() if one["command"].startswith(words)), None)
            check(button, f"{address} has no button for {words}.")
            reading.send(button)
            check(reading.question(), f"{words} is not asked: {reading.read()[0][:200]!r}")
            statuses, _, _ = reading.send(reading.question())
            reading.judge(f"Agreeing to {words}")
            # 401 is the status of the page for signing in, which is left after a person has been erased.
            shown = reading.read()[0]
            check(statuses[-1] in (200, 401) and done in shown and not reading.faults, f"{words}: {statuses} {reading.faults} {shown[:200]!r}")


PAGE = """<html><body><header><button type="button" popovertarget="gone">Find</button>
<form method="post" action="/command"><input type="hidden" name="_command" value="account sign-out"><button type="submit">Sign out</button></form>
</header><main id="main"><a href="#main">Skip</a><form method="post" action="/command" class="fields">
<input type="hidden" name="_command" value="schools edit s1"><button type="submit" name="_next" value="2">Save and go on</button>
<button type="submit">Save</button></form><input type="checkbox" name="_row" value="s1" form="bulk">
<form method="post" action="/command" id="bulk"><button type="submit" name="_command" value="schools delete">Delete</button>
<button type="submit" name="_command" value="schools tier">Tier</button><button type="submit" aria-disabled="true">Off</button></form>
</main></body></html>"""


class Shown:
    """A reader that has a page open and sends nothing."""

    origin, url, is_file, status = "", "/", False, 200

    def __init__(self, page):
        self.page, self.sent = parsed(page), []

    def send(self, form, button):
        self.sent.append([one for one in given(form, button) if one[0][0] == "_"])
        return self


def kinds(program):
    """Each button of a page is found, also a second one of a form and those of the frame, and those that end the visit come last."""
    reading = Unscripted(Shown(PAGE))
    for button in reading.buttons():
        reading.found[kind(button)] = ("/", button)
    order = [(button["command"], button["name"]) for _, button in reading.in_order()]
    check(order == [
        ("schools edit s1", "_next"), ("schools edit s1", ""), ("schools tier", "_command"), ("schools delete", "_command"),
        ("account sign-out", "")], f"The buttons are pressed in another order: {order}")
    check(aims(reading.reader.page) == ["gone"], "What a button does not open is not found.")
    for button in reading.buttons():
        reading.send(button)
    check(reading.reader.sent[-1] == [("_command", "schools tier"), ("_row", "s1")], f"No row is selected: {reading.reader.sent[-1]}")


if __name__ == "__main__":
    main(kinds, *WALKS, endings)
