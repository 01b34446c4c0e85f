"""What people get: the wheel holds the whole package and nothing else, and works away from the checkout."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TREES = ("agents", "envs", "train")
LEFT_BEHIND = shutil.ignore_patterns(
    ".*", "__pycache__", "*.egg-info", "build", "dist", "runs", "notebooks", "docs", "env", "venv"
)


def run_python(*arguments: str, cwd: Path, **environment: str) -> str:
    """The output of Python run in `cwd`, with no stockyard to import but what `environment` brings."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_", "NUMBA_"))}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environ | environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"python {' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout, so that nothing is left in the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_BEHIND)
    run_python("-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), "source", cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the installed wheel and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    run_python(
        *("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(folder), str(wheel)), cwd=folder
    )
    return folder


def test_packages_are_the_folders() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    folders = {source.parent for tree in TREES for source in (ROOT / tree).rglob("*.py")}
    expected = ["stockyard", *(f"stockyard.{'.'.join(folder.relative_to(ROOT).parts)}" for folder in folders)]
    assert sorted(listed) == sorted(expected)


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = [ROOT / "__init__.py", ROOT / "py.typed", *(ROOT / "configs").rglob("*.yaml")]
    wanted += [source for tree in TREES for source in (ROOT / tree).rglob("*.py")]
    assert names == {f"stockyard/{path.relative_to(ROOT).as_posix()}" for path in wanted}


def test_installed_wheel_lists_its_games(installed: Path, tmp_path: Path) -> None:
    listing = "import stockyard.envs as envs; print(envs.__file__); print(*envs.ids())"
    file, ids = run_python("-c", listing, cwd=tmp_path, PYTHONPATH=str(installed)).splitlines()
    assert Path(file).is_relative_to(installed)
    assert "gongzhu_v0" in ids.split()


def test_installed_command_lists_the_games(installed: Path, tmp_path: Path) -> None:
    command = str(installed / "bin" / "stockyard")
    assert "gongzhu_v0" in run_python(command, "games", cwd=tmp_path, PYTHONPATH=str(installed))


def test_games_import_no_learning_library(tmp_path: Path) -> None:
    heavy = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")
    listing = f"import sys, stockyard.envs; print([name for name in {heavy!r} if name in sys.modules])"
    assert run_python("-c", listing, cwd=tmp_path).strip() == "[]"
