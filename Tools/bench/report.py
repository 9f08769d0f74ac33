"""`reports csv` and `reports contacts` as whole processes, against the sqlite3 program running the same aggregates on the same file.

report.sql asks one query a figure, as one would; report-one-pass.sql walks the interactions once. Both see every index that
ours does. What each finds is compared, figure by figure, before anything is timed.
"""

import collections
import csv
import io
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
from datetime import datetime, timedelta, timezone

from measure import SHORT, machine, pair, peak_memory, row, run

program = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
now = datetime(2026, 2, 10, 12, tzinfo=timezone.utc)
days = 730
# Of the peer's time, by the number of interactions.
PROMISES = {100_000: "≤ 0.25", 1_000_000: "≤ 0.15"}
# Each value of these lists occurs in the file in a different number, so that a count shows to which
# value it belongs.
types = [name for count, name in enumerate(("text", "phone_call", "in_person_visit", "virtual_meeting", "camp", "showcase", "tweet", "dm"), 1)
         for _ in range(count)] + ["email"] * 17
sentiments = [None] * 5 + ["positive"] * 4 + ["neutral"] + ["negative"] * 3 + ["very_positive"] * 2
statuses = ["researching"] * 2 + ["contacted"] * 6 + ["interested"] * 7 + ["offer_received"] * 5 + ["declined"] * 4 + [None] * 6
divisions = ["D1"] * 12 + ["D2"] * 9 + ["D3"] * 6 + [None] * 3
metric_types = ["velocity", "exit_velo", "sixty_time", "pop_time", "batting_avg"]


def identifier(kind, number):
    return f"{kind:08x}-0000-4000-8000-{number:012x}"


