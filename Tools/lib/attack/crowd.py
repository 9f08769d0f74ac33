"""Six processes at once on one file: writers, readers, copies, exports, restores and erasures, some of them killed.

Every write that was acknowledged is in the file or, where a restore put something else in its place, in the copy that was made
before it; nothing is left anywhere of a person whom the program called erased; every refusal is one that is true."""

import os
import random
import re
import shutil
import threading
import time

import family
import jobs
import judge
import state
import words

PROCESSES = 6
# Refusals that are correct because another process uses the file at the same moment.
TRUE_REFUSALS = re.compile(
    r"locked for too long|changed by another program|was changed while it was exported|changed meanwhile|is in use"
    r"|changed since|Something else still belongs to it|No person here is called|nothing to undo|Nothing to (undo|redo)|Cannot undo|Cannot redo|No profile is set up"
    r"|There is no such|is being (restored|erased|replaced)|being erased|another program|say who you are|Say who you are"
    r"|no backup yet|has been erased|does not exist|exists already|is not there any more|There is no backup"
    r"|There is no file compass-|Choose another one|Wait until", re.I)
# This message is correct if people are erased: a process that has the file open delays the deletion
# of copies, and the next start of the program completes it.
BEGUN = re.compile(r"The data is deleted, but copies of it are still on the disk")
# These messages are correct after a restore, which can bring back a file from before the person
# signed in.
SIGNED_OUT = re.compile(r"session has (expired|ended)|Sign in again|account sign-in")


class Worker:
    """One of the six: does one thing after the other, and remembers what it was told."""

    def __init__(self, crowd, number):
        self.crowd, self.number = crowd, number
        self.chance = random.Random(f"{crowd.seed}/{number}")
        self.thread = threading.Thread(target=self.work)
        self.error = None

    def work(self):
        try:
            for turn in range(self.crowd.turns):
                self.crowd.plan[self.number % len(self.crowd.plan)](self, turn)
        except Exception as error:  # noqa: BLE001 - the caller that waits for the thread raises it
            self.error = error

    def run(self, line, person=family.ATHLETE, tells=None):
        """`tells` is the text by which the write is found again; it is kept when the write is acknowledged."""
        crowd = self.crowd
        kill_after = self.chance.uniform(0, 0.12) if crowd.kills and self.chance.random() < 0.25 else None
        answer = crowd.computer.run(line, person, kill_after=kill_after, now=None)
        with crowd.lock:
            crowd.commands += 1
            crowd.killed += answer.is_killed
            is_done = words.claims_success(answer)
            if is_done and tells:
                crowd.acknowledged.append(tells)
            for wrong in words.crash(answer) + words.innards(answer) + words.silence(answer):
                crowd.wrong += [wrong, str(answer)]
            if not is_done and not answer.is_killed:
                crowd.refused += 1
                if words.DAMAGED.search(answer.text) or not crowd.is_true(answer.text):
                    crowd.wrong += ["a refusal that is not true", str(answer)]
                if words.UNCHANGED.search(answer.text) and tells:
                    crowd.denied.append(tells)
            return answer, is_done

    # The commands that a worker runs

    def write(self, turn):
        marker = f"zq{self.crowd.number}-{self.number}-{turn}"
        kind = self.chance.randrange(4)
        if kind == 0:
            self.run(["quick", "add", marker], tells=marker)
        elif kind == 1:
            self.run(["schools", "add", marker], tells=marker)
        elif kind == 2:
            self.run(["interactions", "log", "email", "c1", marker], tells=marker)
        else:
            self.run(["schools", "add", marker], family.STRANGER, tells=marker)

    def copy(self, turn):
        if self.chance.random() < 0.5:
            answer, is_done = self.run(["backup"])
            if is_done:
                name = [word for word in answer.out.split() if word.endswith(".sqlite")]
                self.crowd.claim(name[0] if name else "?")
        else:
            name = f"copy-{self.number}-{turn}.sqlite"
            answer, is_done = self.run(["backup", "file", "--out", name])
            if answer.code == 0:
                self.crowd.must_be_whole(name)

    def take_out(self, turn):
        name = f"out-{self.number}-{turn}.json"
        line = self.chance.choice([["export", "--out", name], ["doctor"], ["tasks"], ["backup", "list"], ["history"]])
        self.run(line)

    def restore(self, turn):
        self.run(["restore", "latest", "--yes"])

    def step_back(self, turn):
        self.run(["undo"], family.STRANGER_PARENT)
        self.run(["quick", "add", f"pat{self.number}-{turn}"], family.STRANGER_PARENT)

    def erase(self, turn):
        """A person comes, writes, and is erased."""
        name = f"Gone{self.crowd.number}x{self.number}x{turn}"
        made, is_done = self.run(["account", "create", "--role", "parent", "--name", f"{name} Person"], None)
        if not is_done:
            return
        self.run(["quick", "add", f"errand-of-{name}"], name)
        answer, is_erased = self.run(["erase", "person", "--yes"], name)
        if is_erased:
            with self.crowd.lock:
                self.crowd.erased.append(name)


