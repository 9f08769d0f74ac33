"""Prompts that outlive their right to be there, and files that go away under them.

A prompt is opened and answers once; then something happens elsewhere; then every line that comes must be refused, change nothing
and show nothing."""

import os
import shutil

import family
import imports
import state
import verbs
import words

PASSPHRASE = "Harbor7lights"
GHOST = "zq ghost"
LINES = [f"quick add {GHOST}", f"schools add '{GHOST}'", "tasks complete t43", "settings set daily-digest off", "undo",
         "notifications read-all", "schools edit s2 --notes 'zq ghost'", "backup", "dashboard", "schools", "export --stdout",
         "history"]


class Prompt:
    """An open shell that reads lines from a pipe."""

    def __init__(self, computer, person, now=None):
        self.computer = computer
        # The program checks the age of a session by the machine's clock and not by --now. The test
        # library moves that clock, so --now is not set.
        self.process = computer.start(["--keep-going"], person, blow=False, now=now)

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def is_there(self):
        """Waits until it has answered `account who`, for any person."""
        self.say("account who")
        return self.process.stdout.readline().decode()

    def end(self, lines):
        """Says the lines, ends the input, and answers all that came back."""
        text = "".join(line + "\n" for line in lines)
        return self.computer.finish(self.process, text.encode())


def erased(computer, prompt):
    computer.must(["erase", "person", "--yes"], family.PARENT)


def removed(computer, prompt):
    computer.must(["family", "remove", "p2", "--yes"], family.ATHLETE)


def signed_out(computer, prompt):
    computer.must(["account", "sign-out"], None, now=None)


def changed(computer, prompt):
    for name, text in (("old", PASSPHRASE), ("new", PASSPHRASE + "2")):
        os.chmod(computer.write(name, text), 0o600)
    computer.must(["account", "passphrase", "--passphrase-file", "new", "--current-file", "old"], family.ATHLETE, now=None)


def expired(computer, prompt):
    prompt.process.board.set_ahead(3 * 86_400)


def deleted(computer, prompt):
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(computer.file + suffix):
            os.unlink(computer.file + suffix)


def folder_deleted(computer, prompt):
    shutil.rmtree(computer.data)


def folder_moved(computer, prompt):
    os.rename(computer.data, computer.data + "-moved")


def replaced(computer, prompt):
    """Another file in the same place, as a sync program puts it there."""
    deleted(computer, prompt)
    shutil.copyfile(os.path.join(computer.backups, computer.shelf()[0]), computer.file)


def index_cut(computer, prompt):
    os.truncate(computer.file + "-shm", 0)


def restored_before(computer, prompt):
    """A copy from before this person was there takes the place of everything, of who may act too."""
    computer.must(["restore", "early.sqlite", "--rights", "--yes"], family.STRANGER, now=None)


def restored_with_rights_of_now(computer, prompt):
    """The same copy, and who may act stays as it is: the person is there as before."""
    computer.must(["restore", "early.sqlite", "--yes"], family.STRANGER, now=None)


def early(computer):
    """Pat is erased from a copy, and stays in the file."""
    other = computer.copied(computer.folder + "-early")
    other.must(["erase", "person", "--yes"], family.STRANGER_PARENT)
    other.must(["backup", "file", "--out", "early.sqlite"], family.STRANGER)
    shutil.copyfile(os.path.join(other.out, "early.sqlite"), os.path.join(computer.out, "early.sqlite"))
    other.remove()


def with_passphrase(computer):
    computer.must(["account", "passphrase", "--passphrase-fd", "0"], family.ATHLETE, PASSPHRASE.encode(), now=None)
    computer.must(["account", "sign-in", "Casey", "--passphrase-fd", "0"], None, PASSPHRASE.encode(), now=None)


class Case:
    """`gone`: the data is no more where it was, so nothing may be acknowledged. `stays`: the person is in the file afterwards."""

    def __init__(self, name, person, happens, prepare=None, gone=False, may_write=False, secrets=(), stays=False):
        self.name, self.person, self.happens, self.prepare = name, person, happens, prepare
        self.gone, self.may_write, self.secrets, self.stays = gone, may_write, secrets, stays


