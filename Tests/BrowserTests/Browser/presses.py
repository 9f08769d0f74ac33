"""What single presses come to: each of these went wrong once."""

import os
import re
import sqlite3
import subprocess
import tempfile
import unicodedata

from playwright.sync_api import expect

from hand import Hand
from support import PATIENCE, Household, check, chromium, main

PHONE = {"width": 390, "height": 844}

# A page with this hears nothing of changes. Playwright's own way, to hold the request back, also ends requests for the icon, by
# which the script asks whether the program answers.
DEAF = "window.EventSource = class { addEventListener() {} close() {} }"


def family(work, scripts=True, person=None, **window):
    def test(program, home=Household):
        household = home(program)
        try:
            with household.serving(profile=person) as entrance, chromium() as engine:
                browser = household.browser(engine, entrance, scripts=scripts, refusals={400, 401, 404, 409, 413}, **window)
                hand = Hand(browser)
                hand.household = household
                work(hand)
                browser.close()
        finally:
            household.remove()

    test.__name__ = work.__name__
    return test


def report(hand):
    """The button of Reports shows a report: of the dates in its fields, and of a preset."""
    hand.browser.go("/reports")
    hand.page.get_by_label("From date", exact=True).fill("2026-01-01")
    hand.page.get_by_label("To date", exact=True).fill("2026-01-31")
    hand.press("Generate report for selected date range")
    hand.see("Jan 1, 2026 - Jan 31, 2026", "Interactions")
    # Other days than those of a preset leave the presets their look.
    looks = lambda: hand.page.locator("ul.links:has(+form.range) a").first.evaluate("one => getComputedStyle(one).borderRadius")
    other = looks()
    # A button that is disabled looks different from one that is not.
    button = hand.page.locator("form.range button")
    color = "one => getComputedStyle(one).backgroundColor"
    enabled = button.evaluate(color)
    hand.page.get_by_label("To date", exact=True).fill("")
    check(button.is_disabled() and button.evaluate(color) != enabled, "A disabled button looks enabled.")
    hand.browser.go("/reports")
    check(looks() == other, f"The presets look different: {looks()} and {other}")
    hand.page.locator("main").get_by_role("link", name="Last 90 days", exact=False).click()
    hand.press("Generate report for selected date range")
    hand.see("Last 90 days: Nov 12, 2025 - Feb 10, 2026", "Interactions")
    # The preset looks chosen while the fields have its days, and a press on it puts them back.
    preset, first = hand.page.get_by_role("button", name="Last 90 days", exact=False), hand.page.get_by_label("From date", exact=True)
    chosen = preset.evaluate(color)
    first.fill("2025-11-13")
    check(preset.get_attribute("aria-pressed") == "false" and preset.evaluate(color) != chosen, "The preset looks chosen beside other days.")
    preset.click()
    check(preset.get_attribute("aria-pressed") == "true" and preset.evaluate(color) == chosen, "The preset does not look chosen.")
    check(first.input_value() == "2025-11-12", f"The first day is {first.input_value()}.")


def notifications(hand):
    """After a type is chosen the search is still there and keeps the type, and another type keeps the search."""
    hand.browser.go("/notifications")
    type_of = lambda name: hand.page.locator("main ul.links :is(a, button)", has_text=re.compile(f"^{name}$"))
    chosen, box = hand.page.locator("main ul.links button.current"), hand.page.locator("#f-search")
    hand.activate(type_of("Deadlines"))
    expect(chosen).to_have_text("Deadlines", timeout=PATIENCE)
    hand.write(box, "offer")
    hand.activate(hand.page.locator("form[role=search] button.go"))
    expect(hand.page).to_have_url(re.compile("search=offer"), timeout=PATIENCE)
    expect(chosen).to_have_text("Deadlines", timeout=PATIENCE)
    check(box.input_value() == "offer", f"The search holds {box.input_value()!r}.")
    hand.activate(type_of("Offers"))
    expect(chosen).to_have_text("Offers", timeout=PATIENCE)
    check(box.input_value() == "offer", f"After another type the search holds {box.input_value()!r}.")


# The texts of a page's rows that are bold and no part of a title, and the bold links and buttons beside the rows.
BOLD = """() => [...document.querySelectorAll("main .row *, main :is(a, button)")].filter(one =>
  !one.closest(".title") && [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim())
    && one.checkVisibility() && getComputedStyle(one).fontWeight >= 600).map(one => one.tagName + " " + one.textContent.trim())"""


def bold_titles(hand):
    """Among notifications only the titles of unread ones are bold."""
    hand.browser.go("/notifications")
    weights = lambda rows: set(hand.page.locator(rows + " .title :is(a, button)").evaluate_all(
        "all => all.map(one => Number(getComputedStyle(one).fontWeight))"))
    unread, read = weights("main .row.strong"), weights("main .row:not(.strong)")
    check(unread and min(unread) >= 600, f"The titles of unread notifications have the weights {unread}.")
    check(read and max(read) < 600, f"The titles of read notifications have the weights {read}.")
    bold = hand.page.evaluate(BOLD)
    check(not bold, f"These are bold and no titles: {bold}")


def quick_task(hand):
    """A quick task is one of what + offers."""
    hand.browser.go("/dashboard")
    begin(hand, "quick+add")
    hand.fill(text="Print the packing list twice")
    hand.activate(hand.page.locator("form.fields button.primary"))
    hand.see_outcome("Print the packing list twice")
    hand.open("quick")
    hand.see("Print the packing list twice")


# The boxes below the one that stands for their grade, and whether each is ticked.
BELOW = """one => {
  const ticked = [];
  for (let next = one.parentNode; (next = next.nextElementSibling)?.matches(".box");) ticked.push(next.querySelector("input").checked);
  return ticked;
}"""


def whole_grade(hand):
    """The box of a whole grade ticks the steps below it, is not ticked without one of them, and marks them all as done."""
    hand.open("tasks catch-up")
    whole = hand.page.get_by_label("All of grade 9", exact=True)
    check(not any(whole.evaluate(BELOW)), "Steps are ticked already.")
    hand.mark(whole)
    steps = whole.evaluate(BELOW)
    check(steps and all(steps), f"The steps below the ticked box are {steps}.")
    hand.page.locator(".box:has([data-whole]) + .box input").first.uncheck()
    check(not whole.is_checked(), "The box of the grade is ticked without one of its steps.")
    hand.mark(whole)
    hand.activate(hand.page.locator("form.fields button.primary"))
    hand.see("complete from before")
    hand.open("tasks catch-up")
    check(whole.count() == 0 or not whole.evaluate(BELOW), "Steps of the grade are still open.")


def sign_out(hand):
    """Signing out leaves nothing of the person on the screen."""
    hand.browser.go("/schools")
    hand.press("Sign out")
    hand.see_title("Sign in")
    check(hand.page.locator("main .row").count() == 0, "Rows of the person are still there.")
    check("Sign in" in hand.page.title(), "The title is still that of the person's page.")


