# Everything a newcomer needs: `make play` and `make test`. Both set up .venv first; that takes a minute, once.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY  := $(VENV)/.ready

# How many random games the second engine plays in lock step; `make test-long` raises it.
HUEFALL_GAMES ?= 4000

# Tests in as many processes as there are cores; files stay together, because they share what is slow to set up.
SIDE_BY_SIDE := --numprocesses=auto --dist=loadfile

.DEFAULT_GOAL := help
.PHONY: help play test test-long lint unit interpreted bounds bench bench-server docs clean

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 20

$(PLAYABLE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server]'
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

play: $(PLAYABLE)   ## a table in the browser, with bots and friends (the terminal: huefall play)
	@$(BIN)/huefall serve --open-browser

test: lint unit interpreted bounds   ## everything that must hold

lint: $(READY)   ## style, types, layers, and that generated pages are up to date
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.generated --check

unit: $(READY)   ## the tests, with the compiler on
	@$(BIN)/python -m huefall.game.compiling >/dev/null  # once, not once in every process that needs it
	HUEFALL_GAMES=$(HUEFALL_GAMES) $(BIN)/pytest $(SIDE_BY_SIDE)

interpreted: $(READY)   ## the rules again with the compiler off, with coverage
	NUMBA_DISABLE_JIT=1 HUEFALL_GAMES=60 $(BIN)/pytest $(SIDE_BY_SIDE) tests/kernel tests/game tests/notation tests/scenario tests/lockstep --cov --cov-report=term

bounds: $(READY)   ## the rules again with bounds checks
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m huefall.game.compiling >/dev/null
	NUMBA_BOUNDSCHECK=1 HUEFALL_GAMES=300 $(BIN)/pytest $(SIDE_BY_SIDE) tests/kernel tests/scenario tests/lockstep

test-long: $(READY)   ## lock step and invariants over many more games
	HUEFALL_GAMES=40000 $(BIN)/pytest tests/lockstep tests/kernel

bench-server: $(READY)   ## the server under load, against a bare echo; writes bench/SERVER.md
	$(BIN)/python bench/server/run.py

bench: $(READY)   ## measure speed against bare C and RLCard; writes bench/RESULTS.md
	$(BIN)/python bench/run.py

docs: $(READY)   ## write the generated pages anew
	$(BIN)/python -m tests.generated

clean:           ## remove what was set up
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .coverage* bench/.env-* bench/limit
