"""Writes to a cluster as programs, browsers and a device do while parts of it end, and counts what was acknowledged and is not there.

Programs send rows with ids of their own and repeat until they hear that the row is there. Browsers send a form once. The device writes
into its own file, which sends by itself. At the end each acknowledged write has to be in the database exactly once.
"""
import argparse, http.client, html, json, re, ssl, subprocess, sys, threading, time, urllib.parse, uuid

parser = argparse.ArgumentParser()
for name in ("key", "tool", "shell", "folder"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("failures", nargs="+")
options = parser.parse_args()
HOST, PASSWORD = "compass.test", "a long enough password"
OUTSIDE = 8
trust = ssl.create_default_context()
ended = threading.Event()


class Failed(Exception):
    pass


def ask(method, path, body=None, headers={}, timeout=20):
    """One request on a connection of its own; returns status, headers and text."""
    connection = http.client.HTTPSConnection(HOST, timeout=timeout, context=trust)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    except (OSError, http.client.HTTPException) as error:
        raise Failed(error) from None
    finally:
        connection.close()


class Writer(threading.Thread):
    """One caller. `heard` has when each write was acknowledged, and `sent` everything that may be there."""

    def __init__(self, number):
        super().__init__(daemon=True)
        self.number, self.heard, self.sent, self.fault = number, {}, set(), None

    def run(self):
        try:
            self.begin()
            while not ended.is_set():
                self.write()
                # A pause, because real callers write only a few times a second. Without it the test
                # would measure the load and not the failure.
                time.sleep(0.05)
        except Exception as error:  # A fault of this program counts as a fault of the run.
            self.fault = error


class Program(Writer):
    kind = "rows of programs"

    def begin(self):
        mail = f"program-{uuid.uuid4()}@example.org"
        self.credentials = json.dumps({"email": mail, "password": PASSWORD})
        account = {"email": mail, "password": PASSWORD, "data": {"birth_date": "1980-05-31"}}
        self.take(self.call("POST", "/auth/v1/signup", account)[1])
        self.call("POST", "/rest/v1/rpc/open_profile", {"role": "player", "full_name": "A program", "graduation_year": 2028})

    def take(self, session):
        self.token, self.person, self.until = session["access_token"], session["user"]["id"], time.time() + 600

    def call(self, method, path, body, headers={}):
        own = {"apikey": options.key, "Content-Type": "application/json", **headers}
        if hasattr(self, "token"):
            own["Authorization"] = "Bearer " + self.token
        status, _, text = ask(method, path, json.dumps(body), own)
        if status >= 500:
            raise Failed(status)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {text[:300]}")
        return status, json.loads(text) if text else None

    def write(self):
        row = {"id": str(uuid.uuid4()), "user_id": self.person, "metric_type": "velocity", "value": 80, "unit": "mph",
               "recorded_date": "2026-11-01"}
        self.sent.add(row["id"])
        while not ended.is_set() or time.time() < stop_repeating:
            try:
                self.call("POST", "/rest/v1/performance_metrics", row, {"Prefer": "resolution=ignore-duplicates,return=minimal"})
                self.heard[row["id"]] = time.time()
                return
            except Failed:
                # Waits before the next attempt, because immediate attempts would overload a server
                # that is restarting.
                time.sleep(0.2)


class Browser(Writer):
    kind = "forms of browsers"

    def begin(self):
        self.cookies, self.pages = {}, []
        mail = f"browser-{uuid.uuid4()}@example.org"
        self.form("/sign-up", [("email", mail), ("password", PASSWORD), ("password", PASSWORD), ("born", "1980-05-31")])
        page = self.get("/begin")
        self.form("/begin", self.hidden(page) + [("role", "player"), ("name", "A browser"), ("year", "2028"), ("sport", "soccer")])

    def send(self, method, path, body=None):
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
                   "Origin": "https://" + HOST, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        status, answered, text = ask(method, path, body, headers)
        for cookie in answered.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        if status == 303:
            return self.send("GET", answered["Location"])
        if status >= 500:
            raise Failed(status)
        return text

    def get(self, path):
        text = self.send("GET", path)
        self.pages.append(time.time())
        return text

    def form(self, path, fields):
        return self.send("POST", path, urllib.parse.urlencode(fields))

    def hidden(self, page):
        found = re.findall(r'<input type="hidden" name="(_[a-z.-]+)" value="([^"]*)">', page)
        return [(name, html.unescape(value)) for name, value in found if name != "_command"]

    def write(self):
        name = f"School {uuid.uuid4()}"
        try:
            page = self.get("/c?line=schools%20add")
        except Failed:
            return
        self.sent.add(name)
        # The form is sent only once, even if the answer is lost: the page shows the outcome, or
        # says that it is unknown.
        try:
            answer = self.form("/command", self.hidden(page) + [("_command", "schools add"), ("name", name)])
        except Failed:
            return
        # The school counts as added only if the outcome box says so, because a page can also
        # contain a question or a refusal.
        if re.search(r'id="outcome"[^>]*>(?:(?!<h1).)*Added', answer, re.S):
            self.heard[name] = time.time()


class Device(Writer):
    kind = "writes of a device"

    def shell(self, *words, needed=False):
        done = subprocess.run([options.shell, "--data", options.folder, *words], capture_output=True, text=True, timeout=120)
        if needed and done.returncode != 0:
            raise RuntimeError(f"{words}: {done.stdout} {done.stderr}")
        return done

    def begin(self):
        with open(options.folder + ".password", "w") as file:
            file.write(PASSWORD)
        self.shell("account", "create", "--role", "athlete", "--name", "A device", "--graduation-year", "2028", "--sport", "soccer",
                   needed=True)
        self.shell("account", "connect", "https://" + HOST, "--key", options.key, "--email", f"device-{uuid.uuid4()}@example.org",
                   "--password-file", options.folder + ".password", "--new", "--birth-date", "1980-05-31", "--yes", needed=True)

    def write(self):
        name = f"School {uuid.uuid4()}"
        self.sent.add(name)
        if self.shell("schools", "add", name).returncode == 0:
            self.heard[name] = time.time()
        time.sleep(0.3)

    def finish(self):
        for _ in range(30):
            self.shell("sync")
            if re.search(r"Waits to be sent\s+Nothing", self.shell("sync", "status").stdout):
                return
            time.sleep(1)
        self.fault = RuntimeError(self.shell("sync", "status").stdout)


def tool(*words):
    # The test runs in the network namespace of a client. The commands of the cluster have to run in
    # the machine's own namespace, which this descriptor refers to.
    done = subprocess.run(["nsenter", f"--net=/dev/fd/{OUTSIDE}", options.tool, *words], capture_output=True, text=True,
                          pass_fds=[OUTSIDE])
    if done.returncode != 0:
        sys.exit(f"{words}: {done.stderr}")
    return done.stdout + done.stderr


def there(table, column, values):
    """How often each value is in the database, for the values that are not there exactly once."""
    counts = {}
    values = list(values)
    for start in range(0, len(values), 500):
        part = ",".join(f"'{value}'" for value in values[start:start + 500])
        rows = tool("count", f"SELECT {column}, count(*) FROM public.{table} WHERE {column}::text IN ({part}) GROUP BY {column}")
        for line in rows.splitlines():
            if "|" in line:
                value, count = line.rsplit("|", 1)
                counts[value] = int(count)
    return counts


def longest_gap(times, begin, end):
    inside = [begin] + sorted(t for t in times if begin <= t <= end) + [end]
    return max(after - before for before, after in zip(inside, inside[1:]))


stop_repeating = 0
writers = [Program(n) for n in range(3)] + [Browser(n) for n in range(3)] + [Device(0)]
for writer in writers:
    writer.start()
deadline = time.time() + 60
while any(not writer.heard for writer in writers):
    faults = [f"{writer.kind}: {writer.fault}" for writer in writers if writer.fault]
    if faults or time.time() > deadline:
        sys.exit("The writers did not begin. " + " ".join(faults))
    time.sleep(0.1)
# Waits for three seconds of undisturbed work before the first failure.
time.sleep(3)

print(f"{'':24}{'longest time without an acknowledged':>40}")
print(f"{'':24}{'row':>10}{'form':>10}{'page':>10}   seconds")
for failure in options.failures:
    begin = time.time()
    tool(failure, *(["1"] if failure == "kill-server" else []))
    # A failover may take most of this time; the rest is undisturbed work after it.
    time.sleep(25)
    end = time.time()
    of = lambda kind, times: longest_gap([t for w in writers if isinstance(w, kind) for t in times(w)], begin, end)
    acknowledged = lambda w: w.heard.values()
    print(f"{failure:24}{of(Program, acknowledged):10.1f}{of(Browser, acknowledged):10.1f}{of(Browser, lambda w: w.pages):10.1f}")
    tool("up")
    # Waits for three seconds of undisturbed work before the next failure.
    time.sleep(3)

stop_repeating = time.time() + 30
ended.set()
for writer in writers:
    writer.join(60)
for writer in writers:
    if isinstance(writer, Device) and not writer.fault:
        writer.finish()

wrong = 0
for kind, table, column in [(Program, "performance_metrics", "id"), (Browser, "schools", "name"), (Device, "schools", "name")]:
    own = [writer for writer in writers if isinstance(writer, kind)]
    heard = {value for writer in own for value in writer.heard}
    sent = {value for writer in own for value in writer.sent}
    counts = there(table, column, sent)
    lost = sum(1 for value in heard if counts.get(value, 0) == 0)
    twice = sum(1 for value in sent if counts.get(value, 0) > 1)
    unsure = sum(1 for value in sent - heard if counts.get(value, 0) == 1)
    wrong += lost + twice
    print(f"{kind.kind}: {len(heard)} acknowledged, {lost} lost, {twice} done twice; {len(sent - heard)} unanswered, of which {unsure} are done")
    for writer in own:
        if writer.fault or not writer.heard:
            wrong += 1
            print(f"✗ {kind.kind}: {writer.fault or 'nothing was acknowledged'}")
print("✓ Nothing that was acknowledged is lost." if wrong == 0 else f"✗ {wrong} wrong.")
sys.exit(0 if wrong == 0 else 1)
