"""The sub-commands, one file each; the file name is the name of the command."""
