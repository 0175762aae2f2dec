# SPDX-License-Identifier: MIT
# Tests, and what is measured as they are: included by the Makefile. tests/README.md says what each target plays.
#
##
## make test        all tests: unit tests, the bench signature, end-to-end tests
## make test-unit, test-e2e, test-signature    a part of them; K=WORD: the end-to-end tests with WORD in their names
## make test-times  the processor time that each end-to-end test takes, the dearest first
## make test-without  the tests without what a machine may lack; make test-threads: tables in threads, under ThreadSanitizer
## make long-NAME   tests that take minutes, of tests/long/test_NAME.py: make long-docs, make long-install ...
## make rule-sets   play N=10000 rule sets drawn at random, and score each game a second time (a quarter of an hour)
## make kills       kill runs N=1000 times and fill DISKS=50 disks: the same bytes after --resume? SEED=
## make calibrate   how often what the program claims is wrong: an hour of play, which goes on where it was stopped; RUNS=, WORD=
## make mutants     change the sources at N=30 places drawn by SEED=1: does a test fail? ONLY=KEY: one again
## make fuzz        run the readers of all files under libFuzzer (needs clang); make fuzz-corpus: keep what reaches more
## make weight      words of the documents, lines of the sources, beside what they aim at
## make coverage    which lines the tests reach (gcovr)
## make price       what a verdict costs in answers of bots, with re-deals and without

