# Two commands: `make run` serves the app, `make test` runs the whole suite.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DATABASE ?= quilate.db

.PHONY: run test lint strings

run: $(VENV)/.run
	@test -e "$(DATABASE)" || $(BIN)/python cli.py samples --database "$(DATABASE)"
	QUILATE_DATABASE="$(DATABASE)" $(BIN)/streamlit run app.py

test: $(VENV)/.test lint
	@sh tests/browser/find_chromium.sh
	$(BIN)/python -m pytest -n 2 --dist loadgroup

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Collects the translatable strings and brings every language's file up to date.
strings: $(VENV)/.run
	$(BIN)/pybabel extract -F babel.cfg -k N_ -k _ -k ngettext:1,2 -k counted:1,2 --no-location --sort-output --omit-header -o components/locale/quilate.pot .
	$(BIN)/pybabel update -D quilate -i components/locale/quilate.pot -d components/locale --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

$(VENV)/.run: requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.test: requirements-dev.txt $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@
