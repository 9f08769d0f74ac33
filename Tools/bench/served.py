"""The programs that benchmarks serve with: a PostgreSQL, compass-server over it, and compass-shell over one folder; and what a browser asks
of them."""

import base64
import gzip
import hashlib
import hmac
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager

from measure import SHORT

TICKS = os.sysconf("SC_CLK_TCK")


class Cluster:
    """A PostgreSQL of its own."""

    def __init__(self, home, root):
        self.folder, self.tool = f"{home}/postgres", f"{root}/Tools/postgres"
        subprocess.run([self.tool, "make", self.folder], check=True)

    def reach(self, user):
        return f"host={self.folder} user={user} dbname=postgres"

    def psql(self, *words):
        return subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", f"--dbname={self.reach('postgres')}",
             *words], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def postmaster(self):
        with open(f"{self.folder}/data/postmaster.pid") as said:
            return int(said.readline())

    def start(self):
        return subprocess.run([self.tool, "start", self.folder], stderr=subprocess.DEVNULL).returncode == 0

    def stop(self):
        subprocess.run([self.tool, "stop", self.folder], stderr=subprocess.DEVNULL)

    def processor_time(self):
        """Seconds, of all its processes, those that ended included."""
        first = self.postmaster()
        return processor_time(first, True) + sum(processor_time(pid, False) for pid in children(first))


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as said:
        return [int(one) for one in said.read().split()]


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def processor_time(pid, with_ended):
    try:
        with open(f"/proc/{pid}/stat") as said:
            fields = said.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(one) for one in fields[11:15 if with_ended else 13]) / TICKS


class Server:
    """compass-server over that cluster."""

    def __init__(self, home, cluster, program, root):
        self.config, self.program = f"{home}/server.json", program
        subprocess.run(
            [program, "init", "--config", self.config, "--database", cluster.reach("authenticator"), "--admin", cluster.reach("postgres"),
             "--schema", f"{root}/Modules/Services/PostgreSQLSchema", "--port", "0", "--state", f"{home}/state"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([self.program, "migrate", "--config", self.config], check=True, stdout=subprocess.DEVNULL)
        with open(self.config) as said:
            config = json.load(said)
        self.pages = config["pages"]["folder"]
        self.signing, self.key = config["signing_keys"][0], config["public_key"]

    def serve(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--config", self.config], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r"127.0.0.1:(\d+)  key", self.process.stdout.readline())[1])

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def memory(self):
        return memory(self.process.pid)

    def claims(self, one):
        """As AccessTokens makes them."""
        now = int(time.time())
        return {
            "iss": "compass-server/auth/v1", "sub": one["person"], "aud": "authenticated", "exp": now + 3600, "iat": now,
            "email": one["email"], "phone": "", "app_metadata": {"provider": "email", "providers": ["email"]}, "user_metadata": {},
            "role": "authenticated", "aal": "aal1", "amr": [{"method": "password", "timestamp": now}], "session_id": one["session"],
            "is_anonymous": False}

    def token(self, one):
        def piece(value):
            return base64.urlsafe_b64encode(value).rstrip(b"=")

        signed = b".".join(
            piece(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT", "kid": self.signing["name"]}, self.claims(one)))
        return (signed + b"." + piece(hmac.digest(self.signing["secret"].encode(), signed, hashlib.sha256))).decode()

    def headers(self, one):
        return {"apikey": self.key, "Authorization": f"Bearer {one['token']}", "Content-Type": "application/json"}


@contextmanager
def installed(program, root):
    """A folder, a cluster in it, and a server that does not serve yet; all of it ends with the block."""
    home = tempfile.mkdtemp(prefix="compass-bench-", dir="/tmp")
    os.chmod(home, 0o711)
    cluster = server = None
    try:
        cluster = Cluster(home, root)
        server = Server(home, cluster, program, root)
        yield home, cluster, server
    finally:
        if server and hasattr(server, "process"):
            server.stop()
        if cluster:
            cluster.stop()
        shutil.rmtree(home, ignore_errors=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serving(command, environment=None, seconds=60):
    """Starts a program for comparison, and returns its process and the port at which it takes connections.

    `command` is a function of the port. Another process can take a free port before the program does, so a program that
    ends is started on other ports, three times at most."""
    for _ in range(3):
        port = free_port()
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(command(port), env=environment, stdout=said, stderr=said, stdin=subprocess.DEVNULL)
            until = time.monotonic() + seconds
            while process.poll() is None and time.monotonic() < until:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                except OSError:
                    time.sleep(0.1)
                    continue
                # The connection may be that of another process, because of which the program ends.
                time.sleep(1)
                if process.poll() is None:
                    return process, port
            ended = process.poll()
            process.kill()
            process.wait()
            said.seek(0)
            words = said.read().decode()
    raise SystemExit(f"{command(port)[0]} " + ("takes no connections" if ended is None else f"ended with {ended}") + f":\n{words}")


class Host:
    """The program serving one folder, and a browser that was let in."""

    def __init__(self, program, folder, *options, processor=0):
        self.command = [program, "--data", folder, *options]
        self.port = free_port()
        self.process = subprocess.Popen(
            ["taskset", "-c", str(processor)] + self.command + ["serve", "--port", str(self.port)], stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL, text=True)
        self.entrance = self.process.stdout.readline().strip()

    def another_entrance(self):
        return subprocess.run(
            self.command + ["serve", "--port", str(self.port)], capture_output=True, text=True, stdin=subprocess.DEVNULL
        ).stdout.strip().splitlines()[0]

    def enter(self, entrance=None):
        client = http.client.HTTPConnection("127.0.0.1", self.port)
        client.request("GET", (entrance or self.entrance).split(str(self.port), 1)[1])
        answer = client.getresponse()
        answer.read()
        cookie = answer.getheader("set-cookie").split(";")[0]
        return client, {"Cookie": cookie, "Accept-Encoding": "gzip", "Accept": "text/html"}

    def memory(self):
        return memory(self.process.pid)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def get(client, headers, path):
    client.request("GET", path, headers=headers)
    answer = client.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path} answers {answer.status}: {body[:300]}")
    return answer, body


def plain(answer, body):
    return gzip.decompress(body) if answer.getheader("content-encoding") == "gzip" else body


def times(client, headers, path, count=1 if SHORT else 60):
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        get(client, headers, path)
        taken.append((time.perf_counter() - began) * 1000)
    return taken