SHOWN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# The second tabs of the test: the path of each, what happens in it before the person signs out in
# the first tab, and what happens in it afterwards.
SECOND_TABS = {
    "in front": ("/coaches", None, None),
    "behind": ("/coaches", lambda tab: tab.evaluate(SHOWN, True), lambda tab: tab.evaluate(SHOWN, False)),
    "with an empty box": ("/schools/1", None, None),
    "with a form": ("/c?line=coaches+add", lambda tab: tab.locator("#f-name").fill("Ana Rivera"), None),
    "behind with a form": ("/c?line=coaches+add", lambda tab: tab.evaluate(SHOWN, True), lambda tab: tab.evaluate(SHOWN, False)),
    # The server never answers the live stream of this tab. The tab gets the focus afterwards, at
    # which it must notice the sign-out.
    "hearing nothing": ("/coaches", None, lambda tab: tab.evaluate("dispatchEvent(new Event('focus'))")),
    # The browser kept the page in its cache for going back, and shows it again as it was. The page
    # must notice the sign-out at this event.
    "kept": ("/coaches", None, lambda tab: tab.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")),
}


def sign_out_elsewhere(hand):
    """Signing out in one tab leaves nothing of the person in a second one, whatever that was doing."""
    for name, (path, before, after) in SECOND_TABS.items():
        hand.browser.go("/schools")
        tab = hand.browser.context.new_page()
        if name in ("hearing nothing", "kept"):
            tab.add_init_script(DEAF)
        tab.goto(hand.browser.origin + path)
        if before:
            before(tab)
        hand.page.bring_to_front()
        hand.press("Sign out")
        hand.see_title("Sign in")
        tab.bring_to_front()
        if after:
            after(tab)
        tab.wait_for_function("() => document.querySelector('h1')?.textContent.includes('Sign in') && !document.body.hidden")
        check(not tab.evaluate("document.body.dataset.who"), f"{name}: the page is still somebody's.")
        check("Rivera" not in tab.content() and tab.locator("main .row").count() == 0, f"{name}: something of the person is left.")
        tab.close()
        hand.fill(profile="Casey Shelton")
        hand.send("Sign in")
        # What was written in the second tab belongs to that tab.
        hand.see_title("Schools")


def fragments(hand):
    """A step within a page sends nothing again and loses nothing that was typed."""
    hand.browser.go("/c?line=profile+edit&_part=3")
    hand.fill(gpa="seven", high_school="Central")
    hand.send()
    hand.see("There is one thing to mend")
    asked = []
    hand.page.on("request", lambda request: asked.append(request))
    hand.page.locator(".faults a").first.click()
    check(hand.page.evaluate("document.activeElement.id") == "f-gpa", "The summary does not lead to the field.")
    hand.page.go_back()
    hand.page.locator("a.skip").focus()
    hand.page.keyboard.press("Enter")
    hand.page.wait_for_timeout(300)
    # A live update only reads, and leaves a form as it is.
    again = [one.url for one in asked if one.method == "POST" or one.is_navigation_request()]
    check(not again, f"The page was sent or loaded again: {again}")
    check(hand.page.locator("#f-high-school").input_value() == "Central", "What was typed is gone.")


def back_to_a_form(hand):
    """Back after a form that was refused, mended and saved shows the form with what is stored, and loading the refused form again sends nothing."""
    hand.open("coaches edit c1")
    hand.fill(phone="12")
    hand.send()
    hand.see("There is one thing to mend")
    sent = []
    hand.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    hand.page.reload()
    hand.see_title("Change ")
    check(not sent, f"The form was sent again: {sent}")
    hand.fill(phone="12")
    hand.send()
    hand.see("There is one thing to mend")
    hand.fill(phone="330-555-0142")
    hand.send()
    hand.see_outcome("0142")
    hand.page.go_back()
    hand.see_title("Change ")
    check("0142" in hand.page.locator("#f-phone").input_value(), "The form does not show what is stored.")


def kept_while_away(hand):
    """A form that was changed and not sent is there again in the same tab, until it is sent, Cancel is pressed or its person signs out."""
    holds = lambda field, text: expect(hand.page.locator(field)).to_have_value(text, timeout=PATIENCE)
    part = lambda name: hand.activate(hand.page.locator(".parts a", has_text=re.compile(f"^{name}$")))
    hand.open("profile edit")
    first, stored = hand.page.locator(".parts a").first.inner_text(), hand.page.locator("#f-sport").input_value()
    hand.fill(sport="Swiming")
    part("School")
    expect(hand.page.locator(".parts [aria-current]")).to_have_text("School", timeout=PATIENCE)
    part(first)
    holds("#f-sport", "Swiming")
    hand.send()
    hand.see("Did you mean “Swimming”?")
    hand.browser.go("/dashboard")
    hand.open("profile edit&_part=1")
    hand.press("Cancel")
    hand.open("profile edit&_part=1")
    holds("#f-sport", stored)
    hand.open("coaches add")
    hand.fill(name="Zoe Quick", role="Head Coach", email="zoe at cedar")
    hand.browser.go("/schools")
    hand.page.go_back()
    holds("#f-name", "Zoe Quick")
    hand.send("Add")
    hand.see("to mend")
    hand.browser.go("/schools")
    hand.open("coaches add")
    holds("#f-name", "Zoe Quick")
    hand.press("Sign out")
    hand.see_title("Account")
    hand.browser.go("/schools")
    hand.see_title("Sign in")
    check(not hand.page.evaluate("Object.values(sessionStorage).join().includes('Zoe')"), "What was written outlives the person.")
    hand.fill(profile="Casey Shelton")
    hand.send("Sign in")
    hand.page.wait_for_function("() => document.body.dataset.who")
    hand.open("coaches add")
    holds("#f-name", "")
    hand.fill(name="Zoe Quick", school="s1", role="Head Coach")
    hand.page.keyboard.press("Escape")
    hand.send("Add")
    hand.see_outcome("Added Quick, Zoe.")
    hand.open("coaches add")
    holds("#f-name", "")
    hand.open("account passphrase")
    hand.page.locator("#f-passphrase").fill("Tall-Tree-42")
    hand.browser.go("/schools")
    hand.open("account passphrase")
    holds("#f-passphrase", "")


def kept_through_trouble(hand):
    """What was written in a form is there again after an error page without a person, a page of an account, and Cancel in another tab."""
    page = hand.page

    def leave_for(come):
        hand.open("coaches add")
        hand.fill(name="Zoe Quick", role="Head Coach")
        come()
        hand.open("coaches add")
        expect(page.locator("#f-name")).to_have_value("Zoe Quick", timeout=PATIENCE)

    def error_page():
        hand.browser.refusals.add(403)
        # A form without the token of the session is refused on a page that does not know the person.
        with page.expect_navigation():
            page.evaluate("""() => {
              const form = document.createElement("form");
              Object.assign(form, { method: "post", action: "/command" });
              document.body.append(form);
              form.submit();
            }""")
        expect(page.locator(".page-fault a")).to_be_visible()
        check(not page.evaluate("document.body.dataset.who"), "The error page knows the person.")

    def account_page():
        # The page of an account at a server names the person and no athlete.
        def without_athlete(route):
            answer = route.fetch()
            route.fulfill(response=answer, body=re.sub(r'(data-who="[^" ]+)[^"]*', r"\1", answer.text()))

        page.route("**/offers", without_athlete)
        hand.browser.go("/offers")
        check(" " not in page.evaluate("document.body.dataset.who"), "The page names an athlete.")

    def other_tab():
        with hand.browser.context.expect_page() as tab:
            page.get_by_role("link", name="Cancel").click(modifiers=["Control"])
        tab.value.close()
        hand.browser.go("/schools")

    leave_for(other_tab)
    leave_for(error_page)
    leave_for(account_page)


def chosen_record_kept(hand):
    """A record that was chosen in a field is still the chosen one when the form is there again."""
    sent = lambda: hand.page.locator("form.fields").evaluate("form => new FormData(form).get('school')")
    hand.open("coaches add")
    hand.write(hand.page.locator("#f-school"), "university")
    hand.activate(hand.page.locator(".offers li:visible").first)
    handle, shown = sent(), hand.page.locator("#f-school").input_value()
    check(re.fullmatch(r"s\d+", handle) and handle != shown, f"The form sends {handle} for {shown}.")
    # What stands below the field about the chosen record goes when another name is written.
    hand.open("interactions log")
    field, below = hand.page.locator("#f-with"), hand.page.locator(".field:has(#f-with) .named")
    hand.write(field, "flores")
    hand.activate(hand.page.locator(".offers li:visible").first)
    expect(below).to_contain_text("head coach", timeout=PATIENCE)
    hand.write(field, "Zebulon Quist")
    expect(below).to_have_count(0, timeout=PATIENCE)
    hand.open("coaches add")
    hand.browser.go("/schools")
    hand.open("coaches add")
    expect(hand.page.locator("#f-school")).to_have_value(shown, timeout=PATIENCE)
    check(sent() == handle, f"The form sends {sent()} in place of {handle}.")
    # A record with which a form begins was not chosen by the person, so it is not stored as such.
    hand.browser.go("/c?line=coaches+edit+c1")
    check(hand.page.locator("#f-school").input_value() != sent(), "The form begins without the name of a school.")
    hand.browser.go("/schools")
    stored = hand.page.evaluate("() => Object.values(JSON.parse(sessionStorage.drafts)).filter(one => one['f-school'])")
    check(len(stored) <= 1, f"These records count as chosen: {stored}")


def sealed(hand):
    """The passphrase of a sealed copy is typed twice, and the copy is made only if both are the same and long enough."""
    hand.open("backup list")
    hand.press_more("The whole file under a passphrase")
    field, again = hand.page.locator("#f-copy-passphrase"), hand.page.locator("#f-copy-passphrase-again")
    button = hand.page.locator("form.fields").get_by_role("button").first
    for first, second, words in [("Lantern 77", "Lantern 78", "The two are not the same."), ("Lantern", "Lantern", "at least 8 characters"),
                                 ("", "", "Choose a passphrase for this copy.")]:
        field.fill(first)
        again.fill(second)
        hand.activate(button)
        hand.wait_until_sent()
        hand.see(words)
    field.fill("Lantern 77")
    again.fill("Lantern 77")
    with hand.page.expect_download() as download:
        hand.activate(button)
    check(download.value.suggested_filename.endswith(".sealed"), download.value.suggested_filename)
    with open(download.value.path(), "rb") as copy:
        check(copy.read(8) == b"RCSEALED", "The copy is not sealed.")


def refused_again(hand):
    """Each refusal of pasted rows shows its summary at the top, a file beside them is not chosen any more, and Back leads behind the form."""
    hand.browser.go("/schools")
    hand.press_more("Paste many")
    for division in ["D8", "D9"]:
        hand.write(hand.page.locator("#f-file-pasted"), f"School,Division\nCedar Hill College,{division}")
        hand.send("Show what was understood")
        hand.page.wait_for_function("() => document.activeElement?.matches('.faults')")
        expect(hand.page.locator(".faults h2")).to_be_in_viewport()
    hand.page.locator("#f-file").set_input_files({"name": "schools.csv", "mimeType": "text/csv", "buffer": b"School\nCedar Hill College\n"})
    hand.send("Show what was understood")
    hand.see("The file is not chosen any more.")
    check(not hand.page.locator("#f-file").evaluate("one => one.files.length"), "The file is still chosen.")
    hand.page.go_back()
    hand.see_title("Schools")


def ticks_stay(hand):
    """A row that was ticked stays where it is, struck through, until the page is loaded again."""
    hand.browser.go("/tasks?status=all")
    before = hand.page.locator("main .row[id]").evaluate_all("rows => rows.map(row => row.id)")
    first = hand.page.locator("main .row:has(button.tick:not([aria-disabled])):has(.sign-unchecked)").first
    name = first.get_attribute("id")
    hand.activate(first.locator("button.tick"))
    hand.see_outcome("is complete")
    for _ in range(2):
        now = hand.page.locator("main .row[id]").evaluate_all("rows => rows.map(row => row.id)")
        check(now == before, f"Rows moved: {before} {now}")
        line = hand.page.locator(f"#{name} .title").evaluate("one => getComputedStyle(one).textDecorationLine")
        check(line == "line-through", f"{name} is not struck through: {line}")
        # The page's live update about the change arrives within a second, and must not move the row
        # either.
        hand.page.wait_for_timeout(1200)
    figures = lambda: hand.page.locator("main > p, main > .progress").all_inner_texts()
    shown = figures()
    hand.browser.go("/tasks?status=all")
    check(len(shown) > 1 and figures() == shown, f"The figures beside the tick were {shown} and are {figures()}.")
    # In a list of tasks that are not started, the completed task stays until the page is loaded
    # again.
    hand.browser.go("/tasks?status=not-started")
    first = hand.page.locator("main .row:has(button.tick:not([aria-disabled]))").first
    name = first.get_attribute("id")
    hand.activate(first.locator("button.tick"))
    hand.see_outcome("is complete")
    check(hand.page.locator(f"#{name}.gone").count() == 1, "The row is gone at once.")
    # Each check box has a name of its own for screen readers, which names its task.
    names = hand.page.locator("main button.tick:not([aria-disabled])").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    check(len(set(names)) == len(names), f"Boxes of one name: {names}")
    size = hand.page.locator("main button.tick").first.bounding_box()
    check(size["width"] >= 44 and size["height"] >= 44, f"A box is {size}.")


def ticks_stay_beside_others(hand):
    """A row of the dashboard that was marked as done stays, and a second press at its place does nothing. A record in two sections keeps its row in each."""
    hand.browser.go("/dashboard")
    # A title that leads nowhere has a line for screen readers before it, which says whether the task is done.
    texts = lambda: [one.splitlines()[-1] for one in hand.page.locator("main .row[id] .title").all_inner_texts()]
    before = texts()
    done = hand.page.locator("main .row .acts", has_text="Mark as done").first.locator("button")
    name = hand.page.locator("main .row:has(.acts.leads)").get_attribute("id")
    hand.activate(done)
    hand.see_outcome("is complete")
    hand.page.wait_for_timeout(1200)
    check(texts() == before, f"Rows of the dashboard moved: {before} {texts()}")
    expect(hand.page.locator(f"#{name}.gone")).to_have_count(1)
    said = hand.page.locator("#outcome").inner_text()
    hand.page.locator(f"#{name} .acts button").click(force=True)
    hand.page.wait_for_timeout(500)
    check(hand.page.locator("#outcome").inner_text() == said, "A second press at that place did something.")
    hand.press("Undo: Completed", exact=False)
    hand.see_outcome("Took back")
    check(hand.page.locator(f"#{name}.gone").count() == 0, "The row is still struck through after Undo.")
    # Beside a marked row, another one leaves its list and comes back as the next thing.
    hand.activate(done)
    hand.see_outcome("is complete")
    other = hand.page.locator("main .row:has(.acts:has-text('Log the e-mail'))").first.get_attribute("id")
    hand.household.run("interactions", "log", "email", other.removeprefix("row-"), "Answered")
    expect(hand.page.locator(f"#{other}.gone")).to_have_count(1, timeout=PATIENCE)
    hand.household.run("undo")
    expect(hand.page.locator(f"#{other}.gone")).to_have_count(0, timeout=PATIENCE)
    expect(hand.page.locator(f"#{name}.gone")).to_have_count(1)
    # What a person adds on the page is shown, also after a row was marked.
    hand.write(hand.page.locator("form.writing input[type=text]").first, "Pack the blue glove")
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator("main .row", has_text="Pack the blue glove")).to_have_count(1, timeout=PATIENCE)
    hand.browser.go("/dashboard")
    before = texts()
    tick = hand.page.locator("main .row[id^=row-q] button.tick:has(.sign-unchecked)").first
    hand.activate(tick)
    hand.see_outcome("is done")
    hand.page.wait_for_timeout(1200)
    check(texts() == before, f"Rows of the dashboard moved after a quick task: {before} {texts()}")
    # A setting is no record. Its box is changed at once.
    hand.browser.go("/c?line=settings")
    tick = hand.page.locator("main button.tick:has(.sign-chosen)").last
    chosen = hand.page.locator("main .sign-chosen").count()
    hand.activate(tick)
    hand.see_outcome("off")
    expect(hand.page.locator("main .sign-chosen")).to_have_count(chosen - 1, timeout=PATIENCE)


