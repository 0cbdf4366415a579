# The two commands of the README, and what they are made of.
#   make run    install what is missing, build, do the main job
#   make test   install what is missing, build, run every test
.PHONY: run test test-5x5 serve build setup bench format check-format screenshots clean

JOBS := $(shell nproc 2>/dev/null || echo 2)

run: build
	@build/noughts report quixo --size 3
	@build/noughts report quixo --size 4
	@build/noughts tour
	@if [ -t 0 ] && [ -t 1 ]; then tools/explore; fi

serve: build
	@build/noughts serve

# One test more than processors: some wait for a browser or a clock.
test: build
	@echo "test: running the whole suite"
	@ctest --test-dir build --output-on-failure --parallel $$(($(JOBS) + 1)) --no-tests=error

# Known positions in tables of all of 5x5: make test-5x5 TABLES=tables/5x5
test-5x5: build
	@[ -n "$(TABLES)" ] || { echo "test-5x5: give the folder: make test-5x5 TABLES=tables/5x5"; exit 2; }
	@NOUGHTS_TABLES_5X5="$(abspath $(TABLES))" build/cli_test --gtest_filter='QuixoFive.*'

build: setup
	@[ -f build/build.ninja ] || { echo "build: configuring"; cmake --preset release >/dev/null; }
	@echo "build: compiling what changed"
	@cmake --build build --parallel $(JOBS) -- --quiet

setup:
	@tools/setup

bench: build
	@build/noughts bench

# The pictures of the README, from the real page.
screenshots: build
	@cd web && NOUGHTS_BINARY=../build/noughts node scripts/screenshots.mjs ../docs/images

format:
	@git ls-files '*.cpp' '*.h' | xargs clang-format -i

check-format:
	@git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run --Werror

clean:
	@rm -rf build build-dev build-asan build-tsan build-fuzz
