"""A family's first days by pressing and typing only, from an empty folder on: with scripts off, with them, and without a mouse."""

import os
import re
from datetime import timedelta

from hand import Hand, Keys
from support import Household, check, chromium, main

SCHOOLS = """School,City,State,Division,Priority tier,Status
Cedar Valley University,Cedar Falls,IA,D1,A,Interested
Lakeside State,Erie,PA,D2,A,Contacted
Pine Ridge College,Bend,OR,D3,B,
"""
COACHES = """Name,School,Title,E-mail
Ana Rivera,Cedar Valley University,Head Coach,ana.rivera@cedarvalley.example.edu
"Rivera, Miguel",Lakeside State,Recruiting,miguel@lakeside.example.edu
"""


def day(household, engine, date, scripts, hands, work):
    with household.serving(now=f"2026-02-{date:02}T18:00:00Z") as entrance:
        # A refused form is sent back with one of these statuses. Chromium logs them as errors,
        # which would otherwise count as faults.
        browser = household.browser(engine, entrance, scripts=scripts, refusals={400, 401, 403, 404, 409})
        hand = hands(browser)
        if date > 9:
            household.come_back(hand)
            hand.see("Tasks", "Schools")
        work(hand, household)
        browser.close()


def monday(hand, household):
    household.begin(hand)
    hand.press("Dashboard")
    hand.see("Welcome back, Sam!", "Start here")
    hand.press("Profile")
    hand.press("Change it")
    hand.see_title("Change the profile")
    hand.fill(position="shortstop")
    hand.send("Save and go on")
    hand.see_title("Change the profile: Playing")
    # The next part of the profile's form can be left unchanged.
    hand.send("Save and go on")
    hand.see_title("Change the profile: School")
    hand.fill(high_school="Central High", gpa="seven")
    hand.send("Save and go on")
    # The part has a mistake, which the page counts. What was typed must still be in the fields.
    hand.see("There is one thing to mend")
    check(hand.page.locator("#f-gpa").input_value() == "seven", "What was typed is gone.")
    check(hand.page.locator("#f-high-school").input_value() == "Central High", "What was typed is gone.")
    hand.fill(gpa="3.7")
    hand.send()
    hand.see("Central High", "3.70", "shortstop")
    hand.press("Family")
    hand.command("family create")
    hand.see("A parent joins with")
    hand.press("Family")
    hand.see("FAM-")
    code = re.search(r"FAM-[A-Z0-9]{6}", hand.page.locator("main").inner_text()).group(0)
    household.parent_joins(hand, code)
    hand.press("Tasks")
    hand.see_title("Sam Lee's Tasks")
    check(hand.page.locator("main .tick:not([aria-disabled])").count() == 0, "A parent's boxes press.")
    household.athlete_returns(hand)
    hand.press("Tasks")
    hand.see_title("My Tasks")


def tuesday(hand, household):
    for name, text in [("schools.csv", SCHOOLS.replace(",D2,", ",D9,")), ("right.csv", SCHOOLS), ("coaches.csv", COACHES)]:
        with open(os.path.join(household.folder, name), "w") as file:
            file.write(text)
    hand.open("import")
    bring(hand, household, "Schools", "schools.csv")
    hand.see("“D9” is not one of D1, D2, D3, NAIA, JUCO.")
    hand.press("Schools")
    hand.see("No schools yet")
    hand.open("import")
    bring(hand, household, "Schools", "right.csv")
    hand.see("3 schools would be imported.")
    hand.press("Add them")
    hand.see("Imported 3 schools.")
    hand.open("import")
    bring(hand, household, "Coaches", "coaches.csv")
    hand.see("2 coaches would be imported.")
    hand.press("Add them")
    hand.see("Imported 2 coaches.")
    hand.press("Schools")
    hand.see("3 schools", "Lakeside State")
    # The button "B" above the list shows only the schools of priority tier B.
    hand.press("B")
    hand.see("Pine Ridge College")
    check("Lakeside" not in hand.page.locator("main .list").inner_text(), "The chip narrows nothing.")
    hand.press("All")
    hand.write(hand.page.get_by_role("searchbox", name="Search"), "cedar")
    hand.press("Search")
    hand.page.wait_for_url("**search=cedar**")
    hand.see("Cedar Valley University")
    check("Lakeside" not in hand.page.locator("main .list").inner_text(), "The search finds everything.")


def bring(hand, household, kind, name):
    hand.see_title("Import a table")
    kinds = hand.page.locator("[id='f-kind'],[id='f-what']").first
    hand.fill(**{kinds.get_attribute("id")[2:]: kind if kinds.evaluate("one => one.tagName") == "SELECT" else kind.lower()})
    hand.bring(hand.page.locator("input[type=file]"), os.path.join(household.folder, name))
    hand.activate(hand.page.locator("form.fields button.primary"))