def primary(hand):
    """A page has one primary button at most. That of the tasks opens one, and a double click on that of an opened task completes one."""
    for path, words in [("/dashboard", None), ("/tasks?status=all", "Next: "), ("/notifications", "Mark all as read"), ("/settings/profile", "Change it"),
                        ("/packet", "As a PDF"), ("/offers/compare", "Decide: ")]:
        hand.browser.go(path)
        buttons = hand.page.locator("main .leads > li:first-child :is(a, button)")
        check(buttons.count() == 1, f"{path} has {buttons.count()} primary buttons.")
        check(not words or buttons.inner_text().startswith(words), f"The button of {path} is {buttons.inner_text()}.")
    hand.browser.go("/tasks?status=all")
    done = lambda: int(re.search(r"completed (\d+) of", hand.page.locator("main > .progress").inner_text()).group(1))
    before = done()
    name = hand.page.locator("main .leads a").inner_text().removeprefix("Next: ")
    hand.activate(hand.page.locator("main .leads a"))
    hand.see_title(name)
    check(done() == before, "A task was completed.")
    hand.page.locator("main .leads > li:first-child button").dblclick()
    hand.see_outcome("is complete")
    hand.page.wait_for_timeout(500)
    check(done() == before + 1, f"{done() - before} tasks were completed.")


def one_line(hand):
    """What a press came to is one line on a wide screen and at most three on a phone, and whole where it is pointed at."""
    hand.browser.go("/tasks?status=all")
    hand.activate(hand.page.locator("main button.tick:not([aria-disabled]):has(.sign-unchecked)").first)
    hand.see_outcome("is complete")
    most = 104 if hand.page.viewport_size["width"] < 500 else 60
    height = hand.page.locator("#outcome .said").bounding_box()["height"]
    check(height <= most, f"What was said is {height} px high.")
    words = hand.page.locator("#outcome .cut")
    wide = words.evaluate("one => one.clientWidth / innerWidth")
    check(most == 60 or wide > 0.55, f"What was said has {wide} of the width of a phone.")
    isCut, free = words.evaluate(
        "one => [one.scrollWidth - one.clientWidth > 1, innerWidth - one.closest('#outcome').getBoundingClientRect().right]")
    check(most == 104 or not isCut or free < 60, f"What was said is cut, and {free} px beside it are free.")
    words.hover()
    hidden = words.evaluate("one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]")
    check(max(hidden) <= 1, f"{hidden} px of what was said cannot be read.")


def one_line_on_a_phone(hand):
    one_line(hand)


def undone_by_touch(hand):
    """On a phone the first tap on Undo takes back what was ticked, although the tap unfolds a message that was not shown whole."""
    hand.browser.go("/tasks?status=all")
    rows = hand.page.locator("main .row:has(button.tick:not([aria-disabled]) .sign-unchecked)")
    names = rows.locator(".title").all_inner_texts()
    rows.nth(names.index(max(names, key=len))).locator("button.tick").tap()
    hand.see_outcome("is complete")
    said, undo = hand.page.locator("#outcome .cut").first, hand.page.locator("#outcome .undo button")
    said.evaluate("one => one.append(' again'.repeat(30))")
    folded, place = said.bounding_box(), undo.bounding_box()
    hand.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    hand.see_outcome("Took back")
    said.evaluate("one => one.append(' again'.repeat(30))")
    check(said.bounding_box()["height"] > folded["height"], "The tap does not unfold the message.")


# Whether the box with the outcome is shown and overlaps the button in the element of that id.
COVERS = """id => {
  const box = document.querySelector("#outcome"), [said, pressed] = [box, document.getElementById(id).querySelector("button.tick")]
    .map(one => one.getBoundingClientRect());
  if (!said.height) throw new Error("Nothing is shown.");
  return said.top < pressed.bottom && said.bottom > pressed.top && said.left < pressed.right && said.right > pressed.left;
}"""


def uncovered(hand):
    """What is said after a press covers nothing of what was pressed, wherever in the window that is."""
    hand.browser.go("/tasks?status=all")
    rows = hand.page.locator("main .row[id]:has(button.tick:not([aria-disabled]) .sign-unchecked)").evaluate_all(
        "rows => rows.map(row => row.id)")
    heights = [0.2, 0.5, 0.8, 0.9, 0.97]
    check(len(rows) >= len(heights), f"Only {len(rows)} tasks can be ticked.")
    for row, height in zip(reversed(rows), heights):
        button = hand.page.locator(f"[id='{row}'] button.tick")
        button.evaluate("(one, at) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight * at)", height)
        name = hand.page.locator(f"[id='{row}'] .title").first.inner_text().splitlines()[0]
        hand.activate(button)
        hand.see_outcome(name)
        check(not hand.page.evaluate(COVERS, row), f"What was said covers the tick at {height} of the window's height.")


def uncovered_on_a_phone(hand):
    uncovered(hand)


def said_once(hand):
    """Each outcome is announced once."""
    hand.browser.go("/tasks")
    hand.page.evaluate("""() => {
      window.heard = [];
      new MutationObserver(changes => changes.forEach(change => {
        const live = (change.target.nodeType === 1 ? change.target : change.target.parentElement).closest("[aria-live],[role=status],[role=alert]");
        if (live && live.textContent.trim()) window.heard.push(live.textContent.trim());
      })).observe(document.body, { childList: true, subtree: true, characterData: true });
    }""")
    hand.activate(hand.page.locator("main .row:has(.sign-unchecked) button.tick:not([aria-disabled])").first)
    hand.see_outcome("is complete")
    hand.page.wait_for_timeout(500)
    heard = [one for one in hand.page.evaluate("window.heard") if "is complete" in one]
    check(len(heard) == 1, f"Heard {len(heard)} times: {heard}")


def search(hand):
    """The bar finds records, with and without the list that opens; the page of what was found is one."""
    hand.browser.go("/schools")
    title = hand.page.locator("main .row .title a").first.inner_text()
    word = title.split()[0]
    hand.browser.go("/tasks")
    hand.command(word.lower())
    hand.page.wait_for_url("**/find**")
    hand.see(title)
    hand.browser.go("/find?words=" + word)
    hand.see(title)
    hand.browser.go("/tasks")
    hand.page.keyboard.press("/")
    hand.page.locator("#bar input[name=_command]").press_sequentially(word)
    hand.page.locator("#bar .offers li").first.get_by_text(title).click()
    hand.see_title(title)
    # After a choice from the suggestions, the field of the form shows the record's name, not its
    # id.
    hand.open("coaches add")
    hand.page.locator("#f-school").press_sequentially(word[:4])
    hand.page.locator(".offers li:visible").get_by_text(title).first.click()
    check(hand.page.locator("#f-school").input_value() == title, "The field holds " + hand.page.locator("#f-school").input_value())
    hand.fill(name="Zoe Quick", role="Head Coach")
    hand.send("Add")
    hand.see_outcome("Added Quick, Zoe.")


