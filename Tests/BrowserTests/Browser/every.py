"""Every link and button of every page of a family, pressed once: of a new family, the example's and a large one, as an athlete, a
parent and a parent who helps, at a desk's width and a phone's, with and without scripts.

Each press has to end in a page that says what was done, what is asked or what is wrong with a field: no error page, nothing in the
console, no violation that axe-core knows, and no words of the terminal (`terminal.py` has the list). What changes records is pressed
too; what would end the visit (signing out, leaving the made-up family) comes last or is left to tests of its own.
"""

import os
import re

from playwright.sync_api import Error

import pages as looking
import terminal
from support import Household, check, chromium, main, shape

# The time in milliseconds after which a press leads nowhere. A busy machine is slow.
PATIENCE = int(os.environ.get("PATIENCE", "120000"))

# The commands that sign out, or that replace or erase the data. They are not pressed here, because
# no other button could be pressed after them.
ENDS = re.compile(r"account (sign-out|sign-in|delete)|^quit|choice none|^erase|^restore|^import|^family leave", re.I)

# A script for the page. It returns each form that has a submit button, with what the form sends, by
# which `kind` recognizes buttons that do the same.
PRESSABLE = """() => {
  const seen = one => one.checkVisibility() && !one.closest("[aria-hidden=true]");
  const all = [];
  document.querySelectorAll("main form").forEach((form, at) => {
    const button = form.querySelector("button[type=submit]:not([aria-disabled])");
    if (!button) return;
    const given = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !/^_(token|once|for|back|athlete|was)/.test(name));
    all.push({ at, method: form.method, action: form.getAttribute("action"), command: form.elements._command?.value || "",
      given: given.map(pair => pair.join("=")).join("&"), isForm: form.matches(".fields") });
  });
  return all;
}"""


# What a press can show on a page, and the name of a page that shows none of it.
SHOWN = ["dialog[open]", "#outcome .message", ".faults", ".asks"]
NOTHING_SHOWN = ""


def kind(form):
    """Buttons that do the same with other records are one."""
    command = re.sub(r"\b[a-z]{1,2}\d+\b|[0-9a-f]{8}-[0-9a-f-]{27}", "…", form["command"])
    return (form["method"], form["action"].split("?")[0], " ".join(command.split()[:3]))


