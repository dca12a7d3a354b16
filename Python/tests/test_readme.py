"""The examples of the README print what stands there."""

import doctest
import pathlib

PACKAGE = pathlib.Path(__file__).parent.parent


def test_examples():
    found = doctest.testfile(str(PACKAGE / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 5 and found.failed == 0


def test_the_example_of_the_whole_readme():
    text = (PACKAGE.parent / "README.md").read_text()
    exec(text.split("```python\n")[1].split("```")[0])