def menus(hand):
    """No menu leaves the window of a phone, and its last entry can be pressed."""
    hand.browser.go("/schools/1")
    hand.page.locator(".toolbar details.menu > summary").click()
    entries = hand.page.locator(".toolbar details.menu > :not(summary)")
    entries.wait_for()
    box = entries.bounding_box()
    check(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"], f"The menu leaves the window: {box}")
    check(box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"] + 1, f"The menu leaves the window: {box}")
    entries.get_by_role("button").last.click()
    expect(hand.page.locator("#question")).to_contain_text("Delete")


def menu_by_keyboard(hand):
    """The button for what is new comes before the pages below it, and its menu is gone when the focus leaves it."""
    hand.browser.go("/dashboard")
    opens = hand.page.locator(".opens-quick button").locator("visible=true")
    opens.focus()
    hand.page.keyboard.press("Tab")
    check(hand.page.evaluate("() => document.activeElement.matches('nav .pages a')"), "Tab leads from + New to none of the pages.")
    hand.page.keyboard.press("Shift+Tab")
    hand.page.keyboard.press("Enter")
    menu = hand.page.locator("#quick")
    expect(menu).to_be_visible()
    hand.page.keyboard.press("Tab")
    check(menu.evaluate("one => one.contains(document.activeElement)"), "Tab does not lead into the open menu.")
    for _ in range(menu.locator("a, button").count()):
        hand.page.keyboard.press("Tab")
    expect(menu).to_be_hidden()
    # The search bar opens from a field too.
    hand.open("schools add")
    hand.page.locator("#f-name").focus()
    hand.page.keyboard.press("Control+k")
    expect(hand.page.locator("#bar input[name=_command]")).to_be_focused()


# The element at that place of the window's width and height is the button of the open menu.
BESIDE = """([x, y]) => !!document.elementFromPoint(x, y)?.closest("details.menu[open] > summary")"""


def sheet(hand):
    """On a phone a press beside a sheet closes it and reaches nothing below it, and a choice closes it and says what was chosen."""
    hand.browser.go("/schools/1")
    menu = hand.page.locator(".changes details.menu").first
    summary, entries = menu.locator("summary"), menu.locator("ul")
    summary.click()
    entries.wait_for()
    top = entries.bounding_box()["y"]
    for place in [(8, 8), (PHONE["width"] / 2, top / 2), (PHONE["width"] - 8, top - 8)]:
        check(hand.page.evaluate(BESIDE, place), f"A press at {place} reaches the page below the sheet.")
    hand.page.mouse.click(PHONE["width"] / 2, top / 2)
    entries.wait_for(state="hidden")
    summary.click()
    choice = entries.locator("form button").first
    name = choice.inner_text()
    choice.click()
    undo = hand.page.locator("#outcome").get_by_role("button", name="Undo", exact=False)
    expect(undo).to_be_in_viewport(timeout=PATIENCE)
    expect(entries).to_be_hidden()
    expect(summary).to_contain_text(name)
    check(hand.page.evaluate("document.activeElement.tagName") == "SUMMARY", "The focus is not on the menu's button.")


def conflict(hand):
    """A field that was changed here and in the shell is a conflict; saved once more, it is meant."""
    hand.open("schools edit s1")
    hand.household.run("schools", "edit", "s1", "--city", "Akron", "--notes", "From the shell")
    hand.fill(city="Kent")
    hand.send()
    hand.see("This was changed meanwhile", "Akron")
    check("Akron" in hand.household.run("schools", "show", "s1"), "What the shell wrote is lost.")
    hand.send()
    hand.see_outcome("City Kent")
    shown = hand.household.run("schools", "show", "s1")
    check("Kent" in shown and "From the shell" in shown, "Something is lost.")


def changed_under_a_form(hand):
    """A form inside a page takes what was changed elsewhere; a field that was written in stays, and is a conflict when it is sent."""
    hand.browser.go("/settings")
    days = hand.page.locator("#f-follow-up-days")
    hand.household.run("settings", "set", "follow-up-days", "5")
    expect(days).to_have_value("5", timeout=PATIENCE)
    days.fill("9")
    hand.household.run("settings", "set", "follow-up-days", "6")
    hand.household.run("settings", "set", "quiet-hours", "21:00-06:00")
    expect(hand.page.locator("#f-quiet-hours")).to_have_value("21:00-06:00", timeout=PATIENCE)
    check(days.input_value() == "9", f"What was written is gone: {days.input_value()}")
    hand.send()
    hand.see("This was changed meanwhile")
    check("6" in hand.household.run("settings"), "What the shell wrote is lost.")
    # Merging a page adds no aid of a field a second time.
    hand.browser.go("/schools/1")
    hand.household.run("interactions", "add", "s1", "camp", "--subject", "Winter camp")
    hand.see("Winter camp")
    for aid in [".days-near", ".offers"]:
        check(hand.page.locator("form.writing " + aid).count() == 1, f"{aid} is there more than once.")


def to_records(hand):
    """A form leads to the record that it made; what was said of it goes by itself, and is taken back in History."""
    hand.open("schools add")
    hand.fill(name="Cedar Hill College")
    hand.send("Add")
    hand.see_title("Cedar Hill College")
    # The message disappears after six seconds, but must stay while the pointer is on it.
    said = hand.page.locator("#outcome")
    check(said.get_by_role("button", name="Close").is_visible(), "What was said cannot be closed.")
    said.hover()
    hand.page.wait_for_timeout(6500)
    check(said.is_visible(), "What was said went while it was looked at.")
    said.get_by_role("button", name="Close").focus()
    hand.page.mouse.move(0, 0)
    hand.page.wait_for_timeout(6500)
    check(said.is_visible(), "What was said went while it had the focus.")
    hand.page.evaluate("document.activeElement.blur()")
    said.wait_for(state="hidden", timeout=30000)
    hand.press_more("Add a coach")
    hand.see_title("Add a coach")
    hand.fill(name="Ana Rivera", role="Head Coach")
    hand.send("Add")
    hand.see_title("Rivera, Ana")
    hand.press("History")
    hand.page.get_by_role("button", name="Undo: ").first.click()
    hand.see_outcome("Took back")
    hand.see_title("History")


def at_hand(hand):
    """What is next is first, lists are as they were left, and a coach is one press away."""
    hand.page.set_viewport_size({"width": 1280, "height": 800})
    hand.browser.go("/dashboard")
    first = hand.page.locator("main section").first
    check(first.locator("h2").inner_text() == "Next" and first.locator(".row").count() == 3, "What is next is not first.")
    check(first.locator(".row").first.get_by_role("link").count() > 0, "Nothing leads to it.")
    entries = hand.page.locator("nav .pages a").locator("visible=true")
    check(entries.count() <= 9, f"The rail has {entries.count()} entries.")
    expect(entries.last).to_be_in_viewport(ratio=1)
    heights = entries.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    check(min(heights) >= 44, f"The entries of the rail are {heights} px high.")
    hand.page.set_viewport_size({"width": 1280, "height": 900})
    # On a wide screen the six cards stand in two rows of three, and At a Glance has the whole width.
    places = hand.page.locator("main > .stats .stat").evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().left))")
    check(len(places) == 6 and len(set(places)) == 3, f"The cards stand at {places}.")
    glance = hand.page.locator("main section", has=hand.page.locator("h2", has_text="At a Glance")).first.bounding_box()
    cards = hand.page.locator("main > .stats").first.bounding_box()
    check(abs(glance["width"] - cards["width"]) < 2, f"At a Glance is {glance['width']} wide, the cards {cards['width']}.")
    hand.press("Tasks")
    hand.press("Completed")
    hand.page.wait_for_url("**status=completed**")
    hand.page.locator("summary").get_by_text("Filter").click()
    for label in ["Overdue / Due Soon", "Due This Week", "Due In 2 Weeks"]:
        check(hand.page.locator(".sheet").get_by_text(label, exact=True).is_visible(), f"No {label} among the filters.")
    hand.browser.go("/dashboard")
    hand.press("Tasks")
    hand.page.wait_for_url("**status=completed**")
    # A new tab begins with the filters that were chosen last.
    other = hand.page.context.new_page()
    other.goto(hand.page.url.split("?")[0])
    expect(other.locator(".chip[aria-current]")).to_have_text("Completed")
    other.locator(".chip", has_text="All").first.click()
    other.wait_for_url("**status=all**")
    other.close()
    hand.browser.go("/coaches/c1")
    ways = hand.page.locator(".changes a").evaluate_all("all => all.map(one => one.href.split(':')[0])")
    check(ways == ["mailto", "sms", "tel"], f"A coach is written to by {ways}.")
    hand.press("Help")
    hand.see_title("Help")
    # The problem of a range that ends before it begins is shown once, at its field. Without an end
    # date the button is disabled.
    hand.browser.go("/reports?from=2026-02-10&to=2026-01-01")
    check(hand.page.get_by_text("End date must be after start date").count() == 1, "It is said elsewhere too.")
    hand.page.get_by_label("To date", exact=True).fill("")
    check(hand.page.get_by_role("button", name="Generate report").is_disabled(), "A report of no days can be made.")
    hand.page.set_viewport_size(PHONE)
    bar = hand.page.locator("nav .pages > li").locator("visible=true").evaluate_all("all => all.map(one => one.innerText.trim().split('\\n')[0])")
    check(len(bar) == 5 and bar[:3] == ["Home", "Tasks", "Schools"], f"The bar of a phone is {bar}.")


def asked(hand):
    """A question stays when something changes elsewhere and when its window is looked at again; Cancel leads back to the form."""
    hand.open("profile edit")
    hand.fill(sport="Swiming")
    hand.send()
    hand.see("Did you mean “Swimming”?")
    hand.household.run("quick", "add", "elsewhere")
    hand.page.evaluate("dispatchEvent(new Event('focus'))")
    hand.page.wait_for_timeout(2500)
    hand.see("Did you mean “Swimming”?")
    hand.press("Cancel")
    check(hand.page.locator("#f-sport").input_value() == "Swiming", "What was typed is gone.")


