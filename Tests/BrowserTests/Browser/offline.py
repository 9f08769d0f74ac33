"""Pages without a connection: the last ones that this person read are there, those of other people are not, and nothing can be changed."""

import sqlite3
from contextlib import contextmanager

from playwright.sync_api import Error, expect

from hand import Hand
from support import Household, check, chromium, main

CONTROLLED = """() => navigator.serviceWorker.controller ||
  new Promise(go => navigator.serviceWorker.addEventListener("controllerchange", () => go(true)))"""
KEPT = """async () => {
  const names = [];
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys())
      if (!one.url.includes("/assets/")) names.push(new URL(one.url).pathname);
  return names;
}"""
GONE = "There is no connection"


class Visitor(Hand):
    def read(self, *paths):
        """Opens pages, and waits until each is kept."""
        for path in paths:
            self.browser.go(path)
            self.until(lambda: path in self.page.evaluate(KEPT), f"{path} is not kept.")

    def until(self, holds, words):
        for _ in range(200):
            if holds():
                return
            self.page.wait_for_timeout(50)
        check(False, words)

    def finds_nothing(self, *paths):
        """The pages are not there, and nothing of the person is."""
        for path in paths:
            try:
                self.browser.go(path)
                self.see_title(GONE)
            except Error as failure:
                # Signing out also removes the service worker, which shows stored pages without a
                # connection. The browser then shows its own error page.
                check("ERR_CONNECTION_REFUSED" in failure.message, failure.message)
                continue
            words = self.page.content()
            check("Lozano" not in words, f"{path} shows something of the person: {words[:2000]}")

    def sign_in(self, name):
        self.browser.go("/")
        self.fill(profile=name)
        self.send("Sign in")
        expect(self.page.locator("h1")).not_to_contain_text("Sign in")


@contextmanager
def visit(program, passphrase=False, home=Household):
    household, port = home(program), Household.port()
    try:
        with chromium() as engine:
            with household.serving(port=port) as entrance:
                hand = Visitor(household.browser(engine, entrance, refusals={401, 409, 503}, worker=True))
                hand.serving = lambda: household.serving(port=port)
                hand.household = household
                # A page registers the service worker only if a link of another page led to it, so a
                # link is pressed.
                hand.press("Schools")
                hand.page.evaluate(CONTROLLED)
                if passphrase:
                    hand.open("account passphrase")
                    hand.page.locator("#f-passphrase").fill("Tall-Tree-42")
                    hand.page.locator("#f-passphrase-again").fill("Tall-Tree-42")
                    hand.page.locator("form.fields button.primary").click()
                    hand.see_outcome("passphrase is set")
                hand.read("/coaches", "/tasks", "/schools")
            yield hand
            # The server was stopped on purpose, so requests that could not reach it are no faults. Of a request that
            # the service worker passed on, the browser only says that it failed.
            hand.browser.expected = ("ERR_CONNECTION", "ERR_INCOMPLETE", "net::ERR_FAILED")
            hand.browser.close()
    finally:
        household.remove()


def kept(program, home=Household):
    """A page that was read is shown as it was, without anything to press; another says so; with the connection both are there again."""
    with visit(program, home=home) as hand:
        page = hand.page
        hand.browser.go("/schools")
        hand.see(GONE, "This is how the page was on", "Nothing can be changed")
        check(page.locator("main .row").count() > 0, "The kept page has no rows.")
        enabled = "main :is(button,input,select,textarea):not([disabled]), form :is(button,input,select,textarea):not([disabled])"
        pressed = page.locator(enabled).evaluate_all("all => all.map(one => one.outerHTML)")
        check(not pressed, f"Something can be pressed: {pressed}")
        for path in ("/interactions", "/c?line=family"):
            hand.browser.go(path)
            hand.see_title(GONE)
            hand.see("This page was not read here before")
        page.get_by_role("link", name="Coaches").click()
        hand.see("This is how the page was on", "Lozano, Vince")
        with hand.serving():
            # The page must notice without a reload that the server is back, and remove its notice.
            expect(page.locator(".away")).to_have_count(0)
            check(page.locator("main [disabled]").count() == 0, "The page is still without its controls.")
            hand.browser.go("/interactions")
            hand.see_title("Interactions")


# Stores a page for each of the queries, the first one first.
STORED = """async queries => {
  const cache = await caches.open((await caches.keys())[0]);
  const headers = { "Content-Type": "text/html", "X-Compass-Read": Date.now() };
  for (const query of queries)
    await cache.put("/offers" + query, new Response(`<!doctype html><title>Offers</title><main><h1>${query}</h1></main>`, { headers }));
}"""


def with_choices(program, home=Household):
    """An address without choices shows the page with choices that was read last, and not the one of another athlete."""
    with visit(program, home=home) as hand:
        hand.page.evaluate(STORED, ["?sort=school", "?sort=deadline", "?athlete=other"])
        hand.browser.go("/offers")
        expect(hand.page.locator("h1")).to_have_text("?sort=deadline")


def written(program):
    """A form that is pressed without a connection stays with what was typed, and is saved once when the connection is back."""
    with visit(program) as hand:
        name = "Cedar Hill College"
        with hand.serving():
            hand.open("schools add")
            hand.fill(name=name)
        hand.send("Add")
        hand.see_outcome("There is no connection.")
        hand.see_title("Add a school")
        check(hand.page.locator("#f-name").input_value() == name, "What was typed is gone.")
        with hand.serving():
            hand.send("Add")
            # A program that was started again does not know whether the form was saved before.
            hand.see("it is not known whether this was saved before")
            hand.send("Add")
            hand.see_outcome(name)
            hand.browser.go("/schools")
            expect(hand.page.locator("main .row", has_text=name)).to_have_count(1)


def signed_out(program):
    """Nothing of a person is left on the device after signing out, nor for the person who signs in next."""
    with visit(program) as hand:
        with hand.serving():
            hand.browser.go("/schools")
            hand.press("Sign out")
            hand.see_title("Sign in")
        hand.finds_nothing("/schools", "/tasks")
        with hand.serving():
            hand.browser.go("/")
            hand.until(lambda: hand.page.evaluate("caches.keys()") == [], "A cache is left.")
            hand.sign_in("Casey Shelton")
            hand.page.evaluate(CONTROLLED)
            hand.read("/schools", "/tasks")
            hand.press("Sign out")
            hand.see_title("Sign in")
            hand.sign_in("Maria Shelton")
            hand.page.evaluate(CONTROLLED)
            hand.read("/offers")
            # The first page after the sign-in may be kept too: it is read again when records change.
            left = {"/schools", "/tasks"} & set(hand.page.evaluate(KEPT))
            check(not left, f"Pages of the person before are kept: {left}")
        hand.finds_nothing("/coaches", "/tasks")
        hand.browser.go("/offers")
        hand.see("This is how the page was on")


def session_over(program):
    """A session that ended takes the pages along as soon as the browser hears of it."""
    with visit(program, passphrase=True) as hand:
        with sqlite3.connect(hand.household.data + "/compass.sqlite") as file:
            file.execute("DELETE FROM local_sessions")
        with hand.serving():
            hand.browser.go("/interactions")
            check(hand.page.locator("main .row").count() == 0, "Rows are still there.")
            hand.until(lambda: hand.page.evaluate(KEPT) == [], "Pages are still kept.")
        hand.finds_nothing("/schools", "/tasks")


if __name__ == "__main__":
    main(kept, with_choices, written, signed_out, session_over)
