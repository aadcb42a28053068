"""A pack that several threads ask for at the same time is loaded once."""

from __future__ import annotations

import subprocess
import sys

TOGETHER = """
import sys, threading
from rules.catalogue import load
sys.setswitchinterval(1e-6)
begin, found = threading.Barrier(8), []
def ask():
    begin.wait()
    found.append(load("agot2"))
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(found) == 8, f"only {len(found)} of 8 threads got the pack"
assert len({id(pack) for pack in found}) == 1
"""


def test_threads_that_load_a_pack_together_get_the_same_one() -> None:
    ended = subprocess.run([sys.executable, "-c", TOGETHER], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
