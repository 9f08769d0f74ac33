"""Mutation testing: all mutants are compiled at once, each behind a switch, and the tests run once for each.

In a copy of the project `a < b` becomes `a <←↑ b`, an operator of its own that is `<`, unless the environment says that this mutant is on; a
statement becomes one that is left out when its mutant is on. One build serves all of them. What does not compile is taken out again.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DIGITS = "←↑→↓↔↕↖↗"
TURNED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
OPERATOR = re.compile(r" (<=|>=|==|!=|<|>|&&|\|\|) ")
STATEMENT = re.compile(r"^(\s+)([a-z][\w.]*(?:\[[^\]]*\])?[?!]? (?:=|\+=|-=) [^{}]+|[a-z][\w.]*\([^{}]*\))$")
KEYWORDS = ("return", "let ", "var ", "case ", "guard", "if ", "for ", "while ", "switch", "throw", "try ", "init(", "super", "self.init")
TRUTH = re.compile(r"^(\s+return )(true|false)$")


class Mutant:
    def __init__(self, number, path, line, form, before, after):
        self.number, self.path, self.line, self.form, self.before, self.after = number, path, line, form, before, after


def named(number):
    text = ""
    while True:
        text = DIGITS[number % 8] + text
        number //= 8
        if number == 0:
            return text


def is_code(line):
    start = line.strip()
    return not start.startswith(("//", "import ", "public import ", "@", "#", "\"", "func ", "static func", "case ", "extension", "struct"))


def places(path):
    """What can be changed in a file: (line, form, position)."""
    found, is_text, opened = [], False, ""
    for number, line in enumerate(open(path, encoding="utf-8").read().split("\n")):
        if line.count('"""') % 2:
            is_text = not is_text
            continue
        if is_text or not is_code(line):
            opened = line
            continue
        code = line.split(" //")[0]
        for match in OPERATOR.finditer(code):
            if code[:match.start()].count('"') % 2 == 0 and "where " not in code[:match.start()]:
                found.append((number, "operator", match.start(1)))
        if TRUTH.match(code):
            found.append((number, "truth", 0))
        elif STATEMENT.match(code) and not code.strip().startswith(KEYWORDS) and code.count("(") == code.count(")"):
            if opened.rstrip().endswith(("{", ";", ")")) or opened.strip():
                found.append((number, "statement", 0))
        opened = line
    return found


def changed(line, form, position, number):
    """The line with its switch, and what the mutant makes of it."""
    if form == "operator":
        operator = OPERATOR.match(line, position - 1).group(1)
        end = position + len(operator)
        return line[:end] + named(number) + line[end:], line[:position] + TURNED[operator] + line[end:]
    if form == "truth":
        head, truth = TRUTH.match(line).groups()
        return f"{head}({truth} != isMutant({number}))", head + ("false" if truth == "true" else "true")
    head = STATEMENT.match(line).group(1)
    return f"{head}if !isMutant({number}) {{ {line.strip()} }}", f"{head}// {line.strip()}"


def switches(mutants):
    """The operators, and who asks which mutant is on."""
    text = ("import Glibc\n\nprivate let activeMutant = getenv(\"COMPASS_MUTANT\").flatMap { Int(String(cString: $0)) }\n"
            "func isMutant(_ number: Int) -> Bool { activeMutant == number }\n")
    for number, operator in mutants:
        name, turned = operator + named(number), TURNED[operator]
        if operator in ("&&", "||"):
            group = "LogicalConjunctionPrecedence" if operator == "&&" else "LogicalDisjunctionPrecedence"
            text += (f"infix operator {name}: {group}\nfunc {name} (l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool {{\n"
                     f"  isMutant({number}) ? try l {turned} r() : try l {operator} r()\n}}\n")
        else:
            kind = "Equatable" if operator in ("==", "!=") else "Comparable"
            text += (f"infix operator {name}: ComparisonPrecedence\nfunc {name} <T: {kind}>(l: T, r: T) -> Bool {{\n"
                     f"  isMutant({number}) ? l {turned} r : l {operator} r\n}}\n")
    return text


