#!/usr/bin/env python3
"""Sources of a layer or of a test program may be compiled as one (cmake/layer.cmake,
NOUGHTS_UNITY), so what they define in unnamed namespaces must differ: types and constants
by name, functions by name and parameters; one alias may stand in several. A build with
ccache compiles each source alone and would not notice.

    united.py SRC [PROGRAM,FILE,FILE...]...    prints what is defined twice; exit 1 if anything is
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

NAMED = re.compile(r"^(?:template <.*?>\s*)?(?:(?:class|struct|enum class|enum|union) (\w+)[^;()]*[{]"
                   r"|using (\w+) = ([^;]*);"
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
    """What is defined, and of an alias what it stands for."""
    code = re.sub(r"//[^\n]*", "", unnamed(source.read_text()))
    for at in re.finditer(r"^(?=[\w])", code, re.M):
        piece = code[at.start():at.start() + 600]
        if found := NAMED.match(piece):
            yield found[1] or found[2] or found[4], found[3]
        elif found := FUNCTION.match(piece):
            yield f"{found[1]}({parameters(found[2])})", None


def united(top, programs):
    """What is compiled together, and its sources."""
    for source in sorted(Path(top).rglob("*.cpp")):
        family = FAMILY.search(source.name)
        yield (source.parent, family and family[0]), source
    for program in programs:
        name, *sources = program.split(",")
        for source in sources:
            yield (name, None), Path(source)


def main(top, *programs):
    groups = defaultdict(lambda: defaultdict(set))
    for group, source in united(top, programs):
        for name, meaning in definitions(source):
            groups[group][name].add((source.name, meaning))
    twice = [(where, name, found) for (where, _), names in groups.items()
             for name, found in names.items()
             if len({file for file, _ in found}) > 1 and len({meaning or file for file, meaning in found}) > 1]
    for where, name, found in twice:
        print(f"{where}: {name} is defined in {' and '.join(sorted({file for file, _ in found}))}")
    print(f"{sum(len(names) for names in groups.values())} names in unnamed namespaces")
    return 1 if twice or not groups else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
