"""A browser without scripts, as far as a page needs one: it asks for pages over HTTP, reads their HTML and sends their forms. It draws
nothing, so it takes a tenth of the time that Chromium takes."""

import re
import urllib.request
import xml.etree.ElementTree as Tree
from collections import Counter
from html.parser import HTMLParser
from http.cookiejar import Cookie, CookieJar, eff_request_host
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit

from support import PATIENCE, check, reached, still_running

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# The fields of a form that send nothing themselves.
SENDS_NOTHING = {"submit", "button", "image", "reset"}


class Parser(HTMLParser):
    """Makes a tree of elements of a page. Each end tag has to be written, as the program writes them."""

    def __init__(self):
        super().__init__()
        self.open, self.tree = [], Tree.TreeBuilder()

    def handle_starttag(self, tag, attributes):
        self.tree.start(tag, {name: value or "" for name, value in attributes})
        self.tree.end(tag) if tag in VOID else self.open.append(tag)

    def handle_endtag(self, tag):
        check(self.open and self.open[-1] == tag, f"</{tag}> ends {self.open[-1:]}.")
        self.tree.end(self.open.pop())

    def handle_data(self, text):
        if self.open:
            self.tree.data(text)


def parsed(html):
    parser = Parser()
    parser.feed(html)
    parser.close()
    check(not parser.open, f"{parser.open} has no end.")
    return parser.tree.close()


def is_of(element, name):
    """Whether the element has that class."""
    return name in element.get("class", "").split()


def text(element):
    return "".join(element.itertext())


def sendable(page, kind=None):
    """The form of a page that writes, with the button that sends it: its first one, or its first one of that class."""
    form = next((one for one in page.iter("form") if is_of(one, "fields") and one.get("method") == "post"), None)
    buttons = [] if form is None else [one for one in form.iter("button") if one.get("type") == "submit"]
    buttons = [one for one in buttons if kind is None or is_of(one, kind)]
    return (form, buttons[0]) if buttons else (None, None)


# The attributes whose values say what an element is, and those that name other elements of the page. The values of all others are
# words, numbers and addresses of one page.
KINDS = {"class", "type", "role", "tabindex", "autocomplete", "lang", "scope"}
REFERENCES = {"for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"}


def ways(page):
    """The kinds of elements of a page, each with the kinds around it and the tags in it, and the steps from heading to heading.

    A page whose ways were all checked for axe-core's rules has nothing new to check: other words, or more rows of the same kinds.
    """
    ids = Counter(one.get("id") for one in page.iter() if one.get("id"))
    found = {("id", one) for one, count in ids.items() if count > 1}

    def kind(name, value):
        if name in REFERENCES:
            return set(value.split()) <= ids.keys()
        return value if name in KINDS or value.strip() in ("", "true", "false") else None

    def add(element, above):
        way = hash((above, element.tag, frozenset((name, kind(name, value)) for name, value in element.items())))
        has_words = any((part or "").strip() for part in [element.text] + [child.tail for child in element])
        found.add((way, frozenset(child.tag for child in element), has_words))
        for child in element:
            # What is around the main part differs from person to person, and has ways of its own.
            add(child, 0 if child.tag == "main" else way)

    add(page, 0)
    levels = [one.tag for one in page.iter() if re.fullmatch("h[1-6]", one.tag)]
    return found | set(zip(levels, levels[1:]))


