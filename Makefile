# SPDX-License-Identifier: MIT
# Skat Arena: how the program and the bots are built. tests/tests.mk has the tests, packaging/*.mk the rest.
# `make help` prints the lines of all these files that begin with "##".
#
## make             build the program and the bots into build/plain
## make run         build, then play the sample tournament
## make bench       games per second, and the speed of the solver
## make wasm        build the solver for the report's page (clang), and the program with it
## make clean       remove build/
##
## Variables, for any of these:
##   V=1            show whole commands
##   SAN=asan       build with AddressSanitizer and UBSan, into build/asan
##   CC=clang CXX=clang++ OUT=build/clang       use another compiler
##   ARCH=          build for processors older than x86-64-v2

# Jobs run in parallel, as many as there are processors; JOBS=1 runs them one after the other. A make that is
# started by a make shares its jobs.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(or $(JOBS),$(shell nproc))
endif

# A sanitizer's build compiles two fifths faster with -O1 than with -O2, and -g1 is enough for the functions and lines that it prints.
CFLAGS   ?= $(if $(SAN),-O1 -g1,-O2 -g)
CXXFLAGS ?= $(if $(SAN),-O1 -g1,-O2 -g)
PKG      ?= pkg-config
OUT      ?= build/$(or $(SAN),plain)
# Cards in a set are counted all the time. x86-64-v2, which such processors have had since 2009, has an instruction for that; ARCH= builds
# for older ones.
ARCH     ?= $(if $(filter x86_64-%,$(shell $(CC) -dumpmachine)),-march=x86-64-v2)
# These flags make a mistake in the reading of a file harder to exploit; a test checks that they are in effect. FORTIFY needs an
# optimising compiler, and sanitizers have checks of their own. -fcf-protection would have no effect: Debian 12's start-up code is not
# marked for it.
HARDEN ?= -fstack-protector-strong -fstack-clash-protection \
          $(if $(SAN),,$(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
# With the sanitizer, relocating a position-independent program takes a sixth of the time of a short run.
NO_PIE_asan := -no-pie
SAN_asan := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN_tsan := -fsanitize=thread

WARN  := -Wall -Wextra -Wshadow -Wpedantic
WARNC := -Wstrict-prototypes -Wmissing-prototypes -Werror=implicit-function-declaration
DEFS  := -D_GNU_SOURCE -I. -MMD -MP
# Paths in the program are those within the tree, so that the same sources give the same bytes wherever they lie.
# A fused multiply-add rounds differently, and not every processor has one.
COMMON := $(ARCH) -ffp-contract=off -fPIC -fvisibility=hidden '-ffile-prefix-map=$(CURDIR)=.' $(HARDEN) $(SAN_$(SAN))
LINK   = $(CC) $(SAN_$(SAN)) -Wl,-z,relro -Wl,-z,now $(LDFLAGS)
# The C++ library is linked statically, since loading it takes two fifths of the start of a process. A sanitizer wants it shared.
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

ENGINE   := $(patsubst %.c,$(OUT)/%.o,$(wildcard engine/*.c engine/*/*.c)) $(OUT)/engine/random.o
ARENA    := $(patsubst %,$(OUT)/%.o,$(basename $(wildcard arena/*.c arena/*/*.c arena/*/*.cc)))
BOTS     := $(patsubst bots/%.c,$(OUT)/bots/%.so,$(wildcard bots/*.c)) \
            $(patsubst bots/%/,$(OUT)/bots/%.so,$(wildcard bots/*/))
PROGRAM  := $(OUT)/skat-arena
FFI      := $(OUT)/libskat-ffi.so
FITS     := $(OUT)/fit-card-weights $(OUT)/fit-card-odds $(OUT)/fit-card-judges $(OUT)/neural-record $(OUT)/neural-record-hands
# The same, linked for machines without these libraries: packaging/packages.mk.
WHEEL    := $(OUT)/wheel

# Objects depend on a file with the flags, and linked files on a file with the list of sources, so that changed flags or a removed
# source build anew. The recipes of these two files always run, and write only what has changed.
.DEFAULT_GOAL := all
STAMP_FLAGS   := $(OUT)/flags
STAMP_SOURCES := $(OUT)/sources
keep = mkdir -p $(@D); printf '%s\n' $(1) | cmp -s - $@ || printf '%s\n' $(1) > $@
$(STAMP_FLAGS): FORCE
	$(call keep,$(foreach flags,$(CC) $(CFLAGS) / $(CXX) $(CXXFLAGS) / $(CPPFLAGS) $(subst $(CURDIR),.,$(COMMON)) $(LDFLAGS),'$(flags)'))
# A bot whose source is gone is removed, since the program would still find it.
$(STAMP_SOURCES): FORCE
	$(call keep,$(patsubst $(OUT)/%,%,$(ENGINE) $(ARENA) $(BOTS) $(BADBOTS)) $(wildcard bots/*/*.c)); \
	for bot in $(filter-out $(BOTS) $(BADBOTS) $(WHEEL_FILES),$(wildcard $(OUT)/bots/*.so $(WHEEL)/bots/*.so $(OUT)/tests/bots/*.so $(OUT)/tests/bots/cheats/*.so)); do rm -f $$bot; done
FORCE:
.PHONY: FORCE

program: $(PROGRAM) $(BOTS)
# Includes all that `make install` copies, so that root compiles nothing.
all: program $(FFI) $(if $(SAN),,lib man docs sbom)

# ---- build ----
$(OUT)/libskat.a: $(ENGINE) $(STAMP_SOURCES)
$(OUT)/libarena.a: $(filter-out $(OUT)/arena/main.o,$(ARENA)) $(STAMP_SOURCES)
objects = $(filter %.o %.a,$^)
%.a:
	$(call say,AR,$@) rm -f $@; $(AR) rcs $@ $(objects)
# A program of the wheel finds the libraries beside it.
$(WHEEL)/%: private LDFLAGS += -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..' -Wl,--gc-sections -Wl,--strip-debug

$(PROGRAM) $(WHEEL)/skat-arena: $(OUT)/arena/main.o $(OUT)/libarena.a $(OUT)/libskat.a
	$(call say,LD,$@) mkdir -p $(@D); $(LINK) $(NO_PIE_$(SAN)) -o $@ $(objects) $(LIBS)

# libskat and the bots' seats as functions of numbers, texts and arrays, for other languages (arena/learn/skat_ffi.h).
FFI_SONAME := libskat-ffi.so.$(shell sed -n 's/.*FFI_VERSION = \([0-9]*\).*/\1/p' arena/learn/skat_ffi.h)
$(FFI) $(WHEEL)/libskat-ffi.so: $(OUT)/arena/learn/skat_ffi.o $(OUT)/arena/learn/skat_ffi_batches.o $(OUT)/libarena.a $(OUT)/libskat.a
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
ifneq ($(wildcard $(WASM)),)
$(OUT)/arena/report/page.o: $(WASM)
$(OUT)/arena/report/page.o: CPPFLAGS += -DSOLVER_WASM='"$(WASM)"'
endif
$(OUT)/arena/new_bot/new_bot.o: $(wildcard arena/new_bot/templates/*)
$(OUT)/arena/report/page.o: $(wildcard arena/report/page/*)

# A bot is a file or a folder. LIBS_NAME: what the bot of folder NAME is linked with. A note in the module has the SHA-256 of the bot's
# sources, which says what it plays, whatever compiled it (arena/bot/module_file.c).
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
# USES_NAME: the folders of other bots whose parts NAME is linked with.
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

# The assembler reads learned numbers (bots/learned.h), of which the compiler's lists of dependencies say nothing.
$(OUT)/bots/neural/network.o $(OUT)/bots/neural/null_network.o $(OUT)/bots/neural/hand_network.o: $(wildcard bots/neural/*.weights)
$(OUT)/bots/pimc/rollout.o: $(wildcard bots/pimc/*.weights)

STAMMTISCH_PLAYS := $(call parts_of,stammtisch)
PIMC_PLAYS := $(call parts_of,pimc) $(STAMMTISCH_PLAYS) $(call parts_of,neural)
# What fits the weights by which pimc plays games out, expects cards, and judges them (bots/pimc/fit).
$(OUT)/fit-card-%: $(OUT)/bots/pimc/fit/fit_card_%.o $(OUT)/bots/pimc/fit/fitting.o $(OUT)/bots/neural/train/training.o \
    $(OUT)/bots/pimc/pimc.o $(PIMC_PLAYS) $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $^ $(LIBS)
# What neural learns from (bots/neural/train).
$(OUT)/neural-record: $(OUT)/bots/neural/train/record.o
$(OUT)/neural-record-hands: $(OUT)/bots/neural/train/record_hands.o
$(OUT)/neural-record $(OUT)/neural-record-hands: $(OUT)/bots/neural/train/training.o $(PIMC_PLAYS) $(OUT)/libskat.a
	$(call say,LD,$@) $(LINK) -o $@ $^ $(LIBS)

# libskat is an archive and a shared library of the same objects, in which its functions are visible. Bots and the library for other
# languages contain the archive, and hide them again (--exclude-libs).
VISIBLE := -fvisibility=default -fno-semantic-interposition
$(ENGINE): private COMMON += $(VISIBLE)
# The libraries are installed before anything is compiled.
$(OUT)/%.o: %.c Makefile $(STAMP_FLAGS) | deps-missing
	$(call say,CC,$<) mkdir -p $(@D); \
	$(CC) $(DEFS) $(CPPFLAGS) -std=c11 $(COMMON) $(WARN) $(WARNC) $(CFLAGS) -c -o $@ $<
$(OUT)/%.o: %.cc Makefile $(STAMP_FLAGS) | deps-missing
	$(call say,CXX,$<) mkdir -p $(@D); \
	$(CXX) $(DEFS) $(CPPFLAGS) -std=c++17 $(COMMON) $(WARN) $(CXXFLAGS) -c -o $@ $<

# ---- play ----
# Says what `make run` is about to do. A file takes a third of a second of processor time (233 s for all 760 files, 2026-11-28).
ifneq ($(filter run,$(MAKECMDGOALS)),)
TO_COMPILE := $(words $(filter-out $(wildcard $(ENGINE) $(ARENA)),$(ENGINE) $(ARENA)))
$(info make run: $(if $(filter 0,$(TO_COMPILE)),,compiles the program ($(TO_COMPILE) files, about $(shell \
    expr 5 + $(TO_COMPILE) / \( 3 \* $$(nproc) \)) s), then )plays the sample tournament, 10800 games, in a few seconds)
endif
run: all
	$(PROGRAM) run configs/stammtisch.json --force

bench: all
	$(PROGRAM) bench
	$(PROGRAM) bench --solver tests/data/solver-deals.txt

include tests/tests.mk packaging/lint.mk packaging/install.mk packaging/packages.mk packaging/deps.mk

clean:
	rm -rf build

help:
	sed -n 's/^##\( \|$$\)//p' $(filter-out %.d,$(MAKEFILE_LIST))

.PHONY: program all everything run bench help clean
.SECONDARY:
.DELETE_ON_ERROR:
-include $(shell find $(OUT) build/fuzz -name '*.d' 2>/dev/null)
