"""`tasks list` and `tasks complete` as whole processes, against taskwarrior on as many tasks.

Both start with the same titles. What each lists is counted and compared before anything is timed.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid

from measure import SHORT, machine, pair, peak_memory, row, run

program = sys.argv[1]


def titles(count):
    return [f"Practise drill number {number:05d}" for number in range(count)]


def ours_with(count, folder):
    """A family file whose athlete has `count` tasks in grade 12 and nothing else to list."""
    data = os.path.join(folder, "compass")
    run([program, "--data", data, "--now", "2026-02-10T12:00:00Z", "account", "create", "--name", "Sam Lee",
         "--role", "athlete", "--graduation-year", "2026", "--sport", "baseball"])
    file = sqlite3.connect(os.path.join(data, "compass.sqlite"))
    with file:
        file.execute("DELETE FROM task WHERE grade_level = 12")
        for number, title in enumerate(titles(count)):
            id = str(uuid.UUID(int=(0x4000 << 64) | (0x8000 << 48) | number))
            file.execute("INSERT INTO task (id, category, grade_level, title, required, due_month, catalogue_order)"
                         " VALUES (?, 'athletic', 12, ?, 0, 5, ?)", (id, title, 1000 + number))
            file.execute("INSERT INTO handles (kind, number, id) VALUES ('t', ?, ?)", (1000 + number, id))
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return [program, "--data", data, "--now", "2026-02-10T12:00:00Z"]


def peer_with(count, folder):
    data = os.path.join(folder, "taskwarrior")
    os.makedirs(data)
    settings = os.path.join(folder, "taskrc")
    with open(settings, "w") as file:
        file.write(f"data.location={data}\nconfirmation=no\nverbose=nothing\ngc=on\ndefaultwidth=80\nhooks=off\n")
    environment = dict(os.environ, TASKRC=settings, TASKDATA=data, HOME=folder)
    tasks = [{"uuid": str(uuid.UUID(int=(0x4000 << 64) | (0x8000 << 48) | number)), "description": title,
              "status": "pending", "entry": "20260101T000000Z", "due": "20260531T000000Z"}
             for number, title in enumerate(titles(count))]
    path = os.path.join(folder, "tasks.json")
    with open(path, "w") as file:
        json.dump(tasks, file)
    subprocess.run(["task", "import", path], env=environment, check=True, capture_output=True)
    return ["task"], environment


# The number of tasks that `tasks list` shows without --all.
PAGE = 100


def compare(count, listed, all_listed, peer_listed):
    """Ours shows the first hundred and says how many more there are; with --all, and at the peer, every title stands."""
    for name, text, wanted in (("ours", listed, min(count, PAGE)), ("ours with --all", all_listed, count),
                               ("taskwarrior", peer_listed, count)):
        found = sum(title in text for title in titles(count))
        if found != wanted:
            raise SystemExit(f"{name} lists {found} titles instead of {wanted}")
    if count > PAGE and f"{count - PAGE} more" not in listed:
        raise SystemExit("ours does not say how many more there are")


def main():
    print(f"Machine: {machine()}. Peer: taskwarrior {run(['task', '--version'])[1].strip()}. Medians of 15 pairs, ms.\n")
    row("what", "tasks", "ours", "taskwarrior", "ours / taskwarrior", "promise")
    row("---", "---:", "---:", "---:", "---:", "---:")
    for count, promise in ((100, "≤ 0.80"), (1_000, ""), (10_000, "≤ 0.15"))[:1 if SHORT else 3]:
        folder = tempfile.mkdtemp(prefix="compass-bench-")
        try:
            mine = ours_with(count, folder)
            theirs, environment = peer_with(count, folder)
            compare(count, run(mine + ["tasks", "list"])[1], run(mine + ["tasks", "list", "--all"])[1],
                    run(theirs + ["list"], environment)[1])
            for words, wanted in ((["tasks", "list"], promise), (["tasks", "list", "--all"], "")):
                if count <= PAGE and not wanted:
                    continue
                figures = pair(lambda _: run(mine + words), lambda _: run(theirs + ["list"], environment))
                row(f"`{' '.join(words)}`", count, f"{figures[0]:.1f}", f"{figures[1]:.1f}", f"{figures[2]:.2f}", wanted)
            figures = pair(lambda n: run(mine + ["tasks", "complete", f"t{1000 + n}"]),
                           lambda n: run(theirs + [str(uuid.UUID(int=(0x4000 << 64) | (0x8000 << 48) | n)), "done"],
                                         environment))
            row("`tasks complete`", count, f"{figures[0]:.1f}", f"{figures[1]:.1f}", f"{figures[2]:.2f}",
                "≤ 0.80" if count == 100 else "≤ 0.50")
            memory = peak_memory(mine + ["tasks", "list"])
            row("peak memory of `tasks list`, MiB", count, f"{memory:.1f}", "", "", "≤ 30" if count == 100 else "")
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
