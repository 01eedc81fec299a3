"""Which column a name means: case does not matter, entities and components have aliases, mistakes are answered."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from ..errors import Message, ResultsError
from .entity import Entity


class Names:
    """The columns of a result by name; column 0 is the time, so the first channel is column 1."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self.entities = tuple(entities)
        self.channels = [channel for entity in entities for channel in entity.channels]
        self.units = [unit for entity in entities for unit in entity.units]

    @cached_property
    def _columns(self) -> dict[str, int]:
        """Columns by name and alias, in capitals; made when somebody asks for a name."""
        found: dict[str, int] = {}
        for column, channel in enumerate(self.channels, start=1):
            found.setdefault(channel.upper(), column)
        for alias, column in self._aliases():
            found.setdefault(alias.upper(), column)
        found.setdefault("TIME", 0)
        return found

    def _aliases(self) -> Iterator[tuple[str, int]]:
        column = 1
        for entity in self.entities:
            names = [entity.name, *entity.aliases()]
            for component, others in zip(entity.components, entity.component_aliases(), strict=True):
                for name in names:
                    yield (f"{name}.{component}" if component else name), column
                    for other in others:
                        yield f"{name}.{other}", column
                column += 1

    def __contains__(self, name: str) -> bool:
        return name.strip().upper() in self._columns

    def column(self, name: str) -> int:
        """The column of a channel; an unknown name raises a ResultsError with near matches."""
        try:
            return self._columns[name.strip().upper()]
        except KeyError:
            raise ResultsError(self._unknown(name.strip())) from None

    def select(self, patterns: Iterable[str]) -> list[str]:
        """The channels meant by names and patterns such as "PART_2.*", in file order for each pattern."""
        found: dict[str, None] = {}
        for pattern in patterns:
            if pattern in self:
                column = self.column(pattern)
                found[self.channels[column - 1] if column else "TIME"] = None
                continue
            wanted = pattern.strip().upper()
            wanted = wanted + ".*" if wanted in self._entity_names() else wanted
            matches = [c for c in self.channels if fnmatch.fnmatchcase(c.upper(), wanted)]
            if not matches:
                raise ResultsError(self._unknown(pattern))
            found.update(dict.fromkeys(matches))
        return list(found)

    def spellings(self) -> dict[int, list[str]]:
        """All names of every column, its own first."""
        found: dict[int, list[str]] = {column: [channel] for column, channel in enumerate(self.channels, start=1)}
        for alias, column in self._aliases():
            found[column].append(alias)
        return found

    def first_column(self, entity: Entity) -> int:
        """The number of columns before those of an entity, without the time."""
        before = self.entities[: next(n for n, other in enumerate(self.entities) if other is entity)]
        return sum(len(other.components) for other in before)

    def entity_of(self, channel: str) -> Entity:
        """The entity a channel belongs to."""
        column = self.column(channel)
        for entity in self.entities:
            if column <= len(entity.components):
                return entity
            column -= len(entity.components)
        raise ResultsError(self._unknown(channel))

    def _entity_names(self) -> set[str]:
        return {entity.name.upper() for entity in self.entities}

    def _unknown(self, name: str) -> Message:
        if name.upper() in self._entity_names():
            what, why = f'"{name}" is an entity, not a channel', "a channel is one component of it"
            return Message("error", "E902", what, why=why, cure=self._offer(name, True))
        near = [self._columns[key] for key in difflib.get_close_matches(name.upper(), list(self._columns), n=3)]
        real = dict.fromkeys(self.channels[column - 1] if column else "TIME" for column in near)
        guess = f"did you mean {' or '.join(real)}?" if real else ""
        return Message(
            "error",
            "E902",
            f'there is no channel "{name}"',
            why=f"the results have {len(self.channels)} channels of {len(self.entities)} entities",
            cure=" ".join(part for part in (guess, self._offer(name, bool(guess))) if part),
        )

    def _offer(self, name: str, guessed: bool) -> str:
        """What the entity has if it exists, otherwise some entities."""
        wanted = (name.rpartition(".")[0] or name).upper()
        for entity in self.entities:
            if wanted and wanted in (entity.name.upper(), *(a.upper() for a in entity.aliases())):
                return f"{entity.name} has {' '.join(entity.components)}"
        some = ", ".join(e.name for e in self.entities[:6])
        return "" if guessed else f"the entities are {some}{', ...' if len(self.entities) > 6 else ''}"