CASES = [
    Case("the person is erased", family.PARENT, erased, secrets=(family.CASEYS, family.MARIAS)),
    Case("the parent is removed from the family", family.PARENT, removed, may_write=True, secrets=(family.CASEYS,)),
    Case("the person signed out elsewhere", family.ATHLETE, signed_out, with_passphrase, secrets=(family.CASEYS,)),
    Case("the passphrase was changed elsewhere", family.ATHLETE, changed, with_passphrase, secrets=(family.CASEYS,)),
    Case("the session is over", family.ATHLETE, expired, with_passphrase, secrets=(family.CASEYS,)),
    Case("a copy without the person was restored", family.STRANGER_PARENT, restored_before, early),
    Case("a copy without the person was restored, rights as they are", family.STRANGER_PARENT, restored_with_rights_of_now, early,
         may_write=True, secrets=(family.CASEYS,), stays=True),
    Case("the file is deleted", family.ATHLETE, deleted, gone=True),
    Case("the folder is deleted", family.ATHLETE, folder_deleted, gone=True),
    Case("the folder is moved away", family.ATHLETE, folder_moved, gone=True),
    Case("another file is put there", family.ATHLETE, replaced, gone=True),
    Case("the index is cut short", family.ATHLETE, index_cut, may_write=True),
]


class PromptTrial:
    def __init__(self, base, case):
        self.base, self.case = base, case

    def run(self, folder, number, lines):
        case = self.case
        computer = self.base.copied(os.path.join(folder, f"prompt-{number}"))
        if case.prepare:
            case.prepare(computer)
        who = imports.People(computer).ids[case.person]
        prompt = Prompt(computer, case.person)
        first = prompt.is_there()
        if case.person not in first and "Signed in" not in first and "sign" not in first.lower():
            prompt.process.kill()
            return [f"the prompt did not open: {first}"], None
        case.happens(computer, prompt)
        before = state.read_rows(computer.file) if os.path.exists(computer.file) else {}
        answer = prompt.end(lines)
        after = state.read_rows(computer.file) if os.path.exists(computer.file) else {}
        wrong = [f"it ended with signal {-answer.code}"] * (answer.code < 0) + ["it hangs"] * answer.is_hanging
        wrong += words.innards(answer)
        done = [line for line in answer.out.split("\n") if line.startswith("✓ ") and "Signed" not in line]
        if not case.may_write and done:
            wrong.append(f"it says that it is done: {done[0]}")
        wrong += [f"it shows “{secret}”" for secret in case.secrets if secret in answer.out]
        if case.may_write:
            groups = set()
            wrong += self.judge_own(before, after, who, groups) if "removed" in case.name else []
            wrong += self.judge_kept(computer, done)
        else:
            # Sessions are not compared, because the program may delete one that has ended.
            for table in sorted((set(before) | set(after)) - {"local_sessions"}):
                if imports.rows_of(before.get(table, [])) != imports.rows_of(after.get(table, [])):
                    wrong.append(f"it changed {table}")
        if case.stays and who not in str(after):
            wrong.append("the person is not in the file any more")
        if case.name == "the person is erased" and after and who in str(after):
            wrong.append("the erased person's id is in the file again")
        computer.remove()
        shutil.rmtree(computer.data + "-moved", ignore_errors=True)
        return wrong, answer

    @staticmethod
    def judge_own(before, after, who, groups):
        return verbs.meddled(before, after, who, groups, False)[:5]

    @staticmethod
    def judge_kept(computer, done):
        """What was acknowledged is there when the file is opened anew."""
        texts = state.read(computer.file).texts()
        wrong = []
        for line in done:
            if GHOST in line and "Added" in line and GHOST not in texts:
                wrong.append(f"acknowledged and lost: {line}")
        return wrong


def run(options, report):
    base = options.base
    count = min(options.runs or len(CASES) * len(LINES), len(CASES) * (len(LINES) + 1))
    for number in options.only or range(options.start, options.start + count):
        case = CASES[number % len(CASES)]
        # In the first turn each case runs all lines in order. In each later turn another line runs
        # first, so that every line is tested as the first one after the event.
        turn = number // len(CASES)
        lines = LINES if turn == 0 else LINES[turn - 1:] + LINES[:turn - 1]
        wrong, answer = PromptTrial(base, case).run(options.folder, number, lines)
        report.tally()
        report.tally("lines", len(lines))
        report.kinds.add(case.name)
        if options.verbose:
            print(f"prompts {number} {case.name}, first {lines[0]}: {len(wrong)} wrong", flush=True)
        if wrong:
            report.fail(number, f"{case.name}, then: {lines[0]}", wrong, answer)
    report.more.append(f"{len(report.kinds)} things that happen elsewhere")
