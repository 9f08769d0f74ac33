"""Wrecked and foreign files: what is no sound file of ours any more, or never was, and what is still possible then.

Whatever the wreck, no command crashes, hangs or shows its innards, `doctor` and `backup list` answer, and where the data file is
the wreck, `restore latest` puts the newest copy in its place and keeps what was there."""

import os
import random
import sqlite3
import subprocess

import family
import judge
import state
import words
from wreckage import WRECKS, gone, newest

NOBODY = 65534

READING = (["tasks"], ["doctor"], ["backup", "list"], ["account"], ["history"], ["export", "--stdout"])
WRITING = (["quick", "add", "zq written on a wreck"], ["schools", "add", "zq written on a wreck"], ["backup"])


class WreckTrial:
    def __init__(self, base, folder, number, wreck, chance, clean):
        self.wreck, self.chance, self.clean = wreck, chance, clean
        self.computer = base.copied(os.path.join(folder, f"wreck-{number}"))
        self.user = None
        self.asked = 0

    def ask(self, line):
        self.asked += 1
        return self.computer.run(line, family.ATHLETE, user=self.user)

    def run(self):
        computer, wreck = self.computer, self.wreck
        copies = {name: state.read(os.path.join(computer.backups, name)) for name in computer.shelf()}
        self.newest = newest(computer)
        wreck.make(computer, self.chance)
        kept = self.bytes_of(computer.file) if wreck.kept else None
        if wreck.as_nobody and os.geteuid() == 0:
            self.user = NOBODY
            subprocess.run(["chown", "-Rh", f"{NOBODY}:{NOBODY}", computer.folder], check=True)
        wrong = []
        # The last command of WRITING makes a new backup. It is left out if the newest backup is
        # damaged and must stay the newest.
        for line in READING + (WRITING[:-1] if wreck.refuses else WRITING):
            answer = self.ask(line)
            found = words.crash(answer) + words.innards(answer) + words.silence(answer)
            if wreck.lives and line == ["tasks"] and (answer.code, answer.out) != (self.clean.code, self.clean.out):
                found.append("the page is not as it was")
            if line == ["backup", "list"] and wreck.restores and not wreck.lives and "restore compass-" not in answer.text:
                found.append("the copies are not shown")
            if line == ["doctor"] and (answer.code != 0 and "Backups" not in answer.text) and wreck.restores:
                found.append("doctor does not answer")
            wrong += [f"`{' '.join(line)}`: {one}" for one in found] + ([str(answer)] if found else [])
        wrong += self.restoring(copies, kept)
        computer.remove()
        gone(computer.data)
        return wrong

    @staticmethod
    def bytes_of(path):
        with open(path, "rb") as file:
            return file.read()

    def restoring(self, copies, kept):
        computer, wreck = self.computer, self.wreck
        if wreck.refuses:
            before = state.read(computer.file).texts()
        name = "latest" if wreck.refuses else self.newest
        answer = self.ask(["restore", name, "--yes"])
        wrong = words.crash(answer) + words.innards(answer)
        if wreck.refuses:
            if answer.code == 0 and "copy" in wreck.name:
                wrong.append("a wrecked copy was taken")
            if state.read(computer.file).texts() != before:
                wrong.append("the copy was refused, and the file is another")
        elif wreck.restores:
            wrong += self.judge_restored(answer, copies[self.newest], kept)
        return [f"`restore {name}`: {one}" for one in wrong] + ([str(answer)] if wrong else [])

    def judge_restored(self, answer, copy, kept):
        computer = self.computer
        if answer.code != 0:
            return ["the newest copy is not put in the place of the wreck"]
        found = state.read(computer.file)
        wrong = list(found.faults)
        if copy and sorted(found.rows("schools")) != sorted(copy.rows("schools")):
            wrong.append("what was restored is not what the copy holds")
        connection = sqlite3.connect(f"file:{computer.file}?mode=ro", uri=True)
        foreign = [row[0] for row in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') AND name LIKE 'zq%'")]
        connection.close()
        wrong += [f"{name} came with the copy" for name in foreign]
        if kept:
            shelf = [os.path.join(computer.backups, name) for name in computer.shelf()]
            if not any(os.path.isfile(path) and self.bytes_of(path) == kept for path in shelf):
                # If the replaced file could still be opened, the program keeps its content as a
                # backup named `before-restore`, whose bytes may differ.
                if not any("before-restore" in path for path in shelf):
                    wrong.append("what was there before is kept nowhere")
        after = self.ask(["tasks"])
        if after.code != 0:
            wrong += ["the restored file does not open", str(after)]
        if os.geteuid() != 0 or self.user is None:
            # The file `.other`, which formed a ring with a symbolic link, remains and is no fault.
            wrong += [f"afterwards {line}" for line in judge.strays(computer) if ".other" not in line] if "session" not in self.wreck.name else []
        return wrong


def run(options, report):
    base = options.base
    clean = base.run(["tasks"], family.ATHLETE)
    for number in report.numbers(options):
        wreck = WRECKS[number % len(WRECKS)]
        trial = WreckTrial(base, options.folder, number, wreck, random.Random(f"{options.seed}/wrecks/{number}"), clean)
        wrong = trial.run()
        report.tally()
        report.tally("commands", trial.asked)
        report.kinds.add(wreck.name)
        if options.verbose:
            print(f"wrecks {number} {wreck.name}: {len(wrong)} wrong", flush=True)
        if wrong:
            report.fail(number, wreck.name, wrong)
    report.more.append(f"{len(report.kinds)} kinds of wrecks")
