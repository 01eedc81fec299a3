"""`python -m bellcrank` is the command line."""

from bellcrank.cli import main

main()
