#!/usr/bin/env python3
"""kernels.py LIBRARY: code for faster processors must leave nothing behind that others might run.

The members kernels_*.cpp.o of the library are compiled for processors of their own. A weak symbol (an
inline function that the linker shares between files) or an initialiser in one of them would run on
processors that lack the instructions.
"""
import re
import subprocess
import sys

members = subprocess.run(["ar", "t", sys.argv[1]], capture_output=True, text=True, check=True).stdout
members = re.findall(r"^kernels_\w+\.cpp\.o$", members, re.M)
wrong = [] if len(members) >= 3 else [f"only {members} in {sys.argv[1]}"]
symbols = subprocess.run(["nm", "-A", "-C", sys.argv[1]], capture_output=True, text=True, check=True)
sections = subprocess.run(["objdump", "-h", sys.argv[1]], capture_output=True, text=True, check=True)
for member in members:
    for line in re.findall(rf":{re.escape(member)}:.* [WVu] .*", symbols.stdout):
        wrong.append(f"shared with other files: {line[1:]}")
    own = re.search(rf"^{re.escape(member)}:.*?(?=^\S+\.o:|\Z)", sections.stdout, re.M | re.S)
    if not own or re.search(r"\.(init_array|ctors)", own.group()):
        wrong.append(f"{member}: has initialisers" if own else f"{member}: no sections")
print("\n".join(wrong) or f"{', '.join(members)}: nothing shared, no initialisers")
sys.exit(1 if wrong else 0)
