#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sbom.py VERSION DATE FILE... > skat-arena.spdx.json: the bill of materials of a build, as SPDX 2.3.

FILEs are the programs, bots and libraries that were built: each with its SHA-256, and with the shared libraries that
it names (DT_NEEDED) or loads when it needs them. Of each such library, and of the headers that are compiled in, it
says which Debian package it is from and in which version, where dpkg knows. Nothing else about the machine or the
time: the same build gives the same bytes.
"""
import functools
import hashlib
import json
import pathlib
import re
import subprocess
import sys
from typing import Any

HEADERS = {"libpcg-cpp-dev": "/usr/include/pcg_random.hpp", "libboost-dev": "/usr/include/boost/version.hpp"}
LOADED = ["libarchive.so.13", "libmicrohttpd.so.12"]  # arena/base/late_library.c, arena/serve/http_server.c
HOME = "https://spdx.org/spdxdocs/skat-arena"


def output_of(*command: str) -> str:
    """What a command prints; nothing if it fails or is not there."""
    try:
        return subprocess.run(command, text=True, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def needed_by(file: pathlib.Path) -> list[str]:
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", str(file)))


def loaded_by(data: bytes) -> list[str]:
    return [name for name in LOADED if name.encode() in data]


def libraries_found(file: pathlib.Path) -> dict[str, str]:
    """Where the loader finds the libraries of a file, and those that programs load, by their names."""
    loaded = re.findall(r"^\s*(\S+) .* => (/\S+)", output_of("/sbin/ldconfig", "-p"), re.MULTILINE)
    linked = re.findall(r"^\s*(\S+) => (/\S+)", output_of("ldd", str(file)), re.MULTILINE)
    return {name: path for name, path in loaded if name in LOADED} | dict(linked)


@functools.cache
def package_of(path: str) -> tuple[str, str]:
    """The Debian package that a file is from, and its version; "" where dpkg does not know."""
    real = str(pathlib.Path(path).resolve())
    for name in (real, real.removeprefix("/usr"), path):
        owner = output_of("dpkg-query", "-S", name).partition(": ")[0].split(",")[0]
        if owner:
            return owner.partition(":")[0], output_of("dpkg-query", "-W", "-f=${Version}", owner)
    return "", ""


def identifier(name: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package(name: str, version: str, **more: Any) -> dict[str, Any]:
    return {"SPDXID": identifier(f"Package-{name}"), "name": name, "versionInfo": version or "NOASSERTION",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
            "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION"} | more


def relation(one: str, kind: str, other: str) -> dict[str, str]:
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def bill(version: str, date: str, files: list[pathlib.Path]) -> dict[str, Any]:
    own = package("skat-arena", version, licenseConcluded="MIT", licenseDeclared="MIT",
                  copyrightText="Copyright (c) 2026 The Skat Arena developers")
    packages: dict[str, dict[str, Any]] = {}
    entries: list[dict[str, Any]] = []
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    for file in files:
        data = file.read_bytes()
        entry: dict[str, Any] = {
            "SPDXID": identifier(f"File-{file.name}"), "fileName": f"./{file.name}", "licenseConcluded": "MIT",
            "copyrightText": "NOASSERTION", "fileTypes": ["BINARY"],
            "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                          {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]}
        entries.append(entry)
        relations.append(relation(own["SPDXID"], "CONTAINS", entry["SPDXID"]))
        found = libraries_found(file)
        for library in needed_by(file) + loaded_by(data):
            name, its_version = package_of(found[library]) if library in found else ("", "")
            its = packages.setdefault(name or library, package(name or library, its_version))
            relations.append(relation(entry["SPDXID"], "DYNAMIC_LINK", its["SPDXID"]))
    for name, header in HEADERS.items():
        owner, its_version = package_of(header)
        its = packages.setdefault(owner or name, package(owner or name, its_version))
        relations.append(relation(own["SPDXID"], "STATIC_LINK", its["SPDXID"]))
    content = hashlib.sha256(json.dumps([entries, sorted(packages)], sort_keys=True).encode()).hexdigest()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"skat-arena-{version}", "documentNamespace": f"{HOME}-{version}-{content[:32]}",
            "creationInfo": {"created": f"{date}T00:00:00Z", "creators": ["Tool: packaging/sbom.py"]},
            "packages": [own, *(packages[name] for name in sorted(packages))], "files": entries,
            "relationships": relations}


def main() -> None:
    version, date, *files = sys.argv[1:]
    json.dump(bill(version, date, sorted(map(pathlib.Path, files))), sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
