"""A small client of `rookery web`, with Python's standard library alone: starts the program, follows
its link once for the cookie, and speaks JSON over the WebSocket. docs/web-api.md describes the rest."""
import base64
import http.client
import json
import os
import socket
import struct
import subprocess
import urllib.parse


class Server:
    """A running `rookery web` with a state folder of its own."""

    def __init__(self, program, state, *arguments):
        environment = dict(os.environ, XDG_STATE_HOME=state, XDG_CONFIG_HOME=state)
        self.process = subprocess.Popen([program, "web", "--no-open", *arguments], env=environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.link = self.process.stdout.readline().strip()
        address = urllib.parse.urlsplit(self.link)
        self.host, self.port = address.hostname, address.port
        self.cookie = None

    def get(self, path, headers=()):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        connection.request("GET", path, headers=dict(headers))
        return connection.getresponse()

    def post(self, path, value):
        """The status, and the answer as JSON."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        connection.request("POST", path, json.dumps(value),
                           {"Cookie": self.cookie, "Content-Type": "application/json",
                            "Origin": f"http://{self.host}:{self.port}"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    def follow_link(self):
        answer = self.get(self.link[self.link.index("/?"):])
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        return answer

    def page(self, name="script-client"):
        if not self.cookie:
            self.follow_link()
        return Page(self, name)

    def stop(self):
        self.process.terminate()
        return self.process.wait(30)


class Page:
    """One WebSocket. Events that come while a reply is awaited are kept."""

    def __init__(self, server, name):
        self.socket = socket.create_connection((server.host, server.port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host = f"{server.host}:{server.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            (f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {server.cookie}\r\n"
             "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
             f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode())
        self.events, self.last_id, self.name = [], 0, name

    def fill(self):
        more = self.socket.recv(65536)
        if not more:
            raise ConnectionError("the server has closed the connection")
        self.buffer += more

    def take(self, size):
        while len(self.buffer) < size:
            self.fill()
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def send_frame(self, opcode, payload):
        size = len(payload)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.socket.sendall(head + bytes(4) + payload)  # a mask of zeros

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def receive(self):
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self.take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.take(8))
            payload = self.take(size)
            if first & 15 == 1:
                return json.loads(payload)
            if first & 15 == 9:
                self.send_frame(10, payload)
            if first & 15 == 8:
                raise ConnectionError(f"closed with {struct.unpack('>H', payload[:2])[0]}")

    def ask(self, kind, /, **fields):
        self.last_id += 1
        self.send({"t": kind, "id": self.last_id, **fields})
        while True:
            message = self.receive()
            if message.get("re") == self.last_id:
                return message
            self.events.append(message)

    def hello(self):
        return self.ask("hello", proto=[1], client=self.name)

    def event(self, kind, accept=lambda event: True):
        while True:
            for event in self.events:
                if event["t"] == kind and accept(event):
                    self.events.remove(event)
                    return event
            self.events.append(self.receive())
