# SPDX-License-Identifier: MIT
"""python3 -m skat_arena FILE: plays a policy in a file as a bot of skat-arena, by the bot `pipe`."""
from __future__ import annotations

import sys


def main() -> None:
    """Plays the policy that the command line names until standard input ends."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 -m skat_arena FILE: plays a policy in a file as a bot of skat-arena")
    from skat_arena import Policy, SkatError
    from skat_arena._serve import serve, take_streams
    streams = take_streams()  # before the file is read, which may print
    try:
        serve(Policy.load(sys.argv[1]), streams)
    except (SkatError, OSError) as error:
        raise SystemExit(f"skat_arena: {error}") from None


if __name__ == "__main__":
    main()