def many(hand):
    """Ten schools are pasted in four presses; a name that is not found is added on the way; a form is filled in again and again."""
    hand.browser.go("/schools")
    hand.press_more("Paste many")
    names = ["University of Cedars, North Campus"] + [f"Cedar {number} College" for number in range(9)]
    hand.page.locator("#f-file-pasted").fill("\n".join(names))
    hand.send("Show what was understood")
    hand.see("10 schools would be imported", "University of Cedars, North Campus")
    hand.page.set_viewport_size({"width": 1280, "height": 300})
    hand.activate(hand.page.locator("dialog[open]").get_by_text("Cancel", exact=True))
    hand.send("Show what was understood")
    top = hand.page.locator("#question").bounding_box()["y"]
    check(top >= 0, f"The question begins at {top} px.")
    hand.page.set_viewport_size({"width": 1280, "height": 900})
    hand.press("Add them")
    hand.see_outcome("Imported 10 schools")
    hand.activate(hand.page.locator("#outcome .undo button"))
    hand.see_outcome("Took back")
    # Cells that are pasted from a spreadsheet are separated by tabs, which must survive a refused
    # import.
    hand.open("import schools")
    hand.page.locator("#f-file-pasted").fill("School\tCity\tDivision\nHill State\tKent\tD9\n")
    hand.send("Show what was understood")
    hand.see("“D9” is not one of")
    check("Hill State" in hand.page.locator("#f-file-pasted").input_value(), "What was pasted is gone.")
    hand.page.locator("#f-file-pasted").fill("School\tCity\tDivision\nHill State\tKent\tD2\n")
    hand.send("Show what was understood")
    hand.see("1 school would be imported", "Hill State")
    # The form names a school that does not exist yet, and offers to add it.
    hand.open("coaches add")
    hand.fill(name="Ana Rivera", school="Valley Tech", role="Head Coach")
    hand.page.keyboard.press("Escape")
    hand.send("Add")
    hand.press("Add “Valley Tech” as a new school")
    hand.see_title("Add a school")
    check(hand.page.locator("#f-name").input_value() == "Valley Tech", "The name is not filled in.")
    hand.send("Add")
    hand.see_title("Add a coach")
    check(hand.page.locator("#f-name").input_value() == "Ana Rivera", "What was typed is gone.")
    hand.send("Save and add another")
    hand.see_outcome("Rivera, Ana")
    hand.see_title("Add a coach")
    check(hand.page.locator("#f-name").input_value() == "", "The next form is not empty.")


def whole_words(hand):
    """At the widths between, the orders of a list and the names of pages in More are whole, and at 320 px a row of Next has its day."""
    hand.page.set_viewport_size({"width": 768, "height": 1024})
    hand.browser.go("/schools")
    cut = hand.page.locator(".chips.sorts").evaluate("one => one.scrollWidth - one.clientWidth")
    check(cut <= 1, f"{cut} px of the orders cannot be seen.")
    hand.page.set_viewport_size({"width": 640, "height": 900})
    hand.activate(hand.page.locator(".opens-more button"))
    names = hand.page.locator("#more a > span:not(.count)").locator("visible=true")
    heights = names.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    check(heights and max(heights) < 30, f"The names of pages are {heights} px high.")
    hand.page.set_viewport_size({"width": 320, "height": 844})
    hand.browser.go("/dashboard")
    cut = hand.page.locator("main section").first.locator(".row .detail").evaluate_all("""all => all.filter(one =>
      one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map(one => one.textContent.trim())""")
    check(not [text for text in cut if len(text) < 36], f"These are cut: {cut}")


def columns(hand):
    """The columns of a list stand at the same places in every order, and their headings stay in the window."""
    places = set()
    for order in ["name", "status", "last-contact"]:
        hand.browser.go(f"/schools?sort={order}")
        places.add(str(hand.page.locator(".heads > *").evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().x))")))
    check(len(places) == 1, f"The columns stand at {places}")
    hand.page.evaluate("scrollTo(0, 700)")
    top = hand.page.locator(".heads").evaluate("one => one.getBoundingClientRect().top")
    check(hand.page.evaluate("scrollY") > 300 and 0 <= top < 20, f"The headings are at {top}.")
    for path, names in [("/schools", ["Location", "Conference"]), ("/coaches", ["E-mail"]), ("/performance", ["Metric type", "Value", "Date"])]:
        for name in names:
            hand.browser.go(path)
            heading = hand.page.locator(".heads a", has_text=name).first
            heading.click()
            hand.page.wait_for_url("**sort=**")
            check(hand.page.locator(".heads [aria-current]").inner_text().startswith(name), f"{path} is not sorted by {name}.")


def rows_on_a_phone(hand):
    """On a phone a row is two lines high, also where it has a detail and a text or actions. A long title takes a line more, and so does a message.
    What a locked task waits for may take three lines."""
    wrapped = details = 0
    for path in ["/coaches", "/schools", "/offers", "/interactions", "/tasks?status=all", "/notifications", "/performance"]:
        hand.browser.go(path)
        sizes = hand.page.locator("main .row.brief:not(:has(.mini))").evaluate_all(
            """all => all.map(one => [one, one.querySelector('.title'), one.querySelector('.detail:not(.preview)')].map(
              part => part ? Math.round(part.getBoundingClientRect().height) : 0))""")
        heights = {row - max(title - 26, 0) - max(detail - 20, 0) for row, title, detail in sizes}
        check(len(sizes) > 4 and max(heights) <= 60, f"Without second lines the rows of {path} are {sorted(heights)} px high.")
        most = 50 if path.startswith("/tasks") else 48
        check(max(max(title, detail) for _, title, detail in sizes) <= most, f"The rows of {path}, their titles and details are {sizes} px high.")
        wrapped += sum(title > 30 for _, title, _ in sizes)
        details += sum(detail > 30 for _, _, detail in sizes)
    check(wrapped > 0 and details > 0, f"{wrapped} titles and {details} details take a second line.")
    hand.browser.go("/tasks?status=all")
    lines = hand.page.locator("main .row .title").evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().height))")
    check(lines.count(min(lines)) * 3 > len(lines), f"The titles of the tasks are {lines} px high.")
    cut = hand.page.locator("main .row:has(.sign-locked) .detail:not(.preview)").evaluate_all(
        "all => all.map(one => Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight))")
    check(cut and max(cut) <= 1, f"{cut} px of what locked tasks wait for cannot be seen.")
    hand.page.set_viewport_size({"width": 320, "height": 844})
    hand.browser.go("/notifications")
    cut = hand.page.locator("main .row .title button").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)")
    check(not cut, f"These titles are cut: {cut}")


# Of each contact with a text: how far from the start of the row and how wide the text is, how wide the row is, and how much is cut.
TEXTS = """all => all.map(one => {
  const [row, text] = [one, one.querySelector(".preview")].map(part => part.getBoundingClientRect());
  return [text.left - row.left, text.width, row.width, text.right > row.right + 1, one.querySelector(".preview").scrollWidth > text.width + 1];
})"""


def text_of_contacts(hand):
    """On a phone the second line of a contact begins with what was said, and has the whole width before anything of it is cut."""
    rows = hand.page.locator("main .row:has(.preview)")
    for width in [390, 320]:
        hand.page.set_viewport_size({"width": width, "height": 844})
        hand.browser.go("/interactions")
        texts = rows.evaluate_all(TEXTS)
        check(any(isCut for *_, isCut in texts), f"At {width} px no text is cut.")
        for left, wide, row, isOver, isCut in texts:
            check(left < 2 and not isOver and (not isCut or wide > row - 2), f"At {width} px the texts are {texts}.")
        heights = rows.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        check(max(heights) <= 60, f"At {width} px the contacts are {heights} px high.")
    hand.page.set_viewport_size({"width": 1280, "height": 900})
    texts = rows.evaluate_all(TEXTS)
    check(min(wide for _, wide, *_ in texts) > 340, f"In a wide window the texts are {texts}.")


def status_history(hand):
    """A change of a school's status is a row whose note is below it, in the whole width of a phone."""
    hand.household.run("schools", "status", "s1", "interested", "--note", "The head coach wants to see the arm in person before the summer.")
    hand.browser.go("/schools/s1")
    history = hand.page.locator("main section", has=hand.page.get_by_role("heading", name="Status history", exact=True))
    row = history.locator(".row", has_text="The head coach wants").first
    note = row.locator(".expanded p")
    wide, whole = note.evaluate("one => [one.getBoundingClientRect().width, one.closest('.row').getBoundingClientRect().width]")
    check(wide > whole - 2 and whole > 300, f"The note is {wide} px wide in a row of {whole} px.")


def whole_offers(hand):
    """Each line that the bar offers is whole, and no part of one is squeezed into a column of letters."""
    hand.browser.go("/tasks")
    for width in [1280, 390]:
        hand.page.set_viewport_size({"width": width, "height": 844})
        hand.browser.go("/tasks")
        hand.page.keyboard.press("/")
        hand.page.locator("#bar input[name=_command]").press_sequentially("college")
        offers = hand.page.locator("#bar .offers li")
        expect(offers.nth(2)).to_be_visible(timeout=PATIENCE)
        sizes = offers.evaluate_all("all => all.map(one => [one.scrollWidth - one.clientWidth, one.getBoundingClientRect().height])")
        check(max(over for over, _ in sizes) <= 1 and max(height for _, height in sizes) < 130, f"At {width} px the lines are {sizes}.")


# How far the count at "More" reaches into its sign, and how far the names of weekdays are from the middle of the days below them.
COVERED = """() => {
  const [sign, count] = ["svg", ".count"].map(part => document.querySelector(".opens-more " + part).getBoundingClientRect());
  return sign.right - count.left;
}"""
WEEKDAYS = """() => {
  const middle = one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, right } = range.getBoundingClientRect();
    return (left + right) / 2;
  };
  const days = [...document.querySelectorAll(".month tbody tr:nth-child(2) .day")];
  return [...document.querySelectorAll(".month thead th")].map((head, place) => Math.abs(middle(head) - middle(days[place])));
}"""


def narrow(hand):
    """On the narrowest phone the count at More covers nothing, weekdays stand above their days, and a label is apart from the field above it."""
    hand.browser.go("/dashboard")
    covered = hand.page.evaluate(COVERED)
    check(covered <= 0.5, f"The count covers {covered} px of the sign of More.")
    hand.browser.go("/calendar")
    beside = hand.page.evaluate(WEEKDAYS)
    check(len(beside) == 7 and max(beside) < 3, f"The weekdays are {beside} px beside their days.")
    hand.open("import schools")
    space = hand.page.evaluate("""() => document.querySelector("label[for='f-file']").getBoundingClientRect().top
      - document.querySelector("#f-file-pasted").getBoundingClientRect().bottom""")
    check(space >= 8, f"The label is {space} px below the field above it.")


