"""No two types of the sources share a qualified name.

    one_name.py SOURCE

Two classes of one name in one program are undefined behaviour that no linker reports. Rooms have
namespaces of their own, and this test keeps the names in each of them apart. Types in unnamed
namespaces do not count.
"""

import collections
import pathlib
import re
import sys

NAMESPACE = re.compile(r"^namespace(?: ([\w:]+))? \{")
TYPE = re.compile(r"^(?:class|struct|union|enum(?: class)?) (\w+)(?: final)?(?: :[^:].*)?(?: \{| :|$)")


def types_of(path):
    spaces = []
    for line in path.read_text().splitlines():
        if opened := NAMESPACE.match(line):
            spaces.append(opened[1])
        elif line.startswith("}  // namespace"):
            spaces.pop()
        elif (found := TYPE.match(line)) and not line.endswith(";") and None not in spaces:
            yield "::".join([*spaces, found[1]])


def main():
    source = pathlib.Path(sys.argv[1]) / "src"
    homes = collections.defaultdict(set)
    for path in sorted([*source.rglob("*.h"), *source.rglob("*.cpp")]):
        if "wasm" in path.relative_to(source).parts:
            continue  # a program of its own, with other readers of the same files
        for name in types_of(path):
            homes[name].add(str(path.relative_to(source)))
    if len(homes) < 300:
        sys.exit(f"only {len(homes)} types were found: the sources have another form now")
    twice = {name: files for name, files in homes.items() if len(files) > 1}
    for name, files in twice.items():
        print(f"{name} is defined in {' and '.join(sorted(files))}: rename one, or give it a namespace")
    sys.exit(1 if twice else 0)


main()
