"""Every page that can be reached, in each of the windows people have: no violation that axe-core knows, nothing wider than the
window, nothing from elsewhere, nothing in the console, and no word of a terminal, also in the answers to forms that are sent empty."""

from axe_playwright_python.base import AXE_SCRIPT

import terminal
from reader import Reader, parsed, ways
from support import Failed, Household, check, chromium, main, pages

# The rules of axe-core that are checked: WCAG 2.2, levels A and AA, and its good practices.
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# The rules about colors, the only ones that can have another result in the dark color scheme.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


# A script for the page. It returns the looks of the texts: what decides about the contrast of a text,
# which is the element with those around it, their backgrounds, and the text's own color and size.
LOOKS = """within => {
  const ways = new Map(), looks = new Map(), off = ":disabled, [aria-disabled=true]";
  const way = one => {
    if (!one) return "";
    if (!ways.has(one)) {
      const style = getComputedStyle(one);
      ways.set(one, [
        way(one.parentElement), one.tagName, one.getAttribute("class"), one.matches(off), style.backgroundColor, style.backgroundImage,
        style.opacity].join(" "));
    }
    return ways.get(one);
  };
  const has = one => one.matches("input, select, textarea") || [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim());
  for (const one of document.querySelectorAll(within ? within.flatMap(part => [part, part + " *"]).join() : "body *")) {
    if (!has(one) || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(one), label = one.closest("label")?.control;
    const look = [way(one), !!label?.matches(off), style.color, style.fill, style.fontSize, style.fontWeight, style.textShadow].join(" ");
    looks.has(look) ? looks.get(look).push(one) : looks.set(look, [one]);
  }
  window.looks = looks;
  return [...looks.keys()];
}"""
RUN = """async ([within, options, looks]) => {
  const texts = looks.flatMap(look => window.looks.get(look));
  texts.forEach(one => one.setAttribute("data-is-new", ""));
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-is-new]" }] });
  const found = await axe.run(within ? { include: within } : document, options);
  texts.forEach(one => one.removeAttribute("data-is-new"));
  return found.violations;
}"""


def violations(page, rules, window, looks=None, within=None):
    """What axe-core finds on the page, or only in the elements that fit the selectors `within`.

    The contrast of texts takes more than half of the time, so only texts of a new look are checked for it. `looks` are those that
    were checked before; where none is new, rules about colors alone are not run. Without `looks` no color is checked.
    """
    options, new = {"runOnly": rules, "resultTypes": ["violations"]}, []
    if looks is None:
        options["rules"] = {rule: {"enabled": False} for rule in COLOURS["values"]}
    else:
        new = [look for look in page.evaluate(LOOKS, within) if look not in looks]
        looks.update(new)
        if rules is COLOURS and not new:
            return []
    # The script axe-core is loaded once for each page. It returns violations only, because
    # returning the rules that hold would take most of the time.
    page.evaluate("typeof axe === 'undefined'") and page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, [within and [[one] for one in within], options, new])
    return [
        f"{page.url}  {window}  {one['id']}: {one['help']}\n    {node['html'][:160]}" for one in found for node in one["nodes"][:2]
    ]


def overflow(page):
    """How far a page is wider than its window, and what of it."""
    return page.evaluate("""() => {
      const root = document.documentElement, over = root.scrollWidth - root.clientWidth;
      if (over <= 0) return null;
      const wide = [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > root.clientWidth + 1);
      return over + " px: " + wide.slice(-2).map(one => one.tagName + "." + one.className).join(" ");
    }""")


def unlike_names(page):
    """The controls whose name for a screen reader does not contain the words that they show, in their order (WCAG 2.5.3)."""
    return page.evaluate("""() => {
      const words = text => " " + (text.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) || []).join(" ") + " ";
      return [...document.querySelectorAll("a[aria-label], button[aria-label], summary[aria-label]")]
        .filter(one => words(one.innerText).trim() && !words(one.getAttribute("aria-label")).includes(words(one.innerText)))
        .map(one => one.innerText.trim() + " is called " + one.getAttribute("aria-label"));
    }""")


