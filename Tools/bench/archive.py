"""`export interactions --csv` of a million rows, against the sqlite3 program writing the same table and against polars; and `import schools` of 15,000 rows.

All three read the same file, and write the same rows to a file; what they wrote is read back with Python's csv module and
compared cell by cell before anything is timed.
"""

import csv
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid

from measure import SHORT, machine, peak_memory, row

program = sys.argv[1]
python = sys.argv[2]
rows_wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000 if SHORT else 1_000_000
RUNS = 1 if SHORT else 7

POLARS = """
import sys
import polars
file, query, target = sys.argv[1:]
table = polars.read_database_uri(query, "sqlite://" + file, engine="connectorx")
table.write_csv(target, quote_style="non_numeric")
"""


def id_of(kind, number):
    return str(uuid.UUID(int=(kind << 80) | (0x4000 << 64) | (0x8000 << 48) | number))


def founded(data):
    """The command of a program whose folder has an athlete and a family."""
    command = [program, "--data", data, "--now", "2026-02-10T12:00:00Z"]
    for words in (["account", "create", "--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2027",
                   "--sport", "baseball"], ["family", "create"]):
        subprocess.run(command + words, check=True, capture_output=True)
    return command


def family_with(count, folder):
    """A family whose athlete has `count` interactions with 30 schools and 90 coaches."""
    data = os.path.join(folder, "compass")
    command = founded(data)
    path = os.path.join(data, "compass.sqlite")
    file = sqlite3.connect(path)
    athlete, = file.execute("SELECT id FROM users").fetchone()
    family, = file.execute("SELECT id FROM family_units").fetchone()
    at = "2026-01-01T00:00:00.000Z"
    with file:
        file.executemany(
            "INSERT INTO schools (id, user_id, family_unit_id, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
            [(id_of(1, n), athlete, family, f"School {n}", at, at) for n in range(30)])
        file.executemany(
            "INSERT INTO coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name, created_at,"
            " updated_at) VALUES (?, ?, ?, ?, 'head', 'Ana', ?, ?, ?)",
            [(id_of(2, n), id_of(1, n % 30), athlete, family, f"Coach {n}", at, at) for n in range(90)])

        def interactions():
            types = ["email", "text", "phone_call", "camp"]
            for n in range(count):
                moment = f"20{20 + n % 6}-{1 + n % 12:02d}-{1 + n % 28:02d}T{n % 24:02d}:{n % 60:02d}:00.000Z"
                yield (id_of(3, n), id_of(1, n % 30), id_of(2, n % 90) if n % 3 else None, family, types[n % 4],
                       "inbound" if n % 5 == 0 else "outbound", f"About the visit, number {n}",
                       'He said "come and see us", and we talked about grades, the team and the summer.'
                       if n % 2 else f"Sent the transcript and the video.\nAnswer by day {n % 31}.",
                       ["positive", "neutral", None][n % 3], moment, athlete, "[]", at, at)

        file.executemany(
            "INSERT INTO interactions (id, school_id, coach_id, family_unit_id, type, direction, subject, content,"
            " sentiment, occurred_at, logged_by, attachments, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", interactions())
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return command, path, family


def timed(command, target):
    with open(target, "wb") as out:
        started = time.perf_counter()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE)
        elapsed = (time.perf_counter() - started) * 1000
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr.decode()}")
    return elapsed


def bring_in(count, folder):
    """Seconds in which `import schools` brings a table of so many schools into a new family, which then has them all."""
    data, table = os.path.join(folder, "imported"), os.path.join(folder, "schools.csv")
    with open(table, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["name", "status", "location"])
        writer.writerows([f"School {n}", "researching", "Akron, OH"] for n in range(count))
    command = founded(data)
    taken = timed(command + ["import", "schools", table, "--yes"], os.devnull)
    file = sqlite3.connect(os.path.join(data, "compass.sqlite"))
    stored, = file.execute("SELECT count(DISTINCT name) FROM schools").fetchone()
    file.close()
    if stored != count:
        raise SystemExit(f"{stored} of {count} schools were imported")
    return taken / 1000


def compare(paths):
    """The number of rows, after every cell of every row was found the same in all the files."""
    readers = [csv.reader(open(path, newline="", encoding="utf-8")) for path in paths]
    count = 0
    while True:
        rows = [next(reader, None) for reader in readers]
        if any(other != rows[0] for other in rows[1:]):
            raise SystemExit(f"line {count + 1} differs:\n" + "\n".join(map(str, rows)))
        if rows[0] is None:
            return count - 1
        count += 1


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    folder = tempfile.mkdtemp(prefix="compass-bench-")
    try:
        command, path, family = family_with(rows_wanted, folder)
        query = f"SELECT * FROM interactions WHERE family_unit_id = '{family}' ORDER BY rowid"
        ours = command + ["export", "interactions", "--csv", "--stdout"]
        theirs = ["sqlite3", "-readonly", "-csv", "-header", path, query]
        script = os.path.join(folder, "peer.py")
        with open(script, "w") as file:
            file.write(POLARS)
        out = {name: os.path.join(folder, name + ".csv") for name in ("ours", "sqlite3", "polars")}
        with_polars = [python, script, path, query, out["polars"]]

        def run_polars():
            return timed(with_polars, os.devnull)

        timed(ours, out["ours"])
        timed(theirs, out["sqlite3"])
        run_polars()
        count = compare(out.values())
        size = os.path.getsize(out["ours"]) / 1e6
        version = subprocess.run(["sqlite3", "--version"], capture_output=True, text=True).stdout.split()[0]
        polars = subprocess.run([python, "-c", "import polars; print(polars.__version__)"], capture_output=True,
                                text=True).stdout.strip()
        load = os.getloadavg()[0]
        print(f"Machine: {machine()}, load {load:.1f} at the start. {count:,} interactions, {size:.0f} MB of CSV. "
              f"Peers: sqlite3 {version} (`sqlite3 -csv -header FILE \"{query.replace(family, '…')}\"`), polars "
              f"{polars} (read_database_uri, write_csv). Medians of {RUNS} rounds.\n")
        times = {"ours": [], "sqlite3": [], "polars": []}
        for _ in range(RUNS):
            times["ours"].append(timed(ours, out["ours"]))
            times["sqlite3"].append(timed(theirs, out["sqlite3"]))
            times["polars"].append(run_polars())
        against = {name: median([mine / other for mine, other in zip(times["ours"], times[name])])
                   for name in ("sqlite3", "polars")}
        row("what", "ours, s", "peer, s", "ours / peer", "promise")
        row("---", "---:", "---:", "---:", "---:")
        for name, promise in (("sqlite3", "≤ 0.80"), ("polars", "")):
            row(f"CSV of {count:,} interactions, against {name}", f"{median(times['ours']) / 1000:.2f}",
                f"{median(times[name]) / 1000:.2f}", f"{against[name]:.2f}", promise)
        imported = 100 if SHORT else 15_000
        row(f"import of {imported:,} schools from a CSV", f"{median([bring_in(imported, tempfile.mkdtemp(dir=folder)) for _ in range(RUNS)]):.2f}", "", "", "")
        print()
        row("peak memory, MiB", "ours", "sqlite3", "polars")
        row("---", "---:", "---:", "---:")
        row(f"CSV of {count:,} interactions", *(f"{peak_memory(words):.0f}" for words in (ours, theirs, with_polars)))
        row("everything as JSON", f"{peak_memory(command + ['export', '--stdout']):.0f}", "", "")
    finally:
        shutil.rmtree(folder)


main()
