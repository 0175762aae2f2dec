# SPDX-License-Identifier: MIT
# Installation, manual pages, libskat as a shared library, bill of materials: included by the Makefile.
#
##
## make install     install the program, libskat, manual pages, completions; PREFIX=/usr/local, DESTDIR=; make uninstall

# The program finds its files beside itself, ../share/skat-arena and ../lib/skat-arena/bots seen from its folder
# (arena/base/program_dirs.h), so what is installed may be moved as a whole.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib# of libskat and the pkg-config files; Debian sets its own
bindir   = $(DESTDIR)$(PREFIX)/bin
botdir   = $(DESTDIR)$(PREFIX)/lib/skat-arena/bots
share    = $(DESTDIR)$(PREFIX)/share/skat-arena
include  = $(DESTDIR)$(PREFIX)/include/skat-arena
libdir   = $(DESTDIR)$(LIBDIR)
mandir   = $(DESTDIR)$(PREFIX)/share/man
docdir   = $(DESTDIR)$(PREFIX)/share/doc/skat-arena
bashdir  = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir   = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fishdir  = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
# Where the system's Python looks, if PREFIX is /usr, /usr/local or ~/.local.
PYTHONDIR ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/python3/dist-packages,$(shell /usr/bin/python3 -c "from sysconfig import get_path; \
    print(get_path('purelib', $(if $(filter /usr/local,$(PREFIX)),,'posix_prefix', {'base': '$(PREFIX)'})))"))
pythondir = $(DESTDIR)$(PYTHONDIR)/skat_arena

VERSION := $(shell sed -n 's/^\#define ARENA_VERSION "\(.*\)".*/\1/p' arena/base/version.h)
DATE    := $(shell sed -n 's/^\#define ARENA_DATE "\(.*\)".*/\1/p' arena/base/version.h)
# Rises with each incompatible change of what libskat exports; then the Debian package has its number, too.
SOVERSION := 2

# ---- libskat as a shared library: the objects of the archive, of which others may call what libskat.map names ----
LIBSKAT_SO := $(OUT)/libskat.so.$(VERSION)
$(LIBSKAT_SO): $(ENGINE) packaging/libskat.map $(STAMP_SOURCES)
	$(call say,LD,$@) $(LINK) -shared -Wl,-soname,libskat.so.$(SOVERSION) -Wl,--version-script=packaging/libskat.map \
	    -Wl,-z,defs -o $@ $(ENGINE) $(shell $(PKG) --libs libcjson nettle) $(STDCXX) -lm
lib: $(OUT)/libskat.a $(LIBSKAT_SO)

# ---- manual pages: of each command from the table of its options, the others from the documentation ----
MAN := $(OUT)/man
PAGE = python3 packaging/manual.py $(1) $(2) $(3) "$(4)" $(VERSION) $(DATE) > $(MAN)/$(2).$(3)
PAGES := configs/README.md docs/rules.md docs/formats.md bots/README.md
man: $(MAN)/made
$(MAN)/made: $(PROGRAM) packaging/manual.py $(PAGES) | deps-missing
	$(call say,MAN,$(MAN)) rm -rf $(MAN); mkdir -p $(MAN); set -e; \
	$(PROGRAM) --describe=man > $(MAN)/skat-arena.1; \
	for name in $$($(PROGRAM) --describe=commands | cut -f1 | grep -v '^help$$'); do \
	    $(PROGRAM) $$name --describe=man > $(MAN)/skat-arena-$$name.1; done; \
	$(call PAGE,configs/README.md,skat-arena-config,5,configs of tournaments and studies); \
	$(call PAGE,docs/rules.md,skat-arena-rules,5,the rules and their options); \
	$(call PAGE,docs/formats.md,skat-arena-formats,5,the files that a run writes); \
	$(call PAGE,bots/README.md,skat-arena-bot,7,how to write a bot); \
	touch $@

# ---- bill of materials: what was built, and what it is linked with ----
SBOM := $(OUT)/skat-arena.spdx.json
$(SBOM): packaging/sbom.py $(PROGRAM) $(BOTS) $(FFI) $(LIBSKAT_SO)
	$(call say,SBOM,$@) python3 $< $(VERSION) $(DATE) $(filter-out %.py,$^) > $@
sbom: $(SBOM)

