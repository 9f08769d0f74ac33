"""Words that would run if any page took them for more than words: in every field, shown on every page."""

from support import Household, check, chromium, main, pages

SCRIPT = "<script>planted('script')</script>"
# Each text ends the part of a page in which it could be inserted: an attribute, a text area, a
# style, a comment, or a string of a script.
HOSTILE = [
    SCRIPT,
    "\"><img src=x onerror=planted('image')>",
    "' onmouseover='planted(1)' autofocus onfocus='planted(2)' x='",
    "</textarea></title></style><svg onload=planted('svg')>",
    "x--><iframe srcdoc=\"<script>parent.planted('frame')</script>\">",
    "\\';planted('string');//${planted('template')}{{constructor.constructor('planted(3)')()}}",
]
# The page of the packet shows the packet in a frame without an origin. No other frame may be there.
OTHER_FRAME = "iframe:not([sandbox='allow-scripts allow-modals'][src^='/preview'])"
ADDRESS = "javascript:planted('address')"


def fill(household):
    """Every kind of record with the words in each field that takes words; what a rule refuses is refused, and the rest is kept."""
    kept = 0
    for number, words in enumerate(HOSTILE):
        day = f"2026-02-{number + 1:02}"
        for line in [
            ["schools", "add", words, "--status", "contacted", "--status-note", words, "--location", words, "--city", words,
             "--conference", words, "--pros", words, "--cons", words, "--notes", words, "--private-note", words],
            ["coaches", "add", words, "s1", "head", "--notes", words, "--private-note", words],
            ["interactions", "log", "email", "c1", words, "--on", day, "--content", words],
            ["offers", "add", "s1", "partial", "--conditions", words, "--notes", words],
            ["events", "add", words, "showcase", day, "--location", words, "--address", words, "--city", words, "--description", words,
             "--performance", words],
            ["documents", "add", words, "resume", "https://example.org/" + str(number), "--description", words],
            ["letters", "add", words, "--title", words, "--relationship", words, "--notes", words],
            ["performance", "log", "velocity", "80", "--on", day, "--notes", words],
            ["quick", "add", words],
        ]:
            kept += household.tries(*line)
    check(kept >= 50, f"Only {kept} lines were taken.")
    household.run(
        "profile", "edit", "--name", SCRIPT, "--position", HOSTILE[1], "--high-school", HOSTILE[2], "--club", HOSTILE[3], "--city",
        HOSTILE[4])
    household.run("reports", "save", SCRIPT, "last-30-days")
    # An address that runs a script must be refused as the address of a document.
    check(not household.tries("documents", "add", "Clip", "resume", ADDRESS), "A link that runs was kept.")


def everywhere(program, home=Household):
    household = home(program)
    try:
        with household.serving() as entrance, chromium() as engine:
            fill(household)
            browser = household.browser(engine, entrance)
            page, shown, count, faults = browser.page, 0, 0, []
            for address in pages(browser):
                count += 1
                page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
                # Sends events of the pointer and of the focus to every element. They would run
                # hostile handlers such as `onmouseover`.
                page.evaluate("""document.querySelectorAll('main *').forEach(one => {
                  one.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
                  one.dispatchEvent(new FocusEvent('focus'));
                })""")
                browser.look()
                shown += "planted(" in page.locator("body").inner_text()
                for what in ["a[href^='javascript:' i]", "form[action^='javascript:' i]", OTHER_FRAME, "main script", "main img[src='x']"]:
                    if page.locator(what).count():
                        faults.append(f"{address} has {what}")
            check(not faults, "\n".join(faults[:20]))
            check(shown >= 20, f"Only {shown} of {count} pages showed the words.")
            browser.close()
            print(f"{count} pages, {shown} with hostile words")
    finally:
        household.remove()


if __name__ == "__main__":
    main(everywhere)
