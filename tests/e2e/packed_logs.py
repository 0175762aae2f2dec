# SPDX-License-Identifier: MIT
"""Logs that are compressed (games.jsonl.zst), by the library that the program uses."""
import ctypes
import ctypes.util
import pathlib
from typing import Any


def zstd() -> Any:
    """libzstd, with the types of what is called here."""
    library = ctypes.CDLL(ctypes.util.find_library("zstd"))
    for name in ("ZSTD_compressBound", "ZSTD_compress", "ZSTD_decompressStream"):
        getattr(library, name).restype = ctypes.c_size_t
    library.ZSTD_createDStream.restype = ctypes.c_void_p
    library.ZSTD_freeDStream.argtypes = [ctypes.c_void_p]
    return library


def packed(data: bytes) -> bytes:
    """One frame of zstd."""
    library, most = zstd(), 1000 + 2 * len(data)
    out = ctypes.create_string_buffer(most)
    return out.raw[:library.ZSTD_compress(out, ctypes.c_size_t(most), data, ctypes.c_size_t(len(data)), 1)]


class Buffer(ctypes.Structure):
    """ZSTD_inBuffer and ZSTD_outBuffer."""
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("pos", ctypes.c_size_t)]


def unpacked(path: pathlib.Path) -> bytes:
    """The bytes of a file; of one that is compressed (.zst) those of all frames, as far as they go."""
    data, library, room = path.read_bytes(), zstd(), 1 << 20
    if path.suffix != ".zst":
        return data
    stream, text = library.ZSTD_createDStream(), b""
    out, held = ctypes.create_string_buffer(room), ctypes.create_string_buffer(data, len(data) + 1)
    inner = Buffer(ctypes.addressof(held), len(data), 0)
    while True:
        outer = Buffer(ctypes.addressof(out), room, 0)
        left = library.ZSTD_decompressStream(ctypes.c_void_p(stream), ctypes.byref(outer), ctypes.byref(inner))
        text += out.raw[:outer.pos]
        if left > 1 << 40 or (inner.pos == inner.size and outer.pos < room):  # an error, or the end
            library.ZSTD_freeDStream(stream)
            return text
