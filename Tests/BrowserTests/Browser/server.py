"""The pages of a server, for people who sign in with a browser: the same walks as over a family's own computer.

The family of the examples is brought to a real server, over a real PostgreSQL, as a family would: its program connects and sends.
"""

import json
import os
import subprocess
from contextlib import contextmanager

import every
import pages as looking
import terminal
from support import Browser, Household, check, chromium, main

PASSWORD = "a long enough password"
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))


class ServedHousehold(Household):
    """A family at a server: a cluster of its own, the server, and the family's data there."""

    def __init__(self, program):
        super().__init__(program, demo=False)
        self.server = os.path.join(os.path.dirname(program), "compass-server")
        self.cluster = subprocess.Popen(
            [os.path.join(ROOT, "Tools/postgres"), "lend"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.database = self.cluster.stdout.readline().strip()
        check(self.database, "There is no database.")
        self.config = os.path.join(self.folder, "server.json")
        reach = f"host={self.database} dbname=postgres"
        self.ask(
            "init", "--database", f"{reach} user=authenticator", "--admin", f"{reach} user=postgres", "--schema",
            os.path.join(ROOT, "Modules/Services/PostgreSQLSchema"), "--port", "0")
        with open(self.config) as file:
            config = json.load(file)
        config["pages"] = {"folder": os.path.join(self.folder, "pages"), "time_zone": "UTC"}
        with open(self.config, "w") as file:
            json.dump(config, file)
        self.ask("migrate")

    def ask(self, *words):
        answer = subprocess.run([self.server, *words, "--config", self.config], capture_output=True, text=True)
        check(answer.returncode == 0, f"{words}: {answer.stdout}{answer.stderr}")

    @contextmanager
    def serving(self, now=None, profile=None, port=None):
        process = subprocess.Popen(
            [self.server, "serve", "--config", self.config], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            said = process.stdout.readline().split()
            check(len(said) > 3 and said[3].startswith("http"), f"Nothing is served: {said}")
            self.address, self.key = said[3], said[5]
            self.bring()
            yield self.address + "/sign-in"
        finally:
            process.terminate()
            process.communicate()
        check(process.returncode == 0, f"The server ended with {process.returncode}.")

    def bring(self):
        """Sends the example family to the server, with the program."""
        demo = Household(self.program)
        try:
            demo.run("export", "--out", os.path.join(self.folder, "family.json"))
        finally:
            demo.remove()
        secret = os.path.join(self.folder, "password")
        with open(os.open(secret, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(PASSWORD)
        self.run("import", "everything", os.path.join(self.folder, "family.json"), "--yes")
        self.run(
            "account", "connect", self.address, "--key", self.key, "--email", "casey@example.org", "--new", "--birth-date",
            "2000-05-31", "--password-file", secret, "--yes", profile="Casey")
        self.run("sync", profile="Casey")

    def options(self, now=None, profile=None):
        return ["--data", self.data, "--timezone", "UTC"] + (["--profile", profile] if profile else [])

    def remove(self):
        self.cluster.stdin.close()
        self.cluster.wait()
        super().remove()


class SignedInBrowser(Browser):
    """A window of a person who has signed in."""

    def __init__(self, engine, entrance, **window):
        super().__init__(engine, entrance, **window)
        self.page.get_by_label("Your e-mail address").fill("casey@example.org")
        self.page.get_by_label("Your password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/dashboard*")


def over_server(module):
    module.Household, module.Browser = lambda program: ServedHousehold(program), SignedInBrowser
    return module


def everywhere(program):
    over_server(looking).look_at_all(program)


def every_button(program):
    over_server(every).walk(program)


def no_terminal(program):
    over_server(terminal).walk(program)


if __name__ == "__main__":
    main(everywhere, every_button, no_terminal)