BADBOTS  := $(patsubst tests/bots/%.c,$(OUT)/tests/bots/%.so,$(wildcard tests/bots/*.c tests/bots/cheats/*.c))
TESTS    := $(patsubst %.c,$(OUT)/%,$(wildcard tests/unit/test_*.c))
# Only clang links these, but they are compiled always, so that a changed header breaks them before the next `make fuzz`.
FUZZ_O   := $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/fuzz/*.c))
everything: all $(BADBOTS) $(TESTS) $(FITS) $(if $(SAN),,$(OUT)/tests/margin_errors $(FUZZ_O)) $(OUT)/tests/forge deps

# These cheats play as stammtisch does.
$(patsubst %,$(OUT)/tests/bots/%.so,cheats/loses_once cheats/colluders rare): $(STAMMTISCH_PLAYS)

# Tests of the parts of pimc, which is built upon stammtisch and neural, and of stammtisch and neural.
PIMC_TESTS := $(patsubst %,$(OUT)/tests/unit/test_%,pimc card_values neural)
$(PIMC_TESTS): $(PIMC_PLAYS)
$(PIMC_TESTS): LIBS += $(OUT)/libskat.a $(STDCXX) # once more, for judge
$(OUT)/tests/unit/test_stammtisch: $(STAMMTISCH_PLAYS)
$(OUT)/tests/%: $(OUT)/tests/%.o $(OUT)/libarena.a $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $^ $(shell $(PKG) --libs cmocka) $(LIBS)

# Only the folders of the program that tables with bots need: all of them take three times as long to compile.
THREADS_O := $(patsubst %.c,$(OUT)/%.o,$(wildcard $(patsubst %,arena/%/*.c,base bot config learn record sandbox stats)))
$(OUT)/tests/libthreads.a: $(THREADS_O) $(STAMP_SOURCES)
$(OUT)/tests/table_threads: $(OUT)/tests/table_threads.o $(OUT)/tests/libthreads.a $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $(objects) $(LIBS)

# ---- test ----
# Many end-to-end tests wait, so the unit tests and the signature run beside them. The signature covers every card and score that the bots
# of the tree play from a fixed seed. Under a sanitizer it would take minutes and make no call that the other tests do not make.
test: everything
	@$(MAKE) --no-print-directory BUILT=1 test-e2e test-unit $(if $(SAN),,test-signature)

# BUILT=1: all is built. `test` says so, since looking again for each part would take a second or two each time.
BUILT ?=
to_test = $(if $(BUILT),,everything)
# The longest one first, so that no processor idles at the end.
LONGEST := $(OUT)/tests/unit/test_game
test-unit: $(to_test)
	@printf '%s\n' $(LONGEST) $(filter-out $(LONGEST),$(TESTS)) | xargs -P $$(nproc) -I TEST sh -c \
	    'TEST > TEST.log 2>&1 || { cat TEST.log; exit 1; }'
	@cat $(TESTS:%=%.log) | grep -c '^\[       OK' | sed 's/$$/ unit tests passed/'

test-signature: $(to_test)
	@$(PROGRAM) bench --signature > $(OUT)/bench.signature
	@diff tests/data/bench.expected $(OUT)/bench.signature && echo "the bench signature is the expected one"

$(OUT)/tests/without: tests/without.c
	$(call say,CC,$<) $(CC) $(DEFS) -std=c11 $(WARN) $(WARNC) $(CFLAGS) -o $@ $< $(shell $(PKG) --libs libseccomp)

# Plays tables in threads under ThreadSanitizer, where the compiler has it and it runs.
HAVE_TSAN = printf '\43ifndef __SANITIZE_THREAD__\n\43error\n\43endif\nint main(void) { return 0; }\n' | \
    $(CC) -fsanitize=thread -x c - -o $(OUT)/has-tsan 2> /dev/null && $(OUT)/has-tsan
test-threads: $(to_test)
	@if $(HAVE_TSAN); then \
	    $(MAKE) --no-print-directory SAN=tsan OUT=build/tsan build/tsan/tests/table_threads && \
	    build/tsan/tests/table_threads $(patsubst %,'[null$(,)"$(abspath $(OUT))/bots/%.so"$(,)null]',stammtisch basic); \
	else echo "threads: skipped, this compiler has no ThreadSanitizer, or it does not run here"; fi

# TEST_JOBS=0 runs the tests in one process, so that a debugger can be used. There are more processes than processors, since some tests
# wait for a limit or for a bot.
TEST_JOBS ?= $(shell expr 4 + $$(nproc))
E2E := tests/e2e tests/oracle
pytest = $(PYTHON) -B -m pytest -n $(TEST_JOBS) --build=$(OUT) $(if $(K),-k "$(K)") $(PYTEST)
test-e2e: $(to_test)
	@$(pytest) $(E2E)
test-times: everything
	@$(pytest) --times=$(OUT)/test-times.json $(E2E)
	@head -60 $(OUT)/test-times.json

# What takes minutes; tests/README.md says when to play it. long-contributing builds a tree of its own.
LONG := $(subst _,-,$(patsubst tests/long/test_%.py,long-%,$(wildcard tests/long/test_*.py)))
$(filter-out long-contributing,$(LONG)): everything
$(LONG):
	@$(pytest) tests/long/test_$(subst -,_,$(@:long-%=%)).py
# DuckDB's releases have names like 1.5.6-r.1, which no range such as @1 includes.
DUCKDB := build/duckdb/node_modules/@duckdb/node-api
long-duckdb: $(DUCKDB)
$(DUCKDB):
	npm install --loglevel=error --no-fund --no-audit --prefix build/duckdb @duckdb/node-api@1.5.6-r.1
rule-sets: everything
	@RULE_SETS=$(or $(N),10000) $(pytest) tests/long/test_rule_sets.py
test-without: everything $(OUT)/tests/without
	@tests/without.sh $(OUT)

# Small changes of the sources that a test must notice (tests/README.md).
mutants: deps
	@$(PYTHON) -B tests/mutants.py --count $(or $(N),30) --seed $(or $(SEED),1) --jobs $(or $(JOBS),$(shell nproc)) \
	    $(if $(ONLY),--only $(ONLY)) $(MUTANTS)

# Builds packages of the same commit twice, in two places: the bytes must be the same.
test-deb: everything
	@DEB=1 $(PYTHON) -B -m pytest --build=$(OUT) -k test_debian_packages_repeat tests/long/test_install.py

kills: everything
	@nice -n 19 $(PYTHON) -B tests/kills.py --build $(OUT) --kills $(or $(N),1000) --disks $(or $(DISKS),50) --seed $(or $(SEED),1)

calibrate: everything
	@nice -n 19 $(PYTHON) -B tests/calibrate.py --build $(OUT) $(if $(RUNS),--runs $(RUNS)) $(if $(WORD),--only "$(WORD)")

weight:
	@python3 -B tests/weight.py

price: all
	$(PYTHON) tests/price.py --program $(PROGRAM)

# ---- coverage: a build without optimisation, all tests, a table by folder ----
coverage: deps
	@$(call install,gcovr='command -v gcovr')
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) -s OUT=build/coverage CFLAGS="-O0 -g -DWORKERS_WRITE --coverage" LDFLAGS=--coverage everything
	@$(MAKE) -s OUT=build/coverage CFLAGS="-O0 -g -DWORKERS_WRITE --coverage" LDFLAGS=--coverage test-unit test-e2e || true
	@gcovr --root . --object-directory build/coverage --filter 'engine/' --filter 'arena/' --filter 'bots/' \
	    --gcov-ignore-parse-errors --print-summary --txt build/coverage/report.txt --html-details build/coverage/report.html
	@echo "by file: build/coverage/report.txt; line by line: build/coverage/report.html"

# ---- fuzz: clang's libFuzzer, corpora in tests/fuzz/NAME, a bounded run ----
FUZZERS  := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_RUNS ?= 20000
HAVE_FUZZER := echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
               clang -fsanitize=fuzzer -x c -o /dev/null - 2>/dev/null
FUZZ_FLAGS := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-sanitize=vptr
FUZZ_OBJECTS := $(patsubst %,build/fuzz/%.o,$(basename $(filter-out arena/main.c,$(wildcard \
                engine/*.c engine/*/*.c engine/*.cc arena/*/*.c arena/*/*.cc))))
build/fuzz/%.o: %.c Makefile
	@mkdir -p $(@D)
	clang $(DEFS) -std=c11 $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -c -o $@ $<
build/fuzz/%.o: %.cc Makefile
	@mkdir -p $(@D)
	clang++ $(DEFS) -std=c++17 $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -c -o $@ $<
build/fuzz/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o $(FUZZ_OBJECTS)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)
fuzz: deps
	@$(HAVE_FUZZER) || { echo "fuzz needs clang with libFuzzer (clang, libclang-rt-14-dev)"; exit 1; }
	@$(MAKE) -s -j$$(nproc) $(FUZZERS:%=build/fuzz/fuzz_%)
	@printf '%s\n' $(FUZZERS) | xargs -P $$(nproc) -I NAME sh -c 'mkdir -p build/fuzz/corpus_NAME; \
	    build/fuzz/fuzz_NAME -runs=$(FUZZ_RUNS) -max_len=8192 -timeout=20 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz/ build/fuzz/corpus_NAME tests/fuzz/NAME \
	        > build/fuzz/NAME.log 2>&1 || { tail -40 build/fuzz/NAME.log; exit 1; }; \
	    echo "fuzz NAME: $$(grep -ao "number_of_executed_units: .*" build/fuzz/NAME.log), no findings"'

# Adds small inputs that the fuzzers found to the corpora of the tree, if they reach code that these do not.
fuzz-corpus: fuzz
	@printf '%s\n' $(FUZZERS) | xargs -P $$(nproc) -I NAME sh -c 'build/fuzz/fuzz_NAME -merge=1 -use_counters=0 -max_len=1024 \
	    tests/fuzz/NAME build/fuzz/corpus_NAME > build/fuzz/NAME.merge.log 2>&1 || { tail -5 build/fuzz/NAME.merge.log; exit 1; }'

.PHONY: everything test test-unit test-signature test-e2e test-times test-without test-threads test-deb $(LONG) rule-sets \
    kills calibrate mutants weight coverage fuzz fuzz-corpus price
