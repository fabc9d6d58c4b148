"""A run as one HTML page: no script, no network, works from a file, on light and dark screens and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from upheld.reports.html import report_html

if TYPE_CHECKING:
    from upheld._report import Report

__all__ = ["write"]

_SHOWN = 1000
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Faithfulness of answers</title>
<style>body { font-family: system-ui, sans-serif; margin: 2em auto; padding: 0 1em; max-width: 72em }
details { margin: .3em 0; break-inside: avoid } summary { cursor: pointer }</style>
</head>
<body>
<h1>Faithfulness of answers</h1>
"""
_FOOT = "</body>\n</html>\n"


def write(report: Report, stream: TextIO) -> None:
    """Write a run as a page; at most 1,000 samples, those that need attention first.

    Args:
        report: the run.
        stream: open for text.
    """
    page = _HEAD + report_html(report, _SHOWN) + _FOOT
    stream.write(page.encode("utf-8", "xmlcharrefreplace").decode("utf-8"))
