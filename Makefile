# SPDX-License-Identifier: MIT
# Skat Arena. `make help` prints what follows.
#
## make             build the program and the bots into build/plain
## make run         build, then play the sample tournament
## make test        all tests: unit tests, the bench signature, end-to-end tests
## make lint        C and C++: clang-format, clang-tidy, cppcheck; JavaScript: ESLint, tsc; Python: flake8, mypy; shellcheck
## make format      lay out code and wrap comments, as lint wants them
## make generate    write what is made from tables of the sources: parts of headers and schemas
## make docs        the reference of fields, options and rules, into build/plain/docs
## make coverage    which lines the tests reach (gcovr)
## make mutants     change the sources at N=30 places drawn by SEED=1: does a test fail? ONLY=KEY: one again
## make calibrate how often what the program claims is wrong: an hour of play, which goes on where it was stopped; RUNS=, WORD=
## make kills       kill runs N=1000 times and fill DISKS=50 disks: the same bytes after --resume? SEED=
## make long-NAME   tests that take minutes: aarch64 attacks docs install learning lessons pages strength (tests/README.md)
## make rule-sets   play N=10000 rule sets drawn at random, and score each game a second time (a quarter of an hour)
## make test-times  the processor time that each end-to-end test takes, the dearest first
## make test-without  the tests without what a machine may lack: tests/README.md
## make bench       games per second, and the speed of the solver
## make price       what a verdict costs in answers of bots, with re-deals and without
## make fuzz        run the readers of all files under libFuzzer (needs clang); make fuzz-corpus: keep what reaches more
## make install     install the program, libskat, manual pages, completions; PREFIX=/usr/local, DESTDIR=
## make wasm        build the solver for the report's page (clang), and the program with it
## make deb         build Debian packages into build/deb; make dist: the source archive; make test-deb: do packages repeat?
## make wheel       the wheel of the Python package, into build/wheel; make test-wheel: does it play in clean systems? SUITES=
## make aarch64     the program, the bots and the wheel for ARM, by Debian's cross compiler, into build/aarch64
## make pictures    the pictures of the documentation, from real runs in headless Chromium
## make deps        install the Debian packages that are missing, and DuckDB by npm; make deps-browser: what the report's tests use
## make clean       remove build/
##
## Variables, for any of these:
##   V=1            show whole commands
##   SAN=asan       build with AddressSanitizer and UBSan, into build/asan
##   CC=clang CXX=clang++ OUT=build/clang       use another compiler
##   ARCH=          build for processors older than x86-64-v2

# Jobs run in parallel; JOBS=1 makes them run one after the other. A make within make takes its
# jobs from the first.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(or $(JOBS),$(shell nproc))
endif

