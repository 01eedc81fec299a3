"""The model: named, numbered, editable elements; reading, building in Python, comparing, converting, writing."""

from bellcrank.model.commands import Change, Script, load_commands, read_commands
from bellcrank.model.compare import diff
from bellcrank.model.load import load, load_text, read
from bellcrank.model.model import Model
from bellcrank.model.tree import tree

__all__ = ["Change", "Model", "Script", "diff", "load", "load_commands", "load_text", "read", "read_commands", "tree"]
