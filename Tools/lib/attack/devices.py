"""A family's devices as programs, against a real server and database: connecting, sending and fetching, killed at any moment, two
programs of one device at once, a server that is killed, an empty one under the same address, and an older program on one device.

When all have come to rest, the files of those who may see the same are alike; what was acknowledged is there, or was shown as held or
refused and let go; nothing is there twice; a file lost nothing to a server that did not have it."""

import json
import os
import random
import re
import socket
import sqlite3
import subprocess
import time

import blows
import judge
import state
import words
from computer import Computer

PASSWORD = "a long enough password"
# The tables whose rows must be equal on all devices of a family. The other tables have rows that
# belong to one person.
SHARED = ["schools", "coaches", "interactions", "family_units", "family_members", "school_status_history", "athlete_task"]
# Columns that are not compared, because they stay on a device or because the later value wins
# without a conflict.
LEFT_OUT = {"updated_at", "updated_by", "private_notes", "family_code", "code_generated_at"}
NOT_CONNECTED = re.compile(r"This file is not connected")
# Refusals that are correct because the device's server was killed or replaced, or because another
# program of the same device is syncing.
TRUE_REFUSALS = re.compile(
    r"does not answer|No (coach or )?school is called|is syncing|signed out at the server|server is busy|server could not|is used by another|locked for too long"
    r"|no step|Nothing to undo|nothing to undo|changed since|changed meanwhile|Something else still belongs to it|There is no|no conflict"
    r"|There is an account with that address|does not know you|has no records yet|has records already|No profile is set up|built on it|is not there|does not let you in|does not allow|not a Compass server|Try again", re.I)


def markers(text):
    return set(re.findall(r"zq\d+x\d+", text or ""))


