"""A connected file: what a first sync asks and weighs, how soon another device has a write, and what keeping costs a local one.

A real server and PostgreSQL on this machine; requests and bytes are counted by a relay between device and server.
"""

import json
import os
import re
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from measure import SHORT, machine, row, run

program, server_program, root = sys.argv[1:4]
SCHOOLS, INTERACTIONS, NOTIFICATIONS = (5, 10, 5) if SHORT else (68, 248, 122)
# The numbers of records of a family that has used the program for many years.
MANY_SCHOOLS, MANY_INTERACTIONS = (20, 180) if SHORT else (2_000, 18_000)
MOST_REQUESTS, MOST_KB = 3, 60


class Relay:
    """Passes bytes on, and counts them and the requests."""

    def __init__(self, port):
        self.port_behind = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.reset()
        threading.Thread(target=self.accept, daemon=True).start()

    def reset(self):
        self.requests, self.up, self.down = [], 0, 0

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                behind = socket.create_connection(("127.0.0.1", self.port_behind))
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.pump, args=(client, behind, True), daemon=True).start()
            threading.Thread(target=self.pump, args=(behind, client, False), daemon=True).start()

    def pump(self, source, target, is_up):
        try:
            while data := source.recv(65536):
                if is_up:
                    self.up += len(data)
                    self.requests += re.findall(rb"(?:GET|POST) (/\S+) HTTP/1.1", data)
                else:
                    self.down += len(data)
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def said(self):
        """The requests that sync makes, without signing in."""
        return [path for path in self.requests if b"/auth/" not in path and b"/news" not in path]


def ours(folder, *words, stdin=None):
    return run([program, "--data", folder, *words], stdin=stdin)


def connect(folder, relay, key, email, password, *more):
    return ours(folder, "account", "connect", f"http://127.0.0.1:{relay.port}", "--key", key, "--email", email,
                "--password-file", password, "--yes", *more)


def fill(folder, schools=SCHOOLS, interactions=INTERACTIONS, notifications=NOTIFICATIONS):
    """As many rows as the phone app's family has, unless more are asked for."""
    ours(folder, "account", "create", "--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2028")
    ours(folder, "family", "create")
    names = [{"name": f"College {n}", "city": "Springfield", "state": "IL", "division": "D1", "status": "researching",
              "website": f"https://college{n}.example.edu", "notes": f"What we know of number {n}."} for n in range(schools)]
    messages = [{"school": f"College {n % schools}", "type": "email", "direction": "outbound",
                     "date": f"2026-0{1 + n % 9}-1{n % 9}", "subject": f"Message {n}", "content": "Dear coach, here is my video."}
                    for n in range(interactions)]
    for kind, rows in (("schools", names), ("interactions", messages)):
        path = f"{folder}-{kind}.csv"
        with open(path, "w") as out:
            out.write(",".join(rows[0]) + "\n")
            out.writelines(",".join(f'"{value}"' for value in one.values()) + "\n" for one in rows)
        ours(folder, "import", kind, path, "--yes")
    file = sqlite3.connect(f"{folder}/compass.sqlite")
    person = file.execute("SELECT id FROM users").fetchone()[0]
    for n in range(notifications):
        notification = str(uuid.uuid4())
        # The program numbers each notification for its handle, such as `n12`. This insertion does
        # so too, because a device that connects sends these numbers.
        file.execute("INSERT INTO handles SELECT 'n', coalesce(max(number), 0) + 1, ? FROM handles WHERE kind = 'n'", (notification,))
        file.execute(
            "INSERT INTO notifications (id, user_id, type, title, message, priority, created_at) VALUES (?,?,?,?,?,?,?)",
            (notification, person, "follow_up_reminder", f"Write to College {n % schools}", "You have not written for a while.",
             "normal", "2026-02-10T12:00:00.000Z"))
    file.commit()
    file.close()


def count(folder, table):
    with sqlite3.connect(f"{folder}/compass.sqlite") as file:
        return file.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def first_sync(relay, key, home, password):
    email = f"sam-{uuid.uuid4()}@example.org"
    laptop, phone = f"{home}/laptop", f"{home}/phone"
    fill(laptop)
    row("what", "requests", "KB up", "KB down", "ms", "promise")
    row("---", "---:", "---:", "---:", "---:", "---:")
    relay.reset()
    elapsed, _ = connect(laptop, relay, key, email, password, "--new", "--birth-date", "2005-05-31")
    row(f"first upload of {SCHOOLS} schools, {INTERACTIONS} interactions, {NOTIFICATIONS} notifications", len(relay.said()),
        f"{relay.up / 1000:.0f}", f"{relay.down / 1000:.0f}", f"{elapsed:.0f}", "")
    relay.reset()
    elapsed, _ = connect(phone, relay, key, email, password)
    for table in ("schools", "interactions", "notifications"):
        if count(laptop, table) != count(phone, table):
            raise SystemExit(f"the phone has {count(phone, table)} {table}, the laptop {count(laptop, table)}")
    if len(relay.said()) > MOST_REQUESTS:
        raise SystemExit(f"the first sync of another device takes {len(relay.said())} requests: {relay.said()}")
    row("first sync of another device", len(relay.said()), f"{relay.up / 1000:.0f}", f"{relay.down / 1000:.0f}", f"{elapsed:.0f}",
        f"{MOST_REQUESTS} requests, {MOST_KB} KB")
    for folder in (laptop, phone):
        ours(folder, "sync")
    for what, words in (("sync with nothing new", ("sync",)), ("a write, sent after its answer", ("schools", "edit", "s1", "--notes", "new")),
                        ("sync with one change of another device", None)):
        relay.reset()
        elapsed, _ = ours(laptop, *words) if words else ours(phone, "sync")
        row(what, len(relay.said()), f"{relay.up / 1000:.1f}", f"{relay.down / 1000:.1f}", f"{elapsed:.0f}", "")
    return laptop, phone


