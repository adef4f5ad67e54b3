#!/usr/bin/env python3
"""A thousand simulated workers against one PostgreSQL: how much a queue can take, and what gives.

usage: bench/cluster_scale.py ROOKERY [--workers 1000] [--seconds 60] [--warmup 25] [--rate 1000] [--games-kb 16]

Starts a PostgreSQL of its own in a temporary folder (as `nobody` if run as root), lets ROOKERY make
the tables, and lets pgbench be the workers: each claims a lease and completes it with invented
results through the functions that real workers call. RATE is in pairs of games a second over all
workers; 0 = as fast as it goes. Prints, for leases of 1, 5 and 25 pairs: pairs, claims and
completions a second, the mean time of a claim and of a completion in the server, median and 99th
percentile of both together as the worker sees them, how many connections waited for locks, and how
tables grew. The first seconds are not counted: there a thousand new connections read the functions for
the first time, which real workers do once in their lives. Needs postgresql (with pgbench) and a machine that has nothing else to do.
"""
import argparse
import glob
import os
import pathlib
import pwd
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

SUMMARY = ('{"games":[{"game":0,"points":1,"plies":87,"nodes":87000,"time_ms":950,'
           '"end":"White wins by checkmate"},{"game":1,"points":0.5,"plies":120,"nodes":120000,'
           '"time_ms":1200,"end":"draw by repetition"}]}')


def invented_pgn(size):
    """Text that compresses as moves with comments do; no colon, which pgbench would read."""
    random.seed(1)
    text = ""
    while len(text) < size:
        text += (f"{len(text) // 60}. {random.choice('NBRQK')}{random.choice('abcdefgh')}"
                 f"{random.randint(1, 8)} {{{random.randint(-300, 300) / 100:+.2f}/"
                 f"{random.randint(5, 14)} {random.randint(1, 900) / 1000}s n={random.randint(300, 1000)}}} ")
    return text[:size]


