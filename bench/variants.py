#!/usr/bin/env python3
"""variants.py NATIVE LAUNCHER [ROUNDS]: nodes/s of each build in a package beside the native build.

NATIVE is build/release/rookery, LAUNCHER the package's rookery (say, unpacked with dpkg-deb -x). All
search the same tree, taking turns; the median of the rounds counts.
"""
import json
import os
import statistics
import subprocess
import sys


def bench(program, level):
    environment = dict(os.environ, **({"ROOKERY_CPU": level} if level else {}))
    done = subprocess.run([program, "bench", "--json"], capture_output=True, text=True, check=True,
                          env=environment)
    return json.loads(done.stdout)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    native, launcher = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) == 4 else 9
    able = []
    for level in ("v2", "v3", "v4"):
        told = subprocess.run([launcher, "--version", "--verbose"], capture_output=True, text=True,
                              env=dict(os.environ, ROOKERY_CPU=level))
        if told.returncode == 0 and f"x86-64-{level}" in told.stdout:
            able.append(level)
        else:
            print(f"{level}: not on this processor, or not installed")
    speeds, nodes = {}, set()
    for _ in range(rounds):
        for name, program, level in [("native", native, None)] + [(v, launcher, v) for v in able]:
            result = bench(program, level)
            speeds.setdefault(name, []).append(result["nps"])
            nodes.add(result["nodes"])
    base = statistics.median(speeds["native"])
    for name, values in speeds.items():
        middle = statistics.median(values)
        print(f"{name:7} {middle:12,.0f} nodes/s  {100 * (middle / base - 1):+5.1f} %  "
              f"(from {min(values):,} to {max(values):,})")
    if len(nodes) != 1:
        sys.exit(f"different benches: {sorted(nodes)}")
    print(f"all: bench {nodes.pop()}, {rounds} rounds")


if __name__ == "__main__":
    main()
