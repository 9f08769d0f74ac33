"""Ten thousand families on one server: what a pull, a push and a read of one row take, beside pgbench and FastAPI; memory of a thousand
who wait; what grows with the number of families; and how long until a push is back that met a killed PostgreSQL.

The cluster is as Tools/serve makes it. COMPASS_FAMILIES says another number, for a quick try.
"""

import http.client
import itertools
import json
import os
import random
import re
import resource
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid

from measure import SHORT, machine, row
from served import children, installed, processor_time, serving

server_program, root, pg_programs, peer_python, relay_program = sys.argv[1:6]
here = f"{root}/Tools/bench"

FAMILIES = int(os.environ.get("COMPASS_FAMILIES", "20" if SHORT else "10000"))
SECONDS = float(os.environ.get("COMPASS_BENCH_SECONDS", "1" if SHORT else "5"))
BATCH, TURNS, CONNECTIONS = 500, 1 if SHORT else 3, 16
# Assumptions of the table about growth: the changes of a family in a day, and the share of families
# that have pages open at once.
CHANGES_A_DAY, OPEN_AT_ONCE = 20, 0.05
SESSIONS, WAITING = (20, 2) if SHORT else (1000, 50)
MOST_FOR_500 = 300
OF_PGBENCH, TIMES_FASTAPI, OF_ITS_CPU = 0.80, 5, 1 / 8


def fill(cluster):
    """The families. On the disk nothing is made sure of meanwhile."""
    began = time.perf_counter()
    cluster.psql("--command=ALTER SYSTEM SET fsync = off", "--command=ALTER SYSTEM SET max_wal_size = '8GB'", "--command=SELECT pg_reload_conf()")
    for first in range(1, FAMILIES + 1, BATCH):
        cluster.psql(f"--set=first={first}", f"--set=last={min(first + BATCH - 1, FAMILIES)}", f"--file={here}/families.sql")
    filled = time.perf_counter()
    cluster.psql(f"--file={here}/families-stamp.sql")
    cluster.psql("--command=ALTER SYSTEM RESET ALL", "--command=SELECT pg_reload_conf()", "--command=CHECKPOINT")
    subprocess.run(["sync", "--file-system", "/tmp"], check=True)
    rows, size, sums = (cluster.psql(f"--command={one}") for one in (
        "SELECT count(DISTINCT (table_name, id)) FROM compass.changes", "SELECT pg_size_pretty(pg_database_size('postgres'))",
        "SELECT count(*) FROM compass.changes"))
    print(f"{FAMILIES:,} families, {int(rows):,} rows, {int(sums):,} entries of changes, {size}: filled in {filled - began:.0f} s, stamped in "
          f"{time.perf_counter() - filled:.0f} s.\n")
    return [json.loads(line) for line in cluster.psql(f"--file={here}/families-people.sql").splitlines()]


def step(one, step_id, row_id):
    """An interaction that a person logs."""
    return {"steps": [{
        "id": step_id, "person": one["person"], "athlete": one["person"], "operation": "interactions.log", "part": 1, "parts": 1,
        "summary": "Logged an e-mail to College 1 of Springfield", "at": "2026-02-10T12:00:00.000Z",
        "changes": [{"table": "interactions", "id": row_id, "op": "insert", "was": None, "set": {
            "school_id": one["school"], "family_unit_id": one["family"], "type": "email", "direction": "outbound", "subject": "A new video",
            "content": "Dear coach, here is my video of last weekend.", "occurred_at": "2026-02-10T12:00:00.000Z",
            "logged_by": one["person"], "created_at": "2026-02-10T12:00:00.000Z", "updated_at": "2026-02-10T12:00:00.000Z"}}]}],
        "era": one["now"][0]["era"]}


# MARK: requests