class Reader:
    def __init__(self, entrance, cookies=()):
        """`cookies` are those of a browser that is signed in already."""
        jar = CookieJar()
        self.cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.origin = re.match(r"http://[^/]+", entrance).group(0)
        host = eff_request_host(urllib.request.Request(self.origin))[1]
        for one in cookies:
            jar.set_cookie(Cookie(
                0, one["name"], one["value"], None, False, host, False, False, one["path"], True, False, None, True, None, None, {}))
        self.checked, self.faults = set(), []
        self.go(entrance)

    @classmethod
    def beside(cls, browser):
        """Reads as the person who is signed in in a browser."""
        return cls(browser.page.url, browser.context.cookies())

    def pages(self):
        """Opens every page that can be reached by links, one of each shape, and gives its address."""
        def links_at(address):
            self.go(address)
            if self.is_file or self.status >= 400:
                return None
            return [link.get("href") for link in self.page.iter("a") if link.get("href") and link.get("rel") != "nofollow"]

        return reached(links_at)

    def go(self, path):
        return self._ask(urllib.request.Request(urljoin(self.origin, path)))

    def send(self, form, button):
        """Sends a form as it stands on the page, by pressing the button."""
        fields, address = given(form, button), urljoin(self.url, form.get("action"))
        if form.get("method") == "get":
            return self.go(address.partition("?")[0] + "?" + urlencode(fields))
        request = urllib.request.Request(address, method="POST")
        request.add_header("Origin", self.origin)
        if form.get("enctype") == "multipart/form-data":
            limit, files = "a-line-that-no-field-contains", {one.get("name") for one in form.iter("input") if one.get("type") == "file"}
            request.add_header("Content-Type", f"multipart/form-data; boundary={limit}")
            parts = [(name, '; filename=""' if name in files else "", value) for name, value in fields]
            request.data = "".join([
                f'--{limit}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{value}\r\n' for name, file, value in parts
            ] + [f"--{limit}--\r\n"]).encode()
        else:
            request.data = urlencode(fields).encode()
        return self._ask(request)

    def _ask(self, request):
        """Gets an answer and its status. A file changes nothing of the page that is open, as in a browser."""
        check(request.full_url.startswith(self.origin + "/"), f"A page asks elsewhere: {request.full_url}")
        still_running()
        try:
            answer = self.cookies.open(request, timeout=PATIENCE / 1000)
        except HTTPError as refused:
            answer = refused
        with answer:
            content, kind = answer.read(), answer.headers.get("Content-Type", "")
        self.status = answer.status
        self.is_file = "attachment" in answer.headers.get("Content-Disposition", "") or not kind.startswith("text/html")
        if self.is_file:
            return self
        again = re.match(r"0; url=(.+)", answer.headers.get("Refresh", ""))
        if again:
            return self.go(urljoin(answer.url, again.group(1)))
        self.url, self.page = answer.url, parsed(content.decode())
        self._inspect(answer.headers.get("Content-Security-Policy", ""))
        return self

    def _inspect(self, policy):
        """What a browser would log as an error: something of the page is not there, or its policy lets nothing of it run."""
        for element in self.page.iter():
            source = element.get("href" if element.tag == "link" else "src")
            written = element.tag in ("style", "script") and text(element).strip()
            written = written or any(name == "style" or name.startswith("on") for name in element.keys())
            if written and "'unsafe-inline'" not in policy:
                self.faults.append(f"{self.url}: the policy of the page stops {element.tag} {element.attrib}")
            if source and not source.startswith("data:") and source not in self.checked:
                self.checked.add(source)
                check(not urlsplit(source).netloc, f"{self.url} asks elsewhere: {source}")
                try:
                    with self.cookies.open(urljoin(self.url, source), timeout=PATIENCE / 1000) as answer:
                        answer.read()
                except HTTPError as refused:
                    self.faults.append(f"{self.url}: {source} is answered {refused.status}")


def given(form, button):
    """The names and values that a form sends, in their order."""
    off = {one for group in form.iter("fieldset") if "disabled" in group.keys() for one in group.iter()}
    fields = []
    for one in form.iter():
        name, kind = one.get("name"), one.get("type", "text")
        if not name or one in off or "disabled" in one.keys():
            continue
        if one.tag == "button" and one is button:
            fields.append((name, one.get("value", "")))
        elif one.tag == "textarea":
            fields.append((name, re.sub(r"\r?\n", "\r\n", text(one).removeprefix("\n"))))
        elif one.tag == "select":
            options = list(one.iter("option"))
            chosen = [option for option in options if "selected" in option.keys()] or options[:1]
            fields += [(name, option.get("value", text(option))) for option in chosen]
        elif one.tag == "input" and kind not in SENDS_NOTHING:
            if kind not in ("checkbox", "radio") or "checked" in one.keys():
                fields.append((name, one.get("value", "on" if kind in ("checkbox", "radio") else "")))
    return fields
