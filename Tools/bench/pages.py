"""List pages over 100,000 rows of each kind, whole processes, against the sqlite3 program that answers the same question.

Both open the same file, count the rows and fetch the first twenty; the counts are compared before anything is timed. Both also
write all measurements as a table, which is compared cell by cell.
"""

import csv
import os
import shutil
import sqlite3
import sys
import tempfile

from measure import SHORT, machine, pair, peak_memory, row, run

program = sys.argv[1]
rows = 2_000 if SHORT else 100_000

# For each page: the table, the letter of its records' handles (such as `s` in `s7`), the column
# that gets a different text in each copied row, the column of the owner, and the order of the list.
kinds = {
    "schools": ("schools", "s", "name", "family_unit_id", "name COLLATE NOCASE"),
    "coaches": ("coaches", "c", "last_name", "family_unit_id", "last_name COLLATE NOCASE"),
    "interactions": ("interactions", "i", "subject", "family_unit_id", "occurred_at DESC"),
    "events": ("events", "e", "name", "family_unit_id", "start_date DESC"),
    "documents": ("documents", "d", "title", "family_unit_id", "created_at DESC"),
    "performance": ("performance_metrics", "m", "notes", "user_id", "recorded_date DESC"),
}


def grow(path, rows):
    """Copies of the demo family's rows, each with an id and a name of its own."""
    file = sqlite3.connect(path)
    file.execute("CREATE TEMP TABLE n (i INTEGER PRIMARY KEY)")
    file.execute("INSERT INTO n WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT ?)"
                 " SELECT i FROM c", (rows,))
    for number, (table, letter, name, _, _) in enumerate(kinds.values()):
        columns = [column[1] for column in file.execute(f"PRAGMA table_info({table})")]
        fresh = f"printf('%08x-0000-4000-8000-%012x', {number + 1}, n.i)"
        special = {"id": fresh, name: f"coalesce(t.{name} || ' ', '') || n.i",
                   "recorded_date": "date(t.recorded_date, '-' || (n.i % 1500) || ' days')"}
        values = ", ".join(special.get(column, f"t.{column}") for column in columns)
        file.execute(f"CREATE TEMP TABLE template AS SELECT row_number() OVER () - 1 AS k, * FROM {table}")
        file.execute("CREATE UNIQUE INDEX temp.template_by_k ON template(k)")
        some = f"n.i <= {rows} - (SELECT count(*) FROM template)"
        file.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM n JOIN template t"
                     f" ON t.k = n.i % (SELECT count(*) FROM template) WHERE {some}")
        file.execute(f"INSERT INTO handles (kind, number, id) SELECT '{letter}', n.i + (SELECT max(number)"
                     f" FROM handles WHERE kind = '{letter}'), {fresh} FROM n WHERE {some}")
        file.execute("DROP TABLE template")
    file.commit()
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    owner = file.execute("SELECT id FROM users WHERE role = 'player'").fetchone()[0]
    family = file.execute("SELECT id FROM family_units").fetchone()[0]
    file.close()
    return {"user_id": owner, "family_unit_id": family}


# The measurements with the cells of `performance export csv`, but for the names of the measures.
export = """
    SELECT strftime('%m/%d/%Y', recorded_date) AS "Date", metric_type AS "Metric Type",
      CASE WHEN value = CAST(value AS INTEGER) THEN CAST(value AS INTEGER) ELSE value END AS "Value",
      unit AS "Unit", iif(verified, 'Yes', 'No') AS "Verified", notes AS "Notes"
    FROM performance_metrics WHERE family_unit_id = '{}' ORDER BY recorded_date, created_at, rowid;
    """


def compare_tables(ours, theirs):
    """Both tables have the same cells, and each name of a measure in ours stands for one type in theirs."""
    ours, theirs = list(csv.reader(ours.splitlines())), list(csv.reader(theirs.splitlines()))
    names = {}
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=True), 1):
        known = names.setdefault(other[1], mine[1])
        if mine != other[:1] + [known] + other[2:]:
            raise SystemExit(f"Line {number} of the export is {mine}, that of sqlite3 {other}.")


def main():
    folder = tempfile.mkdtemp(prefix="compass-bench-")
    try:
        data = os.path.join(folder, "compass")
        mine = [program, "--data", data, "--now", "2026-02-10T12:00:00Z", "--timezone", "UTC"]
        run(mine + ["--demo", "tasks"])
        path = os.path.join(data, "compass.sqlite")
        scope = grow(path, rows)
        version = run(["sqlite3", "--version"])[1].split()[0]
        print(f"Machine: {machine()}. Peer: sqlite3 {version}, the same file. Medians of 11 pairs, ms.\n")
        row("page", "rows", "ours", "sqlite3", "ours / sqlite3", "peak MiB")
        row("---", "---:", "---:", "---:", "---:", "---:")
        for page, (table, _, _, column, order) in kinds.items():
            where = f"FROM {table} WHERE {column} = '{scope[column]}'"
            query = f"SELECT count(*) {where}; SELECT * {where} ORDER BY {order}, id LIMIT 20;"
            peer = ["sqlite3", "-readonly", path, query]
            counted = run(peer)[1].split("\n")[0]
            if counted != str(rows):
                raise SystemExit(f"sqlite3 counts {counted} rows of {table}.")
            said = run(mine + [page])[1]
            if page != "performance" and f"{rows:,}" not in said:
                raise SystemExit(f"`{page}` does not say {rows:,}:\n{said[:300]}")
            ours, theirs, ratio = pair(lambda _: run(mine + [page]), lambda _: run(peer), runs=11)
            row(f"`{page}`", f"{rows:,}", f"{ours:.0f}", f"{theirs:.0f}", f"{ratio:.2f}",
                f"{peak_memory(mine + [page]):.0f}")
        line = ["performance", "export", "csv", "--stdout"]
        peer = ["sqlite3", "-readonly", "-csv", "-header", path, export.format(scope["family_unit_id"])]
        compare_tables(run(mine + line)[1], run(peer)[1])
        ours, theirs, ratio = pair(lambda _: run(mine + line), lambda _: run(peer), runs=11)
        row(f"`{' '.join(line)}`", f"{rows:,}", f"{ours:.0f}", f"{theirs:.0f}", f"{ratio:.2f}",
            f"{peak_memory(mine + line):.0f}")
        for line in (["schools", "show", "s1"], ["events", "show", "e1"], ["performance", "timeline"]):
            elapsed = sorted(run(mine + line)[0] for _ in range(1 if SHORT else 5))
            elapsed = elapsed[len(elapsed) // 2]
            row(f"`{' '.join(line)}`", f"{rows:,}", f"{elapsed:.0f}", "", "", f"{peak_memory(mine + line):.0f}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
