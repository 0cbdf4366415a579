"""A server that answers POST /move with a legal move. The first argument is its port, 5000 if none."""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer


class Player(BaseHTTPRequestHandler):
    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"move": question["moves"][0]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *words):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    HTTPServer(("127.0.0.1", port), Player).serve_forever()