class Server:
    """PostgreSQL in a folder of its own, reached by a socket there."""

    def __init__(self, folder, connections):
        self.folder = folder
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not found:
            sys.exit("no PostgreSQL: apt install postgresql")
        self.bin = found[-1]
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(folder, self.user)
        os.chmod(folder, 0o755)
        self.run(["initdb", "-D", f"{folder}/data", "-U", "rookery", "-A", "trust", "--locale=C",
                  "-E", "UTF8", "--no-instructions"], stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            self.command(["postgres", "-D", f"{folder}/data", "-k", folder, "-c",
                          "listen_addresses=", "-c", f"max_connections={connections}", "-c",
                          "shared_buffers=512MB", "-c", "max_wal_size=4GB", "-c", "track_functions=all"]),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=os.setsid)
        for _ in range(600):
            if subprocess.run(["pg_isready", "-q", "-h", folder]).returncode == 0:
                break
            time.sleep(0.1)
        self.url = f"postgresql://rookery@/postgres?host={folder}"

    def command(self, words):
        words = [f"{self.bin}/{words[0]}"] + words[1:]
        if not self.user:
            return words
        return ["setpriv", "--reuid", self.user, "--regid",
                str(pwd.getpwnam(self.user).pw_gid), "--clear-groups"] + words

    def run(self, words, **more):
        return subprocess.run(self.command(words), check=True, cwd="/", **more)

    def sql(self, text):
        text = "set client_min_messages = warning; " + text
        done = self.run(["psql", "-qAt", "-h", self.folder, "-U", "rookery", "postgres", "-c", text],
                        stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    def function_times(self):
        """Calls of each function, and the ms they took, so far."""
        rows = self.sql("select pg_stat_clear_snapshot(); select funcname, calls, total_time from "
                        "pg_stat_user_functions where funcname in ('claim', 'complete')")
        found = {"claim": (0, 0.0), "complete": (0, 0.0)}
        for row in rows.splitlines():
            if row:
                name, count, total = row.split("|")
                found[name] = (int(count), float(total))
        return found

    def stop(self):
        self.process.terminate()  # the postmaster; it ends the rest
        self.process.wait()


class LockWatch(threading.Thread):
    """How many connections wait for a lock, looked at once a second."""

    def __init__(self, server):
        super().__init__()
        self.server, self.ended, self.samples = server, threading.Event(), []

    def run(self):
        while not self.ended.wait(1):
            self.samples.append(int(self.server.sql(
                "select count(*) from pg_stat_activity where wait_event_type = 'Lock'")))


def simulate(server, options, batch):
    """One run with leases of `batch` pairs; a row of the table."""
    server.sql("truncate rookery.results, rookery.jobs, rookery.tests restart identity cascade")
    server.sql("insert into rookery.tests (token, kind, name, spec, tags, units, priority, share, "
               "created) values ('t', 'match', 'simulated', '{}', '', 1000000000, 0, 1, 0)")
    script = os.path.join(server.folder, "worker.sql")
    games = f"'{invented_pgn(options.games_kb * 1024)}'::bytea"
    pathlib.Path(script).write_text(f"""\\set id :client_id + 1
select o_job as job, o_generation as generation, o_key as key, o_units[1] as first, cardinality(o_units) as count from rookery.claim(:id, 'secret', {batch}, 120000, '{{}}') \\gset
select rookery.complete(:id, 'secret', :job, :generation, ':key', array(select generate_series(:first, :first + :count - 1)), array_fill('{SUMMARY}'::text, array[:count]), array_fill({games}, array[:count]));
""")
    before = int(server.sql("select pg_database_size('postgres')"))
    watch = LockWatch(server)
    command = ["pgbench", "-n", "-h", server.folder, "-U", "rookery", "-f", script, "-c",
               str(options.workers), "-j", "2", "-T", str(options.warmup + options.seconds), "-l",
               "--log-prefix", f"{server.folder}/log{batch}"]
    if options.rate:
        command += ["-R", str(options.rate / batch)]
    begin = time.time() + options.warmup
    process = subprocess.Popen(server.command(command + ["postgres"]), stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, cwd="/")
    time.sleep(options.warmup)
    watch.start()
    calls = [server.function_times()]
    process.wait()
    watch.ended.set()
    watch.join()
    calls.append(server.function_times())
    each = [(calls[1][name][1] - calls[0][name][1]) / max(1, calls[1][name][0] - calls[0][name][0])
            for name in ("claim", "complete")]
    times = []
    for log in glob.glob(f"{server.folder}/log{batch}.*"):
        for line in open(log):
            fields = line.split()
            if float(fields[4]) >= begin:
                # with a rate the last field is how late it began
                times.append(int(fields[2]) - (int(fields[6]) if options.rate else 0))
    times.sort()
    pairs = int(server.sql("select count(*) from rookery.results"))
    grown = int(server.sql("select pg_database_size('postgres')")) - before
    dead = server.sql("select coalesce(max(pg_total_relation_size(c.oid)), 0) from pg_class c "
                      "where c.relname in ('tests', 'workers', 'jobs') and c.relkind = 'r'")
    rate = len(times) / options.seconds
    pairs_rate = rate * batch
    percentile = lambda p: times[min(len(times) - 1, int(p * len(times)))] / 1000 if times else 0
    print(f"{batch:>5} {pairs_rate:>8.0f} {2 * pairs_rate:>8.0f} "
          f"{rate:>8.0f} {rate:>8.0f} {each[0]:>9.1f} {each[1]:>9.1f} "
          f"{percentile(0.5):>8.1f} {percentile(0.99):>8.1f} "
          f"{sum(watch.samples) / max(1, len(watch.samples)):>8.1f} {max(watch.samples, default=0):>5} "
          f"{grown / max(1, pairs):>8.0f} {int(dead) / 1e6:>7.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rookery")
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--warmup", type=int, default=25, help="seconds that are not counted")
    parser.add_argument("--rate", type=float, default=1000, help="pairs a second; 0 = no limit")
    parser.add_argument("--games-kb", type=int, default=16, help="PGN of a pair")
    parser.add_argument("--batches", default="1,5,25")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rookery-scale-") as folder:
        server = Server(folder, options.workers + 50)
        try:
            subprocess.run([os.path.abspath(options.rookery), "queue", server.url, "init"], check=True,
                           stdout=subprocess.DEVNULL)
            server.sql("insert into rookery.workers (instance, secret, name, tags, info, threads) "
                       "select 'i' || n, 'secret', 'w' || n, '', '{}', 1 "
                       f"from generate_series(1, {options.workers}) n")
            print(f"{options.workers} workers, {options.seconds} s, "
                  f"{options.rate or 'any number of'} pairs a second wanted, "
                  f"{options.games_kb} KB of PGN a pair; times in ms")
            print(f"{'lease':>5} {'pairs/s':>8} {'games/s':>8} {'claims/s':>8} {'compl/s':>8} "
                  f"{'claim':>9} {'complete':>9} {'median':>8} {'99 %':>8} {'waiting':>8} {'most':>5} "
                  f"{'B/pair':>8} {'MB rest':>7}")
            for batch in map(int, options.batches.split(",")):
                simulate(server, options, batch)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
