# make            build everything into build/plain
# make run        build, then play the sample tournament
# make test       unit, property, golden and end-to-end tests, then the bench signature
# make bench      games per second beside the peers of the README
# make fuzz       the config, deal and log readers under libFuzzer (clang)
# make SAN=asan test    the same under AddressSanitizer and UBSan, in build/asan
# make CC=clang CXX=clang++ OUT=build/clang     with another compiler

CFLAGS   ?= -O2 -g
CXXFLAGS ?= -O2 -g
PKG      ?= pkg-config
OUT      ?= build/$(or $(SAN),plain)
# Sets of cards are counted all the time: x86-64-v2, any such processor since 2009, has an
# instruction for it. ARCH= builds for older ones.
ARCH     ?= $(if $(filter x86_64,$(shell uname -m)),-march=x86-64-v2)
SAN_asan := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

WARN  := -Wall -Wextra -Wshadow -Wpedantic
WARNC := -Wstrict-prototypes -Wmissing-prototypes
DEFS  := -D_GNU_SOURCE -I. -MMD -MP
COMMON := $(ARCH) -fPIC -fvisibility=hidden $(SAN_$(SAN))
# A Python with jsonschema: the one on the path, else Debian's own, into which `deps` installs it.
PYTHON = $(shell for p in python3 /usr/bin/python3; do $$p -c 'import jsonschema' 2>/dev/null && \
                 echo $$p && break; done)
LIBS   = $(shell $(PKG) --libs libcjson libmd libseccomp libzstd) -lstdc++ -lm -ldl

# Debian packages, each behind the command that succeeds where it is there already.
DEPS := pkg-config='command -v $(PKG)' \
        libcjson-dev='$(PKG) --exists libcjson' \
        libmd-dev='$(PKG) --exists libmd' \
        libseccomp-dev='$(PKG) --exists libseccomp' \
        libzstd-dev='$(PKG) --exists libzstd' \
        libcmocka-dev='$(PKG) --exists cmocka' \
        libpcg-cpp-dev='test -e /usr/include/pcg_random.hpp' \
        libboost-dev='test -e /usr/include/boost/math/distributions/students_t.hpp' \
        python3-jsonschema='python3 -c "import jsonschema" || /usr/bin/python3 -c "import jsonschema"'

ENGINE   := $(patsubst %.c,$(OUT)/%.o,$(wildcard engine/*.c)) $(OUT)/engine/random.o
ARENA    := $(patsubst %.c,$(OUT)/%.o,$(wildcard arena/*.c arena/*/*.c)) \
            $(OUT)/arena/statistics/distribution.o
LIBARENA := $(filter-out $(OUT)/arena/main.o,$(ARENA))
BOTS     := $(patsubst bots/%.c,$(OUT)/bots/%.so,$(wildcard bots/*.c)) \
            $(patsubst bots/%/,$(OUT)/bots/%.so,$(wildcard bots/*/))
BADBOTS  := $(patsubst tests/bots/%.c,$(OUT)/tests/bots/%.so,$(wildcard tests/bots/*.c))
TESTS    := $(patsubst %.c,$(OUT)/%,$(wildcard tests/unit/test_*.c))
PROGRAM  := $(OUT)/skat-arena

all: deps $(PROGRAM) $(BOTS)
everything: all $(BADBOTS) $(TESTS)

$(OUT)/libskat.a: $(ENGINE)
	@rm -f $@
	$(AR) rcs $@ $^
$(PROGRAM): $(ARENA) $(OUT)/libskat.a
	$(CC) $(SAN_$(SAN)) $(LDFLAGS) -o $@ $^ $(LIBS)

# The report's page and plots become part of the program.
$(OUT)/arena/report/assets.o: $(wildcard arena/report/page.* arena/report/*.gp)

# A bot of one file, and a bot of a folder. LIBS_NAME: what the bot of folder NAME is linked with.
$(OUT)/bots/%.so: $(OUT)/bots/%.o
	$(CC) $(SAN_$(SAN)) $(LDFLAGS) -shared -o $@ $^
# USES_NAME: another bot's folder that it is built upon, but for that bot's module.
LIBS_pipe = $(shell $(PKG) --libs libcjson)
LIBS_pimc = -lstdc++
USES_pimc := stammtisch
objects_of = $(patsubst %.c,$(OUT)/%.o,$(wildcard bots/$(1)/*.c))
define folder_bot
$(OUT)/bots/$(1).so: $(call objects_of,$(1)) $(if $(USES_$(1)),$(filter-out $(OUT)/bots/$(USES_$(1))/$(USES_$(1)).o,$(call objects_of,$(USES_$(1)))) $(OUT)/libskat.a)
	$$(CC) $$(SAN_$$(SAN)) $$(LDFLAGS) -shared -o $$@ $$^ $$(LIBS_$(1))
endef
$(foreach bot,$(patsubst bots/%/,%,$(wildcard bots/*/)),$(eval $(call folder_bot,$(bot))))
$(OUT)/tests/bots/%.so: $(OUT)/tests/bots/%.o
	$(CC) $(SAN_$(SAN)) $(LDFLAGS) -shared -o $@ $^

