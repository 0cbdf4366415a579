"""Calls functions with a time limit.

Each function runs in its own thread. If it is too slow, an exception is raised in that thread at
its next step, and a new thread takes its place. This stops loops in Python, sleeping, and libraries
that release the interpreter, such as numpy and torch. C code that never releases the interpreter
cannot be stopped; judge such a player as a program.
"""

import ctypes
import queue
import threading


class TooSlow(Exception):
    """The function did not answer in time."""


class _Left(BaseException):
    """Ends a thread after its time ran out."""


class _Worker:
    """A thread that calls the function, one question at a time."""

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
    """Wraps the function so that it raises TooSlow if it takes longer."""
    return _Limited(function, seconds)


def by_seat(functions):
    """Makes one function that asks the player whose turn it is."""
    return lambda position: functions[position.seat](position)
