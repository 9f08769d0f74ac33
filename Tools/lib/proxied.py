"""A client of a server with TLS: a device, a program and a browser without scripts. For Tools/nginx.

    proxied.py CONFIG PORT AUTHORITY SESSION begin INVITATION | sign-up LETTER | ask | has NAME [KEY] | enter STATUS [PASSWORD]
        | child ADDRESS | token STATUS | renew | health | away
"""
import datetime
import email
import email.policy
import http.client
import json
import os
import re
import socket
import ssl
import sys
import threading
import time
import urllib.parse
import uuid

config, port, authority, kept, deed, *rest = sys.argv[1:]
with open(config) as text:
    key = json.load(text)["public_key"]
HOST = "compass.lan"
ACCOUNT = {"email": "kim@example.org", "password": "a long enough password"}
# nginx ends a request when its server sent nothing for this time.
PATIENCE = 60


def check(holds, words):
    if not holds:
        sys.exit(f"✗ {words}")


class Client:
    """Asks from one address of this machine, and keeps cookies."""

    def __init__(self, source="127.0.0.1"):
        self.source, self.cookies = source, {}

    def begin(self, method, path, body=None, headers=None, length=None):
        plain = socket.create_connection(("127.0.0.1", int(port)), timeout=2 * PATIENCE, source_address=(self.source, 0))
        link = http.client.HTTPConnection(HOST)
        link.sock = ssl.create_default_context(cafile=authority).wrap_socket(plain, server_hostname=HOST)
        headers = dict(headers or {})
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if length is not None:
            headers["Content-Length"] = str(length)
        link.request(method, path, body, headers)
        answer = link.getresponse()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, value = line.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return link, answer

    def ask(self, method, path, body=None, headers=None, length=None):
        link, answer = self.begin(method, path, body, headers, length)
        said = answer.read()
        link.close()
        return answer, said

    def page(self, path):
        for _ in range(5):
            answer, said = self.ask("GET", path)
            if answer.status != 303:
                return answer, said.decode()
            path = answer.headers["Location"]
        sys.exit(f"✗ {path} leads from page to page.")

    def post(self, path, body, kind="application/x-www-form-urlencoded"):
        answer, said = self.ask("POST", path, body, {"Origin": f"https://{HOST}", "Content-Type": kind})
        return self.page(answer.headers["Location"]) if answer.status == 303 else (answer, said.decode())


