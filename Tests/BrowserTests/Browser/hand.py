"""What a person does at a page: press what can be seen, type where a label says what to type, read what is there."""

from playwright.sync_api import expect

from support import PATIENCE, Browser, check


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
        # Links that do not fit into the navigation at the side or at the bottom are in its menu
        # "More".
        behind = self.page.locator("#more").get_by_role("link", name=name, exact=exact, include_hidden=True).or_(
            self.page.locator("#more").get_by_role("button", name=name, exact=exact, include_hidden=True))
        for _ in range(PATIENCE // 100):
            if target.count():
                break
            if behind.count():
                self.activate(self.page.locator(".opens-more button"))
                break
            self.page.wait_for_timeout(100)
        target.wait_for(timeout=PATIENCE)
        self.activate(target)

    def activate(self, target):
        target.click()

    def write(self, field, text):
        field.fill(text)

    def choose(self, field, label):
        field.select_option(label=label)

    def mark(self, field):
        field.check()

    def bring(self, field, path):
        field.set_input_files(path)

    def press_more(self, name):
        """Something that a page's "More" holds."""
        if self.control(name).count() == 0:
            self.activate(self.page.locator(".toolbar details.menu > summary").first)
        self.press(name)

    def fill(self, **values):
        """Fills fields by the names of their parameters, each found by the label that stands at it."""
        for name, value in values.items():
            field = self.page.locator(f"[id='f-{name.replace('_', '-')}']")
            if not field.locator("visible=true").count():
                more = self.page.locator("form.fields details:not([open]) > summary")
                if more.count():
                    self.activate(more.first)
            kind = field.evaluate("one => one.tagName")
            if kind == "LEGEND":
                self.mark(self.page.locator(f"fieldset:has([id='f-{name.replace('_', '-')}'])").get_by_label(value, exact=True))
            elif kind == "SELECT":
                self.choose(field, value)
            elif value is True:
                self.mark(field)
            else:
                check(self.page.locator(f"label[for='f-{name.replace('_', '-')}']").count() == 1, f"{name} has no label")
                self.write(field, value)

    def send(self, button="Save"):
        # A field can show a list of suggestions. It must not receive the press that is meant for
        # the button.
        self.activate(self.page.locator("form.fields").get_by_role("button", name=button, exact=True))
        self.wait_until_sent()

    def wait_until_sent(self):
        """A form asks first whether the program can be reached. A link that is pressed meanwhile would end that."""
        if self.browser.scripts:
            self.page.wait_for_function("() => !document.querySelector('form[data-sent]')")

    def open(self, line):
        """The page or the form of a command, at the address that every link to it has."""
        self.browser.go("/c?line=" + line.replace(" ", "+"))

    def command(self, line):
        """Types into the command bar, which is a press or a key away on every page."""
        bar = self.page.locator("#bar")
        if self.browser.scripts:
            # A page that the browser is leaving loses keys, so Ctrl-K is pressed until the command
            # bar opens.
            for _ in range(50):
                self.page.keyboard.press("Control+k")
                if bar.is_visible():
                    break
                self.page.wait_for_timeout(100)
        else:
            self.activate(self.page.get_by_role("button", name="Find").first)
        self.write(bar.get_by_role("textbox").or_(bar.get_by_role("combobox")).first, line)
        self.run_bar(bar)
        self.wait_until_sent()

    def run_bar(self, bar):
        bar.get_by_role("button", name="Go").click()


# How often Tab can be pressed without a look at what has the focus. It is too small where the browser stops at something that is not
# counted here, such as a part of a date, so that Tab is then pressed once at a time.
STEPS = """one => {
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(each =>
    each === one || each === document.activeElement || each.tabIndex >= 0 && each.type !== "radio" && !each.matches(":disabled")
      && each.checkVisibility({ visibilityProperty: true }) && !each.closest("[inert]"));
  const steps = stops.indexOf(one) - stops.indexOf(document.activeElement);
  return document.querySelector("dialog[open]") ? 0 : steps < 0 ? steps + stops.length : steps;
}"""


class Keys(Hand):
    """The same without a mouse: what is wanted is come to with Tab, and what has the focus must be seen to have it."""

    def approach(self, target):
        for _ in range(target.evaluate(STEPS)):
            self.page.keyboard.press("Tab")

    def reach(self, target):
        target.wait_for(timeout=PATIENCE)
        self.approach(target)
        # A live update of the page can replace an element, so the wanted one is looked up after
        # every Tab.
        for _ in range(400):
            if target.evaluate("one => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        else:
            check(False, f"No Tab leads to {target} on {self.page.url}")
        check(
            target.evaluate("""one => {
              // A ring may be drawn around the whole card or row, or at the label of a box.
              const looks = [getComputedStyle(one), getComputedStyle(one, "::after")];
              if (one.nextElementSibling) looks.push(getComputedStyle(one.nextElementSibling));
              return looks.some(look => look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0);
            }"""),
            f"{target} on {self.page.url} does not show that it has the focus.")

    def activate(self, target):
        self.reach(target)
        self.page.keyboard.press("Enter")
        # Playwright does not wait for a page that a key opens. Without this pause, the next key
        # would go to the old page.
        self.page.wait_for_timeout(100)
        self.page.wait_for_load_state()

    def write(self, field, text):
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(text)

    def choose(self, field, label):
        self.reach(field)
        self.page.keyboard.type(label)

    def mark(self, field):
        if field.get_attribute("type") == "radio":
            # Tab leads to one radio button of a group only; the arrow keys lead to the others.
            group = self.page.locator(f"input[type=radio][name='{field.get_attribute('name')}']")
            wanted = field.element_handle()
            self.approach(group.first)
            for _ in range(600):
                if group.evaluate_all("all => all.includes(document.activeElement)"):
                    break
                self.page.keyboard.press("Tab")
            for _ in range(40):
                if wanted.evaluate("one => one === document.activeElement"):
                    break
                self.page.keyboard.press("ArrowDown")
        else:
            self.reach(field)
        if not field.is_checked():
            self.page.keyboard.press("Space")
        check(field.is_checked(), f"{field} is not chosen by the keyboard.")

    def bring(self, field, path):
        self.reach(field)
        chosen = []
        self.page.once("filechooser", lambda chooser: chosen.append(chooser))
        # Chromium sometimes ignores the key that opens the dialog for choosing a file, so it is
        # repeated.
        for _ in range(PATIENCE // 500):
            self.page.keyboard.press("Space")
            self.page.wait_for_timeout(500)
            if chosen:
                break
        check(chosen, "No key opens the window for files.")
        chosen[0].set_files(path)

    def run_bar(self, bar):
        self.page.keyboard.press("Enter")
