"""Raw requests and slow connections against a server of our own on 127.0.0.1."""
import json
import re
import signal
import socket
import time

from common import Patience, finish, processor_seconds, used_by_children

HEALTH = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
SOLVED = b"GET /api/v1/quixo/analyze?size=3 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

SEEDS = [
    HEALTH,
    SOLVED,
    b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
    b"HEAD /api/v1/games HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
    b"GET /api/v1/quixo/moves?size=3&position=X../.../..O%20X HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /api/v1/quantum/moves?position=X1.1-9%20O2.1-3 HTTP/1.0\r\n\r\n",
    b"GET /api/v1/hyper/analyze?side=3&dims=2&position=11+22 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3,
    b"GET /api/v1/quixo/moves?size=9=4&size=3 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET http://127.0.0.1/api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


class Server:
    def __init__(self, attack, *words, **around):
        self.attack = attack
        self.process = attack.start(["serve", "--port", "0", *words], **around)
        line = self.process.stdout.readline().decode()
        self.port = int(re.search(r":(\d+)/", line).group(1))

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port))

    def ask(self, request):
        """Status and body of one answer on a connection of its own."""
        with self.connect() as connection:
            connection.sendall(request)
            return parse(self.receive(connection))

    def receive(self, connection):
        """All until the server closes, which it must do: it may be busy, but not idle."""
        data = b""
        patience = Patience(self.process.pid, most=120)
        connection.settimeout(Patience.LOOK)
        while True:
            try:
                piece = connection.recv(65536)
            except ConnectionResetError:
                return data
            except socket.timeout:
                patience.look()
                continue
            if not piece:
                return data
            data += piece

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) / 1024

    def end(self):
        """SIGTERM ends it within two seconds, whatever runs: of the processor, if that has much else to do."""
        started = time.monotonic()
        before, used = used_by_children(), processor_seconds(self.process.pid)
        self.process.send_signal(signal.SIGTERM)
        _, err = finish(self.process, most=30)
        took = min(time.monotonic() - started, used_by_children() - before - used)
        self.attack.demand(self.process.returncode == 0, "the server ends well", err)
        return took


def parse(data):
    head, _, body = data.partition(b"\r\n\r\n")
    match = re.match(rb"HTTP/1\.1 (\d{3}) ", head)
    return (int(match.group(1)) if match else None), body


def mutate(random, text):
    text = bytearray(text)
    for _ in range(random.randrange(4)):
        at = random.randrange(len(text) + 1)
        kind = random.randrange(6)
        if kind == 0 and at < len(text):
            text[at] = random.randrange(256)
        elif kind == 1:
            text.insert(at, random.randrange(256))
        elif kind == 2:
            del text[at:at + 1 + random.randrange(4)]
        elif kind == 3:
            text[at:at] = random.choice(SEEDS)[:random.randrange(60)]
        elif kind == 4:
            text[at:at] = bytes([random.randrange(32, 127)]) * random.randrange(3000)
        else:
            del text[at:]
    return bytes(text)


def healthy(server, attack):
    status, body = server.ask(HEALTH)
    attack.demand(status == 200 and json.loads(body)["status"] == "ok", "the server is well", body[:200])


def raw_requests(attack, most=None):
    """Anything at all on a connection: an answer or an end, and the server stays well."""
    server = Server(attack)
    done = 0
    while attack.time_left() > 0 and (most is None or done < most):
        batch = []
        for _ in range(16):
            connection = server.connect()
            try:
                connection.sendall(mutate(attack.random, attack.random.choice(SEEDS)))
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            batch.append(connection)
        for connection in batch:
            data = server.receive(connection)
            connection.close()
            status, _ = parse(data)
            attack.demand(not data or status in (200, 304, 400, 404, 405, 408, 413, 414, 421, 431, 503, 505),
                          "an answer is one of HTTP", data[:200])
            attack.count(f"raw requests: {status or 'closed'}")
            done += 1
        if done % 320 == 0:
            healthy(server, attack)
    attack.count("MB at most under raw requests", round(server.memory()))
    attack.demand(server.end() < 2, "SIGTERM ends it within two seconds")


def begin_slowly(server, number):
    """A connection on which nothing comes, or the beginning of a request."""
    connection = server.connect()
    if number % 2 == 0:
        connection.sendall(b"GET /api/v1/he")
    return connection


