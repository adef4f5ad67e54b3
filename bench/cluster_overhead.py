#!/usr/bin/env python3
"""What the way through a queue costs: the same match by the local runner and by two workers.

usage: bench/cluster_overhead.py ROOKERY [URL] [--postgres] [--games 2000] [--nodes 1000] [--rounds 3]

URL is a queue (postgresql://... or a file; a file in a temporary folder if absent); --postgres starts a
PostgreSQL of its own in that folder. Local runner with
two games at a time and queue with two workers of one thread take turns; prints games an hour of both
and their ratio. The workers run before the clock starts, as they would anywhere. Needs two idle cores.
"""
import argparse
import os
import subprocess
import tempfile
import time

from cluster_scale import Server


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rookery")
    parser.add_argument("url", nargs="?")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rookery = os.path.abspath(options.rookery)
    with tempfile.TemporaryDirectory() as folder:
        server = None
        if options.postgres:
            os.makedirs(os.path.join(folder, "server"))
            os.chmod(folder, 0o755)
            server = Server(os.path.join(folder, "server"), 50)
        url = options.url or (server.url if server else os.path.join(folder, "queue.db"))
        subprocess.run([rookery, "queue", url, "init"], check=True)
        totals = {"local": 0.0, "queue": 0.0}
        for round_number in range(options.rounds):
            match = [rookery, "match", "rookery:Hash=8,name=a", "rookery:Hash=8,name=b", "--nodes",
                     str(options.nodes), "--games", str(options.games), "--seed",
                     str(round_number + 1), "--json"]
            begin = time.monotonic()
            local = subprocess.run(match + ["--concurrency", "2"], stdout=subprocess.PIPE, check=True)
            totals["local"] += time.monotonic() - begin
            workers = [subprocess.Popen([rookery, "worker", url, "--threads", "1", "--state",
                                         os.path.join(folder, f"state{i}")],
                                        stdout=subprocess.PIPE, text=True) for i in range(2)]
            for worker in workers:
                while '"registered"' not in worker.stdout.readline():
                    pass
            begin = time.monotonic()
            queue = subprocess.run(match + ["--queue", url], stdout=subprocess.PIPE, check=True)
            totals["queue"] += time.monotonic() - begin
            for worker in workers:
                worker.terminate()
                worker.communicate()
            print(f"round {round_number + 1}: same table: {local.stdout == queue.stdout}", flush=True)
        if server:
            server.stop()
        games = options.games * options.rounds
        for name, seconds in totals.items():
            print(f"{name}: {games} games in {seconds:.1f} s, {3600 * games / seconds:.0f} an hour")
        print(f"queue / local: {100 * totals['local'] / totals['queue']:.1f} %")


if __name__ == "__main__":
    main()