def wednesday(hand, household):
    hand.press("Coaches")
    hand.press("Rivera, Ana", exact=False)
    hand.see("ana.rivera@cedarvalley.example.edu")
    hand.press("Interactions")
    hand.open("interactions add")
    # Two coaches have this name. The form offers both, and keeps the other fields.
    hand.fill(**{"type": "Email", "with": "rivera", "subject": "Introduction"})
    hand.page.keyboard.press("Escape")
    hand.send("Log")
    hand.see("fits two")
    hand.fill(**{"with": "Rivera, Ana · Cedar Valley University, head coach"})
    hand.page.keyboard.press("Escape")
    hand.send("Log")
    hand.see("Introduction")
    hand.press("Tasks")
    # Task t43 is locked until t1 is complete. Its check box is disabled and names what comes first.
    locked = hand.page.locator("#row-t43 .tick")
    check(locked.get_attribute("aria-disabled") == "true", "A locked task can be ticked.")
    check("to unlock" in locked.get_attribute("aria-label"), "The locked box does not say what comes first.")
    hand.command("tasks complete t1")
    hand.see("Great job! 🎉")
    hand.press("Tasks")
    address = hand.page.url
    hand.activate(hand.page.locator("#row-t43 button.tick"))
    hand.see_outcome("is complete. Great job! 🎉")
    check(hand.page.url.split("?")[0] == address.split("?")[0], "A tick leaves the page.")
    hand.see("1 of 23")
    # The page's live update about the completed task arrives within a second. It must not remove
    # the message.
    hand.page.wait_for_timeout(1500)
    hand.see_outcome("is complete. Great job! 🎉")
    hand.activate(hand.page.locator("#outcome .undo button"))
    hand.see_outcome("Took back")
    hand.see("0 of 23")
    # Reloading the page must not send the last form again.
    hand.page.reload()
    hand.see("0 of 23")
    hand.activate(hand.page.locator("#row-t43 button.tick"))
    hand.see("1 of 23")


def thursday(hand, household):
    for value, on in [("81.5", "2026-01-03"), ("82", "-30d"), ("84.5", "yesterday")]:
        hand.press("Performance")
        hand.open("performance log")
        hand.fill(metric="Fastball Velocity", value=value, on=on)
        hand.send("Log Metric")
        hand.see("Fastball Velocity")
    hand.press("Performance")
    hand.see("rose from 81.50 to 84.50 mph over 3 measurements")
    hand.activate(hand.page.locator("summary").get_by_text("Show the numbers").first)
    hand.see("82.00")
    hand.open("offers add")
    hand.fill(school="cedar", type="Partial", deadline="in 10 days")
    hand.page.keyboard.press("Escape")
    hand.send("Add")
    hand.see("Cedar Valley University")


def friday(hand, household):
    hand.press("Reports")
    hand.open("reports generate last-7-days")
    last = household.today(13)
    hand.see(" - ".join(f"{day:%b} {day.day}, {day.year}" for day in [last - timedelta(days=7), last]))


def week(program, scripts, hands, home=Household):
    household = home(program, demo=False)
    try:
        with chromium() as engine:
            for date, work in [(9, monday), (10, tuesday), (11, wednesday), (12, thursday), (13, friday)]:
                day(household, engine, date, scripts, hands, work)
                print(work.__name__, flush=True)
    finally:
        household.remove()


def without_scripts(program, home=Household):
    week(program, False, Hand, home)


def with_scripts(program, home=Household):
    week(program, True, Hand, home)


def by_keyboard(program, home=Household):
    week(program, True, Keys, home)


def long_work(program):
    """Work that lasts shows that it goes on, and a press stops it."""
    household = Household(program, demo=False)
    try:
        household.run("account", "create", "--name", "Sam Lee", "--role", "athlete")
        with open(os.path.join(household.folder, "many.csv"), "w") as file:
            file.write("Name,City\n" + "".join(f"School {number},City\n" for number in range(49_000)))
        with household.serving() as entrance, chromium() as engine:
            # A stopped import has the status 503. Chromium logs it as an error, which would
            # otherwise count as a fault.
            hand = Hand(household.browser(engine, entrance, refusals={503}))
            hand.open("import")
            bring(hand, household, "Schools", "many.csv")
            working = hand.page.locator(".working")
            working.wait_for()
            hand.activate(working.get_by_role("button", name="Stop"))
            hand.see("Stopped.")
            check(working.count() == 0, "Work that is over still shows.")
            hand.browser.close()
        check("49,000" not in household.run("schools"), "What was stopped was done.")
    finally:
        household.remove()


if __name__ == "__main__":
    main(long_work, without_scripts, with_scripts, by_keyboard)
