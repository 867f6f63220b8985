"""What is emitted of register blocks, and how tests take it apart."""

import re

from tb.registers.emit_sv import sv_texts
from tb.registers.register_logic import RegisterLogic


def emitted(*blocks, logic=RegisterLogic):
    """The text of each emitted file by name."""
    packages = {"toy_config_pkg": "package toy_config_pkg;\nendpackage\n"}
    return sv_texts("toy", {one.name: one for one in blocks}, packages, logic)


def members(text, name):
    """The members of a packed type, highest first."""
    body = re.search(r"struct packed \{([^}]*)\} " + name + ";", text).group(1)
    return [line.strip().rstrip(";") for line in body.strip().splitlines()]
