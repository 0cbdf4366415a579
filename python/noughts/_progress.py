"""This module handles the argument `progress`: a function, or True for a progress bar."""

import sys


def callback(given):
    """Returns a function that takes a report (a dict), or None."""
    if given is None or given is False:
        return None
    if callable(given):
        return given
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _plain
    return _Bar(tqdm)


class _Bar:
    """Shows a tqdm bar, a new one for each stage."""

    def __init__(self, tqdm):
        self._tqdm = tqdm
        self._bar = None
        self._stage = None

    def __call__(self, report):
        if report["stage"] != self._stage or self._bar is None:
            self._close()
            self._stage = report["stage"]
            self._bar = self._tqdm(desc=self._stage, total=report["total"] or None)
        self._bar.update(report["done"] - self._bar.n)
        if report["finished"]:
            self._close()

    def _close(self):
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _plain(report):
    share = f" {100 * report['done'] / report['total']:.0f} %" if report["total"] else ""
    end = "\n" if report["finished"] else ""
    print(f"\r{report['stage']}{share}", end=end, file=sys.stderr, flush=True)
