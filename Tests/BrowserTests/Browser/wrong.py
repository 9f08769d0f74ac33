"""Every form of a family, filled with what its fields refuse: text for a number, a day that is none, a text that is too long, a name that
fits several records. The answer is the form again, which names each field, and no word of it belongs to a terminal."""

import re

import terminal
from reader import Reader, is_of, sendable, text
from support import Household, check, chromium, main

# The beginning of the names of two schools and of two coaches, which fits both.
SEVERAL = "Twofold"
# What each kind of field refuses, by the name of the attribute that makes it of that kind, and its value.
REFUSED = [("data-kinds", None, "Zzyzx"), ("data-day", None, "32 May"), ("inputmode", "decimal", "many"), ("type", "email", "no address")]
TOO_LONG = "x" * 10_001
# The ends of what is said at a field: a sentence, or a list of examples or choices, or words of the specification.
ENDS = re.compile(r"[.?!]”?$|(Examples?|Choose|See which there are): [^.]*$|Please [^.]*$")


def refused(field):
    """What the field refuses; nothing for a field in which a person can write nothing wrong. The answer also tells whether the field is
    named: a text that is too long is told after everything else is right."""
    if field.tag == "textarea":
        return TOO_LONG, False
    if field.tag != "input" or field.get("type", "text") not in ("text", "email", "tel"):
        return None, False
    if {"school", "coach"} & set(field.get("data-kinds", "").split(",")):
        return SEVERAL, True
    for name, value, wrong in REFUSED:
        if name in field.keys() and value in (None, field.get(name)):
            return wrong, True
    return TOO_LONG, False


def shown(page):
    """The form that is filled, with its primary button."""
    return sendable(page, "primary")


def fill(form):
    """Writes what is refused into the fields; returns the names of the fields that have to be named, and whether any was filled."""
    named, filled = [], False
    for field in form.iter():
        name = field.get("name", "_")
        wrong, is_named = (None, False) if name.startswith("_") else refused(field)
        if wrong is None:
            continue
        filled = True
        if field.tag == "textarea":
            field.text = wrong
        else:
            field.set("value", wrong)
        if is_named:
            named.append(name)
    return named, filled


def faults(page, named):
    """What is wrong with the answer to a form."""
    form, _ = shown(page)
    summary = next((one for one in page.iter() if is_of(one, "faults")), None)
    if form is None or summary is None:
        yield "the answer is not the form again with what is to be mended"
        return
    labels = {one.get("for", one.get("id")): one for tag in ("label", "legend") for one in form.iter(tag)}
    for name in named:
        label = labels.get("f-" + name)
        words = "" if label is None else text(label).removesuffix(" (optional)")
        if not words or words not in text(summary):
            yield f"the summary does not name {words or name}: {text(summary)[:300]!r}"
    said = [one for one in page.iter() if is_of(one, "fault")] + list(summary.iter("li"))
    for words in {" ".join(text(one).split()) for one in said}:
        if not ENDS.search(words):
            yield f"no sentence ends {words!r}"
        if "Nothing was done" in words or "Use one of" in words:
            yield f"it is said as at a terminal: {words!r}"
    # A text that was typed is there again and is not the program's own.
    for line in terminal.of_a_terminal(text(page.find(".//main")).replace(TOO_LONG, "")):
        yield f"it speaks of the terminal: {line}"


def everywhere(program, home=Household):
    """Each form says what is wrong with it at the fields that are wrong."""
    household = home(program)
    try:
        with household.serving() as entrance, chromium() as engine:
            for number, name in enumerate(["Oak", "Elm"], start=1):
                household.run("schools", "add", f"{SEVERAL} {name}")
                household.run("coaches", "add", f"{SEVERAL} {name}", f"s{number}", "head")
            reader, found, forms = Reader.beside(household.browser(engine, entrance)), [], 0
            for address in list(reader.pages()):
                if "sign-in" in address:
                    continue
                reader.go(address)
                form, button = (None, None) if reader.is_file else shown(reader.page)
                named, filled = ([], False) if form is None else fill(form)
                if not filled:
                    continue
                forms += 1
                reader.send(form, button)
                found += [f"{address}: {fault}" for fault in faults(reader.page, named)]
            print(f"{forms} forms filled with what they refuse")
            check(forms > 20, f"Only {forms} forms were found.")
            check(not found, f"{len(found)} faults:\n" + "\n".join(found[:60]))
    finally:
        household.remove()


if __name__ == "__main__":
    main(everywhere)