def family_on_a_phone(hand):
    """The address of a parent has a line of its own beside the buttons, and the role is one word on one line."""
    hand.browser.go("/family")
    for width in [390, 320]:
        hand.page.set_viewport_size({"width": width, "height": 844})
        parents = hand.page.locator("main .row.brief:has(.acts)")
        cut = parents.locator(".detail").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)")
        heights = parents.locator(".badge").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        check(len(heights) > 1 and not cut, f"At {width} px these are cut: {cut}")
        check(max(heights) < 30, f"At {width} px the badges are {heights} px high.")


def actions_of_rows(hand):
    """One action of a row is an icon that says its name, and the others are in a menu; each can be hit with a finger."""
    hand.browser.go("/performance")
    row = hand.page.locator("main .row:has(.acts)").first
    edit = row.get_by_role("link", name="Edit", exact=False)
    menu = row.locator(".acts summary")
    check(edit.get_attribute("title") == "Edit" and not edit.inner_text().strip(), "The icon does not say its name.")
    for one in (edit, menu):
        size = one.bounding_box()
        check(size["width"] >= 44 and size["height"] >= 44, f"An action is {size}.")
    hand.activate(menu)
    delete = row.get_by_role("button", name="Delete", exact=False)
    delete.scroll_into_view_if_needed()
    box, window = delete.bounding_box(), hand.page.viewport_size
    check(box["x"] >= 0 and box["x"] + box["width"] <= window["width"], f"The menu leaves the window: {box}")
    # Nothing of the rows below covers the menu.
    on_top = delete.evaluate("""one => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }""")
    check(on_top, "Something covers the menu.")
    hand.activate(delete)
    hand.see("Cancel")


def actions_of_rows_on_a_phone(hand):
    actions_of_rows(hand)


def actions_without_scripts(hand):
    actions_of_rows(hand)


def printed(hand):
    """A printed packet page has what the packet tells, and not what it keeps back."""
    hand.browser.go("/packet")
    kept_back = hand.page.get_by_role("heading", name="What it keeps back")
    check(kept_back.is_visible(), "The screen does not say what is kept back.")
    hand.page.emulate_media(media="print")
    check(hand.page.get_by_role("heading", name="What it tells").is_visible() and not kept_back.is_visible(),
          "What the packet keeps back is printed.")


def print_button(hand):
    """The button of the packet's preview prints the document in the preview."""
    hand.browser.go("/packet")
    preview = hand.page.locator("iframe.document")
    preview.scroll_into_view_if_needed()
    button = hand.page.frame_locator("iframe.document").get_by_role("button", name="Print", exact=True)
    button.wait_for()
    inside = preview.element_handle().content_frame()
    inside.evaluate("() => { window.printed = 0; window.print = () => window.printed++; }")
    hand.activate(button)
    check(inside.evaluate("() => window.printed") == 1, f"It was printed {inside.evaluate('() => window.printed')} times.")


def printed_report(hand):
    """A report on paper has its title, its numbers and its table, and no menu, button or form."""
    hand.browser.go("/reports")
    hand.page.locator("main").get_by_role("link", name="Last 90 days", exact=False).click()
    hand.press("Generate report for selected date range")
    hand.see("Report Summary", "Metric Averages")
    owner = hand.page.locator(".owner")
    check(not owner.is_visible(), "The name for paper is on the screen.")
    hand.page.emulate_media(media="print", color_scheme="dark")
    check(owner.is_visible() and owner.inner_text().strip(), "The paper does not say whose report it is.")
    check(not hand.page.get_by_role("heading", name="Generate Report").is_visible(), "The form's heading is on paper.")
    pale = hand.page.locator(":root").evaluate("one => getComputedStyle(one).getPropertyValue('--muted-text')")
    check(pale.strip() == "#666d7a", f"In a dark scheme the words on paper are {pale}.")
    shown = hand.page.locator("nav, button, form, .links, #outcome").locator("visible=true")
    check(shown.count() == 0, f"These are on paper: {shown.all_inner_texts()}")
    wanted = hand.page.locator("h1, main h2, main .stat > [aria-hidden]:not(svg), main table").locator("visible=true").all_inner_texts()
    check(len(wanted) > 10, f"Only these are on paper: {wanted}")
    words = lambda text: unicodedata.normalize("NFKC", text).split()
    text = subprocess.run(["pdftotext", "-", "-"], input=hand.page.pdf(), capture_output=True, check=True).stdout.decode()
    lost = set(words(" ".join(wanted))) - set(words(text))
    check(not lost, f"Not in the printed document: {sorted(lost)}")


def stands(hand, school, lane):
    """Waits until the school's card stands in that lane."""
    card = hand.page.get_by_role("link", name=school)
    expect(hand.page.locator(".lane", has=card).locator("h2")).to_contain_text(lane)


def board(hand):
    """A school is moved to another status with the mouse, with the keyboard, and with the control on its card."""
    hand.browser.go("/schools")
    hand.press("By status")
    hand.see_title("Schools by status")
    school = "Halvorsen University"
    link = hand.page.locator(".board .row", has_text=school).locator("a").first
    stands(hand, school, "Interested")
    # The school is dragged to the heading of the lane, which is in view. The middle of a long lane
    # can be outside of the window, and the drag fails when the page scrolls.
    link.drag_to(hand.page.locator(".lane").nth(1).locator("h2"))
    stands(hand, school, "Contacted")
    hand.see_outcome(school)
    link.focus()
    hand.page.keyboard.press("Shift+ArrowRight")
    stands(hand, school, "Interested")
    focused = hand.page.evaluate("document.activeElement.textContent")
    check(focused == school, f"The focus is on {focused}.")
    hand.activate(hand.page.locator("#outcome .undo button"))
    stands(hand, school, "Contacted")
    broken = hand.page.locator(".lane").evaluate_all("""all => all.flatMap(lane => {
      const heading = lane.querySelector("h2"), words = heading.firstChild, range = document.createRange();
      lane.classList.add("none");
      lane.replaceChildren(heading);
      return [...words.data.matchAll(/\\S+/g)].filter(word => {
        range.setStart(words, word.index);
        range.setEnd(words, word.index + word[0].length);
        return range.getClientRects().length > 1;
      }).map(String);
    })""")
    check(not broken, f"The headings of empty lanes break inside {broken}.")


def calendar(hand):
    """A month is a table on a wide screen and a list on a phone; its days lead to the records, and the months to each other."""
    hand.browser.go("/dashboard")
    hand.press("Calendar")
    hand.see_title("Calendar")
    hand.see("February 2026")
    heads = hand.page.locator(".month th").all_inner_texts()
    check(heads == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], f"The columns are {heads}.")
    check(hand.page.locator(".month [aria-current=date] .day").inner_text() == "10", "Today is not marked.")
    hand.press("Next month", exact=False)
    hand.see("March 2026")
    hand.press("This month")
    hand.see("February 2026")
    entry = hand.page.locator(".month td a").first
    title = entry.inner_text()
    hand.activate(entry)
    hand.see(title)
    hand.browser.go("/calendar")
    hand.page.set_viewport_size(PHONE)
    check(hand.page.locator(".month td a").locator("visible=true").count() == 0, "A phone shows titles in the weeks.")
    check(hand.page.locator(".month .dots").first.is_visible(), "A phone does not count the entries.")
    hand.activate(hand.page.locator("main .list .row a").first)
    hand.see(title)


def writing(hand):
    """A contact is written on top of a school's timeline and stands in it. What is missing is asked for, and nothing is lost."""
    hand.browser.go("/schools/1")
    box = hand.page.locator("form.writing")
    offered = hand.page.locator(".toolbar").text_content()
    check("Log Interaction" in offered and "Log a contact" not in offered, f"Logging is offered twice: {offered}")
    coach = box.get_by_label("With").locator("option").nth(2).inner_text()
    hand.write(box.get_by_label("What was said?"), "They liked the new video.\nMore in March.")
    hand.choose(box.get_by_label("With"), coach)
    hand.choose(box.get_by_label("How?"), "Phone call")
    hand.activate(box.get_by_role("button", name="Log"))
    hand.see_outcome("Logged")
    hand.see_title("Fallow Creek University")
    first = hand.page.locator("section:has(form.writing) .row").first
    check("Phone call" in first.inner_text() and coach.split()[-1] in first.inner_text(), f"The first is {first.inner_text()!r}")
    check(box.get_by_label("What was said?").input_value() == "", "What was sent still stands in the box.")
    logged = hand.household.run("interactions", "--search", "liked the new video")
    check("Phone call" in logged, logged)
    hand.write(box.get_by_label("What was said?"), "Half a sentence")
    # The page shows what another program writes meanwhile, and keeps the text in the box.
    if hand.browser.scripts:
        hand.household.run("interactions", "add", "s1", "camp", "--subject", "Winter camp")
        hand.see("Winter camp")
        # The text also stays when a section above the box disappears, here that of the deleted
        # coaches.
        hand.household.run("coaches", "delete", "c1", "--yes")
        hand.household.run("coaches", "delete", "c2", "--yes")
        expect(hand.page.locator("main")).not_to_contain_text("Coaches (2)")
        check(box.get_by_label("What was said?").input_value() == "Half a sentence", "What was typed is gone.")
    long = "x" * 10_001
    hand.write(box.get_by_label("What was said?"), long)
    hand.activate(box.get_by_role("button", name="Log"))
    hand.see_title("Log a contact")
    hand.see("There is one thing to mend")
    check(hand.page.locator("#f-content").input_value() == long, "What was typed is gone.")
    hand.fill(content="Half a sentence")
    hand.send("Log")
    hand.see_outcome("Logged")


