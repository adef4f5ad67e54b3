#!/usr/bin/env python3
"""Plays the sample session of docs/web-api.md against the real program and compares its answers.

    sample_session.py ROOKERY WEB_API_MD

In a ```session block, lines with > are sent and lines with < are expected, in any order with other
messages: each field that is written must be there with that value. "*" stands for any value; "$name"
takes a value the first time and stands for it afterwards."""
import json
import os
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from web_client import Server

VALUES = {}


def fill_in(value):
    if isinstance(value, dict):
        return {key: fill_in(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [fill_in(inner) for inner in value]
    if isinstance(value, str):
        for name in sorted(VALUES, key=len, reverse=True):
            value = value.replace("$" + name, str(VALUES[name]))
    return value


def matches(expected, found, taken):
    if expected == "*":
        return True
    if isinstance(expected, str) and expected.startswith("$") and expected[1:] not in VALUES:
        taken[expected[1:]] = found
        return True
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            key in found and matches(value, found[key], taken) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(
            matches(value, inner, taken) for value, inner in zip(expected, found))
    return fill_in(expected) == found


def play(page, line):
    message = json.loads(line[1:])
    if line[0] == ">":
        page.send(fill_in(message))
        return
    while True:
        for old in page.events:
            taken = {}
            if matches(message, old, taken):
                VALUES.update(taken)
                page.events.remove(old)
                return
        try:
            page.events.append(page.receive())
        except OSError as error:
            sys.exit(f"expected {line}\nbut {error}; came: {page.events}")


def check_program(server, program, state):
    """What the command itself promises."""
    assert server.get("/").status == 403, "no cookie, no page"
    assert server.follow_link().status == 200
    assert server.get(server.link[server.link.index("/?"):]).status == 403, "a used link"
    assert server.get("/", {"Cookie": server.cookie}).status == 200
    key_file = os.path.join(state, "rookery", "web", "server")
    assert os.stat(key_file).st_mode & 0o077 == 0, "only the user may read the key"
    second = Server(program, state)
    assert second.process.wait(30) == 0 and second.port == server.port, "one server for a user"
    assert second.follow_link().status == 200


def main():
    program, document = sys.argv[1:]
    blocks = open(document, encoding="utf-8").read().split("```session\n")[1:]
    lines = [line for block in blocks for line in block.split("```")[0].splitlines()
             if line[:1] in "<>" and line.strip()]
    assert len(lines) > 10, "no sample session found"
    with tempfile.TemporaryDirectory() as state:
        server = Server(program, state)
        check_program(server, program, state)
        page = server.page()
        for line in lines:
            play(page, line)
        # Analyses are on the disk half a second after a change.
        file = os.path.join(state, "rookery", "opened", VALUES["analysis"] + ".pgn")
        deadline = time.monotonic() + 10
        while not os.path.exists(file) and time.monotonic() < deadline:
            time.sleep(0.01)
        # Killed in the middle, it comes back with the same key and port, and the game is there.
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(30)
        again = Server(program, state)
        assert again.port == server.port, "tabs must find their server again"
        again.cookie = server.cookie
        page = again.page()
        assert page.hello()["fresh"]
        assert page.ask("watch", ch="game/" + VALUES["game"])["ok"]
        assert len(page.event("game")["moves"]) == 2
        assert page.ask("watch", ch="analysis/" + VALUES["analysis"])["ok"]
        assert page.event("tree")["nodes"][1]["san"] == "d4"
        assert again.stop() == 0, "SIGTERM is a tidy end"
    print(f"{len(lines)} lines of the sample session are as written")


main()
