# Each command installs the system packages it lacks, when it may; none needs a secret, a network service or a person.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
export PATH := $(PATH):/opt/swift/usr/bin

SDK_PACKAGES := libcurl4-openssl-dev libssl-dev libmicrohttpd-dev pkg-config
# What credentials-doctor needs for PostgreSQL; the library of the keyring is looked up at run time.
PROGRAM_PACKAGES := libpq-dev
# What all modules of the package need to compile.
MODULE_PACKAGES := $(SDK_PACKAGES) $(PROGRAM_PACKAGES) libpam0g-dev
# What the wheel of the emulator is made with.
WHEEL_PACKAGES := python3 binutils patchelf
TEST_PACKAGES := $(SDK_PACKAGES) openssl curl python3-venv nodejs chromium chromium-driver fonts-dejavu-core xvfb xdg-utils \
	desktop-file-utils gdb libglib2.0-bin libwebkit2gtk-4.1-dev libpam0g-dev glewlwyd dbconfig-sqlite3 libpq-dev postgresql zsh fish mandoc libfaketime \
	libsecret-1-dev gnome-keyring dbus-daemon dbus-bin dbus-session-bus-common nginx-light $(WHEEL_PACKAGES)
# Implementations of others that judge ours; with this variable a test fails where one is missing, instead of being skipped.
TEST_JUDGES := webauthn==3.0.1 joserfc==1.8.0 zxing-cpp==3.1.1 auth0-python==6.8.0 Authlib==1.9.9 requests==2.34.2 \
	auth0-api-python==1.0.0b10 auth0-server-python==1.0.0b20 pytest==9.0.3
# The previous major version of the SDK, which many programs use and which cannot be installed beside the newer one.
TEST_JUDGES_4 := auth0-python==4.13.0
# Beside Glewlwyd, a second independent provider for the tests of `OpenID`; without it they fail or are skipped in the same way.
TEST_PROVIDERS := django-oauth-toolkit==3.4.1 Django==5.2.19 oauthlib==3.3.1 jwcrypto==1.6.1
export JUDGES := required
# The examples are a package of their own, built in the scratch folder of this one: what both need is compiled once, and the
# tests find the programs beside themselves. Without the cached plan, which would be that of the other package.
EXAMPLES_IN := swift build --disable-build-manifest-caching --package-path Examples --scratch-path
EXAMPLES := $(EXAMPLES_IN) "$(CURDIR)/.build"
# Where `make install` and `make install-authcli` write programs, completions and manual pages.
PREFIX ?= $(HOME)/.local
BENCH_PACKAGES := $(TEST_PACKAGES) valgrind

# Each command uses all processors by itself, and two of them cannot install packages at the same time.
.NOTPARALLEL:

.PHONY: help demo examples install install-authcli deb wheel check-packages check-debs test test-optimized lint api consumer bench bench-builds bench-check docs screenshots tsan asan fuzz soak distros emulator-image swift \
	sdk-packages module-packages test-packages bench-packages

help: ## list the commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

demo: swift sdk-packages ## log in and call the APIs in three styles against a tenant on loopback; KEEP=1 keeps the tenant
	@[ -d .build ] || echo "Building; a few minutes the first time ..." >&2
	@PROGRESS=1 scripts/run-quietly $(EXAMPLES) --product Demo
	@"$$(swift build --show-bin-path)/Demo"

examples: swift ## build the example programs beside everything else
	@scripts/install-needs packages $(SDK_PACKAGES) libpq-dev
	@scripts/run-quietly $(EXAMPLES)

install: swift sdk-packages ## install tenant-emulator and credentials-doctor, with completion and manual page; PREFIX=~/.local
	@scripts/install-needs packages $(PROGRAM_PACKAGES)
	@scripts/install "$(PREFIX)"

deb: swift sdk-packages ## write tenant-emulator and credentials-doctor as Debian packages to .build/deb
	@scripts/install-needs packages $(PROGRAM_PACKAGES) dpkg-dev
	@scripts/deb .build/deb

wheel: swift sdk-packages ## write tenant-emulator as a Python wheel, with a fixture for pytest, to .build/wheel
	@scripts/install-needs packages $(WHEEL_PACKAGES)
	@scripts/wheel .build/wheel

check-packages: test-packages deb wheel ## install the Debian packages and the wheel away from the system, and log in with each
	@scripts/check-packages

check-debs: deb ## install the Debian packages into bare systems, Debian 12 and 13, and log in there; as root
	@scripts/install-needs packages debootstrap
	@scripts/check-debs

install-authcli: swift sdk-packages ## install the command-line tool of the examples, with completion and manual page; PREFIX=~/.local
	@scripts/install-authcli "$(PREFIX)"

test: swift test-packages examples ## run every test
	@scripts/test

test-optimized: swift test-packages ## run every test as optimised code, which is what users of the SDK run
	@scripts/run-quietly $(EXAMPLES_IN) "$(CURDIR)/.build-release" -c release -Xswiftc -enable-testing
	@scripts/test -c release --scratch-path .build-release -Xswiftc -enable-testing

lint: swift test-packages ## format, documentation, import table, compile gates
	@scripts/lint

api: swift module-packages ## write the listing of the public API to Documentation/API
	@scripts/run-quietly swift build
	@scripts/symbol-graphs .build
	@scripts/api write .build

consumer: swift test-packages ## packages outside, by a Git URL, with only the system packages they need; tutorial
	@scripts/check-consumers

bench: swift bench-packages ## measure, then bench-builds; without it: ONLY=regex, JSON=1; INSTRUCTIONS=1
	@scripts/bench run
	@[ -n "$(ONLY)$(JSON)" ] || scripts/check-consumers builds

bench-builds: swift sdk-packages ## print how long first builds of packages that use the SDK take
	@scripts/check-consumers builds

bench-check: swift bench-packages ## compare allocations and instructions with Benchmarks/Thresholds
	@scripts/bench check

docs: swift module-packages ## a DocC site in .build/docs
	@scripts/docs

emulator-image: swift test-packages ## write the tenant emulator as an OCI image to .build/tenant-emulator.oci.tar
	@scripts/emulator-image .build/tenant-emulator.oci.tar

screenshots: swift test-packages ## take the pictures of the emulator's pages that the documentation shows
	@scripts/screenshots

tsan: swift test-packages ## the tests under the thread sanitizer
	@scripts/sanitize thread

asan: swift test-packages ## the tests under the address and leak sanitizers
	@scripts/sanitize address

fuzz: swift sdk-packages ## run hostile inputs through every parser; SECONDS=60 for each, ONLY=regex
	@SECONDS_PER_TARGET=$(SECONDS) scripts/fuzz

soak: swift test-packages ## what takes longer than a test may: races, kills, swaps; ROUNDS=10
	@scripts/soak

distros: swift ## run the demo and the tests on Debian 13, in a folder of its own; as root; SUITE=trixie
	@scripts/install-needs packages debootstrap
	@scripts/distros

swift:
	@scripts/install-needs swift

sdk-packages:
	@scripts/install-needs packages $(SDK_PACKAGES)

module-packages:
	@scripts/install-needs packages $(MODULE_PACKAGES)

test-packages:
	@scripts/install-needs packages $(TEST_PACKAGES)
	@scripts/install-needs python python $(TEST_JUDGES) $(TEST_PROVIDERS)
	@scripts/install-needs python python-auth0-4 $(TEST_JUDGES_4)

bench-packages:
	@scripts/install-needs packages $(BENCH_PACKAGES)