def ways(hand):
    """Who writes, texts or calls from a coach's page comes back to a form that says how."""
    hand.household.run("coaches", "edit", "c1", "--phone", "(555) 010-7788")
    hand.browser.go("/coaches/1")
    how = hand.page.locator("form.writing").get_by_label("How?")
    check(how.input_value() == "email", f"The form begins with {how.input_value()}.")
    # The link is pressed, and the other program is not opened.
    hand.page.evaluate("addEventListener('click', event => event.target.closest('a[href]')?.origin === 'null' && event.preventDefault())")
    for link, way in [("Text", "text"), ("Call", "phone-call"), ("E-mail", "email")]:
        hand.activate(hand.page.get_by_role("link", name=link, exact=True).first)
        check(how.input_value() == way, f"After {link} the form says {how.input_value()}.")
        check(hand.page.evaluate("document.activeElement.name") == "content", "The text is not at hand.")
    # On a school's page the coach of the row is chosen.
    hand.browser.go("/schools/1")
    hand.page.evaluate("addEventListener('click', event => event.target.closest('a[href]')?.origin === 'null' && event.preventDefault())")
    form = hand.page.locator("form.writing")
    row = hand.page.locator("main .row:has(a[href^='mailto:'])").last
    hand.activate(row.locator("a[href^='mailto:']").first)
    chosen = form.get_by_label("With").locator("option:checked").inner_text()
    check(form.get_by_label("How?").input_value() == "email", "The form does not say how.")
    check(row.locator(".title").inner_text().split(",")[0] in chosen, f"The form is about {chosen}.")


def days(hand):
    """A day has one field that shows the choice, and the buttons show which of them is chosen."""
    hand.browser.go("/c?line=interactions+add")
    day = hand.page.locator("#f-on")
    pressed = lambda: hand.page.locator(".days-near [aria-pressed=true]").all_inner_texts()
    check(day.input_value() == "today" and pressed() == ["Today"], f"{day.input_value()} {pressed()}")
    hand.activate(hand.page.get_by_role("button", name="Yesterday"))
    check(day.input_value() == "yesterday" and pressed() == ["Yesterday"], f"{day.input_value()} {pressed()}")
    hand.write(day, "feb 3")
    check(pressed() == [], f"{pressed()} is chosen beside another day.")
    check(hand.page.locator(".days-near input:visible").count() == 0 or hand.page.locator(".days-near input").bounding_box()["width"] <= 2,
          "A second field shows another day.")


def writing_without_scripts(hand):
    writing(hand)


def undone(hand):
    """Undo of what was just added leads to the list, because the page of the record is gone."""
    for line, values, title in (
        ("schools add", {"name": "Cedar Hill College"}, "Schools"),
        ("performance log", {"metric": "Fastball Velocity", "value": "81"}, "Performance Metrics"),
    ):
        hand.open(line)
        hand.fill(**values)
        hand.send("Add" if line == "schools add" else "Log Metric")
        hand.activate(hand.page.get_by_role("button", name="Undo").first)
        hand.see_title(title)
        hand.see("Took back")
        check("There is no" not in hand.page.locator("main").inner_text(), "The page speaks of a record that is gone.")


def undone_without_scripts(hand):
    undone(hand)


def sport(hand):
    """A form offers the measures, positions and events of the sport and one's own, and a profile asks for nothing of another sport."""
    hand.open("performance log")
    offered = hand.page.locator("#f-metric option").all_inner_texts()
    check("Fastball Velocity" in offered and "30-Meter Sprint" not in offered, f"Baseball is offered {offered}")
    hand.household.run("profile", "edit", "--sport", "Girls' soccer", "--clear", "bats", "--clear", "throws")
    hand.open("measures add")
    hand.fill(name="30 m shuttle", unit="s", better="Lower")
    hand.send("Add")
    hand.see_outcome("Added the measure 30 m shuttle in sec, lower is better.")
    hand.open("performance log")
    offered = hand.page.locator("#f-metric option").all_inner_texts()
    check("30-Meter Sprint" in offered and "30 m shuttle" in offered, f"Soccer is offered {offered}")
    check("Fastball Velocity" not in offered, "A soccer player is offered a fastball.")
    hand.fill(metric="30 m shuttle", value="8.4")
    hand.send("Log Metric")
    hand.see_outcome("30 m shuttle 8.40 sec")
    hand.open("profile edit")
    positions = hand.page.locator("#f-position-list option").evaluate_all("all => all.map(o => o.value)")
    check("Goalkeeper" in positions, f"Positions are {positions}")
    hand.press("Playing")
    check(hand.page.locator("#f-height").count() == 1, "The height is not asked for.")
    check(hand.page.locator("#f-bats").count() == 0, "A soccer player is asked how they bat.")
    hand.browser.go("/tasks/60")
    hand.see("Evaluate School Fit Beyond Soccer")
    hand.household.run("profile", "edit", "--sport", "Swimming")
    hand.open("events add")
    hand.fill(name="County Finals", type="Meet", on="tomorrow")
    hand.send("Add")
    hand.see_outcome("County Finals")
    hand.open("events --type game")
    hand.see("Meet")


def choose_lane(hand):
    """The control on a card needs no script."""
    hand.browser.go("/schools/board")
    school = "Prairie Lantern University"
    card = hand.page.locator(".board .row", has_text=school)
    card.locator("select").select_option("Recruited")
    card.get_by_role("button", name="Move").click()
    hand.see_outcome(school)
    stands(hand, school, "Recruited")


def upload(hand):
    """A transcript of ten megabytes is kept and taken out again, whole; what only says that it is one is refused, and nothing is lost of the form."""
    transcript, page = b"%PDF-1.7\n" + os.urandom(10 * 1024 * 1024 - 9), b"<html><script>alert(1)</script></html>"
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ("My transcript.pdf", "page.pdf")}
        for path, content in zip(paths.values(), (transcript, page)):
            with open(path, "wb") as file:
                file.write(content)
        hand.browser.go("/documents")
        hand.press("Upload a file")
        hand.see_title("Upload a file")
        hand.bring(hand.page.locator("#f-file"), paths["page.pdf"])
        hand.fill(type="Transcript", title="Junior year")
        hand.send("Upload")
        fault = hand.page.locator("#f-file-fault")
        expect(fault).to_contain_text("“page.pdf” is no file that can be kept.", timeout=PATIENCE)
        with open(os.path.join(folder, "long.pdf"), "wb") as file:
            file.write(transcript + b"x")
        hand.page.set_viewport_size(PHONE)
        hand.bring(hand.page.locator("#f-file"), file.name)
        hand.send("Upload")
        expect(fault).to_contain_text("“long.pdf” is too large", timeout=PATIENCE)
        expect(hand.page.locator("form.fields")).not_to_contain_text("page.pdf")
        if hand.browser.scripts:
            check(hand.page.evaluate("document.activeElement.id") == "f-file", "The field has not the focus.")
            expect(hand.page.locator("label[for=f-file]")).to_be_in_viewport(ratio=1)
        check(hand.page.locator("#f-title").input_value() == "Junior year", "What was typed is gone.")
        hand.bring(hand.page.locator("#f-file"), paths["My transcript.pdf"])
        hand.send("Upload")
        hand.see_outcome("Junior year")
    hand.browser.go("/documents")
    hand.press("Junior year", exact=False)
    hand.see("10.0 MB", "My transcript.pdf")
    with hand.page.expect_download() as download:
        hand.press("Save the file")
    check(download.value.suggested_filename == "My transcript.pdf", f"It is called {download.value.suggested_filename}.")
    with open(download.value.path(), "rb") as file:
        check(file.read() == transcript, "The file is another one now.")


def upload_without_scripts(hand):
    upload(hand)


# The bottom of the last button of the form and the top of what was said, at the end of the page.
AT_THE_END = """() => {
  scrollTo(0, document.body.scrollHeight);
  const box = document.querySelector("#outcome .said").getBoundingClientRect();
  return [document.querySelector("form.fields .buttons").getBoundingClientRect().bottom, box.top];
}"""


def room_for_outcome(hand):
    """At the end of a page what was said lies over no button of its form, in a wide window and on a phone."""
    for window in (hand.page.viewport_size, PHONE):
        hand.page.set_viewport_size(window)
        hand.open("coaches add&school=s1")
        hand.fill(name=f"Ana {window['width']}", role="Head Coach")
        hand.activate(hand.page.get_by_role("button", name="Save and add another"))
        hand.see_outcome(f"Ana {window['width']}".split()[0])
        bottom, top = hand.page.evaluate(AT_THE_END)
        check(bottom <= top, f"{window}: the buttons end at {bottom}, and what was said begins at {top}.")


def long_outcome(hand):
    """What was said and is not shown whole stays until it is closed."""
    hand.browser.go("/dashboard")
    begin(hand, "quick+add")
    hand.fill(text="Print the packing list twice and put it into the bag beside the gloves. " * 2)
    hand.activate(hand.page.locator("form.fields button.primary"))
    hand.see_outcome("Print the packing list twice")
    hand.page.mouse.move(0, 0)
    hand.page.wait_for_timeout(7000)
    said = hand.page.locator("#outcome")
    check(said.is_visible(), "What was said went before all of it could be read.")
    # What scrolls cuts the shadow of what is in it, and the corners of that look gray.
    looks = said.evaluate("one => [one, one.firstElementChild].map(box => getComputedStyle(box)).map(look => [look.borderRadius, look.boxShadow])")
    check(looks[0][0] == "12px" and looks[0][1] != "none" and looks[1][1] == "none", f"The box of what was said looks like {looks}.")
    hidden = lambda: said.locator(".cut").evaluate("one => one.scrollHeight - one.clientHeight")
    check(hidden() > 1, "What was said is not cut.")
    said.focus()
    check(hidden() <= 1, "What was said is cut while it has the focus.")
    said.get_by_role("button", name="Close").click()
    expect(said).to_be_hidden()


def keys_and_lines(hand):
    """The menu More begins without a line, and a screen that is only touched has no words about keys."""
    hand.browser.go("/dashboard")
    hand.activate(hand.page.locator(".opens-more button"))
    line = hand.page.locator("#more > :visible").first.evaluate("one => getComputedStyle(one).borderTopWidth")
    check(line == "0px", f"The menu begins with a line of {line}.")
    hints = """() => [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
      .some(rule => rule.media?.mediaText === "(hover: none)" && rule.cssText.includes("#bar .shows"))"""
    check(hand.page.evaluate(hints), "Find has words about keys where there are none.")


