"""Every statement has a page of the reference: a picture, an example, its theory, and what is done with it."""

import importlib
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

from bellcrank import registry
from bellcrank.model import load

DOCS = Path(__file__).resolve().parents[2] / "docs"
sys.path.insert(0, str(DOCS))
pages = importlib.import_module("reference_pages")
sys.path.remove(str(DOCS))


def test_every_element_has_a_page_with_picture_example_and_support(tmp_path):
    pages.write_all(tmp_path)
    for keyword, kind in registry.ELEMENTS:
        text = (tmp_path / f"element-{keyword.lower()}.md").read_text(encoding="utf-8")
        part = text.split(f"## {keyword}, {kind}\n")[1].split("\n## ")[0] if kind else text
        picture = tmp_path / re.search(r"!\[.*\]\((pictures/.*\.svg)\)", part).group(1)
        drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
        assert len(list(drawn.iter())) > 5, f"{picture.name} is empty"
        assert f"\n{keyword}" in part.split("```text")[1], "no example"
        assert any(word in part for word in ("**Simulated", "**Supported", "**Read")), "no word on its support"
    known = {name.split(" ")[0] for name in pages.elements.PICTURES}
    assert known == {keyword for keyword, _ in registry.ELEMENTS}


def test_the_examples_are_a_dataset_without_mistakes():
    _, report = load(pages.EXAMPLES)
    assert not report, report.render()


def test_the_lists_that_are_kept_agree_with_the_registry():
    registry.load_all(importlib.import_module("bellcrank.elements"))
    for name, text in pages.lists().items():
        kept = (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")
        assert kept == text, "run `python docs/reference_pages.py`: a declaration has changed"


def test_the_python_reference_has_first_arguments_and_the_table_of_a_study():
    sys.path.insert(0, str(DOCS))
    text = importlib.import_module("generated_pages").python_page()
    sys.path.remove(str(DOCS))
    assert "bc.Study(\n    model: Model" in text and "    model: Any = None" in text.split("run.view(")[1].split(")")[0]
    assert "model.simulate(\n    end: float" in text
    assert "table.to_pandas()" in text and "table.rows()" in text
    assert not re.search(r"`[^`\n]*\\[_\[][^`\n]*`", text), "a backslash in code"
