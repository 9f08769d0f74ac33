"""Pages of a server for a signed-in person beside the same pages of the person's own computer; a thousand people who are signed in at the
same time; and a server in mixed use for as long as is asked: pages, forms, a device, another program, and browsers that sign in and out.
What it holds must not grow.

The person of the first and the last is the athlete of the made-up family, whose file is connected to the server.
"""

import http.client
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import time
import urllib.parse

from measure import SHORT, machine, row, run
from served import Host, get, installed, memory, plain, processor_time

program, server_program, root = sys.argv[1:4]
SOAK = int(os.environ.get("SOAK", "2" if SHORT else "60"))
PAGES = ["/dashboard", "/tasks", "/performance", "/notifications", "/schools", "/interactions", "/calendar"]
TURNS = 1 if SHORT else 60
PEOPLE = 3 if SHORT else 1_000
MOST_MORE = 3
EMAIL, PASSWORD = "casey@example.org", "a long enough password"


class Browser:
    """A browser at the server's pages, which signs in. `place` is the network address that it connects from."""

    def __init__(self, port, email=EMAIL, place="127.0.0.1"):
        self.port = port
        self.client = http.client.HTTPConnection("127.0.0.1", port, source_address=(place, 0))
        answer, _ = self.post("/sign-in", {"email": email, "password": PASSWORD}, {})
        if answer.status != 303 or not answer.getheader("set-cookie"):
            raise SystemExit(f"signing in answers {answer.status}")
        self.headers = {
            "Cookie": answer.getheader("set-cookie").split(";")[0], "Accept-Encoding": "gzip", "Accept": "text/html"}

    def post(self, path, fields, headers=None):
        headers = self.headers if headers is None else headers
        self.client.request("POST", path, urllib.parse.urlencode(fields), headers | {
            "Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/x-www-form-urlencoded"})
        answer = self.client.getresponse()
        return answer, answer.read()

    def get(self, path):
        return get(self.client, self.headers, path)

    def hidden(self, path):
        """The hidden fields of a page, which its forms send along."""
        text = plain(*self.get(path)).decode()
        fields = {}
        for tag in text.split("<input")[1:]:
            tag = tag.split(">")[0]
            if 'type="hidden"' in tag and 'name="_' in tag:
                name = tag.split('name="')[1].split('"')[0]
                fields.setdefault(name, tag.split('value="')[1].split('"')[0] if 'value="' in tag else "")
        return fields

    def press(self, command, page, **fields):
        answer, body = self.post("/command", self.hidden(page) | {"_command": command} | fields)
        if answer.status not in (200, 303):
            raise SystemExit(f"{command} answers {answer.status}: {plain(answer, body)[:500]}")

    def sign_out(self):
        self.post("/sign-out", self.hidden("/sign-out"))
        self.client.close()


def beside_own(server, laptop):
    """Each page asked of both in turn, when there is no news."""
    own = Host(program, laptop)
    client, headers = own.enter()
    browser = Browser(server.port)
    row("page", "own computer, p50 ms", "server, p50 ms", "more", "promise")
    row("---", "---:", "---:", "---:", "---:")
    try:
        for path in PAGES:
            taken = ([], [])
            for turn in range(TURNS + 1):
                for side, ask in enumerate((lambda: get(client, headers, path), lambda: browser.get(path))):
                    began = time.perf_counter()
                    ask()
                    # The first turn is left out, because it warms the caches up.
                    if turn:
                        taken[side].append((time.perf_counter() - began) * 1000)
            mine, theirs = map(statistics.median, taken)
            row(f"`{path}`", f"{mine:.1f}", f"{theirs:.1f}", f"{theirs - mine:.1f}", f"≤ {MOST_MORE}")
        # Both servers must show the same number of schools, or the times could not be compared.
        rows = [plain(*answer).count(b'class="row') for answer in (get(client, headers, "/schools"), browser.get("/schools"))]
        if rows[0] != rows[1] or not rows[0]:
            raise SystemExit(f"{rows[0]} schools on one side, {rows[1]} on the other")
    finally:
        own.stop()
        browser.sign_out()


def size_of(folder):
    """MiB on the disk of the files below a folder."""
    return sum(os.lstat(f"{place}/{name}").st_blocks * 512 for place, _, names in os.walk(folder) for name in names) / 1024 / 1024


def crowd(server, cluster):
    """Athletes of the families that `main` filled in sign in one after the other and then open pages in any order. Each page must be that
    of its own athlete, though the server has far fewer files open than people are signed in. Each has a network address of its own, because
    a server takes a hundred sign-ins from one address in five minutes."""
    cluster.psql("--command=UPDATE accounts.people SET password_hash = (SELECT password_hash FROM accounts.people"
                 f" WHERE email = '{EMAIL}') WHERE password_hash = '-'")
    browsers, signing, first, later = {}, [], [], []

    def opened(number, path, taken):
        began = time.perf_counter()
        page = plain(*browsers[number].get(path)).decode()
        taken.append((time.perf_counter() - began) * 1000)
        if f"Sam Lee {number}<" not in page:
            raise SystemExit(f"{path} of athlete {number} does not name this athlete")
        browsers[number].client.close()

    before = memory(server.process.pid)
    for number in range(1, PEOPLE + 1):
        began = time.perf_counter()
        browsers[number] = Browser(
            server.port, f"athlete{number}@example.org", place=f"127.1.{number // 250}.{number % 250 + 1}")
        signing.append((time.perf_counter() - began) * 1000)
        opened(number, "/dashboard", first)
    chance = random.Random(1)
    for _ in range(PEOPLE * 2):
        opened(chance.randint(1, PEOPLE), chance.choice(PAGES), later)
    row("people", "what", "p50, ms", "p99, ms")
    row("---:", "---", "---:", "---:")
    for what, taken in (("signing in", signing), ("the first page, which fills the file", first), ("a later page of anybody", later)):
        taken.sort()
        row(f"{PEOPLE:,}", what, f"{statistics.median(taken):.1f}", f"{taken[len(taken) * 99 // 100]:.1f}")
    print(f"\nMemory: {before:.1f} MiB before, {memory(server.process.pid):.1f} MiB with {PEOPLE:,} signed in; "
          f"their files: {size_of(server.pages):.0f} MiB.\n")