def program(method, path, body=None, token=None, expected=200):
    """The answer to a program, as JSON. Its status is the expected one."""
    headers = {"apikey": key, "Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = json.dumps(body) if isinstance(body, (dict, list)) else body
    answer, said = Client().ask(method, path, body, headers)
    check(answer.status == expected, f"{method} {path[:80]}: {answer.status} instead of {expected}: {said[:300]}")
    try:
        return json.loads(said) if said else None
    except ValueError:
        sys.exit(f"✗ {method} {path[:80]} is answered with words for people: {answer.status} {said[:300]}")


def hidden(page):
    return re.findall(r'<input type="hidden" name="(_(?!command)[a-z]+)" value="([^"]*)">', page)


def sign_in():
    return program("POST", "/auth/v1/token?grant_type=password", ACCOUNT)


def step(person, family, changes):
    """A step of a device that adds schools with long notes."""
    return {
        "id": str(uuid.uuid4()), "person": person, "athlete": person, "operation": "schools.add", "part": 1, "parts": 1,
        "summary": "Added schools", "at": "2026-02-10T12:00:00.000Z",
        "changes": [{"table": "schools", "id": str(uuid.uuid4()), "op": "insert", "was": None, "set": {
            "name": f"College {number}", "family_unit_id": family, "user_id": person, "created_by": person, "updated_by": person,
            "status": "researching", "notes": "n" * 9_900}} for number in range(changes)]}


def bodies(token, person, family):
    steps = [step(person, family, 22) for _ in range(7)]
    push = "/rest/v1/rpc/compass_push"
    body = json.dumps({"steps": steps})
    check(len(body) > 1_500_000, "The push is too small to prove anything.")
    said = program("POST", push, body, token)
    check([one["outcome"] for one in said] == ["applied"] * 7, f"A push of 1.5 MB was not applied: {said}")

    def padded(length):
        begin, end = '{"steps": []', "}"
        return begin + " " * (length - len(begin) - len(end)) + end

    program("POST", push, padded(8 << 20), token)
    said = program("POST", push, padded((8 << 20) + 1), token, 413)
    check("8 MB is the limit" in said["message"], f"A request that is too large is refused with {said}.")
    # Only the length is sent: nginx refuses it before the body.
    answer, said = Client().ask("POST", push, None, {"apikey": key}, (32 << 20) + 1)
    check(answer.status == 413 and b"nginx" in said, f"Over 32 MB: {answer.status} {said[:200]}")
    return [one["changes"][0]["id"] for one in steps]


def addresses(token, ids):
    def asked(length):
        path, end = f"/rest/v1/schools?select=id&id=in.({','.join(ids)}", ")&name=neq."
        while len(path) + 37 + len(end) < length:
            path += f",{uuid.uuid4()}"
        return (path + end).ljust(length, "x")

    found = program("GET", asked(16_384), None, token)
    check({one["id"] for one in found} == set(ids), "An address of 16 KiB finds something else.")
    said = program("GET", asked(16_385), None, token, 414)
    check("too long" in said["message"], f"An address that is too long is refused with {said}.")


def files(browser):
    def upload(content):
        _, form = browser.page("/c?line=documents%20upload")
        fields = hidden(form) + [("_command", "documents upload"), ("type", "transcript"), ("title", "Grades")]
        body = "".join(f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields)
        body += f'--cut\r\nContent-Disposition: form-data; name="file"; filename="grades.pdf"\r\n\r\n{content}\r\n--cut--\r\n'
        return browser.post("/command", body, "multipart/form-data; boundary=cut")

    begin = "%PDF-1.4\n"
    answer, page = upload(begin.ljust(10 << 20, "x"))
    check(answer.status == 200 and "Added" in page, f"A file of 10 MB: {answer.status} {page[:500]}")
    for size in (12 << 20, 31 << 20):
        answer, page = upload(begin.ljust(size, "x"))
        check(answer.status == 413 and "too large" in page and "Recruiting Compass" in page,
              f"A file of {size >> 20} MB is refused without words: {answer.status} {page[:300]}")


def hears(browser, found):
    """An open page hears something before nginx's time is over, without any change."""
    _, page = browser.page("/")
    address = re.search(r'data-live="([^"]+)"', page)[1].replace("&amp;", "&")
    link, answer = browser.begin("GET", address, None, {"Accept": "text/event-stream"})
    pings, last, longest = 0, time.monotonic(), 0
    while pings < 2:
        line = answer.readline()
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
        if not line:
            break
        pings += line.startswith(b":")
    link.close()
    found["page"] = pings == 2 and longest < PATIENCE


def waits(token, found):
    """A device without news is told so after 20 seconds."""
    cursors = []
    for _ in range(20):
        known = program("POST", "/rest/v1/rpc/compass_pull", {"cursors": cursors, "limit": 500}, token)
        cursors = known["scopes"]
        if known["more"] or known["changes"]:
            continue
        began = time.monotonic()
        said = program("POST", "/compass/v1/news", {"cursors": cursors}, token)
        if not said["news"]:
            found["news"] = 19 < time.monotonic() - began < 55
            return


def who():
    """How many requests an address has left: each has its own, and no header gives it another one."""
    def left(source, headers=None):
        answer, _ = Client(source).ask("GET", "/api/csrf-token", None, headers)
        return int(answer.headers["X-RateLimit-Remaining"])

    first = left("127.0.0.2")
    check(left("127.0.0.3") == first, "The server does not tell two clients apart.")
    check(left("127.0.0.2", {"X-Forwarded-For": "192.0.2.44"}) == first - 1, "A client gives itself another address.")


def sign_up(browser, address, more=()):
    """The page after the form for an account."""
    fields = [("email", address), ("born", "1990-05-31")] + [("password", ACCOUNT["password"])] * 2 + list(more)
    return browser.post("/sign-up", urllib.parse.urlencode(fields))[1]


def begin_profile(browser, page, name):
    fields = hidden(page) + [("role", "player"), ("name", name), ("year", "2028"), ("sport", "baseball")]
    answer, page = browser.post("/begin", urllib.parse.urlencode(fields))
    check(answer.status == 200, f"There is no first page: {answer.status} {page[:300]}")


def arrived(path):
    """The text of the letter that becomes this file."""
    for _ in range(300):
        if os.path.exists(path):
            with open(path, "rb") as text:
                letter = email.message_from_binary_file(text, policy=email.policy.default)
            return letter, letter.get_body(("plain",)).get_content()
        time.sleep(0.1)
    sys.exit("✗ No letter came.")


if deed == "begin":
    browser = Client()
    begin_profile(browser, sign_up(browser, ACCOUNT["email"], [("invite", rest[0])]), "Kim Lee")
elif deed == "sign-up":
    browser, address = Client(), "lou@example.org"
    page = sign_up(browser, address)
    check("Confirm your address" in page, f"Signing up does not lead to the code: {page[:500]}")
    letter, text = arrived(rest[0])
    check(letter["Subject"] == "Confirm your address" and address in letter["To"], f"The letter is for {letter['To']}: {letter['Subject']}")
    code, link = re.search(r"^ +(\d{6})\s*$", text, re.M), re.search(rf"https://{HOST}(/code\?\S+)", text)
    check(code and link, f"The letter has no code or no link: {text}")
    _, page = browser.page(link[1])
    check(f'value="{code[1]}"' in page, "The link does not fill in the code.")
    form = [("for", "sign-up"), ("email", address), ("code", code[1])]
    answer, page = browser.post("/code", urllib.parse.urlencode(form))
    check(answer.status == 200, f"The code is not taken: {answer.status} {page[:500]}")
    begin_profile(browser, page, "Lou Poe")
elif deed == "ask":
    session = sign_in()
    token, person = session["access_token"], session["user"]["id"]
    family = program("POST", "/api/family/create", None, token)["familyId"]
    addresses(token, bodies(token, person, family))
    browser = Client()
    _, form = browser.page("/sign-in")
    answer, page = browser.post("/sign-in", urllib.parse.urlencode(hidden(form) + list(ACCOUNT.items())))
    check(answer.status == 200, f"Signing in leads to {answer.status} {page[:300]}")
    files(browser)
    who()
    found = {}
    both = [threading.Thread(target=hears, args=(browser, found)), threading.Thread(target=waits, args=(token, found))]
    for one in both:
        one.start()
    for one in both:
        one.join()
    check(found == {"page": True, "news": True}, f"Waiting is cut off: {found}")
elif deed == "has":
    # With a service key no person signs in.
    token = None if rest[1:] else sign_in()["access_token"]
    key = rest[1] if rest[1:] else key
    names = program("GET", "/rest/v1/schools?select=name", None, token)
    check({"name": rest[0]} in names, f"{rest[0]} is not at the server.")
elif deed == "child":
    data = {"birth_date": f"{datetime.date.today().year - 15}-01-01", "consent": {
        "parent_name": "Dana Lee", "parent_email": "dana@example.org", "text": "compass-consent-1"}}
    program("POST", "/auth/v1/signup", ACCOUNT | {"email": rest[0], "data": data})
elif deed == "enter":
    account = ACCOUNT | ({"password": rest[1]} if rest[1:] else {})
    session = program("POST", "/auth/v1/token?grant_type=password", account, None, int(rest[0]))
    with open(kept, "w") as out:
        json.dump(session, out)
elif deed in ("token", "renew"):
    with open(kept) as text:
        session = json.load(text)
    if deed == "token":
        program("GET", "/rest/v1/users?select=id", None, session["access_token"], int(rest[0]))
    else:
        session = program("POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": session["refresh_token"]})
        program("GET", "/rest/v1/users?select=id", None, session["access_token"])
elif deed == "health":
    program("GET", "/health")
else:
    answer, _ = Client().ask("GET", "/feeds/a-secret-of-a-calendar.ics")
    check(answer.status == 502, f"A server that is away is answered with {answer.status}.")