def slow_connections(attack, most=1000):
    """So many clients that send nothing, or a byte now and then: the others notice nothing. One
    whose time is over comes again."""
    server = Server(attack)
    server.ask(SOLVED)  # solves 3x3
    slow = [begin_slowly(server, i) for i in range(most)]
    times = []
    used = processor_seconds(server.process.pid)
    until = min(attack.deadline, time.monotonic() + 60)
    while time.monotonic() < until or not times:
        for i in attack.random.sample(range(most), min(200, most)):
            try:
                slow[i].send(b"a")
            except OSError:
                slow[i].close()
                slow[i] = begin_slowly(server, i)
                attack.count("slow connections that came again")
        for request in (HEALTH, SOLVED) * 5:
            started = time.monotonic()
            status, _ = server.ask(request)
            attack.demand(status == 200, "a normal client is answered", status)
            times.append(time.monotonic() - started)
        time.sleep(0.2)
    used = (processor_seconds(server.process.pid) - used) / len(times)
    for connection in slow:
        connection.close()
    times.sort()
    attack.count("slow connections", most)
    attack.count("answers meanwhile", len(times))
    attack.count("ms at the median", round(1000 * times[len(times) // 2], 1))
    attack.count("ms at the 99th percentile", round(1000 * times[min(len(times) - 1, len(times) * 99 // 100)], 1))
    attack.count("ms of the processor for each", round(1000 * used, 1))
    attack.demand(used < 0.1, "an answer takes less than 100 ms of the processor", used)
    attack.demand(server.end() < 2, "SIGTERM ends it within two seconds")


def ask_for_curves(server, count):
    """Connections that wait for so many long answers, all of which are being made."""
    waiting = []
    for i in range(count):
        connection = server.connect()
        connection.sendall(f"GET /api/v1/quantum/curve?draw={i + 1} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        waiting.append(connection)
    wait_for(server, lambda: long_requests(server) == count)
    return waiting


def abandoned(attack, most=7):
    """Long questions whose askers leave hold up nobody, and are given up."""
    server = Server(attack)
    left = ask_for_curves(server, most)
    started = time.monotonic()
    status, _ = server.ask(b"GET /api/v1/hyper/analyze?side=3&dims=2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    attack.demand(status == 200, "a small analysis is answered", status)
    attack.count("ms of a 3^2 analysis behind seven curves", round(1000 * (time.monotonic() - started), 1))
    attack.demand(long_requests(server) == most, "no curve has to end first")
    for connection in left:
        connection.close()
    started = time.monotonic()
    wait_for(server, lambda: long_requests(server) == 0)
    attack.count("ms until all were given up", round(1000 * (time.monotonic() - started), 1))
    left = ask_for_curves(server, most)
    took = server.end()
    attack.count("ms of the processor to end while curves run", round(1000 * took, 1))
    attack.demand(took < 2, "SIGTERM ends it within two seconds", took)
    end_while_busy(attack)


# What takes seconds, of every kind that the routes have.
BUSY = ["quixo/analyze?size=4", "quixo/line?size=4&line=3", "quantum/analyze?collapse=chance&q=3/7", "quantum/curve?draw=3",
        "quantum/sweep?step=1/200", "hyper/analyze?side=4&dims=3", "hyper/analyze?side=3&dims=3&players=4",
        "hyper/move?side=4&dims=3&player=perfect", "hyper/classify?side=7&dims=3", "hyper/classify?side=5&dims=3&players=3"]


def end_while_busy(attack):
    """SIGTERM while questions of one kind run, for each kind."""
    slowest = (0, "")
    for kind in BUSY:
        server = Server(attack)
        askers = [server.connect() for _ in range(3)]
        for asker in askers:
            asker.sendall(f"GET /api/v1/{kind} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        time.sleep(attack.random.uniform(0.02, 0.4))
        slowest = max(slowest, (server.end(), kind))
        for asker in askers:
            asker.close()
    attack.count(f"ms of the processor to end at most, of {len(BUSY)} other kinds ({slowest[1]})", round(1000 * slowest[0], 1))
    attack.demand(slowest[0] < 2, "SIGTERM ends it within two seconds", slowest)


def long_requests(server):
    """How many long questions run or wait."""
    load = json.loads(server.ask(HEALTH)[1])["long_requests"]
    return load["running"] + load["waiting"]


def wait_for(server, condition):
    patience = Patience(server.process.pid, most=60)
    while not condition():
        time.sleep(Patience.LOOK)
        patience.look()