# The ways of the pages that axe-core has checked, and the looks of their texts.
checked, looks = set(), set()


def look_at_all(program, person=None, home=Household, dark=True):
    """Looks at every page of a family, and sends each form empty. Where `dark` is false the dark colors are not looked at; the pages
    of a server have those of a family's own computer. Axe-core checks a page that has a new way, and of the others the colors of new
    looks."""
    household = home(program)
    try:
        with household.serving(profile=person) as entrance, chromium() as engine:
            browser = household.browser(engine, entrance, refusals={400, 403, 404, 409})
            page, faults, count, forms, new = browser.page, [], 0, [], 0
            for address in pages(browser):
                count += 1
                # Opens what a page shows only after a press, so that it is checked too.
                page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(one => one.open = true)")
                found = ways(parsed(page.content()))
                is_new = not found <= checked
                checked.update(found)
                new += is_new
                faults += violations(page, ALL if is_new else COLOURS, "light, 1280 px", looks)
                faults += [f"{address}: {fault}" for fault in unlike_names(page)]
                if dark:
                    page.emulate_media(color_scheme="dark")
                    faults += violations(page, COLOURS, "dark", looks)
                    page.emulate_media(color_scheme="light")
                for width in [768, 390, 320]:
                    page.set_viewport_size({"width": width, "height": 720})
                    wide = overflow(page)
                    if wide:
                        faults.append(f"{address} is wider than {width} pixels by {wide}")
                # A narrow window has the same colors as the wide one above, so they are not checked
                # again.
                if is_new:
                    faults += violations(page, ALL, "light, 320 px")
                page.set_viewport_size({"width": 1280, "height": 900})
                faults += [f"{address} speaks of the terminal: {line}" for line in terminal.lines_of_a_terminal(page)]
                if page.locator("form.fields[method=post]").count() and not terminal.NOT_PRESSED.search(address):
                    forms.append(address)
            check(count > 30, f"Only {count} pages were found.")
            faults += terminal.send_empty(Reader.beside(browser), forms)
            if faults:
                raise Failed(f"{len(faults)} faults on {count} pages:\n" + "\n".join(faults[:40]))
            browser.close()
            print(f"{count} pages, {new} with new ways")
    finally:
        household.remove()


def athlete(program):
    look_at_all(program)


def parent(program):
    look_at_all(program, person="Maria")


PAGE = """<html lang="en"><body><main><h1>Schools</h1><ul><li class="row"><a href="/schools/1">Oak</a></li></ul>
<section><h2>Add</h2><div class="field"><label for="a">Name</label><input id="a" type="text"></div></section></main></body></html>"""
# Changes of that page, and whether axe-core has to check the page with the change.
CHANGES = [
    ("Oak", "Elm", False), ("/schools/1", "/schools/2", False), ('"a"', '"b"', False),
    ("</ul>", '<li class="row"><a href="/schools/2">Elm</a></li></ul>', False),
    ("Oak", "", True), ('<label for="a">Name</label>', "", True), ('for="a"', 'for="c"', True), ("h2>", "h3>", True),
    ('class="row"', 'class="row gone"', True), ("<li ", '<li id="a" ', True), (' lang="en"', "", True),
    ('<a href="/schools/1">Oak</a>', "Oak", True), ('href="/schools/1"', 'href="/schools/1" aria-label=""', True),
]


def alike(program):
    """A page with other words or more rows is like one that was checked, and a page with another element is not."""
    for before, after, is_new in CHANGES:
        check(before in PAGE, f"{before} is not there.")
        check((not ways(parsed(PAGE.replace(before, after))) <= ways(parsed(PAGE))) == is_new, f"{before} became {after}.")


if __name__ == "__main__":
    main(alike, athlete, parent)