def main():
    parser = argparse.ArgumentParser(prog="Tools/mutate")
    parser.add_argument("module")
    parser.add_argument("folder", help="a folder of the module")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", help="the tests to run, as `swift test --filter` takes them")
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--keep", metavar="FOLDER", help="the copy goes there and stays")
    options = parser.parse_args()

    base = next((os.path.join(top, options.module) for top, folders, _ in os.walk(os.path.join(ROOT, "Modules"))
                 if options.module in folders), None)
    if base is None:
        sys.exit(f"✗ There is no module {options.module}.")
    copy = options.keep or tempfile.mkdtemp(prefix="compass-mutants.")
    os.makedirs(copy, exist_ok=True)
    for name in ("Package.swift", "Modules", "Tests", "Tools", "Apps"):
        source, target = os.path.join(ROOT, name), os.path.join(copy, name)
        if os.path.isdir(source):
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy(source, target)
    package = os.path.join(copy, "Package.swift")
    text = open(package).read().replace("    .treatAllWarnings(as: .error),\n", "")
    open(package, "w").write(text)
    base = os.path.join(copy, os.path.relpath(base, ROOT))
    files = sorted(os.path.join(top, name) for top, _, names in os.walk(os.path.normpath(os.path.join(base, options.folder)))
                   for name in names if name.endswith(".swift"))
    every = [(path, *place) for path in files for place in places(path)]
    random.Random(options.seed).shuffle(every)
    mutants, lines, taken = [], {}, set()
    for path, line, form, position in every:
        # At most one mutant for each line, because the text of a second one would contain the
        # switch of the first.
        if len(mutants) == options.count or (path, line) in taken:
            continue
        taken.add((path, line))
        whole = lines.setdefault(path, open(path, encoding="utf-8").read().split("\n"))
        before = whole[line]
        whole[line], after = changed(before, form, position, len(mutants) + 1)
        mutants.append(Mutant(len(mutants) + 1, path, line, form, before, after))
        mutants[-1].operator = OPERATOR.match(before, position - 1).group(1) if form == "operator" else None

    environment = dict(os.environ, COMPASS_ONLY=options.module)
    build = ["swift", "build", "--build-tests", "--scratch-path", ".build/mutants"]
    alive = {mutant.number: mutant for mutant in mutants}
    while True:
        for path, whole in lines.items():
            open(path, "w", encoding="utf-8").write("\n".join(whole))
        with open(os.path.join(base, "Mutants.swift"), "w", encoding="utf-8") as file:
            file.write(switches([(m.number, m.operator) for m in alive.values() if m.operator]))
        said = subprocess.run(build, cwd=copy, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if said.returncode == 0:
            break
        wrong = {(os.path.join(copy, found[0]) if not os.path.isabs(found[0]) else found[0], int(found[1]) - 1)
                 for found in re.findall(r"^(\S+\.swift):(\d+):\d+: error:", said.stdout, re.M)}
        # The compiler reports the error at the mutant, or at the end of an initializer in which the
        # mutant leaves a property without a value.
        dropped = [m for m in alive.values() for path, line in wrong
                   if os.path.realpath(path) == os.path.realpath(m.path) and -3 <= line - m.line <= (40 if m.form == "statement" else 3)]
        if not dropped:
            print(said.stdout[-3000:])
            sys.exit("✗ The mutants do not compile.")
        for mutant in {m.number: m for m in dropped}.values():
            lines[mutant.path][mutant.line] = mutant.before
            del alive[mutant.number]
    print(f"{len(alive)} mutants of {len(every)} places; {len(mutants) - len(alive)} did not compile.", flush=True)

    program = os.path.join(copy, ".build/mutants/debug/recruiting-compassPackageTests.xctest")
    tests = [program, "--testing-library", "swift-testing"] + (["--filter", options.filter] if options.filter else [])

    def run(number):
        where = dict(environment, COMPASS_MUTANT=str(number))
        return subprocess.Popen(["timeout", "300"] + tests, cwd=copy, env=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    if run(0).wait() != 0:
        sys.exit("✗ The tests fail without any mutant.")
    survivors, waiting, running = [], list(alive), {}
    while waiting or running:
        while waiting and len(running) < options.at_once:
            number = waiting.pop(0)
            running[number] = run(number)
        number, process = next(iter(running.items()))
        if process.wait() == 0:
            survivors.append(alive[number])
        del running[number]
    for mutant in sorted(survivors, key=lambda m: (m.path, m.line)):
        print(f"{os.path.relpath(mutant.path, copy)}:{mutant.line + 1}\n  - {mutant.before.strip()}\n  + {mutant.after.strip()}")
    print(f"{len(survivors)} of {len(alive)} mutants lived.")
    if not options.keep:
        shutil.rmtree(copy, ignore_errors=True)


if __name__ == "__main__":
    main()
