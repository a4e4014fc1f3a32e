# Samovar: `make play` starts it, `make serve` a server, `make test` proves it. Each sets up what it needs by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests start hundreds of Python processes: without files of bytecode each would compile the program anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play serve test lint format coverage soak bench ladder playthroughs pictures docs new-game generated lock clean

play: $(VENV)/.play
	@$(BIN)/samovar

# A server that friends reach by SSH; docs/hosting.md lists its options: `make serve OPTIONS='--listen 0.0.0.0'`.
serve: $(VENV)/.serve
	@$(BIN)/samovar serve $(OPTIONS)

# Half of the tests wait for terminals and connections: two for each of two cores.
test: lint
	$(BIN)/python -m pytest -n 4

lint: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Which lines no test runs.
coverage: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered

# Long attacks, until nothing stumbles: random bytes, bursts of keys, forged files, many games. Takes hours.
soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

# Whether each level of the bots is worth its name: takes hours.
ladder: $(VENV)/.dev
	$(BIN)/python -m tests.bench.ladder

# Writes the golden games anew; read the difference before you commit it.
playthroughs: $(VENV)/.dev
	$(BIN)/python -m tests.core.playthroughs

# Writes every picture, table and page of README.md and docs/ that the program makes; look at them before you commit.
pictures: $(VENV)/.dev
	$(BIN)/python -m tests.docs

# The documents as a site in build/site, without a network; a link that leads nowhere is an error.
docs: $(VENV)/.dev
	$(BIN)/mkdocs build --quiet

# Copies the example game to core/games/NAME, writes its golden games and registers it: `make new-game NAME=tiles`.
new-game: $(VENV)/.dev
	@$(BIN)/python -m tests.core.games.new_game '$(NAME)'

# Writes anew what is made from the commands: the man pages, and the table of keys in docs/settings.md.
generated: $(VENV)/.dev
	@$(BIN)/python -m tests.tui.cli.man_pages
	@$(BIN)/python -m tests.tui.key_words

# Looks for newer versions of what developers use, within the bounds of pyproject.toml; needs uv.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --extra dev --no-strip-extras --upgrade --generate-hashes \
		--custom-compile-command 'make lock' --output-file requirements-dev.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .screens .screens-browser .coverage*

$(VENV)/.play: pyproject.toml
	@PYTHON='$(PYTHON)' sh environment.sh play

$(VENV)/.serve: pyproject.toml
	@PYTHON='$(PYTHON)' sh environment.sh serve

$(VENV)/.dev: pyproject.toml requirements-dev.lock
	@PYTHON='$(PYTHON)' sh environment.sh dev
