"""The numbers of the paper: what the check finds, and that it finds nothing today."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(HOME, "tools", "paper-numbers")
sys.dont_write_bytecode = True


def load():
    loader = importlib.machinery.SourceFileLoader("paper_numbers", TOOL)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("paper_numbers", loader))
    loader.exec_module(module)
    return module


class Paper(unittest.TestCase):
    def setUp(self):
        self.tool = load()

    def page(self, text):
        """A folder of documents with one page, which the tool reads from now on."""
        home = tempfile.mkdtemp()
        os.makedirs(os.path.join(home, "docs"))
        with open(os.path.join(home, "docs", "page.md"), "w", encoding="utf-8") as file:
            file.write(text)
        self.tool.HOME = home

    def test_the_paper_says_what_the_documents_say(self):
        done = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_number_is_found_and_set(self):
        self.page("All 1,234 boards.\n")
        wanted = {"value": {"boards": ["page.md", r"All ([\d,]+) boards"]},
                  "computed": {"half": ["boards / 2", ".1f"]}, "rows": {}}
        text, values, rows = self.tool.made(wanted)
        self.assertIn(r"\defval{boards}{1{,}234}", text)
        self.assertIn(r"\defval{half}{617.0}", text)
        self.assertEqual((values, rows), ({"boards", "half"}, set()))

    def test_a_number_that_is_not_there_is_a_fault(self):
        self.page("No boards.\n")
        with self.assertRaisesRegex(self.tool.Fault, "boards: docs/page.md has no number"):
            self.tool.found("boards", ["page.md", r"All ([\d,]+) boards"])

    def test_two_different_numbers_are_a_fault(self):
        self.page("All 12 boards. All 13 boards.\n")
        with self.assertRaisesRegex(self.tool.Fault, "different numbers: 12, 13"):
            self.tool.found("boards", ["page.md", r"All ([\d,]+) boards"])

    def test_rows_are_chosen_and_set(self):
        self.page("| tiles | won | what |\n|---|---|---|\n| 1 | 2,000 | `X.` |\n| **2** | 5 | 3^2 |\n\ntext\n")
        source = {"file": "page.md", "header": "| tiles |", "columns": ["1:n", "2:n", "3:t"]}
        self.assertEqual(self.tool.table_rows("r", source), "1 & 2{,}000 & \\texttt{X.} \\\\\n2 & 5 & $3^2$")
        self.assertEqual(self.tool.table_rows("r", source | {"only": "2"}), "2 & 5 & $3^2$")
        with self.assertRaisesRegex(self.tool.Fault, "no table"):
            self.tool.table_rows("r", source | {"header": "| boards |"})

    def test_a_number_by_itself_an_unknown_and_an_unused_name_are_faults(self):
        text = r"\begin{document}\val{a} wins in 169 plies on $5\times5$ \rows{none} % 170" + "\n"
        faults = self.tool.faults_of_paper(text, {"a", "b"}, set(), {})
        self.assertEqual(len(faults), 3)
        self.assertIn("rows{none}", faults[1])
        self.assertIn("numbers.toml has b", faults[0])
        self.assertIn("says 169 by itself", faults[2])
        self.assertEqual(self.tool.faults_of_paper(r"\begin{document}\val{a} 64", {"a"}, set(), {"64": "word"}), [])


if __name__ == "__main__":
    unittest.main()