def moment(seconds):
    return (now - timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.") + f"{seconds % 1000:03d}Z"


def file_with(count, folder):
    """A family's file with so many interactions over two years, a tenth as many metrics, 30 schools and 60 coaches."""
    data = os.path.join(folder, "compass")
    ours = [program, "--data", data, "--now", now.strftime("%Y-%m-%dT%H:%M:%SZ"), "--timezone", "UTC"]
    run(ours + ["account", "create", "--name", "Sam Lee", "--role", "athlete", "--graduation-year", "2026",
                "--sport", "baseball"])
    run(ours + ["family", "create"])
    path = os.path.join(data, "compass.sqlite")
    file = sqlite3.connect(path)
    athlete, family = file.execute("SELECT player_user_id, id FROM family_units").fetchone()
    with file:
        file.executemany(
            "INSERT INTO schools (id, user_id, family_unit_id, name, status, division) VALUES (?, ?, ?, ?, ?, ?)",
            ((identifier(1, n), athlete, family, f"School {n}", statuses[n], divisions[n])
             for n in range(30)))
        file.executemany(
            "INSERT INTO coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name)"
            " VALUES (?, ?, ?, ?, 'head', 'Ana', ?)",
            ((identifier(2, n), identifier(1, n % 30), athlete, family, f"Coach {n}") for n in range(60)))
        file.executemany(
            "INSERT INTO interactions (id, school_id, family_unit_id, type, direction, subject, content, sentiment,"
            " occurred_at, logged_by) VALUES (?, ?, ?, ?, ?, 'A subject', 'What was said, in a sentence.', ?, ?, ?)",
            ((identifier(3, n), identifier(1, n % 30), family, types[n * 7919 % len(types)],
              "inbound" if n * 31 % 7 < 2 else "outbound", sentiments[n * 17 % len(sentiments)],
              moment(n * 62_989 % (days * 86_400 - 90_000)), athlete) for n in range(count)))
        file.executemany(
            "INSERT INTO performance_metrics (id, user_id, family_unit_id, recorded_date, metric_type, value)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            ((identifier(4, n), athlete, family, (now - timedelta(days=n * 37 % days)).strftime("%Y-%m-%d"),
              metric_types[n % 5], 50 + n % 1000 / 8) for n in range(count // 10)))
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return ours, path, family


class Figures:
    """What one side found. The counts of a table and the lines of the metrics are kept in order of size: how a group is called in
    words is no figure, and the tests of the report hold it."""

    def __init__(self):
        self.totals = {}
        self.groups = collections.defaultdict(list)
        self.metrics = []

    def compared(self):
        return {**self.totals, **{table: sorted(counts, reverse=True) for table, counts in self.groups.items()},
                "Metrics": sorted((f"{average:.1f}", most, least) for average, most, least in self.metrics)}


def ours_found(text):
    """The figures of our table."""
    found, table = Figures(), ""
    for cells in csv.reader(io.StringIO(text)):
        if len(cells) == 2 and cells[0]:
            found.totals[cells[0]] = cells[1]
        elif cells[:2] == ["", ""] and len(cells) == 3:
            table = cells[2]
        elif len(cells) == 3 and cells[1] != "No division":
            found.groups[table].append(int(cells[2]))
        elif len(cells) == 6 and cells[2] != "Metric":
            found.metrics.append(tuple(map(float, cells[3:])))
    # The comparison program's queries do not compute the reply rate.
    found.totals.pop("Reply Rate", None)
    return found.compared()


def peer_found(text):
    """The peer's rows under the same names."""
    found, counts = Figures(), collections.defaultdict(collections.Counter)
    names = {"schools": "Total Schools", "coaches": "Total Coaches", "interactions": "Total Interactions",
             "metrics": "Total Metrics"}
    tables = {"status": "By Status", "division": "By Division", "type": "By Type", "sentiment": "By Sentiment"}
    inbound = 0
    for line in text.splitlines():
        kind, *cells = line.split("|")
        if kind == "metric":
            found.metrics.append(tuple(map(float, cells[1:])))
        elif kind in tables:
            found.groups[tables[kind]].append(int(cells[1]))
        elif kind in names:
            found.totals[names[kind]] = cells[1]
        elif kind == "inbound":
            inbound = int(cells[1])
        elif kind == "group":
            of_type, sentiment, direction, count = cells[0], cells[1], cells[2], int(cells[3])
            counts["By Type"][of_type] += count
            counts["By Sentiment"][sentiment] += count
            inbound += count * (direction == "inbound")
    for table, sizes in counts.items():
        found.groups[table] = list(sizes.values())
        found.totals["Total Interactions"] = str(sizes.total())
    rate = 100 * inbound / int(found.totals["Total Coaches"])
    found.totals["Average Response Rate"] = f"{rate:.2f}".rstrip("0").rstrip(".")
    return found.compared()


def contacts_found(text):
    """How often each school was written to and wrote, of the rows of our page."""
    found, waiting = {}, [json.loads(text)["page"]]
    while waiting:
        block = waiting.pop()
        for line in block.get("rows", []):
            if said := re.fullmatch(r"(\d+) from you, (\d+) from them", line["detail"] or ""):
                found[line["title"]] = tuple(map(int, said.groups()))
        waiting += block.get("blocks", [])
    return found


def compare_contacts(mine, peer):
    theirs = {name: (int(sent), int(came)) for name, sent, came, _ in (line.split("|") for line in run(peer)[1].splitlines())}
    if (found := contacts_found(run(mine + ["--json"])[1])) != theirs or not found:
        raise SystemExit(f"report-contacts.sql finds {theirs}\nours finds {found}")


def main():
    version = run(["sqlite3", "--version"])[1].split()[0]
    print(f"Machine: {machine()}. Peer: sqlite3 {version}. Medians of 15 pairs, of 7 at a million, ms.\n")
    row("range", "interactions", "ours", "sqlite3", "ours / sqlite3", "sqlite3, one pass", "ours / one pass", "promise")
    row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
    for count in (1_000,) if SHORT else (1_000, 100_000, 1_000_000):
        folder = tempfile.mkdtemp(prefix="compass-bench-")
        try:
            ours, path, family = file_with(count, folder)
            for name, length in (("two years", days), ("last 30 days", 30)):
                first = (now - timedelta(days=length)).strftime("%Y-%m-%d")
                last = now.strftime("%Y-%m-%d")
                mine = ours + ["reports", "csv", "--from", first, "--to", last, "--stdout"]
                values = {"family": family, "start": first + "T00:00:00.000Z", "end": last + "T23:59:59.999Z",
                          "first": first, "last": last}
                settings = [f".parameter set :{key} \"'{value}'\"" for key, value in values.items()]

                def peer(sql):
                    return ["sqlite3", "-readonly", path] + settings + [f".read {os.path.join(here, sql)}"]

                found = ours_found(run(mine)[1])
                for sql in ("report.sql", "report-one-pass.sql"):
                    theirs = peer_found(run(peer(sql))[1])
                    if found != theirs:
                        raise SystemExit(f"{sql} finds {theirs}\nours finds {found}")
                listing = ours + ["reports", "contacts", "--from", first, "--to", last]
                compare_contacts(listing, peer("report-contacts.sql"))
                runs = 7 if count == 1_000_000 else 15
                figures = pair(lambda _: run(mine), lambda _: run(peer("report.sql")), runs)
                once = pair(lambda _: run(mine), lambda _: run(peer("report-one-pass.sql")), runs)
                row(name, f"{count:,}", f"{figures[0]:.1f}", f"{figures[1]:.1f}", f"{figures[2]:.2f}",
                    f"{once[1]:.1f}", f"{once[2]:.2f}", PROMISES.get(count, ""))
                listed = pair(lambda _: run(listing), lambda _: run(peer("report-contacts.sql")), runs)
                row(f"contacts, {name}", f"{count:,}", f"{listed[0]:.1f}", f"{listed[1]:.1f}", f"{listed[2]:.2f}", "", "",
                    "≤ 0.50" if count == 100_000 else "")
            row("peak memory, MiB", f"{count:,}", f"{peak_memory(mine):.1f}", "", "", "", "", "")
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