class Server:
    """PostgreSQL and the program before it, at one port from the first start to the last."""

    def __init__(self, folder, root, *setup):
        self.folder, self.root, self.setup = folder, root, setup
        self.program = os.path.join(os.path.dirname(Computer.program), "compass-server")
        self.lent = subprocess.Popen([f"{root}/Tools/postgres", "lend"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.cluster = self.lent.stdout.readline().strip()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.config = os.path.join(folder, "server.json")
        self.process = None
        self.install("family")
        self.key = self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.lent.stdin.close()
        self.lent.wait()

    def install(self, database):
        self.sql(f"CREATE DATABASE {database}", "postgres")
        path = self.config if not os.path.exists(self.config) else f"{self.config}.new"
        self.run("init", "--config", path, "--database", f"host={self.cluster} user=authenticator dbname={database}", "--admin",
                 f"host={self.cluster} user=postgres dbname={database}", "--schema",
                 f"{self.root}/Modules/Services/PostgreSQLSchema", "--port", str(self.port), *self.setup)
        self.run("migrate", "--config", path)
        if path != self.config:
            os.unlink(path)

    def run(self, *line):
        done = subprocess.run([self.program, *line], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"The server could not be set up: {done.stdout}{done.stderr}")

    def start(self):
        self.process = subprocess.Popen([self.program, "serve", "--config", self.config], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        said = re.search(r"key (\S+)", self.process.stdout.readline())
        return said[1] if said else None

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
        self.process = None

    def serve(self, database):
        """The same address and secrets before another database: an empty server under the old name."""
        self.kill()
        with open(self.config, encoding="utf-8") as file:
            text = file.read()
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(re.sub(r"dbname=\w+", f"dbname={database}", text))
        self.start()

    def sql(self, text, database="family"):
        done = subprocess.run(["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--host", self.cluster, "--username",
                               "postgres", "--dbname", database, "--command", text], capture_output=True, text=True, check=True)
        return done.stdout.split("\n")[:-1]

    def forget_tries(self):
        """A trial connects more often in a minute than people do in an hour."""
        self.sql("DELETE FROM compass.code_tries")


class Stuck(Exception):
    """A trial that cannot go on; what is wrong is said."""


class Device:
    def __init__(self, trial, name, email, is_parent=False):
        self.trial, self.name, self.email, self.is_parent = trial, name, email, is_parent
        self.computer = Computer.empty(os.path.join(trial.folder, name))
        path = self.computer.write("pw.txt", PASSWORD + "\n")
        os.chmod(path, 0o600)

    def run(self, *line, true=lambda answer: False, kill_after=None, blow=None):
        trial = self.trial
        answer = self.computer.run(list(line), now=None, kill_after=kill_after, blow=blow)
        trial.commands += 1
        trial.killed += answer.is_killed
        trial.wrong += [f"{self.name}: {wrong}\n{answer}" for wrong in
                        words.crash(answer) + words.innards(answer) + words.silence(answer)]
        if answer.code != 0 and not answer.is_killed:
            trial.refused += 1
            if words.DAMAGED.search(answer.text) or not (TRUE_REFUSALS.search(answer.text) or true(answer)):
                trial.wrong += [f"{self.name}: a refusal that is not true\n{answer}"]
        trial.log.append(f"{self.name}: {' '.join(line)} -> {answer.code} {answer.text[:160]}")
        return answer

    def draw_kill(self, longest=0.35):
        """No kill, one at a moment of the clock, or one at a call."""
        chance = self.trial.chance
        kind = chance.random()
        if kind < 0.5:
            return {}
        if kind < 0.8:
            return {"kill_after": chance.uniform(0, longest)}
        how = chance.choice(["kill-before", "kill-after", "kill-within"])
        call = "write" if how == "kill-within" else chance.choice(["write", "write", "sync", "all", "rename"])
        return {"blow": blows.Blow(how, call, chance.randint(1, 60 if call == "all" else 25))}

    def is_connected(self):
        if not os.path.exists(self.computer.file):
            return False
        return bool(self.ask("SELECT 1 FROM sqlite_schema WHERE name = 'outbox_facts'"))

    def ask(self, sql, *values):
        """Closed at once: a copy that this process takes of a file it has open drops the locks that keep the file sound."""
        # If the program was killed, SQLite has to rebuild the `-shm` file of the data file (the
        # index of the write-ahead log), which a read-only connection cannot do. The second attempt
        # therefore opens the data file for writing.
        for mode in ("ro", "rw"):
            file = sqlite3.connect(f"file:{self.computer.file}?mode={mode}", uri=True)
            try:
                return file.execute(sql, values).fetchall()
            except sqlite3.OperationalError:
                if mode == "rw":
                    raise
            finally:
                file.close()
        return []

    def names(self):
        return {row[0] for row in self.ask("SELECT name FROM schools UNION SELECT notes FROM schools UNION SELECT subject FROM interactions")}

    def connect(self, is_new):
        """Until it is, however often it is killed, as a person who reads the messages would go on."""
        line = ["account", "connect", self.trial.server.address, "--key", self.trial.server.key, "--email", self.email,
                "--password-file", "pw.txt", "--yes"]
        birth = ["--new", "--birth-date", "1990-01-01"]
        for attempt in range(12):
            is_killed = attempt < 5 and not self.trial.has_older
            kill = self.draw_kill(0.9) if is_killed else {}
            answer = self.run(*line, *(birth if is_new else []), **kill)
            if is_new and "There is an account with that address already" in answer.text:
                is_new = False
            if self.is_connected() and answer.code == 0:
                return
            if self.is_connected():
                self.run("sync", "--yes", **kill)
                return
        self.trial.wrong.append(f"{self.name} could not be connected:\n{answer}\n{os.listdir(self.computer.data)}")
        raise Stuck()

    def rows(self, table):
        found = state.read_rows(self.computer.file).get(table, [])
        return sorted(repr(sorted((name, value) for name, value in row.items() if name not in LEFT_OUT)) for row in found)


class Trial:
    def __init__(self, options, server, number):
        self.chance = random.Random(f"{options.seed}/devices/{number}")
        self.number, self.server = number, server
        self.folder = os.path.join(options.folder, f"devices-{number}")
        self.turns = options.turns or 30
        self.wrong, self.log = [], []
        self.commands = self.killed = self.refused = self.count = 0
        # Each write stores a text that occurs only once, its marker. `made` has the markers of the
        # writes that the program reported as done, which must be found at the end. `gone` has those
        # that a person removed or gave up later, which may be missing.
        self.made, self.gone = {}, set()

    def run(self):
        server, chance = self.server, self.chance
        server.forget_tries()
        mail = f"sam-{self.number}-{random.getrandbits(40):x}@example.org"
        laptop, phone = Device(self, "laptop", mail), Device(self, "phone", mail)
        older = os.environ.get("COMPASS_OLDER")
        # If one device runs an older version of the program, the actions in which that version has
        # known faults are left out.
        self.has_older = bool(older)
        if older:
            phone.computer.program = older
        parent = Device(self, "parent", f"dana-{mail}", is_parent=True)
        laptop.run("account", "create", "--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2028")
        laptop.run("family", "create")
        for _ in range(chance.randint(1, 5)):
            self.write(laptop)
        laptop.connect(is_new=True)
        phone.connect(is_new=False)
        parent.run("account", "create", "--name", "Dana Lee", "--role", "parent")
        parent.connect(is_new=True)
        code = re.search(r"FAM-[A-Z0-9]{6}", laptop.run("family", "code", "--renew", "--yes").text)[0]
        parent.run("family", "join", code)
        laptop.run("family", "admit", parent.email, "--yes")
        self.devices = [laptop, phone, parent]
        for device in self.devices:
            device.run("sync", "--yes")
        for _ in range(self.turns):
            self.turn()
        self.rest()
        self.judge()
        for device in self.devices:
            device.computer.remove()
        return self.wrong

    # The actions of the devices

    def turn(self):
        chance = self.chance
        device = chance.choice(self.devices)
        kind = chance.random()
        if kind < 0.4:
            self.write(device, killed=True)
        elif kind < 0.5:
            self.delete(device)
        elif kind < 0.58:
            self.undo(device)
        elif kind < 0.75:
            device.run("sync", "--yes", **device.draw_kill())
        elif kind < 0.82:
            self.at_once(device)
        elif kind < 0.86:
            device.run("sync", "again", "--yes", **device.draw_kill())
        elif kind < 0.9:
            self.decide(device)
        elif kind < 0.96 or self.has_older:
            self.server_dies(device)
        else:
            self.empty_server()

    def mark(self):
        self.count += 1
        return f"zq{self.number}x{self.count}"

    def write(self, device, killed=False, edits=True):
        chance, marker = self.chance, self.mark()
        if device.is_parent:
            device.run("tasks")
            return
        schools = [name for name in self.schools(device) if name.startswith("zq")]
        kill = device.draw_kill() if killed else {}
        kind = chance.randrange(3 if edits else 2) if schools else 0
        school = chance.choice(schools) if schools else None
        if kind == 0:
            line, belongs = ["schools", "add", marker], None
        elif kind == 1:
            line, belongs = ["interactions", "add", school, "email", "--subject", marker], school
        else:
            line, belongs = ["schools", "edit", school, "--notes", marker], school
        before = self.notes(device, school)
        answer = device.run(*line, **kill)
        if words.claims_success(answer):
            self.made[marker] = belongs
        # The command has replaced the note that the person had seen, so the markers of the old note
        # may be missing in the end.
        if kind == 2 and self.notes(device, school) == marker:
            self.gone |= markers(before)

    def notes(self, device, school):
        return next((row[0] for row in device.ask("SELECT notes FROM schools WHERE name = ?", school)), None)

    def schools(self, device):
        return [row[0] for row in device.ask("SELECT name FROM schools ORDER BY name")]

    def delete(self, device):
        schools = [name for name in self.schools(device) if name.startswith("zq")]
        if device.is_parent or len(schools) < 3:
            return
        name = self.chance.choice(schools)
        self.gone |= {name} | {marker for marker, school in self.made.items() if school == name}
        device.run("schools", "delete", name, "--yes", **device.draw_kill())

    def deleted_elsewhere(self, answer):
        """Whether what could not be undone is what a device deleted."""
        step = re.search(r"Cannot undo “(.*?)”: .* was deleted since", " ".join(answer.text.split()))
        return bool(step and markers(step[1]) & self.gone)

    def undo(self, device):
        before = device.names()
        device.run("undo", true=self.deleted_elsewhere, **device.draw_kill())
        self.gone |= before - device.names()

    def decide(self, device):
        for number, shown in self.conflicts(device)[:2]:
            self.let_go(device, number, shown)

    def conflicts(self, device):
        """What waits for a decision: the number of each, and all that is shown of it. What is kept beside is not asked."""
        answer = device.run("sync", "conflicts", "--json")
        if answer.code != 0 or answer.is_killed:
            return []
        found = []

        def walk(node):
            if isinstance(node, dict) and node.get("type") == "section":
                text = json.dumps(node)
                number = re.search(r"sync keep theirs (\d+)", text)
                if number:
                    found.append((number[1], text))
                return
            for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
                walk(inner)

        walk(json.loads(answer.out))
        return found

    def let_go(self, device, number, shown):
        """What was shown may be let go; a value that was not is looked for in the end."""
        texts = markers(shown)
        self.gone |= texts | {marker for marker, school in self.made.items() if school in texts}
        device.run("sync", "keep", "theirs", number)

    def at_once(self, device):
        """Two programs of one device, and another device, at the same moment."""
        others = [device, device, self.chance.choice(self.devices)]
        running = [(one, one.computer.start(["sync", "--yes"], now=None)) for one in others]
        # No edit of an existing note: a note that a sync fetches at this moment could be
        # overwritten by a person who has not seen it, and would count as lost.
        self.write(device, edits=False)
        for one, process in running:
            answer = one.computer.finish(process)
            self.commands += 1
            if answer.code != 0 and not TRUE_REFUSALS.search(answer.text):
                self.wrong.append(f"{one.name}: a refusal that is not true\n{answer}")

    def server_dies(self, device):
        """While a device sends."""
        self.write(device)
        process = device.computer.start(["sync", "--yes"], now=None)
        time.sleep(self.chance.uniform(0, 0.25))
        self.server.kill()
        answer = device.computer.finish(process)
        self.commands += 1
        if answer.code != 0 and not TRUE_REFUSALS.search(answer.text):
            self.wrong.append(f"{device.name}: a refusal that is not true\n{answer}")
        self.write(device)
        self.server.start()
        self.log.append("the server was killed and is back")

    def empty_server(self):
        """The same address, and nothing there: no file loses a row to it."""
        self.server.serve("empty")
        self.log.append("an empty server is there")
        for device in self.devices:
            before = {table: device.rows(table) for table in SHARED}
            device.run(*self.chance.choice([["sync", "--yes"], ["sync", "again", "--yes"]]))
            after = {table: device.rows(table) for table in SHARED}
            for table in SHARED:
                lost = [row for row in before[table] if row not in after[table]]
                if lost:
                    self.wrong.append(f"{device.name} lost {table} to an empty server: {lost[:3]}")
        self.server.serve("family")
        self.log.append("the family's server is back")

    # The checks at the end

    def rest(self):
        for turn in range(14):
            is_quiet = True
            for device in self.devices:
                answer = device.run("sync", "--yes")
                conflicts = self.conflicts(device)
                for number, shown in conflicts:
                    self.let_go(device, number, shown)
                is_quiet = is_quiet and "Nothing new" in answer.out and not conflicts
            if is_quiet and turn:
                return
        self.wrong.append("they do not come to rest")

    def judge(self):
        laptop = self.devices[0]
        family = laptop.ask("SELECT id FROM family_units")[0][0]
        for device in self.devices:
            found = state.read(device.computer.file)
            self.wrong += [f"{device.name}: {fault}" for fault in found.faults]
            self.wrong += [f"{device.name}: {fault}" for fault in judge.strays(device.computer) + judge.open_to_others(device.computer)
                           if not re.search(r"-lock was left", fault)]
            waiting = device.ask("SELECT state, summary FROM outbox")
            if waiting:
                self.wrong.append(f"{device.name} still has {waiting[:3]}")
            for table in SHARED:
                mine, theirs = laptop.rows(table), device.rows(table)
                if mine != theirs:
                    here = [row for row in mine if row not in theirs][:2]
                    # A parent's device may keep rows of a placeholder athlete, which exists only in
                    # this file, so only rows of the shared family are compared there.
                    there = [row for row in theirs if row not in mine and (not device.is_parent or family in row)][:2]
                    if here or there:
                        self.wrong.append(f"{table} of laptop and {device.name} differ: {here} / {there}")
            texts = found.texts()
            for marker in self.made:
                if marker not in self.gone and marker not in texts:
                    self.wrong.append(f"{marker} was acknowledged and is not at {device.name}")
        twice = laptop.ask("SELECT name FROM schools GROUP BY name HAVING count(*) > 1 UNION "
                           "SELECT subject FROM interactions GROUP BY subject HAVING count(*) > 1")
        self.wrong += [f"{row[0]} is there twice" for row in twice]
        twice = self.server.sql("SELECT summary FROM compass.steps GROUP BY person, id, part, summary HAVING count(*) > 1")
        self.wrong += [f"“{row}” was applied twice" for row in twice]


def run(options, report):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    folder = os.path.join(options.folder, "server")
    os.makedirs(folder)
    with Server(folder, root) as server:
        server.install("empty")
        for number in report.numbers(options):
            trial = Trial(options, server, number)
            try:
                trial.run()
            except Stuck:
                pass
            wrong = trial.wrong
            report.tally()
            report.tally("commands", trial.commands)
            report.tally("killed", trial.killed)
            report.tally("refused", trial.refused)
            report.tally("writes acknowledged", len(trial.made))
            if wrong:
                report.fail(number, "devices", wrong + (trial.log if options.verbose else []))
