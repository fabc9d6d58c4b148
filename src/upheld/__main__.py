"""Run the command as ``python -m upheld``."""

from upheld.cli import main

if __name__ == "__main__":
    main()
