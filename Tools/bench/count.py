"""Instructions of whole commands on fixed data, under callgrind, held against the table beside this file.

A count needs no idle machine. What would make it differ from run to run or from machine to machine is fixed: the moment, the time zone, the
data, the length of every path, the whole environment, the seed of Swift's hashing, and which variants of its functions the C library
chooses for a processor. Each command runs on a copy of its data of its own, so that none depends on those before it.
"""

import concurrent.futures
import http.client
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import dashboard
import pages
import report
import tasks
from measure import run

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "count.table")
NOW = "2026-02-10T12:00:00Z"
ALLOWED = 0.03
# Swift's runtime looks types up by their addresses, which depend on the lengths of paths. Where many
# types have the same place in a table, a command takes up to a tenth more. So a command that takes
# too many instructions is counted again in folders with longer names, and the smallest count holds.
OTHER_FOLDERS = ("-a", "-again", "-another-folder")
# Makes the counts equal on every machine: glibc uses its oldest functions, which every processor
# can run, and Swift does not seed its hash tables at random.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb", "COLUMNS": "80", "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-BMI1,-BMI2,-ERMS,-FSRM,-LZCNT,-MOVBE,-RTM,-SSSE3,-SSE4_1,-SSE4_2",
}
VALGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--fair-sched=yes"]

EVERY_PAGE = [
    "dashboard", "next", "suggestions", "quick", "packet preview", "reports", "performance", "tasks", "notifications", "schools", "coaches",
    "interactions", "offers", "events", "documents", "letters", "calendar", "schools board", "offers compare", "account",
    "profile", "family", "settings", "history", "schools show s1", "coaches show c1", "performance timeline", "find university",
]
EVERY_WRITE = [
    "tasks complete t3", "schools add 'Elm State' --status contacted", "schools edit s1 --notes 'A new field'", "schools status s1 contacted",
    "coaches add 'Ana Ruiz' s1 head", "interactions log email c1 'A new video'", "offers add s1 partial --percentage 40",
    "events add 'Elm Camp' camp 2026-06-01", "documents add Transcript transcript https://example.org/t.pdf", "letters add 'Pat Kim'",
    "performance log velocity 88", "quick add 'Call home'", "notifications read n1", "schools delete s1 --yes", "profile edit --club Bears",
    "settings set daily-digest off", "undo",
]
# Each pair: the name of the data set, and the command that is counted on it.
COMMANDS = (
    [("nothing", "--version"), ("family", "help"), ("family", "help tasks"), ("family", "quit at the prompt")]
    + [("family", page) for page in EVERY_PAGE]
    + [("family", write) for write in EVERY_WRITE]
    + [("family", "export --stdout"), ("family", "packet html --stdout"), ("family", "calendar export --stdout"),
       ("family", "import schools 1,000.csv --yes"), ("family", "serve: /dashboard ten times")]
    + [("100 tasks", "tasks list"), ("100 tasks", "tasks complete t1000"), ("10,000 tasks", "tasks list"),
       ("10,000 tasks", "tasks list --all"), ("10,000 tasks", "tasks complete t1000")]
    + [("10,000 of each kind", line) for line in (
        "schools", "coaches", "interactions", "events", "documents", "performance", "performance timeline", "performance export csv --stdout",
        "schools show s1", "events show e1", "find university", "export interactions --csv --stdout")]
    + [(f"report of {size}", f"reports csv --from {first} --to 2026-02-10 --stdout") for size in ("1,000", "100,000")
       for first in ("2024-02-11", "2026-01-11")]
    + [("report of 100,000", "reports contacts --from 2024-02-11 --to 2026-02-10"),
       ("report of 100,000", "reports generate --from 2024-02-11 --to 2026-02-10")]
    + [("1,000 records", "dashboard"), ("100,000 records", "dashboard"), ("100,000 records", "performance")]
)


# MARK: the data


def family(folder):
    """The made-up family, whose athlete has just added a school: a step to take back."""
    ours = [program, "--data", os.path.join(folder, "compass"), "--now", NOW, "--timezone", "UTC"]
    run(ours + ["--demo", "tasks"])
    run(ours + ["schools", "add", "Oak State"])