def many(relay, key, home, password):
    """What a large family waits for, and how much memory its second device takes."""
    email = f"sam-{uuid.uuid4()}@example.org"
    laptop, phone = f"{home}/large", f"{home}/second"
    fill(laptop, MANY_SCHOOLS, MANY_INTERACTIONS, 0)
    said = []
    for folder, more in ((laptop, ["--new", "--birth-date", "2005-05-31"]), (phone, [])):
        command = [program, "--data", folder, "account", "connect", f"http://127.0.0.1:{relay.port}", "--key", key, "--email", email,
                   "--password-file", password, "--yes", *more]
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        if status:
            raise SystemExit(f"{folder} could not be connected: {status}")
        said.append((time.perf_counter() - began, usage.ru_maxrss / 1024))
    for table in ("schools", "interactions"):
        if count(laptop, table) != count(phone, table):
            raise SystemExit(f"the second device has {count(phone, table)} {table}, the first {count(laptop, table)}")
    print(f"\n{MANY_SCHOOLS + MANY_INTERACTIONS} rows: the first sync takes {said[0][0]:.1f} s (promise 20), the second device {said[1][0]:.1f} s and "
          f"{said[1][1]:.0f} MiB (promise 5 s and 60 MiB).")


def news(laptop, phone):
    """Until a prompt that is left open has in its file what another device wrote."""
    import pty
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(program, [program, "--data", phone])
    threading.Thread(target=lambda: [None for _ in iter(lambda: read(terminal), b"")], daemon=True).start()
    time.sleep(3)
    times = []
    for n in range(1 if SHORT else 11):
        ours(laptop, "schools", "edit", "s1", "--notes", f"news {n}")
        began = time.perf_counter()
        while True:
            with sqlite3.connect(f"{phone}/compass.sqlite") as file:
                if file.execute("SELECT 1 FROM schools WHERE notes = ?", (f"news {n}",)).fetchone():
                    break
            if time.perf_counter() - began > 30:
                raise SystemExit("the prompt never heard of it")
            time.sleep(0.01)
        times.append(time.perf_counter() - began)
        # The server tells a device of changes at most once a second, so a faster loop would only
        # measure this limit.
        time.sleep(1 + n * 0.13)
    os.write(terminal, b"quit\r")
    os.waitpid(pid, 0)
    print(f"\nFrom the end of a command on one device until an open prompt on another has it: median {statistics.median(times):.2f} s, "
          f"longest {max(times):.2f} s of {len(times)}.")


def read(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def cost(laptop, home, key):
    """A script of edits in a file that is connected to a server that is not there, and in one that is not."""
    plain = f"{home}/plain"
    shutil.copytree(laptop, plain)
    ours(plain, "account", "disconnect", "--yes")
    with sqlite3.connect(f"{laptop}/compass.sqlite") as file:
        file.execute("UPDATE outbox_facts SET value = 'http://127.0.0.1:1' WHERE key = 'address'")
    script = f"{home}/edits.txt"
    lines = 10 if SHORT else 200
    ratios, times = [], []
    for turn in range(2 if SHORT else 8):
        with open(script, "w") as out:
            out.writelines(f"schools edit s{1 + n % SCHOOLS} --notes \"text {turn} {n}\"\n" for n in range(lines))
        pair = []
        for folder in (laptop, plain):
            with open(script, "rb") as source:
                pair.append(ours(folder, stdin=source)[0])
        if turn:
            ratios.append(pair[0] / pair[1])
            times.append(pair)
    print(f"\n{lines} edits in one script: connected {statistics.median(t[0] for t in times):.0f} ms, not connected "
          f"{statistics.median(t[1] for t in times):.0f} ms, ratio {statistics.median(ratios):.2f} (promise 1.10).")
    starts = [[ours(folder, "tasks", "show", "t3")[0] for folder in (laptop, plain)] for _ in range(1 if SHORT else 21)]
    print(f"`tasks show`, whole process: connected {statistics.median(s[0] for s in starts):.1f} ms, not connected "
          f"{statistics.median(s[1] for s in starts):.1f} ms.")


def main():
    home = tempfile.mkdtemp(prefix="compass-bench-", dir="/tmp")
    os.chmod(home, 0o711)
    lent = subprocess.Popen([f"{root}/Tools/postgres", "lend"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    server = None
    try:
        cluster = lent.stdout.readline().strip()
        config = f"{home}/server.json"
        subprocess.run([server_program, "init", "--config", config, "--database", f"host={cluster} user=authenticator dbname=postgres",
                        "--admin", f"host={cluster} user=postgres dbname=postgres", "--schema",
                        f"{root}/Modules/Services/PostgreSQLSchema", "--port", "0"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([server_program, "migrate", "--config", config], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen([server_program, "serve", "--config", config], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = re.search(r"127.0.0.1:(\d+)  key (\S+)", server.stdout.readline())
        relay, key = Relay(int(said[1])), said[2]
        password = f"{home}/password"
        with open(os.open(password, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
            out.write("a long enough password\n")
        print(machine(), "\n")
        laptop, phone = first_sync(relay, key, home, password)
        news(laptop, phone)
        many(relay, key, home, password)
        server.terminate()
        server.wait()
        server = None
        cost(laptop, home, key)
    finally:
        if server:
            server.terminate()
        lent.stdin.close()
        lent.wait()
        shutil.rmtree(home, ignore_errors=True)


main()
