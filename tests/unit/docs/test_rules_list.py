"""The list of all rules, as `make docs` has it."""

from models.breakers import cannot
from models.rules import Rule
from tb.cli.docs import rules_list


class Copy:
    pass


class Sum:
    pass


def nothing(*_):
    yield from ()


def test_the_list_of_rules_has_a_table_for_each_kind_of_thing():
    kinds = [("b", Sum), ("a", Copy), ("c", Sum)]
    rules = [Rule(name, of, f"{name} is.", "guide", nothing, cannot) for name, of in kinds]
    wanted = ["## Copy", "| `a` | a is. | guide |", "## Sum", "| `b` | b is. | guide |", "| `c` | c is. | guide |"]
    assert [line for line in rules_list(rules).splitlines() if "`" in line or "#" in line] == wanted
