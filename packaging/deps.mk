# SPDX-License-Identifier: MIT
# The Debian packages that the targets need: included by the Makefile.
#
## make deps        install the Debian packages that are missing, and DuckDB by npm; make deps-browser: what the report's tests use

# A Python with what the tests import: the one on the path, else Debian's own, which `deps` completes. It is looked for until it is
# found, and then no more: that takes a tenth of a second.
MODULES := jsonschema fastjsonschema pytest xdist
PYTHON = $(or $(FOUND_PYTHON),$(eval FOUND_PYTHON := $(shell \
    for p in python3 /usr/bin/python3; do $(call finds,$$p,$(MODULES)) 2>/dev/null && echo $$p && break; done))$(FOUND_PYTHON))
# Whether a Python has these modules. It looks for them, since importing them takes a second.
finds = $(1) -c "import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, sys.argv[1:])))" $(2)
has_module = $(call finds,python3,$(1)) || $(call finds,/usr/bin/python3,$(1))

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

# What the tests of the report in a browser need; without it they are skipped.
BROWSER_DEPS := chromium='command -v chromium' npm='command -v npm'
AXE := build/browser/axe.min.js
deps-browser:
	@$(call install,$(BROWSER_DEPS))
	@test -s $(AXE) || { mkdir -p build/browser && cd build/browser && npm pack --silent axe-core@4 > /dev/null && \
	    tar -xzf axe-core-*.tgz --strip-components=1 package/axe.min.js && rm axe-core-*.tgz; }
.PHONY: deps deps-missing deps-browser
