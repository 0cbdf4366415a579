#!/usr/bin/env python3
"""Sources of a layer may be compiled as one (cmake/layer.cmake, NOUGHTS_UNITY), so what
they define in unnamed namespaces must differ: types and constants by name, functions by
name and parameters. A build with ccache compiles each source alone and would not notice.

    united.py SRC    prints what is defined twice; exit 1 if anything is
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

NAMED = re.compile(r"^(?:template <.*?>\s*)?(?:(?:class|struct|enum class|enum|union) (\w+)[^;()]*[{]"
                   r"|using (\w+) ="
                   r"|(?:inline |static )?(?:constexpr|const) [\w:<>,*& ]+?\b(\w+)(?:\[[^\]]*\])*(?: =|\{|;))")
FUNCTION = re.compile(r"^(?!return|else|using|template|namespace)(?:[\w:<>,*&\[\] ]+?[ &*])(\w+)\(([^{};]*)\)(?: const)?(?: ->[^{]*)? \{", re.S)
FAMILY = re.compile(r"quixo|quantum|hyper")


def unnamed(text):
    """The code in the unnamed namespaces of a formatted source."""
    return "\n".join(re.findall(r"^namespace \{\n(.*?)^\}  // namespace$", text, re.S | re.M))


def parameters(text):
    """Parameters by their types alone."""
    text = re.sub(r"\s*=[^,]*", "", re.sub(r"\s+", " ", text))
    return ",".join(re.sub(r" ?\b\w+$", "", p.strip()) for p in text.split(","))


def definitions(source):
    code = re.sub(r"//[^\n]*", "", unnamed(source.read_text()))
    for at in re.finditer(r"^(?=[\w])", code, re.M):
        piece = code[at.start():at.start() + 600]
        if found := NAMED.match(piece):
            yield next(g for g in found.groups() if g)
        elif found := FUNCTION.match(piece):
            yield f"{found[1]}({parameters(found[2])})"


def main(top):
    groups = defaultdict(lambda: defaultdict(set))
    for source in sorted(Path(top).rglob("*.cpp")):
        family = FAMILY.search(source.name)
        for name in definitions(source):
            groups[source.parent, family and family[0]][name].add(source.name)
    twice = [(folder, name, files) for (folder, _), names in groups.items()
             for name, files in names.items() if len(files) > 1]
    for folder, name, files in twice:
        print(f"{folder}: {name} is defined in {' and '.join(sorted(files))}")
    print(f"{sum(len(names) for names in groups.values())} names in unnamed namespaces")
    return 1 if twice or not groups else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
