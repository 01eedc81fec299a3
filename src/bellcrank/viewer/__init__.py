"""The browser viewer: `write_report(results, path)`, and `live.serve(path)` for a run that is still going on."""

from bellcrank.viewer.report import ReportFile, page, view, write_report, write_scene

__all__ = ["ReportFile", "page", "view", "write_report", "write_scene"]
