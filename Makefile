# The two commands of the README, and what they are made of.
#   make run      install what is missing, build the program, show what it solves on one screen
#   make test     install what is missing, build, run the tests but the thorough ones
#   make check    what else must hold: formatting, clang, sanitizers, fuzzing; make check-all: and the rest
#   make install PREFIX=/usr/local
#   make deb      Debian packages in build-deb/packages; make check-deb tries them in a chroot
#   make dist     the source as a tarball that needs neither git nor esbuild
#   make npm      the package for the web and Node: build/npm; make check-npm tries it
#   make site     the explorer without a server, with the documents: build/site, for any web host
#   make docs     the documents as pages: build/docs
#   make paper    the paper as a PDF: build/paper
#   make release  what one would upload: build/release
#   make proofs   the theorems, checked by Rocq: docs/guide/machine-checked.md
#   make python   the Python module under build/python, and its tests; PYTHON= chooses one
.PHONY: docs paper release wheel proofs first-screen npm check-npm site check-site deb check-deb dist check-dist run test check check-all python build-python test-5x5 serve build build-tests install setup setup-test setup-check bench report \
  format check-format check-prose check-build check-sanitizers check-fuzz check-torture check-api coverage check-thorough check-tidy check-python torture screenshots clean

JOBS := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SECONDS_OF_FUZZING ?= 60
MINUTES ?= 10
REQUESTS ?= 10000

NOUGHTS := build/noughts

run: build
	@$(MAKE) --no-print-directory first-screen
	@if [ -t 0 ] && [ -t 1 ]; then tools/explore; fi

# What small games are worth, beside what was published, and what to try next.
first-screen:
	@$(NOUGHTS) study summary
	@echo
	@echo "Try next:"
	@echo "  $(NOUGHTS) play quixo --size 4 --o perfect    # can you hold a draw?"
	@echo "  $(NOUGHTS) analyze quixo --size 4             # what each first move is worth"
	@echo "  $(NOUGHTS) solve quantum --curve --draw -5    # the value for every q, exactly"

serve: build
	@build/noughts serve

# One test more than processors: some wait for a browser or a clock.
# What takes minutes and says the same of more boards is for make check.
test: build-tests
	@echo "test: running the suite"
	@ctest --test-dir build --output-on-failure --parallel $$(($(JOBS) + 1)) --no-tests=error --exclude-regex '[Tt]horough'

# Known positions in tables of all of 5x5: make test-5x5 TABLES=tables/5x5
test-5x5: build-tests
	@[ -n "$(TABLES)" ] || { echo "test-5x5: give the folder: make test-5x5 TABLES=tables/5x5"; exit 2; }
	@NOUGHTS_TABLES_5X5="$(abspath $(TABLES))" build/cli_test --gtest_filter='QuixoFive.*'
	@NOUGHTS_TABLES_5X5="$(abspath $(TABLES))" build/quixo_rank_play_test --gtest_filter='*Of5x5*'

# The program alone; the tests only when asked for.
build: setup
	@[ -f build/build.ninja ] || { echo "build: configuring"; cmake --preset release -DNOUGHTS_TESTS=OFF >/dev/null; }
	@echo "build: compiling what changed"
	@cmake --build build --parallel $(JOBS) --target noughts -- --quiet

build-tests: setup-test
	@grep -qs '^NOUGHTS_TESTS:BOOL=ON' build/CMakeCache.txt && [ -f build/build.ninja ] || \
	  { echo "build: configuring"; cmake --preset release -DNOUGHTS_TESTS=ON >/dev/null; }
	@echo "build: compiling what changed"
	@cmake --build build --parallel $(JOBS) -- --quiet

install: build
	@cmake --build build --parallel $(JOBS) --target shipped -- --quiet
	@cmake --install build --prefix "$(abspath $(PREFIX))" >/dev/null
	@echo "install: noughts is in $(abspath $(PREFIX))"

# The Python module beside the rest, for the interpreter that tools/python finds.
python: build-python
	@echo "python: testing"
	@PYTHONPATH=build/python $$(tools/python) -m pytest -q python/tests

build-python: setup
	@tools/setup python
	@python=$$(tools/python) && \
	  { [ -f build/build.ninja ] || cmake --preset release -DNOUGHTS_TESTS=OFF >/dev/null; } && \
	  cmake -S . -B build -DNOUGHTS_PYTHON=ON -DPython_EXECUTABLE=$$(command -v $$python) >/dev/null && \
	  echo "python: compiling what changed, for $$python" && \
	  cmake --build build --parallel $(JOBS) --target noughts_python -- --quiet

# Every theorem of proofs/, checked in build/proofs: minutes, most of them for 4^3. Then three
# checkers of certificates are compared.
proofs:
	@tools/setup proofs
	@$(MAKE) --no-print-directory --jobs $(JOBS) -C proofs OUT=$(abspath build/proofs)

# Wheels with everything inside, in dist/, for each Python that is there, each tried in a fresh
# environment that sees no compiler. PYTHONS="python3.11 ..." chooses.
wheel: setup
	@tools/setup python
	@tools/wheel dist $(PYTHONS)

