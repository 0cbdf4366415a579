"""What Schemathesis asks of the server besides its own checks, and how many requests there were."""
import atexit
import collections
import os
import urllib.error
import urllib.parse
import urllib.request

import schemathesis
from schemathesis.generation import GenerationMode

asked = collections.Counter()


@schemathesis.check
def refused_only_by_a_limit(ctx, response, case):
    """A request that its schemas allow is refused with 400 only if a parameter of it has a limit
    (x-limit) that does not hold: without such parameters it is answered."""
    asked[response.status_code] += 1
    if response.status_code != 400 or case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    limited = {p["name"]: p for p in case.operation.definition.raw["parameters"] if "x-limit" in p}
    address = urllib.parse.urlsplit(response.request.url)
    given = urllib.parse.parse_qsl(address.query, keep_blank_values=True)
    assert any(name in limited for name, _ in given), f"refused, and no parameter has a limit: {response.text}"
    kept = [(name, value) for name, value in given if name not in limited]
    kept += [(name, p["example"]) for name, p in limited.items() if p["required"]]
    again = urllib.parse.urlunsplit(address._replace(query=urllib.parse.urlencode(kept)))
    status = status_of(again)
    assert status in (200, 404, 503), f"refused without the limited parameters, too: {status} {again}"


def status_of(address):
    try:
        with urllib.request.urlopen(address, timeout=150) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        return error.code


@atexit.register
def tell():
    with open(os.environ["NOUGHTS_ASKED"], "a", encoding="ascii") as file:
        for status, count in asked.items():
            file.write(f"{status} {count}\n")
