"""Killing a process at its k-th write or sync: a small tracer, so that no moment of writing is left to chance.

The child is a fork that runs a function; the parent watches its system calls and kills it as one begins, before it has
any effect. Only Linux can be asked for that; elsewhere `can_trace` is false.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

CALLS = {
    "x86_64": {"pwrite64": 18, "fsync": 74, "fdatasync": 75, "ftruncate": 77, "unlink": 87, "sendto": 44},
    "aarch64": {"pwrite64": 68, "fsync": 82, "fdatasync": 83, "ftruncate": 46, "unlinkat": 35, "sendto": 206},
}
"""The numbers of the system calls by which a file or a socket is written to, by the kind of machine."""
_TRACEME, _SYSCALL, _OPTIONS, _INFO = 0, 24, 0x4200, 0x420E
_GOOD, _EXITKILL = 1, 0x100000
_STOPPED_AT_CALL = signal.SIGTRAP | 0x80
_ENTRY = 1
FAILED = 70
"""The exit code of a child whose function raised an exception."""


class Watched(NamedTuple):
    """The end of a child: whether it was killed, the lines it acknowledged, and how many writes and syncs it began."""

    killed: bool
    acknowledged: list[str]
    writes: int


def can_trace() -> bool:
    """Whether system calls can be watched here; tried out, since a container may forbid it."""
    if platform.machine() not in CALLS or not hasattr(os, "fork"):
        return False
    try:
        return watch(lambda _: os.fsync(os.open("/tmp", os.O_RDONLY))).writes == 1
    except OSError:
        return False


def watch(act: Callable[[Callable[[str], None]], object], kill_at: int = 0) -> Watched:
    """Run a function in a child process and kill it as its `kill_at`-th write or sync begins (0: never).

    The function is given another one that acknowledges a line of text; what it acknowledged is known even if it is
    killed at once afterwards.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    reading, writing = os.pipe()
    child = _fork(act, reading, writing, lambda: libc.ptrace(_TRACEME, 0, None, None))
    os.close(writing)
    _, status = os.waitpid(child, 0)
    _ptrace(libc, _OPTIONS, child, None, _GOOD | _EXITKILL)
    wanted, writes, killed, deliver = set(CALLS[platform.machine()].values()), 0, False, 0
    while True:
        _ptrace(libc, _SYSCALL, child, None, deliver)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            break
        stopped = os.WSTOPSIG(status)
        deliver = 0 if stopped == _STOPPED_AT_CALL else stopped
        if stopped == _STOPPED_AT_CALL and _entered(libc, child) in wanted:
            writes += 1
            if writes == kill_at:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                killed = True
                break
    return _end(status, reading, killed=killed, writes=writes)


def kill_after(act: Callable[[Callable[[str], None]], object], seconds: float) -> Watched:
    """Run a function in a child process and kill it after so many seconds, wherever it is then."""
    reading, writing = os.pipe()
    child = _fork(act, reading, writing, lambda: None)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return _end(status, reading, killed=os.WIFSIGNALED(status), writes=0)


def _fork(
    act: Callable[[Callable[[str], None]], object], reading: int, writing: int, begin: Callable[[], object]
) -> int:
    child = os.fork()
    if child:
        return child
    code = FAILED
    try:
        os.close(reading)
        if begin() is not None:  # the parent traces: it begins when this process stops
            os.kill(os.getpid(), signal.SIGSTOP)
        act(lambda line: os.write(writing, f"{line}\n".encode()))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _end(status: int, reading: int, *, killed: bool, writes: int) -> Watched:
    with os.fdopen(reading) as pipe:
        lines = [line.rstrip("\n") for line in pipe if line.endswith("\n")]
    if not killed and os.waitstatus_to_exitcode(status):
        raise AssertionError(f"the child failed by itself, with {os.waitstatus_to_exitcode(status)}")
    return Watched(killed, lines, writes)


def _entered(libc: ctypes.CDLL, child: int) -> int:
    """Return the number of the system call that a stopped process is about to make; -1 if it has just made one."""
    info = (ctypes.c_uint64 * 11)()
    _ptrace(libc, _INFO, child, ctypes.sizeof(info), ctypes.byref(info))
    return int(info[3]) if info[0] & 0xFF == _ENTRY else -1


def _ptrace(libc: ctypes.CDLL, request: int, child: int, address: object, data: object) -> None:
    address_word = ctypes.c_void_p(address) if isinstance(address, int) else None
    data_word = ctypes.c_void_p(data) if isinstance(data, int) else data
    if libc.ptrace(request, child, address_word, data_word) < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
