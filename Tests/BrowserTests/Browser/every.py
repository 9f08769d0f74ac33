"""Every link and button of every page of a family, pressed once: of a new family, the example's and a large one, as an athlete, a
parent and a parent who helps, at a desk's width and a phone's, with and without scripts.

Each press has to end in a page that says what was done, what is asked or what is wrong with a field: no error page, nothing in the
console, no violation that axe-core knows, and no words of the terminal (`terminal.py` has the list). What changes records is pressed
too; what would end the visit (signing out, leaving the made-up family) comes last or is left to tests of its own.
"""

import os
import re
from collections import defaultdict

from playwright.sync_api import Error

import pages as looking
import terminal
from reader import Reader, given, is_of, parsed, text, ways
from support import Household, check, chromium, main, reached, shape

# The commands that sign out, or that replace or erase the data. They are not pressed here, because
# no other button could be pressed after them.
ENDS = re.compile(r"account (sign-out|sign-in|delete)|^quit|choice none|^erase|^restore|^import|^family leave", re.I)

# A script for the page. It returns each form that has a submit button.
PRESSABLE = """() => [...document.querySelectorAll("main form")].map((form, at) => ({
  at, method: form.method, action: form.getAttribute("action"), command: form.elements._command?.value || "",
  isPressable: !!form.querySelector("button[type=submit]:not([aria-disabled])"),
})).filter(form => form.isPressable)"""
# What a press can show on a page.
SHOWN = ["dialog[open]", "#outcome .message", ".faults", ".asks"]
# A script for the page. It returns what a press has shown, each part with what is around it.
PARTS = """shown => shown.flatMap(one => [...document.querySelectorAll(one)]).map(part => {
  const above = [];
  for (let one = part.parentElement; one; one = one.parentElement) above.push(one.tagName + "." + one.className);
  return [above.join(" "), part.outerHTML];
})"""

# The ways of what axe-core has checked in this process, by the width of the window.
CHECKED = defaultdict(set)


def kind(form):
    """Buttons that do the same with other records are one."""
    command = re.sub(r"\b[a-z]{1,2}\d+\b|[0-9a-f]{8}-[0-9a-f-]{27}", "…", form["command"])
    return (form["method"], form["action"].split("?")[0], " ".join(command.split()[:3]))


class Walk:
    """Goes through all pages of one family, one of each shape, and presses what is there. `Unscripted` does it as a browser without
    scripts does, and `Drawn` in Chromium."""

    def __init__(self, origin, where):
        self.origin, self.where = origin, where
        self.faults, self.pressed, self.opened = [], set(), 0

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

    def press(self, address, form):
        """Presses the button of a form of the page, and judges what comes."""
        # The page of a record that an earlier press deleted answers 404. Its button is left out.
        if ENDS.search(form["command"]) or self.go(address) == 404:
            return
        again = next((one for one in self.forms() if kind(one) == kind(form)), None)
        if again is None:
            return
        what = f"Pressing {form['command'] or form['action']}"
        statuses, tells, is_file = self.send(again)
        if any(status >= 500 for status in statuses):
            self.fault(f"{what} was answered {statuses}.")
        if form["method"] == "post" and not is_file and not tells:
            self.fault(f"{what} says nothing of what was done: {self.read()[0][:150]!r}")
        self.judge(what)

    def open(self, address):
        """Opens a page, judges it and gives its links. A link to a file opens no page."""
        status = self.go(address)
        if status is None:
            return None
        self.opened += 1
        self.judge("Opening it", status)
        return self.links()

    def find(self):
        """Opens all pages, and returns each kind of form with the address of its first one."""
        found = {}
        for _ in reached(self.open):
            for form in self.forms():
                found.setdefault(kind(form), (self.address, form))
        return found

    def walk(self):
        # All pages are opened before any button is pressed, and deletions come last, so that no
        # press takes away a page or a record that is still needed.
        for name, (address, form) in sorted(self.find().items(), key=lambda one: "delete" in one[1][1]["command"]):
            self.pressed.add(name)
            self.press(address, form)

    def run(self, pages, presses):
        """Walks, and fails if there was a fault or if less was found than there is, which would mean that the walk ended early."""
        self.walk()
        print(f"{self.where}: {self.opened} pages, {len(self.pressed)} presses", flush=True)
        check(self.opened >= pages, f"Only {self.opened} of {pages} kinds of pages were found.")
        check(len(self.pressed) > presses, f"Only {len(self.pressed)} buttons were pressed.")
        check(not self.faults, f"{len(self.faults)} faults:\n" + "\n".join(self.faults[:60]))