# A sanitizer's build compiles two fifths faster with -O1 than with -O2. What it prints has functions and lines, for which -g1 is enough.
CFLAGS   ?= $(if $(SAN),-O1 -g1,-O2 -g)
CXXFLAGS ?= $(if $(SAN),-O1 -g1,-O2 -g)
PKG      ?= pkg-config
OUT      ?= build/$(or $(SAN),plain)
# Sets of cards are counted all the time: x86-64-v2, any such processor since 2009, has an
# instruction for it. ARCH= builds for older ones.
ARCH     ?= $(if $(filter x86_64-%,$(shell $(CC) -dumpmachine)),-march=x86-64-v2)
# What makes a mistake in reading a file harder to use: checked by a test, measured in docs/performance.md.
# FORTIFY needs an optimising compiler, and sanitizers have checks of their own. No -fcf-protection: what the C library
# of Debian 12 starts a program with is not marked for it, so no program there is.
HARDEN ?= -fstack-protector-strong -fstack-clash-protection \
          $(if $(SAN),,$(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
# With the sanitizer, what must be relocated at each start takes a sixth of the time of a short run.
NO_PIE_asan := -no-pie
SAN_asan := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN_tsan := -fsanitize=thread

WARN  := -Wall -Wextra -Wshadow -Wpedantic
WARNC := -Wstrict-prototypes -Wmissing-prototypes -Werror=implicit-function-declaration
DEFS  := -D_GNU_SOURCE -I. -MMD -MP
# Paths are those of the tree, wherever it lies: the same sources give the same bytes.
# No fused multiply-add, which rounds differently and which not every processor has.
COMMON := $(ARCH) -ffp-contract=off -fPIC -fvisibility=hidden '-ffile-prefix-map=$(CURDIR)=.' $(HARDEN) $(SAN_$(SAN))
LINK   = $(CC) $(SAN_$(SAN)) -Wl,-z,relro -Wl,-z,now $(LDFLAGS)
# A Python with what the tests import: the one on the path, else Debian's own, which `deps` completes. It is looked for until it is
# found, and then no more: that takes a tenth of a second.
MODULES := jsonschema fastjsonschema pytest xdist
PYTHON = $(or $(FOUND_PYTHON),$(eval FOUND_PYTHON := $(shell \
    for p in python3 /usr/bin/python3; do $(call finds,$$p,$(MODULES)) 2>/dev/null && echo $$p && break; done))$(FOUND_PYTHON))
# Whether a Python has these modules. It looks for them, since importing them takes a second.
finds = $(1) -c "import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, sys.argv[1:])))" $(2)
has_module = $(call finds,python3,$(1)) || $(call finds,/usr/bin/python3,$(1))
# The C++ library is linked statically: to load it takes two fifths of what a process needs to start. A sanitizer wants it shared.
STDCXX  = $(if $(SAN),-lstdc++,-Wl$(,)-Bstatic -lstdc++ -Wl$(,)-Bdynamic)
LIBS   = $(shell $(PKG) --libs libcjson libelf nettle libseccomp libzstd zlib) $(STDCXX) -lm -ldl -pthread

, := ,
# A command is shown as one short line, "  CC      engine/game/game.c"; V=1 shows it whole.
ifeq ($(V),)
.SILENT:
say = @printf '  %-7s %s\n' $(1) $(2);
else
say =
endif

# Debian packages, each after the command that succeeds where it is already installed: those that the program and its manual
# pages are built with, and those of the tests.
BUILD_DEPS := pkg-config='command -v $(PKG)' \
        libarchive-dev='$(PKG) --exists libarchive' \
        libcjson-dev='$(PKG) --exists libcjson' \
        libelf-dev='$(PKG) --exists libelf' \
        libmicrohttpd-dev='$(PKG) --exists libmicrohttpd' \
        nettle-dev='$(PKG) --exists nettle' \
        libseccomp-dev='$(PKG) --exists libseccomp' \
        libzstd-dev='$(PKG) --exists libzstd' \
        zlib1g-dev='$(PKG) --exists zlib' \
        libpcg-cpp-dev='test -e /usr/include/pcg_random.hpp' \
        libboost-dev='test -e /usr/include/boost/math/distributions/students_t.hpp' \
        lowdown='command -v lowdown' python3='command -v python3'
TEST_DEPS = libcmocka-dev='$(PKG) --exists cmocka' \
        $(foreach module,jsonschema fastjsonschema pytest,python3-$(module)='test -n "$(PYTHON)" || $(call finds,/usr/bin/python3,$(module))') \
        python3-pytest-xdist='test -n "$(PYTHON)" || $(call finds,/usr/bin/python3,xdist)' \
        $(foreach module,numpy pandas,python3-$(module)='$(call has_module,$(module))') \
        mandoc='command -v mandoc' strace='command -v strace'

ENGINE   := $(patsubst %.c,$(OUT)/%.o,$(wildcard engine/*.c engine/*/*.c)) $(OUT)/engine/random.o
ARENA    := $(patsubst %,$(OUT)/%.o,$(basename $(wildcard arena/*.c arena/*/*.c arena/*/*.cc)))
BOTS     := $(patsubst bots/%.c,$(OUT)/bots/%.so,$(wildcard bots/*.c)) \
            $(patsubst bots/%/,$(OUT)/bots/%.so,$(wildcard bots/*/))
BADBOTS  := $(patsubst tests/bots/%.c,$(OUT)/tests/bots/%.so,$(wildcard tests/bots/*.c tests/bots/cheats/*.c))
TESTS    := $(patsubst %.c,$(OUT)/%,$(wildcard tests/unit/test_*.c))
# Compiled, though only clang links them: a change of a header must not wait for `make fuzz`.
FUZZ_O   := $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/fuzz/*.c))
PROGRAM  := $(OUT)/skat-arena
FFI      := $(OUT)/libskat-ffi.so
FITS     := $(OUT)/fit-card-weights $(OUT)/fit-card-odds $(OUT)/fit-card-judges $(OUT)/neural-record $(OUT)/neural-record-hands

# What a wheel has in it, for machines without these libraries, which lie beside the program there. Without the parts of the C++ library
# that nothing calls, it needs no newer glibc than they do.
WHEEL := $(OUT)/wheel
WHEEL_LIBS := $(patsubst %,$(WHEEL)/%,libcjson.so.1 libelf.so.1 libnettle.so.8 libseccomp.so.2 libzstd.so.1 libz.so.1)
WHEEL_FILES := $(patsubst $(OUT)/%,$(WHEEL)/%,$(PROGRAM) $(FFI) $(BOTS)) $(WHEEL_LIBS)

# Compiled files depend on the flags, what is linked on the list of what there is to link: a change of either,
# or a source that is gone, builds anew. The recipes always run, and write only what has changed.
.DEFAULT_GOAL := all
STAMP_FLAGS   := $(OUT)/flags
STAMP_SOURCES := $(OUT)/sources
keep = mkdir -p $(@D); printf '%s\n' $(1) | cmp -s - $@ || printf '%s\n' $(1) > $@
$(STAMP_FLAGS): FORCE
	$(call keep,$(foreach flags,$(CC) $(CFLAGS) / $(CXX) $(CXXFLAGS) / $(CPPFLAGS) $(subst $(CURDIR),.,$(COMMON)) $(LDFLAGS),'$(flags)'))
# Bots whose source is gone go too: the program would still find them.
$(STAMP_SOURCES): FORCE
	$(call keep,$(patsubst $(OUT)/%,%,$(ENGINE) $(ARENA) $(BOTS) $(BADBOTS)) $(wildcard bots/*/*.c)); \
	for bot in $(filter-out $(BOTS) $(BADBOTS) $(WHEEL_FILES),$(wildcard $(OUT)/bots/*.so $(WHEEL)/bots/*.so $(OUT)/tests/bots/*.so $(OUT)/tests/bots/cheats/*.so)); do rm -f $$bot; done
FORCE:
.PHONY: FORCE

program: $(PROGRAM) $(BOTS)
# With all that `make install` copies, so that root compiles nothing.
all: program $(FFI) $(if $(SAN),,lib man docs sbom)
everything: all $(BADBOTS) $(TESTS) $(FITS) $(if $(SAN),,$(OUT)/tests/margin_errors $(FUZZ_O)) $(OUT)/tests/forge deps

# ---- build ----
$(OUT)/libskat.a: $(ENGINE) $(STAMP_SOURCES)
$(OUT)/libarena.a: $(filter-out $(OUT)/arena/main.o,$(ARENA)) $(STAMP_SOURCES)
objects = $(filter %.o %.a,$^)
%.a:
	$(call say,AR,$@) rm -f $@; $(AR) rcs $@ $(objects)
# Libraries beside the program are found.
$(WHEEL)/%: private LDFLAGS += -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..' -Wl,--gc-sections -Wl,--strip-debug
$(WHEEL_LIBS): $(STAMP_FLAGS)
	mkdir -p $(@D); ln -sf "$$(realpath "$$($(CC) -print-file-name=$(@F))")" $@
wheel-files: $(WHEEL_FILES)
.PHONY: wheel-files

$(PROGRAM) $(WHEEL)/skat-arena: $(OUT)/arena/main.o $(OUT)/libarena.a $(OUT)/libskat.a
	$(call say,LD,$@) mkdir -p $(@D); $(LINK) $(NO_PIE_$(SAN)) -o $@ $(objects) $(LIBS)

# libskat and the bots' seats as functions of numbers, texts and arrays, for other languages (arena/learn/skat_ffi.h).
FFI_SONAME := libskat-ffi.so.$(shell sed -n 's/.*FFI_VERSION = \([0-9]*\).*/\1/p' arena/learn/skat_ffi.h)
$(FFI) $(WHEEL)/libskat-ffi.so: $(OUT)/arena/learn/skat_ffi.o $(OUT)/libarena.a $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -shared -Wl,-soname,$(FFI_SONAME) -Wl,-z,defs -Wl,--exclude-libs,ALL -o $@ $(objects) $(LIBS)

# The report's page becomes part of the program; the solver in it is another build, with clang for WebAssembly.
WASM := build/wasm/solver.base64
WASM_DEPS := clang='command -v clang' lld='command -v wasm-ld' wasi-libc='test -d /usr/include/wasm32-wasi' \
        libclang-rt-dev-wasm32='dpkg -s libclang-rt-dev-wasm32'
WASM_SOURCES := arena/report/page/solver_wasm.c $(wildcard engine/solver/*.c) engine/ranking.c engine/card.c engine/contract.c
$(WASM): $(WASM_SOURCES) $(wildcard engine/*.h engine/solver/*.h) Makefile
	$(call say,WASM,$@) mkdir -p $(@D); \
	clang --target=wasm32-wasi -mexec-model=reactor -O2 -mbulk-memory -ffunction-sections -I. -std=c11 -D_GNU_SOURCE \
	    -fvisibility=hidden $(WARN) -Wl,--no-entry -Wl,--strip-all -Wl,--gc-sections -o $(@:.base64=.wasm) $(WASM_SOURCES) && \
	base64 -w 0 $(@:.base64=.wasm) > $@
wasm:
	@$(call install,$(WASM_DEPS))
	@$(MAKE) --no-print-directory $(WASM) && $(MAKE) --no-print-directory all
.PHONY: wasm
# What the tests of the report in a browser need; without it they are skipped.
BROWSER_DEPS := chromium='command -v chromium' npm='command -v npm'
AXE := build/browser/axe.min.js
deps-browser:
	@$(call install,$(BROWSER_DEPS))
	@test -s $(AXE) || { mkdir -p build/browser && cd build/browser && npm pack --silent axe-core@4 > /dev/null && \
	    tar -xzf axe-core-*.tgz --strip-components=1 package/axe.min.js && rm axe-core-*.tgz; }
.PHONY: deps-browser
ifneq ($(wildcard $(WASM)),)
$(OUT)/arena/report/assets.o: $(WASM)
$(OUT)/arena/report/assets.o: CPPFLAGS += -DSOLVER_WASM='"$(WASM)"'
endif
$(OUT)/arena/new_bot/new_bot.o: $(wildcard arena/new_bot/templates/*)
$(OUT)/arena/report/assets.o: $(wildcard arena/report/page/*)

# A bot of one file, and a bot of a folder. LIBS_NAME: what the bot of folder NAME is linked with.
# What a bot plays, whatever compiled it: the SHA-256 of its sources, in a note of its module (arena/bot/module_file.c).
dependencies = $(patsubst %.o,%.d,$(filter %.o,$^) $(if $(filter %/libskat.a,$^),$(ENGINE)))
learned = $(wildcard $(addsuffix *.weights,$(sort $(patsubst $(OUT)/%,%,$(dir $(filter %.o,$^))))))
$(OUT)/bots/%.note.o: $(STAMP_SOURCES)
	{ cat $(dependencies) | tr -s ' \\:' '\n' | grep -E '\.(c|cc|h)$$'; printf '%s\n' $(learned); } | LC_ALL=C sort -u | xargs sha256sum | \
	    sha256sum | sed 's/\(.*\)  -/.section .note.skat-arena,"a",%note\n.balign 4\n.long 11, 64, 1\n.asciz "skat-arena"\n.balign 4\n.ascii "\1"\n.section .note.GNU-stack,"",%progbits/' | \
	    $(CC) -c -x assembler -o $@ -
link_bot = $(call say,LD,$@) mkdir -p $(@D); $(LINK) -shared -Wl,--exclude-libs,ALL -o $@ $(objects) $(LIBS_$*)
$(OUT)/bots/%.so: $(OUT)/bots/%.note.o ; $(link_bot)
$(WHEEL)/bots/%.so: $(OUT)/bots/%.note.o ; $(link_bot)
$(OUT)/tests/bots/%.so: $(STAMP_SOURCES) ; $(link_bot)
$(OUT)/tests/bots/cheats/%.so: $(STAMP_SOURCES) ; $(link_bot)
$(foreach bot,$(wildcard bots/*.c tests/bots/*.c tests/bots/cheats/*.c),$(eval $(OUT)/$(bot:.c=.so) $(WHEEL)/$(bot:.c=.so) $(OUT)/$(bot:.c=.note.o): $(OUT)/$(bot:.c=.o)))
# USES_NAME: other bots' folders that it is built upon, but for these bots' modules.
LIBS_pipe = $(shell $(PKG) --libs libcjson) $(STDCXX)
LIBS_pimc = $(STDCXX)
USES_pimc := stammtisch neural
USES_neural := stammtisch
LINKS_LIBSKAT := pimc pipe
objects_of = $(patsubst %.c,$(OUT)/%.o,$(wildcard bots/$(1)/*.c))
parts_of = $(filter-out $(OUT)/bots/$(1)/$(1).o,$(call objects_of,$(1)))
$(foreach bot,$(patsubst bots/%/,%,$(wildcard bots/*/)),$(eval $(OUT)/bots/$(bot).so $(WHEEL)/bots/$(bot).so $(OUT)/bots/$(bot).note.o: \
    $(call objects_of,$(bot)) $(foreach used,$(USES_$(bot)),$(call parts_of,$(used))) \
    $(if $(filter $(bot),$(LINKS_LIBSKAT)),$(OUT)/libskat.a)))

# Learned numbers, which the assembler reads (bots/learned.h): the compiler does not tell that.
$(OUT)/bots/neural/network_weights.o: $(wildcard bots/neural/*.weights)
$(OUT)/bots/pimc/card_weights.o: $(wildcard bots/pimc/*.weights)

# Cheats that are stammtisch but for what they do beside it.
STAMMTISCH_PLAYS := $(call parts_of,stammtisch)
$(patsubst %,$(OUT)/tests/bots/%.so,cheats/loses_once cheats/colluders rare): $(STAMMTISCH_PLAYS)

# Tests of parts of pimc that are built upon stammtisch, but for its module, and of stammtisch.
NEURAL_PLAYS := $(call parts_of,neural)
PIMC_PLAYS := $(patsubst %,$(OUT)/bots/pimc/%.o,rollout card_values card_chances card_weights) \
    $(STAMMTISCH_PLAYS) $(NEURAL_PLAYS)
$(patsubst %,$(OUT)/tests/unit/test_%,pimc card_values): $(patsubst %,$(OUT)/bots/pimc/%.o,hand_game pick_up prospects \
    judge verdict belief plays worlds) $(PIMC_PLAYS)
$(patsubst %,$(OUT)/tests/unit/test_%,pimc card_values): LIBS += $(OUT)/libskat.a $(STDCXX) # once more, for judge
$(OUT)/tests/unit/test_stammtisch: $(STAMMTISCH_PLAYS)
# What fits the weights by which pimc plays games out, expects cards, and judges them (bots/pimc/fit).
$(OUT)/fit-card-%: $(OUT)/bots/pimc/fit/fit_card_%.o $(patsubst %,$(OUT)/bots/pimc/fit/%.o,fitting log) \
    $(call objects_of,pimc) $(PIMC_PLAYS) $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $^ $(LIBS)
# What neural learns from (bots/neural/train).
$(OUT)/neural-record: $(OUT)/bots/neural/train/record.o
$(OUT)/neural-record-hands: $(OUT)/bots/neural/train/record_hands.o
$(OUT)/neural-record $(OUT)/neural-record-hands: $(patsubst %,$(OUT)/bots/neural/train/%.o,deals training_table) \
    $(patsubst %,$(OUT)/bots/pimc/%.o,judge verdict) $(PIMC_PLAYS) $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $^ $(LIBS)
$(OUT)/tests/unit/test_neural: $(PIMC_PLAYS)
$(OUT)/tests/%: $(OUT)/tests/%.o $(OUT)/libarena.a $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $^ $(shell $(PKG) --libs cmocka) $(LIBS)

# Of the program, only the folders that Tables with bots need: all of them take three times as long to compile.
THREADS_O := $(patsubst %.c,$(OUT)/%.o,$(wildcard $(patsubst %,arena/%/*.c,base bot config learn record sandbox stats)))
$(OUT)/tests/libthreads.a: $(THREADS_O) $(STAMP_SOURCES)
$(OUT)/tests/table_threads: $(OUT)/tests/table_threads.o $(OUT)/tests/libthreads.a $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $(objects) $(LIBS)

# libskat is an archive and a shared library of the same objects: what others may call is visible there. Bots and the library for
# other languages, which contain the archive, hide it again (--exclude-libs).
VISIBLE := -fvisibility=default -fno-semantic-interposition
$(ENGINE): private COMMON += $(VISIBLE)
# Nothing is compiled before it was seen to that the libraries are there.
$(OUT)/%.o: %.c Makefile $(STAMP_FLAGS) | deps-missing
	$(call say,CC,$<) mkdir -p $(@D); \
	$(CC) $(DEFS) $(CPPFLAGS) -std=c11 $(COMMON) $(WARN) $(WARNC) $(CFLAGS) -c -o $@ $<
$(OUT)/%.o: %.cc Makefile $(STAMP_FLAGS) | deps-missing
	$(call say,CXX,$<) mkdir -p $(@D); \
	$(CXX) $(DEFS) $(CPPFLAGS) -std=c++17 $(COMMON) $(WARN) $(CXXFLAGS) -c -o $@ $<

# ---- play ----
# What `make run` is about to do; a file takes a third of a second of processor time (233 s for all 760 files, 2026-11-28).
ifneq ($(filter run,$(MAKECMDGOALS)),)
TO_COMPILE := $(words $(filter-out $(wildcard $(ENGINE) $(ARENA)),$(ENGINE) $(ARENA)))
$(info make run: $(if $(filter 0,$(TO_COMPILE)),,compiles the program ($(TO_COMPILE) files, about $(shell \
    expr 5 + $(TO_COMPILE) / \( 3 \* $$(nproc) \)) s), then )plays the sample tournament, 10800 games, in a few seconds)
endif
run: all
	$(PROGRAM) run configs/stammtisch.json --force
# What a verdict costs in answers of bots, with re-deals and without (docs/statistics.md).
price: all
	$(PYTHON) tests/price.py --program $(PROGRAM)

bench: all
	$(PROGRAM) bench
	$(PROGRAM) bench --solver tests/data/solver-deals.txt

# ---- test ----
# The end-to-end tests, many of which wait, and beside them the unit tests and the signature over every card and score that the bots in
# the tree play from a fixed seed (a commit that means to change it says so). Under a sanitizer the signature would take minutes, and
# show no call that the other tests do not make. What takes minutes has a target of its own.
test: everything
	@$(MAKE) --no-print-directory BUILT=1 test-e2e test-unit $(if $(SAN),,test-signature)

# What `test` has built is not looked through again for each part: a second or two each time.
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

# Threads with tables of their own, under ThreadSanitizer, where the compiler has it and it runs here.
HAVE_TSAN = printf '\43ifndef __SANITIZE_THREAD__\n\43error\n\43endif\nint main(void) { return 0; }\n' | \
    $(CC) -fsanitize=thread -x c - -o $(OUT)/has-tsan 2> /dev/null && $(OUT)/has-tsan
test-threads: $(to_test)
	@if $(HAVE_TSAN); then \
	    $(MAKE) --no-print-directory SAN=tsan OUT=build/tsan build/tsan/tests/table_threads && \
	    build/tsan/tests/table_threads $(patsubst %,'[null$(,)"$(abspath $(OUT))/bots/%.so"$(,)null]',stammtisch basic); \
	else echo "threads: skipped, this compiler has no ThreadSanitizer, or it does not run here"; fi

# make test-e2e K=pipe runs the tests that have `pipe` in the name of their module, class or function;
# with TEST_JOBS=0 in this process, so that a debugger can be used.
# More processes than processors: some tests wait, for a limit or for a bot.
TEST_JOBS ?= $(shell expr 4 + $$(nproc))
E2E := tests/e2e tests/oracle
pytest = $(PYTHON) -B -m pytest -n $(TEST_JOBS) --build=$(OUT) $(if $(K),-k "$(K)") $(PYTEST)
test-e2e: $(to_test)
	@$(pytest) $(E2E)
test-times: everything
	@$(pytest) --times=$(OUT)/test-times.json $(E2E)
	@head -60 $(OUT)/test-times.json

# What takes minutes: played before a release, and where its code has changed (CONTRIBUTING.md).
LONG := aarch64 attacks docs duckdb install learning lessons pages strength
$(LONG:%=long-%): everything
	@$(pytest) tests/long/test_$(@:long-%=%).py
# DuckDB's releases have names like 1.5.6-r.1, which no range such as @1 includes.
DUCKDB := build/duckdb/node_modules/@duckdb/node-api
long-duckdb: $(DUCKDB)
$(DUCKDB):
	npm install --loglevel=error --no-fund --no-audit --prefix build/duckdb @duckdb/node-api@1.5.6-r.1
rule-sets: everything
	@RULE_SETS=$(or $(N),10000) $(pytest) tests/long/test_rule_sets.py
test-without: everything $(OUT)/tests/without
	@tests/without.sh $(OUT)
.PHONY: $(LONG:%=long-%) rule-sets test-times test-without

# Small changes of the sources that a test must notice (tests/README.md).
mutants: deps
	@$(PYTHON) -B tests/mutants.py --count $(or $(N),30) --seed $(or $(SEED),1) --jobs $(or $(JOBS),$(shell nproc)) \
	    $(if $(ONLY),--only $(ONLY)) $(MUTANTS)
.PHONY: mutants

# The same commit, built into packages twice, in two places: the same bytes.
test-deb: everything
	@DEB=1 $(PYTHON) -B -m pytest --build=$(OUT) -k test_debian_packages_repeat tests/long/test_install.py
.PHONY: test-deb

kills: everything
	@nice -n 19 $(PYTHON) -B tests/kills.py --build $(OUT) --kills $(or $(N),1000) --disks $(or $(DISKS),50) --seed $(or $(SEED),1)
.PHONY: kills

calibrate: everything
	@nice -n 19 $(PYTHON) -B tests/calibrate.py --build $(OUT) $(if $(RUNS),--runs $(RUNS)) $(if $(WORD),--only "$(WORD)")
.PHONY: calibrate

# ---- what is made from tables of the sources and committed: packaging/generate.py ----
FORMAT_DEPS := clang-format='command -v clang-format'
generate: $(PROGRAM)
	@$(call install,$(FORMAT_DEPS))
	@python3 -B packaging/generate.py $(PROGRAM)
	@python3 -B packaging/abi.py
format:
	@$(call install,$(FORMAT_DEPS))
	@clang-format -i $(ALL_C)
	@python3 packaging/wrap_comments.py $(ALL_C)

# ---- lint ----
# A package for each tool, as above; only `lint` and `coverage` need them.
LINT_DEPS := clang-format='command -v clang-format' clang-tidy='command -v clang-tidy' \
             cppcheck='command -v cppcheck' shellcheck='command -v shellcheck' \
             eslint='command -v eslint' node-typescript='command -v tsc' mypy='command -v mypy' \
             flake8='command -v flake8' $(foreach module,flake8_docstrings numpy pytest,python3-$(subst _,-,$(module))='$(call finds,/usr/bin/python3,$(module))')
# The files of the tree that are named so, in whatever folder, and new ones that git does not ignore. A folder of
# which git knows nothing may be a user's own: skat-arena new-bot mine.
OURS     = $(shell git ls-tree -d --name-only HEAD)
sources  = $(or $(filter $(OURS:%=%/%),$(wildcard $(shell git ls-files --cached --others --exclude-standard $(1:%='%')))), \
                $(error no $(1): lint and format ask git which files there are))
C_FILES  = $(filter-out tests/%,$(call sources,*.c)) # bots of the tests do wrong on purpose
CC_FILES = $(call sources,*.cc)
ALL_C    = $(call sources,*.c *.h *.cc)
PY_FILES = $(call sources,*.py)
SHELL_FILES = .ci/run $(call sources,*.sh *.bash)
lint-deps: deps
	@$(call install,$(LINT_DEPS))
# The parts say nothing unless they find something; each can be run alone, as in `make lint-python`.
lint: lint-layout lint-c lint-shell lint-javascript lint-python
	@echo "lint: nothing to say"
lint-layout: lint-deps
	@clang-format --dry-run -Werror $(ALL_C)
	@python3 packaging/wrap_comments.py --check $(ALL_C)
# -Ibots: templates of new bots include the interface as bots outside of the tree do.
CPPCHECK = cppcheck --quiet --error-exitcode=1 -j$$(nproc) --enable=warning,performance,portability \
    --library=./.cppcheck.cfg --suppressions-list=.cppcheck -I. -Ibots -Iarena/learn -D_GNU_SOURCE
clang_tidy = printf '%s\n' $(2) | xargs -P $$(nproc) -n 12 sh -c \
    'clang-tidy --quiet --warnings-as-errors="*" "$$@" -- $(DEFS) -Ibots -Iarena/learn $(1) 2>&1 | \
     grep -E "warning:|error:" && exit 1; exit 0' sh
lint-c: lint-deps
	@$(CPPCHECK) --std=c11 $(C_FILES)
	@$(CPPCHECK) --std=c++17 $(CC_FILES)
	@$(call clang_tidy,-std=c11,$(C_FILES))
	@$(call clang_tidy,-std=c++17,$(CC_FILES))
lint-shell: lint-deps
	@shellcheck $(SHELL_FILES)
lint-javascript: lint-deps
	@python3 packaging/lint_page.py $(call sources,*.js)
# What others import is typed and described throughout, and so are the tools of the build.
STRICT_PY = $(filter python/% packaging/%,$(PY_FILES))
lint-python: lint-deps
	@flake8 $(PY_FILES)
	@flake8 --select=D1 --ignore=D105,D107 python/skat_arena
	@mypy --config-file .mypy.ini --no-error-summary $(PY_FILES)
	@mypy --config-file .mypy.ini --no-error-summary --strict --strict-optional --enable-error-code var-annotated \
	    --warn-unreachable --python-version 3.10 $(STRICT_PY)
.PHONY: lint-deps lint-layout lint-c lint-shell lint-javascript lint-python

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

# What the fuzzers have found beside the corpora of the tree, if it reaches what these do not: small inputs only.
fuzz-corpus: fuzz
	@printf '%s\n' $(FUZZERS) | xargs -P $$(nproc) -I NAME sh -c 'build/fuzz/fuzz_NAME -merge=1 -use_counters=0 -max_len=1024 \
	    tests/fuzz/NAME build/fuzz/corpus_NAME > build/fuzz/NAME.merge.log 2>&1 || { tail -5 build/fuzz/NAME.merge.log; exit 1; }'
.PHONY: fuzz-corpus

# $(call install,LIST) installs the packages of a list in the form of BUILD_DEPS that are missing, and says so
# before it does; with NO_INSTALL=1 it only says what is missing. Nothing else is ever downloaded.
install = missing=; for dep in $(1); do \
    eval "$${dep\#*=}" >/dev/null 2>&1 || missing="$$missing $${dep%%=*}"; done; \
if [ -n "$$missing" ]; then \
    if [ -n "$(NO_INSTALL)" ]; then \
        echo "missing: the Debian packages$$missing; install them, or run \`make deps\`" >&2; exit 1; fi; \
    echo "installing the Debian packages$$missing"; sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
    said=$$($$sudo apt-get update -qq 2>&1 && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing 2>&1) || \
    { printf '%s\n' "$$said" | tail -5 >&2; \
      echo "could not install$$missing: install these packages, then run make again" >&2; exit 1; }; fi
# All that the goals of this make need, in one go.
BUILD_GOALS := all program run install uninstall lib man sbom wheel wheel-files bench dist
# Where it runs: docs/stability.md has a table.
SUPPORTED = printf '\43if !defined __linux__ || !defined __LP64__ || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n\43error\n\43endif\n' | \
    $(CC) -x c -E - > /dev/null 2>&1 || ! command -v $(CC) > /dev/null || \
    { echo "Skat Arena runs on Linux, on 64-bit little-endian processors only; $(CC) compiles for $$($(CC) -dumpmachine)" >&2; exit 1; }
deps-missing:
	@$(SUPPORTED)
	@$(call install,$(BUILD_DEPS) $(if $(filter-out $(BUILD_GOALS),$(or $(MAKECMDGOALS),all)),$(TEST_DEPS)))
deps: deps-missing

include packaging/install.mk

clean:
	rm -rf build

# Prints the lines of this file that begin with "## ".
help:
	sed -n 's/^## //p' $(firstword $(MAKEFILE_LIST))

.PHONY: generate format program all everything help deps deps-missing lint coverage run test test-unit test-signature test-e2e bench price fuzz clean
.SECONDARY:
.DELETE_ON_ERROR:
-include $(shell find $(OUT) build/fuzz -name '*.d' 2>/dev/null)
