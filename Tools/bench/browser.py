"""Pages as a browser asks for them: weight and requests, the server's time, pages a second beside Datasette, memory of sessions.

The program serves on one processor, the client asks on another. Datasette shows as many rows of the same file, without facets.
"""

import http.client
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from dashboard import household
from measure import SHORT, machine, row
from served import Host, get, plain, serving, times

program = sys.argv[1]
datasette = sys.argv[2] if len(sys.argv) > 2 and sys.argv[2] != "--soak" else None
soak = int(sys.argv[sys.argv.index("--soak") + 1]) if "--soak" in sys.argv else 0

NOW = "2026-02-10T12:00:00Z"
STANDING = ["--now", NOW, "--timezone", "UTC"]
PAGES = ["/dashboard", "/tasks", "/performance", "/reports", "/notifications", "/schools", "/coaches", "/interactions", "/offers",
         "/events", "/schools/s3", "/c?line=packet+preview"]
# The largest sizes that docs/performance.md allows, in KB: a first visit with style sheet and
# script, and any later page.
FIRST, LATER = 120, 40


def weigh(host):
    client, headers = host.enter()
    answer, body = get(client, headers, "/dashboard")
    assets = sorted(set(re.findall(r"/assets/(?!worker)[a-z0-9-]+\.(?:css|json|js)", plain(answer, body).decode())))
    loaded = sum(len(get(client, headers, asset)[1]) for asset in assets)
    row("page", "KB", "first visit, KB", "requests")
    row("---", "---:", "---:", "---:")
    for path in PAGES:
        body = get(client, headers, path)[1]
        row(f"`{path}`", f"{len(body) / 1024:.1f}", f"{(len(body) + loaded) / 1024:.1f}", f"1, first {1 + len(assets)}")
        if len(body) > LATER * 1024 or len(body) + loaded > FIRST * 1024:
            print(f"too heavy: {path}")
    return client, headers


def rate(ask, seconds=0 if SHORT else 5):
    """Answers a second, one after the other on one connection."""
    for _ in range(1 if SHORT else 20):
        ask()
    count, began = 0, time.perf_counter()
    while count == 0 or time.perf_counter() - began < seconds:
        ask()
        count += 1
    return count / (time.perf_counter() - began)


def beside_datasette(client, headers, file):
    peer, port = serving(lambda port: [
        "taskset", "-c", "0", datasette, "serve", file, "--port", str(port), "--setting", "default_page_size", "100", "--setting",
        "suggest_facets", "off", "--setting", "default_facet_size", "0"])
    try:
        other = http.client.HTTPConnection("127.0.0.1", port)
        name = os.path.basename(file).removesuffix(".sqlite")
        address = f"/{name}/interactions?_size=100&_nofacet=1&_nocount=1"

        def theirs():
            try:
                other.request("GET", address, headers={"Accept-Encoding": "gzip"})
                answer = other.getresponse()
            except http.client.RemoteDisconnected:
                # Datasette closes a connection that was unused for five seconds, so the request is
                # repeated.
                other.close()
                return theirs()
            body = answer.read()
            if answer.status != 200:
                raise SystemExit(f"Datasette answers {answer.status}")
            return body

        def ours():
            return get(client, headers, "/interactions?limit=100")[1]

        mine = len(re.findall(r'class="row[ "]', plain(*get(client, headers, "/interactions?limit=100")).decode()))
        if mine != (shown := theirs().decode().count("<tr>") - 1):
            raise SystemExit(f"ours shows {mine} rows, Datasette {shown}")
        rates = [(rate(ours), rate(theirs)) for _ in range(1 if SHORT else 3)]
        one, two = statistics.median(a for a, _ in rates), statistics.median(b for _, b in rates)
        row("rows a page", "ours, pages a second", "Datasette", "ratio", "promise")
        row("---:", "---:", "---:", "---:", "---:")
        row(mine, f"{one:.0f}", f"{two:.0f}", f"{statistics.median(a / b for a, b in rates):.1f}", "≥ 4")
    finally:
        peer.terminate()
        peer.wait()


def main():
    os.sched_setaffinity(0, {os.cpu_count() - 1})
    home = tempfile.mkdtemp(prefix="compass-bench-")
    try:
        folder = os.path.join(home, "data")
        subprocess.run([program, "--data", folder, "--now", NOW, "--demo", "tasks"], stdout=subprocess.DEVNULL, check=True)
        print(f"{machine()}; the made-up family.\n")
        host = Host(program, folder, *STANDING)
        client, headers = weigh(host)
        print()
        row("page", "p50, ms", "p95, ms")
        row("---", "---:", "---:")
        for path in PAGES:
            taken = sorted(times(client, headers, path))
            row(f"`{path}`", f"{statistics.median(taken):.1f}", f"{taken[len(taken) * 95 // 100]:.1f}")
        grown = os.path.join(home, "grown")
        records = household(1_000 if SHORT else 100_000, grown)[2].records
        other = Host(program, os.path.join(grown, "compass"), *STANDING)
        client_of_many, headers_of_many = other.enter()
        print()
        row(f"page over {records:,} records", "p50, ms", "p95, ms")
        row("---", "---:", "---:")
        for path in ["/dashboard", "/tasks", "/schools", "/interactions", "/performance"]:
            taken = sorted(times(client_of_many, headers_of_many, path))
            row(f"`{path}`", f"{statistics.median(taken):.1f}", f"{taken[len(taken) * 95 // 100]:.1f}")
        other.stop()
        print()
        if datasette:
            beside_datasette(client, headers, os.path.join(folder, "compass.sqlite"))
            print()
        row("sessions", "memory, MiB")
        row("---:", "---:")
        row(1, f"{host.memory():.1f}")
        known = 1
        for wanted in [2] if SHORT else [100, 1000]:
            while known < wanted:
                other, cookie = host.enter(host.another_entrance())
                get(other, cookie, "/tasks")
                other.close()
                known += 1
            row(wanted, f"{host.memory():.1f}")
        if soak:
            print(flush=True)
            row("minutes", "pages", "memory, MiB")
            row("---:", "---:", "---:")
            began, count, said = time.time(), 0, 0
            while time.time() - began < soak:
                get(client, headers, PAGES[count % len(PAGES)])
                count += 1
                # A pause between two pages, because no family opens pages faster and the machine
                # also runs other programs.
                time.sleep(0.05)
                if (time.time() - began) // 300 >= said:
                    row(f"{(time.time() - began) / 60:.0f}", count, f"{host.memory():.1f}")
                    said += 1
            row(f"{(time.time() - began) / 60:.0f}", count, f"{host.memory():.1f}")
        host.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


main()
