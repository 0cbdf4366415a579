"""The release folder: tables in files of a size at most, the same bytes each time, sums that agree."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(HOME, "tools", "release")
OPENING = os.path.join(HOME, "data", "quixo-5x5-opening-plies")
sys.dont_write_bytecode = True
MOST = 2_000_000


def load():
    loader = importlib.machinery.SourceFileLoader("release", TOOL)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
    loader.exec_module(module)
    return module


def release(out, *more, epoch="1000000000"):
    return subprocess.run([sys.executable, TOOL, out, "--parts", "", *more], capture_output=True, text=True,
                          env={**os.environ, "SOURCE_DATE_EPOCH": epoch})


def contents(folder):
    found = {}
    for where, _, files in os.walk(folder):
        for name in files:
            with open(os.path.join(where, name), "rb") as file:
                found[os.path.relpath(os.path.join(where, name), folder)] = file.read()
    return found


class Release(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = self.scratch.name

    def test_tables_are_split_and_come_back_and_all_is_the_same_twice(self):
        first, second = os.path.join(self.folder, "a"), os.path.join(self.folder, "b")
        for out in (first, second):
            done = release(out, "--tables", OPENING, "--most", str(MOST))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(contents(first), contents(second))
        tars = sorted(name for name in os.listdir(os.path.join(first, "tables")) if name.endswith(".tar"))
        self.assertGreater(len(tars), 2)
        for name in tars:
            path = os.path.join(first, "tables", name)
            self.assertLessEqual(os.path.getsize(path), MOST)
            with tarfile.open(path) as tar:
                tar.extractall(self.folder)
        self.assertEqual(contents(os.path.join(self.folder, os.path.basename(OPENING))), contents(OPENING))

    def test_sums_are_those_of_all_files(self):
        out = os.path.join(self.folder, "r")
        self.assertEqual(release(out, "--tables", OPENING, "--most", str(MOST)).returncode, 0)
        done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=out, capture_output=True)
        self.assertEqual(done.returncode, 0)
        with open(os.path.join(out, "SHA256SUMS"), encoding="utf-8") as file:
            listed = {line.split("  ")[1].strip() for line in file}
        self.assertEqual(listed, set(contents(out)) - {"SHA256SUMS"})
        for name in ("LICENSE", "CITATION.cff", "codemeta.json", ".zenodo.json", "README.md",
                     "tables/LICENSE", "tables/README.md"):
            self.assertIn(name, listed)

    def test_a_packed_folder_does_not_depend_on_times(self):
        tool = load()
        folder = os.path.join(self.folder, "site")
        os.makedirs(os.path.join(folder, "assets"))
        made = []
        for time in (1, 2_000_000_000):
            for name in ("index.html", "assets/a.js"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(name)
                os.utime(os.path.join(folder, name), (time, time))
            tool.pack_folder(folder, self.folder, "noughts-site", 7)
            made.append(contents(self.folder)["noughts-site.tar.gz"])
        self.assertEqual(made[0], made[1])

    def test_what_cannot_be_gets_a_sentence(self):
        for more, sentence in ((["--parts", "cake"], "no part is called cake"),
                               (["--tables", self.folder], "has no manifest.json"),
                               (["--tables", OPENING, "--most", "100000"], "more than 100000 bytes")):
            done = release(os.path.join(self.folder, "r"), *more)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(sentence, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_every_part_has_its_target(self):
        tool = load()
        missing = [part for part in tool.PARTS if not tool.has_target(tool.PARTS[part][0])]
        self.assertIn(missing, ([], ["npm"]), "a part whose target is gone would be left out")


if __name__ == "__main__":
    unittest.main()
