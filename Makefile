# Every target makes its own set-up: a virtual environment in .venv with the locked packages, checked by their hashes, and
# then the project itself without its dependencies. It is remade when the lock changes.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
STAMP := .venv/.installed
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTHONS ?= python3.11 python3.12 python3.13
TRIED ?= tests/unit tests/golden tests/cli/test_installing.py

.PHONY: demo test proof proof-ledger proof-rules proof-whatif proof-views proof-desk proof-rest bench exercised pictures map lint format \
	clean help lock versions site

help:  ## What there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

demo: $(STAMP)  ## One dispute, from the record to the ruling
	$(BIN)/lastword demo
	@echo; echo "To type lastword in this terminal: source .venv/bin/activate"

test: $(STAMP) lint  ## Lint, types and every test, slow proofs in a small version
	$(BIN)/python -m pytest -n 2 --dist loadfile

proof: proof-ledger proof-rules proof-whatif proof-views proof-desk proof-rest  ## The same with every proof at full size, part by part

PROVE = LASTWORD_PROOF=1 $(BIN)/python -m pytest -n 2 --dist loadfile
WHATIF = tests/property/test_exploring.py tests/property/test_alike.py tests/unit/whatif tests/unit/verdicts tests/cli/test_what_if.py
VIEWS = tests/property/test_views.py tests/unit/desk/test_players_pages.py
DESK = tests/unit/desk/test_fuzz.py tests/unit/desk/test_nasty_words.py tests/desk_server/test_desk_kills.py
HALL = tests/desk_server/test_desk_load.py

proof-ledger: $(STAMP)  ## Kills, tamperings, many writers, both databases
	$(PROVE) tests/contract tests/unit/ledger tests/property/test_ledger.py tests/golden/test_stored_ledgers.py

proof-rules: $(STAMP)  ## Random games, mutations and citations of every pack
	$(PROVE) tests/property/test_random_games.py tests/property/test_mutations.py tests/property/test_citations.py

proof-whatif: $(STAMP)  ## Exploring against brute force, re-judging a thousand games
	$(INSTALL) --require-hashes --requirement requirements-cluster.lock
	$(PROVE) $(WHATIF)

proof-views: $(STAMP)  ## What a player cannot know: 200 games a pack, every verb, every page of every example
	$(PROVE) --dist load $(VIEWS)

proof-desk: $(STAMP)  ## The desk: ten thousand random requests, nasty words, kills; then a hall of people, with nothing beside it
	$(PROVE) $(DESK)
	LASTWORD_PROOF=1 $(BIN)/python -m pytest -s $(HALL)

proof-rest: $(STAMP) lint  ## Everything else
	$(PROVE) $(addprefix --ignore=,tests/contract tests/unit/ledger $(WHATIF) $(VIEWS) $(DESK) $(HALL)) \
		--ignore=tests/property/test_random_games.py --ignore=tests/property/test_mutations.py --ignore=tests/property/test_citations.py

exercised: $(STAMP)  ## Find out which rules the playthroughs exercise; a release is built after this
	$(BIN)/python -m tests.exercised

bench: $(STAMP)  ## Measure against the limits of this machine; writes bench.json
	$(BIN)/python -m tests.bench -o bench.json

pictures: $(STAMP)  ## Draw the pictures of the documentation again
	$(BIN)/python -m tests.pictures

map: $(STAMP)  ## Draw the map of the rooms again, and write the tables of set-up words, of official rulings and of JSON shapes
	$(BIN)/python -m tests.architecture.map
	$(BIN)/python -m tests.setup_words
	$(BIN)/python -m tests.rulings
	$(BIN)/python -m tests.json_shapes

# uv reads neither the index nor the certificates that pip is set to: name yours with UV_INDEX_URL or UV_FIND_LINKS.
lock: $(STAMP)  ## Resolve the dependencies of pyproject.toml anew, and write the lock files with their hashes
	$(INSTALL) uv
	@for part in "requirements.lock" "requirements-dev.lock --extra dev --extra postgres --extra render --extra site" \
		"requirements-cluster.lock --extra cluster"; do \
		$(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command 'make lock' \
			--no-emit-index-url --no-emit-find-links pyproject.toml --output-file $$part || exit; done

versions:  ## Try every Python of PYTHONS that is installed, each in an environment of its own
	@for python in $(PYTHONS); do \
		$$python -c '' 2>/dev/null || { echo "$$python is not installed: nothing was shown about it"; continue; }; \
		echo "$$python: $$($$python --version)"; into=.versions/$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		{ $$python -m venv $$into && \
		$$into/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock && \
		$$into/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . && \
		$$into/bin/python -m pytest -q -n 2 --dist loadfile $(TRIED); } || exit 1; done

site: $(STAMP)  ## Build the documentation as a site that opens from a folder: site/index.html
	$(BIN)/python -m tests.site site

lint: $(STAMP)  ## ruff and mypy
	$(BIN)/ruff check ledger rules replays tests
	$(BIN)/mypy

format: $(STAMP)  ## Let ruff rewrite what it can
	$(BIN)/ruff check --fix ledger rules replays tests
	$(BIN)/ruff format ledger rules replays tests

clean:  ## Remove everything made here
	rm -rf .venv .versions site build *.egg-info bench.json .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml requirements-dev.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later was not found; install it or run make PYTHON=/path/to/python" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu its venv module is the package python3-venv" >&2; exit 2; }
	$(INSTALL) --require-hashes --requirement requirements-dev.lock
	@rm -rf lastword.egg-info  # of an older release, it would be asked for the version
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@