class Drawn(Walk):
    """The pages and their forms are found in the HTML, without drawing them. Chromium draws the pages that are like none before, and
    presses the buttons."""

    def __init__(self, browser, width, pages_are_known):
        super().__init__(browser.origin, f"{width} px")
        self.browser, self.page, self.pages_are_known = browser, browser.page, pages_are_known
        self.checked, self.looks, self.looked = CHECKED[width], set(), set()

    def find(self):
        reading = Unscripted(Reader.beside(self.browser), self.where)
        found = reading.find()
        self.opened, self.faults = reading.opened, self.faults + reading.faults + reading.reader.faults
        for address, of_page in reading.ways.items():
            if self.pages_are_known or of_page <= self.checked:
                self.looked.add(shape(address))
            else:
                self.checked |= of_page
                # Two addresses can lead to pages of one shape.
                self.looked.discard(shape(address))
                self.go(address)
                self.judge("Opening it")
        return found

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

    def links(self):
        return self.page.eval_on_selector_all("a[href]", "links => links.map(link => link.getAttribute('href'))")

    def forms(self):
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
                self.faults += looking.violations(self.page, looking.ALL, self.where, self.looks, within)
        elif not self.pages_are_known and shape(self.address) not in self.looked:
            # `pages.py` checks the colors of the pages themselves.
            self.looked.add(shape(self.address))
            self.faults += looking.violations(self.page, looking.ALL, self.where)

    def wait(self, before):
        """Waits until a press is over: another page has come, a dialog asks a question, the page shows a message, or a file has been
        downloaded."""
        try:
            self.page.wait_for_function(
                """before => performance.timeOrigin !== before || document.querySelector("dialog[open], #outcome .message")
                  || !document.querySelector("[aria-busy=true], form[data-sent]")""", arg=before)
        except Error as failure:
            if "Execution context was destroyed" not in failure.message:
                raise

    def send(self, form):
        """The statuses of the answers, whether the page says what was done or asked, and whether a file came."""
        statuses, files = [], []
        watch = lambda answer: statuses.append(answer.status) if answer.request.resource_type in ("document", "fetch") else None
        take = lambda file: files.append(file)
        self.page.on("response", watch)
        self.page.on("download", take)
        before = self.page.evaluate("performance.timeOrigin")
        self.page.evaluate("""at => {
          const form = document.querySelectorAll("main form")[at];
          window.told = false;
          form.requestSubmit(form.querySelector("button[type=submit]:not([aria-disabled])"));
        }""", form["at"])
        self.wait(before)
        self.page.wait_for_load_state()
        self.page.remove_listener("response", watch)
        self.page.remove_listener("download", take)
        tells = self.page.evaluate(
            "() => !!document.querySelector('dialog[open], #outcome .message, form.fields, form.asks') || window.told")
        return statuses, tells, bool(files)


class Unscripted(Walk):
    def __init__(self, reader, where="without scripts"):
        super().__init__(reader.origin, where)
        # The ways of each page that was opened, by its address.
        self.reader, self.ways = reader, {}

    def url(self):
        return self.reader.url

    def go(self, address):
        answer = self.reader.go(address)
        return None if answer.is_file else answer.status

    def open(self, address):
        links = super().open(address)
        if links is not None:
            self.ways[self.address] = ways(self.reader.page)
        return links

    def read(self):
        everything = list(self.reader.page.iter())
        queries = [one.get("action") for one in everything if one.tag == "form" and one.get("method") == "get" and "?" in one.get("action")]
        return (
            text(self.main), any(is_of(one, "faults") or self.is_form(one, "fields") for one in everything),
            any(is_of(one, "page-fault") for one in everything), queries)

    @property
    def main(self):
        return self.reader.page.find(".//main")

    @staticmethod
    def is_form(element, name):
        return element.tag == "form" and is_of(element, name)

    def links(self):
        return [link.get("href") for link in self.reader.page.iter("a") if link.get("href")]

    @staticmethod
    def command(form):
        """The command of a form that has one, as scripts read it too. A list has the command that is chosen."""
        fields = [one for one in form.iter() if one.get("name") == "_command"]
        return dict(given(form, fields[0])).get("_command", "") if len(fields) == 1 else ""

    def forms(self):
        return [
            {"form": form, "button": button, "method": form.get("method"), "action": form.get("action"), "command": self.command(form)}
            for form in self.main.iter("form")
            for button in [one for one in form.iter("button") if one.get("type") == "submit" and "aria-disabled" not in one.keys()][:1]
        ]

    def send(self, form):
        answer = self.reader.send(form["form"], form["button"])
        tells = any(self.is_form(one, "fields") or self.is_form(one, "asks") for one in self.reader.page.iter()) or any(
            is_of(one, "message") for part in self.reader.page.iter() if part.get("id") == "outcome" for one in part.iter())
        return [answer.status], tells, answer.is_file


HEIGHTS = {1280: 900, 390: 844}


def walk(program, family=Household, person=None, widths=(1280, 390), pages=85, presses=50, pages_are_known=True):
    """Walks through a family, a new one for each width.

    `pages` and `presses` are the smallest numbers that must be found. With `pages_are_known`, `pages.py` draws the family's pages and
    checks the rules of axe-core on them, and here only what presses show is checked.
    """
    for width in widths:
        household = family(program)
        try:
            with household.serving(profile=person) as entrance, chromium() as engine:
                browser = household.browser(engine, entrance, width=width, height=HEIGHTS[width], refusals={400, 403, 404, 409})
                Drawn(browser, width, pages_are_known).run(pages, presses)
                browser.close()
        finally:
            household.remove()


def just_begun(program):
    """The family of an athlete who has put in nothing yet."""
    household = Household(program, demo=False)
    household.run("account", "create", "--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2027", "--sport", "baseball")
    household.run("family", "create")
    return household


def with_thousands(program):
    """A family of some thousands of rows, which came as tables."""
    household = just_begun(program)
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
        household.run("import", kind, path, "--yes")
    return household


def with_help(program):
    """The example family, in which a parent may help with everything."""
    household = Household(program)
    household.run("family", "allow", "Maria", "all")
    return household


def athlete(program):
    walk(program)


def parent(program):
    walk(program, person="Maria", widths=[390], pages=60)


def helper(program):
    walk(program, with_help, person="Maria", widths=[1280], pages_are_known=False)


def new(program):
    walk(program, just_begun, widths=[390], pages=50, presses=40, pages_are_known=False)


def large(program):
    walk(program, with_thousands, widths=[1280], pages=60, pages_are_known=False)


def no_scripts(program):
    household = Household(program)
    try:
        with household.serving() as entrance:
            reader = Reader(entrance)
            Unscripted(reader).run(pages=85, presses=50)
            check(not reader.faults, "\n".join(reader.faults[:20]))
    finally:
        household.remove()


if __name__ == "__main__":
    main(athlete, parent, helper, new, large, no_scripts)