def log_email(hand):
    begin(hand, "interactions+add")
    hand.write(hand.page.locator("#f-with"), COACH.split(",")[0])
    hand.activate(hand.page.locator(".offers li:visible").get_by_text(COACH).first)
    hand.finish("Logged")


def log_measurement(hand):
    begin(hand, "performance+log")
    # The measure that was logged last is chosen already.
    check(hand.page.locator("#f-metric").input_value() == "velocity", "The last measure is not chosen.")
    hand.write(hand.page.locator("#f-value"), "84")
    hand.finish("Fastball Velocity 84")


def add_school(hand):
    begin(hand, "schools+add")
    hand.write(hand.page.locator("#f-name"), "Cedar Hill College")
    hand.finish("Cedar Hill College")


def add_ten_schools(hand):
    hand.press("Schools")
    hand.see_title("Schools")
    hand.press_more("Paste many")
    hand.write(hand.page.locator("#f-file-pasted"), "\n".join(f"Cedar {number} College" for number in range(10)))
    hand.send("Show what was understood")
    hand.see("10 schools would be imported")
    hand.press("Add them")
    hand.see_outcome("Imported 10 schools")


def tick_task(hand):
    hand.press("Tasks")
    hand.see_title("Tasks")
    hand.activate(hand.page.locator("main .row:has(.sign-unchecked) button.tick:not([aria-disabled])").first)
    hand.see_outcome("is complete")


def see_next(hand):
    first = hand.page.locator("main section").first
    check(first.locator("h2").inner_text() == "Next", "What is next is not first.")
    expect(first.locator(".row").first).to_be_in_viewport()


COACH = "Rivera, Ana"
# The jobs of a family's week, each from the first page on, and the number of presses that it may take.
JOBS = [(see_next, 0), (tick_task, 2), (add_school, 3), (add_ten_schools, 4), (log_measurement, 3), (log_email, 4)]


def begin(hand, line):
    """Presses the + and what it offers."""
    hand.activate(hand.page.locator(".opens-quick button").locator("visible=true"))
    hand.activate(hand.page.locator(f"#quick a[href*='{line}']"))
    hand.page.locator("form.fields").wait_for()


class Counting(Hand):
    """Counts what a person presses with a mouse or a finger: a button, a link, a field, and twice for a list, which is opened and in
    which something is chosen.

    Typing is no press. A field that has the focus, and a list that shows already what is wanted, need none. Coming to a field with Tab,
    which is Next on a phone's keyboard, is a press like pressing the field.
    """

    presses = 0

    def activate(self, target):
        self.presses += 1
        super().activate(target)

    def choose(self, field, label):
        if field.evaluate("one => one.selectedOptions[0]?.label") == label:
            return
        # A list is opened, and one of its entries is chosen.
        self.presses += 2
        field.focus()
        super().choose(field, label)

    def write(self, field, text):
        # The page that a press leads to takes a moment to place the focus.
        for _ in range(10):
            if field.evaluate("one => one === document.activeElement"):
                return self.page.keyboard.insert_text(text)
            self.page.wait_for_timeout(50)
        self.activate(field)
        self.page.keyboard.insert_text(text)

    def finish(self, outcome):
        self.activate(self.page.locator("form.fields button.primary"))
        self.see_outcome(outcome)


def counted(hand):
    """No job takes more presses than it may."""
    # A coach whose name is no other's.
    hand.household.run("coaches", "add", "Ana Rivera", "s1", "head")
    # What was measured last is measured once more.
    hand.household.run("performance", "log", "velocity", "83")
    taken = []
    for job, most in JOBS:
        counting = Counting(hand.browser)
        hand.browser.go("/dashboard")
        job(counting)
        print(f"{job.__name__}: {counting.presses} of {most}", flush=True)
        if counting.presses > most:
            taken.append(f"{job.__name__} takes {counting.presses} presses and may take {most}.")
    check(not taken, "\n".join(taken))


def counted_on_a_phone(hand):
    counted(hand)


def survives(program):
    """A session outlives the program; a form that was open when its person was signed out is there again after signing in."""
    household = Household(program)
    try:
        with chromium() as engine:
            port = household.port()
            with household.serving(port=port) as entrance:
                browser = household.browser(engine, entrance, refusals={401, 409})
                hand = Hand(browser)
                hand.open("account passphrase")
                hand.page.locator("#f-passphrase").fill("Tall-Tree-42")
                hand.page.locator("#f-passphrase-again").fill("Tall-Tree-42")
                hand.page.locator("form.fields button.primary").click()
                hand.see_outcome("passphrase is set")
                hand.open("schools add")
                hand.fill(name="Cedar Hill College")
            # The server was stopped and started again with the form open. The new server accepts
            # the page's session, but does not know whether the form was saved, so it asks once more
            # before it writes.
            with household.serving(port=port):
                hand.send("Add")
                hand.see("it is not known whether this was saved before")
                check(hand.page.locator("#f-name").input_value() == "Cedar Hill College", "What was typed is gone.")
                hand.send("Add")
                hand.see_outcome("Cedar Hill College")
                hand.open("coaches add")
                hand.fill(name="Ana Rivera", school="Cedar Hill", role="Head Coach")
                hand.page.keyboard.press("Escape")
            # Ends the person's sign-in, as if its time had run out.
            with sqlite3.connect(household.data + "/compass.sqlite") as file:
                file.execute("DELETE FROM local_sessions")
            with household.serving(port=port):
                # The open page must notice without a press that the person is signed out.
                hand.see_title("Sign in")
                hand.see("You were signed out")
                hand.fill(profile="Casey Shelton")
                hand.page.locator("#f-passphrase").fill("Wrong-Tree-42")
                hand.send("Sign in")
                hand.see_title("Sign in")
                hand.page.locator("#f-passphrase").fill("Tall-Tree-42")
                hand.send("Sign in")
                hand.see_title("Add a coach")
                check(hand.page.locator("#f-name").input_value() == "Ana Rivera", "What was typed is gone.")
                hand.send("Add")
                hand.see_outcome("Rivera, Ana")
                browser.go("/schools/1")
            with sqlite3.connect(household.data + "/compass.sqlite") as file:
                file.execute("DELETE FROM local_sessions")
            with household.serving(port=port):
                # The box of the page had no text, so the browser remembers only which page was
                # open. After the sign-in this page is shown again.
                hand.see_title("Sign in")
                hand.fill(profile="Casey Shelton")
                hand.page.locator("#f-passphrase").fill("Tall-Tree-42")
                hand.send("Sign in")
                hand.see_title("Fallow Creek University")
                # While no server ran, the page's live stream could not connect. These errors are no
                # faults.
                browser.faults = [one for one in browser.faults if "ERR_CONNECTION" not in one]
                browser.close()
            # The data file stores no cookie of a session, so a copy of the file is not enough to
            # sign in.
            cookie = browser.last_cookie
            with open(household.data + "/compass.sqlite", "rb") as file:
                check(cookie.encode() not in file.read(), "The file holds the cookie.")
    finally:
        household.remove()


def press_after_the_end(program):
    """A press in a page whose session ended while the server was started again says so, and leads back to the page."""
    household = Household(program)
    try:
        with chromium() as engine:
            port = household.port()
            with household.serving(port=port) as entrance:
                browser = household.browser(engine, entrance, refusals={401})
                hand = Hand(browser)
                hand.open("account passphrase")
                hand.page.locator("#f-passphrase").fill("Tall-Tree-42")
                hand.page.locator("#f-passphrase-again").fill("Tall-Tree-42")
                hand.page.locator("form.fields button.primary").click()
                hand.see_outcome("passphrase is set")
                # The page hears nothing of the end, so that the press is the first to find out.
                hand.page.add_init_script(DEAF)
                browser.go("/tasks?status=all")
            with sqlite3.connect(household.data + "/compass.sqlite") as file:
                file.execute("DELETE FROM local_sessions")
            with household.serving(port=port):
                hand.page.locator("main button.tick:not([aria-disabled])").first.click()
                hand.see_title("Sign in")
                hand.see("You were signed out", "press the button again")
                hand.fill(profile="Casey Shelton")
                hand.page.locator("#f-passphrase").fill("Tall-Tree-42")
                hand.send("Sign in")
                hand.see_title("My Tasks")
                browser.close()
    finally:
        household.remove()


TESTS = [
    survives, press_after_the_end, family(conflict), family(changed_under_a_form),
    family(report), family(notifications), family(bold_titles), family(quick_task), family(whole_grade), family(sign_out), family(sign_out_elsewhere), family(fragments), family(back_to_a_form), family(kept_while_away), family(kept_through_trouble), family(chosen_record_kept), family(sealed), family(sealed, scripts=False), family(refused_again, **PHONE), family(ticks_stay), family(ticks_stay_beside_others), family(primary),
    family(one_line), family(one_line_on_a_phone, **PHONE), family(uncovered), family(uncovered_on_a_phone, **PHONE), family(undone_by_touch, touch=True, **PHONE), family(said_once), family(search), family(to_records), family(at_hand), family(many), family(asked),
    family(menus, **PHONE), family(menu_by_keyboard), family(sheet, **PHONE), family(whole_words), family(columns), family(rows_on_a_phone, **PHONE), family(text_of_contacts, **PHONE), family(status_history, **PHONE), family(whole_offers), family(family_on_a_phone, **PHONE), family(narrow, width=320, height=844),
    family(actions_of_rows), family(actions_of_rows_on_a_phone, **PHONE), family(actions_without_scripts, scripts=False), family(printed), family(print_button), family(printed_report),
    family(board), family(choose_lane, scripts=False),
    family(calendar), family(writing), family(ways), family(days), family(writing_without_scripts, scripts=False), family(sport),
    family(undone), family(undone_without_scripts, scripts=False),
    family(room_for_outcome), family(long_outcome, **PHONE), family(keys_and_lines), family(upload), family(upload_without_scripts, scripts=False),
    family(counted), family(counted_on_a_phone, **PHONE),
]

if __name__ == "__main__":
    main(*TESTS)
