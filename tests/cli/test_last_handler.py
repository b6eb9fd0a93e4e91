"""Whatever happens ends in one message: an unexpected fault, a stream that cannot be written, links in a circle."""

import io
import subprocess
import sys

import pytest
from commands import game, run, write

from pipelines import cli, league
from pipelines.report import unexpected
from pipelines.report.output import Output

COMMAND = [sys.executable, "-c", "from pipelines.cli import main; main()"]
SECRET = "Тайный Лис"


def test_an_unexpected_fault_is_one_line_and_a_report_without_cells(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("MAFRATING_REPORT", raising=False)

    def fail(*_: object, **options: object) -> None:
        raise KeyError(SECRET)

    monkeypatch.setattr(cli, "_rebuilt", fail)
    monkeypatch.setattr(league, "load", lambda path: path)
    done = run("rebuild", tmp_path)
    assert done.exit_code == 4
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.output
    assert "KeyError, test_last_handler.py:" in done.stderr
    (report,) = tmp_path.glob("mafrating-report-*.txt")
    assert str(report) in done.stderr
    assert report.stat().st_mode & 0o077 == 0
    assert SECRET not in done.output + report.read_text("utf-8")
    assert "test_last_handler.py" in report.read_text("utf-8")
    monkeypatch.setenv("MAFRATING_REPORT", "full")
    assert SECRET in unexpected.report(KeyError(SECRET))


def test_the_report_goes_back_to_the_first_cause(monkeypatch):
    monkeypatch.delenv("MAFRATING_REPORT", raising=False)
    try:
        try:
            int(SECRET)
        except ValueError as error:
            raise LookupError(SECRET) from error
    except LookupError as error:
        said = unexpected.report(error)
    assert SECRET not in said
    assert [line for line in said.splitlines() if line.endswith("Error")] == ["LookupError", "ValueError"]


@pytest.mark.parametrize(
    ("error", "is_lost"),
    [(OSError(28, "full"), True), (ValueError("closed"), True), (BrokenPipeError(), False)],
)
def test_a_stream_that_fails_ends_nothing(error, is_lost):
    class Failing(io.StringIO):
        def flush(self) -> None:
            raise error

    output = Output(Failing())
    print("text", file=output)
    output.flush()
    print("more", file=output)
    assert output.failed is error
    assert output.is_lost == is_lost
    assert Output(io.StringIO()).is_lost is False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("redirection", "status"),
    [(">/dev/full", 4), (">&-", 0), ("2>&-", 0), ("2>/dev/full", 0), (">&- 2>&- <&-", 0)],
)
def test_a_rebuild_is_done_whatever_becomes_of_its_output(redirection, status, tmp_path):
    write(tmp_path, game())
    before = (tmp_path / "games.xlsx").read_bytes()
    shell = f'exec "$@" {redirection}'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, "sh", *COMMAND, "rebuild", tmp_path], check=False, capture_output=True
    )
    assert done.returncode == status
    assert (tmp_path / "games.xlsx").read_bytes() != before
    assert b"Traceback" not in done.stderr + done.stdout
    assert b"Exception ignored" not in done.stderr


def circle(folder, name):
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(folder / f"other-{name}")
    (folder / f"other-{name}").symlink_to(folder / name)


def test_links_in_a_circle(tmp_path):
    write(tmp_path, game(), language="en")
    with (tmp_path / "league.toml").open("a", encoding="utf-8") as file:
        file.write('[publish]\nworkbook = "ratings.xlsx"\n')
    circle(tmp_path, "ratings.xlsx")
    assert run("check", tmp_path).exit_code == 0
    done = run("rebuild", tmp_path)
    assert done.exit_code == 3
    assert "ratings.xlsx" in done.stderr.splitlines()[-1]
    assert (tmp_path / "ratings.xlsx").is_symlink()
    circle(tmp_path, "games.xlsx")
    assert run("check", tmp_path).exit_code == 3
    circle(tmp_path, "league.toml")
    assert run("check", tmp_path).exit_code == 2