def mixed_use(server, cluster, laptop):
    """What a family does in an hour or more, pressed together: some fifteen actions a second."""
    browser = Browser(server.port)
    api = http.client.HTTPConnection("127.0.0.1", server.port)

    def ask(method, path, body=None, token=None):
        headers = {"apikey": server.key, "Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        api.request(method, path, json.dumps(body) if body else None, headers)
        answer = api.getresponse()
        said = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{method} {path} answers {answer.status}: {said[:300]}")
        return json.loads(said or "null")

    token = ask("POST", "/auth/v1/token?grant_type=password", {"email": EMAIL, "password": PASSWORD})
    school = ask("GET", "/rest/v1/schools?select=id&limit=1", token=token["access_token"])[0]["id"]
    pages, counts, moments = itertools.cycle(PAGES), {}, []

    def page(_):
        browser.get(next(pages))

    def form(number):
        browser.press("schools edit s1", "/schools/s1", notes=f"What was said in call {number}.")

    def program_writes(number):
        ask("PATCH", f"/rest/v1/schools?id=eq.{school}", {"notes": f"From another program, {number}."}, token["access_token"])

    def program_reads(_):
        ask("GET", "/rest/v1/schools?select=*,coaches(*)&order=name", token=token["access_token"])

    def token_renewed(_):
        token.update(ask("POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": token["refresh_token"]}))

    def device(_):
        run([program, "--data", laptop, "sync"])

    def another_browser(_):
        other = Browser(server.port)
        other.get("/tasks")
        other.sign_out()

    # The pause in seconds between two requests of each kind.
    kinds = {page: 0.1, program_reads: 0.2, form: 2, program_writes: 3, device: 10, another_browser: 240, token_renewed: 600}

    def state():
        pid = server.process.pid
        connections = int(cluster.psql("--command=SELECT count(*) FROM pg_stat_activity WHERE usename = 'authenticator'"))
        return (memory(pid), len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task")), connections, size_of(server.pages))

    row("minutes", "pages", "forms", "writes of another program", "syncs", "memory, MiB", "descriptors", "threads", "connections", "files, MiB")
    row(*["---:"] * 10)
    began, before = time.perf_counter(), processor_time(server.process.pid, False)
    due = {kind: began for kind in kinds}
    said = 0
    while True:
        now = time.perf_counter()
        if now >= began + said * SOAK / 12:
            found = state()
            moments.append(found)
            row(f"{(now - began) / 60:.0f}", *(counts.get(kind, 0) for kind in (page, form, program_writes, device)), f"{found[0]:.1f}",
                *found[1:4], f"{found[4]:.1f}")
            said += 1
        if now >= began + SOAK:
            break
        for kind, pause in kinds.items():
            if now >= due[kind]:
                kind(counts.get(kind, 0))
                counts[kind] = counts.get(kind, 0) + 1
                due[kind] = max(due[kind] + pause, now)
        time.sleep(max(0, min(due.values()) - time.perf_counter()))
    browser.sign_out()
    used = (processor_time(server.process.pid, False) - before) / (time.perf_counter() - began)
    print(f"\n{used:.1%} of a processor.")
    # The first half of the run fills caches, so growth is measured in the second half only.
    half = moments[len(moments) // 2:]
    for what, place, more in (("memory", 0, 1.15), ("descriptors", 1, 1.5), ("threads", 2, 1.5), ("connections", 3, 1.5)):
        first, last = half[0][place], half[-1][place]
        if SOAK >= 1800 and last > first * more:
            raise SystemExit(f"{what} grew from {first} to {last} in the second half")


def main():
    with installed(server_program, root) as (home, cluster, server):
        # The families with 303 rows each come first, because they are stamped in an empty database.
        cluster.psql("--set=first=1", f"--set=last={PEOPLE}", f"--file={root}/Tools/bench/families.sql")
        cluster.psql(f"--file={root}/Tools/bench/families-stamp.sql")
        server.serve()
        print(machine(), "\n")
        laptop, password = f"{home}/laptop", f"{home}/password"
        with open(os.open(password, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
            out.write(PASSWORD + "\n")
        subprocess.run([program, "--data", laptop, "--demo", "tasks"], stdout=subprocess.DEVNULL, check=True)
        run([program, "--data", laptop, "account", "connect", f"http://127.0.0.1:{server.port}", "--key", server.key, "--email", EMAIL,
             "--password-file", password, "--yes", "--new", "--birth-date", "2005-05-31"])
        run([program, "--data", laptop, "sync"])
        beside_own(server, laptop)
        print(flush=True)
        crowd(server, cluster)
        mixed_use(server, cluster, laptop)


main()
