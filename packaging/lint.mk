# SPDX-License-Identifier: MIT
# What is generated, the layout of sources, and lint: included by the Makefile.
#
##
## make lint        C and C++: clang-format, clang-tidy, cppcheck; JavaScript: ESLint, tsc; Python: flake8, mypy; shellcheck
## make format      lay out code and wrap comments, as lint wants them
## make generate    write what is made from tables of the sources: parts of headers and schemas

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
# The packages that only `lint` needs.
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
lint: lint-layout lint-c lint-shell lint-javascript lint-python lint-docs
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

lint-docs:
	@python3 -B packaging/lint_documents.py $(wildcard *.md) $(call sources,*.md)

.PHONY: generate format lint lint-deps lint-layout lint-c lint-shell lint-javascript lint-python lint-docs