def of_each_kind(folder):
    family(folder)
    pages.grow(os.path.join(folder, "compass", "compass.sqlite"), 10_000)


DATA = {
    "nothing": lambda folder: os.mkdir(os.path.join(folder, "compass")),
    "family": family,
    "100 tasks": lambda folder: tasks.ours_with(100, folder),
    "10,000 tasks": lambda folder: tasks.ours_with(10_000, folder),
    "10,000 of each kind": of_each_kind,
    "report of 1,000": lambda folder: report.file_with(1_000, folder),
    "report of 100,000": lambda folder: report.file_with(100_000, folder),
    "1,000 records": lambda folder: dashboard.household(1_000, folder),
    "100,000 records": lambda folder: dashboard.household(100_000, folder),
}


def make(name, folder):
    """A folder of data as it stands after the first page of a day, with an empty log."""
    os.mkdir(folder)
    DATA[name](folder)
    data = os.path.join(folder, "compass")
    if os.listdir(data):
        run([program, "--data", data, "--now", NOW, "--timezone", "UTC", "dashboard"])
        file = sqlite3.connect(os.path.join(data, "compass.sqlite"))
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.close()
    with open(os.path.join(folder, "1,000.csv"), "w") as out:
        out.write("name,city,state\n")
        out.writelines(f"College {number:04d},Springfield,IL\n" for number in range(1_000))
    return data


# MARK: counting


def instructions(command, said):
    found = re.search(r"Collected : (\d+)", said)
    if not found:
        raise SystemExit(f"`{shlex.join(command)}` was not counted:\n{said[-2000:]}")
    return int(found[1])