def write_requests(home, people):
    """The four kinds, a line for each person."""
    kinds = {
        "a pull, nothing new": lambda one: ("POST", "/rest/v1/rpc/compass_pull", {"cursors": one["now"], "limit": 500}),
        "a pull, ten rows new": lambda one: ("POST", "/rest/v1/rpc/compass_pull", {"cursors": one["before"], "limit": 500}),
        "a push of one row": lambda one: ("POST", "/rest/v1/rpc/compass_push", step(one, "@step@", "@row@")),
        "a read of one row": lambda one: ("GET", f"/rest/v1/schools?select=*&id=eq.{one['school']}", None),
    }
    files = {}
    for number, (kind, request) in enumerate(kinds.items()):
        files[kind] = f"{home}/requests{number}"
        with open(files[kind], "w") as out:
            for one in people:
                method, path, body = request(one)
                out.write("\t".join((one["token"], method, path, json.dumps(body) if body else "")) + "\n")
    return files


def ask(server, method, path, body, one):
    client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    client.request(method, path, json.dumps(body) if body else None, server.headers(one))
    answer = client.getresponse()
    said = answer.read()
    client.close()
    if answer.status != 200:
        raise SystemExit(f"{method} {path}: {answer.status} {said[:500]}")
    return json.loads(said)


def check(server, one):
    """That what is measured is what was meant."""
    pull = "/rest/v1/rpc/compass_pull"
    counts = [len(ask(server, "POST", pull, {"cursors": one[known]}, one)["changes"]) for known in ("now", "before")]
    read = ask(server, "GET", f"/rest/v1/schools?select=*&id=eq.{one['school']}", None, one)
    if counts != [0, 10] or [found["id"] for found in read] != [one["school"]]:
        raise SystemExit(f"the requests do not ask what they should: {counts}, {read}")