$(OUT)/tests/unit/test_%: $(OUT)/tests/unit/test_%.o $(LIBARENA) $(OUT)/libskat.a
	$(CC) $(SAN_$(SAN)) $(LDFLAGS) -o $@ $^ $(shell $(PKG) --libs cmocka) $(LIBS)

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(DEFS) $(CPPFLAGS) -std=c11 $(COMMON) $(WARN) $(WARNC) $(CFLAGS) -c -o $@ $<
$(OUT)/%.o: %.cc Makefile
	@mkdir -p $(@D)
	$(CXX) $(DEFS) $(CPPFLAGS) -std=c++17 $(COMMON) $(WARN) $(CXXFLAGS) -c -o $@ $<

# ---- play ----
run: all
	$(PROGRAM) run configs/stammtisch.json --force
bench: all
	$(PROGRAM) bench
	$(PROGRAM) bench --solver tests/data/solver-deals.txt

# ---- test ----
# The unit tests print cmocka's lines; the bench signature is over every card and score that the
# bots in the tree play from a fixed seed (a commit that means to change it says so).
test: everything
	@set -e; for test in $(TESTS); do $$test; done
	$(PROGRAM) bench --signature > $(OUT)/bench.signature
	diff tests/data/bench.expected $(OUT)/bench.signature
	@$(MAKE) -k -j$$(nproc) -Otarget --no-print-directory $(TESTED)
	@if [ -n "$(SAN)" ]; then :; elif $(HAVE_FUZZER); then $(MAKE) -s fuzz FUZZ_RUNS=2000; \
	    else echo "fuzz: skipped, there is no clang with libFuzzer (clang, libclang-rt-14-dev)"; fi

# The end-to-end tests, one process each and as many at once as there are processors; alone:
# make script-report. Those that run no program of ours ask for no folder of them.
SCRIPTS := $(patsubst tests/test_%.py,script-%,$(wildcard tests/test_*.py))
# Under the sanitizers those are left out that are about numbers and documents rather than memory.
TESTED  := $(if $(SAN),$(filter-out $(addprefix script-,readme scorekeeper statistician study cluster \
             compare report),\
             $(SCRIPTS)),$(SCRIPTS))
$(filter-out script-scorekeeper script-statistician,$(SCRIPTS)): FOLDER = $(OUT)
$(SCRIPTS):
	$(PYTHON) $(@:script-%=tests/test_%.py) $(FOLDER)

# ---- fuzz: clang's libFuzzer, corpora in tests/fuzz/NAME, a bounded run ----
FUZZERS  := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_RUNS ?= 20000
HAVE_FUZZER := echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
               clang -fsanitize=fuzzer -x c -o /dev/null - 2>/dev/null
FUZZ_FLAGS := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-sanitize=vptr
FUZZ_OBJECTS := $(patsubst %,build/fuzz/%.o,$(basename $(filter-out arena/main.c,$(wildcard \
                engine/*.c engine/*.cc arena/*.c arena/*/*.c arena/*/*.cc))))
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
	@set -e; for name in $(FUZZERS); do mkdir -p build/fuzz/corpus_$$name; \
	    build/fuzz/fuzz_$$name -runs=$(FUZZ_RUNS) -max_len=8192 -timeout=20 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz/ build/fuzz/corpus_$$name tests/fuzz/$$name \
	        > build/fuzz/$$name.log 2>&1 || { tail -40 build/fuzz/$$name.log; exit 1; }; \
	    echo "fuzz $$name: $$(grep -ao 'number_of_executed_units: .*' build/fuzz/$$name.log), no findings"; \
	done

# Installs what is missing, and says so. Nothing else is ever downloaded.
deps:
	@missing=; for dep in $(DEPS); do \
	    eval "$${dep#*=}" >/dev/null 2>&1 || missing="$$missing $${dep%%=*}"; done; \
	if [ -n "$$missing" ]; then \
	    echo "installing$$missing"; sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    $$sudo apt-get update -qq && $$sudo apt-get install -y -qq $$missing >/dev/null || \
	    { echo "could not install$$missing: install these packages, then run make again" >&2; exit 1; }; fi

clean:
	rm -rf build

.PHONY: all everything deps run test bench fuzz clean $(SCRIPTS)
.SECONDARY:
.DELETE_ON_ERROR:
-include $(shell find $(OUT) build/fuzz -name '*.d' 2>/dev/null)
