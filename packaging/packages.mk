# SPDX-License-Identifier: MIT
# Source archive, Debian packages, the wheel, pictures: included by the Makefile.
#
## make deb         build Debian packages into build/deb; make dist: the source archive; make test-deb: do packages repeat?
## make wheel       the wheel of the Python package, into build/wheel; make test-wheel: does it play in clean systems? SUITES=
## make aarch64     the program, the bots and the wheel for ARM, by Debian's cross compiler, into build/aarch64
## make pictures    the pictures of the documentation, from real runs in headless Chromium

# ---- source archive: what is committed, with the commit's date; the same commit gives the same bytes ----
DIST := skat-arena-$(VERSION)
dist:
	mkdir -p build
	git archive --format=tar --prefix=$(DIST)/ HEAD | gzip -9n > build/$(DIST).tar.gz
	echo "build/$(DIST).tar.gz"

# ---- Debian packages, from the source archive, into build/deb ----
DEB_DEPS := debhelper='command -v dh' dpkg-dev='command -v dpkg-buildpackage' lintian='command -v lintian' \
            libcmocka-dev='$(PKG) --exists cmocka' fakeroot='command -v fakeroot'
deb: dist
	@$(call install,$(DEB_DEPS) $(BUILD_DEPS) $(WASM_DEPS))
	rm -rf build/deb && mkdir -p build/deb
	tar -xzf build/$(DIST).tar.gz -C build/deb
	cp -r build/deb/$(DIST)/packaging/debian build/deb/$(DIST)/debian
	cd build/deb/$(DIST) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage -us -uc -b > ../build.log 2>&1 || \
	    { tail -30 ../build.log; exit 1; }
	ls build/deb/*.deb
	cd build/deb && lintian --allow-root --fail-on error --tag-display-limit 0 *.changes

# ---- the wheel and the source distribution of the Python package, and whether the wheel plays on a machine without a compiler ----
# What a wheel has in it, for machines without these libraries, which lie beside the program there. Without the parts of the C++ library
# that nothing calls, it needs no newer glibc than they do.
WHEEL_LIBS := $(patsubst %,$(WHEEL)/%,libcjson.so.1 libelf.so.1 libnettle.so.8 libseccomp.so.2 libzstd.so.1 libz.so.1)
WHEEL_FILES := $(patsubst $(OUT)/%,$(WHEEL)/%,$(PROGRAM) $(FFI) $(BOTS)) $(WHEEL_LIBS)
$(WHEEL_LIBS): $(STAMP_FLAGS)
	mkdir -p $(@D); ln -sf "$$(realpath "$$($(CC) -print-file-name=$(@F))")" $@
wheel-files: $(WHEEL_FILES)
wheel: all wheel-files
	mkdir -p build/wheel && rm -f build/wheel/*x86_64.whl
	python3 -B packaging/build_backend.py $(OUT) build/wheel
test-wheel: wheel
	@$(call install,debootstrap='command -v debootstrap')
	packaging/try_wheel.sh build/wheel/*x86_64.whl build/wheel $(or $(SUITES),bookworm trixie)

# The same for ARM. Debian's packages for arm64 are there after `dpkg --add-architecture arm64`.
AARCH64 := aarch64-linux-gnu
AARCH64_PKG := env PKG_CONFIG_LIBDIR=/usr/lib/$(AARCH64)/pkgconfig pkg-config
AARCH64_DEPS := g++-$(AARCH64)='command -v $(AARCH64)-g++' $(foreach name,libarchive libcjson libelf libmicrohttpd nettle libseccomp libzstd \
    zlib,$(patsubst %-dev,%-dev:arm64,$(subst zlib-dev,zlib1g-dev,$(name)-dev))='$(AARCH64_PKG) --exists $(name)')
aarch64:
	@$(call install,$(BUILD_DEPS) $(AARCH64_DEPS))
	@$(MAKE) --no-print-directory NO_INSTALL=1 OUT=build/aarch64 CC=$(AARCH64)-gcc CXX=$(AARCH64)-g++ AR=$(AARCH64)-ar \
	    "PKG=$(AARCH64_PKG)" program wheel-files
	@mkdir -p build/wheel && rm -f build/wheel/*aarch64.whl && python3 -B packaging/build_backend.py build/aarch64 build/wheel

# ---- pictures of the documentation, photographed from real runs ----
PICTURE_DEPS := chromium='command -v chromium' pngquant='command -v pngquant'
pictures: all
	@$(call install,$(PICTURE_DEPS))
	python3 docs/pictures/make.py $(PROGRAM) docs/pictures

.PHONY: dist deb wheel-files wheel test-wheel aarch64 pictures
