"""A browser without scripts, as far as a page needs one: it asks for pages over HTTP, reads their HTML and sends their forms. It draws
nothing, so it takes a tenth of the time that Chromium takes."""

import re
import urllib.request
import xml.etree.ElementTree as Tree
from html.parser import HTMLParser
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit

from support import PATIENCE, check

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


class Reader:
    def __init__(self, entrance):
        self.cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.origin = re.match(r"http://[^/]+", entrance).group(0)
        self.checked, self.faults = set(), []
        self.go(entrance)

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
                with self.cookies.open(urljoin(self.url, source), timeout=PATIENCE / 1000) as answer:
                    answer.read()


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
