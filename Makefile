# Every target makes .venv first if it is not there.
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done)
BIN = .venv/bin
# As on a user's machine: what was compiled once is kept. Without it each command would compile us anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test lint bench fuzz faults

help:    ## this list
	@sed -n 's/^\([a-z]*\): .*## */  make \1	/p' $(MAKEFILE_LIST)

.venv/ready: pyproject.toml
	@test -n "$(PYTHON)" || { echo "mafrating needs Python 3.11 or newer, and none was found on PATH."; \
		echo "Install one (python.org, your package manager), or say: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Setting up .venv (once, a minute or two) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

demo: .venv/ready    ## rebuild the sample leagues into demo/ and show their standings
	@$(BIN)/mafrating demo demo

test: .venv/ready    ## run the tests
	@$(BIN)/python -m pytest -n 2 --dist loadfile

lint: .venv/ready    ## format check, lint and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

bench: .venv/ready    ## measure speed, as ratios beside a peer in the same run
	@$(BIN)/python -m pytest benchmarks -o addopts= -q --benchmark-quiet

fuzz: .venv/ready    ## damage workbooks at random for FUZZ_SECONDS (600): each must be read, or refused with a message
	@$(BIN)/python tests/slow/fuzz.py

faults: .venv/ready    ## kill 200 rebuilds, each at another moment; 200 more while Google fails: all must stay whole
	@$(BIN)/python tests/slow/faults.py 200
	@$(BIN)/python tests/slow/google_faults.py 200
