"""Batches over worker processes: each worker has its tools, harness and scratch directory."""

import atexit
import os
import shutil
import tempfile
import traceback
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field

from . import configs
from .generator import generate
from .oracle import Batch, Bench, Broken
from .toolchain import Tools

BATCH = 40


@dataclass
class Job:
    """What a run is asked to do, sent to every worker."""
    seed: int
    profile: str
    test: configs.Pass
    config: str = None


@dataclass
class Result:
    """What came of one batch."""
    programs: int
    with_fusion: int
    fusions: int
    findings: list
    per_config: Counter = field(default_factory=Counter)
    kinds: Counter = field(default_factory=Counter)


_bench = None
_job = None


def _begin(job):
    global _bench, _job
    scratch = tempfile.mkdtemp(prefix="fuzz-")
    atexit.register(shutil.rmtree, scratch, True)
    _job, _bench = job, Bench(Tools(), scratch)


def _do(batch_number, count):
    """A batch; whatever goes wrong with the fuzzer itself comes back as one line."""
    try:
        return _judge(batch_number, count)
    except Exception as e:
        at = traceback.extract_tb(e.__traceback__)[-1]
        raise Broken(f"batch {batch_number} of seed {_job.seed}: {type(e).__name__}: {e} "
                     f"({os.path.basename(at.filename)}:{at.lineno})") from None


def _judge(batch_number, count):
    """Generate and judge one batch."""
    first = _job.seed + batch_number * BATCH
    programs = [generate(first + n, _job.profile) for n in range(count)]
    batch = Batch(_bench, programs)
    config = configs.choose(batch_number, _job.config, _job.test.ours)
    verdict = batch.judge(config, _job.test)
    batch.remove()
    total = sum(verdict.fusions.values())
    return Result(len(programs), len(verdict.fusions), total, verdict.findings,
                  Counter({config.name: total}), verdict.kinds)


def results(job, jobs, programs, clock):
    """Results as they come, until enough programs were judged or the time is over."""
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(job,)) as pool:
        waiting, sent, number = set(), 0, 0
        try:
            while True:
                while (len(waiting) < jobs + 1 and not clock.over
                       and (programs is None or sent < programs)):
                    count = BATCH if programs is None else min(BATCH, programs - sent)
                    waiting.add(pool.submit(_do, number, count))
                    sent += count
                    number += 1
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
