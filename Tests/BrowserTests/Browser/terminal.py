"""No page tells who looks at it to type something: what belongs to a terminal, forms that are sent empty, addresses that are refused,
and what Find offers. `pages.py` reads every page of a family for it."""

import re

from reader import sendable, text
from support import Household, check, chromium, main

# Words that belong to a terminal and may not be on a page: a command in backquotes, an option, the
# program's name, and a noun of a command with its verb, such as `tasks add`.
NOUNS = "tasks|schools|coaches|interactions|offers|events|documents|letters|performance|reports|notifications|family|account|profile|settings|packet|quick|suggestions|sync|backup"
VERBS = "add|edit|show|list|log|delete|complete|start|skip|reset|create|join|switch|sign-in|sign-out|passphrase|connect|generate|save|search|filter|catch-up|keep|status|tier"
WORDS = [
    re.compile(r"`"), re.compile(r"(?<![\w-])--[a-z]"), re.compile(r"compass-shell"), re.compile(r"\bhandles?\b", re.I),
    re.compile(r"\bEnter (for|if|keeps|skips|takes)\b|\bif left out\b|\bhowever many\b|\bthis time$|\bnone for none\b"),
    re.compile(r"\b(type|typed|give) (the|a) command\b", re.I), re.compile(rf"\b({NOUNS}) ({VERBS})\b"), re.compile(r"\bUsage:"),
    re.compile(r"/\S*\.sqlite\b"),
    # Words that stand for an empty value, or say how several are typed.
    re.compile(r"(,|\bor) none\.?$|^Commas between|^Several with commas|\bin one line\b"),
]
# A handle, the short name by which people type a record in the terminal: a letter and a number.
HANDLE = re.compile(r"(?<![\w./-])[cdegilmnopqst]\d+\b")
# Titles of tasks and specified sentences that contain one of these words in its everyday meaning.
TITLES = re.compile(r"Handle Recruiting Pressure|No action items at this time")
# The forms that are not sent: those that end the visit or delete records, and those that only read.
NOT_PRESSED = re.compile(r"sign-in|filter|settings|delete|clear")
# Addresses that are wrong, or that name a command which only a terminal has.
REFUSED = [
    "/c", "/c?line=tsks", "/c?line=tasks+foo", "/c?line=tasks+list+--zz", "/c?line=schools+add+--zz+1", "/c?line=schools+--out+x",
    "/c?line=serve", "/c?line=quit", "/c?line=open+3", "/c?line=back", "/c?line=history+zz", "/c?line=undo", "/c?line=undo+zz", "/nothing",
    "/c?line=help+tasks", "/c?line=help+interactions+log", "/c?line=help+scripts", "/c?line=help+nonsense",
    "/offers?page=zz", "/tasks?staus=completed", "/tasks?status=nonsense", "/interactions?from=32+May", "/interactions?type=pigeon",
]
# Beginnings of what a person writes into Find, which offers what fits.
BEGUN = [
    "a", "b", "c", "cl", "co", "d", "f", "h", "o", "q", "r", "s", "se", "t", "u", "--", "schools ", "schools a", "tasks ", "tasks --", "offers e",
    "interactions log ", "performance ", "help ", "undo ", "tasks show s",
]
# A word of a command that stands alone, and words about a terminal in what Find says beside an offer.
BARE = re.compile(rf"^({VERBS}|serve|record|replay|quit|clear|open|back|refresh|undo|redo|doctor|set|help)$")
BESIDE = re.compile(r"Ctrl-C|by its number|^Leave\.?$")


def said(page):
    """All that a page says, also what is behind a press."""
    return page.evaluate("""() => {
      document.querySelectorAll("details").forEach(one => one.open = true);
      const parts = [document.querySelector("main").innerText];
      document.querySelectorAll("[aria-label], [placeholder]").forEach(one => parts.push(one.getAttribute("aria-label") || one.placeholder));
      return parts.join("\\n");
    }""")


