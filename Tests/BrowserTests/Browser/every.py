"""Every link and button of every page of a family, pressed once, at a desk's width and a phone's.

Each press has to end in a page that says what was done, what is asked or what is wrong with a field: no error page, nothing in the
console, and no words of the terminal (`terminal.py` has the list). What changes records is pressed too; what would end the visit
(signing out, leaving the made-up family) comes last or is left to tests of its own.
"""

import os
import re

from playwright.sync_api import Error

from support import Browser, Household, check, chromium, main, shape

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


def kind(form):
    """Buttons that do the same with other records are one."""
    command = re.sub(r"\b[a-z]{1,2}\d+\b|[0-9a-f]{8}-[0-9a-f-]{27}", "…", form["command"])
    return (form["method"], form["action"].split("?")[0], " ".join(command.split()[:3]))


class Walk:
    """Goes through all pages of one family, one of each shape, and presses what is there."""

    def __init__(self, browser, width):
        self.browser, self.page, self.width = browser, browser.page, width
        self.faults, self.pressed, self.opened = [], set(), 0

    def fault(self, words):
        self.faults.append(f"{self.width} px  {self.page.url.split('/', 3)[-1]}: {words}")

    def judge(self, what, status):
        """Whether the page that came says something that people can use."""
        text = self.page.locator("main").inner_text()
        if status is not None and status >= 400 and not self.page.locator(".faults, form.fields").count():
            self.fault(f"{what} ended in {status}: {text[:200]!r}")
        if self.page.locator(".page-fault").count():
            self.fault(f"{what} ended in an error page: {text[:200]!r}")
        if not text.strip():
            self.fault(f"{what} ended in an empty page.")
        for query in self.page.eval_on_selector_all(
                "form[method=get]", "forms => forms.map(form => form.getAttribute('action')).filter(one => one.includes('?'))"):
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
        statuses = []
        watch = lambda answer: statuses.append(answer.status) if answer.request.resource_type in ("document", "fetch") else None
        files = []
        take = lambda file: files.append(file)
        self.page.on("response", watch)
        self.page.on("download", take)
        before = self.page.evaluate("performance.timeOrigin")
        self.page.evaluate("""at => {
          const form = document.querySelectorAll("main form")[at];
          window.told = false;
          form.requestSubmit(form.querySelector("button[type=submit]:not([aria-disabled])"));
        }""", again["at"])
        # The press is over when another page has come, a dialog asks a question, the page shows a
        # message, or a file has been downloaded.
        try:
            self.page.wait_for_function(
                """before => performance.timeOrigin !== before || document.querySelector("dialog[open], #outcome .message")
                  || !document.querySelector("[aria-busy=true], form[data-sent]")""", arg=before)
        except Error as failure:
            if "Execution context was destroyed" not in failure.message:
                raise
        self.page.wait_for_load_state()
        self.page.remove_listener("response", watch)
        self.page.remove_listener("download", take)
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


# The smallest number of pages that the walk must find. It shows that the walk does not end early.
PAGES = {"athlete": 85, "parent": 60}


def walk(program, person=None):
    for width, height in [(1280, 900), (390, 844)]:
        household = Household(program)
        try:
            with household.serving(profile=person) as entrance, chromium() as engine:
                browser = Browser(engine, entrance, width=width, height=height, refusals={400, 403, 404, 409})
                walk = Walk(browser, width)
                walk.walk()
                print(f"{width} px: {walk.opened} pages, {len(walk.pressed)} presses", flush=True)
                least = PAGES["parent" if person else "athlete"]
                check(walk.opened >= least, f"Only {walk.opened} of {least} kinds of pages were found.")
                check(len(walk.pressed) > 50, "Too little was pressed.")
                check(not walk.faults, f"{len(walk.faults)} faults:\n" + "\n".join(walk.faults[:60]))
                browser.close()
        finally:
            household.remove()


def athlete(program):
    walk(program)


def parent(program):
    walk(program, person="Maria")


if __name__ == "__main__":
    main(athlete, parent)
