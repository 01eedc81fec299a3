"""What a run has to say, in the log of Python: a script or a notebook prints warnings unless it is told not to."""

from __future__ import annotations

import logging

from bellcrank.analysis.watcher import Watcher
from bellcrank.errors import Message

log = logging.getLogger("bellcrank.simulate")


class Logging(Watcher):
    """Warnings go to the log, one line each: what, and what to do."""

    def say(self, message: Message) -> None:
        """Of notes nothing: `run.attrs["messages"]` has them."""
        if message.severity == "warning":
            element = f"{message.element}: " if message.element and message.element not in message.what else ""
            log.warning("%s%s To fix: %s [%s]", element, message.what, message.cure or message.why, message.rule)