class Walk:
    """Goes through all pages of one family, one of each shape, and presses what is there."""

    def __init__(self, browser, width, pages_are_known):
        self.browser, self.page, self.width, self.pages_are_known = browser, browser.page, width, pages_are_known
        self.faults, self.pressed, self.opened, self.looked, self.looks = [], set(), 0, set(), set()

    def fault(self, words):
        self.faults.append(f"{self.width} px  {self.page.url.split('/', 3)[-1]}: {words}")

    def look(self):
        """Checks axe-core's rules, once for each kind of page with each kind of thing that a press shows on it."""
        if not self.browser.scripts:
            return
        within = self.page.evaluate("shown => shown.filter(one => document.querySelector(one))", SHOWN)
        shown = ",".join(within)
        name = (shape(self.page.url.removeprefix(self.browser.origin)), shown)
        if name not in self.looked and not (self.pages_are_known and shown == NOTHING_SHOWN):
            self.looked.add(name)
            # Of a page on which a press shows something, only what it shows is new. `pages.py`
            # checks the colors of the pages themselves.
            self.faults += looking.violations(
                self.page, looking.ALL, f"{self.width} px", self.looks if within else None, within or None)

    def judge(self, what, status):
        """Whether the page that came says something that people can use."""
        text, has_form, is_fault, queries = self.page.locator("main").evaluate("""main => [
          main.innerText, !!document.querySelector(".faults, form.fields"), !!document.querySelector(".page-fault"),
          [...document.querySelectorAll("form[method=get]")].map(form => form.getAttribute("action")).filter(one => one.includes("?"))]""")
        if status is not None and status >= 400 and not has_form:
            self.fault(f"{what} ended in {status}: {text[:200]!r}")
        if is_fault:
            self.fault(f"{what} ended in an error page: {text[:200]!r}")
        if not text.strip():
            self.fault(f"{what} ended in an empty page.")
        if not terminal.ABOUT_COMMANDS.search(self.page.url):
            for line in terminal.of_a_terminal(text):
                self.fault(f"{what} speaks of the terminal: {line}")
        self.look()
        for query in queries:
            self.fault(f"A form that is fetched has a query in its address: {query}")

    def open(self, address):
        # A link to a file begins a download and opens no page, which Playwright reports as an
        # error.
        try:
            answer = self.browser.go(address)
        except Error as failure:
            if "Download is starting" in failure.message:
                return False
            raise
        self.opened += 1
        self.judge("Opening it", answer and answer.status)
        return True

    def wait(self, before, is_answered):
        """Waits until a press is over: another page has come, a dialog asks a question, the page shows a message, or a file has been
        downloaded."""
        if not self.browser.scripts:
            # Nothing can be waited for in a page that runs no script.
            for _ in range(PATIENCE // 20):
                if is_answered():
                    return
                self.page.wait_for_timeout(20)
            check(False, f"A press on {self.page.url} leads nowhere.")
        try:
            self.page.wait_for_function(
                """before => performance.timeOrigin !== before || document.querySelector("dialog[open], #outcome .message")
                  || !document.querySelector("[aria-busy=true], form[data-sent]")""", arg=before)
        except Error as failure:
            if "Execution context was destroyed" not in failure.message:
                raise

    def press(self, address, form):
        if ENDS.search(form["command"]):
            return
        # The page of a record that an earlier press deleted answers 404. Its button is left out.
        answer = self.browser.go(address)
        if answer and answer.status == 404:
            return
        forms = self.page.evaluate(PRESSABLE)
        again = next((one for one in forms if kind(one) == kind(form)), None)
        if again is None:
            return
        what = f"Pressing {form['command'] or form['action']}"
        statuses, files, loaded = [], [], []
        watch = lambda answer: statuses.append(answer.status) if answer.request.resource_type in ("document", "fetch") else None
        take, load = lambda file: files.append(file), lambda page: loaded.append(page)
        self.page.on("response", watch)
        self.page.on("download", take)
        self.page.on("load", load)
        before = self.page.evaluate("performance.timeOrigin")
        self.page.evaluate("""at => {
          const form = document.querySelectorAll("main form")[at];
          window.told = false;
          form.requestSubmit(form.querySelector("button[type=submit]:not([aria-disabled])"));
        }""", again["at"])
        self.wait(before, lambda: files or loaded)
        self.page.wait_for_load_state()
        self.page.remove_listener("response", watch)
        self.page.remove_listener("download", take)
        self.page.remove_listener("load", load)
        if any(status >= 500 for status in statuses):
            self.fault(f"{what} was answered {statuses}.")
        if form["method"] == "post" and not files and self.page.locator(
                "dialog[open], #outcome .message, form.fields, form.asks").count() == 0 and not self.page.evaluate("window.told"):
            self.fault(f"{what} says nothing of what was done: {self.page.locator('main').inner_text()[:150]!r}")
        self.judge(what, None)

    def walk(self, start="/"):
        waiting, seen, found = [start], set(), {}
        while waiting:
            address = waiting.pop(0)
            if shape(address) in seen:
                continue
            seen.add(shape(address))
            if not self.open(address):
                continue
            links = self.page.eval_on_selector_all("a[href]", "links => links.map(link => link.getAttribute('href'))")
            waiting += [link for link in links if link.startswith("/") and shape(link) not in seen]
            address = self.page.url.removeprefix(self.browser.origin)
            for form in self.page.evaluate(PRESSABLE):
                found.setdefault(kind(form), (address, form))
        # All pages are opened before any button is pressed, and deletions come last, so that no
        # press takes away a page or a record that is still needed.
        for name, (address, form) in sorted(found.items(), key=lambda one: "delete" in one[1][1]["command"]):
            self.pressed.add(name)
            self.press(address, form)


HEIGHTS = {1280: 900, 390: 844}


def walk(program, family=Household, person=None, widths=(1280, 390), scripts=True, pages=85, presses=50, pages_are_known=True):
    """Walks through a family, a new one for each width.

    `pages` and `presses` are the smallest numbers that must be found, which shows that the walk does not end early. With
    `pages_are_known`, `pages.py` checks the rules of axe-core on the family's pages, and here only what presses show is checked.
    """
    for width in widths:
        household = family(program)
        try:
            with household.serving(profile=person) as entrance, chromium() as engine:
                browser = household.browser(
                    engine, entrance, width=width, height=HEIGHTS[width], scripts=scripts, refusals={400, 403, 404, 409})
                walk = Walk(browser, width, pages_are_known)
                walk.walk()
                print(f"{width} px: {walk.opened} pages, {len(walk.pressed)} presses", flush=True)
                check(walk.opened >= pages, f"Only {walk.opened} of {pages} kinds of pages were found.")
                check(len(walk.pressed) > presses, f"Only {len(walk.pressed)} buttons were pressed.")
                check(not walk.faults, f"{len(walk.faults)} faults:\n" + "\n".join(walk.faults[:60]))
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
    walk(program, widths=[390], scripts=False)


if __name__ == "__main__":
    main(athlete, parent, helper, new, large, no_scripts)
