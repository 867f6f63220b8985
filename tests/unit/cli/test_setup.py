"""Set-up without doing it: what is missing, how to get it, and when there is nothing to do."""

import subprocess
import sys
import sysconfig

import pytest

from tools import bootstrap, system_packages
from tools.system_packages import SetupError, install_packages, missing_packages

PYTHON = sysconfig.get_python_version()


@pytest.fixture
def bare(monkeypatch):
    """A machine with nothing but Python."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr("sysconfig.get_config_var", lambda _name: None)


@pytest.mark.parametrize(
    ("sim", "packages"),
    [
        ("none", [f"python{PYTHON}-venv"]),
        ("icarus", [f"python{PYTHON}-venv", f"libpython{PYTHON}", "iverilog"]),
        ("verilator", [f"python{PYTHON}-venv", f"libpython{PYTHON}", "make", "perl", "g++"]),
    ],
)
def test_what_a_bare_machine_lacks(bare, sim, packages):  # noqa: ARG001
    assert missing_packages(sim, without_venv=True) == packages


def test_made_environment_needs_no_more_to_make_one(bare):  # noqa: ARG001
    assert missing_packages("none", without_venv=False) == []


def test_without_root_the_one_line_is_said(monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(SetupError) as caught:
        install_packages(["iverilog"])
    lines = str(caught.value).splitlines()
    assert lines[1] == "  sudo apt-get install -y iverilog"
    assert "SIM=verilator needs no root" in lines[2]


def test_without_root_verilator_is_not_promised_if_more_is_missing(monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(SetupError) as caught:
        install_packages(["python3.11-venv", "iverilog"])
    assert "SIM=verilator" not in str(caught.value)


@pytest.fixture
def apt(monkeypatch):
    """Records what is run as root, and lets the first so many commands fail."""
    commands, failures = [], []

    def run(command):
        commands.append(command[-1] if "update" in command else "install")
        return subprocess.CompletedProcess(command, returncode=failures.pop(0) if failures else 0, stdout="E: nothing")

    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(system_packages, "_quietly", run)
    return commands, failures


def test_lists_are_renewed_only_if_the_package_is_not_found(apt):
    commands, failures = apt
    install_packages(["iverilog"])
    assert commands == ["install"]
    failures.append(100)
    install_packages(["iverilog"])
    assert commands == ["install", "install", "update", "install"]


def test_apt_that_fails_is_an_error_with_what_it_said(apt):
    _, failures = apt
    failures.extend([100, 0, 100])
    with pytest.raises(SetupError, match="E: nothing"):
        install_packages(["iverilog"])


@pytest.fixture
def venv(tmp_path, monkeypatch):
    """A checkout of its own with an environment to make; what would be run is recorded."""
    (tmp_path / "requirements.txt").write_text("numpy==1.0\n")
    (tmp_path / ".venv").mkdir()
    commands = []
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "LOCK_FILE", tmp_path / "requirements.txt")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "stamp")
    for extra in bootstrap.EXTRAS:
        (tmp_path / f"requirements-{extra}.txt").write_text("distributed==1.0\n")
    monkeypatch.setattr(bootstrap, "missing_packages", lambda _sim, *, without_venv: [])  # noqa: ARG005
    monkeypatch.setattr(bootstrap, "_run", lambda command, _packages=0: commands.append(command))
    monkeypatch.setattr("sys.argv", ["bootstrap"])
    return tmp_path, commands


def test_second_time_nothing_is_done(venv):
    _, commands = venv
    assert bootstrap.main() == 0
    assert len(commands) == 2
    assert bootstrap.main() == 0
    assert len(commands) == 2


def test_changed_lock_file_is_installed(venv):
    root, commands = venv
    bootstrap.main()
    (root / "requirements.txt").write_text("numpy==2.0\n")
    bootstrap.main()
    assert len(commands) == 4


@pytest.mark.parametrize("extra", bootstrap.EXTRAS)
def test_what_few_need_is_installed_when_it_is_asked_for(venv, monkeypatch, extra):
    root, commands = venv
    bootstrap.main()
    monkeypatch.setattr("sys.argv", ["bootstrap", f"--{extra}"])
    for _ in range(2):
        assert bootstrap.main() == 0
        assert [command[-1] for command in commands[2:]] == [str(root / f"requirements-{extra}.txt")]
    (root / f"requirements-{extra}.txt").write_text("distributed==2.0\n")
    assert bootstrap.main() == 0
    assert len(commands) == 4


def test_interrupted_installation_is_done_again(venv, monkeypatch):
    _, commands = venv

    def fail(_command, _packages=0):
        raise SetupError("no network")

    with monkeypatch.context() as patch:
        patch.setattr(bootstrap, "_run", fail)
        assert bootstrap.main() == 2
    assert bootstrap.main() == 0
    assert len(commands) == 2


def test_the_environment_of_another_checkout_is_not_emptied(venv, capsys):
    root, commands = venv
    (root / ".venv").rename(root / "theirs")
    (root / ".venv").symlink_to(root / "theirs")
    assert bootstrap.main() == 2
    assert "is a link to" in capsys.readouterr().err
    assert not commands


@pytest.fixture
def theirs(venv, tmp_path, monkeypatch):
    """The environment of another checkout, which has numpy alone."""
    packages = tmp_path / "theirs" / "lib" / "python3.11" / "site-packages"
    (packages / "numpy-1.0.dist-info").mkdir(parents=True)
    (tmp_path / "theirs" / "bin").mkdir()
    (tmp_path / "theirs" / "bin" / "python").touch()
    monkeypatch.setattr("sys.argv", ["bootstrap", "--venv", str(tmp_path / "theirs")])
    return (*venv, packages)


def test_the_environment_of_another_checkout_is_used_as_it_is(theirs):
    _, commands, packages = theirs
    assert bootstrap.main() == 0
    assert not commands
    assert [path.name for path in packages.iterdir()] == ["numpy-1.0.dist-info"]


def test_names_of_packages_have_more_than_one_spelling(theirs):
    root, _, packages = theirs
    (root / "requirements.txt").write_text("# all\nnumpy==1.0\nImport-Linter.Two==2.0\n")
    (packages / "import_linter_two-2.0.dist-info").mkdir()
    assert bootstrap.main() == 0


def test_what_the_environment_of_another_checkout_lacks_is_one_line(theirs, capsys):
    root, commands, _ = theirs
    (root / "requirements.txt").write_text("numpy==1.1\na==1\nb==1\nc==1\n")
    assert bootstrap.main() == 2
    said = capsys.readouterr().err
    assert said.endswith(
        "theirs: lacks numpy==1.1, a==1, b==1 and others of requirements.txt; leave it out, and .venv is made\n"
    )
    assert len(said.splitlines()) == 1
    assert not commands


def test_a_folder_that_is_no_environment_is_one_line(theirs, monkeypatch, capsys):
    _, commands, _ = theirs
    monkeypatch.setattr("sys.argv", ["bootstrap", "--venv", "nothing"])
    assert bootstrap.main() == 2
    assert "nothing: no virtual environment; leave it out, and .venv is made" in capsys.readouterr().err
    assert not commands


def test_old_python_is_refused(venv, monkeypatch, capsys):
    _, commands = venv
    monkeypatch.setattr(bootstrap, "OLDEST_PYTHON", (9, 0))
    assert bootstrap.main() == 2
    assert "is too old: run make with PYTHON=<Python 9.0 or newer>" in capsys.readouterr().err
    assert not commands


def test_a_script_anywhere_finds_the_checkout(tmp_path, monkeypatch):
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    bootstrap._tell_checkout()
    script = tmp_path / "mine.py"
    script.write_text("import tools.nearest\nprint(tools.nearest.__file__)\n")
    words = [venv / "bin" / "python", script]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == f"{bootstrap.ROOT / 'tools' / 'nearest.py'}\n"
