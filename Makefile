# Two commands are enough to start: `make demo` and `make test`. Both install what is missing first.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Debian packages that the build needs.
PACKAGES := libnuma-dev libtomlplusplus-dev libcli11-dev pkg-config g++
# Added to every build and test, for example SWIFT_FLAGS='-Xswiftc -warnings-as-errors'.
SWIFT_FLAGS ?=
# Tests are built apart, so that a change of their flags does not rebuild the program.
TEST_BUILD := --scratch-path .build/tests $(SWIFT_FLAGS)
BIN = $$(swift build -c release --show-bin-path)
FORMATTED := Package.swift Sources Tests $(wildcard Benchmarks/Package.swift Benchmarks/Sources)

# Where the library is that draws charts; `abrlab report` looks there, too.
CHARTS := $(or $(ABRLAB_CHARTS),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/abrlab/charts)

# Real data for the tests that want it; they say that they are skipped where it is missing.
ABRLAB_CORPUS ?= $(wildcard $(CURDIR)/../shared/corpus)
ABRLAB_GOLDEN ?= $(wildcard $(CURDIR)/../shared/golden)
ifneq ($(ABRLAB_CORPUS),)
export ABRLAB_CORPUS
endif
ifneq ($(ABRLAB_GOLDEN),)
export ABRLAB_GOLDEN
endif

.PHONY: help
help: ## Print this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' | expand -t 16

.PHONY: setup
setup: ## Install the missing Debian packages and check the Swift toolchain
	@missing=()
	for package in $(PACKAGES); do
	  status=$$(dpkg-query -W -f '$${db:Status-Status}' "$$package" 2>/dev/null || true)
	  if [[ $$status != installed ]]; then missing+=("$$package"); fi
	done
	if (( $${#missing[@]} > 0 )); then
	  echo "installing $${missing[*]}"
	  sudo=()
	  if (( EUID != 0 )); then sudo=(sudo); fi
	  "$${sudo[@]}" apt-get update -q
	  "$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y "$${missing[@]}"
	fi
	if ! command -v swift >/dev/null; then
	  echo "error: there is no Swift toolchain in PATH." >&2
	  echo "hint:  install Swift 6.3 for Debian 12 from https://www.swift.org/install/linux/ and add its usr/bin to PATH." >&2
	  exit 1
	fi
	version=$$(swift --version 2>&1 | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
	if [[ $$(printf '%s\n' 6.2 "$$version" | sort -V | head -n 1) != 6.2 ]]; then
	  echo "error: found Swift $${version:-of unknown version}, allowed 6.2 or later." >&2
	  echo "hint:  https://www.swift.org/install/linux/" >&2
	  exit 1
	fi

.PHONY: charts
charts: ## Install the library that draws the charts of abrlab report into the user's cache
	@folder="$(CHARTS)"
	if ! python3 -c 'import ensurepip' 2>/dev/null; then
	  echo "installing python3-venv"
	  sudo=()
	  if (( EUID != 0 )); then sudo=(sudo); fi
	  "$${sudo[@]}" apt-get update -q
	  "$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y python3-venv
	fi
	# Nothing to do when the same version is there already.
	if [[ -s $$folder/vega.js ]] && cmp -s Charts/requirements.txt "$$folder/requirements.txt"; then
	  echo "charts: $$folder"
	  exit 0
	fi
	mkdir -p "$$folder"
	python3 -m venv --clear "$$folder/venv"
	"$$folder/venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
	  -r Charts/requirements.txt
	"$$folder/venv/bin/python" -c 'import vl_convert; print(vl_convert.javascript_bundle())' > "$$folder/vega.js.new"
	mv "$$folder/vega.js.new" "$$folder/vega.js"
	cp Charts/requirements.txt "$$folder/requirements.txt"
	echo "charts: $$folder"

.PHONY: browser
browser: ## Install the browser in which the tests look at reports
	@if ! command -v chromium >/dev/null; then
	  sudo=()
	  if (( EUID != 0 )); then sudo=(sudo); fi
	  "$${sudo[@]}" apt-get update -q
	  "$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y chromium fonts-dejavu-core
	fi

.PHONY: build
build: setup ## Build the program, release
	swift build -c release --product abrlab $(SWIFT_FLAGS)

.PHONY: demo
demo: build ## Compare policies over the bundled traces
	$(BIN)/abrlab run --traces Traces/bandwidth --video Traces/video/hls-authoring.json \
	  --policy auto throughput bba-0 bola apsara-trend robust-mpc fixed:0

.PHONY: test
test: setup ## Run all tests, debug and release
	swift test --disable-xctest $(TEST_BUILD) 2>&1 | { grep -v '^◇' || true; }
	swift test --disable-xctest -c release -Xswiftc -enable-testing $(TEST_BUILD) 2>&1 | { grep -v '^◇' || true; }

.PHONY: bench
bench: setup ## Measure the engine's speed against the committed thresholds
	swift run -c release --package-path Benchmarks abrlab-benchmarks

.PHONY: study
study: setup ## Check false alarms and intervals of the statistics on recorded traces (needs ABRLAB_CORPUS)
	swift run -c release --package-path Benchmarks statistics-study

.PHONY: tune-study
tune-study: setup ## Hold the search of abrlab tune against an exhaustive one on recorded traces (needs ABRLAB_CORPUS)
	swift run -c release --package-path Benchmarks tuning-study

.PHONY: format
format: ## Format all Swift files
	swift format --in-place --recursive $(FORMATTED)

.PHONY: lint
lint: ## Check the format of all Swift files
	swift format lint --strict --recursive $(FORMATTED)

.PHONY: traces
traces: build ## Make the bundled traces again; git must see no change
	$(BIN)/abrlab trace generate --bundled --output Traces

.ONESHELL:
