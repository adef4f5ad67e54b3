#!/usr/bin/env python3
"""launcher.py LAUNCHER: which program the launcher of a package starts.

The programs are scripts that tell their name and arguments. What this processor can do is known
from the system's loader; older ones are imitated by qemu where it is installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LAUNCHER = sys.argv[1]
wrong = []


def expect(what, have, want):
    if have != want:
        wrong.append(f"{what}: {have}, not {want}")


def main():
    loader = subprocess.run(["/lib64/ld-linux-x86-64.so.2", "--help"], capture_output=True, text=True)
    able = max([1] + [int(n) for n in re.findall(r"x86-64-v([234]) \(supported", loader.stdout)])
    needed = subprocess.run(["readelf", "--dynamic", LAUNCHER], capture_output=True, text=True).stdout
    expect("libraries", re.findall(r"NEEDED.*\[(.*)\]", needed), ["libc.so.6"])
    with tempfile.TemporaryDirectory() as name:
        prefix = pathlib.Path(name)
        programs = prefix / "lib/rookery"
        programs.mkdir(parents=True)
        (prefix / "bin").mkdir()
        launcher = prefix / "bin/rookery"
        shutil.copy(LAUNCHER, launcher)

        def provide(*levels):
            for level in (2, 3, 4):
                file = programs / f"rookery-v{level}"
                file.unlink(missing_ok=True)
                if level in levels:
                    file.write_text(f'#!/bin/sh\necho "v{level} $*"; exit 7\n')
                    file.chmod(0o755)

        def start(*before, cpu=None):
            environment = {k: v for k, v in os.environ.items() if k != "ROOKERY_CPU"}
            if cpu is not None:
                environment["ROOKERY_CPU"] = cpu
            done = subprocess.run([*before, launcher, "a b", "c"], capture_output=True, text=True,
                                  env=environment)
            return done.returncode, done.stdout.strip(), done.stderr.strip()

        provide(2, 3, 4)
        if able >= 2:
            expect("the best", start()[:2], (7, f"v{able} a b c"))
            expect("a link to it", subprocess.run(
                ["sh", "-c", f"ln -s {launcher} {prefix}/link && {prefix}/link x"],
                capture_output=True, text=True).stdout.strip(), f"v{able} x")
            expect("by wish", start(cpu="v2")[:2], (7, "v2 a b c"))
            expect("no wish", start(cpu="")[:2], (7, f"v{able} a b c"))
            provide(2)
            expect("the only one", start()[:2], (7, "v2 a b c"))
        for text in ("v1", "v5", "v22", "2", "avx2"):
            expect(f"ROOKERY_CPU={text}", start(cpu=text),
                   (2, "", "rookery: ROOKERY_CPU must be v2, v3 or v4"))
        if able < 4:
            expect("too much", start(cpu="v4")[0], 2)
        provide()
        code, out, error = start()
        expect("none there", (code, out), (1, ""))
        if able >= 2 and not error.startswith("rookery: cannot start "):
            wrong.append(f"none there: {error}")

        qemu = shutil.which("qemu-x86_64-static") or shutil.which("qemu-x86_64")
        if qemu:
            provide(2, 3, 4)
            for cpu, level in (("Nehalem", 2), ("SandyBridge", 2), ("Haswell", 3), ("EPYC", 3)):
                expect(cpu, start(qemu, "-cpu", cpu)[:2], (7, f"v{level} a b c"))
            code, _, error = start(qemu, "-cpu", "core2duo")
            expect("core2duo", (code, "SSE4.2" in error), (1, True))
        else:
            print("no qemu: older processors are not imitated")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