def of_a_terminal(text):
    """The lines of a text that belong to a terminal."""
    return [line.strip()[:160] for line in text.splitlines() if any(word.search(TITLES.sub("", line)) for word in WORDS + [HANDLE])]


def lines_of_a_terminal(page):
    """What a page says that belongs to a terminal."""
    return of_a_terminal(said(page))


def empty(form):
    """Takes out of a form what was in its fields."""
    for field in form.iter():
        if field.get("name", "_").startswith("_"):
            continue
        if field.tag == "textarea":
            field.text = ""
        elif field.tag == "select":
            field[:] = [one for one in field.iter("option") if one.get("value") == ""]
        elif field.get("type") in ("radio", "checkbox"):
            field.attrib.pop("checked", None)
        elif field.tag == "input":
            field.set("value", "")


def send_empty(reader, addresses):
    """Sends forms empty, and returns what the answers say that belongs to a terminal. Their HTML says it, so no browser draws them.

    A form without required fields does its work, which can delete the record of another form, so all pages are read before.
    """
    found, sent = set(), 0
    for address in addresses:
        form, button = (None, None) if reader.go(address).status == 404 else sendable(reader.page)
        if form is None:
            continue
        sent += 1
        empty(form)
        reader.send(form, button)
        names = [one.get(name) for one in reader.page.iter() for name in ("aria-label", "placeholder") if one.get(name)]
        lines = of_a_terminal("\n".join([text(reader.page.find(".//main"))] + names))
        found.update(f"{address} (sent empty): {line}" for line in lines)
    print(f"{sent} of {len(addresses)} forms sent empty")
    check(sent * 10 >= len(addresses) * 9, f"Only {sent} of {len(addresses)} forms were still there to be sent.")
    return found


def refused(program):
    """Addresses that are refused, and the list of Find, speak of pages and not of a terminal."""
    household = Household(program)
    try:
        with household.serving() as entrance, chromium() as engine:
            browser, found = household.browser(engine, entrance, refusals={400, 403, 404, 409}), []
            for address in REFUSED:
                browser.go(address)
                found += [f"{address}: {line}" for line in lines_of_a_terminal(browser.page)]
            browser.go("/tasks")
            offered = 0
            for begun in BEGUN:
                offers = browser.page.evaluate("""async line => {
                  const address = new URL(document.body.dataset.complete, location);
                  address.searchParams.set("line", line);
                  const answer = await fetch(address, { headers: { Accept: "application/json" } });
                  return (await answer.json()).map(one => [one.label || one.text, one.note]);
                }""", begun)
                offered += len(offers)
                for label, note in offers:
                    words = f"{label} {note}"
                    if BARE.search(label) or BESIDE.search(note) or any(word.search(TITLES.sub("", words)) for word in WORDS + [HANDLE]):
                        found.append(f"Find, {begun!r}: {label}: {note}")
            check(offered > len(BEGUN), f"Find offers only {offered} things.")
            check(not found, f"{len(found)} lines speak of the terminal:\n" + "\n".join(found[:80]))
            browser.close()
    finally:
        household.remove()


def history(program):
    """What a person did and took back is in History by the names of the records, and a person is shown no handle of their own."""
    household = Household(program)
    try:
        household.run("schools", "add", "Kent State")
        household.run("schools", "delete", "Kent State", "--yes")
        household.run("tasks", "skip", "t20")
        household.run("undo")
        with household.serving() as entrance, chromium() as engine:
            browser = household.browser(engine, entrance)
            browser.go("/c?line=history")
            words = said(browser.page)
            check("Deleted Kent State" in words and "Added Kent State" in words, words)
            browser.go("/c?line=account+who")
            words += said(browser.page)
            check("Handle" not in words, words)
            found = [line for line in words.splitlines() if HANDLE.search(line)]
            check(not found, "\n".join(found))
            browser.close()
    finally:
        household.remove()


if __name__ == "__main__":
    main(refused, history)
