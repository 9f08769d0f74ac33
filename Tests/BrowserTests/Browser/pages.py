"""Every page that can be reached, in each of the windows people have: no violation that axe-core knows, nothing wider than the
window, nothing from elsewhere, nothing in the console."""

from axe_playwright_python.base import AXE_SCRIPT

from support import Browser, Failed, Household, check, chromium, main, pages

# The rules of WCAG 2.2 A and AA, and what axe-core holds for good practice.
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# What the dark alone can change.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def violations(page, rules, window, colours=True):
    # Once a page, and only what is wrong is brought back: the rest is most of the work.
    page.evaluate("typeof axe === 'undefined'") and page.evaluate(AXE_SCRIPT)
    options = {"runOnly": rules, "resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": colours}}}
    found = page.evaluate("options => axe.run(document, options).then(found => found.violations)", options)
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


def look_at_all(program, person=None):
    household = Household(program)
    try:
        with household.serving(profile=person) as entrance, chromium() as engine:
            browser = Browser(engine, entrance)
            page, faults, count = browser.page, [], 0
            for address in pages(browser):
                count += 1
                # What is behind a press is looked at too.
                page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(one => one.open = true)")
                faults += violations(page, ALL, "light, 1280 px")
                page.emulate_media(color_scheme="dark")
                faults += violations(page, COLOURS, "dark")
                page.emulate_media(color_scheme="light")
                for width in [768, 390, 320]:
                    page.set_viewport_size({"width": width, "height": 720})
                    wide = overflow(page)
                    if wide:
                        faults.append(f"{address} is wider than {width} pixels by {wide}")
                # The colours are those of the wide window.
                faults += violations(page, ALL, "light, 320 px", colours=False)
                page.set_viewport_size({"width": 1280, "height": 900})
            check(count > 30, f"Only {count} pages were found.")
            if faults:
                raise Failed(f"{len(faults)} faults on {count} pages:\n" + "\n".join(faults[:40]))
            browser.close()
            print(f"{count} pages")
    finally:
        household.remove()


def athlete(program):
    look_at_all(program)


def parent(program):
    look_at_all(program, person="Maria")


if __name__ == "__main__":
    main(athlete, parent)
