"""`bellcrank completion`: the tab key knows commands, options and files."""

from __future__ import annotations

import click

WHERE = {
    "bash": "bellcrank completion bash > ~/.local/share/bash-completion/completions/bellcrank",
    "zsh": "bellcrank completion zsh > ~/.zfunc/_bellcrank        (with fpath+=~/.zfunc before compinit in ~/.zshrc)",
    "fish": "bellcrank completion fish > ~/.config/fish/completions/bellcrank.fish",
}
EPILOG = "\b\nTo install, once:\n" + "\n".join(f"  {line}" for line in WHERE.values())


@click.command(epilog=EPILOG, short_help="Completion by the tab key, for a shell.")
@click.argument("shell", type=click.Choice([*WHERE]))
def command(shell: str) -> int:
    """Print the script that makes SHELL complete commands, options and file names."""
    from click.shell_completion import get_completion_class

    from bellcrank.cli import group

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(group, {}, "bellcrank", "_BELLCRANK_COMPLETE").source())
    return 0
