"""The layers contract of import-linter, blind to unit tests (they sit beside the code and may import anything)."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter.contracts.layers import LayersContract
from importlinter.domain.contract import ContractCheck


class LayersWithoutTests(LayersContract):
    """`type = "layers_without_tests"` in pyproject.toml."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Drop the test modules from the graph, then check the layers."""
        for module in [m for m in graph.modules if m.rpartition(".")[2].startswith(("test_", "conftest"))]:
            graph.remove_module(module)
        return super().check(graph, verbose)
