"""What runs are played on."""

from tb.regression.plan.run import Setting
from tb.regression.plan.settings import has_taps
from tb.runner.family.find import load_family


def test_rtl_of_a_user_has_taps_if_its_file_names_signals(tmp_path):
    (tmp_path / "top.v").write_text("")
    family, file = load_family(None), tmp_path / "my.toml"
    setting = {"family": family.name, "config": family.configs[0], "sim": "icarus", "memory": "hdl"}
    assert has_taps(Setting(**setting))
    file.write_text('top = "chip"\nsources = ["top.v"]\n')
    assert not has_taps(Setting(**setting, attach=str(file)))
    link = next(iter(family.tap_links(family.configs[0]).links))
    file.write_text(f'top = "chip"\nsources = ["top.v"]\n[taps.{link}]\nvalid = "core.valid"\ndone = "core.done"\n')
    assert has_taps(Setting(**setting, attach=str(file)))
