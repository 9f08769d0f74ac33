"""Erasing where something is in its way: files that killed jobs left, folders that are links, a reader that does not end.

Who reads "Erased" finds not a byte of it in the data folder or behind its links; where it could not be said, the next start goes
on with it."""

import os
import shutil
import sqlite3

import family
import imports
import judge
import state
import words

STAGING = (".partial", ".inspecting", ".carrying", ".carrying.partial", ".restoring", ".new", ".restoring-wal", "-journal",
           ".part-0123456789abcdef-1", ".part-0123456789abcdef-2")


def planted(*names):
    """Whole copies under names that a killed job of ours leaves."""
    def prepare(computer):
        for name in names:
            shutil.copyfile(computer.file, os.path.join(computer.data, name))
    return prepare


def behind_links(*names):
    """Parts of the data folder that are somewhere else."""
    def prepare(computer):
        for name in names:
            there = os.path.join(computer.home, "there-" + name.replace("/", "-"))
            shutil.move(os.path.join(computer.data, name), there)
            os.symlink(there, os.path.join(computer.data, name))
    return prepare


def data_folder_elsewhere(computer):
    shutil.move(computer.data, computer.home + "/data-there")
    os.symlink(computer.home + "/data-there", computer.data)


def set_aside(computer):
    """Damaged files that a restore kept, with a log."""
    for name in ("damaged-compass-20260101T000000000Z.sqlite", "damaged-compass-20260101T000000000Z.sqlite-wal"):
        shutil.copyfile(computer.file, os.path.join(computer.backups, name))


def many_copies(computer):
    for number in range(14):
        shutil.copyfile(computer.file, os.path.join(computer.backups, f"compass-202601{number + 1:02}T000000000Z-by-hand.sqlite"))


def older_names(computer):
    """Copies whose names a person gave them."""
    shutil.copyfile(computer.file, os.path.join(computer.backups, "before the showcase.sqlite"))
    shutil.copyfile(computer.file, os.path.join(computer.data, "compass copy.sqlite"))


def nothing(computer):
    pass


class Case:
    def __init__(self, name, prepare=nothing, reader=False, prompt=False):
        self.name, self.prepare, self.reader, self.prompt = name, prepare, reader, prompt


CASES = [
    Case("nothing in the way"),
    *[Case(f"a killed job left compass.sqlite{name}", planted("compass.sqlite" + name)) for name in STAGING],
    Case("a killed backup left a part", planted("backups/compass-20260210T120000000Z-by-hand.sqlite.partial")),
    Case("a killed backup left a part of its own", planted("backups/compass.sqlite.part-0123456789abcdef-1")),
    Case("a killed job left a lock and its part", planted("compass.sqlite.lock-0123456789abcdef",
                                                          "compass.sqlite.part-0123456789abcdef-1")),
    Case("history is a link", behind_links("history")),
    Case("the shelf is a link", behind_links("backups")),
    Case("the secrets are a link", behind_links("secrets")),
    Case("the data folder is a link", data_folder_elsewhere),
    Case("damaged files were set aside", set_aside),
    Case("more copies than ten", many_copies),
    Case("copies with names of one's own", older_names),
    Case("another program reads", reader=True),
    Case("a prompt is open", prompt=True),
    Case("a prompt is open and another program reads", reader=True, prompt=True),
]


def run_case(case, scope, base, folder, number):
    computer = base.copied(os.path.join(folder, f"erasure-{number}"))
    people = imports.People(computer)
    person = family.PARENT if scope == "person" else family.ATHLETE
    gone = [people.ids[family.PARENT]] if scope == "person" else [
        people.ids[name] for name in (family.ATHLETE, family.PARENT, family.OTHER_PARENT)]
    texts = [family.MARIAS] if scope == "person" else [family.MARIAS, family.CASEYS]
    case.prepare(computer)
    also = judge.behind_links(computer)
    prompt = computer.start(["--keep-going"], family.STRANGER) if case.prompt else None
    if prompt:
        prompt.stdin.write(b"account who\n")
        prompt.stdin.flush()
        prompt.stdout.readline()
    reader = None
    if case.reader:
        reader = sqlite3.connect(computer.file, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM users").fetchone()
    answer = computer.run(["erase", scope, "--yes"], person)
    wrong = words.crash(answer) + words.innards(answer) + words.silence(answer)
    is_said = answer.code == 0
    if is_said:
        # A copy of the file that a person has made by hand may remain if the answer names it.
        wrong += [line for line in judge.traces(computer, texts, gone, also)
                  if os.path.basename(line.split("/")[-1]).split(",")[0] not in answer.text]
    if words.UNCHANGED.search(answer.text) and any(who not in state.read(computer.file).texts() for who in gone):
        wrong.append("“Nothing was changed” is not true")
    if reader:
        reader.execute("COMMIT")
        reader.close()
    if prompt:
        computer.finish(prompt, b"quick\nquit\n")
    later = computer.run(["tasks"], family.STRANGER)
    left = [line for line in judge.traces(computer, texts, gone, also)
            if os.path.basename(line.split("/")[-1]).split(",")[0] not in answer.text]
    if left and (is_said or gone[0] not in state.read(computer.file).texts()):
        wrong += [f"after the next start: {line}" for line in left]
    wrong += words.crash(later) + words.innards(later)
    computer.remove()
    return wrong, answer


def run(options, report):
    trials = [(case, scope) for scope in ("person", "family") for case in CASES]
    step = max(1, len(trials) // options.runs) if options.runs else 1
    for number in options.only or range(options.seed % step, len(trials), step):
        case, scope = trials[number]
        wrong, answer = run_case(case, scope, options.base, options.folder, number)
        report.tally()
        report.kinds.add(case.name)
        if options.verbose:
            print(f"erasures {number} {scope}, {case.name}: code {answer.code}, {len(wrong)} wrong", flush=True)
        if wrong:
            report.fail(number, f"erase {scope}, {case.name}", wrong, answer)
    report.more.append(f"{len(report.kinds)} things in the way")
