"""The run in words: summary, audit and messages out of the attributes of the results."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bellcrank.results.units import cycles_per
from bellcrank.scene import contract as c

SKIPPED = ("dataset", "messages", "audit", "statistics", "units", "input", "events", "non_unique", "title")


def summary(results: Any) -> list[c.Table]:
    """What was run, how it ended, what it cost."""
    attrs = results.attrs
    run = [(_words(key), _text(value)) for key, value in attrs.items() if key not in SKIPPED and _plain(value)]
    if len(results.time):
        run.append(("time", f"{results.time[0]:g} to {results.time[-1]:g} {results.units('TIME')}".strip()))
    run.append(("outputs", str(len(results.time))))
    tables = [c.Table("Run", run)]
    for title, value in (("Statistics", attrs.get("statistics")), ("Units", attrs.get("units"))):
        if isinstance(value, Mapping) and value:
            tables += _tables(title, value)
    tables += _rests(attrs.get("statics") or []) + _modes(attrs.get("linear") or [])
    events = [
        (f"{e['time']:g}", " ".join(str(e.get(k) or "") for k in ("element", "text")).strip())
        for e in attrs.get("events") or []
    ]
    if events:
        tables.append(c.Table("Events", events))
    return tables


def _rests(rests: Any) -> list[c.Table]:
    """How static equilibria were found."""
    return [
        c.Table(f"Static equilibrium at time {rest['time']:g}", [("", line) for line in rest["summary"]])
        for rest in rests
    ]


def _modes(linear: Any) -> list[c.Table]:
    """Frequency, damping and motion of each mode."""
    tables = []
    for found in linear:
        rows = []
        for mode in found["modes"]:
            words = (
                f"{mode['frequency']:.6g} {cycles_per(found['per'])}, damping {mode['damping']:.4f}"
                if mode["imag"]
                else ("rigid" if mode["rigid"] else f"{mode['real']:.5g} 1/{found['per']}, does not oscillate")
            )
            rows.append((str(mode["number"]), f"{words}; {mode['motion']}"))
        tables.append(c.Table(f"Modes at time {found['time']:g}", rows))
    return tables


def modes(results: Any) -> list[c.Mode]:
    """The modes that a film shows, each in its cycle."""
    film, linear = results.attrs.get("film") or [], results.attrs.get("linear") or []
    found = {mode["number"]: mode for mode in linear[-1]["modes"]} if linear else {}
    return [
        c.Mode(
            k["number"], k["start"], k["end"], mode["frequency"] if mode["imag"] else 0.0, mode["damping"],
            mode["motion"], bool(mode["rigid"]),
        )
        for k in film
        if (mode := found.get(k["number"])) is not None
    ]  # fmt: skip


def charts(results: Any) -> list[c.Chart]:
    """Campbell diagrams and frequency responses beside the modes; the steps of a run that failed."""
    return [
        c.Chart(
            x["title"], x["x"], x["y"], x["values"],
            [c.Curve(k["name"], k["values"], bool(k.get("dashed")), bool(k.get("points"))) for k in x["curves"]],
            bool(x.get("logarithmic")),
        )
        for x in results.attrs.get("charts") or []
    ]  # fmt: skip


def _tables(title: str, mapping: Mapping[str, Any]) -> list[c.Table]:
    """One table of the plain values, one for every mapping inside."""
    rows = [(_words(k), _text(v)) for k, v in mapping.items() if _plain(v)]
    tables = [c.Table(title, rows)] if rows else []
    for key, value in mapping.items():
        if isinstance(value, Mapping):
            tables += _tables(f"{title}: {_words(key)}", value)
    return tables


FIGURES = {
    "position": ("largest constraint violation", "length"),
    "velocity": ("largest violation of constraint rates", "length/time"),
    "closure": ("the same, in units of the parts it holds", ""),
    "left": ("the same in the results", ""),
    "rate": ("violation of rates, in units of their speeds", ""),
    "energy_error": ("largest error of the energy balance", "force*length"),
    "energy_scale": ("energy in play", "force*length"),
    "force": ("usual largest force component", "force"),
    "work_error": ("error of the work, as the steps estimate it", "force*length"),
}
"""Figures of the audit every run ends with: what they are called and measured in."""
TOLD = ("worst_constraint", "part", "part_error", "part_scale", "part_rest", "slow_error", "slow_scale", "slow_rest",
        "late", "driven", "free")  # fmt: skip
"""Figures of the audit that its verdict tells."""


def audit(results: Any, model: Any = None) -> list[c.Check]:
    """The checks of the run: the verdict, constraint violation, energy, and what else the analysis measured."""
    found = dict(results.attrs.get("audit") or {})
    verdict = str(found.pop("verdict", "") or "")
    checks = (
        [c.Check("verdict", verdict.partition(":")[0], verdict.startswith("good"), verdict.partition(": ")[2])]
        if verdict
        else []
    )
    trusted = results.attrs.get("verify")
    if trusted:
        head, _, why = str(trusted["text"]).partition(": ")
        checks.append(c.Check("verified", head, None if head == "not verified" else head == "converged", why))
    for name, value in found.items():
        if name in FIGURES and isinstance(value, (int, float)):
            label, dimension = FIGURES[name]
            unit = model.units.label(dimension) if model is not None and dimension else ""
            checks.append(c.Check(label, f"{value:.3g} {unit}".strip()))
        elif name not in TOLD and not _empty(value):
            checks.append(_check(str(name), value))
    if results.non_unique:
        names = sorted({name.rpartition(".")[0] for name in results.non_unique})
        checks.append(
            c.Check(
                "reactions that are not unique", str(len(names)), None, f"redundant constraints: {', '.join(names)}"
            )
        )
    return checks


def error(results: Any, channel: str) -> str:
    """How far a channel of a verified run is off: "1.2e-05 at time 4.7"; "" where it is not known."""
    found = (results.attrs.get("verify") or {}).get("errors", {}).get(channel)
    return f"{found[0]:.1e} at time {found[1]:.4g}" if found else ""


def _check(name: str, value: Any) -> c.Check:
    if not isinstance(value, Mapping):
        return c.Check(_words(name), _text(value), value if isinstance(value, bool) else None)
    shown = next((value[k] for k in ("value", "largest", "max") if k in value), "")
    unit = value.get("unit") or value.get("units") or ""
    verdict = value.get("ok")
    words = [str(value[k]) for k in ("text", "why", "where", "element") if value.get(k)]
    rest = [f"{_words(k)} {_text(v)}" for k, v in value.items() if k not in _NAMED and _plain(v)]
    return c.Check(
        _words(name),
        f"{_text(shown)} {unit}".strip(),
        verdict if isinstance(verdict, bool) else None,
        "; ".join(words + rest),
    )


_NAMED = ("name", "value", "largest", "max", "unit", "units", "ok", "text", "why", "where", "element")


REDUNDANT = "redundant constraint left out: "
"""How a session begins a message about one of them; the report tells them together."""


def messages(results: Any) -> list[c.Note]:
    """The messages of reading, checking and solving."""
    found = results.attrs.get("messages") or []
    every = list(found) if isinstance(found, (list, tuple)) else [found]
    left_out = [text.removeprefix(REDUNDANT) for text in every if isinstance(text, str) and text.startswith(REDUNDANT)]
    notes = [_note(message) for message in every if not (isinstance(message, str) and message.startswith(REDUNDANT))]
    if left_out:
        text = f"{len(left_out)} redundant constraint{'s were' if len(left_out) > 1 else ' was'} left out:"
        notes.append(c.Note("note", "\n".join([text, *left_out])))
    return notes


RENDERED = re.compile(r"(?P<where>.*?) *\[(?P<rule>[A-Z]\d+) (?P<severity>error|warning|note)\]\n(?P<text>.*)", re.S)
"""How `Message.render` begins."""


def _note(message: Any) -> c.Note:
    if not isinstance(message, Mapping):
        found = RENDERED.fullmatch(str(message))
        if found is None:
            return c.Note("note", str(message))
        text, _, cure = found["text"].partition("\n  To fix: ")
        return c.Note(found["severity"], text.replace("\n  ", "\n").strip(), found["where"], found["rule"], cure)
    place = f"{message['file']}:{message['line']}" if message.get("file") and message.get("line") else ""
    where = "  ".join(part for part in (place, str(message.get("element") or "")) if part)
    text = "\n".join(str(message[k]) for k in ("what", "text", "why") if message.get(k))
    return c.Note(
        severity=str(message.get("severity") or "note"),
        text=text,
        where=where,
        rule=str(message.get("rule") or ""),
        cure=str(message.get("cure") or ""),
    )


def _plain(value: Any) -> bool:
    return (
        isinstance(value, (str, int, float, bool)) and value != "" and not (isinstance(value, str) and len(value) > 400)
    )


def _empty(value: Any) -> bool:
    return value is None or value == "" or value == {} or value == []


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(_text(v) for v in value)
    return str(value)


def _words(key: str) -> str:
    return key.replace("_", " ")