PLANS = {
    "writers and copies": ([Worker.write, Worker.copy, Worker.write, Worker.copy, Worker.write, Worker.take_out], False),
    "restores among them": ([Worker.write, Worker.restore, Worker.write, Worker.copy, Worker.write, Worker.take_out], False),
    "erasures among them": ([Worker.write, Worker.erase, Worker.write, Worker.copy, Worker.erase, Worker.take_out], False),
    "restores and erasures": ([Worker.write, Worker.erase, Worker.restore, Worker.copy, Worker.write, Worker.step_back], False),
    "with kills": ([Worker.write, Worker.copy, Worker.write, Worker.erase, Worker.write, Worker.restore], True),
    "copies of six": ([Worker.copy] * 6, True),
    "first start of six": ([Worker.write] * 6, True),
}


class Crowd:
    def __init__(self, base, folder, number, seed, name, turns):
        self.name, self.number, self.turns = name, number, turns
        self.plan, self.kills = PLANS[name]
        self.seed = f"{seed}/crowd/{number}"
        self.computer = base.copied(os.path.join(folder, f"crowd-{number}"))
        self.kept_copies = os.path.join(folder, f"crowd-{number}-copies")
        self.lock = threading.Lock()
        self.acknowledged, self.denied, self.erased, self.wrong = [], [], [], []
        self.claimed, self.whole = [], []
        self.commands = self.killed = self.refused = 0

    def is_true(self, text):
        return bool(TRUE_REFUSALS.search(text) or Worker.erase in self.plan and BEGUN.search(text)
                    or Worker.restore in self.plan and SIGNED_OUT.search(text))

    def claim(self, name):
        with self.lock:
            self.claimed.append(name)

    def must_be_whole(self, name):
        with self.lock:
            self.whole.append(name)

    def run(self):
        computer = self.computer
        if self.name == "first start of six":
            jobs.older(computer)
        workers = [Worker(self, number) for number in range(PROCESSES)]
        ended = threading.Event()
        keeper = threading.Thread(target=self.keep_copies, args=[ended])
        keeper.start()
        for worker in workers:
            worker.thread.start()
        for worker in workers:
            worker.thread.join()
        ended.set()
        keeper.join()
        for worker in workers:
            if worker.error:
                raise worker.error
        # The next start of the program removes what killed processes left, and completes
        # interrupted erasures.
        computer.run(["tasks"], family.ATHLETE, now=None)
        found = state.read(computer.file)
        self.wrong += found.faults
        self.wrong += self.judge_writes(found)
        for name in self.whole:
            path = os.path.join(computer.out, name)
            if not os.path.exists(path):
                self.wrong.append(f"{name} was said to be written and is not there")
            else:
                try:
                    self.wrong += [f"{name}: {fault}" for fault in state.read(path).faults]
                except state.Unreadable as error:
                    self.wrong.append(str(error))
        self.wrong += judge.unsound_copies(computer) + judge.strays(computer) + judge.open_to_others(computer)
        texts = [f"errand-of-{name}" for name in self.erased] + [f"{name} Person" for name in self.erased]
        self.wrong += judge.traces(computer, texts)
        computer.remove()
        shutil.rmtree(self.kept_copies, ignore_errors=True)
        return self.wrong

    def keep_copies(self, ended):
        """A second name, outside of the data folder, for every copy that was ever on the shelf: an erasure takes copies away, rightly,
        and with them what a restore had put there."""
        os.makedirs(self.kept_copies)
        while True:
            is_last = ended.is_set()
            for name in self.computer.shelf():
                try:
                    os.link(os.path.join(self.computer.backups, name), os.path.join(self.kept_copies, name))
                except OSError:
                    pass
            if is_last:
                return
            time.sleep(0.001)

    def judge_writes(self, found):
        """In the file, or in a copy that a restore made before it replaced it, also a copy that was deleted with a person who was erased since."""
        kept = [found.texts()]
        for name in os.listdir(self.kept_copies) if os.path.isdir(self.kept_copies) else []:
            try:
                kept.append(state.read(os.path.join(self.kept_copies, name)).texts())
            except (state.Unreadable, OSError):
                pass
        everything = "\n".join(kept)
        lost = [marker for marker in self.acknowledged if marker not in everything]
        wrong = [f"{len(lost)} of {len(self.acknowledged)} acknowledged writes are lost: {', '.join(lost[:6])}"] if lost else []
        there = [marker for marker in self.denied if marker in kept[0]]
        return wrong + [f"“Nothing was changed” was said of what is there: {', '.join(there[:6])}"] * bool(there)


def run(options, report):
    base = options.base
    names = list(PLANS)
    commands = killed = acknowledged = refused = erased = 0
    for number in report.numbers(options):
        name = names[number % len(names)]
        # At most eight turns, because a restore saves a copy of the replaced file, and the program
        # keeps only a limited number of copies.
        turns = options.turns or 8
        crowd = Crowd(base, options.folder, number, options.seed, name, turns)
        wrong = crowd.run()
        report.tally()
        report.kinds.add(name)
        commands, killed = commands + crowd.commands, killed + crowd.killed
        acknowledged, refused = acknowledged + len(crowd.acknowledged), refused + crowd.refused
        erased += len(crowd.erased)
        if options.verbose:
            print(f"crowd {number} {name}: {crowd.commands} commands, {len(crowd.acknowledged)} writes acknowledged, "
                  f"{crowd.refused} refused, {crowd.killed} killed, {len(crowd.erased)} erased", flush=True)
        if wrong:
            report.fail(number, name, wrong)
    report.more += [f"{commands} commands of six processes at once", f"{acknowledged} writes acknowledged",
                    f"{killed} killed", f"{refused} refused", f"{erased} people erased"]