# The package for the web and Node: docs/guide/javascript.md. The program is compiled to WebAssembly
# in build-site; emscripten finds the modules of node where Debian has them.
npm: build
	@tools/setup site
	@[ -f build-site/build.ninja ] || { echo "npm: configuring"; \
	  NODE_PATH=/usr/share/nodejs cmake -S src/wasm -B build-site --toolchain $(CURDIR)/cmake/wasm.cmake -G Ninja >/dev/null; }
	@echo "npm: compiling what changed to WebAssembly"
	@NODE_PATH=/usr/share/nodejs cmake --build build-site --parallel $(JOBS) -- --quiet
	@[ web/node_modules/.package-lock.json -nt web/package-lock.json ] || \
	  { cd web && npm ci --silent --no-audit --no-fund --ignore-scripts; }
	@echo "npm: publishing the openings of 5x5"
	@for name in quixo-5x5-opening quixo-5x5-opening-plies; do \
	  build/noughts tables publish quixo --size 5 --tables data/$$name --out build-site/tables/$$name --quiet >/dev/null || exit 1; done
	@cd web && NOUGHTS_BINARY=../build/noughts node scripts/npm.mjs --wasm ../build-site --tables ../build-site/tables --out ../build/npm

# The explorer without a server, with the package in it: docs/guide/site.md. ADDRESS= says where it
# will be, for the pictures of links.
site: npm
	@cd web && node scripts/site.mjs --npm ../build/npm/noughts --out ../build/site --address "$(ADDRESS)"
	@tools/docs-site build/site/docs --home ../index.html --card "$(or $(patsubst %,%/,$(patsubst %/,%,$(ADDRESS))),../)card-index.png"

# The documents alone, as pages with a search.
docs:
	@tools/setup docs
	@tools/docs-site build/docs

# The paper; its numbers come from the documents.
paper:
	@tools/setup paper
	@tools/paper build/paper

# What one would upload, in build/release: docs/guide/release.md. TABLES="DIR DIR" adds tables, PARTS
# chooses among source, packages, wheel, npm, site and paper.
release:
	@tools/release build/release $(if $(PARTS),--parts "$(PARTS)") $(foreach folder,$(TABLES),--tables "$(folder)")

# The package: its answers and those of the server, byte for byte; then as its users have it, in
# Node 18 and 20, in bundlers and in Chromium.
check-npm: setup-test npm
	@echo "check: the package gives the answers of the server"
	@cd web && NOUGHTS_BINARY=../build/noughts node e2e/same.mjs ../build/npm/noughts
	@echo "check: the package as its users have it"
	@cd web && NOUGHTS_BINARY=../build/noughts node npm/test/run.mjs

# The package, then the page's tests against the folder of the site.
check-site: check-npm site
	@echo "check: the tests of the page against the folder"
	@cd web && NOUGHTS_BINARY=../build/noughts NOUGHTS_SITE=../build/site node e2e/run.mjs

# noughts, libnoughts-dev and python3-noughts: docs/guide/packages.md.
deb:
	@tools/setup package
	@cmake --preset deb -DPython_EXECUTABLE=/usr/bin/python3 >/dev/null
	@echo "deb: compiling what changed"
	@cmake --build build-deb --parallel $(JOBS) --target shipped -- --quiet
	@rm -rf build-deb/packages
	@cd build-deb && cpack >cpack.log 2>&1 || { cat cpack.log; exit 1; }
	@ls build-deb/packages/*.deb

# lintian, then installed, used and removed in a fresh chroot.
check-deb: deb
	@tools/check-deb build-deb/packages

dist: build
	@tools/dist build

# The tarball built where there is no git, no esbuild and no network.
check-dist: dist
	@tools/check-dist build/noughts-*.tar.gz

setup:
	@tools/setup run

setup-test:
	@tools/setup test

setup-check:
	@tools/setup check

bench: build
	@build/noughts bench

# What docs/results shows and takes longer than the document tests have: made anew and compared,
# some minutes. With TABLES=tables/5x5 also what needs all of 5x5; UPDATE=1 takes over what is new.
report: build
	@TABLES="$(TABLES)" tools/report $(if $(UPDATE),--update)

# Attacks on the program: docs/reference/reliability.md.
torture:
	@tools/setup torture
	@grep -qs '^NOUGHTS_TESTS:BOOL=ON' build/CMakeCache.txt && [ -f build/build.ninja ] || \
	  { echo "build: configuring"; cmake --preset release -DNOUGHTS_TESTS=ON >/dev/null; }
	@cmake --build build --parallel $(JOBS) --target noughts damage_tables faults -- --quiet
	@python3 tools/torture --minutes $(MINUTES)

# The pictures of the README, from the real page.
screenshots: build-tests
	@cd web && NOUGHTS_BINARY=../build/noughts node scripts/screenshots.mjs ../docs/images

format:
	@git ls-files '*.cpp' '*.h' | xargs clang-format-14 -i

# One build by clang, with sanitizers and for fuzzing, serves all that follow it. Links
# and commands in all documents are looked at by the command-line tests.
check: check-format check-prose check-thorough check-build check-tidy check-sanitizers check-fuzz
	@echo "check: all is well"

# With what needs more packages, or judges by time: notebooks, attacks, the API, which lines the
# tests run, the site, the proofs.
check-all: check check-python check-torture check-api coverage check-site proofs

check-format: setup-check
	@echo "check: formatting"
	@git ls-files '*.cpp' '*.h' | xargs clang-format-14 --dry-run --Werror

# Sentences of the documents and of the page: tools/prose.toml says what is asked of them.
check-prose:
	@echo "check: sentences"
	@tools/check-prose --try && tools/check-prose

check-build: setup-check
	@echo "check: building with clang and sanitizers"
	@[ -f build-check/build.ninja ] || cmake --preset check >/dev/null
	@cmake --build build-check --parallel $(JOBS) --target checked -- --quiet

# Sources that the build would make (embedded files) are not there and not looked at.
check-tidy: setup-check
	@echo "check: clang-tidy"
	@cmake --preset tidy >/dev/null
	@sed -n 's/.*"file": "\(.*\)".*/\1/p' build-tidy/compile_commands.json | grep -v '/build-tidy/[A-Za-z_]*\.cpp$$' | sort -u | \
	  xargs -P $(JOBS) -n 1 clang-tidy-14 --quiet -p build-tidy 2>/dev/null

