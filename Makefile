# Two commands are enough to start: `make demo` and `make test`. Both install what is missing first.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Debian packages that the build needs, and JavaScriptCore, which tests of players' own code load.
PACKAGES := libnuma-dev libssl-dev libzstd-dev zlib1g-dev libtomlplusplus-dev libexpat1-dev pkg-config g++ \
  libjavascriptcoregtk-4.1-0
# Added to every build and test, for example SWIFT_FLAGS='-Xswiftc -warnings-as-errors'.
SWIFT_FLAGS ?=
# NATIVE=1 builds for the processor of this machine; otherwise for any of its architecture.
NATIVE ?=
CPU := $(if $(NATIVE),-Xcc -march=native)
# The program carries the Swift runtime and runs where there is no toolchain.
# Accesses to one variable at a time are checked while programs run in debug, by the tests; release does without.
FAST := -Xswiftc -enforce-exclusivity=unchecked $(CPU)
PROGRAM := -c release --product abrlab --static-swift-stdlib $(FAST)
BIN = $$(swift build $(PROGRAM) --show-bin-path)
PREFIX ?= /usr/local
# Tests and benchmarks are built apart from the program, and share what they compile: the plan of one package is not
# kept for the next.
TESTS := --scratch-path .build/tests --disable-build-manifest-caching $(SWIFT_FLAGS)
RELEASE := -c release -Xswiftc -enable-testing $(FAST)
# Added in debug only.
DEBUG_FLAGS ?=
# Tests that start the program or a browser, or that hold the engine against published results: once, in release.
RELEASE_ONLY := EndToEndTests|Golden
# Not even built in debug.
DEBUG := ABRLAB_WITHOUT='EndToEndTests FuzzingTests' swift
# What an editor would ask of the system's modules is not collected: a fifth of the time of a build.
QUICK := -Xswiftc -index-ignore-system-modules
# The names of tests that begin are of no interest.
BRIEF := { grep -v '^◇' || true; }
# What debug and release must answer to the last byte.
SAME := --traces Traces/recorded/lumos-4g Traces/generated/generated-3g-commute --per-session --format json -q
FORMATTED := Package.swift Sources Tests Examples Fuzzing/Sources $(wildcard Benchmarks/Package.swift Benchmarks/Sources)

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
	  "$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$${missing[@]}"
	fi
	if ! command -v swift >/dev/null; then
	  echo "error: there is no Swift toolchain in PATH." >&2
	  echo "hint:  install Swift 6.3 for Debian 12 from https://www.swift.org/install/linux/ and add its usr/bin to PATH." >&2
	  exit 1
	fi
	version=$$(swift --version 2>&1 | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
	if [[ $$(printf '%s\n' 6.2 "$$version" | sort -V | head -n 1) != 6.2 ]]; then
	  echo "error: Swift $${version:-of unknown version} is too old; install 6.2 or later." >&2
	  echo "hint:  https://www.swift.org/install/linux/" >&2
	  exit 1
	fi

.PHONY: venv
venv:
	@if ! python3 -c 'import ensurepip' 2>/dev/null; then
	  echo "installing python3-venv"
	  sudo=()
	  if (( EUID != 0 )); then sudo=(sudo); fi
	  "$${sudo[@]}" apt-get update -q
	  "$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends python3-venv
	fi

.PHONY: charts
charts: venv ## Install the library that draws the charts of abrlab report into the user's cache
	@folder="$(CHARTS)"
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
	  "$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium fonts-dejavu-core
	fi

.PHONY: build
build: setup ## Build the program, release; NATIVE=1: for the processor of this machine only
	swift build $(PROGRAM) $(SWIFT_FLAGS)

.PHONY: demo
demo: build ## Compare buffers over the bundled recordings
	$(BIN)/abrlab demo

.PHONY: install
install: build ## Install the program, its traces and videos, manual and completions below PREFIX (/usr/local)
	@root="$(DESTDIR)$(PREFIX)"
	install -D -s -m 755 "$(BIN)/abrlab" "$$root/bin/abrlab"
	mkdir -p "$$root/share/abrlab" "$$root/share/man/man1" "$$root/share/bash-completion/completions" \
	  "$$root/share/zsh/site-functions" "$$root/share/fish/vendor_completions.d"
	cp -R Traces/. "$$root/share/abrlab"
	"$$root/bin/abrlab" manual --output "$$root/share/man/man1"
	"$$root/bin/abrlab" completions bash > "$$root/share/bash-completion/completions/abrlab"
	"$$root/bin/abrlab" completions zsh > "$$root/share/zsh/site-functions/_abrlab"
	"$$root/bin/abrlab" completions fish > "$$root/share/fish/vendor_completions.d/abrlab.fish"
	echo "installed $$root/bin/abrlab"

.PHONY: dist
dist: build ## Pack what make install installs, with its checksum, into .build/dist
	@version=$$("$(BIN)/abrlab" --version)
	name="$${version// /-}-linux-$$(uname -m)"
	rm -rf ".build/dist/$$name"
	$(MAKE) install DESTDIR=".build/dist/$$name" PREFIX=
	# README with the pages and the picture that it links.
	cp --parents README.md LICENSE CHANGELOG.md CONTRIBUTING.md $$(git ls-files '*.docc/*' '*/README.md' Sources/ABRLabC/abrlab.h Traces/recorded/LICENSES.md Examples) ".build/dist/$$name"
	cd .build/dist
	tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$$(git log -1 --format=%ct)" -czf "$$name.tar.gz" "$$name"
	sha256sum "$$name.tar.gz" | tee "$$name.tar.gz.sha256"

# What makes and tests the Python package, in an environment of its own.
PYTHON_TOOLS := .build/python/tools
PIP := pip --quiet --disable-pip-version-check
PIP_FLAGS := --no-compile --only-binary :all:
$(PYTHON_TOOLS)/ready: Python/requirements.txt | venv
	@python3 -m venv --clear $(@D)
	$(@D)/bin/$(PIP) install $(PIP_FLAGS) -r $<
	touch $@

.PHONY: wheel
wheel: build $(PYTHON_TOOLS)/ready ## Build a wheel of the Python package, with the engine inside, into .build/python/wheel
	@rm -rf .build/python/plain .build/python/wheel Python/build
	PATH="$(CURDIR)/$(PYTHON_TOOLS)/bin:$$PATH"
	# With the flags of the program, so that what was compiled for it is used.
	export SWIFT_FLAGS="$(FAST) $(SWIFT_FLAGS)"
	python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir .build/python/plain ./Python
	auditwheel repair --wheel-dir .build/python/wheel .build/python/plain/*.whl
	ls -l .build/python/wheel/*.whl

.PHONY: test-python
test-python: wheel ## Install the wheel where no toolchain is in PATH, and test it against the program
	@program="$(BIN)/abrlab"
	python3 -m venv --clear --without-pip .build/python/bare
	$(PYTHON_TOOLS)/bin/$(PIP) --python .build/python/bare install .build/python/wheel/*.whl $(PIP_FLAGS) \
	  -r Python/requirements-test.txt
	env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 HOME="$$HOME" ABRLAB_PROGRAM="$$program" \
	  .build/python/bare/bin/pytest -q -rs -p no:cacheprovider -c Python/pyproject.toml Python/tests

.PHONY: test-ray
test-ray: test-python ## Test sweeps on a Ray cluster of this machine (installs Ray, 240 MB)
	@$(PYTHON_TOOLS)/bin/$(PIP) --python .build/python/bare install $(PIP_FLAGS) -r Python/requirements-ray.txt
	env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 HOME="$$HOME" .build/python/bare/bin/pytest -q -rs -p no:cacheprovider \
	  -c Python/pyproject.toml Python/tests/test_ray.py

.PHONY: embedding
embedding: setup ## Use and unload the C interface under AddressSanitizer, with the library instrumented
	@folder=$(or $(EMBEDDING),.build/address-library)
	# In debug the compiler names not all of Foundation's libraries that are linked statically.
	ABRLAB_LIBRARY=1 swift build --product ABRLabC --sanitize=address --scratch-path $$folder \
	  --disable-build-manifest-caching $(SWIFT_FLAGS) $(QUICK) $(DEBUG_FLAGS) \
	  -Xlinker -l_FoundationCollections -Xlinker -l_FoundationCShims
	"$$(dirname "$$(realpath "$$(command -v swift)")")/clang" -fuse-ld=lld -fsanitize=address -g -Wall -Wextra -Werror \
	  -o $$folder/embedding Tests/Embedding/embedding.c -lpthread -ldl
	# What Swift keeps for the life of a process has no owner when the library is unloaded.
	ASAN_OPTIONS=detect_leaks=0 $$folder/embedding $$folder/debug/libABRLabC.so Traces/recorded/lumos-4g \
	  Traces/video/hls-authoring.json

.PHONY: bench-python
bench-python: test-python ## Steps a second of the environments for Gymnasium, beside Pensieve's own loop
	.build/python/bare/bin/python Python/benchmarks/steps.py

.PHONY: test
test: setup ## Run all tests: in debug with few random cases, in release with all, and compare what both print
	$(DEBUG) build --build-tests $(TESTS) $(QUICK) $(DEBUG_FLAGS)
	$(DEBUG) test --skip-build --disable-xctest $(TESTS) $(QUICK) $(DEBUG_FLAGS) --skip '$(RELEASE_ONLY)' 2>&1 | $(BRIEF)
	swift build --build-tests $(TESTS) $(RELEASE)
	swift test --skip-build --disable-xctest $(TESTS) $(RELEASE) 2>&1 | $(BRIEF)
	for options in '--video Traces/video/hls-authoring.json --policy auto bola dynamic robust-mpc --buffer growth static(30s)' \
	  '--video Traces/video/short-form.json --items 8 --viewer feed(short-video) --preload network-balance --policy auto'; do
	  cmp <(.build/tests/debug/abrlab run $$options $(SAME)) <(.build/tests/release/abrlab run $$options $(SAME))
	done
	echo "debug and release print the same"

.PHONY: check
check: ## Test modules by themselves, in debug: make check MODULE=ABRPolicies
	@export ABRLAB_MODULES="$(MODULE)"
	swift build --build-tests --scratch-path .build/check $(QUICK) $(SWIFT_FLAGS)
	swift test --skip-build --disable-xctest --scratch-path .build/check $(QUICK) $(SWIFT_FLAGS) 2>&1 | $(BRIEF)

.PHONY: bench
bench: setup ## Measure the engine's speed, and fail where it is more than 15 % slower than committed
	swift run $(TESTS) $(RELEASE) --package-path Benchmarks abrlab-benchmarks $(or $(ARGUMENTS),--check)

.PHONY: bench-runs
bench-runs: build ## Time whole runs over recorded traces, on one core and on two (needs hyperfine and ABRLAB_CORPUS)
	Benchmarks/runs "$(BIN)/abrlab"

.PHONY: fuzz
fuzz: setup ## Attack the readers with random input: make fuzz [TARGET=traces] [SECONDS=20]
	@export ABRLAB_FUZZING=1 SWIFT_BACKTRACE=enable=no
	build="swift build $(RELEASE) $(SWIFT_FLAGS) --sanitize=fuzzer --scratch-path .build/fuzzing --product Fuzzing"
	$$build
	program=$$($$build --show-bin-path)/Fuzzing
	folder=.build/fuzzing
	for target in $(or $(TARGET),$(notdir $(wildcard Fuzzing/Seeds/*))); do
	  seeds=(Fuzzing/Seeds/$$target)
	  # Bytes of an input: short ones reach as much in less time, but documents of runs and sweeps have many keys.
	  most=1024
	  case $$target in
	    logs | manifests | audience) seeds+=(Tests/EndToEndTests/Samples) ;;
	    sessions) seeds+=(Examples/Sessions Traces/viewers) ;;
	    videos) seeds+=(Traces/video) ;;
	    specs) most=120 ;;
	    runs | sweeps) most=10240 ;;
	  esac
	  mkdir -p $$folder/corpus/$$target $$folder/found
	  # The words of the seeds, for inputs that go on where a random byte would be refused.
	  LC_ALL=C grep -raohE '[#A-Za-z_@][A-Za-z0-9_.:@$$-]{2,30}' "$${seeds[@]}" | LC_ALL=C sort -u \
	    | sed 's/.*/"&"/' > $$folder/words
	  if ABRLAB_FUZZ=$$target "$$program" $$folder/corpus/$$target "$${seeds[@]}" -dict=$$folder/words \
	    -max_len=$$most -max_total_time=$(or $(SECONDS),20) -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
	    -artifact_prefix=$$folder/found/$$target- &> $$folder/log
	  then echo "$$target: $$(sed -n 's/^stat::number_of_executed_units: *//p' $$folder/log) inputs"
	  else tail -n 40 $$folder/log; exit 1
	  fi
	done

.PHONY: examples
examples: setup ## Build and run the packages that embed the engine
	for package in Examples/*/Package.swift; do
	  swift run $(TESTS) $(RELEASE) --package-path "$$(dirname "$$package")"
	done

.PHONY: study
study: setup ## Check false alarms and intervals of the statistics on recorded traces (needs ABRLAB_CORPUS)
	ABRLAB_STUDIES=1 swift run $(RELEASE) StatisticsStudy

.PHONY: promise-study
promise-study: setup ## Count how often the promise of abrlab tune is kept on recorded traces (needs ABRLAB_CORPUS)
	ABRLAB_STUDIES=1 swift run $(RELEASE) PromiseStudy

.PHONY: format
format: ## Format all Swift files
	swift format --in-place --recursive $(FORMATTED)

.PHONY: lint
lint: ## Check the format of all Swift files, the width of comments, and links
	swift format lint --strict --recursive $(FORMATTED)
	@.ci/links
	if git grep -nP '^(?=\s*//).{121,}' -- '*.swift' '*.h' '*.c' '*.cpp'; then
	  echo "error: comments above are wider than 120 columns" >&2
	  exit 1
	fi

.PHONY: traces
traces: build ## Make the generated traces and videos again; git must see no change
	$(BIN)/abrlab trace generate --bundled --output Traces

.ONESHELL:
