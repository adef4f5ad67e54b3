#!/usr/bin/env python3
"""dependencies.py BINARY ROOT: docs/dependencies.md against what is really used.

The program's libraries, tools/packages.txt, Build-Depends of the package, the page's package.json and
the imports of its sources must each be in the tables, and the tables must name nothing else. Licences of the page's
packages are those of the lock file.
"""
import json
import pathlib
import re
import subprocess
import sys

BINARY, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def tables(text):
    """{heading: [cells of a row]}"""
    out, heading = {}, None
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("| `"):
            out.setdefault(heading, []).append([c.strip() for c in line.strip("|").split("|")])
    return out


def main():
    wrong = []

    def same(what, used, listed):
        for name in sorted(used - listed):
            wrong.append(f"{what}: {name} is used and not in docs/dependencies.md")
        for name in sorted(listed - used):
            wrong.append(f"{what}: {name} is in docs/dependencies.md and not used")

    table = tables((ROOT / "docs/dependencies.md").read_text())
    linked, compiled = table["Linked by the program"], table["Compiled into the program"]
    page, tools = table["In the page"], table["To build, test and pack"]

    needed = subprocess.run(["readelf", "--dynamic", "--wide", BINARY], capture_output=True,
                            text=True, check=True).stdout
    libraries = {re.sub(r"(-[\w-]+)?\.so.*", "", name) if name.startswith("lib") else "ld-linux"
                 for name in re.findall(r"NEEDED.*\[(.*)\]", needed)}
    if not libraries:
        wrong.append(f"{BINARY} links nothing at all")
    for name in sorted(libraries - {n for row in linked for n in names(row[1])}):
        wrong.append(f"the program links {name}, which is not in docs/dependencies.md")

    packages = {}
    for line in (ROOT / "tools/packages.txt").read_text().splitlines():
        words = line.split()
        if words and not words[0].startswith("#"):
            packages[words[0]] = words[1] if len(words) > 1 else "build"
    build = {n for row in linked + compiled for n in names(row[0])} | {"cmake", "ninja-build"}
    same("to build", {p for p, kind in packages.items() if kind == "build"}, build)

    control = (ROOT / "packaging/debian/control").read_text()
    depends = re.search(r"^Build-Depends:((?:.*\n)(?: .*\n)*)", control, re.M).group(1)
    depends = {re.sub(r"\s*\(.*", "", d).strip() for d in depends.split(",") if d.strip()}
    # Debian's builders have the compiler.
    same("Build-Depends", (depends - {"debhelper-compat"}) | {"g++"}, build)

    manifest = json.loads((ROOT / "www/package.json").read_text())
    lock = json.loads((ROOT / "www/package-lock.json").read_text())["packages"]
    direct = set(manifest.get("dependencies", {})) | set(manifest.get("devDependencies", {}))
    imports = set()
    for file in (ROOT / "www/src").rglob("*"):
        if file.suffix in (".ts", ".js", ".svelte") and not file.name.endswith(".d.ts"):
            for name in re.findall(r"""\b(?:from|import)\s*\(?['"](@?\w[\w./-]*)['"]""",
                                   file.read_text()):
                if not name.startswith(("virtual:", "node:", "$", "vitest")):
                    imports.add("/".join(name.split("/")[:2 if name.startswith("@") else 1]))
    listed = {n for row in page for n in names(row[0])}
    for name in sorted(imports - listed):
        wrong.append(f"the page imports {name}, which is not listed under 'In the page'")
    # What is in the page and not imported by us must be a part of something that is.
    parts = {d for name in imports for d in lock.get(f"node_modules/{name}", {}).get("dependencies", {})}
    for name in sorted(listed - imports - parts):
        wrong.append(f"{name} is listed under 'In the page' and not in it")
    helpers = {n for row in tools for n in names(row[0])} - {"cmake", "ninja-build"}
    same("tests and tools", (direct - listed) | {p for p, k in packages.items() if k != "build"}, helpers)

    for row in page + tools:
        for name in names(row[0]):
            licence = lock.get(f"node_modules/{name}", {}).get("license")
            if licence and licence not in row[1]:
                wrong.append(f"{name}: licence {licence}, docs/dependencies.md says {row[1]}")
    for row in linked + compiled + page:
        licence = row[-2]
        if "GPL" in licence and "`g++`" not in row[0]:
            wrong.append(f"{row[0]}: {licence} is no licence for what we ship")

    for line in wrong:
        print(line)
    print(f"{len(libraries)} libraries, {len(packages)} packages, {len(imports)} imports of the page; "
          f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