# ---- install ----
BOT_HEADERS := bots/skat_bot.h bots/skat_bot_helpers.h
# What libskat promises: packaging/libskat.abi has its sizes and declarations, which a test compares.
PUBLIC_HEADERS := $(shell cat packaging/public-headers)
# In the layout of the tree, so that their links lead somewhere.
DOCUMENTS := $(wildcard *.md */README.md results/*/README.md results/ladder/* tests/mutants.md engine/*/README.md arena/*/README.md bots/*/README.md bots/*/*/README.md docs/*.md docs/research/*.md docs/pictures/*.png docs/findings/*.svg bots/*/*.svg docs/cluster/* docs/examples/*)
put = install -d $(2) && install -m $(or $(3),644) $(1) $(2)
install: all
	$(call put,$(PROGRAM),$(bindir),755)
	$(call put,$(BOTS),$(botdir))
	$(call put,$(FFI),$(DESTDIR)$(PREFIX)/lib/skat-arena)
	for folder in configs configs/rules configs/studies configs/populations results/reference results/ladder; do \
	    $(call put,$$folder/*.json,$(share)/$$folder) || exit 1; done
	$(call put,results/schemas/*.json,$(share)/results/schemas)
	$(call put,configs/deals/*,$(share)/configs/deals)
	$(call put,tests/positions/*.jsonl,$(share)/tests/positions)
	$(call put,$(BOT_HEADERS),$(share)/bots)
	$(call put,bots/pipe/example.py,$(share)/bots/pipe,755)
	$(call put,bots/pipe/iss_adapter.py,$(share)/bots/pipe,755)
	$(call put,bots/pipe/protocol.schema.json,$(share)/bots/pipe)
	$(call put,$(BOT_HEADERS),$(include))
	for header in $(PUBLIC_HEADERS); do install -D -m 644 $$header $(include)/$$header || exit 1; done
	$(call put,arena/learn/skat_ffi.h,$(include))
	ln -sf libskat-ffi.so $(DESTDIR)$(PREFIX)/lib/skat-arena/$(FFI_SONAME)
	$(call put,$(OUT)/libskat.a,$(libdir))
	$(call put,$(LIBSKAT_SO),$(libdir))
	ln -sf libskat.so.$(VERSION) $(libdir)/libskat.so.$(SOVERSION)
	ln -sf libskat.so.$(SOVERSION) $(libdir)/libskat.so
	install -d $(libdir)/pkgconfig
	for name in skat-bot libskat libskat-ffi; do sed -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(if $(filter $(PREFIX)/lib,$(LIBDIR)),$${pcfiledir}/..,$(LIBDIR))|' \
	    -e 's|@PREFIX@|$(if $(filter $(PREFIX)/lib,$(LIBDIR)),$${pcfiledir}/../..,$(PREFIX))|' \
	    packaging/$$name.pc.in > $(libdir)/pkgconfig/$$name.pc || exit 1; done
	for section in 1 5 7; do $(call put,$(MAN)/*.$$section,$(mandir)/man$$section) || exit 1; done
	install -D -m 644 packaging/completions/skat-arena.bash $(bashdir)/skat-arena
	install -D -m 644 packaging/completions/_skat-arena $(zshdir)/_skat-arena
	install -D -m 644 packaging/completions/skat-arena.fish $(fishdir)/skat-arena.fish
	$(call put,python/skat_arena/*.py python/skat_arena/py.typed,$(pythondir))
	$(call put,$(SBOM),$(docdir))
	for file in $(DOCUMENTS); do install -D -m 644 $$file $(docdir)/$$file || exit 1; done
	echo "installed skat-arena $(VERSION) in $(DESTDIR)$(PREFIX)"

# Removes what is installed, and nothing that users may have added to shared folders.
uninstall:
	rm -rf $(share) $(include) $(docdir) $(pythondir) $(DESTDIR)$(PREFIX)/lib/skat-arena
	rm -f $(bindir)/skat-arena $(libdir)/libskat.a $(libdir)/libskat.so* $(libdir)/pkgconfig/libskat.pc \
	    $(libdir)/pkgconfig/libskat-ffi.pc $(libdir)/pkgconfig/skat-bot.pc $(mandir)/man1/skat-arena.1 $(mandir)/man1/skat-arena-*.1 \
	    $(mandir)/man5/skat-arena-*.5 $(mandir)/man7/skat-arena-*.7 $(bashdir)/skat-arena $(zshdir)/_skat-arena \
	    $(fishdir)/skat-arena.fish

.PHONY: lib man sbom install uninstall
