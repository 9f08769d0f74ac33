"""What a person does at a page: press what can be seen, type where a label says what to type, read what is there."""

import os

from playwright.sync_api import expect

from support import Browser, check

PATIENCE = int(os.environ.get("PATIENCE", "120000"))


class Hand:
    def __init__(self, browser: Browser):
        self.browser = browser
        self.page = browser.page

    def see(self, *words):
        """Waits until all of that stands on the page, however its lines are broken."""
        for one in words:
            expect(self.page.locator("body")).to_contain_text(one, timeout=PATIENCE, use_inner_text=True)

    def see_title(self, words):
        expect(self.page.locator("h1").first).to_contain_text(words, timeout=PATIENCE)

    def see_outcome(self, words):
        expect(self.page.locator("#outcome")).to_contain_text(words, timeout=PATIENCE)

    def control(self, name, exact=True):
        """The button or link of that name; behind "More" where a narrow page or many actions have put it."""
        named = self.page.get_by_role("link", name=name, exact=exact).or_(
            self.page.get_by_role("button", name=name, exact=exact))
        return named.locator("visible=true").first

    def press(self, name, exact=True):
        target = self.control(name, exact)
        target.wait_for(timeout=PATIENCE)
        target.click()

    def press_more(self, name):
        """Something that a page's "More" holds."""
        if self.control(name).count() == 0:
            self.page.locator(".toolbar details.menu > summary").first.click()
        self.press(name)

    def fill(self, **values):
        """Fills fields by the names of their parameters, each found by the label that stands at it."""
        for name, value in values.items():
            field = self.page.locator(f"[id='f-{name.replace('_', '-')}']")
            if not field.locator("visible=true").count():
                more = self.page.locator("form.fields details:not([open]) > summary")
                if more.count():
                    more.first.click()
            kind = field.evaluate("one => one.tagName")
            if kind == "LEGEND":
                self.page.locator(f"fieldset:has([id='f-{name.replace('_', '-')}'])").get_by_label(value, exact=True).check()
            elif kind == "SELECT":
                field.select_option(label=value)
            elif value is True:
                field.check()
            else:
                check(self.page.locator(f"label[for='f-{name.replace('_', '-')}']").count() == 1, f"{name} has no label")
                field.fill(value)

    def send(self, button="Save"):
        # Fields that offer what fits must not take the press for theirs.
        self.page.locator("form.fields").get_by_role("button", name=button, exact=True).click()

    def open(self, line):
        """The page or the form of a command, at the address that every link to it has."""
        self.browser.go("/c?line=" + line.replace(" ", "+"))

    def command(self, line):
        """Types into the command bar, which is a press or a key away on every page."""
        if self.browser.scripts:
            self.page.keyboard.press("Control+k")
        else:
            self.page.get_by_role("button", name="Command bar").click()
        bar = self.page.locator("#bar")
        bar.get_by_label("Command").fill(line)
        bar.get_by_role("button", name="Run").click()