def load(port, file, key, seconds=SECONDS):
    """One run of wrk: requests a second, milliseconds of half and of 99 in a hundred, how many, and how many said `applied`."""
    said = subprocess.run(
        ["wrk", "--threads", "1", "--connections", str(CONNECTIONS), "--duration", f"{seconds:.0f}s", "--timeout", "10s", "--script",
         f"{here}/families.lua", f"http://127.0.0.1:{port}", "--", file, key, str(random.randrange(1 << 30))],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    requests, duration, half, most, errors, applied = map(int, re.search(r"^=(.*)$", said, re.MULTILINE)[1].split())
    if errors:
        raise SystemExit(f"{errors} of {requests} requests failed:\n{said}")
    return requests / duration * 1e6, half / 1000, most / 1000, requests, applied


def measured(server, cluster, file, processes=None):
    """A run, and what it costs server and database: microseconds of a processor a request."""
    processes = processes or [server.process.pid]

    def times():
        return sum(processor_time(pid, False) for pid in processes), cluster.processor_time()

    before = times()
    found = load(server.port, file, server.key)
    after = times()
    return found[:3] + tuple((late - early) / found[3] * 1e6 for early, late in zip(before, after)) + found[3:]


def rates(server, cluster, files):
    row("what", "requests/s", "p50 ms", "p99 ms", "server µs", "database µs")
    row("---", "---:", "---:", "---:", "---:", "---:")
    for kind, file in files.items():
        load(server.port, file, server.key, 1)
        runs = [measured(server, cluster, file) for _ in range(TURNS)]
        if "push" in kind and any(run[6] < run[5] for run in runs):
            raise SystemExit("a push was not applied")
        row(kind, *cells(max(runs)))


def many_rows(server, people):
    """What one person sends after some days without a connection, in as many steps a request as a device sends. The median of some people."""
    def push(one, rows, steps):
        whole = step(one, "", "")
        first = whole["steps"][0]
        change = first["changes"][0]
        whole["steps"] = [
            first | {"id": str(uuid.uuid4()), "changes": [change | {"id": str(uuid.uuid4())} for _ in range(rows)]} for _ in range(steps)]
        return ask(server, "POST", "/rest/v1/rpc/compass_push", whole, one)

    print()
    row("500 new rows of one person", "requests", "ms", "promise")
    row("---", "---:", "---:", "---:")
    for what, rows, steps in (("in two steps", 250, 1), ("in 500 steps", 1, 50)):
        requests, times = 500 // (rows * steps), []
        for one in people[-6:]:
            began = time.perf_counter()
            said = [outcome for _ in range(requests) for outcome in push(one, rows, steps)]
            times.append((time.perf_counter() - began) * 1000)
            if {each["outcome"] for each in said} != {"applied"}:
                raise SystemExit(f"a push was not applied: {said[:3]}")
        # The first push is left out, because it warms the caches up.
        row(what, str(requests), f"{sorted(times[1:])[2]:.0f}", f"≤ {MOST_FOR_500:.0f}")


def cells(best):
    return f"{best[0]:,.0f}", f"{best[1]:.2f}", f"{best[2]:.1f}", f"{best[3]:.0f}", f"{best[4]:.0f}"


# MARK: beside others


class Pgbench:
    """The statements of a read, prepared and in one pipeline as the server sends them, over as many connections; a script for each of some
    people."""

    SCRIPT = """\\startpipeline
SELECT accounts.require_session(:session{0}::uuid, :person{0}::uuid);
SELECT set_config('search_path', 'public', true), set_config('role', :role, true), set_config('request.jwt.claims', :claims{0}, true), \
set_config('request.method', :method, true), set_config('request.path', :path, true), set_config('request.headers', '{{}}', true), \
set_config('request.address', :address, true), set_config('transaction_read_only', :only, true);
WITH page AS (SELECT * FROM public."schools" WHERE "id" = :school{0} LIMIT 1000 OFFSET 0) \
SELECT coalesce(json_agg(page), '[]')::text, count(*), NULL FROM page;
\\endpipeline
"""

    def __init__(self, home, cluster, server, people):
        self.home, self.cluster = home, cluster
        given = {"role": "authenticated", "method": "GET", "path": "/rest/v1/schools", "address": "127.0.0.1", "only": "on"}
        self.words = []
        for number, one in enumerate(people[:50]):
            script = f"{home}/read{number}.sql"
            with open(script, "w") as out:
                out.write(self.SCRIPT.format(number))
            self.words += ["--file", script]
            given.update({f"session{number}": one["session"], f"person{number}": one["person"], f"school{number}": one["school"],
                          f"claims{number}": json.dumps(server.claims(one), separators=(",", ":"))})
        for name, value in given.items():
            self.words += ["--define", f"{name}={value}"]

    def run(self):
        before = self.cluster.processor_time()
        for old in os.listdir(self.home):
            if old.startswith("pgbench."):
                os.remove(f"{self.home}/{old}")
        subprocess.run(
            [f"{pg_programs}/pgbench", "--no-vacuum", "--client=8", "--jobs=1", "--protocol=prepared", f"--time={SECONDS:.0f}", "--log",
             f"--log-prefix={self.home}/pgbench", *self.words, self.cluster.reach("authenticator")],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times = []
        for name in os.listdir(self.home):
            if name.startswith("pgbench."):
                with open(f"{self.home}/{name}") as log:
                    times += [int(line.split()[2]) / 1000 for line in log]
        times.sort()
        return (len(times) / SECONDS, times[len(times) // 2], times[len(times) * 99 // 100], 0,
                (self.cluster.processor_time() - before) / len(times) * 1e6)


class FastAPI:
    def __init__(self, server, cluster):
        self.key = server.key
        # One worker process for each processor core, as FastAPI is usually served.
        self.process, self.port = serving(
            lambda port: [
                peer_python, "-m", "uvicorn", "families_peer:app", "--app-dir", here, "--port", str(port), "--workers", str(os.cpu_count()),
                "--no-access-log", "--log-level", "warning"],
            os.environ | {
                "PEER_KEY": server.signing["secret"], "PEER_APIKEY": server.key,
                "PEER_DATABASE": f"postgresql://authenticator@/postgres?host={cluster.folder}", "PYTHONDONTWRITEBYTECODE": "1"})
        # The parent process listens before its workers can answer.
        time.sleep(2)

    def processes(self):
        return children(self.process.pid)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Relay:
    """A program of one thread in C that checks nothing: the least that any server over this database takes for the read."""

    def __init__(self, server, cluster):
        self.key = server.key
        self.process, self.port = serving(lambda port: [relay_program, str(port), cluster.reach("authenticator")])

    def processes(self):
        return [self.process.pid]

    def stop(self):
        self.process.terminate()
        self.process.wait()


def beside(home, server, cluster, people, file):
    """The same read by others, in turn with ours: the best of each."""
    pgbench = Pgbench(home, cluster, server, people)
    web, relay = FastAPI(server, cluster), Relay(server, cluster)
    ours, theirs, apis, relays = [], [], [], []
    try:
        for turn in range(TURNS if SHORT else TURNS + 1):
            ours.append(measured(server, cluster, file))
            theirs.append(pgbench.run())
            apis.append(measured(web, cluster, file, web.processes()))
            relays.append(measured(relay, cluster, file, relay.processes()))
            # The first turn is left out, because it warms the caches up.
            if turn == 0 and not SHORT:
                ours, theirs, apis, relays = [], [], [], []
    finally:
        web.stop()
        relay.stop()
    print()
    row("a read of one row", "requests/s", "p50 ms", "p99 ms", "server µs", "database µs", "ours to it", "promise")
    row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
    best = max(ours)

    def beside_it(what, one, ratio, promise):
        row(what, *cells(one), ratio, promise)

    beside_it("ours", best, "", "")
    bench = max(theirs)
    beside_it("pgbench", bench, f"{best[0] / bench[0]:.2f}", f"≥ {OF_PGBENCH:.2f}")
    api, floor = max(apis), max(relays)
    beside_it("FastAPI and asyncpg", api, f"{best[0] / api[0]:.1f}", f"≥ {TIMES_FASTAPI}")
    beside_it("a relay in C", floor, f"{best[0] / floor[0]:.2f}", "")
    print(f"\nServer processor time a request: {best[3] / api[3]:.3f} of FastAPI's (promise: {OF_ITS_CPU:.3f}). The relay reaches "
          f"{floor[0] / bench[0]:.2f} of pgbench, {floor[0] / api[0]:.1f} times FastAPI, and {floor[3] / api[3]:.3f} of its processor time.")


# MARK: those who wait


def wait_for_news(server, people):
    """A thousand connections, each waiting for news as a client does, and asking again when it is told that there is none."""
    before = server.memory()
    chosen = selectors.DefaultSelector()
    others = {}
    began = time.perf_counter()
    used = processor_time(server.process.pid, False)

    def send(number):
        one, client = people[number % len(people)], others[number][0]
        body = json.dumps({"cursors": one["now"]}).encode()
        head = "".join(f"{name}: {value}\r\n" for name, value in server.headers(one).items())
        client.sendall(f"POST /compass/v1/news HTTP/1.1\r\nHost: x\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    answers, peak = {}, 0
    settled = None
    while time.perf_counter() - began < WAITING:
        if len(others) < SESSIONS:
            number = len(others)
            client = socket.socket()
            # The server accepts at most a hundred waiting connections from one IP address.
            client.bind((f"127.0.1.{1 + number // 100}", 0))
            client.connect(("127.0.0.1", server.port))
            client.setblocking(False)
            others[number] = (client,)
            chosen.register(client, selectors.EVENT_READ, number)
            send(number)
        elif settled is None:
            settled = time.perf_counter(), processor_time(server.process.pid, False)
        for event, _ in chosen.select(0.01):
            said = event.fileobj.recv(65536)
            status = said[9:12].decode() or "closed"
            kind = f"{status} {'news' if b'true' in said else 'none'}"
            answers[kind] = answers.get(kind, 0) + 1
            if not said:
                chosen.unregister(event.fileobj)
            else:
                send(event.data)
        peak = max(peak, server.memory())
    processor = (processor_time(server.process.pid, False) - settled[1]) / (time.perf_counter() - settled[0])
    if settled is None:
        settled = began, used
    print(f"\nMemory: {before:.1f} MiB before, {server.memory():.1f} MiB with {SESSIONS:,} who wait for news (the most {peak:.1f}); "
          f"{processor * 100:.1f} % of a processor. Answers meanwhile: {answers}.")
    for client, in others.values():
        client.close()
    return (peak - before) * 1024 * 1024 / len(others)


# MARK: what grows


def bytes_of(folder):
    return sum(os.lstat(f"{place}/{name}").st_blocks * 512 for place, _, names in os.walk(folder) for name in names)


def growth(cluster, server, people, waiting):
    """What one family takes, and what more of them would: each figure is measured here, and multiplied."""
    cluster.psql("--command=ANALYZE")
    ours = ("FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
            "WHERE c.relkind = 'r' AND n.nspname IN ('public', 'compass', 'accounts')")
    rows, disk = (int(one) for one in cluster.psql(
        f"--command=SELECT sum(greatest(c.reltuples, 0))::bigint, sum(pg_total_relation_size(c.oid)) {ours}").split("|"))

    log = "--command=SELECT pg_current_wal_lsn() - '0/0'"
    writers = people[:200]
    before = int(cluster.psql(log))
    for one in writers:
        ask(server, "POST", "/rest/v1/rpc/compass_push", step(one, str(uuid.uuid4()), str(uuid.uuid4())), one)
    logged = (int(cluster.psql(log)) - before) / len(writers)

    # Only 25 people, two requests each, because the server accepts 60 requests a minute for one
    # path from one IP address.
    readers = people[-25:]
    memory, times = server.memory(), []
    for turn in range(2):
        for one in readers:
            began = time.perf_counter()
            ask(server, "GET", "/api/athlete-tasks", None, one)
            times.append((time.perf_counter() - began) * 1000)
    first, again = (sorted(times[turn * len(readers):][:len(readers)])[len(readers) // 2] for turn in range(2))
    file, held = bytes_of(server.pages) / len(readers), (server.memory() - memory) * 1024 * 1024 / len(readers)
    connections = cluster.psql("--command=SELECT count(*) FROM pg_stat_activity WHERE usename = 'authenticator'")

    def size(count):
        for unit in ("B", "KiB", "MiB", "GiB"):
            if count < 1024:
                return f"{count:,.3g} {unit}"
            count /= 1024
        return f"{count:,.3g} TiB"

    many = (10_000, 100_000, 1_000_000)
    row("what", "a family", *(f"{count:,} families" for count in many))
    row("---", *("---:" for _ in range(4)))
    for what, each, words in (
            ("rows", rows / FAMILIES, lambda count: f"{count:,.0f}"), ("disk of the database, indexes included", disk / FAMILIES, size),
            (f"its log in a day, of {CHANGES_A_DAY} changes each", logged * CHANGES_A_DAY, size),
            (f"files of pages, where {OPEN_AT_ONCE:.0%} are open", file * OPEN_AT_ONCE, size),
            ("memory of devices that wait, two each", 2 * waiting, size)):
        row(what, words(each), *(words(each * count) for count in many))
    print(f"\nA change writes {size(logged)} to the log. An open file of pages takes {size(file)} of disk and {size(held)} of memory; the "
          f"first answer over it took {first:.1f} ms, the next {again:.1f} ms (median of {len(readers)}). The server has {connections} "
          f"connections to the database, however many families there are.")


# MARK: a database that is killed


class Pusher(threading.Thread):
    """Sends one step after the other, each until it is taken: what is not acknowledged is sent again."""

    def __init__(self, server, people, until):
        super().__init__(daemon=True)
        self.server, self.people, self.until = server, itertools.cycle(people), until
        self.acknowledged, self.refused, self.longest = [], {}, (0, 0)

    def run(self):
        client = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        while not self.until.is_set():
            one, step_id, row_id = next(self.people), str(uuid.uuid4()), str(uuid.uuid4())
            body = json.dumps(step(one, step_id, row_id))
            began = time.perf_counter()
            tries = 0
            while True:
                tries += 1
                try:
                    client.request("POST", "/rest/v1/rpc/compass_push", body, self.server.headers(one))
                    answer = client.getresponse()
                    said, status, wait = answer.read(), answer.status, answer.getheader("Retry-After")
                except (OSError, http.client.HTTPException) as fault:
                    client.close()
                    said, status, wait = b"", type(fault).__name__, None
                if status == 200:
                    break
                self.refused[status, wait] = self.refused.get((status, wait), 0) + 1
                time.sleep(0.02)
            outcome = json.loads(said)[0]["outcome"]
            now = time.perf_counter()
            self.longest = max(self.longest, (now - began, tries))
            self.acknowledged.append((now, step_id, row_id, outcome))


def killed(server, cluster, people):
    until = threading.Event()
    pushers = [Pusher(server, people[number::8], until) for number in range(8)]
    for pusher in pushers:
        pusher.start()
    time.sleep(3)
    os.kill(cluster.postmaster(), signal.SIGKILL)
    died = time.perf_counter()
    # Two seconds, so that all clients notice that the database is down.
    time.sleep(2)
    began = time.perf_counter()
    while not cluster.start():
        time.sleep(0.1)
    up = time.perf_counter()
    time.sleep(5)
    until.set()
    for pusher in pushers:
        pusher.join(30)
    done = sorted(itertools.chain(*(pusher.acknowledged for pusher in pushers)))
    after = [moment for moment, *_ in done if moment > began]
    refused = {}
    for pusher in pushers:
        for what, count in pusher.refused.items():
            refused[what] = refused.get(what, 0) + count
    outcomes = {}
    for *_, outcome in done:
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    cluster.psql("--command=CREATE TABLE bench.acknowledged (step uuid, row uuid)")
    subprocess.run(
        ["psql", "--no-psqlrc", "--quiet", f"--dbname={cluster.reach('postgres')}", "--command=COPY bench.acknowledged FROM STDIN"],
        input="".join(f"{step_id}\t{row_id}\n" for _, step_id, row_id, _ in done), text=True, check=True)
    lost = cluster.psql("--command=SELECT count(*) FROM bench.acknowledged AS a WHERE NOT EXISTS (SELECT 1 FROM compass.steps AS s WHERE "
                        "s.id = a.step) OR NOT EXISTS (SELECT 1 FROM public.interactions AS i WHERE i.id = a.row)")
    print(f"\nPostgreSQL killed under eight who push, and started again {began - died:.1f} s later: it answers {up - began:.2f} s after that "
          f"began, the first push is back after {after[0] - began:.2f} s, the longest of all took {max(p.longest for p in pushers)[0]:.2f} s. "
          f"{len(done):,} pushes acknowledged ({outcomes}), {lost} of them lost. Meanwhile: "
          + ", ".join(f"{count} × {status}" + (f" with Retry-After {wait}" if wait else "") for (status, wait), count in
                      sorted(refused.items(), key=str)) + ".")
    if lost != "0":
        raise SystemExit("an acknowledged push was lost")


def main():
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with installed(server_program, root) as (home, cluster, server):
        print(machine(), "\n")
        people = fill(cluster)
        server.serve()
        for one in people:
            one["token"] = server.token(one)
        check(server, people[0])
        # This measures memory, so it runs before the other benchmarks, which use some too.
        waiting = wait_for_news(server, people)
        print()
        growth(cluster, server, people, waiting)
        print()
        files = write_requests(home, people)
        rates(server, cluster, files)
        many_rows(server, people)
        beside(home, server, cluster, people, files["a read of one row"])
        killed(server, cluster, people)


main()
