"""Files and outputs that a command is given and should not take: the data folder's own as `--out` or as input, through links and
second names too, and outputs that cannot be written."""

import os
import shutil

import family
import state
import verbs
import words


def files_of(computer):
    """Every file of the data folder with its bytes; the index of the log is rebuilt at will and left out."""
    found = {}
    for folder, _, names in os.walk(computer.data):
        for name in names:
            path = os.path.join(folder, name)
            if not name.endswith("-shm"):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, computer.data)] = file.read()
    return found


def ways(computer, path):
    """The same file by other names."""
    name = os.path.basename(path)
    yield "by its name", path
    yield "by a longer name", os.path.join(computer.data, "..", "data", ".", os.path.relpath(path, computer.data))
    link = os.path.join(computer.out, "link-" + name)
    os.symlink(path, link)
    yield "by a link", link
    folder = os.path.join(computer.out, "folder")
    if not os.path.lexists(folder):
        os.symlink(os.path.dirname(path), folder)
        yield "through a folder that is a link", os.path.join(folder, name)
    second = os.path.join(computer.out, "second-" + name)
    if os.path.exists(path):
        os.link(path, second)
        yield "by a second name", second


def lines_with(path):
    for line in (["export", "--yes", "--out", path], ["packet", "html", "--yes", "--out", path],
                 ["reports", "csv", "--yes", "--out", path], ["backup", "file", "--yes", "--out", path],
                 ["calendar", "export", "--yes", "--out", path], ["import", "schools", path], ["import", "everything", path],
                 ["account", "passphrase", "--passphrase-file", path], ["account", "sign-in", "Sam", "--passphrase-file", path],
                 ["settings", "mail", "--password-file", path], ["packet", "email", "c1", "--message-file", path, "--eml", "."],
                 ["settings", "mail", "--certificate", path]):
        yield line
    yield ["--file", path]


def run_own(options, report, number_of):
    """`--out` and every input, against each file of the data folder, by each of its names."""
    trials = []
    probe = options.base.copied(os.path.join(options.folder, "paths"))
    names = ["compass.sqlite", "compass.sqlite-wal", "history", "secrets/session", "backups/" + probe.shelf()[0],
             "backups/compass-new.sqlite", "new-file"]
    for name in names:
        count = len(list(ways(probe.copied(os.path.join(options.folder, "ways")), os.path.join(probe.data, name))))
        shutil.rmtree(os.path.join(options.folder, "ways"))
        for way in range(count):
            for line in range(len(list(lines_with("x")))):
                trials.append((name, way, line))
    for index in number_of(len(trials)):
        name, way, which = trials[index]
        computer = options.base.copied(os.path.join(options.folder, f"path-{index}"))
        words_, path = list(ways(computer, os.path.join(computer.data, name)))[way]
        line = list(lines_with(path))[which]
        before, rows = files_of(computer), state.read(computer.file).texts()
        answer = computer.run(line, family.ATHLETE)
        wrong = words.crash(answer) + words.innards(answer) + words.silence(answer)
        after = files_of(computer)
        if os.path.exists(computer.file):
            try:
                if state.read(computer.file).texts() != rows:
                    wrong.append("the data is another")
            except state.Unreadable as error:
                wrong.append(str(error))
        for file in sorted(set(before) | set(after)):
            is_log = file.endswith("-wal") or file == "compass.sqlite"
            if not is_log and before.get(file) != after.get(file):
                wrong.append(f"{file} is {'another' if file in before and file in after else 'gone or new'}")
        secret = before.get("secrets/session", b"?").decode("latin-1").strip()
        if secret in answer.out + answer.errors:
            wrong.append("the session's secret is shown")
        # If the output path is a link to a file of the data folder, the program replaces the link
        # and leaves the file unchanged, so its success is no fault.
        is_other_name = words_ in ("by a link", "by a second name") and "--out" in line
        if answer.code == 0 and name != "new-file" and not is_other_name:
            wrong.append("it was taken")
        if options.verbose:
            print(f"paths {index} {name} {words_}: {' '.join(line[:3])}: code {answer.code}", flush=True)
        report.tally()
        report.tally("own files as inputs and outputs")
        if wrong:
            report.fail(index, f"{name} {words_}: {' '.join(line)}", wrong, answer)
        computer.remove()
    return len(trials)


def run_full(options, report, number_of, first):
    """Every example into an output that takes nothing: no success, and a write that happened is said."""
    trials = verbs.lines_against(options.base)
    skipped = ("quit",)
    with open("/dev/full", "wb") as full:
        for index in number_of(len(trials), first):
            command, line = trials[index - first]
            if command in skipped:
                continue
            computer = options.base.copied(os.path.join(options.folder, f"full-{index}"))
            for name, text in (("schools.csv", "Name,City\nZq Verb College,Columbus\n"),):
                computer.write(name, text)
            before = state.read(computer.file).texts()
            process = computer.start(line, family.ATHLETE, stdout=full)
            answer = computer.finish(process)
            wrong = words.crash(answer)
            if answer.code == 0:
                wrong.append("nobody could read the answer, and it ends with 0")
            if os.path.exists(computer.file) and state.read(computer.file).texts() != before and not answer.errors.strip():
                wrong.append("it wrote, and says so nowhere")
            if words.UNCHANGED.search(answer.text) and state.read(computer.file).texts() != before:
                wrong.append("“Nothing was changed” is not true")
            report.tally()
            report.tally("into a full output")
            if options.verbose:
                print(f"paths {index} full: {' '.join(line)}: code {answer.code}", flush=True)
            if wrong:
                report.fail(index, f"into /dev/full: {' '.join(line)}", wrong, answer)
            computer.remove()


def run(options, report):
    def number_of(count, first=0):
        if options.only:
            return [number for number in options.only if first <= number < first + count]
        step = max(1, 2 * count // options.runs) if options.runs else 1
        return range(first + options.seed % step, first + count, step)
    count = run_own(options, report, number_of)
    run_full(options, report, number_of, count)
