"""The sample leagues that come with the program."""

import shutil
from pathlib import Path

from pipelines.errors import DestinationFault


def folders() -> list[Path]:
    """The folders of the sample leagues, in alphabetical order: in the package, or beside it in a checkout."""
    here = Path(__file__).parents[1]
    home = here / "data" if (here / "data").is_dir() else here.parent / "data"
    return sorted(file.parent for file in home.glob("*/league.toml"))


def copy(destination: Path) -> list[Path]:
    """Copy the sample leagues to `destination` and return their folders; a file that is there already stays."""
    try:
        return _copied(destination)
    except OSError as error:
        raise DestinationFault("export-failed", file=destination, problem=error.strerror or error) from None


def _copied(destination: Path) -> list[Path]:
    copied = []
    for folder in folders():
        target = destination / folder.name
        target.mkdir(parents=True, exist_ok=True)
        for file in sorted(folder.iterdir()):
            if file.suffix in (".toml", ".xlsx") and not (target / file.name).exists():
                shutil.copyfile(file, target / file.name)
        copied.append(target)
    return copied
