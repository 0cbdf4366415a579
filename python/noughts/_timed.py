"""Functions that must answer in time.

A function runs in a thread of its own. One that is too slow is left behind: its thread is asked to
end (an exception is raised in it at its next step) and another takes its place. That holds for
loops in Python, for sleeping, and for libraries that let Python go on, as numpy and torch do. C
code that never lets Python go on cannot be stopped; judge such a player as a program.
"""

import ctypes
import queue
import threading


class TooSlow(Exception):
    """There was no answer in time."""


class _Left(BaseException):
    """Ends a thread whose answer nobody waits for any more."""


class _Worker:
    """A thread that calls the function for one question after the other."""

    def __init__(self, function):
        self._function = function
        self._questions = queue.SimpleQueue()
        self.answers = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True, name="noughts agent")
        self._thread.start()

    def ask(self, question):
        self._questions.put(question)

    def leave(self):
        self._questions.put(_Left)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(self._thread.ident), ctypes.py_object(_Left))

    def _work(self):
        try:
            for question in iter(self._questions.get, _Left):
                try:
                    self.answers.put((self._function(question), None))
                except Exception as error:
                    self.answers.put((None, error))
        except _Left:
            pass


class _Limited:
    def __init__(self, function, seconds):
        self._function = function
        self._seconds = seconds
        self._worker = None

    def __call__(self, question):
        if self._worker is None:
            self._worker = _Worker(self._function)
        self._worker.ask(question)
        try:
            answer, error = self._worker.answers.get(timeout=self._seconds)
        except queue.Empty:
            self._worker.leave()
            self._worker = None
            raise TooSlow(f"no answer within {self._seconds:g} seconds") from None
        if error is not None:
            raise error
        return answer

    def __del__(self):
        if self._worker is not None:
            self._worker.ask(_Left)


def limited(function, seconds):
    """The function; TooSlow if it takes longer."""
    return _Limited(function, seconds)


def by_seat(functions):
    """One function that asks that of the seat which is to move."""
    return lambda position: functions[position.seat](position)
