# demo: installs into .venv and plays (GAME=kanniutui_v0: another game);  test: what CI runs;
# see also lint, bench, notebooks, clean.

PYTHON ?= python3
GAME ?= xianniu_v0
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# Tests that step through the rules, small enough to run without the compiler too.
RULES_TESTS := tests/gongzhu tests/xianniu

# pyright would otherwise ask the network whether a newer one exists.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.PHONY: demo test lint bench notebooks clean

demo: $(VENV)/installed
	$(BIN)/stockyard demo --game $(GAME)

test: lint
	$(BIN)/python -m pytest -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 $(RULES_TESTS)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/installed
	$(BIN)/stockyard bench

notebooks: $(VENV)/installed-dev
	@set -e; found=; for notebook in notebooks/*.ipynb; do \
		[ -e "$$notebook" ] || continue; found=1; echo "$$notebook"; \
		[ -x $(BIN)/jupyter-nbconvert ] || $(PIP) nbconvert ipykernel; \
		$(BIN)/jupyter-nbconvert --to notebook --execute --stdout "$$notebook" >/dev/null; \
	done; [ -n "$$found" ] || echo "notebooks/ holds no notebook yet: nothing to run."

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps make an install happen again only when what it depends on has changed.
$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e .
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/installed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "stockyard needs Python 3.11 or newer: name one with 'make PYTHON=/path/to/python3 ...'." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
