"""What a user reads who makes a mistake, in the description or in its use."""

import pytest

from models.register_file import load
from models.registers import Behaviour
from tb.registers.__main__ import main
from tb.registers.sources import DescriptionError
from tb.runner.family.find import load_family
from tests.unit.registers import toy_description


@pytest.mark.parametrize("name", ["nosuch", "/nonexistent.toml"])
def test_a_configuration_that_is_not_there_is_one_line(capsys, name):
    assert main(["--config", name]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: CONFIG={name}: ")
    assert ", ".join(load_family(None).configs) in told
    assert len(told.splitlines()) == 1


def compile_text(folder, text):
    config = toy_description.ToyConfig(description_parameters={})
    return toy_description.compile_text(folder, text, config, family="bad")


def test_syntax_error_gives_file_and_line_once(tmp_path):
    with pytest.raises(DescriptionError) as error:
        compile_text(tmp_path, "addrmap bad {\n  reg {\n    field { } F[3:0]\n  } R @ 0x0;\n};\n")
    assert str(error.value).startswith(f"{tmp_path / 'bad.rdl'}:4: ")
    assert "\n" not in str(error.value)


def test_overlapping_fields_give_file_and_line(tmp_path):
    with pytest.raises(DescriptionError, match=r"bad\.rdl:3: .*'G\[4:3\]' overlaps with field 'F\[3:0\]'"):
        compile_text(tmp_path, "addrmap bad {\n  reg {\n    field { } F[3:0]; field { } G[4:3];\n  } R @ 0x0;\n};\n")


WITH_BEHAVIOUR = """
property behaviour {{ type = string; component = reg; }};
addrmap bad {{
  addrmap {{
    reg {{
      behaviour = "{}";
      field {{ }} F[3:0];
    }} R @ 0x0;
  }} UNIT @ 0x0;
}};
"""


def test_a_behaviour_that_nobody_has_gives_file_and_line(tmp_path):
    with pytest.raises(DescriptionError, match=r"bad\.rdl:.*R has the behaviour 'slot'; there are plain, .*trigger"):
        compile_text(tmp_path, WITH_BEHAVIOUR.format("slot"))


def test_any_family_has_a_trigger(tmp_path):
    register = compile_text(tmp_path, WITH_BEHAVIOUR.format("trigger")).register_map.UNIT.R
    assert register.behaviour is Behaviour.TRIGGER


def test_a_family_that_says_no_behaviour_needs_no_property(tmp_path):
    text = "addrmap bad {\n  addrmap {\n    reg { field { onwrite = woclr; } F[3:0]; } R @ 0x0;\n  } UNIT @ 0x0;\n};\n"
    register = compile_text(tmp_path, text).register_map.UNIT.R
    assert register.behaviour is Behaviour.WRITE_ONE_TO_CLEAR


def test_missing_include_is_named(tmp_path):
    with pytest.raises(DescriptionError, match=r"bad\.rdl:1: .*absent\.rdl"):
        compile_text(tmp_path, '`include "absent.rdl"\naddrmap bad { };\n')


def test_other_name_than_the_family_is_refused(tmp_path):
    with pytest.raises(DescriptionError, match="'bad'"):
        compile_text(tmp_path, "addrmap good {\n  reg { field { } F[3:0]; } R @ 0x0;\n};\n")


def test_wrong_names_propose_the_nearest(toy):
    with pytest.raises(AttributeError, match=r"block 'COPPY'; did you mean .*COPY"):
        _ = toy.COPPY
    with pytest.raises(AttributeError, match=r"block COPY has no register 'MEMORY'.*MEMORIES"):
        _ = toy.COPY.MEMORY
    with pytest.raises(AttributeError, match=r"register COPY\.MEMORIES has no field 'FRON'.*FROM"):
        toy.COPY.MEMORIES.encode(FRON="RAM")


def test_wrong_values_say_what_is_allowed(toy):
    with pytest.raises(ValueError, match="FROM: 'DRAM' is none of its names: RAM, SCRATCH"):
        toy.COPY.MEMORIES.encode(FROM="DRAM")
    with pytest.raises(ValueError, match=r"SIZE: 0x2000 does not fit its 13 bit\(s\), at most 0x1fff"):
        toy.COPY.LENGTH.encode(SIZE=0x2000)


def test_description_that_is_not_compiled_says_what_to_run(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"absent\.json.*make registers"):
        load(tmp_path / "absent.json")
