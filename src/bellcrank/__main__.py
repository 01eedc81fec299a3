"""`python -m bellcrank` is the command line."""

from bellcrank.processes import leave_working_folder

leave_working_folder()

from bellcrank.cli import main  # noqa: E402

main()
