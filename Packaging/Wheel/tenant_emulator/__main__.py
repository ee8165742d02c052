"""The command `tenant-emulator`."""

import os
import sys

from ._tenant import PROGRAM


def main() -> None:
    """Becomes the program, with the arguments of this process."""
    try:
        os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"error: {PROGRAM} cannot be started: {error.strerror}")


if __name__ == "__main__":
    main()