# Some unit tests take minutes under sanitizers and do less then (NOUGHTS_SANITIZED).
check-sanitizers: check-build
	@echo "check: unit, contract and command-line tests under sanitizers"
	@ctest --preset check --parallel $$(($(JOBS) + 1)) --no-tests=error

# All targets at once, each with its share of the processors; new inputs are kept for
# the next time, and one that crashes is named.
check-fuzz: check-build
	@echo "check: fuzzing for $(SECONDS_OF_FUZZING) seconds"
	@tools/fuzz build-check $(SECONDS_OF_FUZZING)

# The module's tests, those with PettingZoo, Gymnasium, OpenSpiel and pyarrow from PyPI in an
# environment of their own, and the notebooks executed anew.
check-python: setup-check build python
	@echo "check: PettingZoo, Gymnasium, OpenSpiel, Parquet"
	@[ build/python-tools/done -nt python/requirements-check.txt ] || { \
	  $$(tools/python) -m venv --system-site-packages build/python-tools && \
	  build/python-tools/bin/pip install --quiet --requirement python/requirements-check.txt && \
	  touch build/python-tools/done; }
	@PYTHONPATH=build/python build/python-tools/bin/python -m pytest -q python/tests/test_tools.py python/tests/test_parquet.py
	@echo "check: notebooks"
	@mkdir -p build/notebooks
	@python=$$(tools/python numpy pytest nbconvert ipykernel) && for notebook in python/notebooks/*.ipynb; do \
	  PYTHONPATH=$(abspath build/python) $$python -m nbconvert --log-level=WARN --to notebook --execute \
	    --ExecutePreprocessor.timeout=600 --output-dir build/notebooks $$notebook || exit 1; done

# What make test leaves out: all of 4x4 under more rules, ranks and steps of 5x5, a thousand
# changed values and ranks, whole games by plain searches, Qubic found anew, 20,000 forgeries,
# the library inside another project.
check-thorough: build-tests
	@echo "check: thorough tests"
	@NOUGHTS_THOROUGH=1 build/quixo_proof_test --gtest_brief=1 --gtest_filter='*Changes*'
	@ctest --test-dir build --output-on-failure --parallel $$(($(JOBS) + 1)) --no-tests=error --tests-regex '[Tt]horough'

# Ten thousand requests made from the description of the API, by a tool from PyPI.
check-api: setup-check build
	@echo "check: the API by its own description"
	@[ build/api-tools/done -nt tools/api/requirements.txt ] || { \
	  python3 -m venv build/api-tools && \
	  build/api-tools/bin/pip install --quiet --requirement tools/api/requirements.txt && \
	  touch build/api-tools/done; }
	@python3 tools/api --requests $(REQUESTS)

# Which lines of the library and the program the tests run: those of a build that counts them.
coverage: setup-test
	@[ -f build-coverage/build.ninja ] || { echo "coverage: configuring"; cmake --preset coverage >/dev/null; }
	@echo "coverage: compiling what changed"
	@cmake --build build-coverage --parallel $(JOBS) -- --quiet
	@find build-coverage -name '*.gcda' -delete
	@echo "coverage: running the tests"
	@ctest --test-dir build-coverage --output-on-failure --parallel $$(($(JOBS) + 1)) --no-tests=error \
	  --label-regex 'unit|contract|cli|serve' --exclude-regex '[Tt]horough' >build-coverage/tests.log 2>&1 || \
	  { tail -n 40 build-coverage/tests.log; exit 1; }
	@tools/coverage

check-torture:
	@$(MAKE) --no-print-directory torture MINUTES=1

clean:
	@rm -rf build build-dev build-asan build-tsan build-fuzz build-check build-tidy build-coverage build-arm64 build-deb build-site
