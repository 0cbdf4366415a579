"""The files that say how to cite noughts agree with CMakeLists.txt, CHANGELOG.md and one another."""
import json
import os
import re
import unittest

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read(name):
    with open(os.path.join(HOME, name), encoding="utf-8") as file:
        return file.read()


def entries(text):
    """BibTeX entries by key, without what spaces and line ends add."""
    return {match[1]: " ".join(match[0].split()) for match in
            re.finditer(r"^@\w+\{([\w-]+),\n(?:  .*\n)*\}", text, re.M)}


def field(entry, name):
    found = re.search(rf"\b{name} += \{{(.*?)\}}(?:,| \}})", " ".join(entry.split()))
    return found and found[1].strip("{}")


class Citation(unittest.TestCase):
    def setUp(self):
        self.version = re.search(r"^project\(noughts VERSION ([\d.]+)", read("CMakeLists.txt"), re.M)[1]
        self.date = re.search(rf"^## {re.escape(self.version)}, (\d{{4}}-\d\d-\d\d)$", read("CHANGELOG.md"), re.M)[1]
        self.cff = dict(re.findall(r"^([\w-]+): \"?([^\"\n]+?)\"?$", read("CITATION.cff"), re.M))
        self.codemeta = json.loads(read("codemeta.json"))
        self.zenodo = json.loads(read(".zenodo.json"))
        self.guide = entries(read("docs/guide/cite.md"))

    def test_version_and_date_are_those_of_the_release(self):
        software = self.guide["noughts"]
        for version in (self.cff["version"], self.codemeta["version"], self.zenodo["version"], field(software, "version")):
            self.assertEqual(version, self.version)
        for date in (self.cff["date-released"], self.codemeta["datePublished"], self.zenodo["publication_date"],
                     field(software, "date")):
            self.assertEqual(date, self.date)
        for key in ("noughts-tables", "noughts-paper"):
            self.assertIn(f"noughts {self.version}", self.guide[key])

    def test_title_authors_words_and_licence_agree(self):
        title = self.cff["title"]
        self.assertEqual([self.codemeta["name"], self.zenodo["title"], field(self.guide["noughts"], "title")], [title] * 3)
        about = " ".join(re.search(r"^abstract: >-\n((?:  .*\n)+)", read("CITATION.cff"), re.M)[1].split())
        self.assertEqual([self.codemeta["description"], self.zenodo["description"]], [about] * 2)
        author = re.search(r"^  - name: (.*)$", read("CITATION.cff"), re.M)[1]
        self.assertEqual([self.codemeta["author"][0]["name"], self.zenodo["creators"][0]["name"]], [author] * 2)
        self.assertIn(author.lower(), read("LICENSE").lower())
        keywords = re.findall(r"^  - (?!name)(.*)$", read("CITATION.cff"), re.M)
        self.assertEqual([self.codemeta["keywords"], self.zenodo["keywords"]], [keywords] * 2)
        self.assertEqual((self.cff["license"], self.zenodo["license"]), ("MIT", "MIT"))
        self.assertTrue(self.codemeta["license"].endswith("/MIT") and read("LICENSE").startswith("MIT"))

    def test_the_papers_are_those_of_the_list(self):
        listed = entries(read("docs/paper/references.bib"))
        for key in ("tanaka2022quixo", "sakuta2017quantum", "kutner"):
            for name in ("author", "title"):
                self.assertEqual(field(self.guide[key], name), field(listed[key], name), key)

    def test_the_paper_has_the_title_it_is_cited_by(self):
        title = re.search(r"^\\title\{(.*)\}$", read("docs/paper/paper.tex"), re.M)[1].replace(r"\\", " ")
        cited = re.search(r"title += \{(.*?)\}, year", self.guide["noughts-paper"])[1].replace("{Quixo}", "Quixo")
        self.assertEqual(cited, title)

    def test_the_tables_have_the_digest_and_the_boards_of_the_results(self):
        results = read("docs/results/quixo-5x5.md")
        digest = re.search(r"digest of all values is `([0-9a-f]{16})`", results)[1]
        boards = re.search(r"All ([\d,]+) boards are solved", results)[1]
        self.assertIn(digest, self.guide["noughts-tables"])
        self.assertIn(boards, self.guide["noughts-tables"])


if __name__ == "__main__":
    unittest.main()
