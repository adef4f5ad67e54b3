#!/usr/bin/env python3
"""Checks that every folder of src includes only itself and the folders below it, and that each
folder has a README of at most twelve lines; and that text becomes a program only at its doors."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"

# What each folder may include besides itself. src/CMakeLists.txt links the same way.
RULES = "base chess notation"
SEARCH = "base chess eval search"
PLAY = RULES + " eval search json agents engine uci play"
MAY_INCLUDE = {
    "base": "",
    "chess": "base",
    "notation": "base chess",
    "eval": "base chess",
    "search": "base chess eval",
    "agents": SEARCH,  # never notation: moves leave as values and become text at the edge
    "engine": SEARCH,
    "tree": SEARCH + " notation",
    "uci": SEARCH + " notation",
    "json": SEARCH + " notation",  # the values; play and all above bring their own in its style
    "play": PLAY,
    "match": PLAY,
    "analysis": PLAY,
    "course": PLAY + " tree",
    "report": PLAY + " analysis",
    "train": PLAY,
    "tui": PLAY + " analysis report",
    "web": PLAY + " tree match analysis report course cluster",
    "lichess": PLAY,
    "cluster": PLAY + " match analysis train",
    "cli": PLAY + " tree match analysis course report train tui web lichess cluster",
}
# Text of the user's own, which may name programs and paths, is made here and nowhere else; every
# other folder has only names (src/play/player_spec.h, docs/audit.md).
OWN_SPEC = "OwnSpec::written_by_user"
OWN_SPEC_DOORS = {"cli/typed_agent.h", "play/player_spec.cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def problems():
    for folder in sorted(path for path in SRC.iterdir() if path.is_dir()):
        name = folder.name
        sources = sorted(p for p in folder.rglob("*") if p.suffix in {".h", ".cpp"})
        if not sources:
            continue
        if name not in MAY_INCLUDE:
            yield f"src/{name}: not in the table of tools/check_layers.py"
            continue
        allowed = {name, *MAY_INCLUDE[name].split()}
        for source in sources:
            for number, line in enumerate(source.read_text().splitlines(), 1):
                if OWN_SPEC in line and str(source.relative_to(SRC)) not in OWN_SPEC_DOORS:
                    yield f"{source.relative_to(ROOT)}:{number}: no door for {OWN_SPEC}"
                found = INCLUDE.match(line)
                if not found:
                    continue
                where = f"{source.relative_to(ROOT)}:{number}"
                target = found[1].split("/")[0]
                if not (SRC / found[1]).is_file():
                    yield f"{where}: \"{found[1]}\" is not a path from src"
                elif target not in allowed:
                    yield f"{where}: {name} may not include {target}"
        readme = folder / "README.md"
        if not readme.is_file():
            yield f"src/{name}: has no README.md"
        elif len(readme.read_text().splitlines()) > 12:
            yield f"src/{name}/README.md: more than 12 lines"


found = list(problems())
print("\n".join(found) if found else "layers: in order")
sys.exit(1 if found else 0)
