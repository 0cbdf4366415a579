"""The same raw bytes to the server and to nginx in front of it: what both take for a request is the same,
and nobody gets the answer to another's question."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time

from connections import SEEDS, Server, mutate, parse
from common import finish

# What proxies and servers have read differently.
SMUGGLED = b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HEAD = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UNCLEAR = [
    HEAD + b"Content-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    HEAD + b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    HEAD + b"Content-Length: 0, %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    HEAD + b"Content-Length: +%d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    HEAD + b"Content-Length : %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    HEAD + b"Content-Length:\x0b%d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    HEAD + b"Content-Length: 0x%x\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nTrailer: 1\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b" folded: chunked\r\nX: y\r\n z\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\n\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n" + SMUGGLED,
    HEAD + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello" + SMUGGLED,
    HEAD + b"Host: localhost\r\n\r\n" + SMUGGLED,
    HEAD + b"Connection: keep-alive, Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD.replace(b"\r\n", b"\n") + b"\n" + SMUGGLED,
    HEAD.replace(b"\r\n", b"\r") + b"\r" + SMUGGLED,
    HEAD.replace(b"1.1", b"1.0") + b"Content-Length: 3\r\n\r\nabc" + SMUGGLED,
    HEAD.replace(b"GET", b"POST") + b"Content-Length: 3\r\n\r\nabc" + SMUGGLED,
    HEAD.replace(b"/api", b"/./api") + b"\r\n" + SMUGGLED,
    HEAD.replace(b"/api", b"http://127.0.0.1/api") + b"\r\n" + SMUGGLED,
    HEAD.replace(b"/health", b"/health#part") + b"\r\n" + SMUGGLED,
    HEAD + b"X: \x00\r\n\r\n" + SMUGGLED,
]
REFUSALS = (400, 405, 408, 413, 414, 417, 421, 431, 494, 501, 505)

CONFIG = """daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors crit;
events {{}}
http {{
  log_format tried '$status $upstream_status'; access_log {folder}/log tried;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  upstream noughts {{ server 127.0.0.1:{to}; keepalive 4; }}
  map $host $wanted {{ '' 127.0.0.1; default $host; }}
  server {{
    listen 127.0.0.1:{port}; lingering_close off;
    location / {{
      proxy_pass http://noughts; proxy_http_version 1.1; proxy_set_header Connection ''; proxy_set_header Host $wanted;
      proxy_request_buffering {buffering}; proxy_next_upstream off; proxy_intercept_errors off;
    }}
  }}
}}
"""


def nginx_of_this_machine():
    return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


class Proxy:
    """nginx in front of a server, with a log of what it took for a request."""

    def __init__(self, attack, server, buffering):
        self.folder = attack.path(f"nginx-{buffering}")
        os.mkdir(self.folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        config = os.path.join(self.folder, "nginx.conf")
        with open(config, "w", encoding="ascii") as file:
            file.write(CONFIG.format(folder=self.folder, to=server.port, port=self.port, buffering=buffering))
        self.process = subprocess.Popen([nginx_of_this_machine(), "-p", self.folder, "-c", config],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.server = server
        self.read = 0
        while self.process.poll() is None:
            try:
                self.connect().close()
                return
            except ConnectionRefusedError:
                time.sleep(0.02)
        attack.demand(False, "nginx starts", self.process.stderr.read())

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port))

    def logged(self):
        """What it logged since the last time: pairs of its own status and the server's, or None."""
        with open(os.path.join(self.folder, "log"), encoding="ascii") as file:
            file.seek(self.read)
            lines = file.readlines()
            self.read = file.tell()
        pairs = [line.split()[:2] for line in lines]
        return [(int(own), int(theirs) if theirs.isdigit() else None) for own, theirs in pairs]

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        finish(self.process, most=30)


def said_to(server, port, text):
    """The statuses of all answers to these bytes, in their order."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        try:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        data = server.receive(connection)
    statuses = []
    while data:
        match = re.match(rb"HTTP/1\.1 (\d{3}) ", data)
        if match is None:
            return statuses, data[:200]
        head, _, rest = data.partition(b"\r\n\r\n")
        status = int(match.group(1))
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        if status != 100:
            statuses.append(status)
        data = rest[int(length.group(1)) if length and status not in (100, 304) else 0:]
    return statuses, b""


def own_answer(attack, proxy, number):
    """A question through the proxy's kept connection gets the answer to itself."""
    size = 3 + number % 2
    with proxy.connect() as connection:
        connection.sendall(f"GET /api/v1/quixo/show?size={size} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        status, body = parse(proxy.server.receive(connection))
    attack.demand(status == 200 and json.loads(body)["rules"]["size"] == size, "everybody gets the own answer", body[:200])


def behind_nginx(attack, most=None):
    if nginx_of_this_machine() is None:
        print("torture: nginx is not installed: nothing was compared with it (apt install nginx)", flush=True)
        attack.count("comparisons with nginx", 0)
        return
    server = Server(attack)
    proxies = [Proxy(attack, server, "on"), Proxy(attack, server, "off")]
    attack.begin()
    done = 0
    try:
        while attack.time_left() > 0 and (most is None or done < most) or done < len(UNCLEAR):
            text = UNCLEAR[done] if done < len(UNCLEAR) else mutate(attack.random, attack.random.choice(UNCLEAR + SEEDS))
            compare(attack, server, proxies[done % 2], text)
            own_answer(attack, proxies[done % 2], done)
            proxies[done % 2].logged()
            done += 1
    finally:
        for proxy in proxies:
            proxy.end()
    attack.demand(server.end() < 2, "SIGTERM ends it within two seconds")


def compare(attack, server, proxy, text):
    # Any scheme will do for nginx, which looks at the path; here other schemes have no pages.
    if re.match(rb"[A-Z]+ (?!https?://)[A-Za-z0-9+.-]+://", text):
        return
    direct, rest = said_to(server, server.port, text)
    attack.demand(not rest, "answers follow one another", f"{text!r}: {direct} {rest!r}")
    said_to(server, proxy.port, text)
    seen = proxy.logged()
    passed = [theirs for _, theirs in seen if theirs is not None]
    attack.demand(502 not in passed, "what nginx passes on is answered", f"{text!r}: {seen}")
    # What the server refuses ends the connection there; nginx may have repaired it on the way.
    for theirs, ours in zip(passed, direct):
        if ours in REFUSALS:
            break
        attack.demand(theirs == ours, "both read the same request", f"{text!r}: behind nginx {seen}, without {direct}")
        attack.count("requests that both read alike")
    refused = any(status in REFUSALS for status in direct)
    ended = len(passed) < len(seen)  # nginx refused one by itself, and reads no further
    attack.demand(refused or ended or len(direct) <= len(passed), "the server reads no more requests than nginx",
                  f"{text!r}: behind nginx {seen}, without {direct}")
    attack.count("comparisons with nginx")
    if refused:
        attack.count("of them refused by the server")
    elif ended:
        attack.count("of them refused by nginx alone")