def control():
    """Instructions of a program that is not ours. Where they differ from the table's, the machine or its libraries count in another way."""
    query = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT length(group_concat(i || ' words')) FROM n"
    command = VALGRIND + ["/usr/bin/sqlite3", ":memory:", query]
    done = subprocess.run(command, env=dict(ENVIRONMENT, HOME=home), cwd=home, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return round(instructions(command, done.stderr) / 1000)


def counted(number, data, line, other=""):
    """Thousands of instructions of one command on a copy of the data."""
    folder = os.path.join(home, f"{number:03d}{other}")
    shutil.copytree(data, os.path.join(folder, "compass"))
    shutil.copy(os.path.join(os.path.dirname(data), "1,000.csv"), folder)
    command = VALGRIND + [stripped, "--data", os.path.join(folder, "compass"), "--now", NOW, "--timezone", "UTC"]
    environment = dict(ENVIRONMENT, HOME=folder, TMPDIR=folder)
    with open(os.path.join(folder, "errors"), "w+") as errors:
        if line.startswith("serve: "):
            status = ten_pages(command, environment, folder, errors)
        elif line == "quit at the prompt":
            status = subprocess.run(command, env=environment, cwd=folder, input=b"quit\n", stdout=subprocess.DEVNULL, stderr=errors).returncode
        else:
            status = subprocess.run(command + shlex.split(line), env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=errors).returncode
        errors.seek(0)
        said = errors.read()
    shutil.rmtree(folder)
    if status != 0:
        raise SystemExit(f"`{line}` ended with {status}:\n{said[-2000:]}")
    return round(instructions(command + [line], said) / 1000)


def ten_pages(command, environment, folder, errors):
    """A whole life of the pages: start, one browser, the same page ten times, the end."""
    serving = subprocess.Popen(command + ["serve"], env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=errors, text=True)
    try:
        entrance = re.search(r"http://127\.0\.0\.1:(\d+)(/\S+)", serving.stdout.readline())
        client = http.client.HTTPConnection("127.0.0.1", int(entrance[1]))
        client.request("GET", entrance[2])
        answer = client.getresponse()
        answer.read()
        cookie = answer.getheader("set-cookie").split(";")[0]
        for _ in range(10):
            client.request("GET", "/dashboard", headers={"Cookie": cookie, "Accept": "text/html"})
            answer = client.getresponse()
            if answer.status != 200:
                raise SystemExit(f"/dashboard answers {answer.status}: {answer.read()[:300]}")
            answer.read()
        client.close()
    finally:
        serving.terminate()
        serving.stdout.read()
        status = serving.wait()
    return status


# MARK: the table


def read_table():
    """What made the programs that the table was taken with, the control's count, and the counts."""
    made_by, agreed_control, counts = "", None, {}
    if os.path.exists(TABLE):
        with open(TABLE) as file:
            for line in file:
                if line.startswith("# Taken with "):
                    made_by = line.removeprefix("# Taken with ").strip()
                elif line.startswith("# The control takes "):
                    agreed_control = int(line.removeprefix("# The control takes ").replace(",", ""))
                elif "|" in line:
                    count, data, command = (cell.strip() for cell in line.split("|", 2))
                    counts[data, command] = int(count.replace(",", ""))
    return made_by, agreed_control, counts


def write_table(made_by, taken, counts):
    with open(TABLE, "w") as file:
        file.write("# Thousands of instructions of whole commands on fixed data; Tools/bench/count holds the program against them.\n"
                   f"# Taken with {made_by}\n# The control takes {taken:,}\n")
        file.writelines(f"{counts[key]:>10,} | {key[0]:<20} | {key[1]}\n" for key in COMMANDS if key in counts)


def tools():
    swift = re.search(r"Swift version (\S+)", subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout)
    valgrind = subprocess.run(["valgrind", "--version"], capture_output=True, text=True).stdout.strip()
    return f"Swift {swift[1]}, SQLite {sqlite3.sqlite_version}, {valgrind}"


def judge(counts, agreed):
    """Prints each command that is not as agreed; true when all are."""
    more = less = missing = 0
    for key, count in counts.items():
        if key not in agreed:
            missing += 1
            print(f"✗ `{key[1]}` ({key[0]}) is not in the table: {count:,} thousand.")
        elif count > agreed[key] * (1 + ALLOWED):
            more += 1
            print(f"✗ `{key[1]}` ({key[0]}): {count:,} thousand instructions instead of {agreed[key]:,} ({count / agreed[key] - 1:+.1%}).")
        elif count < agreed[key] * (1 - ALLOWED):
            less += 1
            print(f"  `{key[1]}` ({key[0]}): {count:,} thousand instructions instead of {agreed[key]:,} ({count / agreed[key] - 1:+.1%}).")
    if less:
        print(f"{less} commands take over {ALLOWED:.0%} less than the table says. Lower their figures: Tools/bench/count --update")
    if more or missing:
        print(f"{more} commands take over {ALLOWED:.0%} more than the table says, {missing} are not in it."
              " Mend them; or, if that is the price of what was added, say so in the commit: Tools/bench/count --update")
    return not more and not missing


def main():
    update = "--update" in options
    wanted = [word for word in options if word != "--update"]
    chosen = [key for key in COMMANDS if not wanted or any(word in f"{key[0]} | {key[1]}" for word in wanted)]
    sources = {name: make(name, os.path.join(home, f"data{number}")) for number, name in enumerate(DATA)
               if any(key[0] == name for key in chosen)}
    made_by, agreed_control, agreed = read_table()

    def smallest(job):
        number, key = job
        count = counted(number, sources[key[0]], key[1])
        for other in OTHER_FOLDERS:
            if not update and key in agreed and count > agreed[key] * (1 + ALLOWED):
                count = min(count, counted(number, sources[key[0]], key[1], other))
        return count

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(zip(chosen, pool.map(smallest, enumerate(chosen))))
    taken = control()
    if update:
        write_table(tools(), taken, agreed | counts)
        print(f"✓ {len(counts)} figures are in {os.path.relpath(TABLE)}.")
        return
    if made_by != tools():
        print(f"The table was taken with {made_by}; here are {tools()}.")
    is_alike = agreed_control is not None and abs(taken / agreed_control - 1) < 0.005
    if not judge(counts, agreed):
        if is_alike:
            raise SystemExit(1)
        print(f"Nothing is judged: the control takes {taken:,} thousand instructions here, and {agreed_control or 0:,} where the table was taken.")
        return
    print(f"✓ {len(counts)} commands take as many instructions as agreed, within {ALLOWED:.0%}.")


program, stripped = sys.argv[1:3]
options = sys.argv[3:]
home = tempfile.mkdtemp(prefix="compass-count-", dir="/tmp")
try:
    main()
finally:
    shutil.rmtree(home)
